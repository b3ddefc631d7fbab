"""The page *Enter as …* of a demonstration, and the key that starts it over. No other room has these routes."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.background import BackgroundTask
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.demo.cast import PIN, VISITORS
from croupier.floor.roles import Person
from croupier.web.context import ByForm, HouseContext, InHouse, page_response, redirect_as
from croupier.web.demo.demonstration import Demonstration
from croupier.web.demo.tours import tours
from croupier.web.models import Page
from croupier.web.sessions import Visitor

# They belong to no description of the API: a program asks a room, and none of these does anything in one.
router = APIRouter(include_in_schema=False)


class Part(BaseModel):
    """Somebody whom a visitor can be."""

    name: str
    role: str
    does: str
    steps: list[str]


class DemoPage(Page):
    """The first page of a demonstration. `run` tells it from one that has been started over."""

    parts: list[Part]
    pin: str
    run: str


class StartingOver(Page):
    """What is shown until the next demonstration has opened."""

    run: str


@router.get("/demo", summary="Enter as somebody of the demonstration", response_model=DemoPage)
def enter_as(request: Request, house: InHouse) -> Response:
    parts = [
        Part(
            name=who.name,
            role=who.role.value,
            does=tours()[who.role].does,
            steps=[step.title for step in tours()[who.role].steps],
        )
        for who in VISITORS
    ]
    return page_response(request, "demo/enter.html", DemoPage(parts=parts, pin=PIN, run=_demo(house).run))


@router.post("/demo", summary="Enter as this person of the demonstration")
async def enter(request: Request, house: InHouse, visitor: ByForm, name: Annotated[str, Form()]) -> Response:
    person = _part(name)
    await asyncio.to_thread(_demo(house).cue)
    first = tours()[person.role].steps[0].path
    return await asyncio.to_thread(redirect_as, request, first, Visitor(secrets.token_hex(16), person))


@router.post("/demo/again", summary="Start the demonstration over")
def again(request: Request, house: InHouse, visitor: ByForm) -> Response:
    demo = _demo(house)
    demo.again = True
    answer = page_response(request, "demo/again.html", StartingOver(run=demo.run))
    answer.background = BackgroundTask(demo.close)
    return answer


def _demo(house: HouseContext) -> Demonstration:
    if house.demo is None:
        raise Refused("this browser is in the rehearsal; leave it first")
    return house.demo


def _part(name: str) -> Person:
    for who in VISITORS:
        if who.name == name:
            return who
    raise Refused(f"nobody enters as {name!r}; there are {', '.join(who.name for who in VISITORS)}")
