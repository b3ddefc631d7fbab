"""Claims of wins: the buttons of a table's progressive keypad, and the supervisor who verifies or refuses (R44–R46)."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Form
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.links.keypads import is_outside, link_at, press
from croupier.floor.roles import Person
from croupier.jackpot.buttons import Button, Confirm, JPot, KeyToJph, KeyToRun, Refuse, Swipe, parse_button
from croupier.jackpot.claim import Armed, Confirmed, Logged, Pad, Pressed
from croupier.jackpot.terms import Flow
from croupier.web.house import House, InHouse, StaffByForm, StaffByScript

router = APIRouter()


class ButtonBody(BaseModel):
    """A button of a table's progressive keypad: `hand royal_flush`, `seat 3`, `key jph`."""

    button: str = Field(max_length=200)
    command: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")


@router.post("/api/staff/tables/{name}/buttons", summary="Press a button of the progressive keypad")
async def press_button(name: str, body: ButtonBody, house: InHouse, who: StaffByScript) -> Response:
    button, command = parse_button(body.button), f"{who.name}:{body.command}"
    await _press(house, name, button, who, command)
    return JSONResponse({"version": 0 if is_outside(house.links, name) else house.room.table(name).version})


@router.post("/staff/claims/{name}", summary="Verify a claim with badge and PIN, or refuse it with a reason")
async def verify_claim(
    name: str,
    house: InHouse,
    who: StaffByForm,
    what: Annotated[str, Form()],
    command: Annotated[str, Form()],
    badge: Annotated[str, Form()] = "",
    pin: Annotated[str, Form()] = "",
    why: Annotated[str, Form()] = "",
) -> Response:
    verifier = await second_person(house, badge or who.name, pin)
    link = house.links.desk.link(await asyncio.to_thread(link_at, house.links, name))
    for button in [Refuse(why)] if what == "refuse" else to_pay(link.terms.flow, link.pad(name)):
        await _press(house, name, button, verifier, f"claim/{command}/{button}")
    return RedirectResponse("/staff/pit", status_code=303)


async def _press(house: House, name: str, button: Button, who: Person, command: str) -> None:
    """Press a button at any table on a link; one of ours is shown anew to whoever looks at it."""
    if is_outside(house.links, name):
        await asyncio.to_thread(press, house.links, name, button, who, command)
    else:
        await house.hub.change_table(name, partial(press, house.links, name, button, who, command))


def to_pay(flow: Flow, pad: Pad) -> list[Button]:
    """The buttons that are left to verify and pay a claim, wherever somebody else has got to with it."""
    match pad:
        case Pressed():
            return [KeyToJph(), JPot(), KeyToRun()] if flow is Flow.KEYED else [Confirm(), Swipe()]
        case Armed():
            return [JPot(), KeyToRun()]
        case Logged():
            return [KeyToRun()]
        case Confirmed():
            return [Swipe()]
        case _:
            raise Refused("nothing is claimed there; it has been paid, refused, or turned off")


async def second_person(house: House, badge: str, pin: str) -> Person:
    """Another person, who shows a badge, or says a name, and enters a PIN."""
    name = house.people.badge_holder(badge).name if "." in badge else badge
    return await asyncio.to_thread(house.people.sign_in, name, pin)
