"""A game's settlement as a table: what every way to play a round nets, by kind of hand and by what the dealer has.

The rule book is asked, not copied: `settle_base` is called once for each cell of the table. Two hands of the player are
of one kind if no settlement tells them apart, two hands of the dealer lie in one band likewise. So a game whose dealer
qualifies with a pair has two bands, and one that pays by the hand's category has as many kinds as its table has lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from croupier.hands import Strength
from croupier.lab.capabilities import NotCounted
from croupier.lab.games.nets import Posted, Tables, tables_of, unit_of
from croupier.rules.actions import Action
from croupier.rules.game import Game, Hands
from croupier.rules.paytables import Paytable, To
from croupier.rules.seat import Seat, acted, bet_cents
from croupier.rules.settlement import settle_base
from croupier.rules.terms import Terms

BELOW, EQUAL, ABOVE = 0, 1, 2
"""How the dealer's hand compares with the player's."""

_MOST_BANDS: Final = 64
"""Where the dealer's hands do not fall into bands, each is one of its own, if they are no more than that."""


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """Which hands a game's settlement tells apart, whatever its pay tables pay.

    strength  every strength that occurs, the worst first: a place in it is a grade
    kind      by grade, the kind of a player's hand
    bands     the grades at which the dealer's bands begin; the first is 0
    """

    game: Game
    strength: tuple[Strength, ...]
    kind: NDArray[np.int64]
    bands: tuple[int, ...]

    def __post_init__(self) -> None:
        self.kind.setflags(write=False)

    @property
    def kinds(self) -> int:
        return int(self.kind.max()) + 1


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What every line of a game nets under some pay tables, in units of which the base bet has `unit`.

    net  by line, kind of the player's hand, band of the dealer's, and whether the dealer's is below, equal or above
    bet  by line, all the money that lies on the felt at its end
    """

    kinds: Kinds
    unit: int
    lines: tuple[tuple[Action, ...], ...]
    net: NDArray[np.int64]
    bet: tuple[int, ...]


def payoffs(kinds: Kinds, designs: Tables | None = None) -> Payoffs:
    """The settlement of a game with its approved pay tables, or with designs in their place."""
    game = kinds.game
    tables = tables_of(game, designs)
    unit = unit_of(tables)
    lines = tuple(game.lines.values())
    seats = [seat_after(game, line, unit) for line in lines]
    net = np.zeros((len(lines), kinds.kinds, len(kinds.bands), 3), np.int64)
    for kind, band, how, player, dealer in cells(kinds):
        for at, seat in enumerate(seats):
            net[at, kind, band, how] = net_of(game, seat, player, dealer, tables)
    return Payoffs(kinds, unit, lines, net, tuple(seat.total for seat in seats))


def seat_after(game: Game, line: Sequence[Action], unit: int) -> Seat:
    """A seat that has bet the base bet and nothing beside it, at the end of a line."""
    seat = Seat(number=1, stakes=game.complete({game.base: unit}))
    streets = iter(game.streets)
    for action in line:
        street = next(street for street in streets if street.spot not in seat.raised)
        seat = acted(seat, action, street, bet_cents(seat, game, street, action))
    return seat


def net_of(game: Game, seat: Seat, player: Strength, dealer: Strength, tables: Tables) -> int:
    """What a seat nets when the hands are worth so much."""
    hands = Hands(player, dealer, _NOT_SHOWN, _NOT_SHOWN, _NOT_SHOWN)
    return sum(one.net for one in settle_base(game, seat, hands, cast("Terms", Posted(tables))))


class _NotShown(tuple[Any, ...]):
    """Stand-ins for cards: a settlement that looks at them is refused, since it is given what the hands are worth."""

    __slots__ = ()

    def _looked(self, *_: object) -> NoReturn:
        raise LooksAtCards

    __iter__ = __len__ = __getitem__ = __contains__ = __bool__ = __eq__ = __hash__ = _looked


class LooksAtCards(Exception):
    """A settlement asks for the cards themselves, not only for what they are worth."""

    words = "settles by the cards themselves, not only by what they are worth"


_NOT_SHOWN: Final = _NotShown()


@lru_cache(32)
def kinds_of(game: Game, strengths: tuple[Strength, ...]) -> Kinds:
    """The kinds of hands that a game's settlement tells apart, of these strengths.

    Every hand of the player is asked about, against the worst and the best dealer and those next to it and equal; then
    each band of the dealer's, at both of its ends, against the first and the last hand of every kind.
    """
    tables = _all_different(game)
    unit = unit_of(tables)
    seats = [seat_after(game, line, unit) for line in game.lines.values()]
    last = len(strengths) - 1

    def nets_of(grade: int, dealer: int) -> tuple[int, ...]:
        return tuple(net_of(game, seat, strengths[grade], strengths[dealer], tables) for seat in seats)

    if not game.layout.dealer:
        rows: list[tuple[Any, ...]] = [
            tuple(net_of(game, seat, strength, 0, tables) for seat in seats) for strength in strengths
        ]
        return Kinds(game, strengths, _numbered(rows), (0,))
    rows = []
    for grade in range(len(strengths)):
        near = (0, grade - 1, grade, grade + 1, last)
        rows.append(tuple(nets_of(grade, dealer) if 0 <= dealer <= last else None for dealer in near))
    kind = _numbered(rows)
    return Kinds(game, strengths, kind, _merged(game, strengths, kind, nets_of))


def _numbered(rows: Sequence[tuple[Any, ...]]) -> NDArray[np.int64]:
    """A number for each different row, in the order in which they come."""
    known: dict[tuple[Any, ...], int] = {}
    return np.array([known.setdefault(row, len(known)) for row in rows], np.int64)


def _merged(game: Game, strengths: tuple[Strength, ...], kind: NDArray[np.int64], settled: Any) -> tuple[int, ...]:
    """The fewest bands that tell the dealer's hands apart as the settlement does."""
    marks = [_mark(game, strength) for strength in strengths]
    begins = [at for at in range(len(marks)) if at == 0 or marks[at] != marks[at - 1]]
    ends = [*(at - 1 for at in begins[1:]), len(marks) - 1]
    players = sorted({int(at) for one in range(int(kind.max()) + 1) for at in np.flatnonzero(kind == one)[[0, -1]]})
    for begin, end in zip(begins, ends, strict=True):
        for grade in players:
            below = {settled(grade, dealer) for dealer in (begin, min(end, grade - 1)) if begin <= dealer < grade}
            above = {settled(grade, dealer) for dealer in (max(begin, grade + 1), end) if grade < dealer <= end}
            if len(below) > 1 or len(above) > 1:
                if len(strengths) > _MOST_BANDS:
                    raise NotCounted(
                        f"{game.name} settles a dealer's hand otherwise than by its category, by whether it qualifies "
                        "and by which hand is better; the lab does not count by more"
                    )
                return tuple(range(len(strengths)))
    firsts = [0]
    for begin in begins[1:]:
        if any(_differs(settled, grade, begin) for grade in players):
            firsts.append(begin)
    return tuple(firsts)


def _differs(settled: Any, grade: int, begin: int) -> bool:
    """Whether a hand fares otherwise against the dealer's hands on either side of a boundary, but for the better."""
    same_side = (begin - 1 < grade and begin < grade) or (begin - 1 > grade and begin > grade)
    return same_side and settled(grade, begin - 1) != settled(grade, begin)


def _mark(game: Game, strength: Strength) -> tuple[str, bool]:
    plays = game.qualifies is None or game.qualifies(strength)
    return game.ranking.category(strength).key, plays


def _all_different(game: Game) -> Mapping[str, Paytable]:
    """Pay tables with every line, each line paying an amount of its own.

    Hands that settle alike with these settle alike with any tables.
    """
    tables = {}
    for place, (bet, lines) in enumerate(game.base_tables.items()):
        pays = {line: To(1_009 * (place + 1) + 17 * at) for at, line in enumerate(lines)}
        tables[bet] = Paytable(name="EVERY-LINE", bet=bet, pays=MappingProxyType(pays))
    return tables


def cells(kinds: Kinds) -> list[tuple[int, int, int, Strength, Strength]]:
    """Kind, band and comparison of every cell that a deal can be in, with two strengths that are in it."""
    game, strengths, last = kinds.game, kinds.strength, len(kinds.strength) - 1
    there = []
    for kind in range(kinds.kinds):
        grades = np.flatnonzero(kinds.kind == kind)
        if not game.layout.dealer:
            there.append((kind, 0, EQUAL, strengths[grades[0]], 0))
            continue
        for band, begin in enumerate(kinds.bands):
            end = kinds.bands[band + 1] - 1 if band + 1 < len(kinds.bands) else last
            best, worst = int(grades[-1]), int(grades[0])
            if begin < best:
                there.append((kind, band, BELOW, strengths[best], strengths[begin]))
            if end > worst:
                there.append((kind, band, ABOVE, strengths[worst], strengths[end]))
            tied = grades[(grades >= begin) & (grades <= end)]
            if len(tied):
                there.append((kind, band, EQUAL, strengths[tied[0]], strengths[tied[0]]))
    return there
