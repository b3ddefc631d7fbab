"""Finished rounds as rows: one a round, a seat, a bet or a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from croupier.cards import Cards, cards_text
from croupier.data.rows import Row
from croupier.data.sheets import BETS, DECISIONS, ROUNDS, SEATS
from croupier.floor.history.decisions import decisions
from croupier.money import Cents
from croupier.rules.events import CardsCorrected, Event, RoundVoided, SeatSettled, SeedOffered
from croupier.rules.notation import notation
from croupier.rules.round import Round, Stage, dealer_shown, results_by_seat, visible_board
from croupier.rules.wagers import PROGRESSIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A finished round, wherever it comes from; what is not known of it is None or empty.

    players, dealer   as they shall stand in the rows
    awards            what meters paid, by seat
    corrected         by how much two people corrected it afterwards, by seat (R58)
    in_words          whether words that somebody typed may stand there too: a seed, why a round was voided
    """

    events: tuple[Event, ...]
    round: Round
    times_ms: tuple[int, ...] = ()
    table: str | None = None
    players: Mapping[int, str] = field(default_factory=dict)
    awards: Mapping[int, Cents] = field(default_factory=dict)
    corrected: Mapping[int, Cents] = field(default_factory=dict)
    dealer: str | None = None
    in_words: bool = True

    @property
    def void(self) -> bool:
        """Whether the round was voided (R26)."""
        return self.round.stage is Stage.VOID


def _head(finished: Finished) -> Row:
    round = finished.round
    return {
        "round": round.id,
        "table": finished.table,
        "game": round.game.key,
        "rules": round.terms.rules.name,
        "ended_ms": finished.times_ms[-1] if finished.times_ms else None,
    }


def round_rows(finished: Finished) -> Iterator[Row]:
    """The round, in one row."""
    round, game = finished.round, finished.round.game
    dealer = dealer_shown(round)
    ranked = dealer is not None and not finished.void and bool(game.layout.dealer)
    results = {} if finished.void else results_by_seat(round)
    yield {
        **_head(finished),
        "opened_ms": finished.times_ms[0] if finished.times_ms else None,
        "seats": len(round.seats),
        "board": _cards(visible_board(round)),
        "dealer_cards": _cards(dealer or ()),
        "dealer_hand": game.ranking.category(round.dealer_strength).key if ranked else None,
        "qualifies": game.qualifies(round.dealer_strength) if ranked and game.qualifies else None,
        "void": finished.void,
        "banked": round.bank is not None,
        "staked_cents": sum(seat.total for seat in round.seats),
        "net_cents": sum(row.net for rows in results.values() for row in rows),
        "fees_cents": 0 if finished.void else sum(fee.amount for fee in round.fees),
        "awards_cents": sum(finished.awards.values()),
        "dealt_by": finished.dealer,
        "notation": notation(finished.events if finished.in_words else _without_words(finished.events)),
        "cards_from": round.terms.cards_from.value,
    }


def seat_rows(finished: Finished) -> Iterator[Row]:
    """Every seat that had bets down, and the one that banked."""
    round, game = finished.round, finished.round.game
    shared: Row = {"board": _cards(visible_board(round)), "dealer_cards": _cards(dealer_shown(round) or ())}
    results = {} if finished.void else results_by_seat(round)
    settled = {} if finished.void else {one.seat: one for one in round.settled if isinstance(one, SeatSettled)}
    fees = {} if finished.void else {fee.seat: fee.amount for fee in round.fees}
    for seat in round.seats:
        came = settled.get(seat.number)
        yield {
            **_of_seat(finished, seat.number),
            "cards": _cards(seat.cards or ()),
            **shared,
            "actions": " ".join(map(str, seat.line)),
            "hand": None if came is None or not came.strength else game.ranking.category(came.strength).key,
            "outcome": None if came is None else came.outcome.value,
            "staked_cents": seat.total,
            "net_cents": sum(row.net for row in results.get(seat.number, ())),
            "award_cents": finished.awards.get(seat.number, 0),
            "fee_cents": fees.get(seat.number, 0),
            "banks": False,
            "void": finished.void,
            "cards_from": round.terms.cards_from.value,
            "corrected_cents": finished.corrected.get(seat.number, 0),
        }
    if round.bank is not None:
        others = [row.net for rows in results.values() for row in rows if row.spot != PROGRESSIVE]
        yield {
            **_of_seat(finished, round.bank.seat),
            "cards": None,
            **shared,
            "actions": "",
            "hand": None,
            "outcome": None,
            "staked_cents": round.bank.wager,
            "net_cents": -sum(others),
            "award_cents": 0,
            "fee_cents": fees.get(round.bank.seat, 0),
            "banks": True,
            "void": finished.void,
            "cards_from": round.terms.cards_from.value,
            "corrected_cents": 0,
        }


def bet_rows(finished: Finished) -> Iterator[Row]:
    """Every bet that was resolved; none of a void round."""
    for seat, results in ({} if finished.void else results_by_seat(finished.round)).items():
        for row in results:
            yield {
                **_of_seat(finished, seat),
                "spot": row.spot,
                "stake_cents": row.stake,
                "net_cents": row.net,
                "why": row.why,
                "line": row.line or None,
                "reason": row.reason,
            }


def decision_rows(finished: Finished) -> Iterator[Row]:
    """Every decision, in the order in which they were made."""
    timed = bool(finished.times_ms)
    known = finished if timed else _Untimed(finished.events)
    for one in decisions(known, unseen=True):
        yield {
            **_of_seat(finished, one.seat),
            "number": one.number,
            "street": finished.round.game.streets[one.street].key,
            "cards": _cards(one.own),
            "board": _cards(one.board),
            "up": _cards(one.up),
            "base_cents": one.base,
            "down": one.down,
            "choice": one.choice,
            "cause": one.cause.value,
            "waited_ms": one.waited_ms if timed else None,
        }


@dataclass(frozen=True, slots=True)
class _Untimed:
    """A round of which nobody knows when it was played."""

    events: tuple[Event, ...]
    players: Mapping[int, str] = field(default_factory=dict)

    @property
    def times_ms(self) -> tuple[int, ...]:
        return (0,) * len(self.events)


TELLERS: Final[Mapping[str, Callable[[Finished], Iterator[Row]]]] = {
    ROUNDS.name: round_rows,
    SEATS.name: seat_rows,
    BETS.name: bet_rows,
    DECISIONS.name: decision_rows,
}
"""The function that makes the rows of each sheet of rounds."""


def _of_seat(finished: Finished, seat: int) -> Row:
    return {**_head(finished), "seat": seat, "player": finished.players.get(seat)}


def _cards(cards: Cards) -> str | None:
    return cards_text(cards) if cards else None


def _without_words(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The same round without what somebody typed: a seed may be a name, and so may a reason."""
    return tuple(_without_reason(event) for event in events if not isinstance(event, SeedOffered))


def _without_reason(event: Event) -> Event:
    match event:
        case RoundVoided():
            return RoundVoided("void")
        case CardsCorrected():
            return replace(event, reason="corrected")
        case _:
            return event
