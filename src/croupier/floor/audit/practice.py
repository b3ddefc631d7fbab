"""Who was let in at private tables, checked: tables of play chips alone, guests alone, and no money."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.floor.audit.finding import Finding, read_line
from croupier.floor.practice.chips import HOST
from croupier.floor.practice.guests import PREFIX, read_entrance
from croupier.floor.practice.names import is_guest, is_practice
from croupier.store.entry import Event, Unreadable
from croupier.store.reader import Reader


def audit_practice(reader: Reader, until: int) -> Iterator[Finding]:
    """What disagrees in the streams of practice, up to a position of the journal."""
    for stream in reader.streams(PREFIX):
        for entry in reader.read(stream):
            if entry.position > until:
                break
            try:
                line = read_line(entry)
                if line.transfers:
                    yield Finding(entry.position, stream, f"moved {line.transfers}, but a door moves no money")
                if entry.actor != HOST.actor:
                    yield Finding(entry.position, stream, f"{entry.actor} let somebody in, and only {HOST.actor} does")
                for event in line.events:
                    if (wrong := _wrong(reader, event, entry.position)) is not None:
                        yield Finding(entry.position, stream, wrong)
            except Unreadable:
                continue  # the walk through the chain has said so
            except (KeyError, TypeError, ValueError) as why:
                yield Finding(entry.position, stream, f"cannot have happened: {why!r}")


def _wrong(reader: Reader, event: Event, position: int) -> str | None:
    """What is wrong with letting somebody in, if anything."""
    if event["event"] not in ("PracticeOpened", "LetIn"):
        return f"{event['event']!r} does not happen at the door of a private table"
    made = read_entrance(event)
    if not is_practice(made.table) or not is_guest(made.guest):
        return f"{made.guest} was let in at {made.table}: only guests are, and only where play chips are played"
    for stream in (f"table/{made.table}", f"player/{made.guest}"):
        first = next(iter(reader.read(stream)), None)
        if first is None or first.position > position:
            return f"{made.guest} was let in at {made.table} before {stream} began"
    return None
