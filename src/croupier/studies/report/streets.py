"""What the best play does on the streets that no chart shows: by what the cards in sight are, over every situation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.hands.ranking import MANY, ONE
from croupier.lab.capabilities import NotCounted
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable
from croupier.strategy.language.categories import categories
from croupier.strategy.language.situations import Situations
from croupier.strategy.pricing.model import best_choices, summed_by
from croupier.strategy.pricing.price import pricing_model_of

_PAIR: Final = 1
_MINE: Final = 16
_KIND: Final = 2 * _MINE
"""A kind of hand is a number of its category, whether it is more than the board is by itself, and a rank."""
_MOST_OUTS: Final = 45


def street_hands(game: Game, tables: Mapping[str, Paytable], charted: set[str]) -> list[dict[str, Any]]:
    """Of every street that is not charted each kind of hand, how often it is arrived at with the best play, and what is
    then chosen how often; nothing where the lab does not have every situation."""
    if all(street.key in charted for street in game.streets):
        return []
    try:
        model = pricing_model_of(game, tables)
    except NotCounted:
        return []
    best = [best_choices(model, street) for street in range(len(game.streets))]
    told = []
    for at, (street, place) in enumerate(zip(game.streets, model.places, strict=True)):
        if street.key in charted or any(part.category is None for part in place.parts):
            continue  # what a hand is called is not known of every game
        size = 1 + max(int(_kinds(part).max()) for part in place.parts)
        sums = np.zeros((len(place.choices), size), np.int64)
        for part, weight, chosen in zip(place.parts, model.weights(at, best[:at]), best[at], strict=True):
            kinds = np.broadcast_to(_kinds(part), part.shape)
            for number in range(len(place.choices)):
                sums[number] += summed_by(kinds, np.where(chosen == number, weight, 0), size)
        for kind in np.flatnonzero(sums.sum(axis=0))[::-1].tolist():
            often = int(sums[:, kind].sum())
            told.append(
                {
                    "street": street.key,
                    "hand": _words(game, kind, outs=place.parts[0].outs is not None),
                    "share": often / place.total,
                    "choices": {
                        choice: int(here) / often
                        for choice, here in zip(place.choices, sums[:, kind], strict=True)
                        if here
                    },
                }
            )
    return told


def _kinds(seen: Situations) -> NDArray[np.int64]:
    """The kind of hand of each situation as a number, higher for a better one: at the end by how many unseen cards beat
    it, else its category, whether all of it lies on the board, and of a pair or less a rank."""
    if seen.outs is not None:
        return _MOST_OUTS - seen.outs.astype(np.int64)
    assert seen.category is not None, "asked for by `street_hands`"
    category = seen.category.astype(np.int64)
    mine = np.ones_like(category) if seen.alone is None else (category > seen.alone).astype(np.int64)
    held = (seen.own if seen.hole is None else seen.hole) >> 2
    sight = [seen.own, *((seen.board,) if seen.hole is None and seen.board is not None else ())]
    ranks = np.sort(np.concatenate(sight, axis=-1) >> 2, axis=-1).astype(np.int64)
    paired = np.where(ranks[..., 1:] == ranks[..., :-1], ranks[..., 1:], 0).max(axis=-1)
    rank = np.where((category == _PAIR) & (mine > 0), paired, held.max(axis=-1))
    return np.asarray(category * _KIND + mine * _MINE + np.where(category <= _PAIR, rank, 0))


def _words(game: Game, kind: int, *, outs: bool) -> str:
    if outs:
        return f"{_MOST_OUTS - kind} dealer out{'' if kind == _MOST_OUTS - 1 else 's'}"
    category, mine, rank = kind // _KIND, kind % _KIND // _MINE, kind % _MINE
    name = next(words for words, number in categories(game.ranking).items() if number == category)
    if category == _PAIR and mine:
        return f"{name} of {MANY[rank]}"
    if category == _PAIR:
        return f"{name} on the board, {ONE[rank]} high"
    if category < _PAIR:
        return f"{ONE[rank]} high"
    return name if mine else f"{name} on the board"
