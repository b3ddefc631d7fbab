"""Home after signing in: what needs you now, tonight's figures, then doors; and the alerts for every header."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Final

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from croupier.floor.cage.inventory import inventory
from croupier.floor.dealer import lit_step
from croupier.floor.links.keypads import real_tables
from croupier.floor.roles import Duty, Person, Role, may
from croupier.floor.table import DealtBy, Table
from croupier.floor.view import stage_words
from croupier.jackpot.terms import NAMED
from croupier.ledger.winsheet import total
from croupier.money import dollars, signed_dollars
from croupier.rules.seat import SEATS
from croupier.store.entry import contents
from croupier.store.journal import Store
from croupier.web.context import HouseContext, InHouse, Visiting, page_response, tables_for_money
from croupier.web.links.link_keypad_page import table_words
from croupier.web.models import Page
from croupier.web.permissions import home_doors, opens
from croupier.web.staff.pit.alert import Alert
from croupier.web.staff.pit.first_day import FirstDayRow, first_day
from croupier.web.staff.pit.pit import WHEN, cached_sheet
from croupier.web.wording import house_zone

router = APIRouter()

_LEADS: Final[Mapping[Role, tuple[str, ...]]] = {
    Role.DEALER: (),
    Role.SUPERVISOR: ("/staff/pit", "/staff/cage", "/staff/shift"),
    Role.EXECUTIVE: ("/staff/pit", "/staff/links"),
    Role.SURVEILLANCE: ("/staff/pit", "/staff/rounds"),
    Role.AUDITOR: ("/staff/journal",),
    Role.ADMIN: ("/staff/people", "/staff/house"),
}
"""Which doors each role goes through first; whoever is not here works at the cage."""
_FLOOR: Final = ("GET /staff/pit", "GET /staff/keypad/{name}", "GET /staff/journal")
"""Whoever goes through one of these has to do with the tables."""


class AlertCard(BaseModel):
    """Something that needs whoever reads it, and where they go to do it."""

    key: str
    kind: str
    urgency: int
    when: str
    """The urgency in a word: colour alone says nothing."""
    about: str
    words: str
    todo: str
    link: str
    since_ms: int


class AlertsNow(BaseModel):
    """What needs whoever asks, for the header of every staff page."""

    alerts: list[AlertCard]
    sound: bool
    now_ms: int


class KeypadCard(BaseModel):
    """A table that a person deals, for whoever may press its keys."""

    name: str
    game: str
    state: str
    seats: str
    path: str


class MeterCard(BaseModel):
    """A meter as its display shows it."""

    link: str
    level: str
    shown: str
    stopped: bool


class StaffHome(Page):
    """Home after signing in: what needs you, tonight's figures, then doors."""

    alerts: list[AlertCard]
    now_ms: int
    sound: bool
    keypads: list[KeypadCard]
    tables: list[str]
    figures: list[tuple[str, str]]
    meters: list[MeterCard]
    doors: list[tuple[str, str, str]]
    leads: list[str]
    """The doors that somebody of this role goes through first."""
    first_day: list[FirstDayRow]
    """What a new room needs, done or not; nothing once all of it is done, or for whoever does none of it."""


@router.get("/staff", summary="What needs you now, tonight's figures, and your doors", response_model=StaffHome)
def staff(request: Request, house: InHouse, visitor: Visiting) -> Response:
    assert visitor.person is not None, "the door is open to staff alone"
    return page_response(request, "staff/staff.html", home_page(house, visitor.person))


@router.get("/api/staff/alerts", summary="What needs you now, for the header of every page")
def alerts(house: InHouse, visitor: Visiting) -> AlertsNow:
    assert visitor.person is not None, "the door is open to staff alone"
    return alerts_now(house, visitor.person)


def alerts_now(house: HouseContext, person: Person, *, fresh: bool = False) -> AlertsNow:
    """The alerts that somebody can do something about."""
    alerts = house.alert_watch.alerts_for(person, fresh=fresh)
    cards = [_card(alert, person) for alert in alerts]
    return AlertsNow(alerts=cards, sound=house.choices.now().sound, now_ms=house.room.now_ms())


def _card(alert: Alert, person: Person) -> AlertCard:
    link = alert.way_for(person)
    assert link is not None, "who cannot do anything about it is not told"
    return AlertCard(
        key=alert.key,
        kind=alert.kind.value,
        urgency=alert.urgency,
        when=WHEN[alert.urgency],
        about=alert.about,
        words=alert.words,
        todo=alert.todo,
        link=link,
        since_ms=alert.since_ms or 0,
    )


def home_page(house: HouseContext, person: Person) -> StaffHome:
    """Home, as one of the staff finds it. Whoever has only the cage is told nothing of the tables."""
    floor = any(map(partial(opens, person), _FLOOR))
    now = alerts_now(house, person, fresh=True)
    tables = [house.room.table(name) for name in tables_for_money(house)]
    by_hand = [table for table in tables if table.settings.dealt_by is DealtBy.PERSON]
    keypads = [_keypad(house, table) for table in by_hand] if opens(person, "GET /staff/keypad/{name}") else []
    keypads += _link_keypads(house) if opens(person, "GET /staff/link-keypad/{name}") else []
    doors = home_doors(person)
    leads = _LEADS.get(person.role, ("/staff/cage",))
    return StaffHome(
        alerts=now.alerts,
        now_ms=now.now_ms,
        sound=now.sound,
        keypads=keypads,
        tables=[keypad.name for keypad in keypads],
        figures=_figures(house, person, tables) if floor else _cash(house),
        meters=[meter for name in house.links.desk.names() for meter in _meters(house, name)] if floor else [],
        doors=doors,
        leads=[path for path in leads if any(path == door for door, _, _ in doors)],
        first_day=first_day(house, person),
    )


def _keypad(house: HouseContext, table: Table) -> KeypadCard:
    step, round = lit_step(table), table.in_play
    if table.rehearsing:
        state = stage_words(table)
    elif table.stopped is not None and round is None:
        state = "stopped"
    elif table.unlawful is not None and round is None:
        state = "outside the law"
    elif round is None and house.room.why_held(table) is not None:
        state = "waits for its approval"
    elif step is not None:
        state = f"next: {step.does}"
    else:
        state = stage_words(table)
    return KeypadCard(
        name=table.name,
        game=table.settings.terms.game.name,
        state=state,
        seats=f"{_taken([table])} seats taken",
        path=f"/staff/keypad/{table.name}",
    )


def _link_keypads(house: HouseContext) -> list[KeypadCard]:
    """The tables with real cards, link only (R58)."""
    tables = (table for name in house.links.desk.names() for table in real_tables(house.links, name))
    return [
        KeypadCard(
            name=table.name,
            game=NAMED.get(table.game, table.game),
            state=table_words(table),
            seats="real cards, link only",
            path=f"/staff/link-keypad/{table.name}",
        )
        for table in tables
    ]


def _cash(house: HouseContext) -> list[tuple[str, str]]:
    held = inventory(house.store)
    return [("Cash in the cage", dollars(held.cash)), ("Chips it has given out", dollars(held.chips_out))]


def _figures(house: HouseContext, person: Person, tables: list[Table]) -> list[tuple[str, str]]:
    """Tonight in a line. What the tables win is for those who have the pit or the books."""
    stopped = sum(table.held is not None for table in tables)
    figures = [
        ("Tables open" + (f", {stopped} stopped" if stopped else ""), f"{len(tables) - stopped}"),
        ("Seats taken", _taken(tables)),
        ("Rounds today", f"{sum(_rounds_today(house, table) for table in tables):,}"),
    ]
    if may(person.role, Duty.READ_BOOKS):
        every = total([cached_sheet(house, table.name) for table in tables])
        figures += [("Win, running shifts", signed_dollars(every.win)), ("Collection fees", dollars(every.fees))]
    return figures


def _taken(tables: list[Table]) -> str:
    return f"{sum(len(table.sittings) for table in tables)} of {len(SEATS) * len(tables)}"


def _meters(house: HouseContext, name: str) -> list[MeterCard]:
    stopped = house.links.desk.why_lost(name) is not None
    displays = house.links.displays(name)
    return [MeterCard(link=name, level=level.level, shown=dollars(level.shown), stopped=stopped) for level in displays]


def _rounds_today(house: HouseContext, table: Table) -> int:
    """The rounds that a table has begun since midnight, by the clock of the house."""
    now = datetime.fromtimestamp(house.room.now_ms() / 1000, house_zone())
    midnight_ms = round(now.replace(hour=0, minute=0, second=0, microsecond=0).timestamp() * 1000)
    cached = house.midnights.get(table.name)
    if cached is None or cached[0] != midnight_ms:
        cached = house.midnights[table.name] = (midnight_ms, rounds_before(house.store, table, midnight_ms))
    return table.rounds - cached[1]


def rounds_before(store: Store, table: Table, time_ms: int) -> int:
    """How many rounds a table had begun before a moment."""
    low, high = 0, table.version
    while low < high:  # the entries up to `low` are older, those after `high` are not
        middle = (low + high + 1) // 2
        entry = next(iter(store.read(table.stream, after=middle - 1)))
        low, high = (middle, high) if entry.time_ms < time_ms else (low, middle - 1)
    for entry in store.read(table.stream, after=low):
        for event in contents(entry).events:
            if event["event"] == "RoundOpened":
                return int(event["round"].rpartition("-")[2]) - 1
    return table.rounds
