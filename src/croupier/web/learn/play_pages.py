"""The pages for players who learn: the games, a game's home, drills, puzzles and tests."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from croupier.floor.house.drills import DrillAnswer
from croupier.floor.roles import Duty, may
from croupier.games import GAMES
from croupier.lab.capabilities import check_countable, is_countable
from croupier.rules.game import Game
from croupier.school.decision import QUESTIONS, street_of
from croupier.strategy.drills.drawing import class_of
from croupier.strategy.drills.rating import standing
from croupier.strategy.drills.schedule import PastAnswer
from croupier.web.context import HouseContext, InHouse, Visiting, page_response
from croupier.web.learn.play_models import (
    GameRow,
    PlayHome,
    PlayIndex,
    PlayPage,
    asked_card,
    street_picks,
    tested_row,
    unit_of_game,
)
from croupier.web.learn.play_papers import PlayPapers
from croupier.web.sessions import Visitor

router = APIRouter()
PUZZLES = 5


@router.get("/learn/play", summary="Drills: the games", response_model=PlayIndex)
def index(request: Request, house: InHouse, visitor: Visiting) -> Response:
    return page_response(request, "learn/play_index.html", PlayIndex(games=_rows(house, answers_of(house, visitor))))


@router.get("/learn/play/{key}", summary="Learn one game: rating, drills, puzzles, test", response_model=PlayHome)
def home(key: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    game, answers = learnable_game(key), answers_of(house, visitor)
    day = today(house)
    page = PlayHome(
        game=row_of(house, game, answers),
        games=_rows(house, answers),
        kept=is_kept(visitor),
        streets=street_picks(game),
        day=day,
        solved=solved_of_day(answers, game, day),
        puzzles=PUZZLES,
        tests=[tested_row(test) for test in house.drills.tests(visitor.name) if test.game == key]
        if visitor.name
        else [],
        unit=unit_of_game(game),
    )
    return page_response(request, "learn/play_home.html", page)


@router.get("/learn/play/{key}/drill", summary="A drill, one position after another", response_model=PlayPage)
def drill(
    key: str,
    request: Request,
    house: InHouse,
    visitor: Visiting,
    street: str = "",
    hand_class: Annotated[str, Query(alias="class")] = "",
    count: bool = False,
) -> Response:
    """`count`: the outs are to be counted before anything is decided, as they always are in a class of outs."""
    game = learnable_game(key)
    title = "Any decision"
    if street:
        words = game.streets[street_of(game, street)].words
        title = f"{words[0].upper()}{words[1:]}"
    if hand_class:
        chosen = class_of(game, hand_class)
        count = count or chosen.counts
        title = f"{chosen.words[0].upper()}{chosen.words[1:]}"
    page = _page("drill", house, game, visitor, title)
    page.street, page.hand_class, page.count = street, hand_class, count
    return page_response(request, "learn/play.html", page)


@router.get("/learn/play/{key}/puzzles", summary="The puzzles of the day", response_model=PlayPage)
def puzzles(key: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    page = _page("puzzles", house, learnable_game(key), visitor, "Puzzles of the day")
    page.day = today(house)
    return page_response(request, "learn/play.html", page)


@router.get("/learn/play/{key}/test", summary="A test of a hundred decisions", response_model=PlayPage)
def hundred_page(key: str, request: Request, house: InHouse, visitor: Visiting, paper: str = "") -> Response:
    game, papers = learnable_game(key), PlayPapers(house.key)
    if not paper:
        return RedirectResponse(f"/learn/play/{key}/test?paper={papers.give_test(game, visitor)}", status_code=303)
    test = papers.read_test(paper, visitor, game)
    page = _page("test", house, game, visitor, "A hundred decisions")
    page.paper, page.seconds, page.of = paper, test.seconds, QUESTIONS
    page.question = None if test.open is None else asked_card(test.open)
    return page_response(request, "learn/play.html", page)


def learnable_game(key: str) -> Game:
    """A game that can be learnt here; refused where there is none."""
    if key not in GAMES:
        raise HTTPException(404)
    check_countable(GAMES[key])
    return GAMES[key]


def today(house: HouseContext) -> str:
    """The day of the puzzles, in UTC: the same for everybody everywhere."""
    return datetime.fromtimestamp(house.drills.now_ms() / 1000, UTC).date().isoformat()


def is_kept(visitor: Visitor) -> bool:
    """Whether what this visitor answers goes into the record: not of strangers, nor of who acts on nothing (R61)."""
    return visitor.person is not None and may(visitor.person.role, Duty.PRACTISE)


def answers_of(house: HouseContext, visitor: Visitor) -> list[DrillAnswer]:
    """What the visitor has answered; nothing for visitors without a name."""
    return house.drills.answers(visitor.name) if visitor.name else []


def in_review(answers: Iterable[DrillAnswer], game: Game) -> list[PastAnswer]:
    """The answers of one game as the scheduler and the rating take them."""
    mine = (answer for answer in answers if answer.position.split()[0] == game.key)
    return [
        PastAnswer(each.position, float(each.cost), each.took_ms / 1000, each.time_ms, float(each.margin))
        for each in mine
    ]


def solved_of_day(answers: Iterable[DrillAnswer], game: Game, day: str) -> list[int]:
    """The numbers of the day's puzzles that somebody has done."""
    mine = (each.puzzle.partition("/") for each in answers if each.position.split()[0] == game.key)
    return sorted({int(number) for of, _, number in mine if of == day and number.isdecimal()})


def row_of(house: HouseContext, game: Game, answers: Iterable[DrillAnswer]) -> GameRow:
    """How the visitor stands in a game."""
    now = standing(in_review(answers, game), house.drills.now_ms())
    rating = now.strength.words if now.answered else ""
    return GameRow(
        key=game.key, name=game.name, rating=rating, due=len(now.due), answered=now.answered, right=now.right
    )


def _rows(house: HouseContext, answers: list[DrillAnswer]) -> list[GameRow]:
    return [row_of(house, game, answers) for game in GAMES.values() if is_countable(game)]


def _page(mode: str, house: HouseContext, game: Game, visitor: Visitor, title: str) -> PlayPage:
    row = row_of(house, game, answers_of(house, visitor))
    return PlayPage(mode=mode, game=row, unit=unit_of_game(game), kept=is_kept(visitor), title=title)
