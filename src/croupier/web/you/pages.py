"""Your play, and your own statement: pages about whoever looks at them, and about nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.floor.figures.period import EVER, Period, between, preset
from croupier.floor.history.player_round import PlayerRound
from croupier.floor.practice import is_guest, shown_name
from croupier.games import GAMES
from croupier.ledger.accounts import player
from croupier.web.context import House, InHouse, Visiting, page_response
from croupier.web.permissions import DOORS
from croupier.web.sessions import Visitor
from croupier.web.staff.books.accounts import statement_page
from croupier.web.staff.books.asking import asked_for
from croupier.web.wording import house_zone
from croupier.web.you.figures import figures
from croupier.web.you.models import Option, OwnStatement, Progress, YouPage
from croupier.web.you.plays import Plays


def own_names(house: House, visitor: Visitor, asked: str) -> tuple[str, list[Option]]:
    """The name that is asked for, and all that are the visitor's, money first. Of others' names nobody is told."""
    seats = (one.guest for one in house.entrances.every(visitor.name) if one.seat)
    names = list(dict.fromkeys([visitor.name, *seats]))
    chosen = asked if asked in names else visitor.name
    guests = sum(map(is_guest, names))
    return chosen, [Option(value=name, words=_words(name, guests), chosen=name == chosen) for name in names]


def _words(name: str, guests: int) -> str:
    if not is_guest(name):
        return "For money"
    return "Practice" if guests == 1 else f"Practice, as {shown_name(name)}"


router = APIRouter()

_PERIODS: Final = {
    "all": "All time",
    "today": "Today",
    "yesterday": "Yesterday",
    "week": "Last 7 days",
    "month": "This month",
}
_STATEMENT: Final = "/you/statement"


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
    chosen, status = asked_for(request, lambda: _period(period, since, until, now_ms), EVER)
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
        made = statement_page(
            house, account, since, until, before, path=_STATEMENT, tables=tables, who=whose, side=side
        )
        # Only what was set, so that who is looking is still filled in as on every page.
        said = {field: getattr(made, field) for field in made.model_fields_set}
        return OwnStatement(**said, who=name, shown=shown_name(name), guest=is_guest(name), names=names)

    made, status = asked_for(request, lambda: page(since, until, before), None)
    if made is None:
        made = page().model_copy(update={"since": since, "until": until})
    return page_response(request, "you/statement.html", made, status)


def _tables(house: House, visitor: Visitor, name: str) -> set[str]:
    """The tables whose rounds somebody may have played: for money all, in practice those that are open to them."""
    if is_guest(name):
        return {one.table for one in house.entrances.every(visitor.name)}
    return {stream.removeprefix("table/") for stream in house.store.streams("table/")}


def _period(name: str, since: str, until: str, now_ms: int) -> Period:
    zone = house_zone()
    return between(since, until, zone) if since or until else preset(name, now_ms, zone)


async def _page(house: House, name: str, game: str, period: Period, *, only_progress: bool = False) -> YouPage:
    """The page without what the form asks. Figures are on it when everything has been read and judged."""
    book = await asyncio.to_thread(_book, house, name)
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
    )
    if share < 1:
        page.progress, page.done = "Reading your rounds.", share
        return page
    under = await book.under_way(name, mine, key)
    if under is not None:
        page.progress, page.done, page.failed = under
        return page
    if only_progress or not mine:
        return page
    return page.model_copy(update=figures(mine, house.plays.judge, GAMES[key]))


def _book(house: House, name: str) -> Plays:
    return house.practice_plays if house.sides.of(name) is house.sides.practice else house.plays


def _game_words(name: str, plays: Sequence[PlayerRound], key: str) -> str:
    return f"{name} ({sum(one.game == key for one in plays):,})"
