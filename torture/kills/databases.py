"""Kills of PostgreSQL itself: one of its processes, its main process alone, or all of it at once."""

from __future__ import annotations

from functools import partial

from croupier.store.committer import no_fault
from torture.kills.writers import Writers, clerks, left_over, note
from torture.scene.attack import Strike
from torture.scene.places import Cluster
from torture.scene.victim import Victim


class Databases(Writers):
    """Clerks at work while their database dies under them and comes back; in the end they are killed as well."""

    name = "database"
    rooms_last = 6

    def strike(self, at: Strike) -> None:
        """Kill the database, wait until the clerks are answered again, and kill them."""
        assert isinstance(at.place, Cluster), "a file has no processes"
        victim = Victim(partial(clerks, at.room.address, f"{at.seed}", at.life, left_over(at), no_fault))
        victim.listen(10, until="done")
        victim.listen(at.chance.uniform(0, 0.05))
        match at.chance.random():
            case few if few < 0.12:
                at.place.kill_main(alone=True)
                at.report.count("kills of PostgreSQL's main process alone")
            case some if some < 0.4:
                at.place.kill_main(alone=False)
                at.report.count("kills of all of PostgreSQL at once")
            case _:
                self._kill_backend(at, at.place)
        # What was told before is not meant: whoever was failed asks again, under the same id, until they are answered.
        victim.listen(0.01)
        seen = len(victim.told)
        back = victim.listen(60, until="done")
        victim.listen(at.chance.uniform(0, 0.05))
        victim.kill()
        note(at, victim)
        if not back:
            at.book.wrong.append(f"nobody was answered after the database was back: {victim.told[seen:][-3:]}")
        at.report.count(f"kills of a writer on {at.place.name}")

    @staticmethod
    def _kill_backend(at: Strike, cluster: Cluster) -> None:
        there = cluster.backends(at.room.address)
        if there:
            pid = there[0] if at.chance.random() < 0.7 else at.chance.choice(there)
            if cluster.kill_one(pid):
                at.report.count("kills of a process of PostgreSQL")
