"""Side bets of one's own: a declaration, priced while it is typed, in any game.

A question carries the declaration itself: `?game=uth&declaration=…`.
"""

from __future__ import annotations

import csv
import io
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from croupier.games import game as game_of
from croupier.games.uth import UTH
from croupier.rules.game import Game
from croupier.rules.own.file import LONGEST, parse_side_bet, side_bet_text
from croupier.web.house import House, InHouse, Visiting, page_response
from croupier.web.lab.own.models import SideBetAnswer, SideBetPage, Starter
from croupier.web.lab.own.starters import starters
from croupier.web.lab.places import SIDE_BET, lab_page, path_of
from croupier.web.lab.routing import LabRoute, as_json, lab_of

router = APIRouter(route_class=LabRoute)

Declared = Annotated[str, Query(max_length=LONGEST)]
GameName = Annotated[str, Query(max_length=20)]

_KINDS = {"json": "application/json", "csv": "text/csv; charset=utf-8", "toml": "application/toml; charset=utf-8"}


@router.get("/lab/side-bet", summary="The lab: a side bet of one's own", response_model=SideBetPage)
def page(request: Request) -> Response:
    return page_response(request, "lab/lab_side_bet.html", _page(UTH))


@router.get("/lab/{game}/side-bet", summary="The lab: a side bet of one's own in a game", response_model=SideBetPage)
def page_of_game(request: Request, game: str) -> Response:
    played = game_of(game)
    if path_of(played, SIDE_BET) != request.url.path:
        return RedirectResponse(path_of(played, SIDE_BET))
    return page_response(request, "lab/lab_side_bet.html", _page(played))


@router.get("/api/lab/side-bet", summary="A side bet of one's own, priced exactly", response_model=SideBetAnswer)
async def priced(house: InHouse, visitor: Visiting, declaration: Declared, game: GameName = UTH.key) -> Response:
    return as_json(await _answer(house, visitor.mark, declaration, game))


@router.get("/api/lab/side-bet.{ending}", summary="The same as a file; TOML is what a table and the terminal read")
async def priced_file(
    house: InHouse,
    visitor: Visiting,
    ending: Literal["json", "csv", "toml"],
    declaration: Declared,
    game: GameName = UTH.key,
) -> Response:
    if ending == "toml":
        name, body = "side-bet", side_bet_text(parse_side_bet(declaration, game=game_of(game)))
    else:
        found = await _answer(house, visitor.mark, declaration, game)
        name, body = found.name, found.model_dump_json(indent=2) if ending == "json" else _csv(found)
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
    headers = {"content-disposition": f'attachment; filename="{plain}.{ending}"'}
    return Response(body, media_type=_KINDS[ending], headers=headers)


async def _answer(house: House, owner: str, declaration: str, key: str) -> SideBetAnswer:
    played = game_of(key)
    bet = parse_side_bet(declaration, game=played)
    text = side_bet_text(bet)
    found = await lab_of(house).ask("own_bet", slow=True, owner=owner, game=played.key, text=text)
    return SideBetAnswer(name=bet.name, game=played.key, toml=text, **found)


def _page(game: Game) -> SideBetPage:
    made = [Starter(words=words, declaration=text) for words, text in starters(game).items()]
    return SideBetPage(**lab_page(game, SIDE_BET).model_dump(), starters=made)


def _csv(found: SideBetAnswer) -> str:
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(("line", "pays", "ways", "deals", "probability", "returns"))
    for line in found.lines:
        writer.writerow((line.words, line.pay, line.ways, found.deals, line.probability, line.returns))
    writer.writerow(("house edge", "", "", found.deals, "", found.edge))
    return made.getvalue()
