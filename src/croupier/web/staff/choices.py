"""The choices of the house: one page, a line for each, with its history in the journal."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated
from zoneinfo import available_timezones

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from croupier.floor.house.choices import CHOICES, choice_words
from croupier.web.context import House, InHouse, StaffByForm, page_response
from croupier.web.forms import in_field
from croupier.web.models import Page

router = APIRouter()

_ABOUT = {
    "zone": "Every page tells the time so; the record keeps UTC.",
    "second_person_above": "A sale, a redemption, a fill or a credit above this asks for a second person's PIN.",
    "low_tray": "A table whose tray holds less asks for a fill.",
    "sound": "Pages of the staff ring when something new needs a person.",
}


class ChoiceRow(BaseModel):
    """A choice of the house as its page shows it."""

    name: str
    title: str
    about: str
    value: str
    options: list[str]


class ChoicesPage(Page):
    choices: list[ChoiceRow]


@router.get("/staff/house", summary="The choices of the house", response_model=ChoicesPage)
def choices(request: Request, house: InHouse) -> Response:
    return page_response(request, "staff/choices.html", choices_page(house))


@router.post("/staff/house", summary="Choose something for the house anew")
async def choose(
    house: InHouse,
    who: StaffByForm,
    choice: Annotated[str, Form()],
    command: Annotated[str, Form()],
    value: Annotated[str, Form()] = "",
) -> Response:
    choosing = partial(house.choices.choose, choice, who=who, command=f"house/{command}")
    await asyncio.to_thread(in_field, "value", lambda text: choosing(text), value)
    return RedirectResponse("/staff/house", status_code=303)


def choices_page(house: House) -> ChoicesPage:
    """Every choice as it stands."""
    now = house.choices.now()
    return ChoicesPage(
        choices=[
            ChoiceRow(
                name=name,
                title=title,
                about=_ABOUT[name],
                value=choice_words(getattr(now, name)),
                options=_options(name),
            )
            for name, (title, _) in CHOICES.items()
        ]
    )


def _options(name: str) -> list[str]:
    match name:
        case "zone":
            return sorted(zone for zone in available_timezones() if "/" in zone or zone == "UTC")
        case "sound":
            return ["off", "on"]
        case _:
            return []
