"""The school's book made again: every examination of the present edition must come out as it says."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.audit.finding import Line
from croupier.floor.audit.moment import Moment
from croupier.floor.house.exams import event_of, sheet_of
from croupier.floor.roles import Duty
from croupier.school.course import EDITION


def check_school(line: Line, moment: Moment) -> str | None:
    """What is wrong with an examination, if anything. One of an older edition cannot be drawn again."""
    if line.transfers:
        return f"moved {line.transfers}, but a school moves no money"
    (event,) = line.events
    if event["event"] != "ExamTaken" or line.entry.actor != f"staff/{event['who']}":
        return f"says {event['event']} of {event['who']}, by {line.entry.actor}"
    if not 1 <= event["edition"] <= EDITION:
        return f"is of edition {event['edition']}, which there never was"
    try:
        made = event if event["edition"] != EDITION else event_of(sheet_of(event), event["who"])
    except Refused as why:
        return f"cannot have happened: {why!r}"
    if made != event:
        return f"marked again it is {made['score']}, not {event['score']}"
    return moment.roll.lacks(line.entry, Duty.TAKE_EXAM)
