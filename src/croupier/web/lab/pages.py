"""The lab: design a pay table, read the chart, look up a decision, watch a progressive turn fair.

Every question is a GET with the whole design in its address (`croupier.web.lab.design_query`), so an answer can be
linked, downloaded and asked again. Nothing is stored, and anybody may use it.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Body, Request
from starlette.responses import Response

from croupier.games import GAMES
from croupier.games.uth import BAD_BEAT, UTH
from croupier.lab.bets.designs import changed_lines, envy_lines, nearest, possible_lines, toml_text
from croupier.rules.game import Game
from croupier.rules.paytables import names, parse_paytable, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.context import HouseContext, InHouse, Visiting, page_response
from croupier.web.lab.design_query import (
    BaseGame,
    BlindDesign,
    Design,
    DesignedTable,
    HoleCards,
    HoleCardsQuery,
    ProgressiveDesign,
    ProgressiveTerms,
    base_games,
)
from croupier.web.lab.files import FILES, file_response
from croupier.web.lab.games import chart_of, chart_picture, choices_picture, hand_of
from croupier.web.lab.models import DesignAnswer, HandsAnswer, LabPage, LabStatus, LookUpAnswer, OwnTable
from croupier.web.lab.places import lab_page, path_of
from croupier.web.lab.routing import Ending, LabRoute, as_json, ask_about, lab_of

router = APIRouter(route_class=LabRoute)

_PLACES = {"/lab": "tables", "/lab/progressive": "progressive", "/lab/hands": "chart", "/lab/strategy": "hand"}
_TEMPLATES = {"tables": "tables", "progressive": "tables", "chart": "hands", "hand": "strategy"}
_LONGEST_FILE = 16_384


@router.get("/lab", summary="The lab: design a pay table", response_model=LabPage)
@router.get("/lab/progressive", summary="The lab: a progressive and its meters", response_model=LabPage)
@router.get("/lab/hands", summary="The lab: the chart of starting hands", response_model=LabPage)
@router.get("/lab/strategy", summary="The lab: look up a decision", response_model=LabPage)
async def page(request: Request, house: InHouse) -> Response:
    # Whoever opens the lab is about to ask; let it learn while they read.
    await lab_of(house).wake()
    place = _PLACES[request.url.path]
    template = f"lab/lab_{_TEMPLATES[place]}.html"
    return await asyncio.to_thread(page_response, request, template, lab_page(UTH, place))


@router.get("/api/lab", summary="Whether the lab knows the game yet")
async def status(house: InHouse) -> LabStatus:
    lab = lab_of(house)
    await lab.wake()
    return LabStatus(ready=lab.progress is None, progress=lab.progress or "", failed=lab.failed)


@router.get("/api/lab/design", summary="A designed pay table, priced exactly", response_model=DesignAnswer)
async def priced(house: InHouse, visitor: Visiting, designed: Design, terms: ProgressiveDesign) -> Response:
    return as_json(await _price(house, designed, terms, owner=visitor.mark))


@router.post("/api/lab/table", summary="A pay table of your own (TOML) as the address of a design")
async def read_table(text: Annotated[str, Body(media_type="text/plain", max_length=_LONGEST_FILE)]) -> OwnTable:
    table = parse_paytable(text, "your table")
    base = nearest(table, (paytable(name, table.bet) for name in names(table.bet)))
    query = [("table", base.name), ("name", table.name)] if table != base else [("table", base.name)]
    query += [("pay", f"{line}:{table.pays.get(line, '')}") for line in possible_lines(base)
              if table.pays.get(line) != base.pays.get(line)]  # fmt: skip
    query += [("envy", f"{line}:{table.envy.get(line, '')}") for line in envy_lines(base)
              if table.envy.get(line) != base.envy.get(line)]  # fmt: skip
    game = next(game for game in GAMES.values() if table.bet in _kinds(game))
    place = "progressive" if table.bet == PROGRESSIVE else "tables"
    return OwnTable(bet=table.bet, path=path_of(game, place), query=urlencode(query))


def _kinds(game: Game) -> set[str]:
    return {*game.base_tables, *(bet.kind for bet in game.side_bets), PROGRESSIVE}


@router.get("/api/lab/design.toml", summary="The designed pay table as a file that every command reads")
async def table_file(designed: Design) -> Response:
    name = designed.table.name.replace(" ", "-")
    headers = {"content-disposition": f'attachment; filename="{name}.toml"'}
    return Response(toml_text(designed.table), media_type="application/toml; charset=utf-8", headers=headers)


@router.get("/api/lab/design.{ending}", summary="The same as a file: json, csv, svg or png")
async def priced_file(ending: Ending, house: InHouse, designed: Design, terms: ProgressiveDesign) -> Response:
    lab = lab_of(house)
    answer = await _price(house, designed, terms, now=False)
    if ending in ("svg", "png"):
        if designed.table.levels:
            drawn = await lab.ask(
                "draw_returns", slow=True, table=toml_text(designed.table), ending=ending, **terms.plain()
            )
        else:
            bars = {line.words: line.returns for line in answer.lines if line.pay}
            unit = "what the line returns on one unit staked"
            title = f"{answer.name}: house edge {answer.figures[0].value:.4%}"
            drawn = await lab.ask("draw_bars", slow=True, title=title, bars=bars, unit=unit, ending=ending)
        return file_response(answer.name, ending, drawn)
    return file_response(answer.name, ending, FILES[ending](answer))


@router.get("/api/lab/hands", summary="The 169 starting hands under a Blind", response_model=HandsAnswer)
async def hands(house: InHouse, visitor: Visiting, designed: BlindDesign) -> Response:
    return as_json(await _hands(house, designed, owner=visitor.mark))


@router.get("/api/lab/hands.{ending}", summary="The same as a file: json, csv, svg or png")
async def hands_file(ending: Ending, house: InHouse, designed: BlindDesign) -> Response:
    name = f"{designed.table.name} starting hands"
    if ending in ("svg", "png"):
        return file_response(name, ending, await chart_picture(house, BaseGame(UTH, designed), ending))
    return file_response(name, ending, FILES[ending](await _hands(house, designed, now=False)))


@router.get(
    "/api/lab/strategy", summary="What each choice is worth, and each mistake costs", response_model=LookUpAnswer
)
async def look_up(house: InHouse, visitor: Visiting, designed: BlindDesign, cards: HoleCards) -> Response:
    return as_json(await _look_up(house, designed, cards, owner=visitor.mark))


@router.get("/api/lab/strategy.{ending}", summary="The same as a file: json, csv, svg or png")
async def look_up_file(ending: Ending, house: InHouse, designed: BlindDesign, cards: HoleCards) -> Response:
    answer = await _look_up(house, designed, cards, now=False)
    name = f"{answer.hole} {answer.board}".replace(" ", "")
    if ending in ("svg", "png"):
        title = f"{answer.hole}{' on ' if answer.board else ''}{answer.board}, Blind {answer.blind}"
        return file_response(name, ending, await choices_picture(house, UTH, title, answer.choices, ending))
    return file_response(name, ending, FILES[ending](answer))


async def _price(
    house: HouseContext, designed: DesignedTable, terms: ProgressiveTerms, *, now: bool = True, owner: str = ""
) -> DesignAnswer:
    table = designed.table
    what = {"table": toml_text(table), "approved": toml_text(designed.approved), "owner": owner}
    if game := base_games().get(table.bet):
        answer = await ask_about(house, "game", game, now=now, slow=True, game=game.key, **what)
    else:
        # What is folded can only be told by the solved game; everything else is answered at once.
        slow = terms.folded and table.bet in (BAD_BEAT, PROGRESSIVE)
        job, how = ("progressive", terms.plain()) if table.bet == PROGRESSIVE else ("side", {"folded": terms.folded})
        answer = await ask_about(house, job, GAMES[terms.game], now=now and slow, slow=slow, **what, **how)
    return DesignAnswer(
        bet=table.bet,
        name=table.name,
        approved=designed.approved.name,
        changed=list(changed_lines(table, designed.approved)),
        **answer,
    )


async def _hands(house: HouseContext, designed: DesignedTable, **how: Any) -> HandsAnswer:
    answer = await chart_of(house, BaseGame(UTH, designed), **how)
    starts = [start | start["values"] for start in answer["starts"]]
    return HandsAnswer(blind=designed.table.name, approved=designed.approved.name, starts=starts)


async def _look_up(
    house: HouseContext, designed: DesignedTable, cards: HoleCardsQuery, *, now: bool = True, owner: str = ""
) -> LookUpAnswer:
    slow = designed.table is not designed.approved or not now
    answer = await hand_of(house, BaseGame(UTH, designed), cards.plain, now=now, slow=slow, owner=owner)
    words = answer.pop("hand") if answer["board"] else None
    return LookUpAnswer(**answer | {"blind": answer["table"], "hole": answer["own"], "hand": words})
