"""The first day: what a new room needs before it deals, and whether the record already has it.

Of copies and backups it knows only what somebody has said: nobody looks whether they are there. It is gone once all of
it is done, or when whoever sets the house wants no more of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pydantic import BaseModel

from croupier.floor.cage.moves import STREAM as CAGE_STREAM
from croupier.floor.roles import Duty, Person, Role, may
from croupier.ledger.accounts import tray
from croupier.web.context import HouseContext, tables_for_money
from croupier.web.permissions import opens


class FirstDayRow(BaseModel):
    """Something that a new room needs."""

    title: str
    about: str
    path: str
    """Where it is done; nothing for whom that door does not open."""
    done: bool


def first_day(house: HouseContext, person: Person) -> list[FirstDayRow]:
    """What a new room needs, for whoever opens tables; nothing once all of it is done, or nobody wants to know."""
    if not may(person.role, Duty.OPEN_TABLE) or not house.choices.now().first_day:
        return []
    rows = [
        FirstDayRow(title=title, about=about, path=path if opens(person, door) else "", done=is_done())
        for door, path, title, about, is_done in _needs(house)
    ]
    return [] if all(row.done for row in rows) else rows


def _needs(house: HouseContext) -> Iterator[tuple[str, str, str, str, Callable[[], bool]]]:
    """Door, address, title, what it is for, and whether the record has it."""
    choices, tables = house.choices, tables_for_money(house)
    roles = {known.role for known in house.people.staff().values() if known.active}
    yield (
        *("POST /staff/people", "/staff/people", "Enter a supervisor and a dealer"),
        "Each with a PIN of their own; a badge is printed there.",
        lambda: {Role.SUPERVISOR, Role.DEALER} <= roles,
    )
    yield (
        *("POST /staff/house", "/staff/house#choice-zone", "Choose the time zone"),
        "Every page and every report tells the time by it.",
        lambda: "zone" in choices.made(),
    )
    yield (
        *("POST /staff/house", "/staff/house#choice-name", "Name the house"),
        "It stands on the jackpot displays, in a colour of yours.",
        lambda: bool(choices.now().name),
    )
    yield (
        *("POST /staff/approvals", "/staff/approvals", "Enter an approval"),
        "A table without one is marked so on every page.",
        lambda: bool(house.room.approvals.now().by_number),
    )
    yield (
        *("POST /staff/tables/new", "/staff/tables/new", "Open a table"),
        "The form asks for what its rules leave to the house.",
        lambda: bool(tables),
    )
    yield (
        *("POST /staff/cage", "/staff/cage", "Fund the cage"),
        "The bank that chips and trays come from.",
        lambda: house.store.head(CAGE_STREAM).version > 0,
    )
    yield (
        *("POST /staff/cage/trays", "/staff/cage", "Fill a tray"),
        "A table pays from it.",
        lambda: any(house.store.balance(tray(name)) for name in tables),
    )
    yield (
        *("POST /staff/links", "/staff/links", "Open a progressive link"),
        "Where the house has one; tables join it there.",
        lambda: bool(house.links.desk.names(closed=True)),
    )
    yield (
        *("POST /staff/house", "/staff/house#choice-backups", "Say where the copies are"),
        "Of the record, and away from it of its keys: without them nobody can go on after a broken disk.",
        lambda: bool(choices.now().backups),
    )
