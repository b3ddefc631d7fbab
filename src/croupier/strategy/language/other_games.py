"""How phrases are read off whole hands, some beside a card that the dealer shows, and off own cards and those of a
board that comes street by street, such as in Let It Ride and Mississippi Stud."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from croupier.cards import JOKER
from croupier.strategy.language.conditions import RankRange
from croupier.strategy.language.scenes import Scene
from croupier.strategy.language.situations import Flags, Numbers, Situations

_SIX, _TEN, _JACK, _ACE = 4, 8, 9, 12
_NO_STRAIGHT = 9
_PAIR = 2
_MOST_IN_A_STRAIGHT = 5


def _int8(values: object) -> Numbers:
    return np.asarray(values, np.int8)


def _ranks(seen: Situations) -> Numbers:
    """The ranks of the own cards, highest first; a joker has none, and is last."""
    ranks = np.where(seen.own == JOKER, -1, seen.own.astype(np.int8) >> 2)
    return _int8(np.sort(ranks, axis=-1)[..., ::-1])


def _nth(place: int) -> Callable[[Situations, RankRange | None], Numbers]:
    def read(seen: Situations, _: RankRange | None) -> Numbers:
        ranks = _ranks(seen)
        return _int8(ranks[..., place] + 1) if place < ranks.shape[-1] else np.zeros(ranks.shape[:-1], np.int8)

    return read


def _only_pair(seen: Situations, _: RankRange | None) -> Numbers:
    if seen.shift is None:
        ranks = _ranks(seen)
        return np.zeros(ranks.shape[:-1], np.int8) if ranks.shape[-1] < _PAIR else _paired(seen, None)
    assert seen.strength is not None, "whole hands have a strength"
    first = seen.strength >> (seen.shift - 4)
    return _int8(np.where(first >> 4 == 1, (first & 15) + 1, 0))


def _up(seen: Situations) -> Numbers:
    assert seen.up is not None, "these phrases are asked only where the dealer shows a card"
    return _int8(seen.up >> 2)


def _count(ranks: Numbers, wanted: RankRange | None) -> Numbers:
    assert wanted is not None, "the grammar asks for ranks here"
    return _int8(((ranks >= wanted.low) & (ranks <= wanted.high)).sum(axis=-1))


def _summed(flags: list[Flags]) -> Numbers:
    total = flags[0].astype(np.int8)
    for flag in flags[1:]:
        total = total + flag
    return total


def _above(seen: Situations, _: RankRange | None) -> Numbers:
    ranks, up = _ranks(seen), _up(seen)
    return _summed([np.asarray(ranks[..., place] > up) for place in range(ranks.shape[-1])])


def _held(seen: Situations, _: RankRange | None) -> Numbers:
    ranks, up = _ranks(seen), _up(seen)
    return _int8(_summed([np.asarray(ranks[..., place] == up) for place in range(ranks.shape[-1])]) > 0)


def _of_the_suit(seen: Situations, _: RankRange | None) -> Numbers:
    assert seen.up is not None, "these phrases are asked only where the dealer shows a card"
    suits, up = seen.own & 3, seen.up & 3
    return _summed([np.asarray(suits[..., place] == up) for place in range(suits.shape[-1])])


def _not_outranked(seen: Situations, _: RankRange | None) -> Numbers:
    pair = _only_pair(seen, None)
    return _int8((pair > 0) & (pair > _up(seen)))


DUELS: Mapping[str, Callable[[Situations, RankRange | None], Numbers]] = MappingProxyType(
    {
        "high card": _nth(0),
        "second card": _nth(1),
        "third card": _nth(2),
        "fourth card": _nth(3),
        "fifth card": _nth(4),
        "pair": _only_pair,
        "cards": lambda seen, ranks: _count(_ranks(seen), ranks),
        "dealer shows": lambda seen, _: _int8(_up(seen) + 1),
        "dealer's rank held": _held,
        "cards above the dealer": _above,
        "cards of the dealer's suit": _of_the_suit,
        "pair the dealer does not outrank": _not_outranked,
    }
)


def _in_line(seen: Situations) -> Numbers:
    """The ranks as the narrowest straight would use them, lowest first: an ace beside low cards is -1."""
    high = _int8(np.sort(seen.own >> 2, axis=-1))
    low = _int8(np.sort(np.where(high == _ACE, -1, high), axis=-1))
    narrower = (low[..., -1] - low[..., 0]) < (high[..., -1] - high[..., 0])
    return _int8(np.where(narrower[..., None], low, high))


def _gaps(seen: Situations, _: RankRange | None = None) -> Numbers:
    ranks = _in_line(seen)
    size = ranks.shape[-1]
    span = ranks[..., -1] - ranks[..., 0] + 1
    fits = (ranks[..., 1:] != ranks[..., :-1]).all(axis=-1) & (span <= _MOST_IN_A_STRAIGHT)
    return _int8(np.where(fits, span - size, _NO_STRAIGHT))


def _open_ended(seen: Situations) -> Flags:
    return np.asarray((_gaps(seen) == 0) & ((seen.own >> 2) != _ACE).all(axis=-1))


def _straight_draw(seen: Situations) -> Flags:
    return np.asarray(_gaps(seen) < _NO_STRAIGHT)


def _suited(seen: Situations) -> Flags:
    suits = seen.own & 3
    return np.asarray((suits == suits[..., :1]).all(axis=-1))


def _paired(seen: Situations, _: RankRange | None) -> Numbers:
    ranks = _int8(np.sort(seen.own >> 2, axis=-1))
    if ranks.shape[-1] < _PAIR:
        return np.zeros(ranks.shape[:-1], np.int8)
    return _int8(np.where(ranks[..., 1:] == ranks[..., :-1], ranks[..., 1:] + 1, 0).max(axis=-1))


def _points(seen: Situations, _: RankRange | None) -> Numbers:
    ranks = seen.own >> 2
    return _int8(((ranks >= _JACK).astype(np.int8) + (ranks >= _SIX)).sum(axis=-1))


def _down(seen: Situations, _: RankRange | None) -> Numbers:
    assert seen.down is not None, "bets that lie there are known on every street"
    return _int8(seen.down)


def _paying(seen: Situations, _: RankRange | None) -> Numbers:
    assert seen.category is not None, "cards in sight have a category"
    least = _TEN if seen.scene is Scene.RIDE else _SIX
    return _int8((_paired(seen, None) > least) | (seen.category > 1))


def _hole(seen: Situations) -> NDArray[np.uint8]:
    assert seen.hole is not None, "own cards are told from the board where the dealer shares it"
    return seen.hole


def _board(seen: Situations, most: Callable[..., NDArray[np.uint8]]) -> Numbers:
    """The rank of the highest or lowest card of the board; 0 while nothing lies there."""
    assert seen.board is not None, "the board is told from own cards where the dealer shares it"
    if not seen.board.shape[-1]:
        return np.zeros((1,) * len(seen.shape), np.int8)
    return _int8(most(seen.board >> 2, axis=-1) + 1)


SETS: Mapping[str, Callable[[Situations, RankRange | None], Numbers]] = MappingProxyType(
    {
        "high card": lambda seen, _: _int8(_in_line(seen)[..., -1] + 1),
        "low card": lambda seen, _: _int8(_in_line(seen)[..., 0] + 1),
        "suited": lambda seen, _: _int8(_suited(seen)),
        "gaps": _gaps,
        "open-ended straight draw": lambda seen, _: _int8(_open_ended(seen)),
        "inside straight draw": lambda seen, _: _int8(_straight_draw(seen) & ~_open_ended(seen)),
        "straight draw": lambda seen, _: _int8(_straight_draw(seen)),
        "pair": _paired,
        "cards": lambda seen, ranks: _count(_in_line(seen), ranks),
        "paying hand": _paying,
        "royal draw": lambda seen, _: _int8(_suited(seen) & (_in_line(seen) >= _TEN).all(axis=-1)),
        "points": _points,
        "down": _down,
        "own high card": lambda seen, _: _int8((_hole(seen) >> 2).max(axis=-1) + 1),
        "own low card": lambda seen, _: _int8((_hole(seen) >> 2).min(axis=-1) + 1),
        "board high card": lambda seen, _: _board(seen, np.max),
        "board low card": lambda seen, _: _board(seen, np.min),
    }
)
