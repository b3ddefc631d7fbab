"""The keypad of any table on a link, ours or another game's: who verifies a win need not know whose table it is."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.links.claiming import NotOnLink
from croupier.floor.links.control import Links
from croupier.floor.links.outside import OUTSIDE_PREFIX, OutsideTable
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.roles import Person
from croupier.jackpot.buttons import Button
from croupier.store.unit import Receipt


def is_outside(links: Links, table: str) -> bool:
    """Whether a table is another game's, which reports to us and is not dealt here."""
    return links.room.store.head(f"{OUTSIDE_PREFIX}{table}").version > 0


def link_at(links: Links, table: str) -> str:
    """The link that a table is on, or `NotOnLink`."""
    at = OutsideTable.load(links.room.store, table) if is_outside(links, table) else links.room.table(table)
    if at.link is None:
        raise NotOnLink(table)
    return at.link


def press(links: Links, table: str, button: Button, who: Person, command: str) -> Receipt | None:
    """Press a button of a table's keypad."""
    if is_outside(links, table):
        return OutsideDesk(links).press(table, button, who, command)
    return links.press(table, button, who, command)


def leave(links: Links, name: str, table: str, who: Person, command: str) -> Receipt | None:
    """Take a table off a link, between its rounds."""
    if is_outside(links, table):
        on = OutsideTable.load(links.room.store, table).link
        if on not in (None, name):
            raise Refused(f"{table} is on link {on!r}, not on {name!r}")
        return OutsideDesk(links).leave(table, who, command)
    return links.leave(name, table, who, command)
