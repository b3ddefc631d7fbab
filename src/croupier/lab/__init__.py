"""The maths: the game solved exactly, with integer kernels.

`lab.solve_game()` and its companions are loaded when they are first named, because the kernels' compiler
takes half a second to import and most commands never need it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.lab.chance.simulate import SideStake, Simulation
    from croupier.lab.hands.evaluator import grades, strengths
    from croupier.lab.own.counting import OwnPrice, price_side_bet
    from croupier.lab.uth.decisions import Decisions
    from croupier.lab.uth.distribution import Distribution
    from croupier.lab.uth.playout import Outcome, play_out
    from croupier.lab.uth.solve import GameSolution, solve_game
    from croupier.lab.variants.solved import VariantReport, solve_variant

_ROOMS = {
    "Decisions": "uth.decisions",
    "Distribution": "uth.distribution",
    "GameSolution": "uth.solve",
    "Outcome": "uth.playout",
    "OwnPrice": "own.counting",
    "SideStake": "chance.simulate",
    "Simulation": "chance.simulate",
    "VariantReport": "variants.solved",
    "grades": "hands.evaluator",
    "play_out": "uth.playout",
    "price_side_bet": "own.counting",
    "solve_game": "uth.solve",
    "solve_variant": "variants.solved",
    "strengths": "hands.evaluator",
}

__all__ = [
    "Decisions",
    "Distribution",
    "GameSolution",
    "Outcome",
    "OwnPrice",
    "SideStake",
    "Simulation",
    "VariantReport",
    "grades",
    "play_out",
    "price_side_bet",
    "solve_game",
    "solve_variant",
    "strengths",
]


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
