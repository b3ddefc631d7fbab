"""The page *Enter as …* of a demonstration, and the key that starts it over. No other room has these routes."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.background import BackgroundTask
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.demo.cast import PIN, VISITORS
from croupier.floor.roles import Person
from croupier.web.context import ByForm, InHouse, page_response, redirect_as
from croupier.web.demo.tours import tours
from croupier.web.models import Page
from croupier.web.sessions import Visitor

router = APIRouter()


class Part(BaseModel):
    """Somebody whom a visitor can be."""

    name: str
    role: str
    does: str
    steps: list[str]


class DemoPage(Page):
    """The first page of a demonstration."""

    parts: list[Part]
    pin: str


@router.get("/demo", summary="Enter as somebody of the demonstration", response_model=DemoPage)
def enter_as(request: Request) -> Response:
    parts = [
        Part(
            name=who.name,
            role=who.role.value,
            does=tours()[who.role].does,
            steps=[step.title for step in tours()[who.role].steps],
        )
        for who in VISITORS
    ]
    return page_response(request, "demo/enter.html", DemoPage(parts=parts, pin=PIN))


@router.post("/demo", summary="Enter as this person of the demonstration")
async def enter(request: Request, house: InHouse, visitor: ByForm, name: Annotated[str, Form()]) -> Response:
    person = _part(name)
    assert house.demo is not None, "only a demonstration has this route"
    await asyncio.to_thread(house.demo.cue)
    first = tours()[person.role].steps[0].path
    return await asyncio.to_thread(redirect_as, request, first, Visitor(secrets.token_hex(16), person))


@router.post("/demo/again", summary="Start the demonstration over")
async def again(house: InHouse, visitor: ByForm) -> Response:
    assert house.demo is not None, "only a demonstration has this route"
    house.demo.again = True
    return RedirectResponse("/demo", status_code=303, background=BackgroundTask(house.demo.close))


def _part(name: str) -> Person:
    for who in VISITORS:
        if who.name == name:
            return who
    raise Refused(f"nobody enters as {name!r}; there are {', '.join(who.name for who in VISITORS)}")
