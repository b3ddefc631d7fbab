"""Steps of the wall clock: hours forward, days back, at any moment; times in the record jump, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from croupier.floor.room import wall_clock_ms
from torture.kills.soaks import TABLES, Furnished, Problems, Soaks
from torture.scene.attack import Strike
from torture.scene.clerk import clerks, left_over, note
from torture.scene.interrupted import Interrupted
from torture.scene.told_store import ToldStore
from torture.scene.victim import Tell, Victim

_DAY_MS = 86_400_000


class StepsAtTheCage(Interrupted):
    """Clerks by a clock that is set again and again."""

    name = "clock steps at the cage"

    def victim(self, at: Strike) -> Victim:
        """Clerks with such a clock."""
        clock = stepping(Random(at.chance.random()))
        return Victim(partial(clerks, at.room.address, f"{at.seed}", at.life, left_over(at), now_ms=clock))

    def fault(self, at: Strike, victim: Victim) -> None:
        """It is done as they go."""
        victim.listen(10, until="done", times=10)
        at.report.count(f"records with a stepping clock on {at.place.name}")


class StepsAtTables(Soaks):
    """The simulator by such a clock."""

    name = "clock steps at tables"

    def strike(self, at: Strike) -> None:
        """Let it play for a while, and kill it."""
        victim = Victim(partial(_soak, at.room.address, at.seed))
        victim.die(at.chance, within=80)
        note(at.book, at.report, victim)
        at.report.count(f"records with a stepping clock on {at.place.name}")


def stepping(chance: Random) -> Callable[[], int]:
    """A clock on the wall that somebody sets once in a while."""
    off = [0]

    def now_ms() -> int:
        if chance.random() < 0.2:
            off[0] = chance.randrange(-30 * _DAY_MS, 30 * _DAY_MS)
        return wall_clock_ms() + off[0]

    return now_ms


class _Stepping(Furnished):
    """The simulator with a clock that jumps by hours."""

    __slots__ = ()

    def _now_ms(self) -> int:
        chance = Random(f"{self.seed} {self._clock_ms}")
        self._clock_ms = max(1, self._clock_ms + (chance.randrange(-_DAY_MS, _DAY_MS) if chance.random() < 0.1 else 1))
        return self._clock_ms


def _soak(address: str, seed: int, tell: Tell) -> None:
    _Stepping(ToldStore(address, tell), seed, 1_000_000, TABLES, problems=Problems(tell)).run()
