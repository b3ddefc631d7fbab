"""What rides in Let It Ride: three and four cards sorted by what they may still become, as players say it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Cards
from croupier.lab.games.chart import RideRow
from croupier.lab.games.community import as_cards
from croupier.lab.games.let_it_ride import LetItRide
from croupier.lab.hands.cardsets import numbers
from croupier.lab.known_cards.sets import seen_classes

_ACE, _LOW_ACE = 12, -1


def suited(cards: Cards) -> bool:
    """Whether all are of one suit."""
    return len({card.suit for card in cards}) == 1


def of_a_kind(cards: Cards) -> list[int]:
    """The ranks that are there more than once, each as often as it is there."""
    ranks = [card.rank for card in cards]
    return [rank for rank in ranks if ranks.count(rank) > 1]


def ranks_in_line(cards: Cards) -> list[int]:
    """The ranks as the narrowest straight would use them, lowest first: an ace beside low cards is low."""
    high = sorted(card.rank for card in cards)
    low = sorted(_LOW_ACE if rank == _ACE else rank for rank in high)
    return min(high, low, key=lambda ranks: ranks[-1] - ranks[0])


def spread(cards: Cards) -> int:
    """How many ranks the cards span, ends included; 0 if no straight can hold them all.

    Three in a row span three, with a gap four, with two gaps five.
    """
    ranks = ranks_in_line(cards)
    span = ranks[-1] - ranks[0] + 1
    return span if len(set(ranks)) == len(ranks) and span <= 5 else 0


def is_outside(cards: Cards) -> bool:
    """Whether the cards are in a row that is open at both ends."""
    return spread(cards) == len(cards) and all(card.rank != _ACE for card in cards)


def count_in(ranks: list[int], least: int, most: int = _ACE) -> int:
    """How many of the ranks are in that range."""
    return sum(least <= rank <= most for rank in ranks)


_FIVE, _TEN = 3, 8
_GAPS = {3: "in a row", 4: "with one gap", 5: "with two gaps"}
_HIGH = ("no high card", "one high card", "two high cards", "three high cards", "four high cards")


def ride_rows(playable: LetItRide) -> tuple[tuple[RideRow, ...], tuple[RideRow, ...]]:
    """Every description of three cards and of four, the best first."""
    return _sorted(3, playable.threes, playable.unit * 49 * 48, _three), _sorted(
        4, playable.fours, playable.unit * 48, _four
    )


def _sorted(size: int, worth: NDArray[np.int64], over: int, words: Callable[[Cards], str]) -> tuple[RideRow, ...]:
    classes = seen_classes(size)
    sums = worth[numbers(classes.cards)]
    places: dict[str, list[int]] = {}
    for place, row in enumerate(classes.cards):
        places.setdefault(words(as_cards(row)), []).append(place)
    rows = []
    for name, at in places.items():
        best = max(at, key=lambda place: int(sums[place]))
        hands, rides = int(classes.weight[at].sum()), int(classes.weight[at][sums[at] >= 0].sum())
        often = {"ride": rides, "pull": hands - rides}
        rows.append(
            RideRow(
                low=name,
                high=name,
                hands=hands,
                shares=({choice: Fraction(many, hands) for choice, many in often.items() if many},),
                example=as_cards(classes.cards[best])[::-1],
                least=Fraction(int(sums[at].min()), over),
                most=Fraction(int(sums[best]), over),
            )
        )
    return tuple(sorted(rows, key=lambda one: (-one.most, -one.least)))


def _three(cards: Cards) -> str:
    paired = of_a_kind(cards)
    if paired:
        return "three of a kind" if len(paired) == 3 else _pair(paired)
    ranks, span = ranks_in_line(cards), spread(cards)
    high = count_in(ranks, _TEN)
    if not suited(cards):
        return "nothing suited, no pair"
    if not span:
        return "suited, too far apart"
    if high == 3:
        return "three to a royal flush"
    if span == 3 and ranks[-1] < _FIVE:
        return "suited A-2-3 or 2-3-4"
    return f"suited {_GAPS[span]}, {_HIGH[high]}" if span > 3 else f"suited {_GAPS[span]}, from 3-4-5 on"


def _four(cards: Cards) -> str:
    paired = of_a_kind(cards)
    if paired:
        kinds = {4: "four of a kind", 3: "three of a kind"}
        if len(paired) == 4 and len(set(paired)) == 2:
            return "two pair"
        return kinds.get(len(paired)) or _pair(paired)
    ranks, span = ranks_in_line(cards), spread(cards)
    high = count_in(ranks, _TEN)
    if suited(cards):
        return "four to a royal flush" if high == 4 else "four to a straight flush" if span else "four to a flush"
    if is_outside(cards):
        return "four in a row, open at both ends, " + ("with a high card" if high else "no high card")
    return f"four to a straight with one card missing, {_HIGH[high]}" if span else "nothing of these"


def _pair(paired: list[int]) -> str:
    return "pair of tens or better" if paired[0] >= _TEN else "lower pair"
