"""End face-up dealing, at one table or everywhere, and allow spots at which the edge is the player's (R17)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.choices.upkeep import AllowSpots, DealFaceDown
from croupier.floor.practice import is_practice
from croupier.store.threads import off_the_loop
from croupier.web.context import HouseContext, InHouse, StaffByForm
from croupier.web.forms import in_field

router = APIRouter()

Reference = Annotated[str, Form(description="Of the notice that ends it; kept with each table's entry.")]
Spots = Annotated[int, Form(description="How many spots are to be open.")]
Why = Annotated[str, Form(description="Why so many are allowed; kept with the entry.")]


@router.post("/staff/face-down", summary="End face-up dealing at every table")
async def face_down_everywhere(
    house: InHouse, who: StaffByForm, command: Annotated[str, Form()], reference: Reference = ""
) -> Response:
    for name in await off_the_loop(lambda: _face_up_tables(house)):
        order = DealFaceDown(reference.strip())
        await house.hub.order(name, order, who, command=f"face-down/{command}/{name}", version=None)
    return RedirectResponse("/staff/tables", status_code=303)


def _face_up_tables(house: HouseContext) -> list[str]:
    """The tables for money that are to deal face up; closed ones too, which would do so when they are reopened."""
    names = [name for name in house.room.tables() if not is_practice(name)]
    return [name for name in names if house.room.table(name).settings.terms.face_up]


@router.post("/staff/tables/{name}/face-down", summary="End face-up dealing at a table")
async def face_down(
    name: str, house: InHouse, who: StaffByForm, command: Annotated[str, Form()], reference: Reference = ""
) -> Response:
    order = DealFaceDown(reference.strip())
    await house.hub.order(name, order, who, command=f"face-down/{command}", version=None)
    return RedirectResponse(f"/staff/tables/{name}", status_code=303)


@router.post("/staff/tables/{name}/allow", summary="Allow spots at which the edge is the player's")
async def allow(
    name: str, house: InHouse, who: StaffByForm, spots: Spots, command: Annotated[str, Form()], why: Why = ""
) -> Response:
    reason = in_field("why", _stated, why)
    await house.hub.order(name, AllowSpots(spots, reason), who, command=f"allow/{command}", version=None)
    return RedirectResponse(f"/staff/tables/{name}", status_code=303)


def _stated(why: str) -> str:
    if not why.strip():
        raise Refused(f"spots are allowed for a stated reason, not {why!r}; say why")
    return why.strip()
