"""The Game Manager: links, their levels and tables, claims, adjustments by two people; and the displays."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.links.keypads import is_outside, leave
from croupier.floor.links.terms import link_terms
from croupier.jackpot.events import Reason
from croupier.jackpot.terms import Flow, LevelTerms, LinkTerms, advice
from croupier.money import Cents, parse_basis_points, parse_dollars
from croupier.rules.paytables import LEVELS, names, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.house import House, InHouse, StaffByForm, Visiting, page_response, tables_for_money
from croupier.web.links.claims import second_person
from croupier.web.links.models import DisplayPage, LinkPage, LinksPage, PaytableChoice
from croupier.web.links.reports import hit_rows
from croupier.web.links.views import adjustment_cards, display_levels, link_card
from croupier.web.models import You
from croupier.web.visitors import Visitor

router = APIRouter()


async def _fields(request: Request) -> dict[str, str]:
    return {key: str(value) for key, value in (await request.form()).items()}


Fields = Annotated[dict[str, str], Depends(_fields)]
"""A form whose fields depend on the pay table: a row of them for each level."""


@router.get("/staff/links", summary="Every link, as it is on the displays", response_model=LinksPage)
def links_page(request: Request, house: InHouse) -> Response:
    page = LinksPage(
        levels=list(LEVELS),
        links=[link_card(house.links, name) for name in house.links.desk.names()],
        paytables=[
            PaytableChoice(name=name, levels=list(paytable(name, PROGRESSIVE).levels)) for name in names(PROGRESSIVE)
        ],
    )
    return page_response(request, "links/links.html", page)


@router.get("/staff/links/{name}", summary="One link: levels, tables, claims, adjustments", response_model=LinkPage)
def link_page(name: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    return page_response(request, "links/link.html", _link_page(house, name, visitor))


@router.post("/staff/links", summary="Open a link for a progressive pay table")
async def open_link(form: Fields, house: InHouse, who: StaffByForm) -> Response:
    terms = _terms(form)
    name, command = form.get("name", ""), f"link/{form.get('command', '')}"
    override = form.get("override", "")
    await asyncio.to_thread(house.links.open, name, terms, who, command, override=override)
    return RedirectResponse(f"/staff/links/{name}", status_code=303)


@router.post("/staff/links/{name}", summary="Change a link: its rates, its tables, a stop, an adjustment")
async def change_link(name: str, form: Fields, house: InHouse, who: StaffByForm) -> Response:
    command = f"link/{form.get('command', '')}"
    links, what = house.links, form.get("what", "")
    match what:
        case "leave" if is_outside(links, table := form.get("table", "")):
            await asyncio.to_thread(leave, links, name, table, who, command)
        case "join" | "leave":
            table = form.get("table", "")
            move = links.join if what == "join" else links.leave
            await house.hub.change_table(table, partial(move, name, table, who, command))
        case "configure":
            terms, override = _changed(links.desk.link(name).terms, form), form.get("override", "")
            await asyncio.to_thread(links.configure, name, terms, who, command, override=override)
            await _show_tables(house, name)
        case "ask":
            cents = parse_dollars(form.get("change", "").removeprefix("-"))
            change = -cents if form.get("change", "").startswith("-") else cents
            level, document = form.get("level", ""), form.get("document", "")
            await asyncio.to_thread(links.ask, name, level, change, _reason(form), document, who, command)
        case "approve":
            # Whoever sits at an open screen is not thereby the second person: they show it, as for a claim.
            other = await second_person(house, form.get("badge") or who.name, form.get("pin", ""))
            await asyncio.to_thread(links.approve, name, _number(form), other, command)
        case "drop":
            await asyncio.to_thread(links.drop, name, _number(form), form.get("why", ""), who, command)
        case "stop":
            await asyncio.to_thread(links.stop, name, form.get("why", ""), who, command)
            await _show_tables(house, name)
        case "resume":
            other = await second_person(house, form.get("badge", ""), form.get("pin", ""))
            await asyncio.to_thread(links.resume, name, who, other, command)
            await _show_tables(house, name)
        case _:
            raise Refused(f"{what!r} is not something to do with a link")
    return RedirectResponse(f"/staff/links/{name}", status_code=303)


@router.get("/display/{name}", summary="A jackpot display: it shows, and takes no input", response_model=DisplayPage)
def display(name: str, request: Request, house: InHouse) -> Response:
    link = house.links.desk.link(name)
    page = DisplayPage(
        you=You(),  # a display hangs on a wall: it shows the same whoever signed in there
        link=name,
        closed=link.fault is not None,  # why is for the staff: a display hangs where everybody sees it
        levels=display_levels(house.links, name, house.link_past.hits(name, house.room.now_ms())),
    )
    return page_response(request, "links/display.html", page)


async def _show_tables(house: House, name: str) -> None:
    """Show a link's tables again, wherever they run."""
    for table in house.links.desk.link(name).tables:
        if house.store.head(f"table/{table}").version:
            await house.hub.change_table(table, lambda: None)


def _link_page(house: House, name: str, visitor: Visitor) -> LinkPage:
    link = house.links.desk.link(name)
    free = [table for table in tables_for_money(house) if house.room.table(table).link is None]
    return LinkPage(
        link=link_card(house.links, name),
        free_tables=free,
        adjustments=adjustment_cards(link, visitor.name),
        reasons=[reason.value for reason in Reason],
        advice=[str(warning) for warning in advice(link.terms)],
        hits=hit_rows(house, name),
        history=house.link_past.history(name),
        version=house.store.head(f"link/{name}").version,
    )


def _terms(form: dict[str, str]) -> LinkTerms:
    """The terms that a form asks for: one row of fields for each level of the pay table."""
    table = paytable(form.get("paytable", ""), PROGRESSIVE)
    levels = tuple(
        LevelTerms(
            name=level,
            rate_bp=parse_basis_points(form.get(f"rate_{level}", "20")),
            reserve_bp=parse_basis_points(form.get(f"reserve_{level}", "2")),
            seed=parse_dollars(form.get(f"seed_{level}", "5000")),
            maximum=parse_dollars(form[f"maximum_{level}"]) if form.get(f"maximum_{level}") else None,
        )
        for level in table.levels
    )
    above = form.get("executive_above", "")
    return link_terms(
        table.name,
        parse_dollars(form.get("stake", "1")),
        levels,
        flow=Flow(form["flow"]) if form.get("flow") in ("keyed", "card") else None,
        executive_above=parse_dollars(above) if above else None,
    )


def _changed(terms: LinkTerms, form: dict[str, str]) -> LinkTerms:
    """A link's terms with what a form changes of them; the pay table and the flow stay."""

    def amount(key: str, now: Cents) -> Cents:
        return parse_dollars(form[key]) if form.get(key) else now

    def rate(key: str, now_bp: int) -> int:
        return parse_basis_points(form[key]) if form.get(key) else now_bp

    def most(key: str, now: Cents | None) -> Cents | None:
        return now if key not in form else parse_dollars(form[key]) if form[key] else None

    levels = tuple(
        replace(
            level,
            rate_bp=rate(f"rate_{level.name}", level.rate_bp),
            reserve_bp=rate(f"reserve_{level.name}", level.reserve_bp),
            seed=amount(f"seed_{level.name}", level.seed),
            maximum=most(f"maximum_{level.name}", level.maximum),
        )
        for level in terms.levels
    )
    return link_terms(
        terms.paytable,
        amount("stake", terms.stake),
        levels,
        flow=terms.flow,
        fixed_off_meter=terms.all_pays_off_meter,
        executive_above=most("executive_above", terms.executive_above),
    )


def _reason(form: dict[str, str]) -> Reason:
    try:
        return Reason(form.get("reason", ""))
    except ValueError:
        want = ", ".join(reason.value for reason in Reason)
        raise Refused(f"{form.get('reason')!r} is no reason to set a meter; want {want}") from None


def _number(form: dict[str, str]) -> int:
    if not form.get("number", "").isdecimal():
        raise Refused("which adjustment? its number is missing")
    return int(form["number"])
