"""Lost commit answers: what is durable and what its writer believes differ, until it is asked again under its id."""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path
from random import Random

from torture.faults.proxy import CutLine
from torture.scene.attack import Strike
from torture.scene.clerk import clerks, left_over
from torture.scene.interrupted import Interrupted
from torture.scene.places import Cluster
from torture.scene.victim import Tell, Victim


class LostAnswers(Interrupted):
    """Clerks whose commits are cut off again and again: in the process on a file, on the line on PostgreSQL."""

    name = "lost answers"

    def __init__(self) -> None:
        self._folder: Path | None = None

    def victim(self, at: Strike) -> Victim:
        """Clerks with a fault of their own."""
        chance, again = Random(at.chance.random()), left_over(at)
        if not isinstance(at.place, Cluster):
            return Victim(partial(_in_the_process, at.room.address, f"{at.seed}", at.life, again, chance))
        self._folder = Path(tempfile.mkdtemp(prefix="croupier-line-"))
        return Victim(partial(_on_a_line, at.room.address, self._folder, f"{at.seed}", at.life, again, chance))

    def strike(self, at: Strike) -> None:
        """As ever; where there was a line, its end is taken away."""
        super().strike(at)
        if self._folder is not None:
            shutil.rmtree(self._folder)
            self._folder = None

    def fault(self, at: Strike, victim: Victim) -> None:
        """Wait for some cuts."""
        victim.listen(30, until="cut", times=at.chance.randint(1, 4))
        for word, *rest in victim.told:
            if word == "cut":
                at.report.count(f"lines cut {rest[0]} on {at.place.name}")


def _on_a_line(address: str, folder: Path, seed: str, life: str, again: list[str], chance: Random, tell: Tell) -> None:
    clerks(CutLine(address, folder, chance, tell).address, seed, life, again, tell)


def _in_the_process(address: str, seed: str, life: str, again: list[str], chance: Random, tell: Tell) -> None:
    def fault(point: str) -> None:
        if chance.random() < (0.1 if point == "commit" else 0.01):
            tell("cut", "before a commit was answered" if point == "commit" else "before a commit got there")
            raise OSError("nobody hears of it")

    clerks(address, seed, life, again, tell, fault=fault)
