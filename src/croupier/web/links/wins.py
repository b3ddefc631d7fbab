"""The win page (R48): a hit on one sheet of paper, with the winner's papers for who may read the books."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from croupier.floor.links.desk import PREFIX
from croupier.floor.links.hits import Hit
from croupier.floor.links.winpage import win_page, win_rows
from croupier.jackpot.office.winner import TAX_FORMS
from croupier.money import dollars
from croupier.web.context import HouseContext, InHouse, page_response
from croupier.web.models import Page
from croupier.web.wording import Dollars, Moment, when

router = APIRouter()


class PapersRow(BaseModel):
    """What was noted of a winner, and by whom."""

    model_config = ConfigDict(from_attributes=True)  # of `Papers`

    time: Moment = Field(validation_alias="time_ms")
    name: str
    document: str
    tax_form: str
    tax_number: str
    withheld: Dollars
    by: str


class WinSheetPage(Page):
    """A win on one sheet of paper (R48)."""

    link: str
    number: int
    claim: int
    approval: str
    approval_status: str
    undone: str
    asked: str
    """The adjustment that would back it out and waits for approval, if there is one."""
    amount: str
    cards: list[str]
    rows: list[tuple[str, str]]
    papers: list[PapersRow]
    tax_forms: list[str]
    record_hash: str
    heads: list[tuple[str, int, str]]
    position: int


@router.get("/staff/links/{name}/wins/{claim}", summary="The win page of a hit", response_model=WinSheetPage)
def win(name: str, claim: int, request: Request, house: InHouse) -> Response:
    sheet = win_page(house.store, name, claim)
    hit = sheet.hit
    requests = house.links.desk.link(name).asked.values()
    page = WinSheetPage(
        link=name,
        number=hit.number,
        claim=claim,
        approval=sheet.approval,
        approval_status=sheet.approval_status,
        undone=backed_out_line(hit),
        asked=next((str(one.adjustment) for one in requests if one.win is not None and one.win.claim == claim), ""),
        amount=dollars(hit.amount),
        cards=hit.cards.split(),
        rows=win_rows(name, hit, when),
        papers=[PapersRow.model_validate(papers) for papers in reversed(hit.papers)],
        tax_forms=list(TAX_FORMS),
        record_hash=hit.record_hash,
        heads=[(stream, head.version, head.hash) for stream, head in sheet.heads.items()],
        position=_position(house, name, hit.record_hash),
    )
    return page_response(request, "links/win.html", page)


def backed_out_line(hit: Hit) -> str:
    """How a win was backed out, in a line; empty where it was not."""
    done = hit.backed_out
    if done is None:
        return ""
    return (
        f"Backed out on {when(done.time_ms)} by adjustment {done.adjustment}: asked by {done.author}, approved by "
        f"{done.approver}, document {done.document}."
    )


def _position(house: HouseContext, link: str, record_hash: str) -> int:
    return next((entry.position for entry in house.store.read(PREFIX + link) if entry.hash == record_hash), 0)
