"""The pit: a tile for each table, what needs a person first; money between cage and tray; the shift's end."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from croupier.ledger.winsheet import WinSheet
from croupier.money import dollars, signed_dollars
from croupier.web.context import House, InHouse, StaffByForm, Visiting, page_response
from croupier.web.sessions import Visitor
from croupier.web.staff.pit.home import page_there
from croupier.web.staff.pit.models import PitPage
from croupier.web.staff.pit.tiles import pit_page

router = APIRouter()


@router.get("/staff/pit", summary="Every table, what needs a person first", response_model=PitPage)
def pit(request: Request, house: InHouse, visitor: Visiting, receipt: int | None = None) -> Response:
    page = _with_ways(pit_page(house), visitor)
    page.receipt = receipt
    return page_response(request, "staff/pit.html", page)


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
    return await asyncio.to_thread(_closed, request, house, visitor, name, sheet)


def _closed(request: Request, house: House, visitor: Visitor, name: str, sheet: WinSheet) -> Response:
    heads = [f"{stream}:{head.version}:{head.hash}" for stream, head in sorted(house.store.heads().items())]
    page = _with_ways(pit_page(house), visitor)
    said = (
        f"Shift of {name} closed: opening {dollars(sheet.opening)}, fills {dollars(sheet.fills)}, credits "
        f"{dollars(sheet.credits)}, drop {dollars(sheet.drop)}, closing {dollars(sheet.closing)}, "
        f"win {signed_dollars(sheet.win)}, collection fees {dollars(sheet.fees)}. Keep the heads below somewhere "
        "else: with them an audit finds a record that was cut off."
    )
    return page_response(request, "staff/pit.html", page.model_copy(update={"notice": said, "heads": heads}))


def _with_ways(page: PitPage, visitor: Visitor) -> PitPage:
    """The pit with the ways to pages that do at length what the pit does in brief, where they are there."""
    assert visitor.person is not None, "the door is open to staff alone"
    ways = {"table": "/staff/tables/new", "tables": "/staff/tables", "cage": "/staff/cage", "shift": "/staff/shift"}
    page.pages = {what: path for what, path in ways.items() if page_there(visitor.person, path)}
    return page
