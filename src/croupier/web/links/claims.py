"""Claims of wins: the buttons of a table's progressive keypad, and the supervisor who verifies or refuses (R44–R46)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Form
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.links.keypads import is_outside, link_at, press
from croupier.floor.orders import parse_order
from croupier.floor.roles import Duty, Person, may
from croupier.floor.staffing import AnswerCall
from croupier.jackpot.buttons import Button, Confirm, JPot, KeyToJph, KeyToRun, Refuse, Swipe, parse_button
from croupier.jackpot.claim import Armed, Confirmed, Logged, Pad, Pressed, Ready, SeatChosen
from croupier.jackpot.terms import Flow
from croupier.store.threads import off_the_loop
from croupier.web.context import HouseContext, InHouse, StaffByForm, StaffByScript

router = APIRouter()


class SecondPerson(BaseModel):
    """Another person who does something on a keypad that somebody else has signed in on (R45), with badge and PIN."""

    badge: str = Field(default="", max_length=100)
    """Their badge, or their name; empty where whoever is signed in does it."""
    pin: str = Field(default="", max_length=12)

    async def person(self, house: HouseContext, signed_in: Person) -> Person:
        """Who does it: the second person, or whoever has signed in."""
        return await second_person(house, self.badge, self.pin, signed_in) if self.badge else signed_in


class ButtonBody(SecondPerson):
    """A button of a table's progressive keypad: `hand royal_flush`, `seat 3`, `key jph`."""

    button: str = Field(max_length=200)
    together: list[str] = Field(default_factory=list, max_length=2)
    """Buttons that the same person presses with it: each is an act and an entry of its own, under one signature."""
    command: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")


@router.post("/api/staff/tables/{name}/buttons", summary="Press a button of the progressive keypad")
async def press_button(name: str, body: ButtonBody, house: InHouse, who: StaffByScript) -> Response:
    buttons, who = [parse_button(one) for one in (body.button, *body.together)], await body.person(house, who)
    command, outside = f"{who.name}:{body.command}", await asyncio.to_thread(is_outside, house.links, name)
    for nth, button in enumerate(buttons):
        await _press(house, name, button, who, f"{command}/{nth}" if nth else command)
    if body.badge and not outside:
        await answer_call(house, name, who, command)
    version = 0 if outside else (await off_the_loop(partial(house.room.table, name))).version
    return JSONResponse({"version": version, "as": who.name})


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
    tray: Annotated[str, Form()] = "",
    cards: Annotated[str, Form()] = "",
) -> Response:
    verifier = await second_person(house, badge or who.name, pin, who)
    if tray:
        await house.hub.order(name, parse_order(f"verify {tray}"), verifier, command=f"claim/{command}", version=None)
        return RedirectResponse("/staff/pit", status_code=303)
    link = await asyncio.to_thread(lambda: house.links.desk.link(link_at(house.links, name)))
    refused, pad, last = what == "refuse", link.pad(name), _LAST[link.terms.flow]
    # Sent again when it had been done, it is about the claim that was paid then, whatever is claimed now.
    done = not refused and await asyncio.to_thread(house.store.receipt, f"claim/{command}/{last}") is not None
    buttons: list[Button] = [Refuse(why)] if refused else [last] if done else buttons_to_pay(link.terms.flow, pad)
    for button in buttons:
        await _press(house, name, button, verifier, f"claim/{command}/{button}", cards)
    paid = "" if refused or done or isinstance(pad, Ready | SeatChosen) else f"?win={link.id}/{pad.claim}"
    return RedirectResponse(f"/staff/pit{paid}", status_code=303)


async def _press(house: HouseContext, name: str, button: Button, who: Person, command: str, cards: str = "") -> None:
    """Press a button at any table on a link. A table of ours is then shown again to its viewers. `cards` are those of a
    win with real cards, as its verifier saw them (R58)."""
    if await asyncio.to_thread(is_outside, house.links, name):
        await asyncio.to_thread(partial(press, house.links, name, button, who, command, cards=cards))
    else:
        await house.hub.change_table(name, partial(press, house.links, name, button, who, command))


async def answer_call(house: HouseContext, name: str, who: Person, command: str) -> None:
    """Answer the call for a supervisor, if there is one: whoever has used a badge at the table has come."""
    table = await off_the_loop(partial(house.room.table, name))
    if table.called is not None and may(who.role, Duty.ASSIGN_DEALER):
        with suppress(Refused):  # somebody else has answered it just now
            await house.hub.order(name, AnswerCall(), who, command=f"{command}/answer", version=None)


_LAST: Final[Mapping[Flow, Button]] = {Flow.KEYED: KeyToRun(), Flow.CARD: Swipe()}
"""The button that pays."""


def buttons_to_pay(flow: Flow, pad: Pad) -> list[Button]:
    """The buttons that are left to verify and pay a claim, in whichever state the keypad is."""
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


def pressed_together(flow: Flow, pad: Pad) -> dict[str, list[str]]:
    """By the verifier's button that comes next: those that one person may press with it, to verify and pay under one
    signature (R44, R45)."""
    if isinstance(pad, Ready | SeatChosen):
        return {}
    first, *rest = buttons_to_pay(flow, pad)
    return {str(first): [str(button) for button in rest]} if rest else {}


async def second_person(house: HouseContext, badge: str, pin: str, beside: Person) -> Person:
    """The person who signs, with badge or name and PIN, beside somebody who has signed in."""

    # A name may have a dot of its own, but nobody's name is as long as a badge.
    def signs() -> Person:
        is_badge = "." in badge and house.people.find(badge) is None
        name = house.people.badge_holder(badge).name if is_badge else badge
        return house.people.sign_in(name, pin, way=f"beside/{beside.name}")

    return await asyncio.to_thread(signs)
