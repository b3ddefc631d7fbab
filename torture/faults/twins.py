"""Two processes that ask for the very same things at the same time: each is done once, and both are told so."""

from __future__ import annotations

import contextlib
from functools import partial

from torture.scene.attack import Strike
from torture.scene.clerk import clerks, furnish_cage, left_over, note
from torture.scene.laws import Room
from torture.scene.places import Place
from torture.scene.victim import Victim


class Twins:
    """The same clerks twice, with the same ids."""

    name = "twins"
    rooms_last = 6

    def begin(self, place: Place) -> Room:
        """A cage, where nobody else moves money."""
        return Room.at(place.fresh(furnish_cage), alone=True)

    def strike(self, at: Strike) -> None:
        """Let both work, kill one, and then the other."""
        work = partial(clerks, at.room.address, f"{at.seed}", at.life, left_over(at))
        twins = Victim(work), Victim(work)
        try:
            for twin in twins:
                twin.listen(20, until="done", times=at.chance.randint(1, 12))
            twins[0].kill()
            twins[1].listen(at.chance.uniform(0, 0.1))
        finally:
            for twin in twins:
                with contextlib.suppress(OSError):
                    twin.kill()
        before = set(at.book.done)
        for twin in twins:
            note(at.book, at.report, twin)
        told = [{line[1] for line in twin.told if line[0] == "done"} - before for twin in twins]
        at.report.count(f"commands that two processes asked for at once on {at.place.name}", len(told[0] & told[1]))
