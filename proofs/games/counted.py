"""Caribbean, Four Card and Crazy 4 counted by ranks and suits: every hand of the player, all hands of the dealer.

Without flushes a hand is its ranks, and a multiset of ranks can be made in a product of binomials, one for each rank
of which the player has left some. Then the flushes are put right: for each suit, the dealer's hands with enough cards
of it are taken out as what their ranks are worth and put in again as what they are. The dealer has too few cards for
two flushes, so nothing is put right twice.

Each step is done once for hands that look alike to it: to the first those with the same ranks, to the second those
with the same ranks in the suit and the same outside it; and of these only those that are worth the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel, spread
from proofs.games.felt import Felt
from proofs.games.holdings import PICK, Multisets
from proofs.games.worth import masks

Places = NDArray[np.int16]
"""Hands by their place in the order of worth: two bytes each, so that tables fit into the cache."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The dealer's hands by ranks alone: the hidden cards, and what they are worth beside each rank shown (or none)."""

    hidden: Multisets
    worth: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Suited:
    """The dealer's hands with a flush in one suit.

    inside, size   ranks in the suit, as masks, and how many they are
    each, sizes    ranks outside: by how many they are, how often each; and how many multisets there are
    really, plain  what inside and outside are worth together, and what their ranks alone are
    """

    inside: NDArray[np.int64]
    size: NDArray[np.int64]
    each: NDArray[np.int64]
    sizes: NDArray[np.int64]
    really: NDArray[np.int64]
    plain: NDArray[np.int64]


def _mixed(felt: Felt, ranks: Sequence[int]) -> int:
    """What ranks are worth without a flush: suits dealt in turn, so that a rank never has one twice."""
    return felt.worth(*masks(4 * rank + at % 4 for at, rank in enumerate(sorted(ranks))))


def _listed(each: NDArray[np.int64]) -> list[int]:
    return [rank for rank in range(13) for _ in range(int(each[rank]))]


def _ranked(felt: Felt) -> Ranked:
    hidden = Multisets(felt.dealer - felt.up, 4)
    shown = [[rank] for rank in range(13)] if felt.up else [[]]
    worth = np.zeros((len(shown), len(hidden)), np.int64)
    for row, up in enumerate(shown):
        for at in range(len(hidden)):
            ranks = [*up, *hidden.listed(at)]
            # Five of a rank is no hand; it has no ways either.
            worth[row, at] = _mixed(felt, ranks) if all(ranks.count(rank) <= 4 for rank in up) else 0
    return Ranked(hidden, worth)


def _suited(felt: Felt) -> Suited:
    most_outside = felt.dealer - felt.flush
    held = [ranks for size in range(felt.flush, felt.dealer + 1) for ranks in combinations(range(13), size)]
    outside = [Multisets(size, 3) for size in range(most_outside + 1)]
    each = np.zeros((len(outside), len(outside[-1]), 13), np.int64)
    for size, others in enumerate(outside):
        each[size, : len(others)] = others.each
    really = np.zeros((len(held), len(outside[-1])), np.int64)
    plain = np.zeros_like(really)
    for row, inside in enumerate(held):
        others = outside[felt.dealer - len(inside)]
        for at in range(len(others)):
            ranks = others.listed(at)
            suited = [4 * rank for rank in inside] + [4 * rank + 1 + place for place, rank in enumerate(ranks)]
            really[row, at] = felt.worth(*masks(suited))
            plain[row, at] = _mixed(felt, [*inside, *ranks])
    return Suited(
        inside=np.array([sum(1 << rank for rank in ranks) for ranks in held], np.int64),
        size=np.array([len(ranks) for ranks in held], np.int64),
        each=each,
        sizes=np.array([len(others) for others in outside], np.int64),
        really=really,
        plain=plain,
    )


def counts(felt: Felt, hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each hand (four masks) and card shown: the dealer's hands unqualified, worse, and no better.

    The second axis is the card shown, 52 of them; those that the hand holds itself mean nothing. Where no card is
    shown it is one long.
    """
    ranked, suited = _ranked(felt), _suited(felt)
    own = np.array([felt.worth(*map(int, hand)) for hand in hands], np.int64)
    order = np.unique(np.concatenate([ranked.worth.ravel(), suited.really.ravel(), suited.plain.ravel(), own]))
    mine, least = _placed(order, own), int(np.searchsorted(order, felt.qualifies))
    inside = (hands[:, :, None] >> np.arange(13)) & 1
    each = inside.sum(axis=1)
    made = _by_ranks(felt, each, mine, ranked.hidden, _placed(order, ranked.worth), least)
    if felt.up:
        made = np.repeat(made, 4, axis=1)
    placed = _placed(order, suited.really), _placed(order, suited.plain)
    right = _flushes_put_right(felt, hands, each[:, None] - inside, mine, suited, *placed, least)
    for suit in range(4):
        if not felt.up:
            made += right[:, suit]
        for shown in range(4 * felt.up):
            made[:, shown::4] += right[:, suit, :13] if shown == suit else right[:, suit, 13:]
    return made


def _placed(order: NDArray[np.int64], worth: NDArray[np.int64]) -> Places:
    return np.searchsorted(order, worth).astype(np.int16)


def _by_ranks(
    felt: Felt, each: NDArray[np.int64], mine: Places, hidden: Multisets, worth: Places, least: int
) -> NDArray[np.int64]:
    """The counts without flushes, by hand and rank shown."""
    first, kind = _alike((each << 3 * np.arange(13)).sum(axis=1), mine)
    made = np.zeros((len(first), 13 if felt.up else 1, 3), np.int64)
    some, place = each[first], mine[first]

    def work(a: int, b: int) -> None:
        _count_ranks(some[a:b], place[a:b], hidden.ranks, hidden.many, worth, least, PICK, made[a:b])

    spread(work, len(first), 100)
    return made[kind]


def _alike(key: NDArray[np.int64], mine: Places) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first of each that share a key of at most 39 bits and a worth, and to which of them each belongs."""
    _, first, which = np.unique(key << 16 | mine, return_index=True, return_inverse=True)
    return first, which.ravel()


def _flushes_put_right(
    felt: Felt,
    hands: NDArray[np.int64],
    outside: NDArray[np.int64],
    mine: Places,
    suited: Suited,
    really: Places,
    plain: Places,
    least: int,
) -> NDArray[np.int32]:
    """What flushes change, by hand, suit and card shown: 13 of the suit, then 13 of another."""
    key = (outside << 2 * np.arange(13)).sum(axis=2) << 13 | hands
    first, view = _alike(key.ravel(), np.repeat(mine, 4))
    own, others, place = hands.ravel()[first], outside.reshape(-1, 13)[first], np.repeat(mine, 4)[first]
    made = np.zeros((len(first), 26 if felt.up else 1, 3), np.int32)

    def work(a: int, b: int) -> None:
        _put_right(
            own[a:b], others[a:b], place[a:b], suited.inside, suited.size, suited.each, suited.sizes,
            really, plain, least, felt.dealer, felt.up, PICK, made[a:b],
        )  # fmt: skip

    spread(work, len(first), 500)
    return made[view].reshape(len(hands), 4, -1, 3)


@kernel
def _count_ranks(
    each: NDArray[np.int64],
    own: Places,
    ranks: NDArray[np.int64],
    many: NDArray[np.int64],
    worth: Places,
    qualifies: int,
    pick: NDArray[np.int64],
    made: NDArray[np.int64],
) -> None:
    """Count the dealer's hands by their ranks alone.

    each, own    how often the player has each rank, and what the player's hand is worth
    ranks, many  the dealer's hidden cards; `worth` of them with each rank shown
    """
    left = np.zeros(13, np.int64)
    for hand in range(len(each)):
        for up in range(made.shape[1]):
            left[:] = 4 - each[hand]
            if made.shape[1] == 13:
                left[up] -= 1
                if left[up] < 0:
                    continue
            unqualified, worse, no_better = 0, 0, 0
            for row in range(len(ranks)):
                ways = 1
                for place in range(ranks.shape[1]):
                    ways *= pick[left[ranks[row, place]], many[row, place]]
                unqualified += ways * (worth[up, row] < qualifies)
                worse += ways * (worth[up, row] < own[hand])
                no_better += ways * (worth[up, row] <= own[hand])
            made[hand, up, 0], made[hand, up, 1], made[hand, up, 2] = unqualified, worse, no_better


@kernel
def _put_right(
    own: NDArray[np.int64],
    outside: NDArray[np.int64],
    mine: Places,
    inside: NDArray[np.int64],
    size: NDArray[np.int64],
    each: NDArray[np.int64],
    sizes: NDArray[np.int64],
    really: Places,
    plain: Places,
    qualifies: int,
    dealer: int,
    shows: int,
    pick: NDArray[np.int64],
    made: NDArray[np.int32],
) -> None:
    """Take the dealer's flushes in one suit out as their ranks and put them in as flushes.

    own, outside  the player's ranks in the suit, as a mask, and how often each outside it
    mine          the place of the player's hand
    the others    the dealer's hands, as in `Suited`, in places
    """
    at, ways = np.zeros((len(each), 91), np.int64), np.zeros((len(each), 91), np.int64)
    found, left, drawn = np.zeros(len(each), np.int64), np.zeros(13, np.int64), np.zeros(13, np.int64)
    for hand in range(len(own)):
        for up in range(made.shape[1]):
            rank = up % 13
            shown_inside, shown_outside = shows == 1 and up < 13, shows == 1 and up >= 13
            needed = 1 << rank if shown_inside else 0
            left[:] = 3 - outside[hand]
            if shown_outside:
                left[rank] -= 1
            if left[rank] < 0 or needed & own[hand]:
                continue
            # The ways to make each multiset outside, those that cannot be made left out.
            for cards in range(len(each)):
                found[cards] = 0
                for row in range(sizes[cards]):
                    drawn[:] = each[cards, row]
                    if shown_outside:
                        drawn[rank] -= 1
                    many = 1 if drawn[rank] >= 0 else 0
                    for other in range(13):
                        if drawn[other] > 0:
                            many *= pick[left[other], drawn[other]]
                    if many:
                        at[cards, found[cards]], ways[cards, found[cards]] = row, many
                        found[cards] += 1
            if found.max() == 0:
                continue
            unqualified, worse, no_better = 0, 0, 0
            for row in range(len(inside)):
                if inside[row] & own[hand] or inside[row] & needed != needed:
                    continue
                cards = dealer - size[row]
                for other in range(found[cards]):
                    many = ways[cards, other]
                    flush, ranks = really[row, at[cards, other]], plain[row, at[cards, other]]
                    unqualified += many * ((flush < qualifies) - (ranks < qualifies))
                    worse += many * ((flush < mine[hand]) - (ranks < mine[hand]))
                    no_better += many * ((flush <= mine[hand]) - (ranks <= mine[hand]))
            made[hand, up, 0], made[hand, up, 1], made[hand, up, 2] = unqualified, worse, no_better
