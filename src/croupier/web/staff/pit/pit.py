"""The pit: a tile for each table, what needs a person first; money between cage and tray."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.choices.equipment import standing as devices_at
from croupier.floor.choices.notices import title_mark
from croupier.floor.links.keypads import real_tables
from croupier.floor.roles import Duty, Person, may
from croupier.floor.sitting import nobodys
from croupier.floor.table import DealtBy, Sitting, Table
from croupier.floor.view import stage_words
from croupier.jackpot.terms import NAMED
from croupier.lab.capabilities import face_up_words
from croupier.ledger.accounts import tray
from croupier.ledger.winsheet import WinSheet, total
from croupier.money import dollars, signed_dollars
from croupier.rules.commands import next_step
from croupier.rules.face_up import bets_without_title
from croupier.rules.round import Stage, due_seats
from croupier.rules.seat import SEATS
from croupier.rules.steps import WAIT
from croupier.rules.terms import Terms
from croupier.web.context import HouseContext, InHouse, Visiting, page_response, tables_for_money
from croupier.web.links.link_keypad_page import table_words
from croupier.web.links.models import ClaimCard
from croupier.web.links.views import link_card, tray_claims
from croupier.web.models import Page
from croupier.web.permissions import opens
from croupier.web.sessions import Visitor
from croupier.web.staff.keypad.handling import bank_cover
from croupier.web.staff.money.window import SecondPerson, second_person_threshold
from croupier.web.staff.pit.alert import Alert, AlertKind
from croupier.web.table.seat_page import display_name
from croupier.web.wording import natural_order, seats_words

router = APIRouter()


WHEN: Final = {3: "Now", 2: "Soon", 1: "Watch"}
"""An urgency in a word, for whoever does not see the colour."""
_WIN: Final = r"^([A-Za-z0-9_.-]+/[0-9]{1,9})?$"
_SHEET_S: Final = 5.0


class SeatDot(BaseModel):
    """A seat as a tile shows it."""

    seat: int
    name: str
    initials: str
    state: str
    """In words: free, playing, to act, away, leaving, sits out."""


class PitRow(BaseModel):
    """A table at a glance."""

    name: str
    game: str
    rules: str
    stage: str
    needs: str
    urgency: int
    when: str
    """The urgency in a word."""
    seats: list[str]
    dots: list[SeatDot]
    since_ms: int
    """When the table began to wait for what it waits for now; 0 where nothing has happened yet."""
    link: str
    bank: str
    """Who banks there in California, with what, and what is left of it."""
    round: str | None
    version: int
    stopped: str | None
    dealt_by: str
    dealer: str
    """Who deals there, where somebody is assigned."""
    called: str
    """The call for a supervisor, in words."""
    approval: str
    """How the table stands to its approval (R50, R56)."""
    approved: bool
    devices: list[tuple[str, str]]
    """What stands there: the serial number and the words of each device; a void may be for one of them (R57)."""
    face_up: str
    """What a table that deals face up gives away (R17)."""
    tray: str
    tray_tone: str
    opening: str = ""
    fills: str = ""
    credits: str = ""
    drop: str = ""
    closing: str = ""
    win: str = ""
    fees: str = ""


class RealTableRow(BaseModel):
    """A table with real cards of which only the progressive is recorded (R58), at a glance."""

    name: str
    game: str
    link: str
    state: str


class PitPage(Page):
    """The pit: every table, what needs a person first."""

    claims: list[ClaimCard]
    total: dict[str, str]
    rows: list[PitRow]
    real_tables: list[RealTableRow]
    now_ms: int
    second: SecondPerson
    receipt: int | None = None
    """The movement of money that was just made."""
    win: str = ""
    """The page of the win that was just verified and paid."""
    pages: dict[str, str] = Field(default_factory=dict)
    """The pages that do at length what the pit has a small form for, by what is done there."""


@router.get("/staff/pit", summary="Every table, what needs a person first", response_model=PitPage)
def pit(
    request: Request,
    house: InHouse,
    visitor: Visiting,
    receipt: int | None = None,
    win: Annotated[str, Query(pattern=_WIN)] = "",
) -> Response:
    page = _page_for(house, visitor)
    page.receipt = receipt
    page.win = win and "/staff/links/{}/wins/{}".format(*win.split("/"))
    return page_response(request, "staff/pit.html", page)


def _page_for(house: HouseContext, visitor: Visitor) -> PitPage:
    """The pit with links to the pages of cage, shifts and tables, for those to whom they open."""
    assert visitor.person is not None, "the door is open to staff alone"
    page = pit_page(house, books=may(visitor.person.role, Duty.READ_BOOKS))
    ways = {"table": "/staff/tables/new", "tables": "/staff/tables", "cage": "/staff/cage", "shift": "/staff/shift"}
    page.pages = {what: path for what, path in ways.items() if page_opens(visitor.person, path)}
    return page


def page_opens(person: Person, path: str) -> bool:
    """Whether a page exists and opens for this person."""
    try:
        return opens(person, f"GET {path}")
    except Refused:  # a house without this page
        return False


def pit_page(house: HouseContext, *, books: bool = True) -> PitPage:
    """The pit, the tables that need somebody first. What the tables bring in is for whoever reads the books."""
    alerts = house.alert_watch.alerts(fresh=True)
    rows = [_row(house, house.room.table(name), alerts, books=books) for name in tables_for_money(house)]
    claims = [claim for name in house.links.desk.names() for claim in link_card(house.links, name).claims]
    claims += [claim for name in tables_for_money(house) for claim in tray_claims(house.links, house.room.table(name))]
    return PitPage(
        claims=claims,
        total=shift_totals(house) if books else {},
        rows=sorted(rows, key=lambda row: (-row.urgency, natural_order(row.name))),
        real_tables=[
            RealTableRow(name=table.name, game=NAMED.get(table.game, table.game), link=name, state=table_words(table))
            for name in house.links.desk.names()
            for table in real_tables(house.links, name)
        ],
        now_ms=house.room.now_ms(),
        second=second_person_threshold(house),
    )


def shift_totals(house: HouseContext) -> dict[str, str]:
    """What the tables bring in this shift, in sum, in words."""
    every = total([cached_sheet(house, name) for name in tables_for_money(house)])
    return {
        "Drop": dollars(every.drop),
        "Win": signed_dollars(every.win),
        "Collection fees": dollars(every.fees),
        "Income": signed_dollars(every.income),
    }


def cached_sheet(house: HouseContext, name: str) -> WinSheet:
    """The win sheet of a table, cached for five seconds, or until cage or shift write something."""
    marks = house.store.head("cage").version, house.store.head(f"shift/{name}").version
    cached, now = house.sheets.get(name), time.monotonic()
    if cached is None or cached[0] != marks or now - cached[1] > _SHEET_S:
        # A sheet is added up from every movement of the shift, and the pit asks every two seconds.
        cached = house.sheets[name] = (marks, now, house.cage.sheet(name))
    return cached[2]


def _row(house: HouseContext, table: Table, alerts: Iterable[Alert], *, books: bool) -> PitRow:
    own = [alert for alert in alerts if alert.table == table.name]
    urgency, when, needs = _needs(house, table, own)
    round, held = table.in_play, house.store.balance(tray(table.name))
    standing = house.room.approvals.of_table(table)
    return PitRow(
        name=table.name,
        game=table.settings.terms.game.name,
        rules=table.settings.terms.rules.name,
        stage=stage_words(table),
        needs=needs,
        urgency=urgency,
        when=when,
        seats=[f"{sitting.seat} {display_name(sitting.player)}" for sitting in table.sittings],
        dots=_dots(house, table),
        since_ms=table.since_ms,
        link=table.link or "",
        bank=bank_cover(table),
        round=None if round is None else round.id,
        version=table.version,
        stopped=table.stopped,
        dealt_by=table.settings.dealt_by.value,
        dealer="" if table.dealer is None else table.dealer.name,
        called="" if table.called is None else table.called.words,
        approval=standing.words,
        approved=standing.valid,
        devices=[(device.serial, device.words) for device in devices_at(table.equipment)],
        face_up=_face_up(table.settings.terms),
        tray=dollars(held),
        tray_tone="short" if held < 0 else "low" if any(alert.kind is AlertKind.TRAY for alert in own) else "",
        **(_sheet(cached_sheet(house, table.name)) if books else {}),
    )


def _sheet(sheet: WinSheet) -> dict[str, str]:
    """A running shift as a tile and its drawer show it."""
    words = {name: dollars(getattr(sheet, name)) for name in ("opening", "fills", "credits", "drop", "closing", "fees")}
    return {**words, "win": signed_dollars(sheet.win)}


def _face_up(terms: Terms) -> str:
    """What a face-up table gives away, and its title where the letter does not name it (R17)."""
    mark = f"Its title: {title_mark(terms)}." if terms.face_up and bets_without_title(terms) else ""
    return " ".join(filter(None, (face_up_words(terms), mark)))


def _needs(house: HouseContext, table: Table, alerts: list[Alert]) -> tuple[int, str, str]:
    """How urgently a table needs somebody, that urgency in a word, and what for."""
    lost = None if table.link is None else house.links.desk.why_lost(table.link)
    first = alerts[0] if alerts else None
    if first is not None and first.urgency >= (2 if lost is None else 3):
        words = "a win waits to be verified" if first.kind is AlertKind.CLAIM else first.words
        return first.urgency, WHEN[first.urgency], words
    if lost is not None:
        return 2, WHEN[2], f"no progressive wagers: {lost}"
    if first is not None:
        return first.urgency, WHEN[first.urgency], first.words
    round = table.in_play
    if round is not None and table.settings.dealt_by is DealtBy.PERSON and next_step(round) != WAIT:
        if round.stage is not Stage.BETTING:
            return 1, "Dealer", f"the dealer: {next_step(round).does}"
    elif round is not None and due_seats(round):
        return 0, "Playing", f"waits for {seats_words(due_seats(round))}"
    return 0, "Quiet" if round is None or not round.seats else "Playing", ""


def _dots(house: HouseContext, table: Table) -> list[SeatDot]:
    sitting = {one.seat: one for one in table.sittings}
    return [_dot(house, table, sitting[seat]) if seat in sitting else _free(seat) for seat in SEATS]


def _free(seat: int) -> SeatDot:
    return SeatDot(seat=seat, name="", initials="", state="free")


def _dot(house: HouseContext, table: Table, sitting: Sitting) -> SeatDot:
    round, name = table.in_play, display_name(sitting.player)
    if sitting.left:
        state = "leaving"
    elif round is not None and sitting.seat in due_seats(round):
        state = "to act"
    elif table.has_wagers(sitting.seat):
        state = "in play"
    else:
        state = "no bets"
    # Among several servers this one does not know whose page is open elsewhere, so it calls nobody away.
    # Nobody needs a page for whom the dealer acts, and who has told no name goes by the seat (R58).
    present = table.acts_for(sitting.seat) or sitting.player in house.hub.present(table.name)
    away = house.hub.servers is None and not present
    initials = str(sitting.seat) if sitting.player == nobodys(sitting.seat) else _initials(name)
    return SeatDot(seat=sitting.seat, name=name, initials=initials, state=f"{state}, page closed" if away else state)


def _initials(name: str) -> str:
    """Two letters by which a seat is told from its neighbours: ann is AN, mary-jo is MJ."""
    parts = [part for part in name.replace("_", "-").split("-") if part]
    letters = parts[0][0] + parts[1][0] if len(parts) > 1 else name[:2]
    return letters.upper()
