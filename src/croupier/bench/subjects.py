"""Every subject of the Lab, and a question answered: plain values in, plain values out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from croupier.bench import faceup
from croupier.bench.asked import BadQuestion, Given, Progress, Question, Subject, command_line
from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.rules.games import GAMES
from croupier.rules.games import game as game_of

_ALL: Final = tuple(GAMES)

SUBJECTS: Final[Mapping[str, Subject]] = {
    one.key: one
    for one in (
        Subject(
            key="faceup",
            words="Face up",
            title="Dealt face up",
            about="What other players' cards are worth to one who looks. These results are kept; they were computed "
            "over every deal, or over sets of cards drawn at random with the error that is told.",
            button="Compute it again",
            typing=True,
            games=_ALL,
            fields=faceup.fields,
            question=faceup.question,
        ),
    )
}


class NoSuchSubject(Refused):
    """A subject that the Lab does not have, for that game."""


def subject_of(key: str, game: Game) -> Subject:
    """The subject of that key, if the game has it."""
    found = SUBJECTS.get(key)
    if found is None or game.key not in found.games:
        there = ", ".join(one.key for one in SUBJECTS.values() if game.key in one.games)
        raise NoSuchSubject(f"no {key!r} for {game.name} in the Lab; there are {there}")
    return found


def question_of(subject: str, game: str, texts: Mapping[str, str]) -> Question:
    """The question that somebody asks, or a refusal that says which field cannot be."""
    played = game_of(game)
    found = subject_of(subject, played)
    return found.question(played, Given(found.fields(played), texts))


def answered(subject: str, game: str, texts: Mapping[str, str], progress: Progress) -> dict[str, Any]:
    """A question worked out, for people and for machines."""
    asked = question_of(subject, game, texts)
    told = asked.told(progress)
    answer = asked.answer(told)
    return {
        **answer.to_dict(),
        "subject": subject,
        "game": game,
        "command": command_line(asked.arguments),
        "files": dict(asked.files),
        "csv": answer.csv(),
        "svg": answer.svg() if answer.pictures else "",
        "json": json.dumps(told, indent=2, ensure_ascii=False),
    }


__all__ = ["SUBJECTS", "BadQuestion", "NoSuchSubject", "answered", "question_of", "subject_of"]
