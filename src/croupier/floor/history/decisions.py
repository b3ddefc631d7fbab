"""The decisions of a finished round, one by one: what lay face up, what was chosen, and how long it took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from croupier.cards import Cards
from croupier.money import Cents
from croupier.rules.events import Acted, CardsShown, Cause, Dealt, DecisionUndone, Event
from croupier.rules.round import Round, evolve, replay, up_cards, visible_board
from croupier.rules.terms import Terms


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


def decisions(past: FinishedRound) -> Iterator[RecordedDecision]:
    """What was decided in a round, in the order in which it was.

    With real cards (R58) a decision that was entered wrongly is none, and of a hand that nobody turned it is not known
    what it was made with.
    """
    round: Round | None = None
    over = replay(past.events)
    known = {seat.number for seat in over.seats if len(seat.cards or ()) == over.game.layout.own}
    undone = _undone(past.events) if over.terms.real_cards else frozenset()
    since_ms = number = 0
    for event, time_ms in zip(past.events, past.times_ms, strict=True):
        match event:
            case Acted():
                assert round is not None, "a round begins with its opening"
                number += 1
                if event.seat in known and number not in undone:
                    yield _decision(past, round, over, event, time_ms - since_ms, number)
            case Dealt() | CardsShown():
                since_ms = time_ms
        round = evolve(round, event)


def _undone(events: Iterable[Event]) -> frozenset[int]:
    """The decisions, by their number, that were taken back."""
    last: dict[int, int] = {}
    undone = set()
    number = 0
    for event in events:
        match event:
            case Acted(seat):
                number += 1
                last[seat] = number
            case DecisionUndone(seat):
                undone.add(last[seat])
    return frozenset(undone)


def _decision(
    past: FinishedRound, round: Round, over: Round, event: Acted, waited_ms: int, number: int
) -> RecordedDecision:
    seat = round.seat(event.seat)
    assert seat is not None, "who decides has bets"
    own = over.cards.own[seat.number]
    base = seat.stakes.on(round.game.base)
    return RecordedDecision(
        round=round.id,
        player=past.players.get(seat.number, ""),
        terms=round.terms,
        street=round.shown,
        own=own,
        board=visible_board(round),
        up=up_cards(round),
        seen=tuple(card for other in round.seats if other is not seat for card in other.cards or ()),
        base=base,
        down=round.game.base_bets(seat.stakes, seat.raised),
        choice=str(event.action),
        cause=event.cause,
        waited_ms=waited_ms,
        seat=event.seat,
        number=number,
    )
