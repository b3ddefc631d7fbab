"""The CPU engine: one set of seen cards from the order of hands to the totals of every hole."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from threading import local

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.games.uth import BLIND
from croupier.lab.hands.shapes import FLUSH_BOARDS, PLAIN_BOARDS, STRIDE, shapes
from croupier.lab.hands.starts import HOLES, hole_bits, hole_pairs
from croupier.lab.kernel import spread
from croupier.lab.known_cards.frames import ConcreteFlops, Frame, fixed_flops, three_known
from croupier.lab.known_cards.orders import PLAIN_STRIDE, Orders, PairOrder, orders
from croupier.lab.known_cards.rows import COLUMNS, sweep
from croupier.lab.known_cards.sums import TOTALS, sum_flops, sum_ranks, sum_views
from croupier.lab.solution_cache import cached_solution
from croupier.lab.uth.blind import blind_bonus
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.playout import play_out
from croupier.lab.uth.views import times_of
from croupier.rules.paytables import Paytable, paytable

_CHUNK = 256
_NO_PLAIN = np.zeros(0, np.int32), np.zeros(0, np.uint8), np.zeros((0, 0, 0), np.int32)


@dataclass(frozen=True, eq=False)
class FixedStrategy:
    """A way of playing without looking, and what is prepared once to price it with any cards seen.

    decisions  the strategy
    blind      the Blind pay table
    unit, bonus  as `croupier.lab.uth.blind.blind_bonus`
    orders     the hands of every board in order, marked with its river decisions
    flop_bets  its flop decisions for all 22,100 flops and 1,326 holes
    value      what it is worth with no card seen, in Antes
    """

    decisions: Decisions
    blind: Paytable
    unit: int
    bonus: NDArray[np.int64]
    orders: Orders
    flop_bets: NDArray[np.bool_]
    value: Fraction


def prepare(decisions: Decisions, blind: Paytable | None = None, value: Fraction | None = None) -> FixedStrategy:
    """Any strategy, ready to be priced with cards seen; `value` where it is known already."""
    blind = blind or paytable("BLIND", BLIND)
    unit, bonus = blind_bonus(blind)
    # A hole and flop can make a hand that always wins: 1,081 boards × 990 dealers, Blind, Ante and a 2x Play.
    if comb(47, 2) * comb(45, 2) * (int(bonus.max()) + 3 * unit) >= 1 << 31:
        raise Refused(f"{blind.name!r} pays too much, or in too many different fractions, to be summed in 32 bits")
    return FixedStrategy(
        decisions=decisions,
        blind=blind,
        unit=unit,
        bonus=bonus,
        orders=orders(decisions),
        flop_bets=fixed_flops(decisions.flop),
        value=play_out(decisions).value(blind) if value is None else value,
    )


@cache
def optimal() -> FixedStrategy:
    """Best play of the base game with the approved Blind: what a player does who does not look."""
    best = cached_solution()
    return prepare(best.decisions, best.blind, best.value)


@dataclass(frozen=True)
class SeenTables:
    """The sums over turn and river, by known ranks and by each suit's view, with some cards seen."""

    strategy: FixedStrategy
    seen: tuple[int, ...]
    by_ranks: NDArray[np.int32]
    by_view: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]


def seen_tables(
    strategy: FixedStrategy, seen: tuple[int, ...], frame: Frame | None = None, dealer: tuple[int, ...] = ()
) -> SeenTables:
    """The tables of one set of seen cards; those of `dealer`, also among `seen`, are the dealer's own."""
    frame = frame or three_known()
    dealers = comb(45 - len(seen), 2 - len(dealer))
    ranks = tuple(np.bincount([card >> 2 for card in seen], minlength=13).tolist())
    by_ranks = _rank_sums(strategy, frame, dealers, ranks, tuple(card >> 2 for card in dealer))
    each = []
    for suit in range(4):
        dead = tuple(np.bincount([_type(card, suit) for card in seen], minlength=26).tolist())
        own = tuple(_type(card, suit) for card in dealer)
        each.append(_suit_sums(strategy, frame, dealers, dead, own))
    return SeenTables(strategy, seen, by_ranks, (each[0], each[1], each[2], each[3]))


def _type(card: int, suit: int) -> int:
    return (card >> 2) + 13 * ((card & 3) == suit)


@lru_cache(maxsize=2)
def _plain_rows(
    strategy: FixedStrategy, dealers: int, ranks: tuple[int, ...], own: tuple[int, ...]
) -> NDArray[np.int32]:
    """The rows of the plain boards; all four suits subtract them."""
    rows = np.zeros((COLUMNS, PLAIN_BOARDS, PLAIN_STRIDE), np.int32)
    copies = shapes().copies[FLUSH_BOARDS:, :13]
    _swept(strategy, strategy.orders.plain, dealers, own, np.array(ranks, np.int8), copies, None, rows)
    return rows


@lru_cache(maxsize=2)
def _rank_sums(
    strategy: FixedStrategy, frame: Frame, dealers: int, ranks: tuple[int, ...], own: tuple[int, ...]
) -> NDArray[np.int32]:
    """The plain rows summed by known ranks."""
    shape, plain = shapes(), _plain_rows(strategy, dealers, ranks, own)
    sums = np.zeros((len(frame.on_table), PLAIN_STRIDE, COLUMNS), np.int32)
    dead = np.array(ranks, np.int8)
    fixed = (dead, frame.on_table, frame.drawn, frame.plain_board, shape.low, shape.high, plain, sums)
    spread(lambda start, stop: sum_ranks(start, stop, *fixed), len(frame.on_table), 32)
    return sums


# Suits that see the same are the same: two seen cards make at most three tables, and classes with the same ranks, which
# `seen_classes` lists together, have at most sixteen among them. A table is 14 MB.
@lru_cache(maxsize=16)
def _suit_sums(
    strategy: FixedStrategy, frame: Frame, dealers: int, dead: tuple[int, ...], own: tuple[int, ...]
) -> NDArray[np.int32]:
    """One suit's rows summed by view."""
    ranks = tuple(outside + inside for outside, inside in zip(dead[:13], dead[13:], strict=True))
    plain = _plain_rows(strategy, dealers, ranks, tuple(kind % 13 for kind in own))
    gone = np.array(dead, np.int8)
    rows = _scratch()
    _swept(strategy, strategy.orders.flush, dealers, own, gone, shapes().copies[:FLUSH_BOARDS], plain, rows)
    return _viewed(frame, gone, rows)


_buffers = local()


def _scratch() -> NDArray[np.int32]:
    """Room for the rows of all flush boards, 206 MB: asking the system for it anew each time costs a tenth."""
    if not hasattr(_buffers, "rows"):
        _buffers.rows = np.empty((COLUMNS, FLUSH_BOARDS, STRIDE), np.int32)
    rows: NDArray[np.int32] = _buffers.rows
    return rows


def _swept(
    strategy: FixedStrategy,
    order: PairOrder,
    dealers: int,
    own: tuple[int, ...],
    dead: NDArray[np.int8],
    copies: NDArray[np.int8],
    plain: NDArray[np.int32] | None,
    rows: NDArray[np.int32],
) -> None:
    shape = shapes()
    under = _NO_PLAIN if plain is None else (shape.plain_of, shape.rank_pair, plain)
    dealer_a, dealer_b = (*own, -1, -1)[:2]

    def work(start: int, stop: int) -> None:
        sweep(
            start, stop, dealers, strategy.unit, strategy.bonus, dealer_a, dealer_b, dead, copies,
            order.word, order.size, order.high, shape.low, shape.high, *under, rows,
        )  # fmt: skip

    spread(work, rows.shape[1], 512)


def _viewed(frame: Frame, dead: NDArray[np.int8], rows: NDArray[np.int32]) -> NDArray[np.int32]:
    times = times_of(dead)
    sums = np.zeros((frame.views + 1, STRIDE, COLUMNS), np.int32)

    def work(start: int, stop: int) -> None:
        sum_views(start, stop, frame.start, frame.board, frame.kind, times, rows, sums)

    spread(work, frame.views, 39)
    return sums


def hole_totals(tables: SeenTables, flops: ConcreteFlops, only: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
    """The totals of every hole over `flops`, `int64[1326, 7]` (`croupier.lab.known_cards.sums`); or of some holes."""
    seen = np.uint64(sum(1 << card for card in tables.seen))
    bits = hole_bits()
    if only is not None:
        # A hole with every card is dealt with none: it meets whatever is seen or on the flop.
        bits = np.where(only, bits, np.uint64((1 << 52) - 1))
    chunks = len(flops.flop) // _CHUNK + 1
    totals = np.zeros((chunks, HOLES, TOTALS), np.int64)

    def work(start: int, stop: int) -> None:
        sum_flops(
            start, stop, start // _CHUNK, seen, flops.view, flops.ranks, flops.cards, flops.flop,
            tables.strategy.flop_bets, bits, hole_pairs(), tables.by_ranks, *tables.by_view, totals,
        )  # fmt: skip

    spread(work, len(flops.flop), _CHUNK)
    summed: NDArray[np.int64] = totals.sum(axis=0)
    return summed
