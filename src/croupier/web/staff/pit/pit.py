"""The pit: a tile for each table, what needs a person first; money between cage and tray; the shift's end."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.table import DealtBy, Settings
from croupier.money import DOLLAR, dollars, parse_dollars, signed_dollars
from croupier.rules.deal import parse_procedure
from croupier.rules.games import ruleset
from croupier.rules.terms import customary_limits, terms
from croupier.rules.wagers import PROGRESSIVE, Range
from croupier.web.house import InHouse, StaffByForm, Visiting, page_response
from croupier.web.staff.pit.home import page_there
from croupier.web.staff.pit.models import PitPage
from croupier.web.staff.pit.tiles import pit_page
from croupier.web.visitors import Visitor

router = APIRouter()


@router.get("/staff/pit", summary="Every table, what needs a person first", response_model=PitPage)
def pit(request: Request, house: InHouse, visitor: Visiting) -> Response:
    return page_response(request, "staff/pit.html", _with_ways(pit_page(house), visitor))


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
) -> Response:
    moves = {"fill": house.cage.fill, "credit": house.cage.credit}
    if what not in moves:
        raise Refused(f"{what!r} is neither a fill nor a credit")
    await asyncio.to_thread(moves[what], name, parse_dollars(amount), who, f"{what}/{command}")
    return RedirectResponse(f"/staff/pit#{name}", status_code=303)


@router.post("/staff/pit/{name}/close-shift", summary="Close a table's shift: win sheet and heads of the streams")
async def close_shift(
    name: str,
    request: Request,
    house: InHouse,
    visitor: Visiting,
    who: StaffByForm,
    command: Annotated[str, Form()],
) -> Response:
    sheet = await asyncio.to_thread(house.cage.close_shift, name, who, f"shift/{command}")
    heads = [f"{stream}:{head.version}:{head.hash}" for stream, head in sorted(house.store.heads().items())]
    page = _with_ways(pit_page(house), visitor)
    said = (
        f"Shift of {name} closed: opening {dollars(sheet.opening)}, fills {dollars(sheet.fills)}, credits "
        f"{dollars(sheet.credits)}, drop {dollars(sheet.drop)}, closing {dollars(sheet.closing)}, "
        f"win {signed_dollars(sheet.win)}, collection fees {dollars(sheet.fees)}. Keep the heads below somewhere "
        "else: with them an audit finds a record that was cut off."
    )
    return page_response(request, "staff/pit.html", page.model_copy(update={"notice": said, "heads": heads}))


@router.post("/staff/cage", summary="Sell or redeem a player's chips, or fund the cage")
async def cage(
    house: InHouse,
    who: StaffByForm,
    what: Annotated[str, Form()],
    amount: Annotated[str, Form()],
    command: Annotated[str, Form()],
    player: Annotated[str, Form()] = "",
) -> Response:
    cents, id = parse_dollars(amount), f"cage/{command}"
    match what:
        case "buy-in":
            await asyncio.to_thread(house.cage.buy_in, player, cents, who, id)
        case "cash-out":
            await asyncio.to_thread(house.cage.cash_out, player, cents, who, id)
        case "fund":
            await asyncio.to_thread(house.cage.fund, cents, who, id)
        case _:
            raise Refused(f"the cage does not know {what!r}; it sells (buy-in), redeems (cash-out) and is funded")
    return RedirectResponse("/staff/pit", status_code=303)


def _with_ways(page: PitPage, visitor: Visitor) -> PitPage:
    """The pit with the ways to pages that do at length what the pit does in brief, where they are there."""
    assert visitor.person is not None, "the door is open to staff alone"
    ways = {"table": "/staff/tables/new", "cage": "/staff/cage", "shift": "/staff/shift"}
    page.pages = {what: path for what, path in ways.items() if page_there(visitor.person, path)}
    return page


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
