"""A furnished record to ask, and records that nobody can use: missing, damaged, of another time, somebody else's."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import Final

from argon2 import PasswordHasher

from croupier.floor.cage.cage import Cage
from croupier.floor.house import pins
from croupier.floor.links.control import Links
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import parse_order
from croupier.floor.people import FIRST_START, People
from croupier.floor.projections import keep_projections
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.table import DealtBy, Settings
from croupier.games import ruleset
from croupier.jackpot.terms import LevelTerms
from croupier.rules.terms import terms
from croupier.store.formats import stamped
from croupier.store.journal import open_store

PIN: Final = "1234"
BAD_ADDRESSES: Final = (
    *("", ":memory:", "sqlite://", "sqlite:///", "nonsense://x", "postgresql://", "mysql://root@localhost/x", "://"),
    *("postgresql://nobody:secret@127.0.0.1:1/none?connect_timeout=1", "postgresql://[::1", "http://["),
    *("a\x00b.db", "/proc/self/mem", "/dev/null", "/", "x" * 300),
)


def cheap_hashes() -> None:
    """Argon2 is dear on purpose; here a thousand PINs are checked."""
    pins._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def furnished(path: Path) -> Path:
    """A record with staff, players, a table on a link and a round in play; of full blocks also the projections."""
    with open_store(str(path)) as store:
        people, room, cage = People(store), Room(store), Cage(store)
        sam = people.register("sam", Role.ADMIN, PIN, FIRST_START, "first")
        roles = {"sue": Role.SUPERVISOR, "stan": Role.SUPERVISOR, "dora": Role.DEALER, "eve": Role.EXECUTIVE}
        roles |= {"ann": Role.PLAYER, "bob": Role.PLAYER}
        staff = {name: people.register(name, role, PIN, sam, name) for name, role in roles.items()}
        sue, ann = staff["sue"], staff["ann"]
        room.open_table("T1", Settings(terms=terms(ruleset("wa-2018")), dealt_by=DealtBy.PERSON), sue, "open T1")
        cage.fund(10_000_000, sue, "fund")
        cage.fill("T1", 1_000_000, sue, "fill")
        level = LevelTerms(name="main", rate_bp=2_000, reserve_bp=200, seed=500_000)
        links = Links(room)
        links.open("main", link_terms("UTH-P01", 100, (level,)), sue, "open main", override="a test")
        links.join("main", "T1", sue, "join")
        for name in ("ann", "bob"):
            cage.buy_in(name, 50_000, sue, f"buy {name}")
        orders: tuple[tuple[str, Person], ...] = (
            *(("sit 3", ann), ("open", staff["dora"]), ("bet 10 progressive 1", ann), ("lock", staff["dora"])),
            ("deal", staff["dora"]),
        )
        for number, (words, who) in enumerate(orders):
            room.do("T1", parse_order(words), who, command=f"play {number}")
        keep_projections(store)
    return path


def flipped(whole: Path, to: Path, chance: Random) -> str:
    """A copy with one byte changed; where, in words."""
    data = bytearray(whole.read_bytes())
    at, mask = chance.randrange(len(data)), chance.randrange(1, 256)
    data[at] ^= mask
    _without_company(to)
    to.write_bytes(data)
    return f"byte {at} of {len(data)} with {mask}"


def copied(whole: Path, to: Path) -> Path:
    """A fresh copy of a record."""
    _without_company(to)
    shutil.copy(whole, to)
    return to


def _without_company(path: Path) -> None:
    """SQLite's own files beside a record belong to the one that was there before."""
    for beside in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
        beside.unlink(missing_ok=True)


def useless(whole: Path, folder: Path) -> list[str]:
    """Addresses of records that nobody can use."""
    made = [
        folder / name for name in ("newer.db", "empty.db", "text.db", "other.db", "half.db", "forged.db", "table.db")
    ]
    newer, empty, text, other, half, forged, missing_table = made
    _changed(whole, newer, "UPDATE alembic_version SET version_num = '9999'")
    empty.write_bytes(b"")
    text.write_text("this is no database\n" * 500)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    half.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    state = stamped('{"name": [[[]]], "version": 1e400}')
    _changed(whole, forged, f"INSERT INTO snapshots (stream, version, state) VALUES ('table/T1', 2, '{state}')")
    _changed(whole, missing_table, "DROP TABLE entries")
    shape = folder / "folder.db"
    shape.mkdir()
    return [*map(str, made), str(shape), str(folder / "no such folder" / "room.db"), str(folder / "missing.db")]


def _changed(whole: Path, to: Path, statement: str) -> None:
    copied(whole, to)
    connection = sqlite3.connect(to)
    connection.execute(statement)
    connection.commit()
    connection.close()
