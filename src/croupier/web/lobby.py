"""The lobby: tables to sit down at, and a practice table in one click."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from croupier.floor.practice import is_guest, is_practice, open_practice, practice_tables, welcome
from croupier.floor.roles import Duty, may
from croupier.money import Cents, dollars
from croupier.rules.games import HOUSE_RULES, ruleset
from croupier.web.doors import opens
from croupier.web.house import (
    ByForm,
    House,
    InHouse,
    Visiting,
    game_choices,
    page_response,
    redirect_as,
    tables_for_money,
    you,
)
from croupier.web.models import LobbyPage, LobbyTable
from croupier.web.visitors import Visitor, address_of

router = APIRouter()


@router.get("/", summary="The lobby: tables with rule set, limits and seats taken", response_model=LobbyPage)
def lobby(request: Request, house: InHouse, visitor: Visiting) -> Response:
    return page_response(request, "lobby.html", lobby_page(house, visitor))


@router.get("/api/tables", summary="The tables, as the lobby lists them")
def tables(house: InHouse, visitor: Visiting) -> list[LobbyTable]:
    return lobby_page(house, visitor).tables


@router.post("/practice", summary="Open a practice table and sit down at it as a guest")
async def practice(
    request: Request,
    house: InHouse,
    visitor: ByForm,
    rules: Annotated[str, Form()] = HOUSE_RULES.name,
) -> Response:
    chosen = ruleset(rules)
    house.welcomes.check(address_of(request))
    guest = visitor.person
    if guest is None:
        guest = await asyncio.to_thread(welcome, house.people, house.room)
    name = await asyncio.to_thread(open_practice, house.room, house.people, chosen, guest)
    house.hub.felt(name)
    return redirect_as(request, f"/tables/{name}", Visitor(visitor.mark, guest))


def lobby_page(house: House, visitor: Visitor) -> LobbyPage:
    """The lobby as a visitor sees it: tables for money, and practice tables they sit at themselves."""
    rows = []
    names = tables_for_money(house)
    if is_guest(visitor.name):
        names += practice_tables(house.room, visitor.name)
    for name in names:
        table = house.room.table(name)
        yours = any(sitting.player == visitor.name and not sitting.left for sitting in table.sittings)
        if is_practice(name) and not yours:
            continue
        terms = table.settings.terms
        span = None if terms.limits is None else terms.limits.of(terms.game.base)
        rows.append(
            LobbyTable(
                name=name,
                game=terms.game.name,
                rules=terms.rules.name,
                title=terms.rules.title,
                base=terms.game.base_label or terms.game.by_key[terms.game.base].felt,
                limits=f"{dollars(span.minimum)} to {dollars(span.maximum)}" if span else "",
                taken=len(table.sittings),
                stopped=table.stopped is not None,
                dealt_by=table.settings.dealt_by.value,
                yours=yours,
            )
        )
    staff = opens(visitor.person, "GET /staff")
    who = you(house, visitor)
    return LobbyPage(
        you=who,
        purse=_purse(visitor, who.chips),
        notice="You are signed in as staff: you can look at every table, and play at none." if staff else "",
        games=game_choices(),
        tables=rows,
    )


def _purse(visitor: Visitor, chips: Cents) -> str:
    """What a player has, and where chips come from. Guests have play chips, which come by themselves."""
    if visitor.person is None or is_guest(visitor.name) or not may(visitor.person.role, Duty.PLAY):
        return ""
    if not chips:
        return "You have no chips yet. The cage sells them, and takes them back."
    return f"You have {dollars(chips)} in chips. The cage sells more, and takes them back."
