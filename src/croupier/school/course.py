"""The course: the chapters, what each of them asks, and papers of questions drawn from one seed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Final, TypeAlias

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS
from croupier.jackpot.terms import Flow
from croupier.rules.deal import Procedure
from croupier.rules.game import Game
from croupier.rules.wagers import PROGRESSIVE
from croupier.school.draw import Draw
from croupier.school.makers import (
    california,
    claiming,
    dealing,
    entering,
    handling,
    irregular,
    linking,
    paying,
    settling,
    wagering,
    whole_table,
)
from croupier.school.question import Question, Reason
from croupier.school.rounds import house_banked
from croupier.school.rulings import is_taught, rulings_of
from croupier.school.settlement.table import TableKind


@dataclass(frozen=True, slots=True)
class Text:
    """What a chapter teaches, paragraph by paragraph, each with its rulings."""

    key: str
    title: str
    about: str
    paragraphs: tuple[Reason, ...]


def _read() -> tuple[Text, ...]:
    text = (resources.files("croupier.school") / "data" / "course.toml").read_text("utf-8")
    return tuple(
        Text(
            chapter["key"],
            chapter["title"],
            chapter["about"],
            tuple(
                Reason(" ".join(paragraph["words"].split()), tuple(paragraph["rulings"].split()))
                for paragraph in chapter["paragraph"]
            ),
        )
        for chapter in tomllib.loads(text)["chapter"]
    )


TEXTS: tuple[Text, ...] = _read()


EDITION: Final = 7
"""The same seed draws the same paper as long as this stands. Whoever changes a maker raises it."""
QUESTIONS: Final = 10
PASS: Final = 8
"""So many right of a paper's questions pass it."""

Make: TypeAlias = Callable[[Game, Draw], Question]


@dataclass(frozen=True, slots=True)
class Maker:
    """A kind of question, and whether it can be asked of a game."""

    key: str
    make: Make
    fits: Callable[[Game], bool]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it can be asked of, by key."""
        return tuple(key for key, game in GAMES.items() if is_taught(game) and self.fits(game))


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
    table: TableKind | None = None
    """The kind of table that it teaches to settle, if it does."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it can be practised in."""
        keys = {key for maker in self.makers for key in maker.games}
        return tuple(key for key in GAMES if key in keys)

    def makers_for(self, game: str) -> tuple[Maker, ...]:
        """What is asked of one game."""
        return tuple(maker for maker in self.makers if game in maker.games)


def _all(game: Game) -> bool:
    return True


def _has_dealer(game: Game) -> bool:
    return bool(game.layout.dealer)


def _dealer_qualifies(game: Game) -> bool:
    return game.qualifies is not None


def _counts_games(game: Game) -> bool:
    return linking.joins_links(game) and any(rules.most_games for rules in game.rule_sets)


def _has_pay_tables(game: Game) -> bool:
    return any(bet != PROGRESSIVE for rules in game.rule_sets for bet in rules.tables)


def _has_link(game: Game) -> bool:
    return any(rules.offers(PROGRESSIVE) for rules in house_banked(game))


def _is_banked(game: Game) -> bool:
    return settling.california(game) is not None


def _has_trips(game: Game) -> bool:
    return TRIPS in game.side_bet and game.layout.own + game.layout.board >= 5


def _has_bad_beat(game: Game) -> bool:
    return BAD_BEAT in game.side_bet


def _has_pairs(game: Game) -> bool:
    return PAIRS in game.side_bet


def _is_banked_with_pairs(game: Game) -> bool:
    return _is_banked(game) and _has_pairs(game)


def _may_fold(game: Game) -> bool:
    return any("fold" in line for line in game.lines)


def _bets_survive_folds(game: Game) -> bool:
    return bool(game.side_bets) and any("fold" in line for line in game.lines)


def _by(procedure: Procedure) -> tuple[Maker, ...]:
    def dealt_so(game: Game) -> bool:
        return procedure in dealing.procedures_of(game)

    word = procedure.value
    return (
        Maker(f"{word}/next", dealing.next_place(procedure), dealt_so),
        Maker(f"{word}/order", dealing.whole_order(procedure), dealt_so),
        Maker(f"{word}/cards", dealing.which_cards(procedure), dealt_so),
    )


def _flow(flow: Flow) -> tuple[Maker, ...]:
    return (
        Maker(f"{flow.value}/next", claiming.next_key(flow), linking.has_own_link),
        Maker(f"{flow.value}/effect", claiming.effect(flow), linking.has_own_link),
        Maker(f"{flow.value}/order", claiming.whole_way(flow), linking.has_own_link),
        Maker(f"{flow.value}/paid", claiming.paid(flow), linking.has_own_link),
    )


_MAKERS: Final[Mapping[str, tuple[Maker, ...]]] = MappingProxyType(
    {
        "overview": (
            Maker("hand", wagering.hand_named, _all),
            Maker("may", wagering.may_act, _all),
            Maker("better", settling.better_hand, _has_dealer),
            Maker("bets", wagering.bets_down, _all),
        ),
        "hand-held": _by(Procedure.HAND_HELD),
        "qualified": (
            Maker("qualifies", settling.qualifying, _dealer_qualifies),
            Maker("seat", settling.one_seat, _all),
            Maker("order", settling.order, _all),
            Maker("layout", settling.layout, _all),
            Maker("table", whole_table.settle(TableKind.HOUSE), _all),
            Maker("stop", whole_table.stop, _all),
        ),
        "packet": (*_by(Procedure.PACKET), *_by(Procedure.SHOE)),
        "irregularities": (
            Maker("void", irregular.void, _all),
            Maker("clock", irregular.clock, _all),
            Maker("leaves", irregular.leaves, _all),
            Maker("counting", irregular.counting, _all),
        ),
        "additional": (
            Maker("bets", wagering.bets_down, _all),
            Maker("games", wagering.games_counted, _counts_games),
            Maker("late", wagering.after_no_more_bets, _all),
            Maker("cap", wagering.capped, _has_trips),
        ),
        "paytables": (
            Maker("table", paying.from_the_table, _has_pay_tables),
            Maker("bet", paying.of_one_bet(), _all),
            Maker("fold", paying.after_a_fold, _bets_survive_folds),
        ),
        "keyed": _flow(Flow.KEYED),
        "card": _flow(Flow.CARD),
        "link": (
            Maker("envy", linking.envy, linking.joins_links),
            Maker("progressive", linking.progressive, linking.joins_links),
            Maker("paid", claiming.paid(Flow.CARD), linking.has_own_link),
            Maker("table", whole_table.settle(TableKind.LINK), linking.joins_links),
        ),
        "recommendations": (
            Maker("warning", linking.recommendation, linking.has_own_link),
            Maker("restart", linking.restart, linking.has_own_link),
            Maker("split", linking.split, linking.has_own_link),
        ),
        "bad-beat": (Maker("bet", paying.of_one_bet(BAD_BEAT), _has_bad_beat),),
        "pairs": (Maker("bet", paying.of_one_bet(PAIRS), _has_pairs),),
        "california": (
            Maker("fees", california.fees, _is_banked),
            Maker("bank", california.next_bank, _is_banked),
            Maker("covered", california.covered, _is_banked),
            Maker("order", settling.banked_order, _is_banked),
            Maker("layout", settling.banked_layout, _is_banked),
            Maker("table", whole_table.settle(TableKind.BANK), _is_banked),
            *_by(Procedure.SHUFFLER),
        ),
        "handling": (
            Maker("sensors", handling.sensors, linking.joins_links),
            Maker("triggers", handling.triggers, linking.joins_links),
            Maker("folded", handling.folded, _is_banked_with_pairs),
            Maker("face-up", handling.face_up, _has_trips),
            Maker("unload", handling.unload, _is_banked),
        ),
        "face-up": (
            Maker("facing", handling.facing, handling.may_lie_open),
            Maker("spots", handling.spots, handling.may_lie_open),
        ),
        "entering": (
            Maker("next", entering.next_entry, _all),
            Maker("place", entering.place, _all),
            Maker("folded", entering.folded, _may_fold),
            Maker("correction", entering.correction, _all),
        ),
    }
)
_FLOWS: Final = {"keyed": Flow.KEYED, "card": Flow.CARD}
_TABLES: Final = {"qualified": TableKind.HOUSE, "link": TableKind.LINK, "california": TableKind.BANK}

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
            table=_TABLES.get(text.key),
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
    known = COURSE.get(key) if isinstance(key, str) else None
    if known is None:
        raise NoSuchChapter(key)
    return known


def check_game(of: Chapter, game: str) -> None:
    """Refuse a game that a chapter does not ask about."""
    if game in GAMES:
        rulings_of(GAMES[game])
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
