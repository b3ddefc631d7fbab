"""A dealer who flashes cards: what seeing them is worth.

    exposed("dealer").value               # one of the dealer's cards
    exposed("dealers").value              # both
    exposed("dealer-flop").value          # one of them and a card of the flop
    exposed("dealer-later").value         # one of them and a card of the turn or river

The player sees the cards before the first decision. The tables are those of seen cards, with the dealer's hands
limited to those that hold the seen ones; a known flop card limits the flops; a known turn or river card makes four
known cards of the board where three were. As with seen cards, the fixed strategy averaged over all classes must be
worth exactly what the base game is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.known_cards.engine import FixedStrategy, hole_totals, optimal, seen_tables
from croupier.lab.known_cards.frames import all_flops, flops_beside, four_known
from croupier.lab.known_cards.sets import seen_classes
from croupier.lab.known_cards.totals import NotProven, one_total
from croupier.lab.uth.flops import flop_cards

PUBLISHED: Mapping[str, str] = {
    "dealer": "13.5922",
    "dealers": "38.5816",
    "dealer-flop": "22.3286",
    "dealer-later": "26.1867",
}
"""The player's edge in percent of the Ante that Eliot Jacobson has published."""
WORDS: Mapping[str, str] = {
    "dealer": "one dealer card",
    "dealers": "both dealer cards",
    "dealer-flop": "one dealer card and one flop card",
    "dealer-later": "one dealer card and one turn or river card",
}


@dataclass(frozen=True, slots=True)
class Exposed:
    """What seeing some of the dealer's cards is worth, exactly, in Antes."""

    what: str
    classes: int
    value: Fraction
    fixed: Fraction

    def to_dict(self) -> dict[str, object]:
        return {
            "exposed": self.what,
            "classes": self.classes,
            "edge_of_ante": float(-self.value),
            "player_edge_of_ante": float(self.value),
            "published_percent": PUBLISHED[self.what],
            "exact": {"numerator": self.value.numerator, "denominator": self.value.denominator},
        }


@dataclass(frozen=True, slots=True)
class _Class:
    """One class: how many it stands for, the cards no hole can hold, and the totals of all holes."""

    weight: int
    gone: tuple[int, ...]
    holes: NDArray[np.int64]


def exposed(
    what: str, strategy: FixedStrategy | None = None, progress: Callable[[int, int], None] | None = None
) -> Exposed:
    """Best play, and the fixed strategy, for one who sees those cards."""
    if what not in _SOLVED:
        raise Refused(f"nothing is known about seeing {what!r}; want one of {', '.join(_SOLVED)}")
    strategy = strategy or optimal()
    solve, classes, deals = _SOLVED[what]
    best = fixed = weight = 0
    for number, each in enumerate(solve(strategy), start=1):
        totals = one_total(each.gone, each.holes, strategy)
        best += each.weight * totals.best
        fixed += each.weight * totals.fixed
        weight += each.weight
        if progress is not None:
            progress(number, classes)
    over = strategy.unit * deals * weight
    if Fraction(fixed, over) != strategy.value:
        raise NotProven(f"the fixed strategy is worth {fixed / over:.15f} with {WORDS[what]} seen; want the base value")
    return Exposed(what, classes, Fraction(best, over), Fraction(fixed, over))


def _ordered_pairs() -> Iterator[tuple[int, int, int]]:
    """A first and a second card up to the names of the suits, and how many pairs are like them."""
    like: dict[tuple[int, int], int] = {}
    for first, second in permutations(range(52), 2):
        # The first card's suit becomes clubs, another one diamonds.
        like_this = (first & ~3, (second & ~3) | (first & 3 != second & 3))
        like[like_this] = like.get(like_this, 0) + 1
    for (first, second), weight in sorted(like.items()):
        yield first, second, weight


def _one(strategy: FixedStrategy) -> Iterator[_Class]:
    for rank in range(13):
        seen = (4 * rank,)
        yield _Class(4, seen, hole_totals(seen_tables(strategy, seen, dealer=seen), all_flops()))


def _both(strategy: FixedStrategy) -> Iterator[_Class]:
    classes = seen_classes(2)
    for cards, weight in zip(classes.cards.tolist(), classes.weight.tolist(), strict=True):
        seen = (cards[0], cards[1])
        yield _Class(weight, seen, hole_totals(seen_tables(strategy, seen, dealer=seen), all_flops()))


def _one_and_flop(strategy: FixedStrategy) -> Iterator[_Class]:
    tables = None
    for own, card, weight in _ordered_pairs():
        if tables is None or tables.seen != (own,):
            tables = seen_tables(strategy, (own,), dealer=(own,))
        flops = all_flops().where((flop_cards() == card).any(axis=1))
        yield _Class(weight, (own, card), hole_totals(tables, flops))


def _one_and_later(strategy: FixedStrategy) -> Iterator[_Class]:
    tables = None
    for own, card, weight in _ordered_pairs():
        if tables is None or tables.seen != (own,):
            tables = seen_tables(strategy, (own,), four_known(), dealer=(own,))
        yield _Class(weight, (own, card), hole_totals(tables, flops_beside(card)))


_SOLVED: Mapping[str, tuple[Callable[[FixedStrategy], Iterator[_Class]], int, int]] = {
    "dealer": (_one, 13, comb(51, 2) * comb(49, 3) * comb(46, 2) * 44),
    "dealers": (_both, 169, comb(50, 2) * comb(48, 3) * comb(45, 2)),
    "dealer-flop": (_one_and_flop, 325, comb(50, 2) * comb(48, 2) * comb(46, 2) * 44),
    "dealer-later": (_one_and_later, 325, comb(50, 2) * comb(48, 3) * 45 * 44),
}
"""What can be seen: how it is solved, its classes, and the deals left in each."""
