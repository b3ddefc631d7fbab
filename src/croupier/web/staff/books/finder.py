"""The round finder: by table, player, time, hand, stake and result, newest first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.data.sheets import OF_ROUNDS, SHEETS
from croupier.errors import Refused
from croupier.floor.history.digest import Result, RoundDigest, SeatDigest
from croupier.floor.history.finder import RoundBook, Wanted, known_hands, parse_hand
from croupier.floor.roles import AUTOMATIC_DEALER
from croupier.games import GAMES
from croupier.money import dollars, parse_dollars, signed_dollars
from croupier.rules.paytables import line_words
from croupier.web.context import House, InHouse, page_response
from croupier.web.forms import in_field
from croupier.web.staff.books.asking import asked_for, link, period_of
from croupier.web.staff.books.models import FinderPage, FoundRound, FoundSeat
from croupier.web.wording import iso, when

router = APIRouter()

_PATH: Final = "/staff/rounds"
_PAGE: Final = 50
_VOID: Final = {"": None, "no": False, "only": True}


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
        """The same search, from another place on."""
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
    asked = FinderForm(
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
    page, status = asked_for(request, lambda: finder_page(house, asked, before), None)
    if page is None:
        typed = {name: getattr(asked, name) for name in asked.__slots__}
        page = finder_page(house, FinderForm(), None).model_copy(update={**typed, "rounds": [], "older": ""})
    return page_response(request, "staff/finder.html", page, status)


def finder_page(house: House, asked: FinderForm, before: int | None) -> FinderPage:
    """The newest rounds that fit."""
    book = house.books.rounds
    wanted = _wanted(house, book, asked)
    if before is not None:
        wanted = replace(wanted, before=min(before, wanted.before))
    found = book.search(wanted, most=_PAGE)
    return FinderPage(
        **{name: getattr(asked, name) for name in asked.__slots__},
        tables=book.tables(),
        games=[(game.key, game.name) for game in GAMES.values()],
        sheets=[(name, SHEETS[name].about) for name in OF_ROUNDS],
        hands=[line_words(hand) for hand in known_hands()],
        rounds=[_row(round, wanted) for round in found.rounds],
        looked_at=f"{found.looked_at:,}",
        newest="" if before is None else asked.link(),
        older="" if found.go_on is None else asked.link(before=found.go_on),
        tired=found.tired,
    )


def _wanted(house: House, book: RoundBook, asked: FinderForm) -> Wanted:
    after, before = period_of(asked.since, asked.until).positions(house.store)
    return Wanted(
        table=in_field("table", lambda text: _known_table(text, book), asked.table),
        player=asked.player,
        hand=in_field("hand", parse_hand, asked.hand),
        staked=in_field("staked", _amount, asked.staked),
        won=in_field("won", _amount, asked.won),
        result=in_field("result", _result, asked.result),
        void=in_field("void", _void, asked.void),
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


def _result(text: str) -> Result:
    try:
        return Result(text)
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
        tone="" if biggest is None else _tone(biggest.net),
        void_reason=round.void_reason,
    )


def _seat(seat: SeatDigest, wanted: bool) -> FoundSeat:
    return FoundSeat(
        seat=seat.seat,
        player=seat.player,
        hand="banks" if seat.banks else line_words(seat.hand) + (", folded" if seat.folded else ""),
        net=signed_dollars(seat.net),
        tone=_tone(seat.net),
        staked=dollars(seat.staked),
        banks=seat.banks,
        wanted=wanted,
    )


def dealer_words(dealer: str) -> str:
    """Who dealt, as people say it; nothing where no card was dealt."""
    return "the machine" if dealer == AUTOMATIC_DEALER.name else dealer


def _tone(net: int) -> str:
    return "win" if net > 0 else "loss" if net < 0 else ""
