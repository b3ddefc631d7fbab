"""Sets of seen cards: which there can be, which are the same up to the names of the suits, and some at random.

Seen cards are out of the deck. They matter only up to the names of the suits, so a table of n players has 169
different sets of seen cards (n = 2) or 16,432 (n = 3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, groupby
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Cards, check_distinct
from croupier.errors import Refused
from croupier.lab.hands.shapes import masks_of

MOST_SEEN = 43
"""Nine cards make a round of one player: two, five, and the dealer's two."""


class TooManySeen(Refused):
    """So many cards are seen that no round can be dealt from the rest."""

    def __init__(self, seen: int) -> None:
        super().__init__(
            f"{seen} cards seen are too many: a round takes 9 others of the 52, two for the player, two for the dealer "
            f"and five on the board; want at most {MOST_SEEN} seen"
        )
        self.seen = seen


def check_seen(seen: Cards, *others: Cards) -> None:
    """Refuse seen cards of which one is there twice, or in `others`, or which are too many."""
    check_distinct((*seen, *(card for cards in others for card in cards)))
    if len(seen) > MOST_SEEN:
        raise TooManySeen(len(seen))


@dataclass(frozen=True)
class SeenClasses:
    """All sets of a number of seen cards, up to the names of the suits.

    cards   the cards of each class, its first member in the order of the deck
    weight  how many sets each class stands for
    """

    cards: NDArray[np.uint8]
    weight: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.weight)

    @property
    def sets(self) -> int:
        """How many concrete sets there are in all."""
        return int(self.weight.sum())

    def seen(self, number: int) -> Cards:
        """The cards of one class."""
        return tuple(Card(card) for card in self.cards[number].tolist())


MOST_LISTED = 6


@cache
def seen_classes(size: int) -> SeenClasses:
    """The classes of `size` seen cards: 1, 13, 169, 1,755, 16,432, 134,459, 962,988 for none to six.

    A class is four sets of ranks, one a suit, in no order. Classes with the same ranks stand together: their suits
    see much the same, so that an engine with several in flight can share the work.
    """
    if not 0 <= size <= MOST_LISTED:
        raise Refused(
            f"{comb(52, size):,} sets of {size} seen cards are too many to list; want at most {MOST_LISTED}, or samples"
        )
    suits = np.concatenate([_suits(sizes) for sizes in _shares(size, 4, size)])
    bits = (suits[:, None, :] >> np.arange(13)[:, None]) & 1
    by_ranks = np.argsort(bits.sum(axis=2) @ 5 ** np.arange(13), kind="stable")
    suits, bits = suits[by_ranks], bits[by_ranks]
    cards = np.nonzero(bits.reshape(len(bits), 52))[1].reshape(len(bits), size)
    # Suits are in order, so equal ones stand together: 4! namings, less those that only swap equals.
    same = suits[:, 1:] == suits[:, :-1]
    run = np.where(same[:, 0] & same[:, 1] & same[:, 2], 24, 1)
    run = np.where((run == 1) & (same[:, 0] & same[:, 1] | same[:, 1] & same[:, 2]), 6, run)
    run = np.where(run == 1, np.where(same[:, 0], 2, 1) * np.where(same[:, 2], 2, 1) * np.where(same[:, 1], 2, 1), run)
    return SeenClasses(cards=cards.astype(np.uint8), weight=24 // run)


def _shares(cards: int, suits: int, most: int) -> list[tuple[int, ...]]:
    """The ways to share cards out to suits, largest share first."""
    if suits == 0:
        return [()] if cards == 0 else []
    return [
        (first, *rest)
        for first in range(min(cards, most, 13), -1, -1)
        for rest in _shares(cards - first, suits - 1, first)
    ]


def _suits(sizes: tuple[int, ...]) -> NDArray[np.int64]:
    """All choices of four sets of ranks of these sizes, those of equal size in falling order."""
    suits = np.zeros((1, 0), np.int64)
    for size, equal in groupby(sizes):
        masks = masks_of(size)[::-1]
        chosen = np.array(list(combinations_with_replacement(masks, len(list(equal)))), np.int64)
        suits = np.concatenate([np.repeat(suits, len(chosen), axis=0), np.tile(chosen, (len(suits), 1))], axis=1)
    return suits


def class_of_seen(seen: Cards) -> Cards:
    """The member of its class that `seen_classes` lists.

    >>> from croupier.cards import parse_cards
    >>> class_of_seen(parse_cards("Kd As"))
    (Card('Kd'), Card('Ac'))
    """
    suits = [sum(1 << card.rank for card in seen if card.suit == suit) for suit in range(4)]
    suits.sort(key=lambda mask: (mask.bit_count(), mask), reverse=True)
    return tuple(Card(4 * rank + suit) for rank in range(13) for suit in range(4) if suits[suit] >> rank & 1)


def seen_samples(size: int, samples: int, seed: int) -> NDArray[np.uint8]:
    """Sets of seen cards drawn at random, one a row: the first k of any longer list from the same seed."""
    chance = np.random.Generator(np.random.PCG64(seed))
    return np.argsort(chance.random((samples, 52)), axis=1, kind="stable")[:, :size].astype(np.uint8)
