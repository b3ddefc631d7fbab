"""Side bets of one's own: a declaration, priced while it is typed, in any game.

A question carries the declaration itself: `?game=uth&declaration=…`.
"""

from __future__ import annotations

import csv
import io
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from croupier.games import game as game_of
from croupier.games.uth import UTH
from croupier.rules.game import Game
from croupier.rules.own.bet import BESTS, CountedCards, how_many
from croupier.rules.own.file import LONGEST, parse_side_bet, side_bet_text, why_none
from croupier.web.context import HouseContext, InHouse, Visiting, page_response
from croupier.web.lab.models import LabPage
from croupier.web.lab.places import SIDE_BET, lab_page, path_of
from croupier.web.lab.routing import LabRoute, as_json, lab_of


class Starter(BaseModel):
    """A declaration to begin with: which cards it counts, and its text."""

    words: str
    declaration: str


class SideBetPage(LabPage):
    """The page on which a side bet is declared, or where none can be, why not."""

    starters: list[Starter]
    why_none: str


class SideBetLine(BaseModel):
    """One line: what it asks, what it pays, how many deals meet it, and what it returns of a bet."""

    line: str
    words: str
    pay: str
    ways: int
    probability: float
    returns: float


class SideBetAnswer(BaseModel):
    """A side bet of one's own, priced exactly."""

    name: str
    game: str
    counted: str
    deals: int
    edge: float
    hit_frequency: float
    standard_deviation: float
    exact: str
    lines: list[SideBetLine]
    notes: list[str]
    toml: str


_LINES: Final[dict[tuple[int, int], dict[str, str]]] = {
    (1, 1): {"ace spades": "12 to 1", "ace": "5 to 1", "jack/queen/king": "1 to 2"},
    (2, 2): {"pair of aces red": "60 to 1", "pair of aces": "30 to 1", "ace king suited": "20 to 1", "pair": "6 to 1",
             "suited": "1 to 2"},
    (3, 3): {"straight flush": "40 to 1", "three of a kind": "30 to 1", "straight": "6 to 1", "flush": "4 to 1",
             "pair": "1 to 1"},
    (4, 4): {"four of a kind": "1,000 to 1", "straight flush": "200 to 1", "three of a kind": "30 to 1",
             "flush": "12 to 1", "straight": "10 to 1", "two pair": "8 to 1", "pair of jacks or better": "2 to 1"},
    (5, 5): {"royal flush": "1,000 to 1", "straight flush": "200 to 1", "four of a kind": "100 to 1",
             "full house": "40 to 1", "flush": "25 to 1", "straight": "15 to 1", "three of a kind": "6 to 1",
             "two pair": "4 to 1", "pair of jacks or better": "1 to 1"},
    (6, 5): {"royal flush": "1,000 to 1", "straight flush": "200 to 1", "four of a kind": "100 to 1",
             "full house": "20 to 1", "flush": "15 to 1", "straight": "10 to 1", "three of a kind": "7 to 1"},
    (7, 5): {"royal flush": "50 to 1", "straight flush": "40 to 1", "four of a kind": "30 to 1", "full house": "8 to 1",
             "flush hearts": "7 to 1", "flush": "6 to 1", "straight": "4 to 1", "three of a kind": "3 to 1"},
}  # fmt: skip


def starters(game: Game) -> dict[str, str]:
    """Declarations to begin with, by the cards that they count, in words; none where no side bet can be declared."""
    declarations: dict[str, str] = {}
    if why_none(game) is not None:
        return declarations
    for counted in CountedCards:
        cards = how_many(counted, game.layout)
        best = min(cards, 5)
        if (cards, best) in BESTS:
            pays = "".join(f'"{line}" = "{pay}"\n' for line, pay in _LINES[cards, best].items())
            declarations[counted.words] = (
                f'[my_bet]\nname = "My Bet"\ngames = ["{game.key}"]\ncards = "{counted.value}"\n'
                f'after_fold = "plays"\nlimits = "1-50"\n\n[my_bet.pays]\n{pays}'
            )
    return declarations


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
        answer = await _answer(house, visitor.mark, declaration, game)
        name, body = answer.name, answer.model_dump_json(indent=2) if ending == "json" else _csv(answer)
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
    headers = {"content-disposition": f'attachment; filename="{plain}.{ending}"'}
    return Response(body, media_type=_KINDS[ending], headers=headers)


async def _answer(house: HouseContext, owner: str, declaration: str, key: str) -> SideBetAnswer:
    played = game_of(key)
    bet = parse_side_bet(declaration, game=played)
    text = side_bet_text(bet)
    priced = await lab_of(house).ask("own_bet", slow=True, owner=owner, game=played.key, text=text)
    return SideBetAnswer(name=bet.name, game=played.key, toml=text, **priced)


def _page(game: Game) -> SideBetPage:
    examples = [Starter(words=words, declaration=text) for words, text in starters(game).items()]
    why = why_none(game) or ""
    return SideBetPage(**lab_page(game, SIDE_BET).model_dump(exclude_unset=True), starters=examples, why_none=why)


def _csv(answer: SideBetAnswer) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("line", "pays", "ways", "deals", "probability", "returns"))
    for line in answer.lines:
        writer.writerow((line.words, line.pay, line.ways, answer.deals, line.probability, line.returns))
    writer.writerow(("house edge", "", "", answer.deals, "", answer.edge))
    return text.getvalue()
