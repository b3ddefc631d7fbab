"""Ten thousand private tables, apart and in the room: what they cost the lobby and the start, and to let them go."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

from benchmarks.table import Table, best_of, short
from croupier.floor.practice.retention import Retention, trim_practice
from croupier.floor.roles import PRACTICE_HOST, Person, Role
from croupier.floor.room import Room
from croupier.floor.table import Settings
from croupier.games import HOUSE_RULES
from croupier.rules.terms import terms
from croupier.store.journal import Store, open_store
from croupier.web.context import open_house
from croupier.web.lobby import lobby_page
from croupier.web.sessions import Visitor

MONEY_TABLES = 20
PRIVATE = 10_000
_BOSS = Person("boss", Role.SUPERVISOR)
_SETTINGS = Settings(terms=terms(HOUSE_RULES))


def run() -> list[Table]:
    """A lobby of twenty tables, with nothing beside it, with practice apart, and with practice in the same record."""
    with tempfile.TemporaryDirectory() as folder:
        alone = _measured(Path(folder) / "alone.db", lambda _: None)
        apart = _measured(Path(folder) / "apart.db", lambda store: _open(store.practice))
        within = _measured(Path(folder) / "within.db", _open)
        trimmed_s = _trimmed(Path(folder) / "apart.db")
    rows = [
        [where, f"{short(lobby * 1000)} ms", f"{lobby / alone[0]:.2f}", f"{short(start * 1000)} ms"]
        for where, (lobby, start) in (("none", alone), ("apart", apart), ("in the room's record", within))
    ]
    note = f"Best of 20 lobby pages, one start each. Letting all {PRIVATE:,} go took {trimmed_s:.1f} s of a thread."
    return [
        Table(
            f"{PRIVATE:,} private tables",
            ["where they lie", "lobby page", "against none", "start of the house"],
            rows,
            note,
        )
    ]


def _measured(path: Path, fill: Callable[[Store], None]) -> tuple[float, float]:
    with open_store(str(path)) as store:
        room = Room(store)
        for number in range(MONEY_TABLES):
            room.open_table(f"T{number}", _SETTINGS, _BOSS, f"open/{number}")
        fill(store)
        began = perf_counter()
        house = open_house(store)
        start_s = perf_counter() - began
        lobby_page(house, Visitor(""))
        lobby_s = best_of(lambda: lobby_page(house, Visitor("")), 20)
        house.coach.close()
    return lobby_s, start_s


def _open(store: Store) -> None:
    room = Room(store)

    def open_one(number: int) -> None:
        name = f"practice-{number:08d}"
        room.open_table(name, _SETTINGS, PRACTICE_HOST, f"open/{name}")
        room.let_go(name)

    with ThreadPoolExecutor(32) as pool:
        list(pool.map(open_one, range(PRIVATE)))


def _trimmed(path: Path) -> float:
    with open_store(str(path)) as store:
        began = perf_counter()
        assert trim_practice(Room(store.practice), Retention(idle_ms=-1)) >= PRIVATE
        return perf_counter() - began
