"""The decisions of a finished round, one by one: what lay face up, what was chosen, and how long it took."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from croupier.cards import Cards
from croupier.money import Cents
from croupier.rules.events import Acted, CardsShown, Cause, Dealt, DecisionUndone, Event
from croupier.rules.round import Round, evolve, up_cards, visible_board
from croupier.rules.terms import Terms
from croupier.values import replace


class FinishedRound(Protocol):
    """A round that is over, however it is known: its events, when each was, and who played."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""

    @property
    def times_ms(self) -> tuple[int, ...]:
        """When each of it did."""

    @property
    def players(self) -> Mapping[int, str]:
        """Who sat where, as far as that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedDecision:
    """One decision of a seat.

    up, seen   the dealer's shown card; the other players' cards, which lie open at a face-up table
    base       the base bet, and `down` how many of it lay there already
    waited_ms  from the moment the cards to decide by lay there; seats decide in any order, so nobody waits for another
    number     which decision of its round it was, from 1
    """

    round: str
    player: str
    terms: Terms
    street: int
    own: Cards
    board: Cards
    up: Cards
    seen: Cards
    base: Cents
    down: int
    choice: str
    cause: Cause
    waited_ms: int
    seat: int = 0
    number: int = 0

    @property
    def street_words(self) -> str:
        """When it was made, in words: `before the flop`."""
        return self.terms.game.streets[self.street].words


def decisions(past: FinishedRound, *, unseen: bool = False) -> Iterator[RecordedDecision]:
    """What was decided in a round, in the order in which it was, and not taken back.

    Of a real deck a hand is known once it has been turned (R58). Decisions with a hand that nobody saw are left out
    unless asked for: nothing can be said of them.
    """
    round: Round | None = None
    since_ms = 0
    made: list[RecordedDecision] = []
    for event, time_ms in zip(past.events, past.times_ms, strict=True):
        match event:
            case Acted():
                assert round is not None, "a round begins with its opening"
                made.append(_decision(past, round, event, time_ms - since_ms))
            case DecisionUndone(seat):
                made.remove(next(one for one in reversed(made) if one.seat == seat))
            case Dealt() | CardsShown():
                since_ms = time_ms
        round = evolve(round, event)
    assert round is not None, "a round begins with its opening"
    if round.terms.real_cards:
        turned = {seat.number: seat.cards or () for seat in round.seats}
        made = [replace(one, own=turned[one.seat]) for one in made]
    for number, one in enumerate(made, 1):
        if unseen or len(one.own) == round.game.layout.own:
            yield replace(one, number=number)


def _decision(past: FinishedRound, round: Round, event: Acted, waited_ms: int) -> RecordedDecision:
    seat = round.seat(event.seat)
    assert seat is not None, "who decides has bets"
    assert seat.cards is not None, "and cards"
    base = seat.stakes.on(round.game.base)
    return RecordedDecision(
        round=round.id,
        player=past.players.get(seat.number, ""),
        terms=round.terms,
        street=round.shown,
        own=seat.cards,
        board=visible_board(round),
        up=up_cards(round),
        seen=tuple(card for other in round.seats if other is not seat for card in other.cards or ()),
        base=base,
        down=round.game.base_bets(seat.stakes, seat.raised),
        choice=str(event.action),
        cause=event.cause,
        waited_ms=waited_ms,
        seat=event.seat,
    )
