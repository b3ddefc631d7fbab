"""A round for others: one that is shared by a link."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.floor.history.rounds import NoSuchRound, PastRound, find_round, past_rounds
from croupier.floor.practice.shared import keep_round, shared_entries
from croupier.rules.view import Onlooker
from croupier.web.context import InHouse, page_response
from croupier.web.friends.links import link_card, opened_round, round_path
from croupier.web.friends.practice import Sides
from croupier.web.table.review import reviewed
from croupier.web.table.roundpage import Review, RoundPage
from croupier.web.table.rounds import names_in, round_page, seats_in_sight

router = APIRouter()


@router.get("/shared/{token}", summary="A finished round that somebody shared", response_model=RoundPage)
def shared(token: str, request: Request, house: InHouse) -> Response:
    name = opened_round(house.cookies, token)
    # Nothing else of its table is shown: no link to it, and none to the rounds before and after.
    page = round_page(_shared(house.sides, name), "", Onlooker())
    page.share = link_card(request, round_path(house.cookies, name))
    page.review = f"/api/shared/{token}/review"
    return page_response(request, "table/round.html", page)


@router.get("/api/shared/{token}/review", summary="Every decision of a shared round, judged", response_model=Review)
async def shared_review(token: str, house: InHouse) -> Review:
    name = opened_round(house.cookies, token)
    past = await asyncio.to_thread(_shared, house.sides, name)
    # What the link shows: the seats whose cards an onlooker has seen, and nobody is told which was theirs.
    return await reviewed(
        past, house.plays.judge, names_in(past, "", in_full=False), "", seats_in_sight(past, Onlooker())
    )


def _shared(sides: Sides, name: str) -> PastRound:
    """A round that somebody shared. A round of practice is copied when its link is opened, because its table will
    go."""
    side = sides.at(name.rpartition("-")[0])
    try:
        past = find_round(side.store, name)
    except NoSuchRound:
        shared = past_rounds(shared_entries(side.store, name), only=name)
        if not shared:
            raise
        return shared[0]
    if side is sides.practice:
        entries = [entry for mark in past.entries if (entry := side.store.entry(mark.position)) is not None]
        if len(entries) == len(past.entries):  # some may have gone in this very moment
            keep_round(side.room, name, entries)
    return past
