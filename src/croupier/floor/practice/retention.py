"""How long the record of practice is kept: it never grows beyond a limit, however much is played.

A table keeps about its last hundred rounds and is removed two days after its last move. A guest is removed with the
last table that was open to them, and so are the entrances to it. Their play chips go back to where they came from. A
round that somebody has shared stays without its table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeVar

from croupier.floor.practice.guests import PREFIX, Entrance, read_entrance
from croupier.floor.practice.names import is_company, is_guest, word
from croupier.floor.practice.shared import PREFIX as SHARED
from croupier.floor.record import from_snapshot, replayed, snapshot, with_contents
from croupier.floor.roles import PRACTICE_HOST
from croupier.floor.room import Room
from croupier.ledger.accounts import Account, bank, drop, escrow, fees, meter, owed, player, pool, reserve, tray
from croupier.rules.seat import SEATS
from croupier.store.entry import contents
from croupier.store.journal import Store
from croupier.store.tail import StreamState
from croupier.store.trimming import Cut, trim, trim_event
from croupier.values import replace

_T = TypeVar("_T")
_TABLE: Final = "table/"
_PLAYER: Final = "player/"
_LINK: Final = "link/"
_AT_ONCE: Final = 50
"""So many streams go in one transaction: nobody who plays waits for long."""
_JUST_LEFT_MS: Final = 15 * 60 * 1000
"""A table at which something has happened within this time is kept, however full the record is."""
_DOORS: Final = 50


@dataclass(frozen=True, slots=True)
class Retention:
    """How much of practice is kept."""

    idle_ms: int = 48 * 3600 * 1000
    """A table is removed when nothing has happened there for so long."""
    table_entries: int = 2_000
    """A table keeps at least so many entries, about a hundred rounds; with twice as many it is cut."""
    guest_entries: int = 100
    """The same for the stream of a guest, which is nearly all new play chips."""
    shared: int = 2_000
    """So many shared rounds are kept, the newest, whether or not their tables are."""
    entries: int = 1_000_000
    """So many entries are kept in all. Above that, the tables at which nothing has happened for longest are removed."""


def trim_practice(room: Room, retention: Retention = Retention()) -> int:
    """Let go of what is not kept; how many entries that were."""
    store, now_ms = room.store, room.now_ms()
    since, stands = store.position(), store.standings()
    tables = _named(stands, _TABLE)
    doors = {name: _doors(store, name) for name in _named(stands, PREFIX)}
    company = [name for name in _named(stands, _PLAYER) if is_company(name)]
    removed, left = 0, set(tables)
    for names in _some(sorted(_gone(tables, retention, now_ms))):
        went = _end(room, stands, names, [name for name in company if _table_of(name) in names])
        removed += went
        left -= set(names) if went else set()  # somebody has come back to one of them in this moment
    playing = {door.guest for every in doors.values() for door in every if door.table in left}
    idle = [
        name
        for name, at in _named(stands, _PLAYER).items()
        if is_guest(name) and not is_company(name) and name not in playing and now_ms - at.time_ms > retention.idle_ms
    ]
    for guests in _some([*idle, *(name for name in company if _table_of(name) not in tables)]):
        # Not whoever has come back since we looked, and is at a new table already.
        cuts = [replace(_whole(f"{_PLAYER}{name}", stands), whom=name, since=since) for name in guests]
        removed += _trim(room, cuts, [*map(player, guests)])
    shared = sorted(_named(stands, SHARED).items(), key=lambda item: item[1].position)
    for old in _some(shared[: -retention.shared or None]):
        removed += _trim(room, [_whole(f"{SHARED}{name}", stands) for name, _ in old], ())
    for some in _some(_cuts(store, stands, left, doors, retention)):
        removed += _trim(room, some, ())
    return removed


def _some(every: Iterable[_T]) -> Iterator[list[_T]]:
    left = iter(every)
    while some := list(islice(left, _AT_ONCE)):
        yield some


def _named(stands: Mapping[str, StreamState], prefix: str) -> dict[str, StreamState]:
    return {stream.removeprefix(prefix): at for stream, at in stands.items() if stream.startswith(prefix)}


def _table_of(company: str) -> str:
    return f"practice-{company.rpartition('.')[2]}"


def _gone(tables: Mapping[str, StreamState], retention: Retention, now_ms: int) -> set[str]:
    """The tables that are not kept."""
    gone = {name for name, at in tables.items() if now_ms - at.time_ms > retention.idle_ms}
    many = sum(at.entries for name, at in tables.items() if name not in gone)
    for name, at in sorted(tables.items(), key=lambda item: item[1].time_ms):
        if many <= retention.entries or now_ms - at.time_ms < _JUST_LEFT_MS:
            break
        if name not in gone:
            gone.add(name)
            many -= at.entries
    return gone


def _doors(store: Store, name: str) -> list[Entrance]:
    return [read_entrance(event) for entry in store.read(f"{PREFIX}{name}") for event in contents(entry).events]


def _whole(stream: str, stands: Mapping[str, StreamState], seals: str = "") -> Cut:
    return Cut(stream, stands[stream].version, stands[stream].version, seals=seals)


def _end(room: Room, stands: Mapping[str, StreamState], tables: Sequence[str], company: Sequence[str]) -> int:
    """Let tables go, with the company that sat there and everything that lay there."""
    cuts = [_whole(f"{_TABLE}{name}", stands, seals=f"{name}-") for name in tables]
    cuts += [_whole(f"{_PLAYER}{name}", stands) for name in company]
    linked = [name for name in tables if f"{_LINK}{name}" in stands]
    cuts += [_whole(f"{_LINK}{name}", stands) for name in linked]
    closed = [account for name in tables for account in _accounts(name)]
    closed += [account for name in linked for account in _on_link(room, name)]
    removed = _trim(room, cuts, [*closed, *map(player, company)])
    for name in tables:
        room.let_go(name)
    return removed


def _accounts(table: str) -> Iterable[Account]:
    return (tray(table), bank(table), fees(table), drop(table), *(escrow(table, seat) for seat in SEATS))


def _on_link(room: Room, table: str) -> Iterable[Account]:
    """Where the chips of a table's own progressive lie."""
    link = room.desk.standing(table, fresh=True).link  # none, if another server has just let it go
    levels = () if link is None else link.levels
    of_levels = (account(table, level) for account in (meter, reserve) for level in levels)
    return (pool(table), owed(table), *of_levels)


def _cuts(
    store: Store,
    stands: Mapping[str, StreamState],
    tables: Iterable[str],
    doors: Mapping[str, Sequence[Entrance]],
    retention: Retention,
) -> Iterator[Cut]:
    """Streams that go on and are too long, and doors that lead nowhere any more."""
    for name in tables:
        if stands[f"{_TABLE}{name}"].entries > 2 * retention.table_entries:
            cut = _shorter(store, f"{_TABLE}{name}", stands[f"{_TABLE}{name}"].version, retention.table_entries)
            if cut is not None:
                yield cut
    for name, at in _named(stands, _PLAYER).items():
        if at.entries > 2 * retention.guest_entries:
            yield Cut(f"{_PLAYER}{name}", at.version, at.version - retention.guest_entries)
    there = set(tables)
    for name, every in doors.items():
        at, leads = stands[f"{PREFIX}{name}"], [door.table in there for door in every]
        first = leads.index(True) if True in leads else len(leads)
        if first == len(leads) or first >= _DOORS:
            yield Cut(f"{PREFIX}{name}", at.version, at.version - at.entries + first)


def _shorter(store: Store, stream: str, version: int, keep: int) -> Cut | None:
    """A table cut before the opening of a round, with how it stood when that round had just been opened."""
    with store.frozen() as record:
        cut, entries = trim_event(record, stream), with_contents(record.read(stream))
        start = None if cut is None else from_snapshot(cut["state"], record.secret)
        for number, (entry, body) in enumerate(entries):
            opens = any(event.get("event") == "RoundOpened" for event in body.events)
            if opens and version - keep < entry.version <= version and number:
                before = entries[: number + 1] if start is None else entries[1 : number + 1]
                return Cut(stream, version, entry.version - 1, snapshot(replayed(start, before, record.secret)))
    return None


def _trim(room: Room, cuts: Sequence[Cut], closed: Sequence[Account]) -> int:
    return trim(room.store, cuts, closed, PRACTICE_HOST.actor, f"trim/{word()}{word()}", room.now_ms())
