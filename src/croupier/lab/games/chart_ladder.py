"""What to do with every hand of a street as a ladder by what hands are worth: the worst below, the best above.

    duel_ladder(one_decision(GAMES["three-card"])).rows       # up to Q-6-3: fold; from Q-6-4 on: bet1

A row is a stretch of hands that are played alike, whatever the dealer shows; where hands of one name are not, the
ladder looks closer, card by card, and at the end says what share of them is played how. Hands of one rank can differ:
it matters which cards the player holds back from the dealer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS
from croupier.hands import FIVE
from croupier.hands.four import FOUR
from croupier.hands.three import THREE
from croupier.lab.games.chart import ChartRow, StreetChart, by_worth
from croupier.lab.games.one_decision import OneDecision, category_shift, grades_of
from croupier.rules.game import Game, Street

_HIGH_CARD, _PAIR = 0, 1
_CLOSE = {_HIGH_CARD: 3}
"""How many ranks the ladder looks at, by category, where it has a column for each card shown: more would not fit on a
page. For the other categories it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedHands:
    """Hands by what they are worth, the worst first, and how often each choice is the best with them.

    strength  of each, what it is worth in the game's own numbers
    hands     how many each stands for
    counts    by hand, column and choice, in the order of the street's offers: how often
    worth     by hand and choice, what it is worth in base bets, added up over `hands`; empty where it is unknown
    """

    strength: NDArray[np.int64]
    hands: NDArray[np.int64]
    counts: NDArray[np.int64]
    worth: Sequence[Sequence[Fraction]] = ()


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


def ladder(game: Game, street: Street, played: RankedHands, *, by_card: bool = True) -> StreetChart:
    """The ladder of a street. It looks closer at hands of one name only where that is asked for, `by_card`, and the
    ranking is one of the house's, which has words for it."""
    strength, counts = played.strength, played.counts
    shift = category_shift(game) if by_card and game.ranking in (THREE, FOUR, FIVE) else 0
    below = np.concatenate([np.zeros((1, *counts.shape[1:]), np.int64), counts.cumsum(axis=0)])
    rows = []
    for stretch in _merged(_stretches(_names(game, strength, shift), below, 0, len(strength), 0)):
        low, high = (int(strength[at]) for at in (stretch.first, stretch.last - 1))
        ends = _words(game, low, stretch.low_ranks, shift), _words(game, high, stretch.high_ranks, shift)
        rows.append(row(street, played, stretch.first, stretch.last, *ends))
    return StreetChart(street, tuple(rows), tuple(RANKS) if game.layout.up else ("",))


def row(street: Street, played: RankedHands, first: int, last: int, low: str, high: str) -> ChartRow:
    """Some hands that follow each other, as a row of that name."""
    offers = tuple(str(action) for action in street.offers)
    hands = int(played.hands[first:last].sum())
    sums = [sum(worth, Fraction(0)) for worth in zip(*played.worth[first:last], strict=True)]
    return ChartRow(
        low=low,
        high=high,
        hands=hands,
        shares=tuple(_shares(offers, column) for column in played.counts[first:last].sum(axis=0)),
        values=by_worth({choice: worth / hands for choice, worth in zip(offers, sums, strict=False)}),
    )


def _shares(choices: Sequence[str], counts: NDArray[np.int64]) -> dict[str, Fraction]:
    total = int(counts.sum())
    return {choice: Fraction(int(often), total) for choice, often in zip(choices, counts, strict=True) if often}


def duel_ladder(playable: OneDecision) -> StreetChart:
    """The ladder of a game with one decision played best."""
    game, duels, chosen = playable.game, playable.duels, playable.best()
    hands, kinds = len(duels.own), len(playable.choices)
    column = duels.up.astype(np.int64) >> 2 if game.layout.up else np.zeros(chosen.shape, np.int64)
    columns = len(RANKS) if game.layout.up else 1
    flat = (np.arange(hands)[:, None] * columns + column) * kinds + chosen
    counts = np.bincount(flat.ravel(), minlength=hands * columns * kinds).reshape(hands, columns, kinds)
    played = RankedHands(
        strength=grades_of(game, game.layout.own).strength[duels.grade],
        hands=duels.weight,
        counts=np.asarray(counts * duels.weight[:, None, None], np.int64),
    )
    return ladder(game, game.streets[0], played)


def _names(game: Game, strength: NDArray[np.int64], shift: int) -> list[NDArray[np.int64]]:
    """By how close one looks, a number for each hand that those of one name share: of its category, then of one rank
    more each time; where the ladder does not look so closely, of its category and of its name in words."""
    if shift:
        return [strength >> (shift - 4 * ranks) for ranks in range(shift // 4 + 1)]
    known: dict[str, int] = {}
    kinds = [known.setdefault(game.ranking.category(int(one)).key, len(known)) for one in strength]
    words = [known.setdefault(game.ranking.describe(int(one)), len(known)) for one in strength]
    return [np.array(kinds, np.int64), np.array(words, np.int64)]


def _stretches(
    names: list[NDArray[np.int64]], below: NDArray[np.int64], first: int, last: int, ranks: int
) -> Iterator[_Stretch]:
    """The hands of one name as one stretch if they are played alike, or else rank by rank."""
    cuts = np.flatnonzero(np.diff(names[ranks][first:last])) + 1 + first
    for start, stop in zip([first, *cuts.tolist()], [*cuts.tolist(), last], strict=True):
        stretch = _Stretch(start, stop, ranks, ranks, below[stop] - below[start])
        closest = len(names) - 1
        if below.shape[1] > 1:
            closest = min(closest, _CLOSE.get(int(names[0][start]), 1))
        if stretch.plain is not None or ranks == closest:
            yield stretch
        else:
            yield from _stretches(names, below, start, stop, ranks + 1)


def _merged(stretches: Iterator[_Stretch]) -> Iterator[_Stretch]:
    """Neighbours that are played alike, as one."""
    last: _Stretch | None = None
    for stretch in stretches:
        if last is not None and last.plain is not None and last.plain == stretch.plain:
            counts = last.counts + stretch.counts
            last = _Stretch(last.first, stretch.last, last.low_ranks, stretch.high_ranks, counts)
        else:
            if last is not None:
                yield last
            last = stretch
    if last is not None:
        yield last


def _words(game: Game, strength: int, ranks: int, shift: int) -> str:
    """A hand by its name, or, where one has to look closer, by its cards: `Q-6-4`, `pair of nines with A`."""
    called, category = game.ranking.describe(strength), strength >> shift
    # A pair is one rank of two cards, so it has one less.
    ranks = min(ranks, shift // 4 - category)
    if ranks <= 1 or category not in (_HIGH_CARD, _PAIR):
        return called
    cards = "-".join(RANKS[strength >> (shift - 4 * (place + 1)) & 15] for place in range(category, ranks))
    return cards if category == _HIGH_CARD else f"{called} with {cards}"
