"""What a viewer may see of a round. What they may not see is absent, not hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.cards import Cards, Hole
from croupier.hands import MANY, ONE, describe, strength
from croupier.money import Cents
from croupier.rules.actions import Action
from croupier.rules.bank import Bank
from croupier.rules.collection import Fee
from croupier.rules.commands import Step, next_step
from croupier.rules.events import AnteReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled, SeedOffered
from croupier.rules.round import FINISHED, Round, Stage, dealer_shown, due_seats, legal_actions, visible_board
from croupier.rules.seat import Decision, Seat
from croupier.rules.settlement import Outcome, Result, qualifies
from croupier.rules.terms import Terms
from croupier.rules.wagers import Stakes, Wager


@dataclass(frozen=True, slots=True)
class AtSeat:
    """The player of a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Anybody else, staff and the house's dealer included: they see what lies face up."""


Viewer: TypeAlias = AtSeat | Onlooker


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A seat as a viewer sees it. `hole` and `hand` are `None` where the cards lie face down to them."""

    number: int
    stakes: Stakes
    play: Cents
    decision: Decision
    due: bool
    hole: Hole | None
    hand: str | None
    outcome: Outcome | None
    results: tuple[Result, ...]
    meter_won: tuple[MeterWon, ...]
    legal: tuple[Action, ...]

    @property
    def net(self) -> Cents:
        """What the seat is up or down so far, meter pays aside."""
        return sum(result.net for result in self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """A round as a viewer sees it."""

    id: str
    terms: Terms
    stage: Stage
    next_step: Step
    commitment: str
    deck_colour: str
    seeds: tuple[SeedOffered, ...]
    seats: tuple[SeatView, ...]
    bank: Bank | None
    fees: tuple[Fee, ...]
    board: Cards
    dealer: Hole | None
    dealer_hand: str | None
    dealer_qualifies: bool | None
    deck: Cards
    void_reason: str | None


def view(round: Round, viewer: Viewer) -> RoundView:
    """The round as this viewer may see it. When it has finished, everybody sees everything."""
    dealer = _dealer(round, viewer)
    both = strength((*dealer, *visible_board(round))) if dealer is not None and len(visible_board(round)) >= 3 else None
    shown = dealer_shown(round) is not None
    return RoundView(
        id=round.id,
        terms=round.terms,
        stage=round.stage,
        next_step=next_step(round),
        commitment=round.commitment,
        deck_colour=round.deck_colour,
        seeds=round.seeds,
        seats=tuple(_seat_view(round, seat, viewer) for seat in round.seats),
        bank=round.bank,
        fees=round.fees,
        board=visible_board(round),
        dealer=dealer,
        dealer_hand=None if both is None else describe(both),
        dealer_qualifies=qualifies(round.dealer_strength) if shown else None,
        deck=round.deck if round.stage in FINISHED else (),
        void_reason=round.void_reason,
    )


def _dealer(round: Round, viewer: Viewer) -> Hole | None:
    """The dealer's cards; a player-dealer sees their own from the deal on."""
    if round.deal is None:
        return None
    own = round.bank is not None and viewer == AtSeat(round.bank.seat)
    return round.deal.dealer if own or round.stage in FINISHED else dealer_shown(round)


def _seat_view(round: Round, seat: Seat, viewer: Viewer) -> SeatView:
    mine = viewer == AtSeat(seat.number)
    outcome, results, meter_won = _settled(round, seat.number)
    face_up = mine or round.terms.face_up or round.stage in FINISHED or (outcome not in (None, Outcome.FOLD))
    hole = seat.hole if face_up else None
    board = visible_board(round)
    return SeatView(
        number=seat.number,
        stakes=seat.stakes,
        play=seat.play,
        decision=seat.decision,
        due=seat.number in due_seats(round),
        hole=hole,
        hand=None if hole is None else hand_words(hole, board),
        outcome=outcome,
        results=results,
        meter_won=meter_won,
        legal=legal_actions(round, seat.number) if mine else (),
    )


def hand_words(hole: Hole, board: Cards) -> str:
    """What a seat holds so far, in words, as the board grows."""
    if len(board) >= 3:
        return describe(strength((*hole, *board)))
    if hole[0].rank == hole[1].rank:
        return f"pair of {MANY[hole[0].rank]}"
    high, low = sorted((card.rank for card in hole), reverse=True)
    return f"{ONE[high]} {ONE[low]} {'suited' if hole[0].suit == hole[1].suit else 'unsuited'}"


def _settled(round: Round, number: int) -> tuple[Outcome | None, tuple[Result, ...], tuple[MeterWon, ...]]:
    """What has been settled of a seat so far: outcome, results of every pass, meter pays.

    Of a void round nothing stands, whatever had been settled (R26).
    """
    if round.stage is Stage.VOID:
        return None, (), ()
    outcome: Outcome | None = None
    results: list[Result] = []
    won: list[MeterWon] = []
    for event in round.settled:
        if event.seat != number:
            continue
        match event:
            case AnteReturned(_, amount):
                results.append(Result(Wager.ANTE, amount, 0, "dealer does not qualify, push"))
            case FoldCollected(_, rows):
                results.extend(rows)
            case SeatSettled(_, _, how, rows):
                outcome = how
                results.extend(rows)
            case EnvyPaid(_, row):
                results.append(row)
            case MeterWon():
                won.append(event)
    return outcome, tuple(results), tuple(won)
