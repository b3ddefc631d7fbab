"""A finished round: replay, all its cards, its proof and its notation; for the staff also who dealt it, the players'
own names, and the entries that it is made of."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.cards import cards_text
from croupier.floor.choices.making import approval_words
from croupier.floor.past.rounds import NoSuchRound, PastRound, find_round
from croupier.floor.practice import is_practice
from croupier.floor.roles import AUTOMATIC_DEALER
from croupier.money import dollars, signed_dollars
from croupier.rules.events import CardsShown, Dealt, RoundEnded
from croupier.rules.notation import notation
from croupier.rules.round import Stage, evolve
from croupier.rules.view import Onlooker, view
from croupier.web.doors import opens
from croupier.web.friends.links import link_card, round_path
from croupier.web.house import House, InHouse, Visiting, page_response
from croupier.web.models import RoundCard, SeatCard
from croupier.web.table.chair import display_name, felt_card, round_card
from croupier.web.table.roundpage import PayoutRow, RevealCard, RoundEntry, RoundPage, RoundSeat, StaffRound, Step
from croupier.web.table.telling import YOUR_CARDS, told
from croupier.web.wording import iso, when

router = APIRouter()


@router.get("/rounds/{name}", summary="A finished round, with all its cards", response_model=RoundPage)
def round_(name: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    past = find_round(house.store, name)
    table = name.rpartition("-")[0]
    if is_practice(table) and house.entrances.at(visitor.name, table) is None:
        raise NoSuchRound(name)
    page = round_page(past, table, for_staff=opens(visitor.person, "GET /staff/journal/{position}"))
    page.previous, page.next = _neighbours(house, table, name)
    if not is_practice(table):
        page.approval = approval_words(house.room.table(table).settings)
    page.share = link_card(request, round_path(house.cookies, name))
    return page_response(request, "table/round.html", page)


def round_page(past: PastRound, table: str, *, for_staff: bool = False) -> RoundPage:
    """Everything about a round that is over. Names in full, who dealt and what the journal says are for the staff."""
    seen = view(past.round, Onlooker())
    card = round_card(seen, Onlooker(), past.players, past.awards)
    names = {seat: name if for_staff else display_name(name) for seat, name in past.players.items()}
    reveal = past.reveal
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
        seats=card.seats,
        rows=_rows(card, names),
        staff=_for_staff(past) if for_staff else None,
        steps=_steps(past, names),
        payouts=[
            PayoutRow(
                seat=seat.number,
                felt=row.felt,
                stake=dollars(row.stake),
                net=signed_dollars(row.net),
                tone=_tone(row.net),
                reason=row.reason,
            )
            for seat in card.seats
            for row in seat.results
        ],
        reveal=RevealCard(
            round=reveal.round,
            commitment=reveal.commitment,
            house_seed=reveal.house_seed.hex(),
            player_seeds={str(seat): seed for seat, seed in reveal.player_seeds.items()},
            deck=cards_text(reveal.deck),
        ),
        notation=notation(past.events),
    )


def _neighbours(house: House, table: str, name: str) -> tuple[str, str]:
    """The rounds before and after this one at its table; nothing where there is none, or it is not over."""
    number = int(name.rpartition("-")[2])
    now = house.room.table(table)
    finished = now.rounds - (now.in_play is not None)
    return (
        f"{table}-{number - 1}" if number > 1 else "",
        f"{table}-{number + 1}" if number < finished else "",
    )


def _dealer_hand(card: RoundCard) -> str:
    if card.dealer_hand is None:
        return ""
    return card.dealer_hand + {True: ", qualifies", False: ", does not qualify", None: ""}[card.dealer_qualifies]


def _rows(card: RoundCard, names: Mapping[int, str]) -> list[RoundSeat]:
    """Every seat of the round in figures, and who banked it."""
    rows = [_row(seat, names) for seat in card.seats]
    if card.bank is not None:
        bank = card.bank
        rows.append(
            RoundSeat(
                number=bank.seat,
                name=names.get(bank.seat, ""),
                hand=card.dealer_hand or "",
                outcome="banks",
                staked=dollars(bank.wager),
                net="" if card.void_reason else signed_dollars(bank.net),
                tone=_tone(bank.net),
                fee=dollars(bank.fee) if bank.fee else "",
                meter="",
                bank=f"{dollars(bank.wager)}, {bank.coverage} coverage",
            )
        )
    return rows


def _row(seat: SeatCard, names: Mapping[int, str]) -> RoundSeat:
    staked = sum((seat.stakes or {}).values()) + sum(seat.raised.values())
    net = seat.net + seat.meter_paid
    return RoundSeat(
        number=seat.number,
        name=names.get(seat.number, ""),
        hand=seat.hand or "",
        outcome=seat.outcome or "",
        staked=dollars(staked),
        net=signed_dollars(net) if seat.results else "",
        tone=_tone(net),
        fee=dollars(seat.fee) if seat.fee else "",
        meter=dollars(seat.meter_paid) if seat.meter_paid else "",
        bank="",
    )


def _for_staff(past: PastRound) -> StaffRound:
    void = past.round.stage is Stage.VOID
    return StaffRound(
        dealer="the machine" if past.dealer == AUTOMATIC_DEALER.name else past.dealer,
        voided_by=past.entries[-1].actor.removeprefix("staff/") if void else "",
        fees=dollars(sum(fee.amount for fee in past.round.fees)) if past.round.fees else "",
        entries=[
            RoundEntry(
                position=mark.position,
                time=when(mark.time_ms),
                utc=iso(mark.time_ms),
                actor=mark.actor,
                asked=mark.asked,
                hash=mark.hash,
            )
            for mark in past.entries
        ],
    )


def _tone(net: int) -> str:
    return "win" if net > 0 else "loss" if net < 0 else ""


def _steps(past: PastRound, names: Mapping[int, str]) -> list[Step]:
    """The round as a slow film: what is said, what lies open, what has been bet."""
    steps: list[Step] = []
    round = None
    board = 0
    dealer = dealt = False
    for event in past.events:
        round = evolve(round, event)
        lines = told(event, names, round.game)
        match event:
            case Dealt():
                dealt, lines = True, [YOUR_CARDS]
            case CardsShown():
                board += len(event.board)
                dealer = dealer or bool(event.dealer)
            case RoundEnded(counted):
                lines = [f"The round is over; {counted} cards counted."]
        bets = {seat.number: seat.total for seat in round.seats}
        steps += [Step(text=line, dealt=dealt, board=board, dealer=dealer, bets=bets) for line in lines]
    return steps
