"""A table as somebody may see it, as plain data: what they may not see is not there."""

from __future__ import annotations

from typing import Any

from croupier.cards import cards_text
from croupier.floor.dealer import deadline_ms, lit_step
from croupier.floor.felt import entry_due
from croupier.floor.rehearsal.orders import REHEARSES
from croupier.floor.table import Table
from croupier.money import Cents
from croupier.rules.game import Game
from croupier.rules.round import FINISHED
from croupier.rules.terms import Terms
from croupier.rules.view import AtSeat, Offer, Onlooker, RoundView, SeatView, offer_within, view


def table_view(
    table: Table, player: str | None = None, resumed_ms: int | None = None, chips: Cents | None = None
) -> dict[str, Any]:
    """The table as a player sees it, or, without one, as anybody does, staff included.

    Where the player's chips are said, what they do not cover is not among what is legal.
    """
    game = table.settings.terms.game
    own = next((s.seat for s in table.sittings if s.player == player and player is not None), None)
    round = None if table.round is None else view(table.round, Onlooker() if own is None else AtSeat(own))
    step = lit_step(table)
    stage = "between rounds" if table.round is None else table.round.stage_words
    return {
        "table": table.name,
        "game": game.key,
        "rules": table.settings.terms.rules.name,
        "version": table.version,
        "stopped": table.stopped,
        "closed": table.closed,
        "approval": table.settings.approval,
        "state": _state(table, stage),
        "next": None if step is None else step.word,
        "deadline_ms": deadline_ms(table, resumed_ms),
        "round": None if round is None else round.id,
        "commitment": None if round is None else round.commitment,
        "deck_colour": None if round is None else round.deck_colour,
        "seed": table.seed.hex() if table.seed and round is not None and round.stage in FINISHED else None,
        "deck": "" if round is None else cards_text(round.deck),
        "board": "" if round is None else cards_text(round.board),
        "dealer_up": "" if round is None else cards_text(round.up),
        "dealer": "" if round is None or round.dealer is None else cards_text(round.dealer),
        "dealer_hand": None if round is None else round.dealer_hand,
        "bank": None if round is None or round.bank is None else {"seat": round.bank.seat, "cents": round.bank.wager},
        "bank_offered_to": list(table.bank_offered_to) if _bank_open(table) else [],
        "cards_from": table_terms(table).cards_from.value,
        "entry_due": entry_due(table) if table.real_cards else None,
        "own_seat": own,
        "seats": [
            {
                "seat": s.seat,
                "player": s.player,
                "left": s.left,
                **_seat(_of(round, s.seat), game, chips),
                "unknown": _unknown(table, s.seat),
            }
            for s in table.sittings
        ],
    }


def table_terms(table: Table) -> Terms:
    """The terms of the round in play, or of the next."""
    return (table.settings if table.in_play is None else table.in_play).terms


def stage_words(table: Table) -> str:
    """Where a table stands, in words: in rehearsal, between rounds, or where its round does."""
    if table.rehearsing:
        return REHEARSES
    return "between rounds" if table.in_play is None else table.in_play.stage_words


def _state(table: Table, stage: str) -> str:
    if table.closed:
        return "closed"
    if table.unlawful is not None:
        stage = f"{stage}; no further round is dealt: {table.unlawful}"
    if table.rehearsing:
        return f"{stage}; {REHEARSES}"
    return stage if table.stopped is None else f"{stage}; stopped: {table.stopped}"


def _bank_open(table: Table) -> bool:
    return table.settings.terms.player_banked and (table.in_play is None or table.in_play.bank is None)


def _unknown(table: Table, number: int) -> int:
    """How many cards of a seat nobody has entered, where they are those of a real deck (R58)."""
    round = table.round
    seat = None if round is None else round.seat(number)
    if round is None or seat is None or round.deal is None or not round.terms.real_cards:
        return 0
    return round.game.layout.own - len(seat.cards or ())


def _of(round: RoundView | None, number: int) -> SeatView | None:
    return None if round is None else next((seat for seat in round.seats if seat.number == number), None)


def _seat(seat: SeatView | None, game: Game, chips: Cents | None) -> dict[str, Any]:
    if seat is None:
        nothing: dict[str, Any] = {"cards": "", "hand": None, "bets": {}, "due": False, "legal": [], "beyond": []}
        return {**nothing, "outcome": None, "net": None}
    offer = Offer(seat.legal) if chips is None else offer_within(seat, game, chips)
    return {
        "cards": "" if seat.cards is None else cards_text(seat.cards),
        "hand": seat.hand,
        "bets": {**seat.stakes, **seat.raised},
        "due": seat.due,
        "legal": [str(action) for action in offer.legal],
        "beyond": [str(action) for action in offer.beyond],
        "outcome": None if seat.outcome is None else seat.outcome.value,
        "net": seat.net if seat.outcome is not None else None,
    }
