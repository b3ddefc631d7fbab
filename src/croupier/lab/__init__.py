"""The maths: the game solved exactly, with integer kernels.

`lab.solve_game()` and its companions are loaded when they are first named, because the kernels' compiler
takes half a second to import and most commands never need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.lazy import lazy

if TYPE_CHECKING:
    from croupier.lab.chance.simulate import SideStake, Simulation
    from croupier.lab.custom_bets import OwnPrice, price_side_bet
    from croupier.lab.hands.evaluator import grades, strengths
    from croupier.lab.uth.decisions import Decisions
    from croupier.lab.uth.distribution import Distribution
    from croupier.lab.uth.playout import Outcome, play_out
    from croupier.lab.uth.solve import GameSolution, solve_game
    from croupier.lab.variants.solve import VariantReport, solve_variant

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

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            "chance.simulate": ["SideStake", "Simulation"],
            "custom_bets": ["OwnPrice", "price_side_bet"],
            "hands.evaluator": ["grades", "strengths"],
            "uth.decisions": ["Decisions"],
            "uth.distribution": ["Distribution"],
            "uth.playout": ["Outcome", "play_out"],
            "uth.solve": ["GameSolution", "solve_game"],
            "variants.solve": ["VariantReport", "solve_variant"],
        },
    )
