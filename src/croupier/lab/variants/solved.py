"""Any variant of any game of the house, solved exactly, beside the house game.

report = solve_variant(variant_of(UTH, {"ante.unqualified": "pays"}))
report.solution.edge, report.house.edge, report.differences
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any

from croupier.lab.games.one_decision import DUEL_GAMES
from croupier.lab.games.solution import Solution
from croupier.lab.prices import Price, base_name, is_priced, price
from croupier.lab.solver.any_game import AnyGame
from croupier.lab.variants.holdem import solve_holdem
from croupier.lab.variants.six import solve_duels, solve_rides, solve_streets
from croupier.rules.variants.fields import Difference, differences, fields_of
from croupier.rules.variants.variant import Variant, house

_KEPT = 64
_lock = Lock()
_solved: OrderedDict[tuple[str, ...], Solution] = OrderedDict()


@dataclass(frozen=True, slots=True)
class VariantReport:
    """A variant played best, what is not as in the house game, and what the house game costs."""

    variant: Variant
    solution: Solution
    differences: tuple[Difference, ...]
    house: Price

    def to_dict(self) -> dict[str, Any]:
        """The figures, for machines."""
        return {
            "name": self.variant.name,
            "differences": [one._asdict() for one in self.differences],
            "house": {
                "edge": float(self.house.edge),
                "exact_value": {"numerator": -self.house.edge.numerator, "denominator": self.house.edge.denominator},
            },
            **self.solution.to_dict(),
        }


def solve_variant(variant: Variant) -> VariantReport:
    """The best play of a variant: solved now, or remembered."""
    usual = house(variant.base)
    name = base_name(variant.base, {bet: table.name for bet, table in usual.tables.items()})
    if is_priced(name):
        beside = price(name)
    else:
        now = best_play(usual)
        beside = Price(now.edge, now.variance)
    return VariantReport(variant, best_play(variant), tuple(differences(variant)), beside)


def best_play(variant: Variant) -> Solution:
    """The same without the house game beside it."""
    key = (variant.base.key, *fields_of(variant).values())
    with _lock:
        if key not in _solved:
            _solved[key] = _solve(variant)
        _solved.move_to_end(key)
        while len(_solved) > _KEPT:
            _solved.popitem(last=False)
        return _solved[key]


def _solve(variant: Variant) -> Solution:
    match variant.base.key:
        case "uth":
            return solve_holdem(variant).solution
        case "let-it-ride":
            return solve_rides(variant)
        case "mississippi":
            return solve_streets(variant)
        case key if key in DUEL_GAMES:
            return solve_duels(variant)
        case _:
            return AnyGame(variant.game).solve(variant.tables)
