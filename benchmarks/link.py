"""What a link costs: complete rounds a second at 100 tables, alone and all on one link with every seat in it.

The same tables play the same rounds. On the link every seat also makes the progressive wager, which the lock moves to
the link's pool; a ticker splits the pool and checks the books every second, as a server does. Runs alternate, so that
whatever else the machine does meets both alike.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.record import Load, databases
from benchmarks.table import Table, short
from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.links.claiming import claim_due, press
from croupier.floor.links.control import Links
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import Order
from croupier.floor.roles import Person, Role
from croupier.jackpot.claim import next_to_verify
from croupier.jackpot.terms import LevelTerms
from croupier.rules.commands import PlaceBets
from croupier.rules.wagers import PROGRESSIVE, Stakes
from croupier.store.journal import open_store

TABLES, ROUNDS, PAIRS = 100, 1_000, 5
STAKE = 100
_SUPERVISOR = Person("sue", Role.SUPERVISOR)
_MAIN = LevelTerms(name="main", rate_bp=2_300, reserve_bp=500, seed=1_000_000)


@dataclass(slots=True)
class LinkedLoad(Load):
    """The same load with every table on one link and every seat in it."""

    def join(self) -> None:
        """Open the link and put every table on it."""
        links = Links(self._room)
        links.open("main", link_terms("UTH-P01", STAKE, (_MAIN,)), _SUPERVISOR, "link", override="bench")
        for number in range(self.tables):
            links.join("main", f"T{number}", _SUPERVISOR, f"join T{number}")

    async def _play(self, rounds: int, pace: float | None) -> None:
        ticker = asyncio.create_task(self._tick())
        try:
            await Load._play(self, rounds, pace)
        finally:
            ticker.cancel()

    async def _tick(self) -> None:
        links = Links(self._room)
        while True:
            await asyncio.sleep(1)
            await asyncio.to_thread(links.tick)

    async def _step(self, name: str, chance: Random) -> Order:
        if self._room.table(name).unpaid:  # a royal: rare, but it does come
            self._verify(name)
        return await Load._step(self, name, chance)

    def _verify(self, name: str) -> None:
        claim_due(self._room, name)
        while self._room.table(name).unpaid:
            link = self._room.desk.link("main")
            button = next_to_verify(link.terms.flow, link.pad(name))
            with contextlib.suppress(Refused):
                press(self._room, name, button, _SUPERVISOR, f"verify {next(self._ids)}")

    def _by_a_player(self, name: str, chance: Random) -> tuple[Order, Person]:
        order, who = Load._by_a_player(self, name, chance)
        if isinstance(order, PlaceBets):
            order = PlaceBets(Stakes({**order.stakes, PROGRESSIVE: STAKE}))
        return order, who


class Run(NamedTuple):
    """How fast one run went, and how many seconds its process worked."""

    rounds_a_second: float
    work_s: float


def run() -> list[Table]:
    """Rounds a second alone and linked, on both databases."""
    rows = []
    with databases() as kinds:
        for kind, make in kinds.items():
            alone, linked = [], []
            for _ in range(PAIRS):
                alone.append(_measured(make(), Load))
                linked.append(_measured(make(), LinkedLoad))
            pairs = list(zip(alone, linked, strict=True))
            cost = 1 - median(on.rounds_a_second / off.rounds_a_second for off, on in pairs)
            work = median(on.work_s / off.work_s for off, on in pairs) - 1
            speeds = [short(median(each.rounds_a_second for each in runs)) for runs in (alone, linked)]
            rows.append([kind, *speeds, f"{cost * 100:.1f} %", f"{work * 100:.1f} %"])
    return [
        Table(
            f"{TABLES} tables on one link, rounds a second",
            ["database", "no link", "one link, three wagers a round", "cost", "more processor time"],
            rows,
            f"Medians of {PAIRS} alternating runs of {ROUNDS:,} rounds; the costs are medians of the pairs. Processor "
            "time is this process's own, and does not mind what else the machine does. Every linked record was audited "
            "afterwards, meters included.",
        )
    ]


def _measured(url: str, kind: type[Load]) -> Run:
    with open_store(url) as store:
        load = kind(store, TABLES)
        load.furnish()
        if isinstance(load, LinkedLoad):
            load.join()
        gc.collect()
        worked = process_time()
        took = load.play(ROUNDS)
        worked = process_time() - worked
        if isinstance(load, LinkedLoad):
            report = audit(store)
            assert report.clean, report.findings[:3]
    return Run((ROUNDS // TABLES * TABLES) / took, worked)
