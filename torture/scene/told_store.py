"""A record that tells what it is asked to write and what it answers, for victims that bring commands of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from croupier.store.database import connect
from croupier.store.dialects.dialect import Fault, no_fault
from croupier.store.journal import Store
from croupier.store.unit import Receipt, Unit
from torture.scene.victim import Tell


class ToldStore(Store):
    """An open record. An answer is told before whoever asked can go on, so nothing rests on what was not told."""

    def __init__(self, url: str, tell: Tell, fault: Fault = no_fault) -> None:
        super().__init__(url, connect(url), fault)
        self._say = tell

    def commit(self, unit: Unit) -> Receipt:
        """Write a unit, and tell it before and after."""
        with self._telling(unit) as answers:
            answers.append(super().commit(unit))
        return answers[0]

    async def commit_async(self, unit: Unit) -> Receipt:
        """Write a unit from an event loop, and tell it before and after."""
        with self._telling(unit) as answers:
            answers.append(await super().commit_async(unit))
        return answers[0]

    @contextmanager
    def _telling(self, unit: Unit) -> Iterator[list[Receipt]]:
        answers: list[Receipt] = []
        self._say("sent", unit.command, ())
        yield answers
        self._say("done", unit.command, [entry.position for entry in answers[0].entries])
