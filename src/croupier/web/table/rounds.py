"""A finished round: replay, all its cards, its proof and its notation."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.cards import cards_text
from croupier.floor.choices.making import approval_words
from croupier.floor.past.rounds import NoSuchRound, PastRound, find_round
from croupier.floor.practice import is_practice
from croupier.money import dollars, signed_dollars
from croupier.rules.events import CardsShown, Dealt, RoundEnded
from croupier.rules.notation import notation
from croupier.rules.round import evolve
from croupier.rules.view import Onlooker, view
from croupier.web.house import InHouse, Visiting, page_response
from croupier.web.models import PayoutRow, RevealCard, RoundPage, Step
from croupier.web.table.chair import display_name, felt_card, round_card
from croupier.web.table.telling import YOUR_CARDS, told

router = APIRouter()


@router.get("/rounds/{name}", summary="A finished round, with all its cards", response_model=RoundPage)
def round_(name: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    past = find_round(house.store, name)
    table = name.rpartition("-")[0]
    if is_practice(table) and visitor.name not in past.players.values():
        raise NoSuchRound(name)
    page = round_page(past, table)
    if not is_practice(table):
        page.approval = approval_words(house.room.table(table).settings)
    return page_response(request, "table/round.html", page)


def round_page(past: PastRound, table: str) -> RoundPage:
    """Everything about a round that is over."""
    seen = view(past.round, Onlooker())
    card = round_card(seen, Onlooker(), past.players)
    reveal = past.reveal
    return RoundPage(
        id=past.round.id,
        table=table,
        title=seen.terms.rules.title,
        procedure=seen.terms.procedure.value,
        felt=felt_card(seen.game),
        deck_colour=seen.deck_colour,
        void_reason=seen.void_reason,
        board=[str(card) for card in past.round.deal.board] if past.round.deal else [],
        dealer=card.dealer,
        seats=card.seats,
        steps=_steps(past),
        payouts=[
            PayoutRow(
                seat=seat.number,
                felt=row.felt,
                stake=dollars(row.stake),
                net=signed_dollars(row.net),
                tone="win" if row.net > 0 else "loss" if row.net < 0 else "",
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


def _steps(past: PastRound) -> list[Step]:
    """The round as a slow film: what is said, what lies open, what has been bet."""
    names = {seat: display_name(name) for seat, name in past.players.items()}
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
