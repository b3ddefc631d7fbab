"""Every hand of a player against every hand of the dealer, counted without dealing them out.

    duels = count_duels(own=five_cards(), own_size=5, dealer=five_cards(), dealer_size=5, up=1, qualifies=grade)

For a player's hand h and a card u that the dealer shows, the dealer's hands are those sets that hold u and none of h.
Let N(X) be how many of the dealer's possible hands *so far* hold all of X. Then those that hold u and avoid h are

    N(u) − Σ N(u, a) + Σ N(u, a, b) − …                 a, b, … of h

an alternating sum over the subsets of h. The dealer's hands are added to N in order of their grade, the worst first;
when all that are worse than h have been added, the sum says how many h beats. So each hand of the dealer is touched
once per subset of its own cards, 63 times for six cards, instead of once per hand of the player.

The sums of one size of X need no other size: each size is a job of its own, and the cores share them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games.grades import SetGrades
from croupier.lab.hands.cardsets import CHOOSE, numbers, subsets
from croupier.lab.kernel import kernel, spread
from croupier.lab.known_cards.decks import WHOLE, GameDeck, classes


@dataclass(frozen=True, slots=True)
class Duels:
    """How every hand of the player fares, up to the names of the suits.

    own          the player's cards, one hand a row, the worst hand first
    weight       how many hands a row stands for
    grade        what the hand is worth
    up           of each hand, the cards that the dealer may show; one column of nothing where none is shown
    unqualified  by hand and card shown: dealer's hands that do not qualify
    beaten       those that qualify and are worse than the player's
    equal        those that qualify and are as good
    dealers      all of the dealer's hands for one hand of the player and one card shown
    """

    own: NDArray[np.uint8]
    weight: NDArray[np.int64]
    grade: NDArray[np.uint16]
    up: NDArray[np.uint8]
    unqualified: NDArray[np.int32]
    beaten: NDArray[np.int32]
    equal: NDArray[np.int32]
    dealers: int

    @property
    def better(self) -> NDArray[np.int32]:
        """The dealer's hands that qualify and are better than the player's."""
        return np.asarray(self.dealers - self.unqualified - self.beaten - self.equal, np.int32)

    @property
    def deals(self) -> int:
        """All deals of the game."""
        return int(self.weight.sum()) * int(self.up.shape[1]) * self.dealers


NOTHING_UP = np.uint8(255)


@dataclass(frozen=True, slots=True)
class Contest:
    """Who meets whom: what the player's and the dealer's cards are worth, and which hands of the dealer's play.

    up         how many of the dealer's cards are shown, none or one
    qualifies  the lowest grade with which the dealer plays
    """

    own: SetGrades
    own_size: int
    dealer: SetGrades
    dealer_size: int
    up: int
    qualifies: int


@dataclass(frozen=True, slots=True)
class DuelSums:
    """The player's hands as in `Duels`, and how many of the dealer's are below some grades and below the player's own.

    below                by bound: the dealer's hands below it, by hand and card shown
    worse, no_better     the dealer's hands below the player's, and those that are not above it
    """

    own: NDArray[np.uint8]
    weight: NDArray[np.int64]
    grade: NDArray[np.uint16]
    up: NDArray[np.uint8]
    below: list[NDArray[np.int32]]
    worse: NDArray[np.int32]
    no_better: NDArray[np.int32]
    dealers: int


def count_duels(contest: Contest, deck: GameDeck = WHOLE) -> Duels:
    """Count every duel of a game."""
    sums = count_sums(contest, (contest.qualifies,), deck)
    (unqualified,) = sums.below
    # Of a hand that does not qualify itself every qualified one is better.
    plays = (sums.grade >= contest.qualifies)[:, None]
    return Duels(
        own=sums.own,
        weight=sums.weight,
        grade=sums.grade,
        up=sums.up,
        unqualified=unqualified,
        beaten=np.where(plays, sums.worse - unqualified, 0).astype(np.int32),
        equal=np.where(plays, sums.no_better - sums.worse, 0).astype(np.int32),
        dealers=sums.dealers,
    )


@dataclass(frozen=True, slots=True)
class DuelOrder:
    """Both sides' hands, the worst first.

    own, weight, grade, up  as in `Duels`
    dealer                  the numbers of the dealer's sets
    own_from, dealer_from   by grade, where it begins among the hands
    dealers                 all of the dealer's hands for one hand of the player and one card shown
    """

    own: NDArray[np.uint8]
    weight: NDArray[np.int64]
    grade: NDArray[np.uint16]
    up: NDArray[np.uint8]
    dealer: NDArray[np.int32]
    own_from: NDArray[np.int64]
    dealer_from: NDArray[np.int64]
    dealers: int

    def sums(self, below: list[NDArray[np.int32]], worse: NDArray[np.int32], no_better: NDArray[np.int32]) -> DuelSums:
        """These hands, counted."""
        return DuelSums(self.own, self.weight, self.grade, self.up, below, worse, no_better, self.dealers)


def duel_order(contest: Contest, deck: GameDeck) -> DuelOrder:
    """The hands of a contest in order."""
    own, weight, grade = _own_hands(contest, deck)
    order = np.argsort(contest.dealer.of_set, kind="stable").astype(np.int32)
    kinds = np.arange(len(contest.dealer.strength) + 1)
    return DuelOrder(
        own=own,
        weight=weight,
        grade=grade,
        up=_ups(own, deck.size) if contest.up else np.full((len(own), 1), NOTHING_UP),
        dealer=order,
        own_from=np.searchsorted(grade, kinds),
        dealer_from=np.searchsorted(contest.dealer.of_set[order], kinds),
        dealers=comb(deck.size - contest.own_size - contest.up, contest.dealer_size - contest.up),
    )


def count_sums(contest: Contest, bounds: tuple[int, ...], deck: GameDeck = WHOLE) -> DuelSums:
    """How many of the dealer's hands are below each of some rising grades, and below each hand of the player."""
    hands = duel_order(contest, deck)
    shape = hands.up.shape
    sums = [np.zeros(shape, np.int32) for _ in range(len(bounds) + 2)]
    sizes = range(contest.up, min(contest.own_size + contest.up, contest.dealer_size) + 1)
    # The cheapest size goes first and alone, then the dearest: the middle ones, with the most subsets.
    jobs = sorted(sizes, key=lambda size: (size != sizes[0], -comb(contest.dealer_size, size)))
    lock = Lock()

    def job(start: int, stop: int) -> None:
        for size in jobs[start:stop]:
            below = np.zeros((len(bounds), *shape), np.int32)
            counts = [np.zeros(shape, np.int32) for _ in range(2)]
            _sweep(
                hands.own, hands.up, hands.own_from, deck.sets(contest.dealer_size), hands.dealer, hands.dealer_from,
                np.array(bounds, np.int64), subsets(contest.own_size, size - contest.up),
                subsets(contest.dealer_size, size), np.zeros(comb(deck.size, size), np.int32), CHOOSE, contest.up,
                below, *counts,
            )  # fmt: skip
            with lock:
                for total, part in zip(sums, (*below, *counts), strict=True):
                    total += part if (size - contest.up) % 2 == 0 else -part

    spread(job, len(jobs), 1)
    *below, worse, no_better = sums
    return hands.sums(below, worse, no_better)


def _own_hands(contest: Contest, deck: GameDeck) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.uint16]]:
    """The player's hands up to the names of the suits, the worst first, with their weights and grades."""
    listed = classes(deck, contest.own_size)
    grade = contest.own.of_set[numbers(listed.cards)]
    order = np.argsort(grade, kind="stable")
    return np.ascontiguousarray(listed.cards[order]), listed.weight[order], grade[order]


def _ups(own: NDArray[np.uint8], cards: int) -> NDArray[np.uint8]:
    """Of each hand, the cards that are not in it."""
    free = np.ones((len(own), cards), np.bool_)
    np.put_along_axis(free, own.astype(np.int64), np.zeros(own.shape, np.bool_), axis=1)
    return np.nonzero(free)[1].reshape(len(own), cards - own.shape[1]).astype(np.uint8)


@kernel
def _sweep(
    own: NDArray[np.uint8],
    up: NDArray[np.uint8],
    own_from: NDArray[np.int64],
    dealer: NDArray[np.uint8],
    order: NDArray[np.int32],
    dealer_from: NDArray[np.int64],
    bounds: NDArray[np.int64],
    of_own: NDArray[np.int64],
    of_dealer: NDArray[np.int64],
    holds: NDArray[np.int32],
    choose: NDArray[np.int64],
    shows: int,
    below: NDArray[np.int32],
    worse: NDArray[np.int32],
    no_better: NDArray[np.int32],
) -> None:
    """Add the dealer's hands to `holds` grade by grade, and read off the sums of one size of subset on the way."""
    size = of_dealer.shape[1]
    for grade in range(len(own_from) - 1):
        for bound in range(len(bounds)):
            if grade == bounds[bound]:
                _read(own, up, 0, len(own), of_own, holds, choose, shows, below[bound])
        _read(own, up, own_from[grade], own_from[grade + 1], of_own, holds, choose, shows, worse)
        for at in range(dealer_from[grade], dealer_from[grade + 1]):
            hand = order[at]
            for row in range(len(of_dealer)):
                number = 0
                for place in range(size):
                    number += choose[dealer[hand, of_dealer[row, place]], place + 1]
                holds[number] += 1
        _read(own, up, own_from[grade], own_from[grade + 1], of_own, holds, choose, shows, no_better)


@kernel
def _read(
    own: NDArray[np.uint8],
    up: NDArray[np.uint8],
    start: int,
    stop: int,
    of_own: NDArray[np.int64],
    holds: NDArray[np.int32],
    choose: NDArray[np.int64],
    shows: int,
    counts: NDArray[np.int32],
) -> None:
    """For each hand and card shown, how many of the dealer's hands so far hold that card and a subset of the hand."""
    size = of_own.shape[1]
    ups = up.shape[1]
    # The number of a subset with a card put in before its place-th: the cards after it move up one place.
    base = np.zeros(8, np.int64)
    for hand in range(start, stop):
        for row in range(len(of_own)):
            number = 0
            for place in range(size):
                number += choose[own[hand, of_own[row, place]], place + 1 + shows]
            base[0] = number
            if not shows:
                counts[hand, 0] += holds[number]
                continue
            for place in range(size):
                card = own[hand, of_own[row, place]]
                number += choose[card, place + 1] - choose[card, place + 2]
                base[place + 1] = number
            place = 0
            for column in range(ups):
                card = up[hand, column]
                while place < size and own[hand, of_own[row, place]] < card:
                    place += 1
                counts[hand, column] += holds[base[place] + choose[card, place + 1]]
