"""The round finder: by table, player, time, hand, stake and result, newest first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from croupier.data.sheets import OF_ROUNDS, SHEETS
from croupier.errors import Refused
from croupier.floor.history.digest import RoundDigest, SeatDigest, SeatResult
from croupier.floor.history.finder import RoundBook, Wanted, known_hands, parse_hand
from croupier.floor.roles import AUTOMATIC_DEALER
from croupier.games import GAMES
from croupier.money import dollars, parse_dollars, signed_dollars
from croupier.rules.paytables import line_words
from croupier.web.context import HouseContext, InHouse, page_response
from croupier.web.forms import in_field
from croupier.web.models import Page
from croupier.web.staff.books.query import answer_query, link, period_of
from croupier.web.wording import iso, tone, when

router = APIRouter()

_PATH: Final = "/staff/rounds"
_PAGE: Final = 50
_VOID: Final = {"": None, "no": False, "only": True}


class FoundSeat(BaseModel):
    """A seat of a round that was found."""

    seat: int
    player: str
    hand: str
    net: str
    tone: str
    staked: str
    banks: bool
    wanted: bool


class FoundRound(BaseModel):
    id: str
    table: str
    game: str
    time: str
    utc: str
    dealer: str
    seats: list[FoundSeat]
    biggest: str
    tone: str
    void_reason: str | None


class FinderPage(Page):
    table: str
    player: str
    since: str
    until: str
    hand: str
    staked: str
    won: str
    result: str
    void: str
    tables: list[str]
    games: list[tuple[str, str]]
    sheets: list[tuple[str, str]]
    """What a row of an export can be, by name and in words."""
    hands: list[str]
    rounds: list[FoundRound]
    looked_at: str
    newest: str
    older: str
    tired: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FinderForm:
    """What somebody typed into the form."""

    table: str = ""
    player: str = ""
    since: str = ""
    until: str = ""
    hand: str = ""
    staked: str = ""
    won: str = ""
    result: str = ""
    void: str = ""

    def link(self, **other: str | int | None) -> str:
        """The address of the same search, from another place on."""
        return link(_PATH, {name: getattr(self, name) for name in self.__slots__}, **other)


@router.get("/staff/rounds", summary="Find rounds, newest first", response_model=FinderPage)
def rounds(
    request: Request,
    house: InHouse,
    table: str = "",
    player: str = "",
    since: str = "",
    until: str = "",
    hand: str = "",
    staked: str = "",
    won: str = "",
    result: str = "",
    void: str = "",
    before: int | None = None,
) -> Response:
    form = FinderForm(
        table=table.strip(),
        player=player.strip(),
        since=since,
        until=until,
        hand=hand,
        staked=staked,
        won=won,
        result=result,
        void=void,
    )
    page, status = answer_query(request, lambda: finder_page(house, form, before), None)
    if page is None:
        typed = {name: getattr(form, name) for name in form.__slots__}
        page = finder_page(house, FinderForm(), None).model_copy(update={**typed, "rounds": [], "older": ""})
    return page_response(request, "staff/finder.html", page, status)


def finder_page(house: HouseContext, form: FinderForm, before: int | None) -> FinderPage:
    """The newest rounds that fit."""
    book = house.books.rounds
    wanted = _wanted(house, book, form)
    if before is not None:
        wanted = replace(wanted, before=min(before, wanted.before))
    page = book.search(wanted, most=_PAGE)
    return FinderPage(
        **{name: getattr(form, name) for name in form.__slots__},
        tables=book.tables(),
        games=[(game.key, game.name) for game in GAMES.values()],
        sheets=[(name, SHEETS[name].about) for name in OF_ROUNDS],
        hands=[line_words(hand) for hand in known_hands()],
        rounds=[_row(round, wanted) for round in page.rounds],
        looked_at=f"{page.looked_at:,}",
        newest="" if before is None else form.link(),
        older="" if page.go_on is None else form.link(before=page.go_on),
        tired=page.tired,
    )


def _wanted(house: HouseContext, book: RoundBook, form: FinderForm) -> Wanted:
    after, before = period_of(form.since, form.until).positions(house.store)
    return Wanted(
        table=in_field("table", lambda text: _known_table(text, book), form.table),
        player=form.player,
        hand=in_field("hand", parse_hand, form.hand),
        staked=in_field("staked", _amount, form.staked),
        won=in_field("won", _amount, form.won),
        result=in_field("result", _result, form.result),
        void=in_field("void", _void, form.void),
        after=after,
        before=before,
    )


def _known_table(name: str, book: RoundBook) -> str:
    there = book.tables()
    if name and name not in there:
        raise Refused(f"no table {name!r}; there are {', '.join(there) or 'none yet'}")
    return name


def _amount(text: str) -> int:
    return parse_dollars(text) if text.strip() else 0


def _result(text: str) -> SeatResult:
    try:
        return SeatResult(text)
    except ValueError:
        raise Refused(f"no result {text!r}; want won, lost or even, or none of them") from None


def _void(text: str) -> bool | None:
    if text not in _VOID:
        raise Refused(f"{text!r} says nothing about void rounds; want no, only, or nothing for both")
    return _VOID[text]


def _row(round: RoundDigest, wanted: Wanted) -> FoundRound:
    biggest = round.biggest
    return FoundRound(
        id=round.id,
        table=round.table,
        game=GAMES[round.game].name,
        time=when(round.ended_ms),
        utc=iso(round.ended_ms),
        dealer=dealer_words(round.dealer),
        seats=[_seat(seat, wanted.fits_seat(seat) and wanted.of_a_seat) for seat in round.seats],
        biggest="" if biggest is None else signed_dollars(biggest.net),
        tone="" if biggest is None else tone(biggest.net),
        void_reason=round.void_reason,
    )


def _seat(seat: SeatDigest, wanted: bool) -> FoundSeat:
    return FoundSeat(
        seat=seat.seat,
        player=seat.player,
        hand="banks" if seat.banks else line_words(seat.hand) + (", folded" if seat.folded else ""),
        net=signed_dollars(seat.net),
        tone=tone(seat.net),
        staked=dollars(seat.staked),
        banks=seat.banks,
        wanted=wanted,
    )


def dealer_words(dealer: str) -> str:
    """Who dealt, as people say it; nothing where no card was dealt."""
    return "the machine" if dealer == AUTOMATIC_DEALER.name else dealer
