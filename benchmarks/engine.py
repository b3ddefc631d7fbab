"""What an order costs the thread that decides it, part by part, and what a settlement costs.

`CROUPIER_BEFORE=/another/checkout python -m benchmarks engine` measures that checkout too, in turns with this one, so
that a busy machine is equally unfair to both.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from time import perf_counter, thread_time
from typing import NamedTuple, TypeVar

from benchmarks.record import Load
from benchmarks.table import Table as Sheet
from croupier.floor.cases import answer_line
from croupier.floor.dealer import next_order
from croupier.floor.movements import applied
from croupier.floor.orders import Order, Sit
from croupier.floor.plan import plan, unit_of_table
from croupier.floor.play import check_allowed, decide
from croupier.floor.roles import Person, Role
from croupier.floor.table import Happening, Settings, Table, TableOpened
from croupier.games.uth.rulesets import WA_2018
from croupier.ledger.transfers import Transfer
from croupier.rules.commands import PlaceBets
from croupier.rules.plan import plan as settlement
from croupier.rules.round import Stage, due_seats, legal_actions
from croupier.rules.steps import SETTLE
from croupier.rules.terms import terms
from croupier.rules.wagers import Stakes
from croupier.store.journal import open_store

HERE = Path(__file__).parents[1]
BEFORE = "CROUPIER_BEFORE"
ROUNDS, RUNS, TURNS = 100, 20, 2
LOAD_TABLES, LOAD_ROUNDS, LOAD_RUNS = 100, 200, 6
_FEW = 16
_SEATS = (1, 3, 5)
_TIME_MS = 1_700_000_000_000
T = TypeVar("T")
PARTS = {
    "next_order": "an order: what comes next",
    "decide": "an order: allowed, and what it makes happen",
    "applied": "an order: the table afterwards and the money",
    "unit": "an order: plain data and the unit of the record",
    "parts": "an order: these four",
    "loop": f"an order: all of the loop's thread, {LOAD_TABLES} tables on SQLite",
    "settled": "a settlement of three seats",
    "case": "a settlement case, JSON in and out",
}


class Given(NamedTuple):
    """An order on the table that it was given at."""

    table: Table
    order: Order
    who: Person
    seed: bytes


def run() -> list[Sheet]:
    """This checkout, and the one before it where it is named."""
    before = os.environ.get(BEFORE)
    trees = {**({"before": Path(before)} if before else {}), "now": HERE}
    found: dict[str, dict[str, float]] = {name: {} for name in trees}
    for _ in range(TURNS):
        for name, tree in trees.items():
            for part, micros in _measured_in(tree).items():
                found[name][part] = min(micros, found[name].get(part, micros))
    rows = [[words, *(f"{found[name][part]:.1f}" for name in trees)] for part, words in PARTS.items()]
    return [
        Sheet(
            "What an order and a settlement cost, µs",
            ["what", *trees],
            rows,
            f"The best of {TURNS} processes each, in turns. The parts: rounds of three seats with Trips, played with "
            f"no record, the least time that each {_FEW} orders took. The loop's thread: its processor time with all "
            "of that, the turn of the table, the hand-over to the committer and back, and the players who ask.",
        )
    ]


def _measured_in(tree: Path) -> dict[str, float]:
    path = os.pathsep.join([str(tree / "src"), str(tree)])
    made = subprocess.run(
        [sys.executable, __file__], env={**os.environ, "PYTHONPATH": path}, check=True, capture_output=True, text=True
    )
    found: dict[str, float] = json.loads(made.stdout)
    return found


def measured() -> dict[str, float]:
    """Microseconds by part, of whatever checkout is imported."""
    given = list(_evening(ROUNDS))
    decided = [(step, decide(step.table, step.order, step.who.name, step.seed)) for step in given]
    done = [(step, events, *applied(step.table, events, _TIME_MS)) for step, events in decided]
    shown = [step.table.round for step in given if step.order == SETTLE and step.table.round is not None]
    lines = [json.dumps(json.loads(line)["case"]) for line in (HERE / "tests/cases/settlement.jsonl").open()]

    def ask(step: Given) -> object:
        return next_order(step.table, _TIME_MS)

    def choose(step: Given) -> object:
        check_allowed(step.table, step.order, step.who)
        return decide(step.table, step.order, step.who.name, step.seed)

    def move(step: tuple[Given, tuple[Happening, ...]]) -> object:
        return applied(step[0].table, step[1], _TIME_MS)

    def write(step: tuple[Given, tuple[Happening, ...], Table, tuple[Transfer, ...]]) -> object:
        given, events, after, moved = step
        asked = str(given.order)
        return unit_of_table(after, given.table.version, events, moved, given.who, "id", _TIME_MS, asked)

    found = {
        "next_order": _best(ask, given),
        "decide": _best(choose, given),
        "applied": _best(move, decided),
        "unit": _best(write, done),
    }
    found["parts"] = sum(found.values())
    found["loop"] = _loop()
    found["settled"] = _best(settlement, shown)
    found["case"] = _best(answer_line, lines)
    return found


def _best(work: Callable[[T], object], items: Sequence[T]) -> float:
    """Microseconds for one of these: the least that each few of them took in several runs, taken together. A run of
    all of them is never left alone on a busy machine; a run of a few is, now and then."""
    few = [items[start : start + _FEW] for start in range(0, len(items), _FEW)]
    least = [float("inf")] * len(few)
    for _ in range(RUNS):
        for which, some in enumerate(few):
            began = perf_counter()
            for item in some:
                work(item)
            least[which] = min(least[which], perf_counter() - began)
    return sum(least) / len(items) * 1e6


def _loop() -> float:
    """What the loop's own thread works for an order, with everything around it."""
    with tempfile.TemporaryDirectory() as folder, open_store(str(Path(folder) / "engine.db")) as store:
        load = Load(store, LOAD_TABLES)
        load.furnish()
        times = []
        for _ in range(LOAD_RUNS):
            load.seconds.clear()
            gc.collect()
            began = thread_time()
            load.play(LOAD_ROUNDS)
            times.append((thread_time() - began) / len(load.seconds))
        return min(times) * 1e6


def _evening(rounds: int) -> Iterable[Given]:
    """Every order of so many rounds at one table, on the table that it was given at; the players choose by chance."""
    chance = Random(17)
    table, _ = applied(None, (TableOpened("T1", Settings(terms=terms(WA_2018))),), _TIME_MS)
    for seat in _SEATS:
        table = plan(table, Sit(seat), Person(f"player-{seat}", Role.PLAYER), "sit", _TIME_MS, b"").after
    while table.rounds < rounds or table.in_play is not None:
        order, who = next_order(table, _TIME_MS) or _by_a_player(table, chance)
        seed = chance.randbytes(32)
        yield Given(table, order, who, seed)
        table = plan(table, order, who, "id", _TIME_MS, seed).after


def _by_a_player(table: Table, chance: Random) -> tuple[Order, Person]:
    round = table.in_play
    assert round is not None, "the machine opens rounds"
    if round.stage is Stage.BETTING:
        seat = next(seat for seat in _SEATS if round.seat(seat) is None)
        return PlaceBets(Stakes(ante=1_000, trips=500)), Person(f"player-{seat}", Role.PLAYER)
    seat = chance.choice(due_seats(round))
    return chance.choice(legal_actions(round, seat)), Person(f"player-{seat}", Role.PLAYER)


if __name__ == "__main__":
    print(json.dumps(measured()))
