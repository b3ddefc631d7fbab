"""Duels dealt out one by one: a player's hand against every hand that the dealer can have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel, spread
from proofs.games.felt import Felt
from proofs.games.worth import masks, worth_four, worth_three
from proofs.reference import worth as worth_five


def met(felt: Felt, own: Sequence[int], up: Sequence[int] = ()) -> tuple[int, int, int, int]:
    """The dealer's hands that do not qualify, and of the others those that are worse, as good, better."""
    rest = np.array([card for card in range(52) if card not in own and card not in up], np.int64)
    counts = np.zeros(4, np.int64)
    deal_out = _deal_five if felt.flush == 5 else _deal_four
    deal_out(rest, felt.dealer - felt.up, np.array(masks(up)), felt.worth(*masks(own)), felt.qualifies, counts)
    unqualified, beaten, equal, better = counts.tolist()
    assert sum(counts) == comb(52 - len(own) - len(up), felt.dealer - len(up))
    return unqualified, beaten, equal, better


@kernel
def _tally(dealer: int, own: int, qualifies: int, counts: NDArray[np.int64]) -> None:
    if dealer < qualifies:
        counts[0] += 1
    elif dealer < own:
        counts[1] += 1
    elif dealer == own:
        counts[2] += 1
    else:
        counts[3] += 1


@kernel
def _next(at: NDArray[np.int64], cards: int) -> bool:
    """Move on to the next choice of places; whether there is one."""
    place = len(at) - 1
    while place >= 0 and at[place] == cards - len(at) + place:
        place -= 1
    if place < 0:
        return False
    at[place] += 1
    for later in range(place + 1, len(at)):
        at[later] = at[later - 1] + 1
    return True


@kernel
def _deal_four(
    rest: NDArray[np.int64], drawn: int, up: NDArray[np.int64], own: int, qualifies: int, counts: NDArray[np.int64]
) -> None:
    """Every hand of the dealer's, the best four counting.

    rest       the cards that are left; `drawn` of them are the dealer's
    up         the dealer's card that is shown, as four masks
    own        what the player's hand is worth; `qualifies`, the least with which the dealer plays
    """
    at, suits = np.arange(drawn), np.zeros(4, np.int64)
    going = True
    while going:
        suits[:] = up
        for place in range(drawn):
            suits[rest[at[place]] & 3] |= 1 << (rest[at[place]] >> 2)
        _tally(worth_four(suits[0], suits[1], suits[2], suits[3]), own, qualifies, counts)
        going = _next(at, len(rest))


@kernel
def _deal_five(
    rest: NDArray[np.int64], drawn: int, up: NDArray[np.int64], own: int, qualifies: int, counts: NDArray[np.int64]
) -> None:
    """The same with five-card hands."""
    at, suits = np.arange(drawn), np.zeros(4, np.int64)
    going = True
    while going:
        suits[:] = up
        for place in range(drawn):
            suits[rest[at[place]] & 3] |= 1 << (rest[at[place]] >> 2)
        _tally(worth_five(suits[0], suits[1], suits[2], suits[3]), own, qualifies, counts)
        going = _next(at, len(rest))


def every_three_card_duel(felt: Felt) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What each of the 22,100 hands is worth, and how it fares against the 18,424 that the dealer can have."""
    hands = list(combinations(range(52), 3))
    worth = np.array([worth_three(*masks(hand)) for hand in hands], np.int64)
    cards = np.array([sum(1 << card for card in hand) for hand in hands], np.int64)
    counts = np.zeros((len(hands), 4), np.int64)
    spread(lambda start, stop: _meet_all(cards, worth, start, stop, felt.qualifies, counts), len(hands), 1_000)
    return worth, counts


@kernel
def _meet_all(
    cards: NDArray[np.int64],
    worth: NDArray[np.int64],
    start: int,
    stop: int,
    qualifies: int,
    counts: NDArray[np.int64],
) -> None:
    for own in range(start, stop):
        for dealer in range(len(cards)):
            if cards[own] & cards[dealer] == 0:
                _tally(worth[dealer], worth[own], qualifies, counts[own])
