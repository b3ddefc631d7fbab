"""Rules of Let It Ride and Mississippi Stud one by one: what each chooses, in which words, and whether it fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from croupier.cards import Cards
from croupier.lab.games.charts.draws import count_in, of_a_kind, ranks_in_line, spread, suited

SIX, TEN, JACK = 4, 8, 9


@dataclass(frozen=True, slots=True)
class Read:
    """Cards in sight as the rules speak of them, and the base bets that are down.

    paired   the ranks that are there more than once, each as often as it is there
    ranks    the ranks as the narrowest straight would use them
    span     how many ranks they span, 0 if no straight can hold them all
    points   a jack or better has two, a six to a ten one
    """

    cards: Cards
    down: int
    paired: list[int]
    ranks: list[int]
    span: int
    points: int

    @property
    def suited(self) -> bool:
        return suited(self.cards)

    def high(self, least: int) -> int:
        """How many cards are of that rank or higher; an ace beside low cards is not."""
        return count_in(self.ranks, least)

    @property
    def middle(self) -> int:
        """How many cards are a six to a ten."""
        return count_in(self.ranks, SIX, TEN)

    def pays(self, least: int) -> bool:
        """Whether there is a pair of that rank or higher, two pair or three of a kind."""
        return max(self.paired, default=0) >= least or len(self.paired) > 2

    def gaps(self, number: int, high: int, least: int) -> bool:
        """Three suited cards with that many gaps, and so many of that rank or higher."""
        return self.suited and self.span == 3 + number and self.high(least) >= high


def read(cards: Cards, down: int) -> Read:
    """Those cards, read."""
    points = sum(2 if card.rank >= JACK else 1 if card.rank >= SIX else 0 for card in cards)
    return Read(cards, down, of_a_kind(cards), ranks_in_line(cards), spread(cards), points)


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: what it chooses, in which words, and whether it fits the cards."""

    choice: str
    words: str
    fits: Callable[[Read], bool] = lambda _: True


Clauses: TypeAlias = Mapping[int, tuple[Clause, ...]]
"""The rules by the number of cards in sight; the first that fits decides, and the last fits always."""


def clause_of(clauses: Clauses, cards: Cards, down: int = 1) -> Clause:
    """The rule that decides with those cards in sight and so many base bets down."""
    seen = read(cards, down)
    return next(clause for clause in clauses[len(cards)] if clause.fits(seen))
