"""Flushes Gone Wild solved exactly: every hand of five cards, every board, and the dealer's hands counted suit by suit.

With v what the player's hand is worth on a board, the dealer's hands that are worth no more are those whose flush in
each suit is worth no more. Once it is said how many deuces the dealer holds, the suits have nothing to do with each
other: how many ways there are to hold k cards of a suit that is not above v is a short row of numbers, and four such
rows are multiplied like polynomials. Of a row all but one number are binomials, since a flush of fewer cards is always
worse; only at exactly as many cards do ranks decide, and they are compared bit by bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import comb
from typing import TYPE_CHECKING, Final, cast

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Cards
from croupier.games.flushes_gone_wild import FLUSHES, MARGIN
from croupier.lab.games.flushes_kernels import count_flushes
from croupier.lab.games.nets import Posted, Tables, tables_of, unit_of
from croupier.lab.games.solution import Solution
from croupier.lab.kernel import spread
from croupier.lab.known_cards.decks import WHOLE, classes
from croupier.lab.uth.distribution import histogram
from croupier.lab.work import Progress, no_progress
from croupier.rules.actions import BET2
from croupier.rules.game import Hands
from croupier.rules.paytables import Paytable
from croupier.rules.seat import Seat, acted, bet_cents
from croupier.rules.settlement import settle_base

if TYPE_CHECKING:
    from croupier.rules.terms import Terms

CELLS: Final = 8
"""How a deal can end: won with as many cards as the dealer, with one more … with five more; tied; lost."""
_TIED, _LOST = 6, 7
_MOST_CARDS, _RANKS = 7, 13
_OWN = 5

_ROWS: Final = 128
_ROWS_A_REPORT: Final = 4096


def deals_after(seen: int = 0) -> int:
    """Deals that can follow with one hand, with so many cards of others out of the deck."""
    left = 52 - _OWN - seen
    return comb(left, 2) * comb(left - 2, _OWN)


_counted: list[NDArray[np.int64]] = []


def flush_cells(progress: Progress = no_progress) -> NDArray[np.int64]:
    """By hand of five cards up to the names of the suits, the deals of each of the `CELLS`: some minutes' work, done
    once."""
    if not _counted:
        own = classes(WHOLE, _OWN).cards
        cells = np.zeros((len(own), CELLS), np.int64)
        for begin in range(0, len(own), _ROWS_A_REPORT):
            part = slice(begin, begin + _ROWS_A_REPORT)
            _count_in_parts(own[part], cells[part])
            progress("counting what each hand meets", min(1.0, part.stop / len(own)))
        _counted.append(cells)
    return _counted[0]


def _count_in_parts(own: NDArray[np.uint8], cells: NDArray[np.int64]) -> None:
    nothing = np.zeros(0, np.uint8)
    spread(lambda first, stop: count_flushes(own[first:stop], nothing, cells[first:stop]), len(own), _ROWS)


def cells_of(own: Cards, seen: Cards = ()) -> NDArray[np.int64]:
    """The same of one hand, with some cards of others out of the deck: some thousandths of a second."""
    cells = np.zeros((1, CELLS), np.int64)
    count_flushes(np.array([sorted(own)], np.uint8), np.array(sorted(seen), np.uint8), cells)
    return np.asarray(cells[0])


@dataclass(frozen=True)
class Flushes:
    """The game under a pay table of the Blind, ready to be played in any way."""

    table: Paytable

    @cached_property
    def unit(self) -> int:
        return unit_of({MARGIN: self.table})

    @property
    def fold(self) -> int:
        """What a fold nets, in units."""
        return -2 * self.unit

    @cached_property
    def nets(self) -> NDArray[np.int64]:
        """What going on nets in each of the `CELLS`, in units, by the game's own settlement."""
        street, seat = FLUSHES.streets[0], Seat(number=1, stakes=FLUSHES.complete({FLUSHES.base: self.unit}))
        seat = acted(seat, BET2, street, bet_cents(seat, FLUSHES, street, BET2))
        player = _MOST_CARDS << _RANKS | 1
        dealers = [player - 1, *((_MOST_CARDS - margin) << _RANKS for margin in range(1, _TIED)), player, player + 1]
        terms = cast("Terms", Posted({MARGIN: self.table}))
        hands = [Hands(player, dealer, (), (), ()) for dealer in dealers]
        return np.array([sum(row.net for row in settle_base(FLUSHES, seat, one, terms)) for one in hands], np.int64)

    @property
    def weight(self) -> NDArray[np.int64]:
        return classes(WHOLE, _OWN).weight

    @cached_property
    def worth(self) -> NDArray[np.int64]:
        """What going on nets with each hand over all that can follow, in units."""
        return np.asarray(flush_cells() @ self.nets)

    @cached_property
    def best(self) -> NDArray[np.bool_]:
        """With which hands going on is best; of equal choices, the bet."""
        return np.asarray(self.worth >= self.fold * deals_after())

    def ends(self, plays: NDArray[np.bool_]) -> tuple[NDArray[np.int64], int]:
        """The deals of each of the `CELLS` with the hands that go on, and those of hands that fold."""
        cells = (flush_cells() * np.where(plays, self.weight, 0)[:, None]).sum(axis=0)
        return np.asarray(cells), int(self.weight[~plays].sum()) * deals_after()

    def play(self, plays: NDArray[np.bool_]) -> Solution:
        """The game played so, over every deal."""
        cells, folded = self.ends(plays)
        played = int(cells.sum())
        net, ways = histogram(np.append(self.nets, self.fold), np.append(cells, folded))
        deals = played + folded
        return Solution(
            game=FLUSHES,
            tables={MARGIN: self.table},
            unit=self.unit,
            net=net,
            ways=ways,
            bet=self.unit * (2 * deals + 2 * played),
            frequencies={
                FLUSHES.streets[0].key: {"bet2": Fraction(played, deals), "fold": Fraction(folded, deals)},
            },
        )

    @cached_property
    def solution(self) -> Solution:
        """The game played best."""
        return self.play(self.best)


@cache
def _flushes(table: Paytable) -> Flushes:
    return Flushes(table)


def flushes(designs: Tables | None = None) -> Flushes:
    """The game with the house's pay table of the Blind, or a design in its place."""
    return _flushes(tables_of(FLUSHES, designs)[MARGIN])
