"""The doors of the keypad of a table with real cards, link only (R58): its page, and a touch on it.

A touch says which state it was made on: of two keypads that are touched at once, the slower one is refused.
"""

from __future__ import annotations

import asyncio
from typing import Literal

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import JSONResponse, Response

from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.roles import Person
from croupier.jackpot.buttons import parse_button
from croupier.web.context import HouseContext, InHouse, StaffByScript, page_response
from croupier.web.links.claims import SecondPerson
from croupier.web.links.link_keypad_page import LinkKeypadPage, check_there, link_keypad_page

router = APIRouter()


@router.get(
    "/staff/link-keypad/{name}", summary="The keypad of a table with real cards, link only",
    response_model=LinkKeypadPage,
)  # fmt: skip
def keypad(name: str, request: Request, house: InHouse) -> Response:
    return page_response(request, "links/keypad.html", link_keypad_page(house, name))


class Touch(SecondPerson):
    """A touch on that keypad; with a badge it is another person who does it.

    `chips`: the seats with a chip on the sensor. `lock`, `end`: nothing. `button`: as on the keypad, `seat 3`, `hand
    royal_flush`, `confirm`, `refuse WHY`; who verifies brings the cards. `void`: why.
    """

    step: Literal["chips", "lock", "button", "end", "void"]
    seen: str = Field(max_length=64)
    """The state that the keypad showed; a touch on an earlier one is refused."""
    seats: list[int] = Field(default_factory=list, max_length=6)
    button: str = Field(default="", max_length=200)
    together: list[str] = Field(default_factory=list, max_length=2)
    """Buttons that the same person presses with it, under one signature."""
    cards: str = Field(default="", max_length=64)
    why: str = Field(default="", max_length=150)
    command: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")


@router.post(
    "/api/staff/link-tables/{name}", summary="A touch on the keypad of a table with real cards, link only",
    response_model=LinkKeypadPage,
)  # fmt: skip
async def touch(name: str, body: Touch, house: InHouse, who: StaffByScript) -> Response:
    person = await body.person(house, who)
    page = await asyncio.to_thread(_touched, house, name, body, person)
    return JSONResponse(page.model_dump(mode="json"))


def _touched(house: HouseContext, name: str, body: Touch, who: Person) -> LinkKeypadPage:
    """Do what a touch asks for; the keypad as it stands then."""
    check_there(house, name)
    desk, command = OutsideDesk(house.links), f"{who.name}:{body.command}"
    match body.step:
        case "chips":
            desk.chips(name, body.seats, who, command, seen=body.seen)
        case "lock":
            desk.lock(name, None, who, command, seen=body.seen)
        case "button":
            others = [parse_button(one) for one in body.together]
            desk.press(name, parse_button(body.button), who, command, cards=body.cards, seen=body.seen)
            for nth, button in enumerate(others, 1):
                desk.press(name, button, who, f"{command}/{nth}")
        case "end":
            desk.end(name, who, command, seen=body.seen)
        case "void":
            desk.void(name, body.why, who, command, seen=body.seen)
    return link_keypad_page(house, name)
