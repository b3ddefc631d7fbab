"""Shared rounds of practice, checked: each is a copy of entries of one table, as they were written."""

from __future__ import annotations

from itertools import pairwise

from croupier.floor.audit.finding import Line
from croupier.floor.audit.moment import Moment
from croupier.floor.practice.shared import PREFIX, entries_of
from croupier.floor.roles import PRACTICE_HOST
from croupier.store.entry import is_sound


def check_shared(line: Line, moment: Moment) -> str | None:
    """What is wrong with a round that is kept because it was shared, if anything."""
    entry = line.entry
    if line.transfers:
        return f"moved {line.transfers}, but a copy moves nothing"
    if entry.actor != PRACTICE_HOST.actor:
        return f"{entry.actor} kept it, and only {PRACTICE_HOST.actor} does"
    (event,) = line.events
    if event["event"] != "RoundShared":
        return f"{event['event']!r} is nothing that happens to a shared round"
    table = entry.stream.removeprefix(PREFIX).rpartition("-")[0]
    kept = entries_of(event)
    if not kept or any(one.stream != f"table/{table}" for one in kept):
        return f"holds entries of another table than {table}"
    changed = [one.version for one in kept if not is_sound(one)]
    if changed or any(one.hash != other.previous for one, other in pairwise(kept)):
        return f"holds entries that were changed: {changed or 'they do not follow each other'}"
    return None
