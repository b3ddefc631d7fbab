"""A round: its state, the commands it takes, and the two functions that move it.

`decide(round, command)` says what happens, or refuses; `evolve(round, event)` is the round afterwards, and
never refuses. `next_step` names the command that the dealer gives next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from croupier.cards import Cards, Hole
from croupier.hands import Strength, strength
from croupier.rules.actions import Action, Bet, Check, Fold
from croupier.rules.bank import Bank
from croupier.rules.collection import Fee
from croupier.rules.deal import Deal, deal
from croupier.rules.events import (
    Acted,
    AnteReturned,
    BankTaken,
    BetsLocked,
    BetsPlaced,
    BetsWithdrawn,
    DealerShown,
    Dealt,
    EnvyPaid,
    Event,
    FlopShown,
    FoldCollected,
    MeterWon,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    SeatSettled,
    SeedOffered,
    Settled,
    TurnAndRiverShown,
)
from croupier.rules.seat import Folded, Played, Seat, Street, Undecided, is_due, offered_actions
from croupier.rules.terms import Terms


class Stage(Enum):
    """How far a round has come."""

    BETTING = "bets are open"
    LOCKED = "no more bets"
    PREFLOP = "before the flop"
    FLOP = "on the flop"
    RIVER = "at the river"
    SHOWDOWN = "showdown"
    OVER = "over"
    VOID = "void"


STREETS = {Stage.PREFLOP: Street.PREFLOP, Stage.FLOP: Street.FLOP, Stage.RIVER: Street.RIVER}
FINISHED = frozenset({Stage.OVER, Stage.VOID})


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Everything that is true of a round. `deal` and `deck` hold cards that nobody may see yet: show a `view`."""

    id: str
    terms: Terms
    commitment: str
    deck_colour: str
    stage: Stage = Stage.BETTING
    seats: tuple[Seat, ...] = ()
    bank: Bank | None = None
    seeds: tuple[SeedOffered, ...] = ()
    fees: tuple[Fee, ...] = ()
    deck: Cards = ()
    deal: Deal | None = None
    settled: tuple[Settled, ...] = ()
    void_reason: str | None = None

    @property
    def street(self) -> Street | None:
        """The street on which seats decide now, if they do."""
        return STREETS.get(self.stage)

    def seat(self, number: int) -> Seat | None:
        """The staked seat of that number."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        return None

    @property
    def cards(self) -> Deal:
        """The cards of a round that has been dealt."""
        assert self.deal is not None, "no cards before the deal"
        return self.deal

    @property
    def dealer_strength(self) -> Strength:
        """What the dealer's best five of seven are worth."""
        return strength((*self.cards.dealer, *self.cards.board))


def due_seats(round: Round) -> tuple[int, ...]:
    """The seats that the round waits for."""
    street = round.street
    if street is None:
        return ()
    return tuple(seat.number for seat in round.seats if is_due(seat, street))


def legal_actions(round: Round, number: int) -> tuple[Action, ...]:
    """What `decide` accepts from this seat now."""
    seat, street = round.seat(number), round.street
    if seat is None or street is None:
        return ()
    return offered_actions(seat, street)


def evolve(round: Round | None, event: Event) -> Round:
    """The round after `event`."""
    if isinstance(event, RoundOpened):
        return Round(id=event.round, terms=event.terms, commitment=event.commitment, deck_colour=event.deck_colour)
    assert round is not None, "a round begins with RoundOpened"
    match event:
        case Acted(number, action):
            return replace(
                round,
                seats=tuple(_acted(seat, action) if seat.number == number else seat for seat in round.seats),
            )
        case SeatSettled() | AnteReturned() | FoldCollected() | EnvyPaid() | MeterWon():
            return replace(round, settled=(*round.settled, event))
        case BetsPlaced(number, stakes):
            others = tuple(seat for seat in round.seats if seat.number != number)
            seats = sorted((*others, Seat(number=number, stakes=stakes)), key=lambda seat: seat.number)
            return replace(round, seats=tuple(seats))
        case BetsWithdrawn(number):
            return replace(round, seats=tuple(seat for seat in round.seats if seat.number != number))
        case BankTaken(bank):
            return replace(round, bank=bank)
        case SeedOffered(number):
            others_seeds = tuple(offered for offered in round.seeds if offered.seat != number)
            return replace(round, seeds=tuple(sorted((*others_seeds, event), key=lambda offered: offered.seat)))
        case BetsLocked(fees):
            return replace(round, stage=Stage.LOCKED, fees=fees)
        case Dealt(deck):
            cards = deal(round.terms.procedure, [seat.number for seat in round.seats], deck)
            seats_dealt = tuple(replace(seat, hole=cards.holes[seat.number]) for seat in round.seats)
            return replace(round, stage=Stage.PREFLOP, deck=deck, deal=cards, seats=seats_dealt)
        case FlopShown():
            return replace(round, stage=Stage.FLOP)
        case TurnAndRiverShown():
            return replace(round, stage=Stage.RIVER)
        case DealerShown():
            return replace(round, stage=Stage.SHOWDOWN)
        case RoundEnded():
            return replace(round, stage=Stage.OVER)
        case RoundVoided(reason):
            return replace(round, stage=Stage.VOID, void_reason=reason)


def _acted(seat: Seat, action: Action) -> Seat:
    match action:
        case Check():
            checks = seat.decision.checks if isinstance(seat.decision, Undecided) else 0
            return replace(seat, decision=Undecided(checks + 1))
        case Bet(multiple):
            return replace(seat, decision=Played(multiple))
        case Fold():
            return replace(seat, decision=Folded())


def replay(events: Iterable[Event]) -> Round:
    """The round that these events make; the first is `RoundOpened`."""
    round: Round | None = None
    for event in events:
        round = evolve(round, event)
    assert round is not None, "a round has at least one event"
    return round


def visible_board(round: Round) -> Cards:
    """The community cards that lie face up."""
    if round.deal is None or round.stage in (Stage.PREFLOP, Stage.BETTING, Stage.LOCKED):
        return ()
    return round.deal.flop if round.stage is Stage.FLOP else round.deal.board


def dealer_shown(round: Round) -> Hole | None:
    """The dealer's cards, once they lie face up."""
    return round.deal.dealer if round.deal is not None and round.stage in (Stage.SHOWDOWN, Stage.OVER) else None
