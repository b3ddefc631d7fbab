"""A certificate of a hundred decisions: a page for anybody, and its answers marked again on the spot."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from croupier.floor.house.drills import Tested
from croupier.floor.practice import shown_name
from croupier.games import GAMES
from croupier.web.context import InHouse, Visiting, page_response
from croupier.web.lab.routing import LabRoute
from croupier.web.learn.drilling import TestResult, ask_lab, result_of
from croupier.web.learn.play_models import CertificatePage, tested_row, unit_of_game

router = APIRouter(route_class=LabRoute)


class MarkedAgain(BaseModel):
    """The answers of a certificate, marked again from the record."""

    same: bool
    """Whether they come out as the certificate says."""
    result: TestResult


@router.get("/certificates/{id}", summary="A certificate, out of the record", response_model=CertificatePage)
def certificate(id: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    test = house.drills.certificate(id)
    assert test.entry is not None, "what comes out of the record has its entry"
    page = CertificatePage(
        test=tested_row(test),
        unit=unit_of_game(GAMES[test.game]),
        own=visitor.name == test.who,
        position=test.entry.position,
        hash=test.entry.hash,
        stream=test.entry.stream,
        address=f"{request.url.scheme}://{request.url.netloc}/certificates/{test.certificate}",
    )
    return page_response(request, "learn/certificate.html", page)


@router.get("/api/certificates/{id}", summary="A certificate's answers, marked again")
async def marked_again(id: str, house: InHouse, visitor: Visiting) -> MarkedAgain:
    test = await asyncio.to_thread(house.drills.certificate, id)
    marking = await ask_lab(
        house,
        GAMES[test.game],
        "drill_mark",
        keys=[decision.key for decision in test.paper],
        answers=list(test.answers),
    )
    result = result_of(marking, test.certificate)
    if visitor.name != test.who:
        result.mistakes = []  # what somebody got wrong is their own
        result.scores[0]["title"] = shown_name(test.who)
    return MarkedAgain(same=_same(test, marking), result=result)


def _same(test: Tested, marking: dict[str, object]) -> bool:
    return (test.right, str(test.cost)) == (marking["right"], marking["cost"])
