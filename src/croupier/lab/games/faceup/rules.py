"""Counting rules that fit on a card: what to do by a count of the seen cards. `rules.json` has those that are used.

In a game with one decision the card says, for each count, from which hand on to bet, and from which the most. In
Mississippi Stud it says, for each starting hand, what to bet with none, one, two … seen cards of its ranks.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.games import GAMES
from croupier.lab.games.one_decision import DUEL_GAMES, grades_of


@cache
def rules() -> dict[str, dict[str, Any]]:
    """By game and number of players: the rule that fits on a card: thresholds, or a choice of each cell."""
    text = resources.files("croupier.lab.games.faceup").joinpath("rules.json").read_text(encoding="utf-8")
    by_game: dict[str, dict[str, Any]] = json.loads(text)
    return by_game


def bets_of(game: str) -> tuple[tuple[int, ...], int]:
    """The places of the bets that a rule on a card uses, the smallest first, and of the fold, among the choices."""
    offers = [str(action) for action in GAMES[game].streets[0].offers]
    bets = [place for place, name in reversed(list(enumerate(offers))) if name not in ("fold", "bet2")]
    return tuple(bets) or (offers.index("bet2"),), offers.index("fold")


@cache
def counting_rule(game: str, players: int) -> NDArray[np.uint8] | None:
    """The counting rule of a game for so many players, as the sums want it."""
    rule = rules().get(game, {}).get(str(players))
    if rule is None:
        return None
    if game not in DUEL_GAMES:
        return np.array(rule, np.uint8)
    bets, fold = bets_of(game)
    return chart_of(rule, len(grades_of(GAMES[game], GAMES[game].layout.own).strength), bets, fold)


Thresholds = list[list[int]]
"""By count: the lowest grade for each bet, the smallest bet first."""


def best_thresholds(cells: NDArray[np.int64], bets: tuple[int, ...], fold: int) -> Thresholds:
    """The best rule of that kind, from what each choice nets by count and grade.

    `bets` are the choices' places, the smallest bet first. A count that never came up is played as all together.
    """
    pooled = _best(cells.sum(axis=0), bets, fold)
    return [_best(cell, bets, fold) if cell.any() else pooled for cell in cells]


def _best(cell: NDArray[np.int64], bets: tuple[int, ...], fold: int) -> list[int]:
    # What all grades below some grade net together, choice by choice.
    below = np.concatenate([np.zeros((1, cell.shape[1])), np.cumsum(cell.astype(np.float64), axis=0)])
    grades = len(cell)
    if len(bets) == 1:
        return [int(np.argmax(below[:, fold] - below[:, bets[0]]))]
    small, large = bets
    from_small = below[:, fold] - below[:, small]
    most = np.maximum.accumulate(from_small)
    from_large = int(np.argmax(most + below[:, small] - below[:, large]))
    return [int(np.argmax(from_small[: from_large + 1])), min(from_large, grades)]


def chart_of(thresholds: Thresholds, grades: int, bets: tuple[int, ...], fold: int) -> NDArray[np.uint8]:
    """The choice by count and grade that thresholds mean."""
    chart = np.full((len(thresholds), grades), fold, np.uint8)
    for count, lowest in enumerate(thresholds):
        for bet, grade in zip(bets, lowest, strict=True):
            chart[count, grade:] = bet
    return chart


def best_cells(cells: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The best choice of each cell: the bet on 3rd Street (2x is never best), or whether bet 1 rides."""
    chosen = np.array([0, 1, 3] if cells.shape[2] == 4 else [0, 1], np.uint8)
    return np.asarray(chosen[np.argmax(cells[:, :, chosen], axis=2)], np.uint8)
