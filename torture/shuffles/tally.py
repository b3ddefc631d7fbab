"""What is counted of many decks, and how likely each count is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from torture.shuffles.chance import (
    cycles_exactly,
    descents_exactly,
    fixed_points_exactly,
    goodness,
    inversions_exactly,
    two_sided,
)

Decks: TypeAlias = NDArray[np.uint8]
"""One deck a row, from the top; a card is its number."""
Counts: TypeAlias = NDArray[np.int64]


def _zeros(*shape: int) -> Counts:
    return np.zeros(shape, dtype=np.int64)


@dataclass(slots=True)
class Tally:
    """Counts over all decks that were taken. Decks that follow each other have seeds that follow each other."""

    decks: int = 0
    places: Counts = field(default_factory=lambda: _zeros(52, 52))
    """How often each place had each card."""
    neighbours: Counts = field(default_factory=lambda: _zeros(51, 52 * 52))
    """How often each place and the next had each pair of cards."""
    fixed: Counts = field(default_factory=lambda: _zeros(53))
    cycles: Counts = field(default_factory=lambda: _zeros(53))
    inversions: Counts = field(default_factory=lambda: _zeros(52 * 51 // 2 + 1))
    descents: Counts = field(default_factory=lambda: _zeros(53))
    kept: Counts = field(default_factory=lambda: _zeros(53))
    """How many cards lie in the same place in two decks that follow each other."""
    tops: Counts = field(default_factory=lambda: _zeros(52 * 52))
    """The top cards of two decks that follow each other."""

    def add(self, other: Tally) -> None:
        """Take another tally's decks as well."""
        self.decks += other.decks
        for name in ("places", "neighbours", "fixed", "cycles", "inversions", "descents", "kept", "tops"):
            getattr(self, name)[...] += getattr(other, name)

    def take(self, decks: Decks) -> None:
        """Count an even number of decks."""
        assert len(decks) % 2 == 0, "decks are compared two by two"
        self.decks += len(decks)
        # One number for each place or pair, so that one pass counts them all.
        at = np.arange(52) * 52
        self.places += np.bincount((at + decks).ravel(), minlength=52 * 52).reshape(52, 52)
        pairs = decks[:, :-1].astype(np.int64) * 52 + decks[:, 1:]
        offsets = np.arange(51) * (52 * 52)
        self.neighbours += np.bincount((offsets + pairs).ravel(), minlength=51 * 52 * 52).reshape(51, -1)
        self.fixed += np.bincount((decks == np.arange(52)).sum(axis=1), minlength=53)
        self.cycles += np.bincount(_cycles(decks), minlength=53)
        self.inversions += np.bincount(_inversions(decks), minlength=52 * 51 // 2 + 1)
        self.descents += np.bincount((decks[:, :-1] > decks[:, 1:]).sum(axis=1), minlength=53)
        self.kept += np.bincount((decks[::2] == decks[1::2]).sum(axis=1), minlength=53)
        self.tops += np.bincount(decks[::2, 0].astype(np.int64) * 52 + decks[1::2, 0], minlength=52 * 52)


def p_values(tally: Tally) -> dict[str, float]:
    """For each test, how often a fair shuffle would be as far from the middle, either way.

    >>> from torture.shuffles.tally import Tally
    >>> len(p_values(Tally(decks=0)))
    59
    """
    n = tally.decks
    even = n / 52
    # Every row and every column adds up to the number of decks: 51 × 51 degrees of freedom, in all directions alike.
    by_place = float(((tally.places - even) ** 2).sum() / even * 51 / 52) if n else 0.0
    apart = ~np.eye(52, dtype=bool).ravel()
    found = {"each card in each place": two_sided(by_place, 51 * 51)}
    for place, counts in enumerate(tally.neighbours, 1):
        found[f"the cards in places {place} and {place + 1}"] = goodness(counts[apart], np.full(52 * 51, n / 52 / 51))
    found["cards in their own place"] = goodness(tally.fixed, fixed_points_exactly() * n)
    found["cycles"] = goodness(tally.cycles, cycles_exactly() * n)
    found["odd and even orders"] = goodness(_odd_and_even(tally.cycles), np.full(2, n / 2))
    found["inversions"] = goodness(tally.inversions, inversions_exactly() * n)
    found["descents"] = goodness(tally.descents, descents_exactly() * n)
    found["cards that stay from one deck to the next"] = goodness(tally.kept, fixed_points_exactly() * (n / 2))
    found["top cards of one deck and the next"] = goodness(tally.tops, np.full(52 * 52, n / 2 / 52 / 52))
    return found


def _odd_and_even(cycles: Counts) -> Counts:
    return np.array([cycles[::2].sum(), cycles[1::2].sum()], dtype=np.int64)


def _cycles(decks: Decks) -> NDArray[np.int64]:
    """How many cycles each deck has as an order of the 52 cards: the places that no later step of theirs undercuts."""
    smallest = np.tile(np.arange(52, dtype=np.uint8), (len(decks), 1))
    onward = decks.astype(np.intp)
    # Each pass doubles how far ahead every place has looked along its cycle; six passes look at 64.
    for _ in range(6):
        smallest = np.minimum(smallest, np.take_along_axis(smallest, onward, axis=1))
        onward = np.take_along_axis(onward, onward, axis=1)
    counted: NDArray[np.int64] = (smallest == np.arange(52)).sum(axis=1)
    return counted


def _inversions(decks: Decks) -> NDArray[np.int64]:
    columns = np.ascontiguousarray(decks.T)
    total = np.zeros(len(decks), dtype=np.int64)
    for first in range(51):
        total += (columns[first + 1 :] < columns[first]).sum(axis=0, dtype=np.uint8)
    return total
