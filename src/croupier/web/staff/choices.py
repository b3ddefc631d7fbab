"""The choices of the house: one page, a line for each, with its history in the journal; and its legal profile (R55)."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import cache, partial
from itertools import groupby
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.house.choices import CHOICES, SIGNED, TwoPeopleNeeded, choice_words
from croupier.floor.house.display_colour import COLOURS
from croupier.floor.house.law import RecordedLaw, change_words
from croupier.floor.house.profile import FIELDS, SPOKEN_OF, BadLaw, jurisdiction_of, profile_texts
from croupier.rules.law import Jurisdiction, LegalProfile
from croupier.web.context import HouseContext, InHouse, StaffByForm, page_response, tables_for_money
from croupier.web.forms import BadField, in_field
from croupier.web.models import Page
from croupier.web.staff.money.window import second_signer
from croupier.web.wording import when

router = APIRouter()

_USUAL_ZONES = (
    *("America/Los_Angeles", "America/Denver", "America/Phoenix", "America/Chicago", "America/New_York"),
    *("America/Anchorage", "Pacific/Honolulu", "UTC"),
)
_ABOUT = {
    "zone": "Every page tells the time so; the record keeps UTC.",
    "second_person_above": (
        "Sales to a player, redemptions for one, fills and credits of a tray, and funding of the cage ask for a second "
        "person's PIN where they come to more than this within 24 hours. Two people raise or lift it."
    ),
    "variance_above": (
        "Who closes a shift gives a reason where the count differs from the record. Where that comes to more than this "
        "within 24 hours, tray and box together, a second person signs. Two people raise or lift it."
    ),
    "low_tray": "A table whose tray holds less asks for a fill.",
    "tray_par": "The cage's page fills all trays up to this with one signature.",
    "cash_alert": (
        "What a player brings for chips, or takes for them, on one day of the house, at the cage and at tables: above "
        "this it is an alert, and the cage's page marks it."
    ),
    "verify_tray_wins_from": (
        "A progressive win that the tray pays needs the dealer's hand button; from this on a supervisor verifies it."
    ),
    "sound": "Pages of the staff ring when something new needs a person.",
    "chips": "Where chips are real, the keypad says in these what is taken and paid.",
    "only_approved": "A table without a valid approval deals no further round for money, and a link takes no table.",
    "coach": "Players at tables for money are offered the exact value of each choice; at practice tables always.",
    "name": "It stands above the jackpots on every display.",
    "colour": (
        f"What displays are drawn on: {', '.join(COLOURS)}, or six digits such as #1d4a8a. One on which the words "
        "could not be read is refused."
    ),
    "backups": "For whoever looks for them: the record's copies, and away from them its keys (see the documentation).",
    "first_day": "What a new room still lacks stands on the home page of the staff, until it is done or this is off.",
}


class ChoiceRow(BaseModel):
    """A choice of the house as its page shows it."""

    name: str
    title: str
    about: str
    value: str
    options: list[str]
    regions: list[tuple[str, list[str]]] = []
    """Of time zones, which are many: those of each part of the world."""
    signed: bool = False
    """Whether a second person signs where it is raised."""


class LawFieldRow(BaseModel):
    """One thing that a legal profile says, as it is typed."""

    name: str
    label: str
    about: str
    value: str


class LawProfileRow(BaseModel):
    """The legal profile of a jurisdiction that is in force."""

    place: str
    since: str
    fields: list[LawFieldRow]


class LawChangeRow(BaseModel):
    """A change of a legal profile, as its history tells it."""

    entry: int
    when: str
    who: str
    second: str
    place: str
    day: str
    reference: str
    words: str
    to_come: bool


class ChoicesPage(Page):
    choices: list[ChoiceRow]
    law: list[LawProfileRow]
    law_changes: list[LawChangeRow]
    today: str


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
    badge: Annotated[str, Form()] = "",
    pin: Annotated[str, Form()] = "",
    back: Annotated[str, Form()] = "",
) -> Response:
    second = await second_signer(house, badge, pin, who)
    choosing = partial(house.choices.choose, choice, who=who, command=f"house/{command}", second=second)
    try:
        await asyncio.to_thread(choosing, value)
    except Refused as why:
        raise BadField("badge" if isinstance(why, TwoPeopleNeeded) else "value", why) from why
    for name in await asyncio.to_thread(tables_for_money, house):
        house.hub.show_again(name)
    return RedirectResponse("/staff" if back == "home" else "/staff/house", status_code=303)


@router.post("/staff/house/law", summary="Change a legal profile from a day on, signed by two people")
async def change_law(request: Request, house: InHouse, who: StaffByForm, command: Annotated[str, Form()]) -> Response:
    form = await request.form()
    sent = {name: value for name, value in form.items() if isinstance(value, str)}
    place = in_field("place", jurisdiction_of, sent.get("place", ""))
    second = await second_signer(house, sent.get("badge", ""), sent.get("pin", ""), who)
    change = partial(
        house.room.law.change,
        place,
        {key: sent[key] for key in SPOKEN_OF[place] if key in sent},
        reference=sent.get("reference", ""),
        day=sent.get("day", ""),
        who=who,
        second=second,
        command=f"law/{command}",
    )
    try:
        await asyncio.to_thread(change)
    except BadLaw as why:
        raise BadField(why.field, why) from why
    return RedirectResponse("/staff/house#law", status_code=303)


def choices_page(house: HouseContext) -> ChoicesPage:
    """Every choice as it stands, and the law."""
    now, law, now_ms = house.choices.now(), house.room.law, house.room.now_ms()
    in_force = law.now()
    return ChoicesPage(
        today=datetime.fromtimestamp(now_ms / 1000, ZoneInfo(now.zone)).date().isoformat(),
        law=[_profile_row(place, in_force[place]) for place in in_force],
        law_changes=[_law_change_row(one, now_ms) for one in reversed(law.history(fresh=True).changes)],
        choices=[
            ChoiceRow(
                name=name,
                title=title,
                about=_ABOUT[name],
                value=choice_words(getattr(now, name)),
                options=_options(name),
                regions=_regions() if name == "zone" else [],
                signed=name in SIGNED,
            )
            for name, (title, _) in CHOICES.items()
        ],
    )


def _profile_row(place: Jurisdiction, profile: LegalProfile) -> LawProfileRow:
    return LawProfileRow(
        place=place.value,
        since=profile.since or "built in",
        fields=[
            LawFieldRow(name=name, label=FIELDS[name].label, about=FIELDS[name].about, value=text)
            for name, text in profile_texts(place, profile).items()
        ],
    )


def _law_change_row(one: RecordedLaw, now_ms: int) -> LawChangeRow:
    change = one.change
    return LawChangeRow(
        entry=one.position,
        when=when(one.time_ms),
        who=one.by.partition("/")[2],
        second=change.approver,
        place=change.jurisdiction.value,
        day=change.date,
        reference=change.reference,
        words=change_words(change),
        to_come=change.from_ms > now_ms,
    )


@cache
def _regions() -> list[tuple[str, list[str]]]:
    """Every time zone by region: first those that a card room is most likely in, then all of them."""
    known = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return [("Most used", [*_USUAL_ZONES]), *((region, [*zones]) for region, zones in groupby(known, _region))]


def _region(zone: str) -> str:
    return zone.partition("/")[0]


def _options(name: str) -> list[str]:
    match name:
        case "sound" | "only_approved" | "coach" | "first_day":
            return ["off", "on"]
        case _:
            return []
