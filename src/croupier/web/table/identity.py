"""Who a visitor is at a table: themselves at a table for money, at a private one the guest who was let in.

The session does not change. Whoever has an account plays for play chips under a guest's name of their own.
"""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.orders import ByHost, ByPlayer, Sit
from croupier.floor.plan import NoSuchTable
from croupier.floor.practice import check_right_chips, is_practice, shown_name
from croupier.floor.roles import PRACTICE_HOST, Person, Role
from croupier.floor.table import Table
from croupier.ledger.accounts import player
from croupier.web.context import HouseContext, you
from croupier.web.models import You
from croupier.web.sessions import Visitor


class NotLetIn(NoSuchTable):
    """A private table at which somebody was not let in. They are told that there is no such table."""


def check_off_the_loop(house: HouseContext, name: str, visitor: Visitor) -> None:
    """Refuse a private table to those who were not let in. Anybody may watch a table for money."""
    house.sides.at(name).room.table(name)
    if is_practice(name) and house.entrances.at(visitor.name, name) is None:
        raise NotLetIn(name, [])


def you_at(house: HouseContext, visitor: Visitor, table: str) -> You:
    """The visitor as a table's page names them."""
    entrance = house.entrances.at(visitor.name, table) if is_practice(table) else None
    if entrance is None:
        return you(house, visitor)
    return You(
        name=entrance.guest,
        shown=shown_name(entrance.guest),
        role=Role.PLAYER.value,
        guest=True,
        watching=not entrance.seat,
        host=entrance.host,
        chips=house.sides.at(table).store.balance(player(entrance.guest)),
    )


def who_orders(house: HouseContext, visitor: Visitor, name: str, order: ByPlayer | ByHost) -> Person:
    """The person who gives an order at a table, or why it is refused. What the host of a private table asks of a seat,
    the house does for them."""
    if visitor.person is None:
        raise Refused("nobody is signed in; sign in, or practise as a guest")
    if not is_practice(name):
        if isinstance(order, ByHost):
            raise Refused(f"{name} is the house's: its staff send players off, and nobody decides for another")
        check_right_chips(name, visitor.name)
        return visitor.person
    entrance = house.entrances.at(visitor.name, name)
    assert entrance is not None, "who was not let in does not come this far"
    if not entrance.seat:
        raise Refused("this is a link to look on; ask whoever made the table for a link to a seat")
    if isinstance(order, ByHost):
        if not entrance.host:
            raise Refused("only whoever made it sends friends off at this table, or decides for them")
        return PRACTICE_HOST
    if isinstance(order, Sit):
        check_name_is_free(house.sides.at(name).room.table(name), entrance.guest)
    return Person(entrance.guest, Role.PLAYER)


def check_name_is_free(table: Table, guest: str) -> None:
    """Refuse a guest's name that somebody else at the table has."""
    name = shown_name(guest).casefold()
    if any(shown_name(one.player).casefold() == name for one in table.sittings if one.player != guest):
        raise Refused(f"there is a {shown_name(guest)!r} at this table already; open the link again for another name")
