"""The lab: design a pay table, read the chart, look up a decision, watch a progressive turn fair.

Every question is a GET with the whole design in its address (`croupier.web.lab.designing`), so an answer can be
linked, downloaded and asked again. Nothing is stored, and anybody may use it.
"""

from __future__ import annotations

import asyncio
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Body, Request
from starlette.responses import Response

from croupier.games import GAMES
from croupier.games.uth import BAD_BEAT, BLIND, UTH
from croupier.lab.bets.designs import changed, envy_lines, nearest, possible_lines, toml_text
from croupier.rules.game import Game
from croupier.rules.paytables import names, parse_paytable, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.house import InHouse, Visiting, page_response
from croupier.web.lab.designing import Asked, BlindDesign, Cards, Design, Designed, Running, Terms, base_games
from croupier.web.lab.files import FILES, file_response
from croupier.web.lab.models import DesignAnswer, HandsAnswer, LabPage, LabStatus, LookUpAnswer, OwnTable
from croupier.web.lab.places import lab_page, path_of
from croupier.web.lab.routing import Ending, LabRoute, as_json, lab_of
from croupier.web.lab.worker import LabWorker

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
async def priced(house: InHouse, visitor: Visiting, designed: Design, terms: Running) -> Response:
    return as_json(await _price(lab_of(house), designed, terms, owner=visitor.mark))


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
async def priced_file(ending: Ending, house: InHouse, designed: Design, terms: Running) -> Response:
    lab = lab_of(house)
    found = await _price(lab, designed, terms, now=False)
    if ending in ("svg", "png"):
        if designed.table.levels:
            drawn = await lab.ask(
                "draw_returns", slow=True, table=toml_text(designed.table), ending=ending, **terms.plain()
            )
        else:
            bars = {line.words: line.returns for line in found.lines if line.pay}
            unit = "what the line returns on one unit staked"
            title = f"{found.name}: house edge {found.figures[0].value:.4%}"
            drawn = await lab.ask("draw_bars", slow=True, title=title, bars=bars, unit=unit, ending=ending)
        return file_response(found.name, ending, drawn)
    return file_response(found.name, ending, FILES[ending](found))


@router.get("/api/lab/hands", summary="The 169 starting hands under a Blind", response_model=HandsAnswer)
async def hands(house: InHouse, visitor: Visiting, designed: BlindDesign) -> Response:
    return as_json(await _hands(lab_of(house), designed, owner=visitor.mark))


@router.get("/api/lab/hands.{ending}", summary="The same as a file: json, csv, svg or png")
async def hands_file(ending: Ending, house: InHouse, designed: BlindDesign) -> Response:
    lab = lab_of(house)
    name = f"{designed.table.name} starting hands"
    if ending in ("svg", "png"):
        drawn = await lab.ask("draw_hands", slow=True, table=toml_text(designed.table), ending=ending)
        return file_response(name, ending, drawn)
    return file_response(name, ending, FILES[ending](await _hands(lab, designed, now=False)))


@router.get(
    "/api/lab/strategy", summary="What each choice is worth, and each mistake costs", response_model=LookUpAnswer
)
async def look_up(house: InHouse, visitor: Visiting, designed: BlindDesign, cards: Asked) -> Response:
    return as_json(await _look_up(lab_of(house), designed, cards, owner=visitor.mark))


@router.get("/api/lab/strategy.{ending}", summary="The same as a file: json, csv, svg or png")
async def look_up_file(ending: Ending, house: InHouse, designed: BlindDesign, cards: Asked) -> Response:
    lab = lab_of(house)
    found = await _look_up(lab, designed, cards, now=False)
    name = f"{found.hole} {found.board}".replace(" ", "")
    if ending in ("svg", "png"):
        title = f"{found.hole}{' on ' if found.board else ''}{found.board}, Blind {found.blind}"
        bars = {choice.choice: choice.value for choice in found.choices}
        drawn = await lab.ask("draw_bars", slow=True, title=title, bars=bars, unit="worth in Antes", ending=ending)
        return file_response(name, ending, drawn)
    return file_response(name, ending, FILES[ending](found))


async def _price(
    lab: LabWorker, designed: Designed, terms: Terms, *, now: bool = True, owner: str = ""
) -> DesignAnswer:
    table, texts = designed.table, {"table": toml_text(designed.table)}
    ask = lab.ask_now if now else lab.ask
    if game := base_games().get(table.bet):
        approved = toml_text(designed.approved)
        found = await lab.ask("game", slow=True, owner=owner, game=game.key, approved=approved, **texts)
    elif table.bet == BLIND:
        found = await ask("blind", slow=True, owner=owner, **texts)
    else:
        texts["approved"] = toml_text(designed.approved)
        # What is folded can only be told by the solved game; everything else is answered at once.
        slow = terms.folded and table.bet in (BAD_BEAT, PROGRESSIVE)
        ask = ask if slow and terms.game == UTH.key else lab.ask
        if table.bet == PROGRESSIVE:
            found = await ask("progressive", slow=slow, owner=owner, **texts, **terms.plain())
        else:
            found = await ask("side", slow=slow, owner=owner, **texts, folded=terms.folded)
    return DesignAnswer(
        bet=table.bet,
        name=table.name,
        approved=designed.approved.name,
        changed=list(changed(table, designed.approved)),
        **found,
    )


async def _hands(lab: LabWorker, designed: Designed, *, now: bool = True, owner: str = "") -> HandsAnswer:
    ask = lab.ask_now if now else lab.ask
    found = await ask("blind", slow=True, owner=owner, table=toml_text(designed.table))
    return HandsAnswer(blind=designed.table.name, approved=designed.approved.name, starts=found["starts"])


async def _look_up(
    lab: LabWorker, designed: Designed, cards: Cards, *, now: bool = True, owner: str = ""
) -> LookUpAnswer:
    ask = lab.ask_now if now else lab.ask
    slow = designed.table is not designed.approved or not now
    table = toml_text(designed.table)
    return LookUpAnswer(**await ask("look_up", slow=slow, owner=owner, table=table, **cards.plain))
