"""A table as somebody may see it, as plain data: what they may not see is not there."""

from __future__ import annotations

from typing import Any

from croupier.cards import cards_text
from croupier.floor.dealer import deadline_ms, lit_step
from croupier.floor.table import Table
from croupier.rules.round import FINISHED
from croupier.rules.view import AtSeat, Onlooker, RoundView, SeatView, view


def table_view(table: Table, player: str | None = None, resumed_ms: int | None = None) -> dict[str, Any]:
    """The table as a player sees it, or, without one, as anybody does, staff included."""
    own = next((s.seat for s in table.sittings if s.player == player and player is not None), None)
    round = None if table.round is None else view(table.round, Onlooker() if own is None else AtSeat(own))
    step = lit_step(table)
    stage = "between rounds" if table.round is None else table.round.stage_words
    return {
        "table": table.name,
        "game": table.settings.terms.game.key,
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
        "own_seat": own,
        "seats": [
            {"seat": s.seat, "player": s.player, "left": s.left, **_seat(_of(round, s.seat))} for s in table.sittings
        ],
    }


def _state(table: Table, stage: str) -> str:
    if table.closed:
        return "closed"
    if table.unlawful is not None:
        stage = f"{stage}; no further round is dealt: {table.unlawful}"
    return stage if table.stopped is None else f"{stage}; stopped: {table.stopped}"


def _bank_open(table: Table) -> bool:
    return table.settings.terms.player_banked and (table.in_play is None or table.in_play.bank is None)


def _of(round: RoundView | None, number: int) -> SeatView | None:
    return None if round is None else next((seat for seat in round.seats if seat.number == number), None)


def _seat(seen: SeatView | None) -> dict[str, Any]:
    if seen is None:
        return {"cards": "", "hand": None, "bets": {}, "due": False, "legal": [], "outcome": None, "net": None}
    return {
        "cards": "" if seen.cards is None else cards_text(seen.cards),
        "hand": seen.hand,
        "bets": {**seen.stakes, **seen.raised},
        "due": seen.due,
        "legal": [str(action) for action in seen.legal],
        "outcome": None if seen.outcome is None else seen.outcome.value,
        "net": seen.net if seen.outcome is not None else None,
    }
