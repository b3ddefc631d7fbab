"""Kills of a process that writes: at a random moment, or exactly between two writes of a batch."""

from __future__ import annotations

import os
import signal
from functools import partial
from random import Random

from croupier.store.dialects.dialect import Fault, no_fault
from torture.scene.attack import Strike
from torture.scene.clerk import clerks, furnish_cage, left_over, note
from torture.scene.laws import Room
from torture.scene.places import Place
from torture.scene.victim import Victim

# Where a batch can be cut: see `Committer._commit`. The last is after the commit and before its answer.
POINTS = ("begin", "entries", "transfers", "balances", "commit", "commit")


class Writers:
    """Three clerks of one process, who begin with what the killed ones before them left unanswered."""

    name = "writer"
    rooms_last = 12

    def begin(self, place: Place) -> Room:
        """A cage, where nobody else moves money."""
        return Room.at(place.fresh(furnish_cage), alone=True)

    def strike(self, at: Strike) -> None:
        """Let them work for a moment, and kill them."""
        victim = Victim(
            partial(clerks, at.room.address, f"{at.seed}", at.life, left_over(at), fault=_deadly(at.chance))
        )
        victim.die(at.chance, within=30)
        note(at.book, at.report, victim)
        at.report.count(f"kills of a writer on {at.place.name}")


def _deadly(chance: Random) -> Fault:
    """A fault that kills the process at the n-th time it comes to a point; none for half of them."""
    if chance.random() < 0.5:
        return no_fault
    point, times = chance.choice(POINTS), [chance.randint(1, 12)]

    def fault(here: str) -> None:
        if here == point:
            times[0] -= 1
            if not times[0]:
                os.kill(os.getpid(), signal.SIGKILL)

    return fault
