"""Rows of `entries` as entries: each with the hash of the entry before it in its stream, which is not stored twice."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, Executable, bindparam, func, select, text
from sqlalchemy.sql.elements import ColumnElement

from croupier.store.entry import GENESIS, Entry
from croupier.store.schema import entries

GONE: Final = "trimmed"
"""The stream that speaks of streams that are no more, and how those begin that speak of one that was cut."""
CUT: Final = f"{GONE}/"
"""How the streams begin that speak of one that was cut."""
UNKNOWN: Final = ""
"""In place of a hash, where the entry before is not there and nothing says that it was let go."""
Place: TypeAlias = tuple[str, int]
"""A stream, and a version of it."""

_MOST_KNOWN: Final = 50_000
_ONE: Final = select(entries.c.hash).where(
    entries.c.stream == bindparam("stream"), entries.c.version == bindparam("version")
)
_SOME: Final = {
    "sqlite": "SELECT e.stream, e.version, e.hash FROM json_each(:places) AS place"
    " JOIN entries e ON e.stream = json_extract(place.value, '$[0]') AND e.version = json_extract(place.value, '$[1]')",
    "postgresql": "SELECT e.stream, e.version, e.hash FROM json_array_elements(CAST(:places AS json)) AS place"
    " JOIN entries e ON e.stream = place ->> 0 AND e.version = CAST(place ->> 1 AS bigint)",
}
_HASHES: Final = {
    name: text(query).columns(entries.c.stream, entries.c.version, entries.c.hash) for name, query in _SOME.items()
}
_SAID_OF_CUT: Final = (
    select(entries.c.body).where(entries.c.stream == bindparam("stream")).order_by(entries.c.version.desc()).limit(1)
)


@dataclass(slots=True)
class Chain:
    """How far each stream has been read, so that its next entry is known to follow. One serves one walk."""

    reached: dict[str, Place] = field(default_factory=dict)
    """By stream, the last hash that was read and its version."""

    def entries(
        self, connection: Connection, query: Executable, parameters: Mapping[str, Any] | None = None
    ) -> list[Entry]:
        """The entries that a query for whole rows finds, in its order."""
        rows = connection.execute(query, parameters).all()
        here = {(row[3], row[1]): row[6] for row in rows}
        reached = self.reached
        before = self._elsewhere(
            connection,
            [
                (stream, version - 1)
                for stream, version in here
                if version != 1 and (stream, version - 1) not in here and reached.get(stream, ("", 0))[1] != version - 1
            ],
        )
        read = []
        for position, version, time_ms, stream, actor, command, hash, body in rows:
            place = stream, version - 1
            if version == 1:
                previous = GENESIS
            elif place in here:
                previous = here[place]
            elif place in before:
                previous = before[place]
            else:
                previous = reached[stream][0]
            read.append(Entry(position, stream, version, time_ms, actor, command, body, previous, hash))
        if len(reached) > _MOST_KNOWN:
            reached.clear()
        for (stream, version), hash in here.items():
            reached[stream] = hash, version
        return read

    @staticmethod
    def _elsewhere(connection: Connection, places: Collection[Place]) -> dict[Place, str]:
        """The hashes of entries that were not among the rows."""
        if not places:
            return {}
        parameters = {"places": json.dumps(places)}
        rows = connection.execute(_HASHES[connection.dialect.name], parameters)
        known = {(stream, version): hash for stream, version, hash in rows}
        return {place: known[place] if place in known else _cut_at(connection, place) for place in places}


def entries_of(connection: Connection, query: Executable, parameters: Mapping[str, Any] | None = None) -> list[Entry]:
    """The entries that a query for whole rows of `entries` finds, in its order."""
    return Chain().entries(connection, query, parameters)


def entry_of(connection: Connection, query: Executable, parameters: Mapping[str, Any] | None = None) -> Entry | None:
    """The one entry that such a query finds, if it finds one."""
    return next(iter(entries_of(connection, query, parameters)), None)


def of_commands(connection: Connection, commands: Collection[str]) -> ColumnElement[bool]:
    """Which entries are of some commands. PostgreSQL's index is of their hashes, so there it is asked for these too."""
    these = entries.c.command.in_(commands)
    if connection.dialect.name != "postgresql":
        return these
    return these & func.hashtext(entries.c.command).in_([func.hashtext(command) for command in commands])


def _cut_at(connection: Connection, place: Place) -> str:
    """The hash at which a stream was cut, where it was cut there: then that is in the record in place of the entry."""
    stream, version = place
    body = connection.execute(_SAID_OF_CUT, {"stream": f"{CUT}{stream}"}).scalar()
    if body is None:
        return UNKNOWN
    try:
        event = json.loads(body)["events"][0]
        return str(event["hash"]) if event["version"] == version else UNKNOWN
    except (ValueError, LookupError, TypeError):  # somebody has been at it; the audit says so there
        return UNKNOWN
