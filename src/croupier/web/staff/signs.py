"""Signs of players who use the others' cards at a face-up table (R53), for supervisors."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from croupier.floor.history.signs import ROUNDS
from croupier.web.context import HouseContext, InHouse, StaffByScript, page_response
from croupier.web.models import Page
from croupier.web.staff.signs_watch import SignsReport

router = APIRouter()

MOST_ROUNDS = 5_000
Rounds = Annotated[int, Query(ge=1, le=MOST_ROUNDS)]


class SignsPage(Page):
    """What a face-up table's rounds say of its players; `report` once somebody has had them looked at."""

    table: str
    game: str
    face_up: bool
    rounds: int
    most: int
    report: SignsReport | None


@router.get("/staff/signs/{name}", summary="Who uses the others' cards at a face-up table", response_model=SignsPage)
def signs(name: str, request: Request, house: InHouse) -> Response:
    return page_response(request, "staff/signs.html", signs_page(house, name))


@router.post("/api/staff/signs/{name}", summary="Look at a face-up table's last rounds")
def start_looking(name: str, house: InHouse, who: StaffByScript, rounds: Rounds = ROUNDS) -> Response:
    house.room.table(name)  # refuses a name that no table has
    house.signs_watch.start(name, rounds)
    return JSONResponse(house.signs_watch.of(name))


@router.get("/api/staff/signs/{name}", summary="How far the looking is")
def look(name: str, house: InHouse) -> dict[str, Any]:
    return house.signs_watch.of(name)


def signs_page(house: HouseContext, name: str) -> SignsPage:
    """A table's page of signs, with the last report on it."""
    terms = house.room.table(name).settings.terms
    return SignsPage(
        table=name,
        game=terms.game.name,
        face_up=terms.face_up,
        rounds=ROUNDS,
        most=MOST_ROUNDS,
        report=house.signs_watch.report(name),
    )
