"""Whether an entry stands where it may: in a stream of its record, and beside the others of its command."""

from __future__ import annotations

from croupier.floor.audit.entries.trimmed import is_of_practice
from croupier.floor.audit.finding import read_line
from croupier.floor.audit.streams import kind_of
from croupier.store.entry import Unreadable
from croupier.store.scans import Glance


def misplaced(stream: str, *, practice: bool) -> str | None:
    """What is wrong with a stream that does not belong in a record, the room's or that of practice."""
    kind = kind_of(stream)
    if practice:
        return None if kind is not None and is_of_practice(stream) else "is of no stream that practice writes"
    return "is of no stream that the room writes" if kind is None or kind.apart else None


def wrong_together(one: Glance, other: Glance) -> str | None:
    """What is wrong with two neighbours of one command: they say the same of who asked, when and what, and the first
    alone moves money."""
    try:
        before, after = (read_line(glance.entry("")) for glance in (one, other))
    except Unreadable:
        return None  # found where it is read
    if (one.actor, one.time_ms, before.asked) == (other.actor, other.time_ms, after.asked) and not after.transfers:
        return None
    return "was not written with the entry before it, as it says"
