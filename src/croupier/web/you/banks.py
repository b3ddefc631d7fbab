"""What somebody has banked in California, to read and to print: one's own, or any player's for whoever reads books."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from croupier.floor.cage.cage import NoSuchPlayer
from croupier.floor.figures.period import EVER, FigurePeriod, between
from croupier.floor.history.banks import BankSession, bank_sessions, banked_rounds
from croupier.floor.history.player_round import PlayerRound
from croupier.floor.practice import is_guest, shown_name
from croupier.floor.roles import Role
from croupier.floor.room import check_name
from croupier.money import dollars, signed_dollars
from croupier.web.context import HouseContext, InHouse, Visiting, page_response
from croupier.web.models import Page
from croupier.web.staff.books.query import answer_query
from croupier.web.wording import house_zone, tone, when
from croupier.web.you.figures import time_words
from croupier.web.you.pages import book_of, own_names

router = APIRouter()


class BankedRow(BaseModel):
    """A round that was banked; the result is the bank's, before the fee."""

    round: str
    time: str
    wager: str
    result: str
    tone: str
    fee: str


class SessionRow(BaseModel):
    """Banks between two pauses, or all of them."""

    began: str = ""
    ended: str = ""
    rounds: int
    hours: str
    most: str
    """The largest wager."""
    result: str
    fees: str
    net: str
    tone: str
    banked: list[BankedRow] = []


class BanksPage(Page):
    """A statement of banks. `own` where its player looks at it."""

    who: str
    shown: str
    own: bool
    path: str
    since: str
    until: str
    progress: str = ""
    """That rounds are still being read, and this is what has been."""
    total: SessionRow
    sessions: list[SessionRow]
    """The newest first."""


@router.get("/you/bank", summary="What you have banked: sessions, result, fees", response_model=BanksPage)
async def own_banks(
    request: Request, house: InHouse, visitor: Visiting, since: str = "", until: str = "", who: str = ""
) -> Response:
    name, _ = await asyncio.to_thread(own_names, house, visitor, who)
    return await _answer(request, house, name, since, until, own=True)


@router.get("/staff/banks/{name}", summary="What a player has banked", response_model=BanksPage)
async def players_banks(name: str, request: Request, house: InHouse, since: str = "", until: str = "") -> Response:
    check_name(name)
    known = None if is_guest(name) else await asyncio.to_thread(house.people.find, name)
    if known is None or known.role is not Role.PLAYER:
        raise NoSuchPlayer(name)
    return await _answer(request, house, name, since, until, own=False)


async def _answer(request: Request, house: HouseContext, name: str, since: str, until: str, *, own: bool) -> Response:
    period, status = answer_query(request, lambda: between(since, until, house_zone()), EVER)
    plays, share = await book_of(house, name).read(name)
    page = banks_page(name, plays, period, own=own)
    page.since, page.until = since, until
    page.progress = "" if share == 1 else f"{share:.0%} of the rounds have been read so far; look again for the rest."
    return await asyncio.to_thread(page_response, request, "you/banks.html", page, status)


def banks_page(name: str, plays: tuple[PlayerRound, ...], period: FigurePeriod, *, own: bool) -> BanksPage:
    """The statement of a player's banks in a period."""
    mine = [one for one in plays if period.has(one.ended_ms)]
    return BanksPage(
        who=name,
        shown=shown_name(name),
        own=own,
        path="/you/bank" if own else f"/staff/banks/{name}",
        since="",
        until="",
        total=_row(banked_rounds(mine)),
        sessions=[_session(one) for one in reversed(bank_sessions(mine))],
    )


def _row(banked: BankSession) -> SessionRow:
    return SessionRow(
        rounds=len(banked.rounds),
        hours=time_words(banked.hours),
        most=dollars(banked.most),
        result=signed_dollars(banked.won),
        fees=dollars(banked.fees),
        net=signed_dollars(banked.net),
        tone=tone(banked.net),
    )


def _session(banked: BankSession) -> SessionRow:
    row = _row(banked)
    row.began, row.ended = when(banked.rounds[0].opened_ms), when(banked.rounds[-1].ended_ms)
    row.banked = [_banked(one) for one in banked.rounds]
    return row


def _banked(one: PlayerRound) -> BankedRow:
    won = one.bank_won
    return BankedRow(
        round=one.round,
        time=when(one.ended_ms),
        wager=dollars(one.bank),
        result=signed_dollars(won),
        tone=tone(won),
        fee=dollars(one.fee),
    )
