"""Your play, and your own statement: pages that show visitors their own rounds and nobody else's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from croupier.floor.figures.period import EVER, FigurePeriod, between, preset
from croupier.floor.history.player_round import PlayerRound
from croupier.floor.practice import is_guest, shown_name
from croupier.games import GAMES
from croupier.ledger.accounts import player
from croupier.web.context import HouseContext, InHouse, Visiting, page_response
from croupier.web.models import Page
from croupier.web.permissions import DOORS
from croupier.web.sessions import Visitor
from croupier.web.staff.books.accounts import StatementPage, statement_page
from croupier.web.staff.books.query import answer_query
from croupier.web.wording import house_zone
from croupier.web.you.curve import Curve
from croupier.web.you.figures import AgainstRow, CostRow, WorstRow, figures
from croupier.web.you.plays import Plays

router = APIRouter()
_STATEMENT: Final = "/you/statement"


_PERIODS: Final = {
    "all": "All time",
    "today": "Today",
    "yesterday": "Yesterday",
    "week": "Last 7 days",
    "month": "This month",
}


class Option(BaseModel):
    """Something to choose, and whether it is chosen."""

    value: str
    words: str
    chosen: bool = False


class YouPage(Page):
    """One's own play in a game and a period. `progress` says what is being worked out; without it all is there."""

    who: str
    guest: bool = False
    """Whether it was played with play chips: of that not everything is kept."""
    names: list[Option] = Field(default_factory=list)
    """The names under which one plays, for money and for practice."""
    games: list[Option]
    periods: list[Option]
    since: str
    until: str
    drills: bool = False
    """Whether there are drills, to which a decision can lead."""
    game: str
    game_name: str
    progress: str = ""
    done: float = 1.0
    failed: str = ""
    rounds: int = 0
    banked: int = 0
    decisions: int = 0
    result: str = ""
    tone: str = ""
    linked: str = ""
    corrected: str = ""
    """What two people corrected later, which is in the result (R58)."""
    fees: str = ""
    compared: str = ""
    expected: str = ""
    deviation: str = ""
    off: str = ""
    mistakes: str = ""
    mistakes_cents: int = 0
    per_hundred: str = ""
    an_hour: str = ""
    played_for: str = ""
    by_clock: int = 0
    clock_cost: str = ""
    """What the clock's decisions gave up, which are no mistakes of the player's."""
    curve: Curve | None = None
    streets: list[CostRow] = Field(default_factory=list)
    classes: list[tuple[str, list[CostRow]]] = Field(default_factory=list)
    against: list[AgainstRow] = Field(default_factory=list)
    worst: list[WorstRow] = Field(default_factory=list)


class OwnStatement(StatementPage):
    """The statement of one of one's own names."""

    who: str
    shown: str
    guest: bool
    names: list[Option]


class Progress(BaseModel):
    """How far the reading and judging of one's play is; `done` is a share."""

    progress: str
    done: float
    failed: str = ""


def own_names(house: HouseContext, visitor: Visitor, wanted: str) -> tuple[str, list[Option]]:
    """The name that is asked for, and all names of this visitor, money first. A name of somebody else is not
    accepted."""
    seats = (one.guest for one in house.entrances.every(visitor.name) if one.seat)
    names = list(dict.fromkeys([visitor.name, *seats]))
    chosen = wanted if wanted in names else visitor.name
    guests = sum(map(is_guest, names))
    return chosen, [Option(value=name, words=_words(name, guests), chosen=name == chosen) for name in names]


def _words(name: str, guests: int) -> str:
    if not is_guest(name):
        return "For money"
    return "Practice" if guests == 1 else f"Practice, as {shown_name(name)}"


@router.get("/you", summary="Your play: result, expectation, mistakes", response_model=YouPage)
async def you_page(
    request: Request,
    house: InHouse,
    visitor: Visiting,
    game: str = "",
    period: str = "all",
    since: str = "",
    until: str = "",
    who: str = "",
) -> Response:
    now_ms = house.room.now_ms()
    chosen, status = answer_query(request, lambda: _period(period, since, until, now_ms), EVER)
    name, names = await asyncio.to_thread(own_names, house, visitor, who)
    page = await _page(house, name, game, chosen)
    page.names = names
    page.periods = [Option(value=key, words=words, chosen=key == period) for key, words in _PERIODS.items()]
    page.since, page.until = since, until
    return await asyncio.to_thread(page_response, request, "you/play.html", page, status)


@router.get("/api/you/progress", summary="How far your play has been read and judged", response_model=Progress)
async def progress(
    house: InHouse,
    visitor: Visiting,
    game: str = "",
    period: str = "all",
    since: str = "",
    until: str = "",
    who: str = "",
) -> Progress:
    chosen = _period(period, since, until, house.room.now_ms())
    name, _ = await asyncio.to_thread(own_names, house, visitor, who)
    page = await _page(house, name, game, chosen, only_progress=True)
    return Progress(progress=page.progress, done=page.done, failed=page.failed)


@router.get(_STATEMENT, summary="Your own statement", response_model=OwnStatement)
def own_statement(
    request: Request,
    house: InHouse,
    visitor: Visiting,
    since: str = "",
    until: str = "",
    before: int | None = None,
    who: str = "",
) -> Response:
    name, names = own_names(house, visitor, who)
    account, tables, side = player(name), _tables(house, visitor, name), house.sides.of(name)
    whose = "" if name == visitor.name else name

    def page(since: str = "", until: str = "", before: int | None = None) -> OwnStatement:
        statement = statement_page(
            house, account, since, until, before, path=_STATEMENT, tables=tables, who=whose, side=side
        )
        # Only the fields that were set, so that `you` is filled in later, as on every page.
        fields = {field: getattr(statement, field) for field in statement.model_fields_set}
        return OwnStatement(**fields, who=name, shown=shown_name(name), guest=is_guest(name), names=names)

    statement, status = answer_query(request, lambda: page(since, until, before), None)
    if statement is None:
        statement = page().model_copy(update={"since": since, "until": until})
    return page_response(request, "you/statement.html", statement, status)


def _tables(house: HouseContext, visitor: Visitor, name: str) -> set[str]:
    """The tables whose rounds this name may have played: for money all, in practice those that are open to them."""
    if is_guest(name):
        return {one.table for one in house.entrances.every(visitor.name)}
    return {stream.removeprefix("table/") for stream in house.store.streams("table/")}


def _period(name: str, since: str, until: str, now_ms: int) -> FigurePeriod:
    zone = house_zone()
    return between(since, until, zone) if since or until else preset(name, now_ms, zone)


async def _page(
    house: HouseContext, name: str, game: str, period: FigurePeriod, *, only_progress: bool = False
) -> YouPage:
    """The page without what the form asks. Figures are on it when everything has been read and judged."""
    book = await asyncio.to_thread(book_of, house, name)
    plays, share = await book.read(name)
    names = list(dict.fromkeys(one.game for one in reversed(plays)))
    key = game if game in GAMES else names[0] if names else next(iter(GAMES))
    mine = [one for one in plays if one.game == key and period.has(one.ended_ms)]
    page = YouPage(
        who=name,
        guest=is_guest(name),
        games=[
            Option(value=one.key, words=_game_words(one.name, plays, one.key), chosen=one.key == key)
            for one in GAMES.values()
            if one.key in names or one.key == key
        ],
        periods=[],
        drills="GET /learn/play/{key}/drill" in DOORS,
        since="",
        until="",
        game=key,
        game_name=GAMES[key].name,
        rounds=len(mine),
        banked=sum(one.banked is not None for one in mine),
    )
    if share < 1:
        page.progress, page.done = "Reading your rounds.", share
        return page
    under = await book.under_way(name, mine)
    if under is not None:
        page.progress, page.done, page.failed = under
        return page
    if only_progress or not mine:
        return page
    return page.model_copy(update=figures(mine, house.plays.judge, GAMES[key]))


def book_of(house: HouseContext, name: str) -> Plays:
    """Where the rounds of a name are read: for money, or in practice."""
    return house.practice_plays if house.sides.of(name) is house.sides.practice else house.plays


def _game_words(name: str, plays: Sequence[PlayerRound], key: str) -> str:
    return f"{name} ({sum(one.game == key for one in plays):,})"
