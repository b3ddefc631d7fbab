"""The counting rules that fit on a card, as they are kept: `rules.json`."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.games import GAMES
from croupier.lab.games.faceup.charts import chart_of
from croupier.lab.games.one_decision import DUEL_GAMES, grades_of


@cache
def rules() -> dict[str, dict[str, Any]]:
    """By game and number of players: the rule that fits on a card, as `charts` has it."""
    text = resources.files("croupier.lab.games.faceup").joinpath("rules.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


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
