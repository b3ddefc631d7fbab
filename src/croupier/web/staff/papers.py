"""What is submitted for a table or a link, and the placards for its felt: a page to print, or a file (R60)."""

from __future__ import annotations

from datetime import datetime
from importlib import resources
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from croupier import __version__
from croupier.floor.links.desk import PREFIX
from croupier.floor.marks import mark_of
from croupier.floor.papers.html import file_html, paper_html, placards_html
from croupier.floor.papers.of_link import link_paper, link_placards
from croupier.floor.papers.of_table import table_paper, table_placards
from croupier.floor.papers.paper import Imprint, Paper, Placard
from croupier.studies.report.form import address_fields
from croupier.studies.report.of_table import report_of_table
from croupier.web.context import HouseContext, InHouse, page_response
from croupier.web.lab.places import path_of
from croupier.web.models import Page
from croupier.web.wording import Safe, house_zone

router = APIRouter()

What = Literal["papers", "placards"]
Size = Literal["a5", "a4"]
WhatField = Annotated[What, Query(description="papers: what is submitted; placards: cards for the felt.")]
SizeField = Annotated[Size, Query(description="How large a placard is.")]
Licensee = Annotated[str, Query(max_length=120, description="The house's name, for the title page.")]
AsFile = Annotated[bool, Query(description="Answer with one HTML file that needs nothing from anywhere else.")]


class PapersPage(Page):
    """The papers of a table or a link, or its placards."""

    of: str
    """The page of the table or link."""
    name: str
    what: What
    title: str
    size: Size = "a5"
    paper: Paper | None = None
    content_hash: str = ""
    placards: tuple[Placard, ...] = ()
    mark: str = ""
    """What stands on every sheet of a demonstration or a rehearsal."""

    @property
    def body(self) -> Safe:
        if self.paper is None:
            return Safe(placards_html(self.placards, self.size, mark=self.mark))
        return Safe(paper_html(self.paper, mark=self.mark))


@router.get("/staff/tables/{name}/papers", summary="What is submitted for a table", response_model=PapersPage)
def papers_of_table(
    name: str,
    request: Request,
    house: InHouse,
    what: WhatField = "papers",
    size: SizeField = "a5",
    licensee: Licensee = "",
    file: AsFile = False,
) -> Response:
    table, of = house.room.table(name), f"/staff/tables/{name}"
    if what == "placards":
        return _answer(request, house, _cards(of, name, size, table_placards(table)), file)
    link = None if table.link is None else house.links.desk.link(table.link)
    approval = house.room.approvals.of_table(table).words
    chosen = house.choices.now()
    paper = table_paper(table, link, _imprint(house, licensee), _record(house, table.stream), approval, chosen)
    return _answer(request, house, _submission(of, name, paper), file)


@router.get("/staff/tables/{name}/report", summary="The mathematics report of a table, which the Lab makes")
def report(name: str, house: InHouse) -> RedirectResponse:
    table = house.room.table(name)
    link = None if table.link is None else house.links.desk.link(table.link)
    asked = report_of_table(table, link)
    address = f"{path_of(asked.rules.game, 'report')}?{urlencode(address_fields(asked))}"
    return RedirectResponse(address, status_code=303)


@router.get("/staff/links/{name}/papers", summary="What is submitted for a link", response_model=PapersPage)
def papers_of_link(
    name: str,
    request: Request,
    house: InHouse,
    what: WhatField = "papers",
    size: SizeField = "a5",
    licensee: Licensee = "",
    file: AsFile = False,
) -> Response:
    link, of = house.links.desk.link(name), f"/staff/links/{name}"
    if what == "placards":
        return _answer(request, house, _cards(of, name, size, link_placards(link)), file)
    approval = house.room.approvals.of_link(link).words
    paper = link_paper(link, _imprint(house, licensee), _record(house, PREFIX + name), approval, house.choices.now())
    return _answer(request, house, _submission(of, name, paper), file)


def _submission(of: str, name: str, paper: Paper) -> PapersPage:
    title = f"{paper.title}, {paper.subtitle}"
    return PapersPage(of=of, name=name, what="papers", title=title, paper=paper, content_hash=paper.content_hash)


def _cards(of: str, name: str, size: Size, cards: tuple[Placard, ...]) -> PapersPage:
    return PapersPage(of=of, name=name, what="placards", title=f"Placards of {name}", size=size, placards=cards)


def _answer(request: Request, house: HouseContext, page: PapersPage, file: bool) -> Response:
    """The page; or one file that needs nothing from anywhere else."""
    page.mark = mark_of(house.store)
    if not file:
        return page_response(request, "staff/papers.html", page)
    headers = {"content-disposition": f'attachment; filename="{page.name}-{page.what}.html"'}
    style = (resources.files("croupier.web") / "static" / "staff" / "papers.css").read_text("utf-8")
    return HTMLResponse(file_html(page.title, page.body, style), headers=headers)


def _imprint(house: HouseContext, licensee: str) -> Imprint:
    day = datetime.fromtimestamp(house.room.now_ms() / 1000, house_zone()).strftime("%Y-%m-%d")
    return Imprint(house=licensee.strip(), date=day, program=f"croupier {__version__}")


def _record(house: HouseContext, stream: str) -> str:
    head = house.store.head(stream)
    return f"{stream}, version {head.version}, {head.hash}"
