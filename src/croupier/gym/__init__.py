"""Every game as a Gymnasium environment: one seat against the dealer, rewards in base bets. Needs the extra `gym`.

    import croupier.gym
    env = gymnasium.make("croupier/UltimateTexasHoldem-v0")

Importing this package makes the environments known; `docs/gym.md` says what they observe, offer and pay.
"""

from __future__ import annotations

import re

from croupier.extras import needing
from croupier.games import GAMES

with needing("croupier.gym"):
    import gymnasium


def environments() -> dict[str, str]:
    """The game of each environment, by the name that `gymnasium.make` takes: the name of the game as one word."""
    return {f"croupier/{game.one_word or _one_word(game.name)}-v0": key for key, game in GAMES.items()}


def _one_word(name: str) -> str:
    """A name without what stands between its letters: `UltimateTexasHoldem`."""
    return "".join(word[0].upper() + word[1:] for word in re.sub(r"[^\w ]", "", name).split())


def register() -> None:
    """Make the environments known to `gymnasium.make` and `gymnasium.make_vec`; those that are stay as they are.

    Importing this package does so. Whoever registers a game afterwards calls this again.
    """
    for name, game in environments().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="croupier.gym.one:OneTable",
                vector_entry_point="croupier.gym.many:ManyTables",
                kwargs={"game": game},
            )


register()
