"""A finished round: replay, all its cards, its proof and its notation; for the staff also who dealt it, the players'
own names, and the entries that it is made of."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.floor.history.decisions import decisions
from croupier.floor.history.rounds import NoSuchRound, PastRound, find_round
from croupier.floor.practice import is_practice
from croupier.floor.roles import AUTOMATIC_DEALER
from croupier.floor.sitting import has_account, nobodys
from croupier.games import not_approved_words
from croupier.money import dollars, signed_dollars
from croupier.rules.events import Acted, BetsLocked, CardsShown, Dealt, RoundEnded
from croupier.rules.notation import notation
from croupier.rules.round import Round, Stage, evolve
from croupier.rules.view import AtSeat, Onlooker, Reviewer, Viewer, view
from croupier.web.context import HouseContext, InHouse, Visiting, page_response
from croupier.web.friends.links import link_card, round_path
from croupier.web.models import RoundCard, SeatCard
from croupier.web.permissions import opens
from croupier.web.sessions import Visitor
from croupier.web.table.commentary import YOUR_CARDS, told
from croupier.web.table.facts import felt_card
from croupier.web.table.identity import you_at
from croupier.web.table.review import reviewed
from croupier.web.table.roundpage import (
    PayoutRow,
    RevealCard,
    Review,
    RoundEntry,
    RoundPage,
    RoundSeat,
    StaffRound,
    Step,
    corrections_of,
    refused_words,
    whys_of,
)
from croupier.web.table.seat_page import display_name, round_card
from croupier.web.wording import iso, tone, when

router = APIRouter()

_BOOKS: Final = "GET /staff/rounds"
"""Whoever this opens for reads names in full, and where in the journal a round stands."""


@router.get("/rounds/{name}", summary="A finished round, with all its cards", response_model=RoundPage)
def round_(name: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    past, table = round_for(house, visitor, name), name.rpartition("-")[0]
    for_staff = opens(visitor.person, _BOOKS)
    you = you_at(house, visitor, table).name
    page = round_page(past, table, viewer_of(past, you, for_staff=for_staff), for_staff=for_staff, you=you)
    page.previous, page.next = _neighbours(house, table, past)
    if is_practice(table):
        page.approval = not_approved_words(past.round.terms.game)
    else:
        page.approval = house.room.approvals.of_table(house.room.table(table)).words
    page.review = f"/api/rounds/{name}/review"
    if page.yours and opens(visitor.person, "GET /you/review"):
        page.session = f"/you/review?{urlencode({'session': name, 'who': you})}"
    page.share = link_card(request, round_path(house.cookies, name))
    return page_response(request, "table/round.html", page)


@router.get("/api/rounds/{name}/review", summary="Every decision of a finished round, judged", response_model=Review)
async def review(name: str, house: InHouse, visitor: Visiting) -> Review:
    past = await asyncio.to_thread(round_for, house, visitor, name)
    you = (await asyncio.to_thread(you_at, house, visitor, name.rpartition("-")[0])).name
    for_staff = opens(visitor.person, _BOOKS)
    names = names_in(past, you, in_full=for_staff)
    seats = seats_in_sight(past, viewer_of(past, you, for_staff=for_staff))
    return await reviewed(past, house.plays.judge, names, you, seats)


def round_for(house: HouseContext, visitor: Visitor, name: str) -> PastRound:
    """A finished round that this visitor may see: a private table's only if they were let in there."""
    table = name.rpartition("-")[0]
    past = find_round(house.sides.at(table).store, name)
    if is_practice(table) and house.entrances.at(visitor.name, table) is None:
        raise NoSuchRound(name)
    return past


def names_in(past: PastRound, you: str, *, in_full: bool) -> dict[int, str]:
    """Who sat where, as this visitor may read it: `ann (you)`, `max (bank)`."""
    bank = past.round.bank
    names: dict[int, str] = {}
    for seat, name in past.players.items():
        nobody = name == nobodys(seat)
        marks = [*(["you"] if name == you else []), *(["bank"] if bank is not None and bank.seat == seat else [])]
        if nobody and not marks:
            continue  # who has told no name is called after the seat (R58)
        display = name if in_full and not nobody else display_name(name)
        names[seat] = f"{display} ({', '.join(marks)})" if marks else display
    return names


def viewer_of(past: PastRound, you: str, *, for_staff: bool) -> Viewer:
    """Whose eyes a finished round is looked at with: the staff's, a player's of the round, or an onlooker's."""
    if for_staff:
        return Reviewer()
    own = [seat for seat, name in past.players.items() if name == you]
    return AtSeat(own[0]) if own else Onlooker()


def seats_in_sight(past: PastRound, viewer: Viewer) -> set[int]:
    """The seats whose cards a viewer has seen: not those that were folded face down (R23)."""
    return {seat.number for seat in view(past.round, viewer).seats if seat.cards is not None}


def round_page(past: PastRound, table: str, viewer: Viewer, *, for_staff: bool = False, you: str = "") -> RoundPage:
    """What a viewer sees of a round that is over. Names in full, who dealt and what the journal says are for the
    staff."""
    seen = view(past.round, viewer)
    card = round_card(seen, viewer, past.players, past.awards)
    names = names_in(past, you, in_full=for_staff)
    # Chips on a real felt are in nobody's account (R58), nor are those of who was there by name.
    accounts = {seat: name for seat, name in past.players.items() if has_account(name)}
    if not for_staff or seen.terms.real_cards:
        accounts = {}
    own = {seat for seat, name in past.players.items() if name == you}
    rows = _rows(card, accounts, names, whys_of(seen, own))
    opened, ended = past.times_ms[0], past.time_ms
    dealt = next((at for at, event in zip(past.times_ms, past.events, strict=True) if isinstance(event, Dealt)), None)
    return RoundPage(
        id=past.round.id,
        table=table,
        title=seen.terms.rules.title,
        procedure=seen.terms.procedure.value,
        felt=felt_card(seen.game),
        deck_colour=seen.deck_colour,
        void_reason=seen.void_reason,
        opened=when(opened),
        opened_utc=iso(opened),
        dealt="" if dealt is None else when(dealt),
        dealt_utc="" if dealt is None else iso(dealt),
        ended=when(ended),
        ended_utc=iso(ended),
        previous="",
        next="",
        board=[str(card) for card in past.round.deal.board] if past.round.deal else [],
        dealer=card.dealer,
        dealer_hand=_dealer_hand(card),
        dealer_plays=card.dealer_plays,
        seats=card.seats,
        rows=rows,
        yours=_yours(card, own),
        corrections=corrections_of(past, for_staff=for_staff, you=you),
        refused=[refused_words(one, for_staff=for_staff) for one in past.refused],
        fees=_fees(past),
        bank=past.round.bank is not None,
        decisions=_reviewable(past, viewer),
        staff=_for_staff(past) if for_staff else None,
        steps=_steps(past, names),
        payouts=[
            PayoutRow(
                seat=seat.number,
                felt=row.felt,
                stake=dollars(row.stake),
                net=signed_dollars(row.net),
                tone=tone(row.net),
                reason=row.reason,
            )
            for seat in card.seats
            for row in seat.results
        ],
        reveal=None if past.reveal is None else RevealCard(**past.papers),
        real_cards=past.round.terms.real_cards,
        entered_by=_entered_by(past),
        notation=notation(past.events),
    )


def _reviewable(past: PastRound, viewer: Viewer) -> int:
    if past.round.stage is not Stage.OVER:
        return 0
    seats = seats_in_sight(past, viewer)
    return sum(decision.seat in seats for decision in decisions(past))


def _entered_by(past: PastRound) -> list[str]:
    """Who entered the cards of a real deck or corrected them (R58), in the order in which they did."""
    # A correction of an earlier round that two people made meanwhile is none of this one's cards.
    asked = [mark for mark in past.entries if not mark.request.startswith("correct round ")]
    entries = [mark for mark in asked if mark.request.startswith(("cards ", "correct "))]
    return list(dict.fromkeys(mark.actor.removeprefix("staff/") for mark in entries))


def _neighbours(house: HouseContext, table: str, past: PastRound) -> tuple[str, str]:
    """The rounds before and after this one at its table; empty where there is none, it is not kept or not over."""
    number, side = int(past.round.id.rpartition("-")[2]), house.sides.at(table)
    now = side.room.table(table)
    finished = now.rounds - (now.in_play is not None)
    # Practice is trimmed before the opening of a round, so what is left of its table may begin with this one.
    before = side.store.newest(stream=f"table/{table}", before=past.entries[0].position, page=1)
    previous = f"{table}-{number - 1}" if number > 1 and any(before) else ""
    return previous, f"{table}-{number + 1}" if number < finished else ""


def _dealer_hand(card: RoundCard) -> str:
    if card.dealer_hand is None:
        return ""
    return card.dealer_hand + {True: ", qualifies", False: ", does not qualify", None: ""}[card.dealer_qualifies]


def _yours(card: RoundCard, own: set[int]) -> str:
    """How the round came out for this visitor, in a sentence; empty where they did not play."""
    mine = [seat for seat in card.seats if seat.number in own and seat.results]
    bank = card.bank if card.bank is not None and card.bank.seat in own else None
    if card.void_reason or not (mine or bank):
        return ""
    net = sum(seat.net + seat.meter_paid for seat in mine) + (bank.net if bank else 0)
    fee = sum(seat.fee for seat in mine) + (bank.fee if bank else 0)
    came_out = f"{'won' if net > 0 else 'lost'} {dollars(abs(net))}" if net else "came out even"
    as_bank = " as the bank" if bank and not mine else ""
    return f"You {came_out}{as_bank}{f' and paid a fee of {dollars(fee)}' if fee else ''}."


def _fees(past: PastRound) -> str:
    return dollars(sum(fee.amount for fee in past.round.fees)) if past.round.fees else ""


def _rows(
    card: RoundCard, accounts: Mapping[int, str], names: Mapping[int, str], whys: Mapping[int, str]
) -> list[RoundSeat]:
    """Every seat of the round in figures, and who banked it."""
    rows = [_row(seat, accounts, names, whys.get(seat.number, "")) for seat in card.seats]
    if card.bank is not None:
        bank = card.bank
        rows.append(
            RoundSeat(
                number=bank.seat,
                account=accounts.get(bank.seat, ""),
                name=names.get(bank.seat, ""),
                hand=card.dealer_hand or "",
                outcome="banks",
                why="",
                staked=dollars(bank.wager),
                net="" if card.void_reason else signed_dollars(bank.net),
                tone=tone(bank.net),
                fee=dollars(bank.fee) if bank.fee else "",
                meter="",
                bank=f"{dollars(bank.wager)}, {bank.coverage} coverage",
            )
        )
    return rows


def _row(seat: SeatCard, accounts: Mapping[int, str], names: Mapping[int, str], why: str) -> RoundSeat:
    staked = sum((seat.stakes or {}).values()) + sum(seat.raised.values())
    net = seat.net + seat.meter_paid
    return RoundSeat(
        number=seat.number,
        account=accounts.get(seat.number, ""),
        name=names.get(seat.number, ""),
        hand=seat.hand or "",
        outcome=seat.outcome or "",
        why=why,
        staked=dollars(staked),
        net=signed_dollars(net) if seat.results else "",
        tone=tone(net),
        fee=dollars(seat.fee) if seat.fee else "",
        meter=dollars(seat.meter_paid) if seat.meter_paid else "",
        bank="",
    )


def _for_staff(past: PastRound) -> StaffRound:
    void = past.round.stage is Stage.VOID
    return StaffRound(
        dealer="the machine" if past.dealer == AUTOMATIC_DEALER.name else past.dealer,
        voided_by=past.entries[-1].actor.removeprefix("staff/") if void else "",
        entries=[
            RoundEntry(
                position=mark.position,
                time=when(mark.time_ms),
                utc=iso(mark.time_ms),
                actor=mark.actor,
                asked=mark.request,
                hash=mark.hash,
            )
            for mark in past.entries
        ],
    )


def _steps(past: PastRound, names: Mapping[int, str]) -> list[Step]:
    """The round step by step: what is said, what lies open, what has been bet."""
    steps: list[Step] = []
    round = None
    board = decision = 0
    dealer = dealt = False
    for event in past.events:
        round = evolve(round, event)
        lines = told(event, names, round.game)
        decision += isinstance(event, Acted)
        match event:
            case BetsLocked(fees) if fees:
                paid = ", ".join(f"{names.get(fee.seat, f'Seat {fee.seat}')} {dollars(fee.amount)}" for fee in fees)
                lines = [*lines, f"The house collects its fees: {paid}."]
            case Dealt():
                dealt, lines = True, [YOUR_CARDS]
            case CardsShown():
                board += len(event.board)
                dealer = dealer or bool(event.dealer)
            case RoundEnded(counted):
                lines = [*_bank_words(round, names), f"The round is over; {counted} cards counted."]
        bets = {seat.number: seat.total for seat in round.seats}
        which = decision if isinstance(event, Acted) else None
        steps += [Step(text=line, dealt=dealt, board=board, dealer=dealer, bets=bets, decision=which) for line in lines]
    return steps


def _bank_words(round: Round, names: Mapping[int, str]) -> list[str]:
    """How the bank came out (R28), once everything is settled."""
    if round.bank is None:
        return []
    net = -sum(seat.net for seat in view(round, Onlooker()).seats)
    who = names.get(round.bank.seat, f"Seat {round.bank.seat}")
    came_out = f"{'wins' if net > 0 else 'loses'} {dollars(abs(net))}" if net else "comes out even"
    return [f"{who} {came_out}."]
