"""What is asked beside the table itself: a possible name, a link that runs, nothing of the house's left behind."""

from __future__ import annotations

import re
from typing import Final

from croupier.errors import Refused
from croupier.floor.links.desk import Desk
from croupier.floor.orders import Order
from croupier.floor.table import Table
from croupier.ledger.accounts import drop, fees, tray
from croupier.money import dollars
from croupier.rules.commands import PlaceBets
from croupier.rules.steps import LOCK
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.journal import Store

_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}", re.ASCII)


class BadName(Refused):
    """A name that a table or a person cannot have."""

    def __init__(self, name: str) -> None:
        super().__init__(f"not a name: {name!r}; want 1 to 32 letters, digits, '-', '.' or '_', such as 'T1' or 'ann'")


def check_name(name: str) -> None:
    """Refuse what cannot name a table or a person."""
    if not _NAME.fullmatch(name):
        raise BadName(name)


class LinkLost(Refused):
    """A progressive wager at a table whose link does not run."""


def progressive_down(table: Table) -> bool:
    """Whether a progressive wager lies at a table."""
    round = table.in_play
    return round is not None and any(PROGRESSIVE in seat.stakes for seat in round.seats)


def check_link(desk: Desk, table: Table, order: Order) -> None:
    """A table that has lost its link takes no progressive wagers, and says so."""
    if table.link is None:
        return
    if isinstance(order, PlaceBets) and order.stakes.on(PROGRESSIVE) and (why := desk.why_lost(table.link)):
        raise LinkLost(f"{why}; {table.name} takes no progressive wagers now, leave the Progressive out")
    if order == LOCK and progressive_down(table) and (why := desk.why_lost(table.link)):
        raise LinkLost(f"{why}; {table.name} takes no progressive wagers now, press 'hand back' before the lock")


def check_emptied(store: Store, table: Table) -> None:
    """A table is closed when nothing of the house's lies there: the tray credited, the box counted out."""
    lying = {"tray": tray(table.name), "drop box": drop(table.name), "fees in its box": fees(table.name)}
    found = [f"{what} {dollars(cents)}" for what, at in lying.items() if (cents := store.balance(at))]
    if found:
        raise Refused(
            f"cannot close {table.name}: {', '.join(found)}; credit the tray to the cage and close the shift first"
        )
