"""Who runs which table, as rows beside the record: a server that beats holds what it has taken.

A server raises its own number, its beat, every half second. Whoever sees the same number for three seconds, by their
own steady clock, takes its tables; no two clocks are ever compared. The rows are no part of the record: they are not
logged, and gone after a crash of the database, when every server enters itself anew.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from croupier.store.database import WRITING

if TYPE_CHECKING:
    from psycopg import Connection

BEAT_S: Final = 0.5
LOST_S: Final = 3.0
"""A server that has not beaten for this long has lost its tables; it knows so itself, before anybody takes them."""
_FORGOTTEN_S: Final = 60.0
_FRESH_BEATS: Final = 40
"""A message may be as old as this many beats of its sender, twenty seconds."""

_LAY_OUT: Final = (
    "CREATE UNLOGGED TABLE IF NOT EXISTS servers (id text PRIMARY KEY, address text NOT NULL, beat bigint NOT NULL)",
    "CREATE UNLOGGED TABLE IF NOT EXISTS leases (name text PRIMARY KEY, server text NOT NULL)",
)
_TAKE: Final = (
    "INSERT INTO leases AS held (name, server) SELECT %(name)s, id FROM servers WHERE id = %(me)s "
    "ON CONFLICT (name) DO UPDATE SET server = excluded.server WHERE held.server = excluded.server OR "
    "held.server = %(before)s AND NOT EXISTS "
    # Whoever we think lost may have come back since we looked.
    "(SELECT FROM servers WHERE id = %(before)s AND beat IS DISTINCT FROM %(beat)s) RETURNING server"
)
_HAND_OVER: Final = (
    "UPDATE leases SET server = %(to)s WHERE name = %(name)s AND server = %(me)s "
    "AND EXISTS (SELECT FROM servers WHERE id = %(to)s)"
)


@dataclass(frozen=True, slots=True)
class Beat:
    """A server as last seen: where it is reached, its number, and since when that number stands still."""

    address: str
    number: int
    since_s: float


class Sightings:
    """What one server has seen of the others' beats, by its own steady clock."""

    def __init__(self) -> None:
        self._beats: dict[str, Beat] = {}
        self._looked_s = 0.0

    def look(self, rows: Iterable[tuple[str, str, int]], now_s: float) -> None:
        """See who beats now. After a gap of our own nobody is called lost: it was we who did not look."""
        gap = now_s - self._looked_s > 4 * BEAT_S
        beats: dict[str, Beat] = {}
        for id, address, number in rows:
            before = self._beats.get(id)
            stands = before is not None and before.number == number and not gap
            beats[id] = Beat(address, number, before.since_s if stands and before is not None else now_s)
        self._beats, self._looked_s = beats, now_s

    def lost(self, id: str, now_s: float) -> Beat | None:
        """The last beat of a server that is lost; none while it may be alive, or where nobody was seen."""
        beat = self._beats.get(id)
        return beat if beat is not None and now_s - beat.since_s >= LOST_S else None

    def forgotten(self, now_s: float) -> list[str]:
        """Servers that were lost so long ago that their rows are of no more use."""
        return [id for id, beat in self._beats.items() if now_s - beat.since_s >= _FORGOTTEN_S]


def lay_out(connection: Connection[Any]) -> None:
    """Make the rows' tables, if they are not there yet."""
    # Two who make the same table at once would fail each other.
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [WRITING])
        for statement in _LAY_OUT:
            connection.execute(statement)


def enter(connection: Connection[Any], id: str, address: str, *, first: bool) -> None:
    """Enter a server. A process that has just begun knows that whoever had its address before is gone."""
    with connection.transaction():
        if first:
            connection.execute("DELETE FROM servers WHERE address = %s", [address])
        connection.execute("INSERT INTO servers VALUES (%s, %s, 1) ON CONFLICT DO NOTHING", [id, address])


def leave(connection: Connection[Any], id: str) -> None:
    """Let a server's tables go, to whoever wants them."""
    connection.execute("DELETE FROM servers WHERE id = %s", [id])


def beat(connection: Connection[Any], id: str) -> bool:
    """Say that a server is alive; no, if the database does not know it any more."""
    return bool(connection.execute("UPDATE servers SET beat = beat + 1 WHERE id = %s", [id]).rowcount)


def look(connection: Connection[Any], sightings: Sightings) -> None:
    """See who else is alive, and tidy up after those who have long been gone."""
    now_s = time.monotonic()
    sightings.look(connection.execute("SELECT id, address, beat FROM servers").fetchall(), now_s)
    for id in sightings.forgotten(now_s):
        leave(connection, id)


def take(connection: Connection[Any], name: str, me: str, sightings: Sightings) -> bool:
    """Become a table's writer, if nobody is or whoever was is lost."""
    row = connection.execute("SELECT server, beat FROM leases LEFT JOIN servers ON id = server WHERE name = %s", [name])
    holder, number = row.fetchone() or ("", None)
    lost = sightings.lost(holder, time.monotonic())
    if holder not in ("", me) and number is not None and lost is None:
        return False
    with connection.transaction():
        # No batch is being written while a table changes hands: a writer sees in its batch whether it still is one.
        # Nor is one of practice, which has the next number.
        connection.execute("SELECT pg_advisory_xact_lock(%s), pg_advisory_xact_lock(%s)", [WRITING, WRITING + 1])
        last_beat = None if lost is None else lost.number
        got = connection.execute(_TAKE, {"name": name, "me": me, "before": holder, "beat": last_beat}).fetchone()
    return got is not None


def hand_over(connection: Connection[Any], name: str, me: str, to: str) -> bool:
    """Make another server that is there a table's writer, if this one is."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s), pg_advisory_xact_lock(%s)", [WRITING, WRITING + 1])
        updated = connection.execute(_HAND_OVER, {"name": name, "me": me, "to": to})
    return bool(updated.rowcount)


def writer(connection: Connection[Any], name: str, sightings: Sightings) -> str | None:
    """Where a table's writer is reached; nobody, if it is lost."""
    row = connection.execute("SELECT id, address FROM leases JOIN servers ON id = server WHERE name = %s", [name])
    id, address = row.fetchone() or ("", None)
    return None if sightings.lost(id, time.monotonic()) else address


def unowned(connection: Connection[Any], names: Iterable[str], sightings: Sightings) -> set[str]:
    """Those of these tables that nobody writes at."""
    wanted, now_s = set(names), time.monotonic()
    found = connection.execute(
        "SELECT name, id FROM leases JOIN servers ON id = server WHERE name = ANY(%s)", [list(wanted)]
    )
    return wanted - {name for name, id in found if not sightings.lost(id, now_s)}


def is_fresh(connection: Connection[Any], id: str, number: int) -> bool:
    """Whether a server of this very database has lately had this beat: a copy's servers are not entered here."""
    row = connection.execute("SELECT beat FROM servers WHERE id = %s", [id]).fetchone()
    return row is not None and abs(row[0] - number) <= _FRESH_BEATS
