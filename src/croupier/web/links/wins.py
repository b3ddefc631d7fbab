"""The win page (R48): a hit on one sheet of paper, with the winner's papers for who may read the books."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.floor.links.desk import PREFIX
from croupier.floor.links.hits import Hit
from croupier.floor.links.winpage import win_page, win_rows
from croupier.jackpot.office.winner import TAX_FORMS
from croupier.money import dollars
from croupier.web.context import House, InHouse, page_response
from croupier.web.links.models import PapersRow, WinSheetPage
from croupier.web.wording import when

router = APIRouter()


@router.get("/staff/links/{name}/wins/{claim}", summary="The win page of a hit", response_model=WinSheetPage)
def win(name: str, claim: int, request: Request, house: InHouse) -> Response:
    found = win_page(house.store, name, claim)
    hit = found.hit
    asked = house.links.desk.link(name).asked.values()
    page = WinSheetPage(
        link=name,
        number=hit.number,
        claim=claim,
        approval=found.approval,
        undone=backed_out_line(hit),
        asked=next((str(one.adjustment) for one in asked if one.win is not None and one.win.claim == claim), ""),
        amount=dollars(hit.amount),
        cards=hit.cards.split(),
        rows=win_rows(name, hit, when),
        papers=[PapersRow.model_validate(papers) for papers in reversed(hit.papers)],
        tax_forms=list(TAX_FORMS),
        record_hash=hit.record_hash,
        heads=[(stream, head.version, head.hash) for stream, head in found.heads.items()],
        position=_position(house, name, hit.record_hash),
    )
    return page_response(request, "links/win.html", page)


def backed_out_line(hit: Hit) -> str:
    """How a win was backed out, in a line; empty where it stands."""
    done = hit.backed_out
    if done is None:
        return ""
    return (
        f"Backed out on {when(done.time_ms)} by adjustment {done.adjustment}: asked by {done.author}, approved by "
        f"{done.approver}, document {done.document}."
    )


def _position(house: House, link: str, record_hash: str) -> int:
    return next((entry.position for entry in house.store.read(PREFIX + link) if entry.hash == record_hash), 0)
