"""The school's book made again: every examination of the present edition must come out as it says."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.errors import Refused
from croupier.floor.audit.finding import Finding, read_line
from croupier.floor.house.exams import STREAM, event_of, sheet_of
from croupier.school.course import EDITION
from croupier.store.entry import Unreadable
from croupier.store.reader import Reader


def audit_school(reader: Reader, until: int) -> Iterator[Finding]:
    """What disagrees in the school's book, up to a position of the journal. An older edition cannot be drawn again."""
    for entry in reader.read(STREAM):
        if entry.position > until:
            break
        try:
            line = read_line(entry)
            if line.transfers:
                yield Finding(entry.position, STREAM, f"moved {line.transfers}, but a school moves no money")
            for event in line.events:
                if event["edition"] == EDITION and (made := event_of(sheet_of(event), event["who"])) != event:
                    yield Finding(entry.position, STREAM, f"marked again it is {made['score']}, not {event['score']}")
        except Unreadable:
            continue  # the walk through the chain has said so
        except (Refused, KeyError, TypeError, ValueError) as why:
            yield Finding(entry.position, STREAM, f"cannot have happened: {why!r}")
