"""What to do with every hand of a game with one decision, as a ladder: the worst hands below, the best above.

    ladder(one_decision(GAMES["three-card"])).rungs       # up to Q-6-3: fold; from Q-6-4 on: bet1

A rung is a stretch of hands that are played alike, whatever the dealer shows; where hands of one name are not, the
ladder looks closer, card by card, and at the end says what share of them is played how. Hands of one rank can differ:
it matters which cards the player holds back from the dealer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS
from croupier.lab.games.one_decision import OneDecision, category_shift, grades_of
from croupier.rules.game import Game

_HIGH_CARD, _PAIR = 0, 1
_CLOSE = {_HIGH_CARD: 3}
"""How many ranks the ladder looks at, by category, where it has a column for each card shown: more would not fit on a
page. For the other categories it is one."""


@dataclass(frozen=True, slots=True)
class Rung:
    """Hands from `low` to `high` in words, and by column the share of them in which each choice is best.

    hands   how many of the player's hands it is
    """

    low: str
    high: str
    hands: int
    shares: tuple[Mapping[str, Fraction], ...]

    @property
    def choices(self) -> tuple[str, ...]:
        """By column the choice that is best for all of them; empty where they are not played alike."""
        return tuple(next(iter(shares)) if len(shares) == 1 else "" for shares in self.shares)


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs from the worst hands up; the columns are the ranks that the dealer may show, if one is shown."""

    game: Game
    columns: tuple[str, ...]
    rungs: tuple[Rung, ...]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Hands `first` to `last` of those sorted by strength; the lowest and the highest are named by so many ranks."""

    first: int
    last: int
    low_ranks: int
    high_ranks: int
    counts: NDArray[np.int64]

    @property
    def plain(self) -> tuple[int, ...] | None:
        """By column the one choice that is ever best, or nothing if any column has more."""
        chosen = self.counts > 0
        return tuple(chosen.argmax(axis=1).tolist()) if (chosen.sum(axis=1) == 1).all() else None


def ladder(made: OneDecision, chosen: NDArray[np.uint8] | None = None) -> Ladder:
    """The ladder of a game played best, or as `chosen`."""
    game, duels = made.game, made.duels
    up = RANKS if game.layout.up else ""
    counts = _counts(made, made.best() if chosen is None else chosen)
    below = np.concatenate([np.zeros((1, *counts.shape[1:]), np.int64), counts.cumsum(axis=0)])
    holds = np.concatenate([[0], duels.weight.cumsum()])
    strength = grades_of(game, game.layout.own).strength[duels.grade]
    shift = category_shift(game)
    rungs = []
    for stretch in _merged(_stretches(strength, below, shift, 0, len(strength), 0)):
        low, high = (int(strength[at]) for at in (stretch.first, stretch.last - 1))
        rungs.append(
            Rung(
                low=_words(game, low, stretch.low_ranks, shift),
                high=_words(game, high, stretch.high_ranks, shift),
                hands=int(holds[stretch.last] - holds[stretch.first]),
                shares=tuple(_shares(made, column) for column in stretch.counts),
            )
        )
    return Ladder(game, tuple(up) or ("",), tuple(rungs))


def _counts(made: OneDecision, chosen: NDArray[np.uint8]) -> NDArray[np.int64]:
    """By hand, rank that the dealer shows and choice: how often."""
    hands, kinds = len(made.duels.own), len(made.choices)
    if made.game.layout.up:
        columns, column = len(RANKS), made.duels.up.astype(np.int64) >> 2
    else:
        columns, column = 1, np.zeros(chosen.shape, np.int64)
    flat = (np.arange(hands)[:, None] * columns + column) * kinds + chosen
    counts = np.bincount(flat.ravel(), minlength=hands * columns * kinds).reshape(hands, columns, kinds)
    return np.asarray(counts * made.duels.weight[:, None, None], np.int64)


def _stretches(
    strength: NDArray[np.int64], below: NDArray[np.int64], shift: int, first: int, last: int, ranks: int
) -> Iterator[_Stretch]:
    """The hands of one name as one stretch if they are played alike, or else rank by rank."""
    cuts = np.flatnonzero(np.diff(strength[first:last] >> (shift - 4 * ranks))) + 1 + first
    for start, stop in zip([first, *cuts.tolist()], [*cuts.tolist(), last], strict=True):
        made = _Stretch(start, stop, ranks, ranks, below[stop] - below[start])
        closest = shift // 4 if below.shape[1] == 1 else _CLOSE.get(int(strength[start]) >> shift, 1)
        if made.plain is not None or ranks == closest:
            yield made
        else:
            yield from _stretches(strength, below, shift, start, stop, ranks + 1)


def _merged(stretches: Iterator[_Stretch]) -> Iterator[_Stretch]:
    """Neighbours that are played alike, as one."""
    kept: _Stretch | None = None
    for stretch in stretches:
        if kept is not None and kept.plain is not None and kept.plain == stretch.plain:
            counts = kept.counts + stretch.counts
            kept = _Stretch(kept.first, stretch.last, kept.low_ranks, stretch.high_ranks, counts)
        else:
            if kept is not None:
                yield kept
            kept = stretch
    if kept is not None:
        yield kept


def _shares(made: OneDecision, counts: NDArray[np.int64]) -> dict[str, Fraction]:
    total = int(counts.sum())
    return {choice: Fraction(int(n), total) for choice, n in zip(made.choices, counts, strict=True) if n}


def _words(game: Game, strength: int, ranks: int, shift: int) -> str:
    """A hand by its name, or, where one has to look closer, by its cards: `Q-6-4`, `pair of nines with A`."""
    called, category = game.ranking.describe(strength), strength >> shift
    # A pair is one rank of two cards, so it has one less.
    ranks = min(ranks, shift // 4 - category)
    if ranks <= 1 or category not in (_HIGH_CARD, _PAIR):
        return called
    cards = "-".join(RANKS[strength >> (shift - 4 * (place + 1)) & 15] for place in range(category, ranks))
    return cards if category == _HIGH_CARD else f"{called} with {cards}"
