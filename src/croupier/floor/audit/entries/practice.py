"""Who was let in at private tables, checked: tables of play chips alone, guests alone, and no money."""

from __future__ import annotations

from croupier.floor.audit.finding import Line
from croupier.floor.audit.moment import Moment
from croupier.floor.practice.guests import PREFIX, read_entrance
from croupier.floor.practice.names import is_guest, is_practice
from croupier.floor.roles import PRACTICE_HOST


def check_practice(line: Line, moment: Moment) -> str | None:
    """What is wrong with letting somebody in, if anything."""
    entry = line.entry
    if line.transfers:
        return f"moved {line.transfers}, but a door moves no money"
    if entry.actor != PRACTICE_HOST.actor:
        return f"{entry.actor} let somebody in, and only {PRACTICE_HOST.actor} does"
    (event,) = line.events
    if event["event"] not in ("PracticeOpened", "LetIn"):
        return f"{event['event']!r} does not happen at the door of a private table"
    made, name = read_entrance(event), entry.stream.removeprefix(PREFIX)
    elsewhere = moment.apart and not is_guest(name)
    if not elsewhere and name not in moment.players and name not in moment.staff:
        return f"{name} was let in at {made.table}, and nobody was called so then"
    if not is_practice(made.table) or not is_guest(made.guest):
        return f"{made.guest} was let in at {made.table}: only guests are, and only where play chips are played"
    for stream in (f"table/{made.table}", f"player/{made.guest}"):
        if stream not in moment.streams and not moment.apart:  # where practice is trimmed they may have gone
            return f"{made.guest} was let in at {made.table} before {stream} began"
    return None
