"""The course: the chapters, what each of them asks, and papers of questions drawn from one seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from croupier.errors import Refused
from croupier.jackpot.terms import Flow
from croupier.rules.deal import Procedure
from croupier.rules.game import Game
from croupier.rules.games import GAMES
from croupier.rules.games.uth import BAD_BEAT, PAIRS
from croupier.school.chapters import TEXTS
from croupier.school.draw import Draw
from croupier.school.makers import (
    california,
    claiming,
    dealing,
    handling,
    irregular,
    linking,
    paying,
    settling,
    wagering,
)
from croupier.school.question import Question, Reason

EDITION: Final = 2
"""The same seed draws the same paper as long as this stands. Whoever changes a maker raises it."""
QUESTIONS: Final = 10
PASS: Final = 8
"""So many right of a paper's questions pass it."""

Make: TypeAlias = Callable[[Game, Draw], Question]


@dataclass(frozen=True, slots=True)
class Maker:
    """A kind of question, and the games that it can be asked of."""

    key: str
    make: Make
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A chapter of the course."""

    number: int
    key: str
    title: str
    about: str
    paragraphs: tuple[Reason, ...]
    makers: tuple[Maker, ...]
    flow: Flow | None = None
    """The keypad that it teaches, if it does."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it can be practised in."""
        return tuple(key for key in GAMES if any(key in maker.games for maker in self.makers))

    def makers_for(self, game: str) -> tuple[Maker, ...]:
        """What is asked of one game."""
        return tuple(maker for maker in self.makers if game in maker.games)


_ALL: Final = tuple(GAMES)
_UTH: Final = ("uth",)
_DEALER: Final = tuple(key for key, game in GAMES.items() if game.layout.dealer)
_QUALIFY: Final = tuple(key for key, game in GAMES.items() if game.qualifies is not None)
_FOLDS: Final = tuple(
    key for key, game in GAMES.items() if game.side_bets and any("fold" in line for line in game.lines)
)


def _by(procedure: Procedure) -> tuple[Maker, ...]:
    games = tuple(key for key, game in GAMES.items() if procedure in dealing.procedures_of(game))
    word = procedure.value
    return (
        Maker(f"{word}/next", dealing.next_place(procedure), games),
        Maker(f"{word}/order", dealing.whole_order(procedure), games),
        Maker(f"{word}/cards", dealing.which_cards(procedure), games),
    )


def _flow(flow: Flow) -> tuple[Maker, ...]:
    return (
        Maker(f"{flow.value}/next", claiming.next_key(flow), _UTH),
        Maker(f"{flow.value}/effect", claiming.effect(flow), _UTH),
        Maker(f"{flow.value}/order", claiming.whole_way(flow), _UTH),
        Maker(f"{flow.value}/paid", claiming.paid(flow), _UTH),
    )


_MAKERS: Final[Mapping[str, tuple[Maker, ...]]] = MappingProxyType(
    {
        "overview": (
            Maker("hand", wagering.hand_named, _ALL),
            Maker("may", wagering.may_act, _ALL),
            Maker("better", settling.better_hand, _DEALER),
            Maker("bets", wagering.bets_down, _ALL),
        ),
        "hand-held": _by(Procedure.HAND_HELD),
        "qualified": (
            Maker("qualifies", settling.qualifying, _QUALIFY),
            Maker("seat", settling.one_seat, _ALL),
            Maker("order", settling.order, _ALL),
            Maker("layout", settling.layout, _ALL),
        ),
        "packet": (*_by(Procedure.PACKET), *_by(Procedure.SHOE)),
        "irregularities": (
            Maker("void", irregular.void, _ALL),
            Maker("clock", irregular.clock, _ALL),
            Maker("leaves", irregular.leaves, _ALL),
            Maker("counting", irregular.counting, _ALL),
        ),
        "additional": (
            Maker("bets", wagering.bets_down, _ALL),
            Maker("games", wagering.games_counted, _ALL),
            Maker("late", wagering.after_no_more_bets, _ALL),
            Maker("cap", wagering.capped, _UTH),
        ),
        "paytables": (
            Maker("table", paying.from_the_table, _ALL),
            Maker("bet", paying.of_one_bet(), _ALL),
            Maker("fold", paying.after_a_fold, _FOLDS),
        ),
        "keyed": _flow(Flow.KEYED),
        "card": _flow(Flow.CARD),
        "link": (
            Maker("envy", linking.envy, _ALL),
            Maker("progressive", linking.progressive, _ALL),
            Maker("paid", claiming.paid(Flow.CARD), _UTH),
        ),
        "recommendations": (
            Maker("warning", linking.recommendation, _UTH),
            Maker("restart", linking.restart, _UTH),
            Maker("split", linking.split, _UTH),
        ),
        "bad-beat": (Maker("bet", paying.of_one_bet(BAD_BEAT), _UTH),),
        "pairs": (Maker("bet", paying.of_one_bet(PAIRS), _UTH),),
        "california": (
            Maker("fees", california.fees, _UTH),
            Maker("bank", california.next_bank, _UTH),
            Maker("covered", california.covered, _UTH),
            Maker("order", settling.banked_order, _UTH),
            Maker("layout", settling.banked_layout, _UTH),
            *_by(Procedure.SHUFFLER),
        ),
        "handling": (
            Maker("sensors", handling.sensors, _ALL),
            Maker("triggers", handling.triggers, _ALL),
            Maker("folded", handling.folded, _UTH),
            Maker("face-up", handling.face_up, _UTH),
            Maker("unload", handling.unload, _UTH),
        ),
    }
)
_FLOWS: Final = {"keyed": Flow.KEYED, "card": Flow.CARD}

COURSE: Final[Mapping[str, Chapter]] = MappingProxyType(
    {
        text.key: Chapter(
            number=number,
            key=text.key,
            title=text.title,
            about=text.about,
            paragraphs=text.paragraphs,
            makers=_MAKERS[text.key],
            flow=_FLOWS.get(text.key),
        )
        for number, text in enumerate(TEXTS, 1)
    }
)


class NoSuchChapter(Refused):
    """A name that no chapter has."""

    def __init__(self, key: object) -> None:
        super().__init__(f"no chapter {key!r}; there are {', '.join(COURSE)}")


def chapter(key: object) -> Chapter:
    """The chapter of that name."""
    found = COURSE.get(key) if isinstance(key, str) else None
    if found is None:
        raise NoSuchChapter(key)
    return found


def check_game(of: Chapter, game: str) -> None:
    """Refuse a game that a chapter does not ask about."""
    if game not in of.games:
        raise Refused(f"the chapter {of.title!r} asks nothing of {game!r}; it asks of {', '.join(of.games)}")


def question(of: Chapter, game: str, seed: str, number: int) -> Question:
    """The question of that number, from 0, of a paper: every kind of question takes its turn."""
    check_game(of, game)
    makers = Draw(f"{of.key}/{game}/{seed}").shuffled(of.makers_for(game))
    maker = makers[number % len(makers)]
    return maker.make(GAMES[game], Draw(f"{of.key}/{maker.key}/{game}/{seed}/{number}"))


def paper(of: Chapter, game: str, seed: str) -> tuple[Question, ...]:
    """The questions of an examination."""
    return tuple(question(of, game, seed, number) for number in range(QUESTIONS))
