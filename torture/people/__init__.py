"""People of every role give every command of the floor, in an order that chance draws.

Who has not the duty is refused; who has it is never told that it is not theirs. What is refused changes nothing; the
books balance after every command; at the end the audit is clean, and whoever opens the record finds the tables as they
stood. Hypothesis draws the orders.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.roles import NotAllowed, Person, Role, may
from torture.people.deeds import DEEDS, DEVICES, PLAYERS, STAFF, Floor
from torture.report import Report

EXAMPLES, STEPS = 15, 100
"""How many orders of how many commands there are at `much` 1."""


RESTART = "restart"
_OFTEN = ("play on", "the lit step", "the machine deals", "real cards", "a report") * 8
"""So that rounds are played, and not only talked about."""


class Broken(AssertionError):
    """A law of the floor that did not hold."""


class Floors(RuleBasedStateMachine):
    """One drawn order of commands, on a record of its own."""

    report: ClassVar[Report] = Report()

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory(prefix="croupier-people-")
        self.floor = Floor(str(Path(self._folder.name) / "room.db"), Random(1))
        self._done: list[str] = []

    @rule(
        what=st.sampled_from((*sorted(DEEDS), *_OFTEN, RESTART)),
        who=st.sampled_from((*STAFF, *PLAYERS, *DEVICES)),
        rightly=st.booleans(),
        chance=st.integers(0, 2**32),
    )
    def give(self, what: str, who: str, rightly: bool, chance: int) -> None:
        """Somebody does something, or tries to; where `rightly`, somebody whose duty it is."""
        if what == RESTART:
            self._restart()
            return
        person = self._person(self._somebody_for(what, chance) or who if rightly else who)
        if person is None or (person.role is Role.DEVICE and DEEDS[what].duty is None):
            return  # they cannot sign in, so they cannot ask; a device comes by its own door alone
        self.floor.chance.seed(chance)
        self._done.append(f"{person.name}: {what}")
        attempt(self.floor, what, person, self.report)

    def _person(self, name: str) -> Person | None:
        """Somebody who may come in now: with a PIN, or a device with its key."""
        known = self.floor.devices.now().by_name.get(name) if name in DEVICES else self.floor.people.find(name)
        return known.person if known is not None and known.active else None

    def _somebody_for(self, what: str, chance: int) -> str | None:
        duty, there = DEEDS[what].duty, (self._person(name) for name in (*STAFF, *PLAYERS, *DEVICES))
        fit = [one.name for one in there if one and duty and may(one.role, duty)]
        return Random(chance).choice(fit) if fit else None

    def _restart(self) -> None:
        """A new process finds only the record."""
        tables = {name: self.floor.room.table(name) for name in self.floor.room.tables()}
        self.floor.restart()
        self.report.count("restarts")
        for name, table in tables.items():
            if self.floor.room.table(name) != table:
                raise Broken(f"{name} is not found in the record as it stood")

    @invariant()
    def books_balance(self) -> None:
        """Every cent that arrived somewhere has left somewhere else."""
        total = sum(self.floor.store.balances().values())
        if total:
            raise Broken(f"the accounts add up to {total} cents and not to nothing")

    def teardown(self) -> None:
        """The auditor has the last word."""
        try:
            found = audit(self.floor.store)
            self.report.count("audits")
            if not found.clean:
                raise Broken(f"the audit finds {[str(one) for one in found.findings[:3]]} after {self._done[-8:]}")
        finally:
            self.floor.store.close()
            self._folder.cleanup()


def attempt(floor: Floor, what: str, who: Person, report: Report) -> None:
    """One command, and its laws."""
    deed = DEEDS[what]
    position, balances = floor.store.position(), dict(floor.store.balances())
    report.count("commands")
    try:
        deed.do(floor, who)
    except Refused as refused:
        report.count("of them refused")
        if (floor.store.position(), floor.store.balances()) != (position, balances):
            raise Broken(f"{who.name} was refused ({refused}), and yet something was written: {what}") from refused
        if isinstance(refused, NotAllowed) and refused.duty is deed.duty and may(who.role, refused.duty):
            raise Broken(f"{who.name} is {who.role.value} and may {what}, but is told: {refused}") from refused
        return
    if deed.duty is not None and not may(who.role, deed.duty):
        raise Broken(f"{who.name} is {who.role.value}, may not {deed.duty.value}, and could: {what}")


def run(much: float, seed_: int) -> Report:
    """Draw orders of commands and hold them to their laws."""
    return drawn(max(1, round(EXAMPLES * much)), STEPS, seed_)


def drawn(examples: int, steps: int, number: int) -> Report:
    """So many orders of so many commands."""
    report = Report()
    machine: Any = type("Drawn", (Floors,), {"report": report})
    try:
        run_state_machine_as_test(
            seed(number)(machine),
            settings=settings(
                max_examples=examples,
                stateful_step_count=steps,
                deadline=None,
                database=None,
                phases=[Phase.generate],  # to make a failing order short takes longer than to draw another
                suppress_health_check=list(HealthCheck),
            ),
        )
    except Exception as failed:
        report.found(
            f"{type(failed).__name__}: {str(failed)[:1500]}; {' | '.join(getattr(failed, '__notes__', ()))[:3000]}"
        )
    return report
