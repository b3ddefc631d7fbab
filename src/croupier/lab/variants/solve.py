"""Any variant of any game of the house, solved exactly, beside the house game.

report = solve_variant(variant_of(UTH, {"ante.unqualified": "pays"}))
report.solution.edge, report.house.edge, report.differences

pays = seek(house(UTH), "blind.pays.flush", Fraction(1, 100))    # which pay of a line gives a wanted edge?
pays.below, pays.above                       # the whole pays on either side, with their edges
pays.near                                    # a pay between them that comes near

Every pay that is tried is a whole game solved.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Any, Final

from croupier.lab.bets.seek import PaysAround, search
from croupier.lab.games.one_decision import DUEL_GAMES
from croupier.lab.games.solution import Solution
from croupier.lab.prices import BetPrice, base_name, is_priced, price
from croupier.lab.solver import solver
from croupier.lab.solver.any_game import AnyGame
from croupier.lab.variants.holdem import solve_holdem
from croupier.lab.variants.six_games import solve_duels, solve_rides, solve_streets
from croupier.lab.work import Progress
from croupier.rules.variants.fields import BadVariant, Difference, changed, changes_only_pays, differences, fields_of
from croupier.rules.variants.variant import Variant, house

_CACHE_SIZE = 64
_lock = Lock()
_solved: OrderedDict[tuple[str, ...], Solution] = OrderedDict()


@dataclass(frozen=True, slots=True)
class VariantReport:
    """A variant played best, what is not as in the house game, and what the house game costs."""

    variant: Variant
    solution: Solution
    differences: tuple[Difference, ...]
    house: BetPrice

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


def solve_variant(variant: Variant, progress: Progress | None = None) -> VariantReport:
    """The best play of a variant: solved now, or taken from the cache."""
    usual = house(variant.base)
    name = base_name(variant.base, {bet: table.name for bet, table in usual.tables.items()})
    if is_priced(name):
        beside = price(name)
    else:
        now = best_play(usual, progress)
        beside = BetPrice(now.edge, now.variance)
    return VariantReport(variant, best_play(variant, progress), tuple(differences(variant)), beside)


def best_play(variant: Variant, progress: Progress | None = None) -> Solution:
    """The same without the house game beside it."""
    key = (variant.base.key, *fields_of(variant).values())
    # Solved without the lock: nobody waits for another's game that takes minutes.
    solution = _solved.get(key) or _solve(variant, progress)
    with _lock:
        _solved[key] = solution
        _solved.move_to_end(key)
        while len(_solved) > _CACHE_SIZE:
            _solved.popitem(last=False)
    return solution


_BY_KERNELS: Final[Mapping[str, Callable[[Variant], Solution]]] = {
    "uth": lambda variant: solve_holdem(variant).solution,
    "let-it-ride": solve_rides,
    "mississippi": solve_streets,
    **dict.fromkeys(DUEL_GAMES, solve_duels),
}


def _solve(variant: Variant, progress: Progress | None) -> Solution:
    if variant.base.key in _BY_KERNELS:
        return _BY_KERNELS[variant.base.key](variant)
    if changes_only_pays(variant):
        return solver(variant.base).solve(variant.tables, progress)
    return AnyGame(variant.game).solve(variant.tables, progress)


MOST = 1_000
"""No line is sought beyond so much to 1."""


def seek(variant: Variant, field: str, target: Fraction, progress: Progress | None = None) -> PaysAround:
    """The pays of a line between which the house edge of the base bet is what is wanted."""
    pays = [one for one in fields_of(variant) if ".pays." in one]
    if field not in pays:
        raise BadVariant(field, f"no line of a pay table here; there are {', '.join(pays)}")
    tries = 0

    def edge_of(pay: Fraction) -> Fraction:
        nonlocal tries
        text = f"{pay.numerator} to {pay.denominator}"

        def so_far(_words: str, share: float) -> None:
            if progress is not None:
                progress(f"trying {text}", 1 - 0.85 ** (tries + share))  # most are found in some ten tries

        tries += 1
        so_far("", 0.0)
        return best_play(changed(variant, field, text), so_far).edge

    return search(field, target, MOST, edge_of)
