"""The choices of the house made again, one after another."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from croupier.errors import Refused
from croupier.floor.audit.finding import Line
from croupier.floor.audit.moment import Moment
from croupier.floor.audit.roll import GRACE_MS
from croupier.floor.house.choices import CHOICES, choice_words
from croupier.floor.roles import Duty
from croupier.money import plain_dollars

_FIELDS: Final = {"event", "choice", "old", "new"}


def check_house(line: Line, moment: Moment) -> str | None:
    """What is wrong with a choice of the house, if anything."""
    (event,) = line.events
    if event["event"] != "HouseChose" or event.keys() != _FIELDS or event["choice"] not in CHOICES:
        return f"says {event}, which nobody writes there"
    if line.transfers:
        return f"moved {line.transfers}, but a choice moves no money"
    choice, new, before = event["choice"], event["new"], getattr(moment.house, event["choice"])
    try:
        text = plain_dollars(new) if type(new) is int else choice_words(new)
        right = CHOICES[choice][1](text) == new
    except (Refused, TypeError, ValueError):
        right = False
    if not right:
        return f"chose {new!r}, which {choice} cannot be"
    # Two people may choose at once, and both have seen what it was before.
    just_now = line.entry.time_ms - moment.chosen_ms.get(choice, -GRACE_MS - 1) <= GRACE_MS
    moment.choose(choice, new, line.entry.time_ms, replace(moment.house, **{choice: new}))
    if event["old"] != before and not just_now:
        return f"says that {choice} was {event['old']!r}, but it was {before!r}"
    return moment.roll.lacks(line.entry, Duty.SET_HOUSE)
