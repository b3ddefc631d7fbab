"""What is known of the board when the flop is decided, and the boards that can follow.

Usually the three cards of the flop are known and two are to come. Whoever has also glimpsed a card of the
turn or river knows four, and one is to come. Both are a `Frame`: the sums of `croupier.lab.uth.views` over other
completions. Here every concrete flop is listed, since seen cards break the symmetry of the suits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.shapes import (
    FOURS,
    THREES,
    masks_of,
    multisets,
    pair_indices,
    plain_boards,
    plain_indices,
    shapes,
)
from croupier.lab.hands.starts import HOLES, hole_cards
from croupier.lab.uth.flops import flop_cards, flops
from croupier.lab.uth.views import ONE, ONE_OF_THREE, ONE_OF_TWO, TWO, VIEWS, views

ALL_FLOPS = 22_100
NO_CARD = 255


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """The boards that follow from what is known, for the sums over turn and river.

    views        how many views a suit can have of the known cards; the next row is all zeros
    start        where the completions of each view begin; one more entry at the end
    board, kind  of each completion, its flush board and its kind (`times_of`)
    on_table     of each multiset of known ranks, how many of each rank
    drawn        the ranks that may come: pairs of ranks, or one rank and `NO_CARD`
    plain_board  of each multiset of known ranks and each draw, the plain board
    """

    views: int
    start: NDArray[np.int32]
    board: NDArray[np.int32]
    kind: NDArray[np.uint8]
    on_table: NDArray[np.int8]
    drawn: NDArray[np.uint8]
    plain_board: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class ConcreteFlops:
    """Concrete flops, as the sums need them.

    view    of each, the view of the known cards that each suit has
    ranks   the multiset of known ranks
    cards   the known cards as a mask of 52 bits
    flop    which of the 22,100 flops it is, for the fixed strategy
    """

    view: NDArray[np.int32]
    ranks: NDArray[np.int32]
    cards: NDArray[np.uint64]
    flop: NDArray[np.int32]

    def where(self, keep: NDArray[np.bool_]) -> ConcreteFlops:
        """Only some of them."""
        return ConcreteFlops(self.view[keep], self.ranks[keep], self.cards[keep], self.flop[keep])


def _counted(ranks: NDArray[np.int64]) -> NDArray[np.int8]:
    return np.asarray((ranks[..., None] == np.arange(13)).sum(axis=-2), np.int8)


@cache
def three_known() -> Frame:
    """The flop is known; turn and river come."""
    table, known = views(), multisets(3)
    pairs = multisets(2)
    return Frame(
        views=VIEWS,
        start=table.start,
        board=table.board,
        kind=table.kind,
        on_table=_counted(known),
        drawn=pairs.astype(np.uint8),
        plain_board=plain_boards(known, pairs),
    )


_PAIR, _TRIPLE, _QUAD = 91 * 78, 13 * 286, 715
FOUR_VIEWS = _PAIR + _TRIPLE + _QUAD


@cache
def four_known() -> Frame:
    """The flop and one card of turn and river are known; one card comes."""
    place, known, ranks = shapes().set_index.astype(np.int64), multisets(4), np.arange(13)
    board: list[NDArray[np.int64]] = []
    kind: list[NDArray[np.int64]] = []

    def add(boards: NDArray[np.int64], kinds: NDArray[np.int64]) -> None:
        board.append(boards)
        kind.append(kinds)

    def joined(mask: int) -> NDArray[np.int64]:
        return np.array([place[mask | 1 << rank] for rank in range(13) if not mask >> rank & 1], np.int64)

    for outside in range(91):
        for mask in masks_of(2):
            add(outside * 286 + joined(mask), np.zeros(11, np.int64))
    for u in range(13):
        outside_pair = pair_indices(np.array(u), ranks) * 286
        outside_kind = np.where(ranks == u, ONE_OF_TWO, ONE_OF_THREE) + ranks
        for mask in masks_of(3):
            add(
                np.concatenate([THREES + u * 715 + joined(mask), outside_pair + place[mask]]),
                np.concatenate([np.zeros(10, np.int64), outside_kind]),
            )
    for mask in masks_of(4):
        add(
            np.concatenate([THREES + FOURS + joined(mask), THREES + ranks * 715 + place[mask]]),
            np.concatenate([np.zeros(9, np.int64), ONE_OF_THREE + ranks]),
        )
    return Frame(
        views=FOUR_VIEWS,
        start=np.concatenate([[0], np.cumsum([len(entries) for entries in board])]).astype(np.int32),
        board=np.concatenate(board).astype(np.int32),
        kind=np.concatenate(kind).astype(np.uint8),
        on_table=_counted(known),
        drawn=np.stack([ranks, np.full(13, NO_CARD)], axis=1).astype(np.uint8),
        plain_board=plain_boards(known, ranks[:, None]),
    )


def _viewed(known: NDArray[np.int64]) -> NDArray[np.int32]:
    """The view of each row of known cards that each suit has."""
    place = shapes().set_index.astype(np.int64)
    ranks, suits, size = known >> 2, known & 3, known.shape[1]
    nothing = VIEWS if size == 3 else FOUR_VIEWS
    view = np.full((len(known), 4), nothing, np.int32)
    for suit in range(4):
        inside = suits == suit
        count = inside.sum(axis=1)
        mask = place[(inside << ranks).sum(axis=1)]
        out = np.sort(np.where(inside, -1, ranks), axis=1)
        high, low = out[:, -1], np.maximum(out[:, -2], 0)
        pair = pair_indices(low, high)
        cases = (
            {1: pair * 13 + mask, 2: ONE + high * 78 + mask, 3: ONE + TWO + mask}
            if size == 3
            else {2: pair * 78 + mask, 3: _PAIR + high * 286 + mask, 4: _PAIR + _TRIPLE + mask}
        )
        view[:, suit] = np.select([count == n for n in cases], list(cases.values()), nothing)
    return view


def _listed(flop: NDArray[np.int64], known: NDArray[np.int64]) -> ConcreteFlops:
    bits = np.bitwise_or.reduce(np.uint64(1) << known.astype(np.uint64), axis=1)
    return ConcreteFlops(
        view=_viewed(known),
        ranks=plain_indices(np.sort(known >> 2, axis=1)).astype(np.int32),
        cards=bits,
        flop=flop.astype(np.int32),
    )


@cache
def all_flops() -> ConcreteFlops:
    """The 22,100 flops, three cards known."""
    return _listed(np.arange(ALL_FLOPS), flop_cards())


def flops_beside(card: int) -> ConcreteFlops:
    """The flops without `card`, which is known to come on the turn or river."""
    without = (flop_cards() != card).all(axis=1)
    known = flop_cards()[without]
    four = np.concatenate([known, np.full((len(known), 1), card)], axis=1)
    return _listed(np.nonzero(without)[0], four)


def fixed_flops(bets: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A strategy's flop decisions (by class of hole and flop) for each of the 22,100 flops and 1,326 holes."""
    table = flops()
    low, high = np.sort(table.renamed[:, hole_cards()].astype(np.int64), axis=2).transpose(2, 0, 1)
    image = low + high * (high - 1) // 2
    fixed = np.zeros((ALL_FLOPS, HOLES), np.bool_)
    for naming in range(len(image)):
        here = np.nonzero(table.naming == naming)[0]
        if here.size:
            number = table.class_of[table.canonical[here]][:, image[naming]]
            fixed[here] = (number >= 0) & bets[number]
    return fixed
