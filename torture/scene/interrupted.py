"""Clerks at work while something happens to their database: afterwards they are answered again, and nothing is lost."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial

from torture.scene.attack import Strike
from torture.scene.clerk import clerks, furnish_cage, left_over, note
from torture.scene.laws import Room
from torture.scene.places import Place
from torture.scene.victim import Victim

_ANSWERED_WITHIN_S = 90.0


class Interrupted(ABC):
    """A kind of fault that passes. Whoever was failed by it asks again under the same id until they are answered; in
    the end the clerks are killed, as nobody tells them to go."""

    name: str
    rooms_last = 6

    def begin(self, place: Place) -> Room:
        """A cage, where nobody else moves money."""
        return Room.at(place.fresh(furnish_cage), alone=True)

    @abstractmethod
    def fault(self, at: Strike, victim: Victim) -> None:
        """Do it and undo it, and count it."""

    def victim(self, at: Strike) -> Victim:
        """The clerks."""
        return Victim(partial(clerks, at.room.address, f"{at.seed}", at.life, left_over(at)))

    def strike(self, at: Strike) -> None:
        """Let them work, do it to them, and see that they are answered again."""
        victim = self.victim(at)
        try:
            if not victim.listen(_ANSWERED_WITHIN_S, until="done", times=at.chance.randint(1, 6)):
                at.book.wrong.append(f"nobody was answered before anything happened: {victim.told[-2:]}")
            victim.listen(at.chance.uniform(0, 0.02))
            self.fault(at, victim)
            # What was told before is not meant.
            victim.listen(0.01)
            if not victim.listen(_ANSWERED_WITHIN_S, until="done", times=3):
                at.book.wrong.append(f"nobody was answered after it was over: {victim.told[-2:]}")
        finally:
            victim.kill()
        note(at.book, at.report, victim)
        at.report.count(f"kills of a writer on {at.place.name}")
