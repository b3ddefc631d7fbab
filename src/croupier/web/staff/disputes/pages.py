"""The routes of the dispute desk: the list, one seat of a round, and what is said or done about it."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.corrections import AskCorrection, DropCorrection, MakeCorrection
from croupier.floor.disputes import DisputeOpened, DisputeStep, SayOfDispute
from croupier.floor.history.digest import RoundDigest
from croupier.floor.history.disputes import SaidOfRound, openings
from croupier.floor.history.finder import Wanted
from croupier.floor.history.rounds import find_round
from croupier.floor.orders import Order
from croupier.floor.practice import is_practice
from croupier.floor.roles import Duty, Person, check_may, may
from croupier.floor.table import Table
from croupier.money import parse_dollars, signed_dollars
from croupier.web.context import HouseContext, InHouse, StaffByForm, Visiting, page_response
from croupier.web.forms import BadField, in_field
from croupier.web.sessions import Visitor
from croupier.web.staff.books.finder import dealer_words
from croupier.web.staff.disputes.models import DisputedSeat, DisputePage, DisputesPage, LastRound, OpenDispute
from croupier.web.staff.disputes.seat_sheet import seat_sheet
from croupier.web.staff.money.window import second_signer
from croupier.web.wording import iso, natural_order, tone, when

router = APIRouter()

LAST: Final = 5
"""So many rounds of a table or a player are listed."""


@router.get("/staff/disputes", summary="Open disputes, and somebody's last rounds", response_model=DisputesPage)
def desk(request: Request, house: InHouse, visitor: Visiting, table: str = "", player: str = "") -> Response:
    if player and not _finds_any(visitor):
        raise Refused("the last rounds of a player are for a supervisor to look up; want a table")
    book, names = house.books.rounds, house.books.rounds.tables()
    if table and table not in names:
        raise Refused(f"no table {table!r}; there are {', '.join(names) or 'none yet'}")
    found = book.search(Wanted(table=table, player=player), most=LAST).rounds if table or player else ()
    tables = {name: house.room.glance(name) for name in names}
    disputed = {(one.round, one.seat) for at in tables.values() for one in at.disputes}
    page = DisputesPage(
        table=table,
        player=player,
        tables=sorted(names, key=natural_order),
        rounds=[_last_round(one, player, disputed) for one in found],
        open=[
            _open_dispute(said)
            for name in sorted(tables, key=natural_order)
            for said in openings(house.store, tables[name])
        ],
    )
    return page_response(request, "staff/disputes.html", page)


@router.get(
    "/staff/rounds/{name}/seats/{seat}", summary="One seat of a round, for its player", response_model=DisputePage
)
def dispute(name: str, seat: int, request: Request, house: InHouse, visitor: Visiting) -> Response:
    past, (table, _, number) = find_round(house.store, name), name.rpartition("-")
    at = house.room.glance(table)
    since = at.rounds - (at.in_play is not None) - int(number)
    disputed = any((one.round, one.seat) == (name, seat) for one in at.disputes)
    if since >= LAST and not disputed and not _finds_any(visitor):
        raise Refused(f"{name} is not among the last {LAST} rounds of {table}; a supervisor looks it up")
    page = seat_sheet(house, past, table, seat)
    return page_response(request, "staff/dispute.html", page)


def _open_dispute(said: SaidOfRound) -> OpenDispute:
    one = said.event
    assert isinstance(one, DisputeOpened), "a dispute begins so"
    since, utc, path = when(said.time_ms), iso(said.time_ms), _path(one.round, one.seat)
    return OpenDispute(round=one.round, seat=one.seat, words=one.words, by=one.by, since=since, utc=utc, path=path)


def _finds_any(visitor: Visitor) -> bool:
    """Whether somebody may look up any finished round; who deals sees the last ones of a table, and what
    is disputed."""
    return visitor.person is not None and may(visitor.person.role, Duty.FIND_ROUND)


@router.post("/staff/rounds/{name}/seats/{seat}", summary="Open, note or close a dispute, or correct the round")
async def say(
    name: str,
    seat: int,
    house: InHouse,
    who: StaffByForm,
    what: Annotated[str, Form()],
    command: Annotated[str, Form()],
    words: Annotated[str, Form()] = "",
    amount: Annotated[str, Form()] = "",
    way: Annotated[str, Form()] = "pay",
    named: Annotated[str, Form()] = "",
    badge: Annotated[str, Form()] = "",
    pin: Annotated[str, Form()] = "",
) -> Response:
    give = partial(_give, house, name.rpartition("-")[0], command)
    if what in ("make", "drop"):
        await give(MakeCorrection(named) if what == "make" else DropCorrection(named), who)
        return RedirectResponse(_path(name, seat), status_code=303)
    said = in_field("words", _said, words)
    if what == "correct":
        cents = in_field("amount", parse_dollars, amount)
        asked = AskCorrection(name, seat, -cents if way == "back" else cents, said)
        second = await _second(house, badge, pin, who)
        await give(asked, who)
        if second is not None:
            try:
                await give(MakeCorrection(asked.reference), second)
            except Refused:
                await give(DropCorrection(asked.reference), who)
                raise
    else:
        await give(SayOfDispute(name, seat, _step(what), said), who)
    return RedirectResponse(_path(name, seat), status_code=303)


async def _give(house: HouseContext, table: str, command: str, order: Order, who: Person) -> Table:
    """Give an order at the table of the round, once however often the form is sent."""
    id = f"dispute/{command}/{str(order).partition(' ')[0]}"
    if is_practice(table):
        raise Refused(f"{table} plays with play chips; nobody disputes those here")
    return await house.hub.order(table, order, who, command=id, version=None)


async def _second(house: HouseContext, badge: str, pin: str, who: Person) -> Person | None:
    """Who signs beside whoever asks for a correction, if the form names somebody: another who may correct rounds."""
    second = await second_signer(house, badge, pin, who)
    if second is None:
        return None
    try:
        check_may(second, Duty.CORRECT_ROUND)
        if second.name == who.name:
            raise Refused(f"{who.name} asks for this correction; somebody else signs it")
    except Refused as why:
        raise BadField("badge", why) from why
    return second


def _said(text: str) -> str:
    words = " ".join(text.split())
    if not words:
        raise Refused("nothing was said; say in a few words what is disputed, found or decided")
    return words


def _step(what: str) -> DisputeStep:
    try:
        return DisputeStep(what)
    except ValueError:
        raise Refused(
            f"the dispute desk does not know {what!r}; want open, note, close, correct, make or drop"
        ) from None


def _path(round: str, seat: int) -> str:
    return f"/staff/rounds/{round}/seats/{seat}"


def _last_round(round: RoundDigest, player: str, disputed: set[tuple[str, int]]) -> LastRound:
    return LastRound(
        id=round.id,
        time=when(round.ended_ms),
        utc=iso(round.ended_ms),
        dealer=dealer_words(round.dealer),
        seats=[
            DisputedSeat(
                seat=seat.seat,
                player=seat.player,
                net=signed_dollars(seat.net) if round.void_reason is None else "void",
                tone=tone(seat.net) if round.void_reason is None else "",
                path=_path(round.id, seat.seat),
                open=(round.id, seat.seat) in disputed,
            )
            for seat in round.seats
            if player in ("", seat.player)
        ],
    )
