"""A record in the hands of a forger: its rows in memory, and everything that can be made right again.

The strongest forger whom the table supposes can write the whole database, knows this program, and has every key but
the house's own. So positions and versions are closed up, hashes, book and balances made anew, what refers to a position
or a version follows it, and signed heads are signed again, with a key of the forger's.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.floor.house.signing import public_hex, signed
from croupier.store.compression import packed, unpacked
from croupier.store.entry import EMPTY, Head, canonical, entry_hash

FORGERS_KEY: Final = Ed25519PrivateKey.from_private_bytes(b"the forger has a key of their own"[:32])
_NOTHING_MOVED: Final = '"transfers":[]}'
BESIDE: Final = ("checkpoints", "sums", "figures", "links", "rounds")
"""Tables of the projections of the journal."""
BLOCK: Final = 32
"""So many entries are a block in a record that is tampered with, so that a small one has some."""
_COLUMNS: Final = "position, stream, version, time_ms, actor, command, body, hash"
_TABLES: Final = ("entries", "transfers", "balances", "sealed", "snapshots")


@dataclass(slots=True)
class Row:
    """An entry. Its body is read when somebody looks at it, which is seldom."""

    position: int
    stream: str
    version: int
    time_ms: int
    actor: str
    command: str
    text: str
    hash: str
    names: tuple[str, ...]
    """What has happened in it, before anybody was at it."""
    read: dict[str, Any] | None = None

    @property
    def body(self) -> dict[str, Any]:
        """What it says, to be changed in place."""
        if self.read is None:
            self.read = json.loads(self.text)
        return self.read

    @property
    def written(self) -> str:
        """Its body as text."""
        return self.text if self.read is None else canonical(self.read)

    @property
    def events(self) -> list[dict[str, Any]]:
        """What it says has happened."""
        said: list[dict[str, Any]] = self.body["events"]
        return said

    @property
    def commands(self) -> list[dict[str, Any]]:
        """What it says was asked, where that made its events and is recorded: in a link's entries."""
        asked: list[dict[str, Any]] = self.body.get("commands", [])
        return asked

    @property
    def moved(self) -> list[list[Any]]:
        """What it says was moved: id, debit, credit, cents."""
        rows: list[list[Any]] = self.body["transfers"]
        return rows

    @property
    def kind(self) -> str:
        """The kind of its stream: what stands before the name."""
        return self.stream.partition("/")[0]

    def event(self, *kinds: str) -> dict[str, Any]:
        """The first of these that has happened in it."""
        return next(event for event in self.events if event["event"] in kinds)

    def copy(self) -> Row:
        """Another like it."""
        return replace(self, text=self.written, read=None)


@dataclass(slots=True)
class Rows:
    """All of a record."""

    entries: list[Row]
    sealed: dict[str, str]
    snapshots: list[tuple[str, int, str]]
    beside: dict[str, list[tuple[object, ...]]] = field(default_factory=dict)
    """The projections of the journal, as they are kept."""
    raw: list[Callable[[sqlite3.Connection], object]] = field(default_factory=list)
    """What is done to the tables themselves when everything else is written."""

    @staticmethod
    def load(path: Path) -> Rows:
        """The rows of a record."""
        connection = sqlite3.connect(path)
        found = connection.execute(f"SELECT {_COLUMNS} FROM entries ORDER BY position").fetchall()
        entries = [_row(*row) for row in found]
        sealed = dict(connection.execute("SELECT key, secret FROM sealed").fetchall())
        snapshots = connection.execute("SELECT stream, version, state FROM snapshots").fetchall()
        beside = {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in BESIDE}
        connection.close()
        return Rows(entries, sealed, snapshots, beside)

    def copy(self) -> Rows:
        """The same, to be tampered with."""
        return Rows([row.copy() for row in self.entries], dict(self.sealed), list(self.snapshots), dict(self.beside))

    def of(self, kind: str) -> list[Row]:
        """The entries of streams of one kind."""
        return [row for row in self.entries if row.kind == kind]

    def saying(self, *kinds: str) -> list[Row]:
        """The entries in which one of these has happened."""
        return [row for row in self.entries if any(name in kinds for name in row.names)]

    def unit(self, row: Row) -> list[Row]:
        """The entries of the same command."""
        return [other for other in self.entries if other.command == row.command]

    def insert(self, at: int, row: Row) -> None:
        """Put an entry in front of the one at a place of the list; versions and positions are closed up later."""
        self.entries.insert(at, row)

    def make_right(self, *, sign_again: bool = True) -> None:
        """Everything that can be: the work of a patient forger."""
        self._close_up()
        self._rehash(sign_again)
        self.snapshots, self.beside = [], {}  # nobody misses a shortcut

    def _close_up(self) -> None:
        """Number the entries through, and let what names a position or a version follow."""
        positions, versions, linked = {0: 0}, dict[str, int](), set[str]()
        reached: dict[str, int] = {}
        for at, row in enumerate(self.entries, start=1):
            positions.setdefault(row.position, at)
            reached[row.stream] = reached.get(row.stream, 0) + 1
            if row.kind == "link":
                linked.add(f"{row.stream}/{row.version}")
                if row.version != reached[row.stream]:
                    versions.setdefault(f"{row.stream}/{row.version}", reached[row.stream])
            row.position, row.version = at, reached[row.stream]
        for row in self.entries:
            if row.kind in ("shift", "count", "heads"):
                for event in row.events:
                    for name in event.keys() & {"until", "position"}:
                        event[name] = _followed(positions, event[name])
            elif versions and '"link/' in row.text:
                for moved in row.moved:
                    link, name, version, *rest = str(moved[0]).split("/")
                    mark = f"{link}/{name}/{version}"
                    if (now := versions.get(mark)) is not None:
                        moved[0] = "/".join([link, name, str(now), *rest])
                    elif link == "link" and mark not in linked:
                        moved[0] += "-gone"  # another's mark is the same by now

    def _rehash(self, sign_again: bool) -> None:
        heads: dict[str, Head] = {}
        waiting = dict[int, list[dict[str, Any]]]()
        for event in self._signatures() if sign_again else ():
            waiting.setdefault(event["position"], []).append(event)
        for row in self.entries:
            row.hash = entry_hash(
                row.position,
                row.stream,
                row.version,
                row.time_ms,
                row.actor,
                row.command,
                row.written,
                heads.get(row.stream, EMPTY).hash,
            )
            heads[row.stream] = Head(row.version, row.hash)
            for event in waiting.get(row.position, ()):
                sign(event, heads)

    def _signatures(self) -> list[dict[str, Any]]:
        return [event for row in self.of("heads") for event in row.events if event["event"] == "HeadsSigned"]

    def save(self, connection: sqlite3.Connection) -> None:
        """Write it all into a database that has the tables, with the book and the balances that the entries make."""
        paying = [row for row in self.entries if row.read is not None or not row.text.endswith(_NOTHING_MOVED)]
        book = [(row.position, line, *moved) for row in paying for line, moved in enumerate(row.moved)]
        balances: dict[str, int] = {}
        for _, _, _, debit, credit, cents in book:
            balances[debit] = balances.get(debit, 0) - cents
            balances[credit] = balances.get(credit, 0) + cents
        connection.execute("BEGIN")
        for table in (*_TABLES, *BESIDE):
            connection.execute(f"DELETE FROM {table}")
        connection.executemany(f"INSERT INTO entries ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", self._lines())
        connection.executemany("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?)", book)
        connection.executemany("INSERT INTO balances VALUES (?, ?)", balances.items())
        connection.executemany("INSERT INTO sealed VALUES (?, ?)", self.sealed.items())
        connection.executemany("INSERT INTO snapshots VALUES (?, ?, ?)", self.snapshots)
        for table, kept in self.beside.items():
            if kept:
                connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(kept[0]))})", kept)
        for tamper in self.raw:
            tamper(connection)
        connection.execute("COMMIT")

    def _lines(self) -> Iterator[tuple[object, ...]]:
        for row in self.entries:
            yield (
                *(row.position, row.stream, row.version, row.time_ms, row.actor, row.command),
                *(packed(row.written), bytes.fromhex(row.hash)),
            )


def sign(event: dict[str, Any], heads: dict[str, Head]) -> None:
    """Sign heads with the forger's key, as an entry of the stream `heads` has it."""
    event["key"] = public_hex(FORGERS_KEY.public_key())
    event["signature"] = signed(event["position"], event["time_ms"], heads, FORGERS_KEY).signature


def _row(
    position: int,
    stream: str,
    version: int,
    time_ms: int,
    actor: str,
    command: str,
    body: bytes,
    hash: bytes,
) -> Row:
    text = unpacked(body)
    names = tuple(event["event"] for event in json.loads(text)["events"])
    return Row(position, stream, version, time_ms, actor, command, text, hash.hex(), names)


def _followed(positions: dict[int, int], at: int) -> int:
    """Where a position is now; of an entry that is gone, the last one before it."""
    return next((positions[one] for one in range(at, -1, -1) if one in positions), 0)
