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
from croupier.web.context import HouseContext, InHouse, Visiting, page_response
from croupier.web.lab.chart_models import ChartAnswer, HandAnswer
from croupier.web.lab.design_query import BaseDesign, BaseGame, HandCards
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
async def chart(house: InHouse, visitor: Visiting, design: BaseDesign) -> Response:
    return as_json(await _chart(house, design, owner=visitor.mark))


@router.get("/api/lab/chart.{ending}", summary="The same as a file: json, csv, svg or png")
async def chart_file(ending: Ending, house: InHouse, design: BaseDesign) -> Response:
    name = f"{design.name} chart"
    if ending in ("svg", "png"):
        return file_response(name, ending, await chart_picture(house, design, ending))
    return file_response(name, ending, FILES[ending](await _chart(house, design, now=False)))


@router.get("/api/lab/hand", summary="What each choice is worth, and each mistake costs", response_model=HandAnswer)
async def hand(house: InHouse, design: BaseDesign, cards: HandCards) -> Response:
    return as_json(HandAnswer(**await hand_of(house, design, cards.plain)))


@router.get("/api/lab/hand.{ending}", summary="The same as a file: json, csv, svg or png")
async def hand_file(ending: Ending, house: InHouse, design: BaseDesign, cards: HandCards) -> Response:
    answer = HandAnswer(**await hand_of(house, design, cards.plain, now=False))
    name = "-".join(filter(None, (answer.game, answer.own, answer.board, answer.up))).replace(" ", "")
    if ending in ("svg", "png"):
        against = f" against {answer.up}" if answer.up else ""
        cards_seen = f"{answer.own}{' and ' if answer.board else ''}{answer.board}{against}"
        title = ", ".join(filter(None, (f"{design.game.name}: {cards_seen}", answer.table)))
        return file_response(name, ending, await choices_picture(house, design.game, title, answer.choices, ending))
    return file_response(name, ending, FILES[ending](answer))


async def chart_of(house: HouseContext, design: BaseGame, **how: Any) -> dict[str, Any]:
    """How a game is played best, as the worker answers."""
    answer: dict[str, Any] = await ask_about(house, "chart", design.game, slow=True, **how, **design.texts())
    return answer


async def hand_of(house: HouseContext, design: BaseGame, cards: dict[str, Any], **how: Any) -> dict[str, Any]:
    """What each choice is worth with these cards, as the worker answers."""
    texts = design.texts()
    what = {"game": texts["game"], "table": texts["table"], **cards}
    answer: dict[str, Any] = await ask_about(house, "hand", design.game, **how, **what)
    return answer


async def chart_picture(house: HouseContext, design: BaseGame, ending: str) -> bytes:
    """The chart as a file."""
    texts = design.texts()
    what = {"game": texts["game"], "table": texts["table"], "ending": ending}
    picture: bytes = await lab_of(house).ask("draw_chart", slow=True, **what)
    return picture


async def choices_picture(
    house: HouseContext, game: Game, title: str, choices: Sequence[ChoiceValue], ending: str
) -> bytes:
    """What choices are worth, as a file."""
    bars, unit = {choice.choice: choice.value for choice in choices}, f"worth in {base_unit(game)}s"
    picture: bytes = await lab_of(house).ask("draw_bars", slow=True, title=title, bars=bars, unit=unit, ending=ending)
    return picture


async def _chart(house: HouseContext, design: BaseGame, **how: Any) -> ChartAnswer:
    tables = (design.designed.table.name, design.designed.approved.name) if design.designed else ("", "")
    answer = await chart_of(house, design, **how)
    return ChartAnswer(game=design.game.key, table=tables[0], approved=tables[1], **answer)
