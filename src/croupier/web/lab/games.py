"""The lab for any game but Ultimate Texas Hold'em: its pages, its chart, and what each choice of a hand is worth.

Designs are priced by the routes of `croupier.web.lab.pages`, for every game alike.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from croupier.games import game as game_of
from croupier.games.uth import UTH
from croupier.lab.bets.designs import toml_text
from croupier.web.house import InHouse, Visiting, page_response
from croupier.web.lab.chart_models import ChartAnswer, HandAnswer
from croupier.web.lab.designing import BaseDesign, Designed, Looking, Sight, base_games
from croupier.web.lab.files import FILES, file_response
from croupier.web.lab.models import LabPage
from croupier.web.lab.places import lab_page, path_of
from croupier.web.lab.routing import Ending, LabRoute, as_json, lab_of
from croupier.web.lab.rows import base_unit
from croupier.web.lab.worker import LabWorker

router = APIRouter(route_class=LabRoute)

_TEMPLATES = {"tables": "tables", "progressive": "tables", "chart": "chart", "hand": "strategy"}


@router.get("/lab/{game}", summary="The lab: design a pay table of a game", response_model=LabPage)
@router.get("/lab/{game}/progressive", summary="The lab: a progressive of a game", response_model=LabPage)
@router.get("/lab/{game}/chart", summary="The lab: how a game is played best", response_model=LabPage)
@router.get("/lab/{game}/hand", summary="The lab: look up a decision of a game", response_model=LabPage)
def page(request: Request, game: str) -> Response:
    played = game_of(game)
    rest = request.url.path.removeprefix(f"/lab/{game}").strip("/")
    place = rest or "tables"
    if played is UTH:
        return RedirectResponse(path_of(UTH, place))
    return page_response(request, f"lab/lab_{_TEMPLATES[place]}.html", lab_page(played, place))


@router.get("/api/lab/chart", summary="How a game is played best under a pay table", response_model=ChartAnswer)
async def chart(house: InHouse, visitor: Visiting, designed: BaseDesign) -> Response:
    return as_json(await _chart(lab_of(house), designed, visitor.mark))


@router.get("/api/lab/chart.{ending}", summary="The same as a file: json, csv, svg or png")
async def chart_file(ending: Ending, house: InHouse, designed: BaseDesign) -> Response:
    lab = lab_of(house)
    name = f"{designed.table.name} chart"
    if ending in ("svg", "png"):
        drawn = await lab.ask("draw_chart", slow=True, ending=ending, **_texts(designed))
        return file_response(name, ending, drawn)
    return file_response(name, ending, FILES[ending](await _chart(lab, designed)))


@router.get("/api/lab/hand", summary="What each choice is worth, and each mistake costs", response_model=HandAnswer)
async def hand(house: InHouse, designed: BaseDesign, cards: Looking) -> Response:
    return as_json(await _hand(lab_of(house), designed, cards))


@router.get("/api/lab/hand.{ending}", summary="The same as a file: json, csv, svg or png")
async def hand_file(ending: Ending, house: InHouse, designed: BaseDesign, cards: Looking) -> Response:
    lab = lab_of(house)
    found = await _hand(lab, designed, cards)
    name = "-".join(filter(None, (found.game, found.own, found.board, found.up))).replace(" ", "")
    if ending in ("svg", "png"):
        played = base_games()[designed.table.bet]
        against = f" against {found.up}" if found.up else ""
        title = f"{played.name}: {found.own}{' and ' if found.board else ''}{found.board}{against}, {found.table}"
        bars = {choice.choice: choice.value for choice in found.choices}
        unit = f"worth in {base_unit(played)}s"
        drawn = await lab.ask("draw_bars", slow=True, title=title, bars=bars, unit=unit, ending=ending)
        return file_response(name, ending, drawn)
    return file_response(name, ending, FILES[ending](found))


def _texts(designed: Designed) -> dict[str, str]:
    game = base_games()[designed.table.bet].key
    return {"game": game, "table": toml_text(designed.table), "approved": toml_text(designed.approved)}


async def _chart(lab: LabWorker, designed: Designed, owner: str = "") -> ChartAnswer:
    texts = _texts(designed)
    found = await lab.ask("chart", slow=True, owner=owner, **texts)
    return ChartAnswer(game=texts["game"], table=designed.table.name, approved=designed.approved.name, **found)


async def _hand(lab: LabWorker, designed: Designed, cards: Sight) -> HandAnswer:
    texts = _texts(designed)
    return HandAnswer(**await lab.ask("hand", game=texts["game"], table=texts["table"], **cards.plain))
