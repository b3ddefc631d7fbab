"""Who gave an order at a table or runs a link, and whether it was for them then."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.audit.law import check_link_law
from croupier.floor.audit.roster import Roster, not_on_its_list
from croupier.floor.links.desk import PREFIX
from croupier.floor.links.linked import ByLink
from croupier.floor.orders import Order
from croupier.floor.play import check_allowed
from croupier.floor.practice import is_practice
from croupier.floor.reports import Report
from croupier.floor.roles import PRACTICE_HOST, Duty, may
from croupier.floor.table import Table
from croupier.store.scans import Glance


def wrong_opener(roster: Roster, name: str, glance: Glance) -> str | None:
    """What is wrong with who opened a table; the host of the practice opens practice tables alone."""
    lacking = not_on_its_list(glance, ("TableOpened",)) or roster.lacks(glance, Duty.OPEN_TABLE)
    if lacking is None and (glance.actor == PRACTICE_HOST.actor) != is_practice(name):
        lacking = f"{glance.actor} opened {name}"
    return lacking


def wrong_giver(roster: Roster, table: Table, order: Order, glance: Glance) -> str | None:
    """What is wrong with who gave an order at a table that stands as before it, if anything."""
    refusal: Refused | str = f"{glance.actor} was not there then"
    for person in roster.who(glance):
        if person == PRACTICE_HOST and not is_practice(table.name):
            refusal = f"{table.name} is no practice table"
            continue
        try:
            check_allowed(table, order, person)
        except Refused as why:
            refusal = why
            continue
        if isinstance(order, ByLink) and not may(person.role, Duty.PRESS_KEYPAD):
            refusal = f"{glance.actor} might not {Duty.PRESS_KEYPAD.value} then"
            continue
        if isinstance(order, Report) and (wrong := roster.wrong_report(table.name, order, glance)) is not None:
            refusal = wrong
            continue
        return None
    return f"{str(order)!r} was not for {glance.actor} to give: {refusal}"


def check_link(line: DecodedEntry, context: Context) -> str | None:
    """What the walk asks of a link's entry: that play chips and money never meet, and the law of its day (R55).

    A private table's own progressive is called like it, in the record of practice, and the host of practice runs that
    and no other.
    """
    name, actor = line.entry.stream.removeprefix(PREFIX), line.entry.actor
    private = is_practice(name)
    if private and not context.apart:
        return "is a practice table's, in the record of the room"
    if actor == PRACTICE_HOST.actor and not private:
        return f"{actor} wrote in link {name}, which is no practice table's"
    for event in line.events:
        if "terms" in event and event["terms"].get("play_chips", False) != private:
            return f"the terms are {'of money' if private else 'in play chips'}, and link {name} is not"
        if private and event.get("event") == "TableJoined" and event["table"] != name:
            return f"{event['table']} joined the progressive of another private table"
    return check_link_law(line, context)
