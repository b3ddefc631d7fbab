"""The forms of a link's page: one form, one action. An action for two people takes the second one's PIN."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.links import office
from croupier.floor.links.keypads import is_outside, leave
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.roles import Person
from croupier.jackpot.events import AdjustmentReason
from croupier.jackpot.office.deeds import Destination
from croupier.jackpot.office.setup import LosesByDesign, Warned
from croupier.money import Cents, parse_dollars
from croupier.web.context import HouseContext, InHouse, StaffByForm
from croupier.web.forms import BadField, in_field
from croupier.web.links.claims import second_person
from croupier.web.links.terms_form import Form, changed_terms, new_terms

router = APIRouter()

_LONGEST_NUMBER = 10


async def _fields(request: Request) -> Form:
    return {key: str(value) for key, value in (await request.form()).items()}


Fields = Annotated[Form, Depends(_fields)]
"""A form whose fields depend on the pay table: a row of them for each level."""
Act: TypeAlias = Callable[[HouseContext, str, Form, Person, str], Awaitable[None]]


@router.post("/staff/links", summary="Open a link for a progressive pay table")
async def open_link(form: Fields, house: InHouse, who: StaffByForm) -> Response:
    name, terms = form.get("name", ""), new_terms(form)
    await _warned_in_the_form(house, form, who, partial(house.links.open, name, terms, who, _command(form)))
    return RedirectResponse(f"/staff/links/{name}", status_code=303)


@router.post("/staff/links/{name}", summary="Change a link: its terms, its tables, its money, its end")
async def change_link(name: str, form: Fields, house: InHouse, who: StaffByForm) -> Response:
    await asyncio.to_thread(house.links.desk.link, name)
    what = form.get("what", "")
    if what not in ACTS:
        raise Refused(f"{what!r} is not something to do with a link")
    await ACTS[what](house, name, form, who, _command(form))
    return RedirectResponse(f"/staff/links/{name}", status_code=303)


@router.post("/staff/links/{name}/wins/{claim}", summary="Note who won, or ask for the win to be backed out")
async def change_win(name: str, claim: int, form: Fields, house: InHouse, who: StaffByForm) -> Response:
    match form.get("what", ""):
        case "winner":
            noted = partial(
                office.note_winner,
                winner=form.get("winner", ""),
                document=form.get("document", ""),
                tax_form=form.get("tax_form", ""),
                tax_number=form.get("tax_number", ""),
                withheld=in_field("withheld", parse_dollars, form.get("withheld", "") or "0"),
            )
            await asyncio.to_thread(noted, house.links, name, claim, who, _command(form))
        case "back-out":
            ask = partial(office.back_out, house.links, name, claim, form.get("proof", ""), who, _command(form))
            await _request_approval(house, name, form, who, ask)
        case what:
            raise Refused(f"{what!r} is not something to do with a win")
    return RedirectResponse(f"/staff/links/{name}/wins/{claim}", status_code=303)


async def _join(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    table, join = form.get("table", ""), house.links.join
    other = await _other_person(house, form, who)
    act = partial(join, name, table, who, command, override=form.get("override", ""), approver=other)
    await house.hub.change_table(table, act)


async def _open_real(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    """Open a table with real cards on the link (R58, link only)."""
    other = await _other_person(house, form, who)
    act = partial(
        OutsideDesk(house.links).join,
        name,
        form.get("table", ""),
        form.get("game", ""),
        who,
        command,
        real_cards=True,
        override=form.get("override", ""),
        approver=other,
    )
    await asyncio.to_thread(in_field, "table", lambda _: act(), form.get("table", ""))


async def _leave(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    table = form.get("table", "")
    if await asyncio.to_thread(is_outside, house.links, table):
        await asyncio.to_thread(leave, house.links, name, table, who, command)
    else:
        await house.hub.change_table(table, partial(house.links.leave, name, table, who, command))


async def _configure(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    terms = changed_terms((await asyncio.to_thread(house.links.desk.link, name)).terms, form)
    await _warned_in_the_form(house, form, who, partial(house.links.configure, name, terms, who, command))
    await _show_tables(house, name)


async def _ask(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    change = in_field("change", _change, form.get("change", ""))
    ask = partial(
        house.links.ask, name, form.get("level", ""), change, _reason(form), form.get("document", ""), who, command
    )
    await _request_approval(house, name, form, who, ask)


async def _transfer(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    link, _, level = form.get("to", "").partition("/")
    await asyncio.to_thread(in_field, "to", lambda there: house.links.desk.link(there).terms.level(level), link)
    ask = partial(
        office.transfer,
        house.links,
        name,
        form.get("level", ""),
        in_field("amount", parse_dollars, form.get("amount", "")),
        Destination(link, level),
        form.get("document", ""),
        who,
        command,
        reserve=form.get("of") == "reserve",
    )
    await _request_approval(house, name, form, who, ask)


async def _approve(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    # To be signed in is not enough for the second person: they show badge or name and PIN, as for a claim.
    other = await second_person(house, form.get("badge") or who.name, form.get("pin", ""), who)
    await asyncio.to_thread(house.links.approve, name, _number(form), other, command)


async def _drop(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    await asyncio.to_thread(house.links.drop, name, _number(form), form.get("why", ""), who, command)


async def _stop(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    await asyncio.to_thread(house.links.stop, name, form.get("why", ""), who, command)
    await _show_tables(house, name)


async def _resume(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    other = await second_person(house, form.get("badge", ""), form.get("pin", ""), who)
    await asyncio.to_thread(house.links.resume, name, who, other, command)
    await _show_tables(house, name)


async def _component(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    component, version = form.get("component", ""), form.get("version", "")
    await asyncio.to_thread(office.note_component, house.links, name, component, version, who, command)


async def _close(house: HouseContext, name: str, form: Form, who: Person, command: str) -> None:
    await asyncio.to_thread(office.close, house.links, name, form.get("why", ""), who, command)


ACTS: Mapping[str, Act] = {
    "join": _join,
    "open-real": _open_real,
    "leave": _leave,
    "configure": _configure,
    "ask": _ask,
    "transfer": _transfer,
    "approve": _approve,
    "drop": _drop,
    "stop": _stop,
    "resume": _resume,
    "component": _component,
    "close": _close,
}
"""What a form of a link's page may ask for, by its `what`."""


async def _request_approval(house: HouseContext, name: str, form: Form, who: Person, ask: Callable[[], int]) -> None:
    """Ask for something that takes two people; where the second one signs on the same form, approve it, too."""
    other = await _other_person(house, form, who)
    number = await asyncio.to_thread(ask)
    if other is not None:
        await asyncio.to_thread(house.links.approve, name, number, other, f"{_command(form)}/approve")


async def _other_person(house: HouseContext, form: Form, who: Person) -> Person | None:
    """The second person who signs on the same form, if one does."""
    if not (form.get("badge") or form.get("pin")):
        return None
    other = await second_person(house, form.get("badge", ""), form.get("pin", ""), who)
    if other.name == who.name:
        raise BadField("badge", Refused(f"{who.name} asks for it and cannot approve it; another person must"))
    return other


async def _warned_in_the_form(house: HouseContext, form: Form, who: Person, act: Callable[..., object]) -> None:
    """Do something that R42 may warn about and R59 refuse; that is shown at the field for the reason."""
    other = await _other_person(house, form, who)
    try:
        await asyncio.to_thread(act, override=form.get("override", ""), approver=other)
    except (Warned, LosesByDesign) as warned:
        raise BadField("override", warned) from warned


async def _show_tables(house: HouseContext, name: str) -> None:
    """Show a link's tables again, wherever they run."""

    def ours() -> list[str]:
        every = house.links.desk.link(name).tables
        return [table for table in every if house.store.head(f"table/{table}").version]

    for table in await asyncio.to_thread(ours):
        await house.hub.change_table(table, lambda: None)


def _command(form: Form) -> str:
    return f"link/{form.get('command', '')}"


def _change(text: str) -> Cents:
    sign = -1 if text.strip().startswith(("-", "−")) else 1
    return sign * parse_dollars(text.strip().lstrip("+-−"))


def _reason(form: Form) -> AdjustmentReason:
    try:
        return AdjustmentReason(form.get("reason", ""))
    except ValueError:
        want = ", ".join(reason.value for reason in AdjustmentReason)
        raise Refused(f"{form.get('reason')!r} is no reason to set a meter; want {want}") from None


def _number(form: Form) -> int:
    number = form.get("number", "")
    if not (number.isascii() and number.isdecimal() and len(number) < _LONGEST_NUMBER):
        raise Refused("which adjustment? its number is missing")
    return int(number)
