"""The lab game by game: its pages, its chart, and what each choice of a hand is worth.

Designs are priced by the routes of `croupier.web.lab.pages`, for every game alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from croupier.games import game as game_of
from croupier.rules.game import Game
from croupier.studies.words import base_unit
from croupier.web.context import House, InHouse, Visiting, page_response
from croupier.web.lab.chart_models import ChartAnswer, HandAnswer
from croupier.web.lab.designing import BaseDesign, BaseGame, Looking
from croupier.web.lab.files import FILES, file_response
from croupier.web.lab.models import ChoiceValue, LabPage
from croupier.web.lab.places import lab_page, path_of
from croupier.web.lab.routing import Ending, LabRoute, as_json, ask_about, lab_of

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
    if path_of(played, place) != request.url.path:
        return RedirectResponse(path_of(played, place))
    return page_response(request, f"lab/lab_{_TEMPLATES[place]}.html", lab_page(played, place))


@router.get("/api/lab/chart", summary="How a game is played best under a pay table", response_model=ChartAnswer)
async def chart(house: InHouse, visitor: Visiting, asked: BaseDesign) -> Response:
    return as_json(await _chart(house, asked, owner=visitor.mark))


@router.get("/api/lab/chart.{ending}", summary="The same as a file: json, csv, svg or png")
async def chart_file(ending: Ending, house: InHouse, asked: BaseDesign) -> Response:
    name = f"{asked.name} chart"
    if ending in ("svg", "png"):
        return file_response(name, ending, await drawn_chart(house, asked, ending))
    return file_response(name, ending, FILES[ending](await _chart(house, asked, now=False)))


@router.get("/api/lab/hand", summary="What each choice is worth, and each mistake costs", response_model=HandAnswer)
async def hand(house: InHouse, asked: BaseDesign, cards: Looking) -> Response:
    return as_json(HandAnswer(**await hand_of(house, asked, cards.plain)))


@router.get("/api/lab/hand.{ending}", summary="The same as a file: json, csv, svg or png")
async def hand_file(ending: Ending, house: InHouse, asked: BaseDesign, cards: Looking) -> Response:
    found = HandAnswer(**await hand_of(house, asked, cards.plain, now=False))
    name = "-".join(filter(None, (found.game, found.own, found.board, found.up))).replace(" ", "")
    if ending in ("svg", "png"):
        against = f" against {found.up}" if found.up else ""
        cards_seen = f"{found.own}{' and ' if found.board else ''}{found.board}{against}"
        title = ", ".join(filter(None, (f"{asked.game.name}: {cards_seen}", found.table)))
        return file_response(name, ending, await drawn_choices(house, asked.game, title, found.choices, ending))
    return file_response(name, ending, FILES[ending](found))


async def chart_of(house: House, asked: BaseGame, **how: Any) -> dict[str, Any]:
    """How a game is played best, as the worker says it."""
    found: dict[str, Any] = await ask_about(house, "chart", asked.game, slow=True, **how, **asked.texts())
    return found


async def hand_of(house: House, asked: BaseGame, cards: dict[str, Any], **how: Any) -> dict[str, Any]:
    """What each choice is worth with some cards, as the worker says it."""
    texts = asked.texts()
    what = {"game": texts["game"], "table": texts["table"], **cards}
    found: dict[str, Any] = await ask_about(house, "hand", asked.game, **how, **what)
    return found


async def drawn_chart(house: House, asked: BaseGame, ending: str) -> bytes:
    """The chart as a file."""
    texts = asked.texts()
    what = {"game": texts["game"], "table": texts["table"], "ending": ending}
    made: bytes = await lab_of(house).ask("draw_chart", slow=True, **what)
    return made


async def drawn_choices(house: House, game: Game, title: str, choices: Sequence[ChoiceValue], ending: str) -> bytes:
    """What choices are worth, as a file."""
    bars, unit = {choice.choice: choice.value for choice in choices}, f"worth in {base_unit(game)}s"
    made: bytes = await lab_of(house).ask("draw_bars", slow=True, title=title, bars=bars, unit=unit, ending=ending)
    return made


async def _chart(house: House, asked: BaseGame, **how: Any) -> ChartAnswer:
    tables = (asked.designed.table.name, asked.designed.approved.name) if asked.designed else ("", "")
    found = await chart_of(house, asked, **how)
    return ChartAnswer(game=asked.game.key, table=tables[0], approved=tables[1], **found)
