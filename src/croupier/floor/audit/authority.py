"""Who gave an order at a table, and whether it was for them to give then."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.audit.roster import Roster, not_on_its_list
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
