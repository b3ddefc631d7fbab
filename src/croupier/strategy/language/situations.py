"""What is in sight, for one hand or for every hand of a game at once: the arrays of cards that rules are applied to.

Cards are the last axis; the others are the situations, and may have the length 1 where nothing depends on them: at
the river own cards are (1, pairs, 2) and boards (boards, 1, 5), so that what concerns the board alone is read once a
board. Every reading broadcasts to the shape of the whole.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from croupier.rules.game import Game
from croupier.strategy.language.conditions import (
    Both,
    Condition,
    Either,
    HandAtLeast,
    Is,
    MadeHand,
    Not,
    RankRange,
    Starts,
)
from croupier.strategy.language.phrases import Phrase
from croupier.strategy.language.scenes import Scene

Numbers: TypeAlias = NDArray[np.int8]
Flags: TypeAlias = NDArray[np.bool_]
Kept = TypeVar("Kept")


@dataclass(frozen=True, eq=False)
class Situations:
    """The cards in sight, and what is known about them beyond what they show.

    own, board, up   cards, the last axis; `up` is the dealer's shown card without that axis
    strength         of whole hands, as the game's ranking numbers them; `shift` is where the category begins, if it has
                     categories and ranks in it as ours have
    category         of the cards in sight, by number
    alone            the category of the board by itself
    outs             at the river, how many unseen cards beat the hand alone with the board
    down             base bets that lie there
    hole             the own cards alone, where `own` has those of the board with them
    there            which situations there are at all; none means all
    by_ranks         situations in which the same ranks lie, where there are fewer of those
    """

    game: Game
    scene: Scene
    shape: tuple[int, ...]
    own: NDArray[np.uint8]
    board: NDArray[np.uint8] | None = None
    up: NDArray[np.uint8] | None = None
    strength: NDArray[np.int64] | None = None
    shift: int | None = None
    category: NDArray[np.integer] | None = None
    alone: NDArray[np.integer] | None = None
    outs: NDArray[np.int8] | None = None
    down: NDArray[np.integer] | None = None
    there: Flags | None = None
    hole: NDArray[np.uint8] | None = None
    by_ranks: ByRanks | None = None
    _read: dict[tuple[str, RankRange | None], Numbers] = field(default_factory=dict, repr=False)
    _kept: dict[str, Any] = field(default_factory=dict, repr=False)

    def read(self, phrase: Phrase, ranks: RankRange | None = None) -> Numbers:
        """The number behind a phrase, for every situation."""
        from croupier.strategy.language.readings import READINGS

        key = (phrase.name, ranks)
        if key not in self._read:
            self._read[key] = READINGS[self.scene, phrase.name](self, ranks)
        return self._read[key]

    def kept(self, name: str, read: Callable[[], Kept]) -> Kept:
        """What several phrases are read from, worked out once."""
        if name not in self._kept:
            self._kept[name] = read()
        return cast(Kept, self._kept[name])

    def fits(self, condition: Condition | None) -> Flags:
        """Which situations a condition fits; broadcasts to `shape`."""
        match condition:
            case None:
                return np.ones((1,) * len(self.shape), np.bool_)
            case Is(phrase, low, high, ranks):
                number = self.read(phrase, ranks)
                return np.asarray((number >= low) & (number <= high) if high < 99 else number >= low)
            case MadeHand(category, _, better):
                assert self.category is not None, "a scene whose grammar names categories has them"
                return np.asarray(self.category >= category if better else self.category == category)
            case HandAtLeast():
                assert self.strength is not None, "only whole hands are compared"
                assert self.shift is not None, "and by a ranking of ours"
                return np.asarray(self.strength >= _least(condition, self.shift))
            case Starts():
                return self._starts(condition)
            case Not(what):
                return np.asarray(~self.fits(what))
            case Both(each):
                fits = self.fits(each[0])
                for one in each[1:]:
                    fits = np.asarray(fits & self.fits(one))
                return fits
            case Either(each):
                fits = self.fits(each[0])
                for one in each[1:]:
                    fits = np.asarray(fits | self.fits(one))
                return fits

    def _starts(self, condition: Starts) -> Flags:
        ranks, suits = self.own >> 2, self.own & 3
        high, low = ranks.max(axis=-1), ranks.min(axis=-1)
        suited = suits[..., 0] == suits[..., 1]
        wanted = np.zeros((13, 13, 2), np.bool_)
        for hand in condition.hands:
            top, bottom = ("23456789TJQKA".index(letter) for letter in hand[:2])
            wanted[top, bottom, int(hand.endswith("s"))] = True
        return np.asarray(wanted[high, low, suited.astype(np.int8)])


@dataclass(frozen=True, eq=False)
class ByRanks:
    """Situations that stand for others of a table in whatever goes by ranks alone.

    rows, columns   of each row and column of that table, the one of `seen` in which the same ranks lie
    """

    seen: Situations
    rows: NDArray[np.integer]
    columns: NDArray[np.integer]


def _least(hand: HandAtLeast, shift: int) -> int:
    """The least strength that a hand of those ranks can have: those that are not named count nothing."""
    packed = sum(rank << (shift - 4 * (place + 1)) for place, rank in enumerate(hand.ranks))
    return (int(hand.pair) << shift) + packed
