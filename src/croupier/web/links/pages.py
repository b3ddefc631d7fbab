"""The Game Manager: every link, one link with its levels, tables, claims and history; and the displays."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.floor.links.history import deeds
from croupier.floor.links.keypads import candidates
from croupier.jackpot.events import AdjustmentReason
from croupier.jackpot.office.closing import left_on
from croupier.jackpot.terms import NAMED, advice
from croupier.rules.paytables import LEVELS, names
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.context import HouseContext, InHouse, Visiting, page_response
from croupier.web.links.charts import level_chart
from croupier.web.links.economics import paytable_choice
from croupier.web.links.models import DeedRow, DisplayPage, JoinChoice, LinkPage, LinksPage
from croupier.web.links.views import (
    adjustment_cards,
    component_rows,
    display_levels,
    hit_rows,
    link_card,
    refused_rows,
    tray_hit_rows,
)
from croupier.web.models import You
from croupier.web.sessions import Visitor

router = APIRouter()


@router.get("/staff/links", summary="Every link, as it is on the displays", response_model=LinksPage)
def links_page(request: Request, house: InHouse, closed: bool = False) -> Response:
    there = house.links.desk.names(closed=True)
    listed = there if closed else house.links.desk.names()
    page = LinksPage(
        levels=list(LEVELS),
        links=[link_card(house.links, name) for name in listed],
        closed=len(there) - len(house.links.desk.names()),
        with_closed=closed,
        paytables=[paytable_choice(name) for name in names(PROGRESSIVE)],
    )
    return page_response(request, "links/links.html", page)


@router.get("/staff/links/{name}", summary="One link: levels, tables, claims, adjustments", response_model=LinkPage)
def link_page(name: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    return page_response(request, "links/link.html", _link_page(house, name, visitor))


@router.get("/display/{name}", summary="A jackpot display: it shows, and takes no input", response_model=DisplayPage)
def display(name: str, request: Request, house: InHouse) -> Response:
    link, choices = house.links.desk.link(name), house.choices.now()
    page = DisplayPage(
        you=You(),  # a display hangs on a wall: it shows the same whoever signed in there
        link=name,
        house=choices.name,
        colour=choices.colour,
        # Everybody sees a display, and the reason is for the staff.
        closed=link.fault is not None or link.closed is not None,
        levels=display_levels(house.links, name, house.link_history.hits(name, house.room.now_ms())),
    )
    return page_response(request, "links/display.html", page)


def _link_page(house: HouseContext, name: str, visitor: Visitor) -> LinkPage:
    links = house.links
    link = links.desk.link(name)
    points = house.link_history.history(name)
    elsewhere = [
        f"{other}/{level.name}"
        for other in links.desk.names()
        for level in links.desk.link(other).terms.levels
        if other != name or len(link.terms.levels) > 1
    ]
    return LinkPage(
        link=link_card(links, name),
        charts=[level_chart(level, points, house.link_history.marks(name, level)) for level in link.levels],
        free_tables=[
            JoinChoice(table=one.table, game=one.game, playing=one.playing) for one in candidates(links, name)
        ],
        games=[(key, NAMED.get(key, key)) for key in link.terms.games or (link.terms.game,)],
        adjustments=adjustment_cards(link, visitor.name),
        reasons=[
            reason.value
            for reason in AdjustmentReason
            if reason not in (AdjustmentReason.BACK_OUT, AdjustmentReason.TRANSFER)
        ],
        destinations=elsewhere,
        advice=[str(warning) for warning in advice(link.terms)],
        components=component_rows(links, link),
        hits=hit_rows(links, name),
        tray_hits=tray_hit_rows(links, name),
        refused=refused_rows(links, name),
        deeds=[DeedRow.model_validate(deed) for deed in deeds(house.store, name)],
        left=list(left_on(link)),
        version=house.store.head(f"link/{name}").version,
    )
