"""Kills of a process that writes: at a random moment, or exactly between two writes of a batch."""

from __future__ import annotations

import os
import signal
from functools import partial
from random import Random

from croupier.store.committer import Fault, no_fault
from croupier.store.journal import open_store
from torture.scene.attack import Strike
from torture.scene.clerk import Clerks, furnish_cage, told
from torture.scene.laws import Room
from torture.scene.places import Place
from torture.scene.victim import Tell, Victim

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
        victim = Victim(partial(clerks, at.room.address, f"{at.seed}", at.life, left_over(at), _deadly(at.chance)))
        victim.die(at.chance, within=30)
        note(at, victim)
        at.report.count(f"kills of a writer on {at.place.name}")


def left_over(at: Strike) -> list[str]:
    """What is sent again: most of what nobody knows the end of, and some that was answered."""
    unknown = [command for command in at.book.unanswered() if at.chance.random() < 0.8]
    known = [command for command in at.book.done if at.chance.random() < 0.02]
    return [*unknown, *known]


def note(at: Strike, victim: Victim) -> None:
    """Enter what a killed clerk had told."""
    at.book.note(victim.told)
    told(at.report.count, victim.told)


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


def clerks(address: str, seed: str, life: str, again: list[str], fault: Fault, tell: Tell) -> None:
    """Open the record and work until killed."""
    store = open_store(address, fault=fault)
    Clerks(store, tell, seed, life).work(again)
