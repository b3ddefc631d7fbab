"""The face-up runs that were really made, as data: `published.json`, with the counting rules that they priced."""

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
from croupier.lab.games.solve import SIX_GAMES
from croupier.lab.solved import face_up_report, face_up_runs


def published() -> dict[str, Any]:
    """The hardware, the date, and the runs of each game by number of players."""
    return face_up_report(SIX_GAMES[0])


@cache
def rules() -> dict[str, dict[str, Any]]:
    """By game and number of players: the rule that fits on a card, as `charts` has it."""
    text = resources.files("croupier.lab.games.faceup").joinpath("rules.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def best_runs(game: str) -> list[dict[str, Any]]:
    """One run of a game for each number of players: the exact one where there is one."""
    return face_up_runs(game)


def face_up_edge(game: str, players: int) -> dict[str, Any] | None:
    """The computed edge of a face-up table with so many players, where it was computed."""
    return next((run for run in best_runs(game) if run["players"] == players), None)


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
