"""What the cage's page shows: whom somebody looks for, the player at the window, and where the house's money is."""

from __future__ import annotations

from typing import Final

from croupier.floor.cage.cage import NoSuchPlayer
from croupier.floor.cage.inventory import Inventory, inventory
from croupier.floor.cage.receipts import CageReceipt, last_movements, newest
from croupier.floor.practice import is_guest
from croupier.floor.roles import Duty, Person, Role, may
from croupier.floor.room import check_name
from croupier.ledger.accounts import player as purse
from croupier.money import dollars, plain_dollars
from croupier.web.context import House, tables_for_money
from croupier.web.staff.money.models import CagePage, InventoryCard, MovementRow, PlayerPanel, PlayerRow, TrayRow
from croupier.web.staff.money.second import from_where_on
from croupier.web.wording import when

_MOST_FOUND: Final = 20
_MOST_MOVEMENTS: Final = 8
_AMONG: Final = 100
"""Among so many of the cage's newest movements a dealer's own, those of tables, are looked for."""


def cage_page(house: House, who: Person, find: str, name: str) -> CagePage:
    """The cage as one of the staff sees it: who only sells at tables sees no balances."""
    cashier = may(who.role, Duty.CAGE)
    names = players_called(house, find) if find else []
    seats = _seats(house)
    return CagePage(
        find=find,
        found=[_row(house, each, seats, cashier) for each in names[:_MOST_FOUND]],
        more=max(len(names) - _MOST_FOUND, 0),
        player=_panel(house, name, seats, cashier) if name else None,
        tables=tables_for_money(house),
        second=from_where_on(house),
        last=[_movement(each) for each in newest(house.store, _AMONG) if cashier or each.table][:_MOST_MOVEMENTS],
        inventory=_card(house, inventory(house.store)) if cashier else None,
    )


def players_called(house: House, find: str) -> list[str]:
    """The players whose names begin so, in order; guests aside."""
    names = (stream.removeprefix("player/") for stream in house.store.streams("player/"))
    return [name for name in names if not is_guest(name) and name.casefold().startswith(find.strip().casefold())]


def _seats(house: House) -> dict[str, tuple[str, int]]:
    """Where everybody sits."""
    tables = [house.room.table(name) for name in tables_for_money(house)]
    return {sitting.player: (table.name, sitting.seat) for table in tables for sitting in table.sittings}


def _sits(seats: dict[str, tuple[str, int]], name: str) -> str:
    return "{}, seat {}".format(*seats[name]) if name in seats else ""


def _row(house: House, name: str, seats: dict[str, tuple[str, int]], cashier: bool) -> PlayerRow:
    known = house.people.find(name)
    balance = dollars(house.store.balance(purse(name))) if cashier else ""
    return PlayerRow(name=name, balance=balance, sits=_sits(seats, name), active=known is not None and known.active)


def _panel(house: House, name: str, seats: dict[str, tuple[str, int]], cashier: bool) -> PlayerPanel:
    check_name(name)
    known = None if is_guest(name) else house.people.find(name)
    if known is None or known.role is not Role.PLAYER:
        raise NoSuchPlayer(name)
    held = house.store.balance(purse(name))
    movements = last_movements(house.store, name, _MOST_MOVEMENTS) if cashier else []
    return PlayerPanel(
        name=name,
        balance=dollars(held) if cashier else "",
        all=plain_dollars(held) if cashier and held else "",
        sits=_sits(seats, name),
        table=seats[name][0] if name in seats else "",
        active=known.active,
        movements=[_movement(each) for each in movements],
    )


def _movement(made: CageReceipt) -> MovementRow:
    had = "" if made.balance is None else dollars(made.balance)
    return MovementRow(number=made.number, when=when(made.time_ms), words=made.words, by=made.by, balance=had)


def _card(house: House, found: Inventory) -> InventoryCard:
    low = house.choices.now().low_tray
    tables = sorted({*tables_for_money(house), *found.trays, *found.drops, *found.fees})
    trays = [
        TrayRow(
            table=table,
            tray=dollars(found.trays.get(table, 0)),
            low=found.trays.get(table, 0) < (low or 0),
            drop=dollars(found.drops.get(table, 0)),
            fees=dollars(found.fees.get(table, 0)),
        )
        for table in tables
    ]
    there = [
        ("Cage", found.cage, "cage"),
        ("Trays", sum(found.trays.values()), ""),
        ("Drop boxes, cash", sum(found.drops.values()), ""),
        ("Drop boxes, collection fees", sum(found.fees.values()), ""),
        ("Players' purses", found.purses, ""),
        ("Bets in play", found.in_play, ""),
        ("Meters, reserves, awards owed", found.progressive, ""),
        ("Missing by counts", found.missing, "variance"),
    ]
    came = [("From outside, for chips", found.from_outside, "cash"), ("From the house", found.from_house, "house")]
    return InventoryCard(
        cash=dollars(found.cash),
        chips_out=dollars(found.chips_out),
        cage=dollars(found.cage),
        trays=trays,
        there=[(name, dollars(cents), account) for name, cents, account in there],
        there_total=dollars(found.there),
        came=[(name, dollars(cents), account) for name, cents, account in came],
        came_total=dollars(found.came_in),
        adds_up=found.there == found.came_in,
    )
