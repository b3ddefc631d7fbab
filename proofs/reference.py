"""The game solved the plain way: every flop, every turn and river, every hand, one by one.

This is what the fast solver must agree with to the last unit, so it shares no kernel with it and has an
evaluator of its own that looks nothing like the other. For each flop and each turn and river all holes are
ranked and sorted, and one sweep counts, for each, the dealer hands it beats and ties, less those that need
one of its cards. The deck may be any set of cards, so a short one is solved in full in a moment; the
full deck takes minutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.lab.kernel import in_order, kernel

FULL_DECK: tuple[int, ...] = tuple(int(card) for card in DECK)


@kernel
def _bits(mask: int) -> int:
    """How many bits a mask of thirteen has."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def _top(mask: int, wanted: int) -> int:
    """The highest `wanted` bits of a mask, lower ones cleared."""
    extra = _bits(mask) - wanted
    for _ in range(extra):
        mask &= mask - 1
    return mask


@kernel
def _straight(mask: int) -> int:
    """The top bit of the best straight in a mask of ranks, or 0."""
    run = mask << 1 | (mask >> 12 & 1)
    run = run & run << 1 & run << 2 & run << 3 & run << 4
    return _top(run >> 1, 1)


@kernel
def worth(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """What the cards in four masks of ranks, one a suit, are worth: category × 2^26, then what decides.

    Within a category hands compare as masks: the ranks that make it, shifted by 13, then the kickers.

    Oracle: `croupier.hands.strength`, which orders hands the same way.
    """
    for suit in (clubs, diamonds, hearts, spades):
        if _bits(suit) >= 5:
            top = _straight(suit)
            if top:
                return (9 if top == 4096 else 8) << 26 | top
            return 5 << 26 | _top(suit, 5)
    ranks = clubs | diamonds | hearts | spades
    minor, major = clubs & diamonds, hearts & spades
    either_minor, either_major = clubs | diamonds, hearts | spades
    twice = minor | major | either_minor & either_major
    thrice = minor & either_major | major & either_minor
    quads = minor & major
    if quads:
        return 7 << 26 | quads << 13 | _top(ranks & ~quads, 1)
    if thrice:
        three = _top(thrice, 1)
        pair = twice & ~three
        if pair:
            return 6 << 26 | three << 13 | _top(pair, 1)
    top = _straight(ranks)
    if top:
        return 4 << 26 | top
    if thrice:
        return 3 << 26 | thrice << 13 | _top(ranks & ~thrice, 2)
    if twice:
        pairs = _top(twice, 2)
        if _bits(pairs) == 2:
            return 2 << 26 | pairs << 13 | _top(ranks & ~pairs, 1)
        return 1 << 26 | pairs << 13 | _top(ranks & ~pairs, 3)
    return _top(ranks, 5)


@kernel
def _enumerate(
    flop: NDArray[np.int64], deck: NDArray[np.int64], unit: int, bonus: NDArray[np.int64], sums: NDArray[np.int64]
) -> None:
    """Add, for every hole beside one flop, its sums over turns, rivers and dealers to `sums[hole]`.

    deck   all cards of the game, sorted
    unit   units in an Ante; bonus, what a winning Blind pays in units by category
    sums   bet 2x, check and play the river best, dealer hands beaten less those that beat, river bets
    """
    left = np.empty(deck.size - 3, np.int64)
    n = 0
    for card in deck:
        if card != flop[0] and card != flop[1] and card != flop[2]:
            left[n] = card
            n += 1
    most = n * n // 2
    order = np.empty(most, np.int64)
    hole_low, hole_high = np.empty(most, np.int64), np.empty(most, np.int64)
    less_with, same_with, weak_with = np.zeros(52, np.int64), np.zeros(52, np.int64), np.zeros(52, np.int64)
    suits = np.zeros(4, np.int64)
    hand = np.zeros(4, np.int64)
    dealers = (deck.size - 7) * (deck.size - 8) // 2
    for turn in range(n):
        for river in range(turn + 1, n):
            suits[:] = 0
            for card in (flop[0], flop[1], flop[2], left[turn], left[river]):
                suits[card & 3] |= 1 << (card >> 2)
            holes = 0
            weak = 0
            less_with[:] = 0
            same_with[:] = 0
            weak_with[:] = 0
            for i in range(n):
                if i in (turn, river):
                    continue
                for j in range(i + 1, n):
                    if j in (turn, river):
                        continue
                    a, b = left[i], left[j]
                    hand[:] = suits
                    hand[a & 3] |= 1 << (a >> 2)
                    hand[b & 3] |= 1 << (b >> 2)
                    value = worth(hand[0], hand[1], hand[2], hand[3])
                    hole_low[holes], hole_high[holes] = a, b
                    order[holes] = value << 11 | holes
                    holes += 1
                    if value < 1 << 26:
                        weak += 1
                        weak_with[a] += 1
                        weak_with[b] += 1
            ranked = np.sort(order[:holes])
            i = 0
            while i < holes:
                value = ranked[i] >> 11
                j = i
                while j < holes and ranked[j] >> 11 == value:
                    a, b = hole_low[ranked[j] & 2047], hole_high[ranked[j] & 2047]
                    same_with[a] += 1
                    same_with[b] += 1
                    j += 1
                kind = value >> 26
                for k in range(i, j):
                    a, b = hole_low[ranked[k] & 2047], hole_high[ranked[k] & 2047]
                    win = i - less_with[a] - less_with[b]
                    tie = j - i - same_with[a] - same_with[b] + 1
                    lose = dealers - win - tie
                    unqualified = weak - weak_with[a] - weak_with[b]
                    if kind == 0:
                        unqualified += 1
                        ante = -(dealers - unqualified)
                    else:
                        ante = (win - unqualified) - lose
                    bet1 = unit * (ante - lose + win - lose) + win * bonus[kind]
                    fold = -2 * unit * dealers
                    row = a + b * (b - 1) // 2
                    sums[row, 0] += bet1 + unit * (win - lose)
                    sums[row, 1] += max(bet1, fold)
                    sums[row, 2] += win - lose
                    sums[row, 3] += bet1 >= fold
                for k in range(i, j):
                    a, b = hole_low[ranked[k] & 2047], hole_high[ranked[k] & 2047]
                    less_with[a] += same_with[a]
                    same_with[a] = 0
                    less_with[b] += same_with[b]
                    same_with[b] = 0
                i = j


def enumerate_flop(
    flop: Sequence[int], unit: int, bonus: NDArray[np.int64], deck: Sequence[int] = FULL_DECK
) -> NDArray[np.int64]:
    """The sums of every hole beside a flop: bet 2x, check, margin, river bets; zeros where there is none."""
    sums = np.zeros((1326, 4), np.int64)
    _enumerate(np.array(sorted(flop)), np.array(sorted(deck)), unit, bonus[:10].copy(), sums)
    return sums


def different_flops(deck: Sequence[int] = FULL_DECK) -> dict[tuple[int, ...], int]:
    """One flop of each kind, the names of suits aside, and how many of the deck's flops are of that kind."""
    found: dict[tuple[int, ...], int] = {}
    namings = list(permutations(range(4)))
    for flop in combinations(sorted(deck), 3):
        least = min(tuple(sorted(card & ~3 | suits[card & 3] for card in flop)) for suits in namings)
        found[least] = found.get(least, 0) + 1
    return found


@dataclass(frozen=True, slots=True)
class Reference:
    """The whole game by enumeration: totals of every hole over its deals, in units, and of the game."""

    check: NDArray[np.int64]
    bet3: NDArray[np.int64]
    bet4: NDArray[np.int64]
    total: int
    deals: int


def enumerate_game(
    unit: int,
    bonus: NDArray[np.int64],
    deck: Sequence[int] = FULL_DECK,
    flops: Iterable[tuple[tuple[int, ...], int]] | None = None,
) -> Reference:
    """The game solved flop by flop; `flops` with their weights may be given to solve only some of them.

    Flops of a kind are enumerated once, so the totals of single holes are sums over all renamings of suits:
    what one hole gains from another suit's flop its suit-mate gains from this one's. Holes that differ by
    the names of suits therefore share one total, the sum over them all.
    """
    chosen = list(different_flops(deck).items() if flops is None else flops)
    totals = np.zeros((1326, 3), np.int64)
    every = in_order(lambda kind: enumerate_flop(kind[0], unit, bonus, deck), chosen)
    for (_, weight), sums in zip(chosen, every, strict=True):
        totals[:, 0] += weight * np.maximum(sums[:, 0], sums[:, 1])
        totals[:, 1] += weight * sums[:, 0]
        totals[:, 2] += weight * sums[:, 2]
    shared = _shared(totals)
    check = shared[:, 0]
    bet3 = shared[:, 1] + unit * shared[:, 2]
    bet4 = shared[:, 1] + 2 * unit * shared[:, 2]
    best = np.maximum(np.maximum(check, bet3), bet4)
    starts, first = np.unique(_kinds(), return_index=True)
    cards = len(deck)
    deals = comb(cards, 2) * comb(cards - 2, 3) * comb(cards - 5, 2) * comb(cards - 7, 2)
    assert len(starts) == 169
    return Reference(check, bet3, bet4, sum(int(best[i]) for i in first), deals)


def _kinds() -> NDArray[np.int64]:
    """A number for each hole that holes share if they differ only by the names of suits."""
    high = np.repeat(np.arange(52), np.arange(52))
    low = np.concatenate([np.arange(n) for n in range(52)])
    return np.asarray((low >> 2) * 26 + (high >> 2) * 2 + (low & 3 == high & 3))


def _shared(totals: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each hole's total replaced by the sum over all holes of its kind."""
    kinds = _kinds()
    sums = np.zeros((kinds.max() + 1, totals.shape[1]), np.int64)
    np.add.at(sums, kinds, totals)
    return np.asarray(sums[kinds])
