"""From cards to the collapsed row that stands for them, and back to an example.

`row_of` finds the row of seven concrete cards. `example_hands` is the way back: for each row seven cards,
hole first, that fall into it, so that a rule about cards can be asked of every river in the game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, WrongNumberOfCards, check_distinct
from croupier.lab.hands.shapes import (
    FLUSH_BOARDS,
    PAIRS,
    PLAIN_BOARDS,
    PLAIN_PAIRS,
    STRIDE,
    board_index,
    pair_index,
    plain_index,
    shapes,
)
from croupier.lab.kernel import kernel
from croupier.lab.uth.boards import NO_HAND, boards


class RiverRow(NamedTuple):
    """A river in the collapsed game: `flush` says in which of the two tables board and pair are."""

    flush: bool
    board: int
    pair: int


def row_of(hole: tuple[Card, ...], board: tuple[Card, ...]) -> RiverRow:
    """The row of two and five concrete cards.

    >>> from croupier.cards import parse_cards
    >>> row_of(parse_cards("2c 3d"), parse_cards("4h 5s 6c 7d 8h")).flush
    False
    """
    if len(hole) != 2:
        raise WrongNumberOfCards("hole", 2, len(hole))
    if len(board) != 5:
        raise WrongNumberOfCards("board", 5, len(board))
    check_distinct((*hole, *board))
    suits = [card & 3 for card in board]
    for suit in range(4):
        if suits.count(suit) >= 3:
            mask = sum(1 << (card >> 2) for card in board if card & 3 == suit)
            outside = tuple(sorted(card >> 2 for card in board if card & 3 != suit))
            a, b = (int(card >> 2) + 13 * (card & 3 == suit) for card in hole)
            return RiverRow(True, board_index(mask, outside), pair_index(a, b))
    ranks = tuple(sorted(card >> 2 for card in board))
    return RiverRow(False, plain_index(ranks), pair_index(hole[0] >> 2, hole[1] >> 2))


@kernel
def _examples(
    flush: bool,
    pairs: int,
    mask: NDArray[np.uint16],
    copies: NDArray[np.int8],
    low: NDArray[np.uint8],
    high: NDArray[np.uint8],
    category: NDArray[np.uint8],
    hands: NDArray[np.uint8],
) -> None:
    """Write seven cards for each possible row; the flush suit is clubs, suits are otherwise dealt in turn."""
    for board in range(category.shape[0]):
        used = np.uint64(0)
        n = 2
        table = np.zeros(7, np.uint8)
        suit = 1 if flush else 0
        for rank in range(13):
            if flush and mask[board] >> rank & 1:
                table[n] = rank * 4
                used |= np.uint64(1) << np.uint64(rank * 4)
                n += 1
            for _ in range((3 if flush else 4) - copies[board, rank]):
                if n > 6:
                    break
                table[n] = rank * 4 + suit
                used |= np.uint64(1) << np.uint64(rank * 4 + suit)
                n += 1
                suit += 1
                if suit == 4:
                    suit = 1 if flush else 0
        for p in range(pairs):
            if category[board, p] == 255:
                continue
            taken = used
            for place in range(2):
                kind = low[p] if place == 0 else high[p]
                if kind >= 13:
                    card = (kind - 13) * 4
                else:
                    card = kind * 4 + (1 if flush else 0)
                    while taken >> np.uint64(card) & np.uint64(1):
                        card += 1
                taken |= np.uint64(1) << np.uint64(card)
                hands[board, p, place] = card
            for place in range(2, 7):
                hands[board, p, place] = table[place]


def example_hands(*, flush: bool) -> NDArray[np.uint8]:
    """Seven cards, hole first, for every row of the plain or the flush boards; all zero where no hole is."""
    shape, counts = shapes(), boards().flush if flush else boards().plain
    rows, width, pairs = (FLUSH_BOARDS, STRIDE, PAIRS) if flush else (PLAIN_BOARDS, PLAIN_PAIRS, PLAIN_PAIRS)
    copies = shape.copies[:FLUSH_BOARDS] if flush else shape.copies[FLUSH_BOARDS:]
    hands = np.zeros((rows, width, 7), np.uint8)
    _examples(flush, pairs, shape.mask, copies, shape.low, shape.high, counts.category, hands)
    return hands


def example_hand(board: int, pair: int, *, flush: bool) -> tuple[Card, ...]:
    """Seven cards, hole first, that fall into one row."""
    shape, counts = shapes(), boards().flush if flush else boards().plain
    copies = shape.copies[:FLUSH_BOARDS] if flush else shape.copies[FLUSH_BOARDS:]
    only, hands = slice(board, board + 1), np.zeros((1, counts.category.shape[1], 7), np.uint8)
    mask = shape.mask[only] if flush else shape.mask[:1]
    pairs = PAIRS if flush else PLAIN_PAIRS
    _examples(flush, pairs, mask, copies[only], shape.low, shape.high, counts.category[only], hands)
    return tuple(map(Card, hands[0, pair].tolist()))


def possible(*, flush: bool) -> NDArray[np.bool_]:
    """Which rows of the plain or the flush boards can be dealt at all."""
    counts = boards().flush if flush else boards().plain
    return np.asarray(counts.category != NO_HAND)
