"""The pages of who learns to play: the games, a game's home, and the places where decisions are asked."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from croupier.floor.house.drills import Answered
from croupier.games import GAMES
from croupier.lab.solved import check_countable, is_countable
from croupier.rules.game import Game
from croupier.school.decision import street_of
from croupier.strategy.drills.drawing import class_of
from croupier.strategy.drills.rating import standing
from croupier.strategy.drills.review import Answer
from croupier.web.context import House, InHouse, Visiting, page_response
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
    game, given = learnt(key), answers_of(house, visitor)
    day = today(house)
    page = PlayHome(
        game=row_of(house, game, given),
        games=_rows(house, given),
        kept=visitor.person is not None,
        streets=street_picks(game),
        day=day,
        solved=solved_of_day(given, game, day),
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
) -> Response:
    game = learnt(key)
    title = "Any decision"
    if street:
        words = game.streets[street_of(game, street)].words
        title = f"{words[0].upper()}{words[1:]}"
    if hand_class:
        words = class_of(game, hand_class).words
        title = f"{words[0].upper()}{words[1:]}"
    page = _page("drill", house, game, visitor, title)
    page.street, page.hand_class = street, hand_class
    return page_response(request, "learn/play.html", page)


@router.get("/learn/play/{key}/puzzles", summary="The puzzles of the day", response_model=PlayPage)
def puzzles(key: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    page = _page("puzzles", house, learnt(key), visitor, "Puzzles of the day")
    page.day = today(house)
    return page_response(request, "learn/play.html", page)


@router.get("/learn/play/{key}/test", summary="A test of a hundred decisions", response_model=PlayPage)
def hundred_page(key: str, request: Request, house: InHouse, visitor: Visiting, paper: str = "") -> Response:
    game, papers = learnt(key), PlayPapers(house.key)
    if not paper:
        return RedirectResponse(f"/learn/play/{key}/test?paper={papers.give_test(game, visitor)}", status_code=303)
    given = papers.read_test(paper, visitor, game)
    page = _page("test", house, game, visitor, "A hundred decisions")
    page.paper, page.seconds = paper, given.seconds
    page.questions = [asked_card(asked) for asked in given.questions]
    return page_response(request, "learn/play.html", page)


def learnt(key: str) -> Game:
    """A game that can be learnt here."""
    if key not in GAMES:
        raise HTTPException(404)
    check_countable(GAMES[key])
    return GAMES[key]


def today(house: House) -> str:
    """The day of the puzzles, in UTC: the same for everybody everywhere."""
    return datetime.fromtimestamp(house.drills.now_ms() / 1000, UTC).date().isoformat()


def answers_of(house: House, visitor: Visitor) -> list[Answered]:
    """What the visitor has answered; nothing of who has no name."""
    return house.drills.answers(visitor.name) if visitor.name else []


def in_review(given: Iterable[Answered], game: Game) -> list[Answer]:
    """The answers of one game as the scheduler and the rating take them."""
    mine = (answer for answer in given if answer.position.split()[0] == game.key)
    return [
        Answer(each.position, float(each.cost), each.took_ms / 1000, each.time_ms, float(each.margin)) for each in mine
    ]


def solved_of_day(given: Iterable[Answered], game: Game, day: str) -> list[int]:
    """The numbers of the day's puzzles that somebody has done."""
    mine = (each.puzzle.partition("/") for each in given if each.position.split()[0] == game.key)
    return sorted({int(number) for of, _, number in mine if of == day and number.isdecimal()})


def row_of(house: House, game: Game, given: Iterable[Answered]) -> GameRow:
    """How the visitor stands in a game."""
    now = standing(in_review(given, game), house.drills.now_ms())
    rating = now.strength.words if now.answered else ""
    return GameRow(
        key=game.key, name=game.name, rating=rating, due=len(now.due), answered=now.answered, right=now.right
    )


def _rows(house: House, given: list[Answered]) -> list[GameRow]:
    return [row_of(house, game, given) for game in GAMES.values() if is_countable(game)]


def _page(mode: str, house: House, game: Game, visitor: Visitor, title: str) -> PlayPage:
    row = row_of(house, game, answers_of(house, visitor))
    kept = visitor.person is not None
    return PlayPage(mode=mode, game=row, unit=unit_of_game(game), kept=kept, title=title)
