"""Kills of the simulator: all games, three links and two tables of another game, cut off at a random moment."""

from __future__ import annotations

from functools import partial

from croupier.floor.soak.run import Soak
from croupier.store.journal import open_store
from torture.scene.attack import Strike
from torture.scene.laws import Room
from torture.scene.places import Place
from torture.scene.told_store import ToldStore
from torture.scene.victim import Tell, Victim

TABLES = 14  # each game, and each rule set of the oldest
_FOR_EVER = 1_000_000


def furnish_soak(address: str) -> None:
    """Everything that the simulator makes before it plays."""
    with open_store(address) as store:
        Soak(store, 0, 0, TABLES).run()


class Soaks:
    """The simulator, which goes on where it was killed: its ids come from the record's versions."""

    name = "soak"
    rooms_last = 10

    def begin(self, place: Place) -> Room:
        """The simulator's tables and links. It asks under ids of its own, and all of them are told."""
        return Room.at(place.fresh(furnish_soak), alone=False)

    def strike(self, at: Strike) -> None:
        """Let it play for a moment, and kill it."""
        victim = Victim(partial(_soak, at.room.address, at.seed, at.chance.random() < 0.1))
        victim.die(at.chance, within=60)
        at.book.note(victim.told)
        for command in at.book.moves:
            if command.startswith("forbidden-"):
                at.book.wrong.append(f"{command} came as far as the record, and should have been refused before")
        at.report.count(f"kills of a soak on {at.place.name}")


class Problems(list[str]):
    """The simulator's own findings, told as they come."""

    def __init__(self, tell: Tell) -> None:
        super().__init__()
        self._tell = tell

    def append(self, what: str) -> None:
        """Tell one more."""
        self._tell("wrong", what)


class Furnished(Soak):
    """The simulator, in a room where everything is there already: it need not ask for all of it again."""

    __slots__ = ()

    def _open(self) -> None:
        pass


def _soak(address: str, seed: int, from_the_door: bool, tell: Tell) -> None:
    begins = Soak if from_the_door else Furnished
    begins(ToldStore(address, tell), seed, _FOR_EVER, TABLES, problems=Problems(tell)).run()
