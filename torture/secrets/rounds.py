"""Random rounds in a house, at one table after another."""

from __future__ import annotations

import asyncio
from random import Random

from croupier.store.journal import open_store
from croupier.web.app import create_app
from torture.secrets.evening import Evening
from torture.secrets.house import Open, Played
from torture.secrets.lies import Chance
from torture.secrets.still import Loop, Still

__all__ = ["Played", "play"]


def play(url: str, seed: str, rounds: int, *, lies: bool) -> Played:
    """Play so many rounds in a room. For a process of its own: clock, chance and log of all of it are changed."""
    still = Still("play")
    with open_store(url) as store, asyncio.Runner(loop_factory=Loop) as runner:
        house = Open(create_app(store), Chance(seed, lies), still)
        return runner.run(_played(house, rounds))


async def _played(house: Open, rounds: int) -> Played:
    """Play on; then everything that the record holds must be the same in both houses, too."""
    sides = (house.house.sides.money, house.house.sides.practice)
    for side in sides:
        side.hub.resume()
    order = Random(f"order {house.chance.seed}")
    tables = sorted(name for side in sides for name in side.room.tables())
    while house.played.counts["rounds"] < rounds and tables:
        name = order.choice(tables)
        if not await Evening(house, name).round():
            tables.remove(name)  # a win waits for people there, say, and nothing is hidden any more
    for side in sides:
        for entry in side.store.read_all():
            house.played.told[f"entry {entry.position} of {side.store.url.rpartition('/')[2]}"] = repr(entry)
        await side.hub.close()
    house.house.coach.close()
    return house.played
