"""The price list, worked out: every approved bet of every game, exactly (`croupier.lab.prices` keeps it).

    python -m croupier.lab.games.pricelist        # writes lab/prices.json again

Of Ultimate Texas Hold'em it also has how Ante, Blind and Play swing together with Trips and Bad Beat, because the
whole game is counted by both hands and the result, which decide all of these. How other bets and other seats swing
together is measured (`croupier.lab.games.swings`).
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.games import GAMES, RULE_SETS
from croupier.games.uth import BAD_BEAT, TRIPS, UTH
from croupier.lab.bets.folds import folded
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.bets.stakes import BASE, SideStake, staked
from croupier.lab.games.solve import solved_game
from croupier.lab.games.swings import swings
from croupier.lab.prices import FILE, base_name, bet_name, names_of
from croupier.lab.solution_cache import solved, spread
from croupier.rules.paytables import Paytable, paytable
from croupier.rules.rulesets import RuleSet

_LOST = "/lost by fold"
MEASURED = 20_000
"""So many rounds of each game are dealt to see how bets swing together."""


def worked_out() -> dict[str, Any]:
    """The whole list, as it is kept."""
    prices: dict[str, tuple[str, str]] = {}
    for rules in RULE_SETS.values():
        for name in names_of(rules):
            if name not in prices:
                edge, variance = priced(rules, name)
                prices[name] = (str(edge), str(variance))
    return {
        "prices": prices,
        "together": [(*pair, str(value)) for pair, value in together().items()],
        "swings": {game.key: swings(game, MEASURED) for game in GAMES.values()},
    }


def priced(rules: RuleSet, name: str) -> tuple[Fraction, Fraction]:
    """Edge and variance of the price of that name, which tables of this rule set may need."""
    kind, _, table = name.removesuffix(_LOST).partition("/")
    if kind == rules.game.key:
        if rules.game is UTH:
            return -spread().value, spread().variance
        tables = zip(rules.game.base_tables, table.split("/"), strict=True)
        solution = solved_game(rules.game, {bet: paytable(one, bet) for bet, one in tables})
        return solution.edge, solution.variance
    pays = paytable(table, kind)
    lost = folded(pays, solved(), spread().outcome) if name.endswith(_LOST) else None
    bet = side_bet(pays, lost)
    return bet.edge, bet.variance


def together() -> dict[tuple[str, str], Fraction]:
    """The covariances of a seat's bets at Ultimate Texas Hold'em, per unit of each, by their prices' names."""
    base = base_name(UTH, {"blind": "BLIND"})
    names = list(dict.fromkeys(name for rules in UTH.rule_sets for name in names_of(rules)))
    trips = [name for name in names if name.startswith(f"{TRIPS}/")]
    beats = [name for name in names if name.startswith(f"{BAD_BEAT}/")]
    nets = {base: _nets()[0]} | {name: _nets(name)[1] for name in (*trips, *beats)}
    pairs = [(base, name) for name in (*trips, *beats)] + [(one, other) for one in trips for other in beats]
    return {(one, other): _covariance(nets[one], nets[other]) for one, other in pairs}


_UNIT = 2
"""All of these pay whole multiples of half a stake."""


def _nets(name: str = bet_name(TRIPS, "UTH-02")) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What the base game and a side bet net in each cell of the game's outcome, in half units."""
    kind, _, table = name.removesuffix(_LOST).partition("/")
    pays: Paytable = paytable(table, kind)
    made = staked(None, (SideStake(pays),), bad_beat_on_fold=not name.endswith(_LOST))
    assert made.unit == _UNIT, "the Blind pays a flush 3 to 2, and nothing pays in smaller parts"
    return made.by_cell[BASE], made.by_cell[table]


def _covariance(one: NDArray[np.int64], other: NDArray[np.int64]) -> Fraction:
    cells = zip(one.tolist(), other.tolist(), spread().outcome.joint.ravel().tolist(), strict=True)
    deals = spread().outcome.deals
    first = second = both = 0
    for a, b, n in cells:
        first, second, both = first + a * n, second + b * n, both + a * b * n
    return Fraction(both, _UNIT**2 * deals) - Fraction(first, _UNIT * deals) * Fraction(second, _UNIT * deals)


def main() -> None:
    """Work the list out and write it down."""
    path = Path(__file__).parents[2] / FILE
    path.write_text(json.dumps(worked_out(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
