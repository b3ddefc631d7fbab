"""How the rules on the cards were found: by adding up what each choice nets, count by count, on sets drawn at random.

The rules that are kept were found on 40,960 felts, or 20,480 sets of seen cards in Let It Ride and Mississippi Stud,
drawn with the seed 90001; the runs that price them draw with another one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.games import GAMES
from croupier.lab.games.faceup import streets, unions
from croupier.lab.games.faceup.plan import FaceUpPlan
from croupier.lab.games.faceup.rules import best_cells, best_thresholds, bets_of
from croupier.lab.games.one_decision import DUEL_GAMES
from croupier.lab.kernel import in_order

SEED = 90_001


def learn_rule(game: str, players: int, samples: int, seed: int = SEED) -> list[Any]:
    """The best rule of its kind for a game and so many players, as `rules.json` keeps it."""
    plan = FaceUpPlan(GAMES[game], players, samples, seed)

    def cells_of(batch: int) -> NDArray[np.int64]:
        sets, _ = plan.sets(batch)
        if game in DUEL_GAMES:
            return unions.learn(unions.face_up_duels(game), sets, players)
        return streets.learn(streets.streets(game), sets)

    cells = sum(in_order(cells_of, range(plan.batches)))
    assert isinstance(cells, np.ndarray), "a plan has at least one batch"
    if game not in DUEL_GAMES:
        choices: list[Any] = best_cells(cells).tolist()
        return choices
    bets, fold = bets_of(game)
    rule = best_thresholds(cells, bets, fold)
    # A count with which nobody can hold aces says nothing of them: Crazy 4's larger bet is for aces all the same (Z2).
    net = unions.face_up_duels(game).net
    lowest = [int(np.argmax(net[bet, :, 0] > unions.NOT_ALLOWED)) for bet in bets]
    return [[max(grade, least) for grade, least in zip(each, lowest, strict=True)] for each in rule]
