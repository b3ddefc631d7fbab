"""The seven games as Gymnasium environments: one seat against the dealer, rewards in base bets. Needs the extra `gym`.

    import croupier.gym
    env = gymnasium.make("croupier/UltimateTexasHoldem-v0")

Importing this package makes the environments known; `docs/gym.md` says what they observe, offer and pay.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from croupier.extras import needing

with needing("croupier.gym"):
    import gymnasium

ENVIRONMENTS: Mapping[str, str] = MappingProxyType(
    {
        "croupier/UltimateTexasHoldem-v0": "uth",
        "croupier/ThreeCardPoker-v0": "three-card",
        "croupier/CaribbeanStud-v0": "caribbean",
        "croupier/FourCardPoker-v0": "four-card",
        "croupier/CrazyFourPoker-v0": "crazy-four",
        "croupier/LetItRide-v0": "let-it-ride",
        "croupier/MississippiStud-v0": "mississippi",
    }
)
"""The game of each environment, by the name that `gymnasium.make` takes."""


def register() -> None:
    """Make the environments known to `gymnasium.make` and `gymnasium.make_vec`; those that are stay as they are."""
    for name, game in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="croupier.gym.one:OneTable",
                vector_entry_point="croupier.gym.many:ManyTables",
                kwargs={"game": game},
            )


register()
