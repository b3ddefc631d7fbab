"""The pit: tables at a glance, what needs a person first; money between cage and tray; the shift's end."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import replace
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.table import DealtBy, Settings, Table
from croupier.lab.solved import face_up_words
from croupier.ledger.accounts import tray
from croupier.ledger.winsheet import WinSheet, total
from croupier.money import DOLLAR, dollars, parse_dollars, signed_dollars
from croupier.rules.commands import next_step
from croupier.rules.deal import parse_procedure
from croupier.rules.games import ruleset
from croupier.rules.round import Stage, due_seats
from croupier.rules.steps import WAIT
from croupier.rules.terms import customary_limits, terms
from croupier.rules.wagers import PROGRESSIVE, Range
from croupier.web.doors import home_doors, opens
from croupier.web.forms import in_field
from croupier.web.house import House, InHouse, StaffByForm, Visiting, game_choices, page_response, tables_for_money
from croupier.web.links.views import link_card
from croupier.web.staff.models import PitPage, PitRow, StaffHome
from croupier.web.staff.money.cage import signed
from croupier.web.table.chair import display_name
from croupier.web.wording import seats_words

router = APIRouter()

_SHEET_S: Final = 5.0


@router.get("/staff", summary="The doors that are open to you", response_model=StaffHome)
def staff(request: Request, house: InHouse, visitor: Visiting) -> Response:
    keypads = opens(visitor.person, "GET /staff/keypad/{name}")
    page = StaffHome(
        doors=home_doors(visitor.person),
        tables=tables_for_money(house) if keypads else [],
    )
    return page_response(request, "staff/staff.html", page)


@router.get("/staff/pit", summary="Every table, what needs a person first", response_model=PitPage)
def pit(request: Request, house: InHouse) -> Response:
    return page_response(request, "staff/pit.html", pit_page(house))


@router.post("/staff/pit/tables", summary="Open a table")
async def open_table(
    house: InHouse,
    who: StaffByForm,
    name: Annotated[str, Form()],
    rules: Annotated[str, Form()],
    minimum: Annotated[str, Form()] = "5",
    maximum: Annotated[str, Form()] = "50",
    dealt_by: Annotated[str, Form()] = "machine",
    procedure: Annotated[str, Form()] = "",
    clock_s: Annotated[str, Form()] = "",
) -> Response:
    settings = _settings(rules, minimum, maximum, dealt_by, procedure, clock_s)
    await asyncio.to_thread(house.room.open_table, name, settings, who, f"open/{secrets.token_hex(8)}")
    return RedirectResponse("/staff/pit", status_code=303)


@router.post("/staff/pit/{name}/money", summary="Fill a tray from the cage, or credit chips back")
async def money(
    name: str,
    house: InHouse,
    who: StaffByForm,
    what: Annotated[str, Form()],
    amount: Annotated[str, Form()],
    command: Annotated[str, Form()],
    badge: Annotated[str, Form()] = "",
    pin: Annotated[str, Form()] = "",
) -> Response:
    moves = {"fill": house.cage.fill, "credit": house.cage.credit}
    if what not in moves:
        raise Refused(f"{what!r} is neither a fill nor a credit")
    cents = in_field("amount", parse_dollars, amount)
    done = await signed(house, badge, pin, partial(moves[what], name, cents, who, f"{what}/{command}"))
    return RedirectResponse(f"/staff/pit?receipt={done.entries[0].position}", status_code=303)


@router.post("/staff/pit/{name}/close-shift", summary="Close a table's shift: win sheet and heads of the streams")
async def close_shift(
    name: str,
    request: Request,
    house: InHouse,
    who: StaffByForm,
    command: Annotated[str, Form()],
) -> Response:
    sheet = await asyncio.to_thread(house.cage.close_shift, name, who, f"shift/{command}")
    heads = [f"{stream}:{head.version}:{head.hash}" for stream, head in sorted(house.store.heads().items())]
    page = pit_page(house)
    said = (
        f"Shift of {name} closed: opening {dollars(sheet.opening)}, fills {dollars(sheet.fills)}, credits "
        f"{dollars(sheet.credits)}, drop {dollars(sheet.drop)}, closing {dollars(sheet.closing)}, "
        f"win {signed_dollars(sheet.win)}, collection fees {dollars(sheet.fees)}. Keep the heads below somewhere "
        "else: with them an audit finds a record that was cut off."
    )
    return page_response(request, "staff/pit.html", page.model_copy(update={"notice": said, "heads": heads}))


def pit_page(house: House) -> PitPage:
    """The pit, the tables that need somebody first."""
    rows = [_row(house, house.room.table(name)) for name in tables_for_money(house)]
    claims = [claim for name in house.links.desk.names() for claim in link_card(house.links, name).claims]
    for row in rows:
        if row.urgency < 3 and any(claim.table == row.name for claim in claims):
            row.urgency, row.needs = 3, "a win waits to be verified"
    return PitPage(
        heads=[],
        claims=claims,
        total=_together(house, [row.name for row in rows]),
        rows=sorted(rows, key=lambda row: (-row.urgency, row.name)),
        games=game_choices(),
    )


def _row(house: House, table: Table) -> PitRow:
    urgency, needs = _needs(house, table)
    sheet = _sheet(house, table.name)
    round = table.in_play
    return PitRow(
        name=table.name,
        rules=table.settings.terms.rules.name,
        stage="between rounds" if round is None else round.stage_words,
        needs=needs,
        urgency=urgency,
        seats=[f"{sitting.seat} {display_name(sitting.player)}" for sitting in table.sittings],
        round=None if round is None else round.id,
        version=table.version,
        stopped=table.stopped,
        dealt_by=table.settings.dealt_by.value,
        face_up=face_up_words(table.settings.terms),
        tray=dollars(house.store.balance(tray(table.name))),
        opening=dollars(sheet.opening),
        fills=dollars(sheet.fills),
        credits=dollars(sheet.credits),
        drop=dollars(sheet.drop),
        closing=dollars(sheet.closing),
        win=signed_dollars(sheet.win),
        fees=dollars(sheet.fees),
    )


def _together(house: House, names: list[str]) -> dict[str, str]:
    """What the tables bring together this shift, as it is read."""
    every = total([_sheet(house, name) for name in names])
    return {
        "Drop": dollars(every.drop),
        "Win": signed_dollars(every.win),
        "Collection fees": dollars(every.fees),
        "Income": signed_dollars(every.income),
    }


def _sheet(house: House, name: str) -> WinSheet:
    """The win sheet as it stood at most five seconds ago; what the cage and the shift do is in it at once."""
    marks = house.store.head("cage").version, house.store.head(f"shift/{name}").version
    kept, now = house.sheets.get(name), time.monotonic()
    if kept is None or kept[0] != marks or now - kept[1] > _SHEET_S:
        # A sheet is added up from every movement of the shift, and the pit asks every two seconds.
        kept = house.sheets[name] = (marks, now, house.cage.sheet(name))
    return kept[2]


def _needs(house: House, table: Table) -> tuple[int, str]:
    """How urgently a table needs somebody, and for what."""
    round = table.in_play
    fault = house.hub.fault(table.name)
    if fault is not None:
        return 3, f"frozen: {fault}"
    if table.stopped is not None:
        return 2, f"stopped: {table.stopped}"
    lost = None if table.link is None else house.links.desk.why_lost(table.link)
    if lost is not None:
        return 2, f"no progressive wagers: {lost}"
    if round is not None and table.settings.dealt_by is DealtBy.PERSON and next_step(round) != WAIT:
        if round.stage is not Stage.BETTING:
            return 1, f"the dealer: {next_step(round).does}"
    elif round is not None and due_seats(round):
        return 0, f"waits for {seats_words(due_seats(round))}"
    return 0, ""


def _settings(rules: str, minimum: str, maximum: str, dealt_by: str, procedure: str, clock_s: str) -> Settings:
    chosen = ruleset(rules)
    tables = {bet: offered[0] for bet, offered in chosen.tables.items() if bet != PROGRESSIVE}
    usual = customary_limits(chosen)
    low, high = parse_dollars(minimum), parse_dollars(maximum)
    side = Range(DOLLAR, max(high, DOLLAR))
    spots = {spot: Range(low, high) if spot == chosen.game.base else side for spot in usual.spots}
    limits = replace(usual, spots=spots)
    choices: dict[str, object] = {"limits": limits}
    if procedure:
        choices["procedure"] = parse_procedure(procedure)
    if clock_s:
        if not clock_s.isdecimal():
            raise Refused(f"a clock of {clock_s!r}; want seconds, or nothing for no clock")
        choices["clock_s"] = int(clock_s)
    try:
        by = DealtBy(dealt_by)
    except ValueError:
        raise Refused(f"dealt by {dealt_by!r}; want 'machine' or 'person'") from None
    return Settings(terms=terms(chosen, tables, **choices), dealt_by=by)
