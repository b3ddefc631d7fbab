"""A round for others: one that is shared by a link, and one that somebody pastes as notation."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.past.rounds import NoSuchRound, PastRound, find_round, past_rounds
from croupier.floor.practice.shared import keep_round, shared_entries
from croupier.rules.notation import parse_notation
from croupier.rules.round import FINISHED, replay
from croupier.web.forms import in_field
from croupier.web.friends.links import link_card, opened_round, round_path
from croupier.web.friends.side import Sides
from croupier.web.house import ByForm, InHouse, page_response
from croupier.web.models import Page
from croupier.web.table.roundpage import RoundPage
from croupier.web.table.rounds import round_page

router = APIRouter()

_LONGEST: Final = 20_000
"""Letters; a full table's round is some three thousand."""


class ReplayPage(Page):
    """The page to paste a round into."""


@router.get("/shared/{token}", summary="A finished round that somebody shared", response_model=RoundPage)
def shared(token: str, request: Request, house: InHouse) -> Response:
    name = opened_round(house.cookies, token)
    # Nothing else of its table: no way there, and none to the rounds before and after.
    page = round_page(_shared(house.sides, name), "")
    page.share = link_card(request, round_path(house.cookies, name))
    page.decisions = 0  # the review is for who may open the round itself
    return page_response(request, "table/round.html", page)


def _shared(sides: Sides, name: str) -> PastRound:
    """A round that somebody shared. One of practice is kept once its link is opened, for its table will go."""
    side = sides.at(name.rpartition("-")[0])
    try:
        past = find_round(side.store, name)
    except NoSuchRound:
        kept = past_rounds(shared_entries(side.store, name), only=name)
        if not kept:
            raise
        return kept[0]
    if side is sides.practice:
        found = [entry for mark in past.entries if (entry := side.store.entry(mark.position)) is not None]
        if len(found) == len(past.entries):  # some may have gone in this very moment
            keep_round(side.room, name, found)
    return past


@router.get("/replay", summary="The page to paste a round into", response_model=ReplayPage)
def replay_page(request: Request) -> Response:
    return page_response(request, "table/replay.html", ReplayPage())


@router.post("/replay", summary="Play a pasted round again", response_model=RoundPage)
def replayed(request: Request, visitor: ByForm, notation: Annotated[str, Form()]) -> Response:
    page = round_page(in_field("notation", pasted, notation), "")
    # It is in no record: nobody has promised its seed, and nobody knows when it was played.
    unknown = dict.fromkeys(("opened", "opened_utc", "dealt", "dealt_utc", "ended", "ended_utc"), "")
    page = page.model_copy(update={**unknown, "reveal": None, "decisions": 0})
    return page_response(request, "table/round.html", page)


def pasted(text: str) -> PastRound:
    """The round that somebody's notation tells, played again by the engine; refused unless it is over."""
    if len(text) > _LONGEST:
        raise Refused(f"{len(text):,} letters are no round; want at most {_LONGEST:,}")
    events = parse_notation(text)
    round = replay(events)
    if round.stage not in FINISHED:
        raise Refused("this round is not over; want its notation to the end, with its last line, end")
    return PastRound(
        round=round, events=events, times_ms=(0,) * len(events), seed=b"", players={}, awards={}, time_ms=0
    )
