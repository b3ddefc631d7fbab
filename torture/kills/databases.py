"""Kills of PostgreSQL itself: one of its processes, its main process alone, or all of it at once."""

from __future__ import annotations

from torture.scene.attack import Strike
from torture.scene.interrupted import Interrupted
from torture.scene.places import Cluster
from torture.scene.victim import Victim


class Databases(Interrupted):
    """Clerks at work while their database dies under them and comes back."""

    name = "database"

    def fault(self, at: Strike, victim: Victim) -> None:
        """Kill it, and have it recover."""
        assert isinstance(at.place, Cluster), "a file has no processes"
        match at.chance.random():
            case few if few < 0.12:
                at.place.kill_main(alone=True)
                at.report.count("kills of PostgreSQL's main process alone")
            case some if some < 0.4:
                at.place.kill_main(alone=False)
                at.report.count("kills of all of PostgreSQL at once")
            case _:
                there = at.place.backends(at.room.address)
                if there and at.place.kill_one(there[0] if at.chance.random() < 0.7 else at.chance.choice(there)):
                    at.report.count("kills of a process of PostgreSQL")
