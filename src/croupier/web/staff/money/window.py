"""The window of the cage: find a player, who stands there, where the house's money is, and who signs second."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, Field

from croupier.errors import Refused
from croupier.floor.cage.cage import NoSuchPlayer
from croupier.floor.cage.cash import CashOfDay, PlayerCash, day_at, parse_day
from croupier.floor.cage.guards import SecondPersonNeeded
from croupier.floor.cage.inventory import Inventory, below_par, inventory, is_tray_low
from croupier.floor.cage.receipts import CageReceipt, last_movements, newest
from croupier.floor.practice import is_guest
from croupier.floor.roles import Duty, Person, Role, may
from croupier.floor.room import check_name
from croupier.floor.table import DealtBy
from croupier.ledger.accounts import player as purse
from croupier.money import dollars, plain_dollars
from croupier.web.context import HouseContext, tables_for_money
from croupier.web.forms import BadField
from croupier.web.links.claims import second_person
from croupier.web.models import Page
from croupier.web.wording import house_zone, when

_MOST_FOUND: Final = 20
_MOST_MOVEMENTS: Final = 8
_AMONG: Final = 100
"""Whoever only sells at tables is shown those movements of tables that are among so many of the cage's newest."""


class PlayerRow(BaseModel):
    """A player whom somebody looks for."""

    name: str
    balance: str
    sits: str
    active: bool


class MovementRow(BaseModel):
    """A movement at the cage, with its receipt."""

    number: int
    when: str
    words: str
    by: str
    balance: str


class PlayerPanel(BaseModel):
    """One player at the window."""

    name: str
    balance: str
    all: str
    """The balance as it is typed, to redeem all of it; empty where there is nothing."""
    sits: str
    table: str
    active: bool
    movements: list[MovementRow]
    today: str = ""
    """Cash of the day, for whoever stands at the window."""
    above: str = ""
    """The house's amount, where the cash of the day is above it."""


class TrayRow(BaseModel):
    """What lies at a table."""

    table: str
    tray: str
    low: bool
    drop: str
    fees: str
    fill: str = ""
    """What it takes up to par; nothing where it holds as much, or where the house has no par."""
    fill_cents: int = 0


class CashRow(BaseModel):
    """A player's cash of a day."""

    player: str
    cash_in: str
    cash_out: str
    above: bool


class CashPage(Page):
    """What players brought and took in cash on one day of the house."""

    day: str
    today: str
    alert: str
    rows: list[CashRow]
    total_in: str
    total_out: str


class InventoryCard(BaseModel):
    """What the cage holds; and of the house as a whole, for whoever fills its trays, that it is what came in."""

    cash: str
    chips_out: str
    cage: str
    whole: bool = False
    trays: list[TrayRow] = []
    par: str = ""
    """What trays are filled up to, where the house has chosen that."""
    to_par: str = ""
    """What all trays together take up to par."""
    there: list[tuple[str, str, str]] = []
    """What is where: its name, the amount, the account to look at or nothing."""
    there_total: str = ""
    came: list[tuple[str, str, str]] = []
    came_total: str = ""
    adds_up: bool = True


class CagePage(Page):
    """The cage's window."""

    notice: str = ""
    receipts: list[int] = Field(default_factory=list)
    """Of what was just moved."""
    find: str
    found: list[PlayerRow]
    more: int
    player: PlayerPanel | None
    last: list[MovementRow]
    tables: list[str]
    felt_tables: list[str]
    """Those among them where chips are real, and in nobody's account (R58)."""
    real_chips: bool
    """Whether any table is dealt by a person: real chips are brought there, and the window deals in them."""
    second: SecondPerson
    inventory: InventoryCard | None


def cage_page(house: HouseContext, who: Person, find: str, name: str) -> CagePage:
    """The cage as one of the staff sees it. Whoever only sells chips at tables sees no balances; whoever brings none
    to the trays sees the window, and not what lies at the tables."""
    cashier, fills = may(who.role, Duty.CAGE), may(who.role, Duty.FILL)
    names = players_by_name(house, find) if find else []
    seats = _seats(house)
    money = [house.room.table(name) for name in tables_for_money(house)]
    felt = [table.name for table in money if table.real_cards]
    tables = tables_for_money(house) if fills or may(who.role, Duty.SELL_AT_TABLE) else []
    return CagePage(
        find=find,
        found=[_row(house, each, seats, cashier) for each in names[:_MOST_FOUND]],
        more=max(len(names) - _MOST_FOUND, 0),
        player=_panel(house, name, seats, cashier) if name else None,
        tables=tables,
        felt_tables=[name for name in felt if name in tables],
        real_chips=any(table.settings.dealt_by is DealtBy.PERSON for table in money),
        second=second_person_threshold(house),
        last=[_movement(each) for each in newest(house.store, _AMONG) if cashier or each.table][:_MOST_MOVEMENTS],
        inventory=_card(house, inventory(house.store), whole=fills) if cashier else None,
    )


def players_by_name(house: HouseContext, find: str) -> list[str]:
    """The players whose names begin so, in order; guests are left out."""
    names = (stream.removeprefix("player/") for stream in house.store.streams("player/"))
    return [name for name in names if not is_guest(name) and name.casefold().startswith(find.strip().casefold())]


def _seats(house: HouseContext) -> dict[str, tuple[str, int]]:
    """Where everybody sits."""
    tables = [house.room.table(name) for name in tables_for_money(house)]
    return {sitting.player: (table.name, sitting.seat) for table in tables for sitting in table.sittings}


def _sits(seats: dict[str, tuple[str, int]], name: str) -> str:
    return "{}, seat {}".format(*seats[name]) if name in seats else ""


def _row(house: HouseContext, name: str, seats: dict[str, tuple[str, int]], cashier: bool) -> PlayerRow:
    known = house.people.find(name)
    balance = dollars(house.store.balance(purse(name))) if cashier else ""
    return PlayerRow(name=name, balance=balance, sits=_sits(seats, name), active=known is not None and known.active)


def _panel(house: HouseContext, name: str, seats: dict[str, tuple[str, int]], cashier: bool) -> PlayerPanel:
    check_name(name)
    known = None if is_guest(name) else house.people.find(name)
    if known is None or known.role is not Role.PLAYER:
        raise NoSuchPlayer(name)
    held = house.store.balance(purse(name))
    movements = last_movements(house.store, name, _MOST_MOVEMENTS) if cashier else []
    alert = house.choices.now().cash_alert
    cash = house.cash.by_player(day_at(house.room.now_ms(), house_zone())).get(name, PlayerCash())
    return PlayerPanel(
        name=name,
        balance=dollars(held) if cashier else "",
        all=plain_dollars(held) if cashier and held else "",
        sits=_sits(seats, name),
        table=seats[name][0] if name in seats else "",
        active=known.active,
        movements=[_movement(each) for each in movements],
        today=f"{dollars(cash.cash_in)} in, {dollars(cash.cash_out)} out" if cashier else "",
        above=dollars(alert or 0) if cashier and cash.is_above(alert) else "",
    )


def cash_page(house: HouseContext, text: str) -> CashPage:
    """The cash of a day, whoever moved most first; of today where no day is named."""
    today, alert = day_at(house.room.now_ms(), house_zone()), house.choices.now().cash_alert
    day = parse_day(text, house_zone()) if text else today
    moved = (house.cash if day == today else CashOfDay(house.store)).by_player(day)
    order = sorted(moved.items(), key=lambda one: (-max(one[1].cash_in, one[1].cash_out), one[0]))
    return CashPage(
        day=day.date.isoformat(),
        today=today.date.isoformat(),
        alert="" if alert is None else dollars(alert),
        rows=[
            CashRow(
                player=name,
                cash_in=dollars(cash.cash_in),
                cash_out=dollars(cash.cash_out),
                above=cash.is_above(alert),
            )
            for name, cash in order
        ],
        total_in=dollars(sum(cash.cash_in for cash in moved.values())),
        total_out=dollars(sum(cash.cash_out for cash in moved.values())),
    )


def _movement(receipt: CageReceipt) -> MovementRow:
    had = "" if receipt.balance is None else dollars(receipt.balance)
    return MovementRow(
        number=receipt.number, when=when(receipt.time_ms), words=receipt.words, by=receipt.by, balance=had
    )


def _card(house: HouseContext, held: Inventory, *, whole: bool) -> InventoryCard:
    if not whole:
        return InventoryCard(cash=dollars(held.cash), chips_out=dollars(held.chips_out), cage=dollars(held.cage))
    chosen = house.choices.now()
    low, par = chosen.low_tray, chosen.tray_par
    open_tables = set(tables_for_money(house))
    tables = sorted({*open_tables, *held.trays, *held.drops, *held.fees})
    # A tray of another game's table (R58) has no par.
    ours = set(house.room.tables())
    known = {name: house.room.table(name) for name in tables if name in ours}
    needs = {name: below_par(table, held.trays.get(name, 0), par) for name, table in known.items()}
    trays = [
        TrayRow(
            table=table,
            tray=dollars(held.trays.get(table, 0)),
            low=table in known and is_tray_low(known[table], held.trays.get(table, 0), low),
            drop=dollars(held.drops.get(table, 0)),
            fees=dollars(held.fees.get(table, 0)),
            fill=dollars(needs[table]) if needs.get(table) else "",
            fill_cents=needs.get(table, 0),
        )
        for table in tables
    ]
    there = [
        ("Cage", held.cage, "cage"),
        ("Trays", sum(held.trays.values()), ""),
        ("Drop boxes, cash", sum(held.drops.values()), ""),
        ("Drop boxes, collection fees", sum(held.fees.values()), ""),
        ("Players' purses", held.purses, ""),
        *([("Real chips that people carry", held.carried, "chips")] if held.carried else []),
        ("Bets in play", held.in_play, ""),
        ("Meters, reserves, awards owed", held.progressive, ""),
        ("Missing by counts", held.missing, "variance"),
    ]
    came = [("From outside, for chips", held.from_outside, "cash"), ("From the house", held.from_house, "house")]
    return InventoryCard(
        cash=dollars(held.cash),
        chips_out=dollars(held.chips_out),
        cage=dollars(held.cage),
        trays=trays,
        par="" if par is None else dollars(par),
        to_par=dollars(sum(needs.values())) if any(needs.values()) else "",
        there=[(name, dollars(cents), account) for name, cents, account in there],
        there_total=dollars(held.there),
        came=[(name, dollars(cents), account) for name, cents, account in came],
        came_total=dollars(held.came_in),
        adds_up=held.there == held.came_in,
        whole=True,
    )


class SecondPerson(BaseModel):
    """From where on a movement needs a second person."""

    above: str = ""
    above_cents: int | None = None


async def second_signer(house: HouseContext, badge: str, pin: str, beside: Person) -> Person | None:
    """The second person who signs; `None` where the form names nobody."""
    if not badge.strip():
        return None
    try:
        return await second_person(house, badge.strip(), pin, beside)
    except Refused as why:
        raise BadField("pin", why) from why


def in_form(why: Refused) -> Refused:
    """A refusal as the form shows it: that a second person is missing is shown where that person signs."""
    return BadField("badge", why) if isinstance(why, SecondPersonNeeded) else why


def second_person_threshold(house: HouseContext) -> SecondPerson:
    """The amount from which on a form asks for a second person."""
    above = house.choices.now().second_person_above
    return SecondPerson() if above is None else SecondPerson(above=dollars(above), above_cents=above)
