"""Signs of players who use the others' cards at a face-up table (R53), for supervisors."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from croupier.floor.history.signs import ROUNDS
from croupier.web.context import House, InHouse, StaffByScript, page_response
from croupier.web.staff.models import SignsPage

router = APIRouter()

MOST_ROUNDS = 5_000
Rounds = Annotated[int, Query(ge=1, le=MOST_ROUNDS)]


@router.get("/staff/signs/{name}", summary="Who uses the others' cards at a face-up table", response_model=SignsPage)
def signs(name: str, request: Request, house: InHouse) -> Response:
    return page_response(request, "staff/signs.html", signs_page(house, name))


@router.post("/api/staff/signs/{name}", summary="Look at a face-up table's last rounds")
def start_looking(name: str, house: InHouse, who: StaffByScript, rounds: Rounds = ROUNDS) -> Response:
    house.room.table(name)  # refuses a name that no table has
    house.watch.start(name, rounds)
    return JSONResponse(house.watch.of(name))


@router.get("/api/staff/signs/{name}", summary="How far the looking is")
def look(name: str, house: InHouse) -> dict[str, Any]:
    return house.watch.of(name)


def signs_page(house: House, name: str) -> SignsPage:
    """What was found at a table when it was last looked at."""
    terms = house.room.table(name).settings.terms
    return SignsPage(
        table=name,
        game=terms.game.name,
        face_up=terms.face_up,
        rounds=ROUNDS,
        most=MOST_ROUNDS,
        report=house.watch.found(name),
    )
