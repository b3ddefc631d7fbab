"""Every subject of the Lab, and a question answered: plain values in, plain values out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from croupier.errors import Refused
from croupier.games import HOUSE_RULES
from croupier.games import game as game_of
from croupier.lab.capabilities import has_whole_tables, is_countable
from croupier.lab.work import Progress, no_progress
from croupier.rules.game import Game
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies import banking, compare, faceup, frontier, hold, progressive, ruin, seek, simulate, written
from croupier.studies.answer import FigureAnswer
from croupier.studies.question import BadQuestion, FormValues, StudyQuestion, Subject, command_line
from croupier.studies.report import form


def _has_pay_tables(game: Game) -> bool:
    return is_countable(game) and bool(game.base_tables or seek.side_tables(game))


def _has_progressive(game: Game) -> bool:
    return is_countable(game) and any(PROGRESSIVE in rules.tables for rules in game.rule_sets)


SUBJECTS: Final[Mapping[str, Subject]] = {
    one.key: one
    for one in (
        Subject(
            key="simulate",
            words="Simulate",
            title="Rounds at random",
            about="Rounds are dealt from a seed and played by a strategy; what is exact stands beside what came.",
            button="Deal them",
            typing=False,
            has=is_countable,
            fields=simulate.fields,
            question=simulate.question,
        ),
        Subject(
            key="ruin",
            words="Ruin",
            title="How long a bankroll lasts",
            about="A session worked out exactly: where it ends, and how likely the money is gone before.",
            button="Work it out",
            typing=True,
            has=is_countable,
            fields=ruin.fields,
            question=ruin.question,
        ),
        Subject(
            key="seek",
            words="Goal seek",
            title="Which pay gives the edge?",
            about="Choose a line of any pay table and the house edge that it is to give. Of the base game every "
            "pay that is tried is the whole game solved.",
            button="Seek it",
            typing=True,
            has=_has_pay_tables,
            fields=seek.fields,
            question=seek.question,
        ),
        Subject(
            key="versus",
            words="A against B",
            title="A against B",
            about="Two pay tables, two sets of rules of your own or two rule sets of the house. The address "
            "keeps both.",
            button="Put them side by side",
            typing=True,
            has=_has_pay_tables,
            fields=compare.fields,
            question=compare.question,
        ),
        Subject(
            key="strategies",
            words="Own strategy",
            title="A strategy of your own",
            about="Write how you play, one rule a line; it is played over every deal. The answer is its exact edge, "
            "what it gives up against the best play, and which rule gives up how much.",
            button="Price it",
            typing=False,
            has=is_countable,
            fields=written.fields,
            question=written.question,
        ),
        Subject(
            key="frontier",
            words="How many rules",
            title="Cost against number of rules",
            about="The best strategy of one rule, of two, of three … is searched for, each priced over every deal. The "
            "picture shows what one more rule to remember is worth.",
            button="Search",
            typing=False,
            has=is_countable,
            fields=frontier.fields,
            question=frontier.question,
        ),
        Subject(
            key="kelly",
            words="Kelly",
            title="A jackpot above fair",
            about="Which share of a bankroll a progressive wager is worth: the one at which it grows fastest, "
            "over the whole distribution of the wager. Below fair it is nothing.",
            button="Work it out",
            typing=True,
            has=_has_progressive,
            fields=progressive.fields,
            question=progressive.question,
        ),
        Subject(
            key="hold",
            words="Hold",
            title="What a table wins",
            about="All seats share the dealer's hand and the board, so they win and lose together. What a seat wins is "
            "exact; the tray is found by dealing twenty thousand shifts, and so is how far two seats go together where "
            "nobody has counted every pair of hands.",
            button="Work it out",
            typing=False,
            has=has_whole_tables,
            fields=hold.fields,
            question=hold.question,
        ),
        Subject(
            key="banking",
            words="Banking",
            title="The player-dealer's bank",
            about="In California a player banks, pays the collection, and covers as far as the wager goes (R28-R32).",
            button="Work it out",
            typing=False,
            has=banking.is_banked,
            fields=banking.fields,
            question=banking.question,
        ),
        Subject(
            key="faceup",
            words="Face up",
            title="Dealt face up",
            about="What other players' cards are worth to one who looks. Results that are kept are shown at once; they "
            "were computed over every deal, or over sets of cards drawn at random with the error that is told.",
            button="Compute it again",
            typing=True,
            has=is_countable,
            fields=faceup.fields,
            question=faceup.question,
        ),
        Subject(
            key="report",
            words="Report",
            title="Mathematics report",
            about="All figures of a game on one paper, for a test laboratory: every bet line by line, edges, hold, "
            "strategy, sensitivity, cards that are seen, progressives, hashes, and the commands that give them again. "
            "The paper is the file HTML below; print it, or save it as a PDF.",
            button="Make it",
            typing=False,
            has=is_countable,
            fields=form.fields,
            question=form.question,
            paper=True,
        ),
    )
}


class NoSuchSubject(Refused):
    """A subject that the Lab does not have, for that game."""


def subject_of(key: str, game: Game) -> Subject:
    """The subject of that key, if the game has it."""
    subject = SUBJECTS.get(key)
    if subject is None or not subject.has(game):
        there = ", ".join(one.key for one in SUBJECTS.values() if one.has(game)) or "none"
        raise NoSuchSubject(f"no {key!r} for {game.name} in the Lab; there are {there}")
    return subject


def question_of(subject: str, game: str, texts: Mapping[str, str]) -> StudyQuestion:
    """The question that somebody asks, or a refusal that says which field cannot be."""
    played = game_of(game)
    form_subject = subject_of(subject, played)
    return form_subject.question(played, FormValues(form_subject.fields(played), texts))


def ask(subject: str, game: str = HOUSE_RULES.game.key, /, **fields: str) -> FigureAnswer:
    """The answer to a question, its fields by the names that they have in an address; a notebook shows it whole."""
    question = question_of(subject, game, fields)
    return question.answer(question.figures(no_progress))


def answer_to_dict(subject: str, game: str, texts: Mapping[str, str], progress: Progress) -> dict[str, Any]:
    """A question worked out, for people and for machines."""
    question = question_of(subject, game, texts)
    figures = question.figures(progress)
    answer = question.answer(figures)
    return {
        **answer.to_dict(),
        "subject": subject,
        "game": game,
        "command": command_line(question.arguments),
        "files": dict(question.files),
        "csv": answer.csv(),
        "svg": answer.svg() if answer.pictures else "",
        "json": json.dumps(figures, indent=2, ensure_ascii=False),
    }


__all__ = ["SUBJECTS", "BadQuestion", "NoSuchSubject", "answer_to_dict", "ask", "question_of", "subject_of"]
