"""Company at a practice table: players of the house, of several strengths, who never begin a round by themselves."""

from __future__ import annotations

from enum import Enum
from hashlib import sha256
from typing import Final

from croupier.errors import Refused
from croupier.floor.orders import Order
from croupier.floor.practice.names import COMPANY, STRENGTHS, is_company, strength_word
from croupier.floor.roles import Person, Role
from croupier.floor.table import Table
from croupier.money import Cents
from croupier.rules.actions import Action
from croupier.rules.commands import PlaceBets, TakeBank
from croupier.rules.round import Round, Stage, due_seats
from croupier.rules.terms import Terms
from croupier.rules.view import AtSeat, RoundView, SeatView, view
from croupier.rules.wagers import BASE, Stakes


def best_action(round_view: RoundView, mine: SeatView) -> Action | None:
    """The best of what a seat may do now, for one who looks at the own cards and the board; None where that cannot be
    found at once."""
    from croupier.lab.solver import solver  # who plays without perfect company never needs the lab

    assert mine.cards is not None, "a seat that is due has its cards"
    terms = round_view.terms
    designs = {bet: terms.table(bet) for bet in terms.game.base_tables}
    try:
        down = terms.game.base_bets(mine.stakes, mine.raised)
        best = solver(terms.rules.game).choose(mine.cards, round_view.board, round_view.up, down=down, designs=designs)
    except Refused:
        return None
    return next(action for action in mine.legal if str(action) == best)


__all__ = ["COMPANY", "COMPANY_SEATS", "CompanyStrength", "company_decision", "company_order", "company_stakes"]

COMPANY_SEATS: Final = (3, 5, 2, 6, 4)
_BASE: Cents = 1_000
_SIDE_BET: Cents = 500
_BANK: Cents = 30_000
_ERRS: Final = 4
"""A beginner gets one decision in so many wrong."""


class CompanyStrength(Enum):
    """How well one of the company plays."""

    PERFECT, CAREFUL, BEGINNER = STRENGTHS

    @property
    def words(self) -> str:
        return {
            CompanyStrength.PERFECT: "plays perfectly, by exact values",
            CompanyStrength.CAREFUL: "plays with plain sense",
            CompanyStrength.BEGINNER: "is a beginner, and errs now and then",
        }[self]


def has_company(table: Table) -> bool:
    """Whether any of the company sits at a table."""
    return any(is_company(sitting.player) for sitting in table.sittings)


def company_order(table: Table) -> tuple[Order, Person] | None:
    """What the company at a practice table does next, if anything. A perfect player may think for a moment."""
    round = table.in_play
    if round is None:
        return None
    if round.stage is Stage.BETTING and all(is_company(one.player) or one.left for one in table.sittings):
        return None  # without a guest they finish the round, and begin no other
    for sitting in table.sittings:
        if sitting.left or not is_company(sitting.player):
            continue
        who, seat = Person(sitting.player, Role.PLAYER), sitting.seat
        if round.stage is Stage.BETTING:
            order = _betting(table, round, seat)
            if order is not None:
                return order, who
        elif seat in due_seats(round):
            return company_decision(round, seat, CompanyStrength(strength_word(sitting.player))), who
    return None


def _betting(table: Table, round: Round, seat: int) -> Order | None:
    if round.terms.player_banked and round.bank is None:
        return TakeBank(_BANK) if table.bank_offered_to[:1] == (seat,) else None
    # At a table with a clock a bet starts it, so they wait for one of the guests to bet or to bank.
    begun = any(table.has_wagers(one.seat) for one in table.sittings if not is_company(one.player))
    clocked = round.terms.clock_s is not None
    return PlaceBets(company_stakes(round.terms)) if (begun or not clocked) and not table.has_wagers(seat) else None


def company_stakes(terms: Terms) -> Stakes:
    """What the company bets: the base bet, and the first side bet that needs nothing else; within the limits."""
    alone = (bet.key for bet in terms.game.side_bets if bet.key in terms.tables and not bet.spot.needs)
    side_bet = next(alone, None)
    stakes = {BASE: _within(terms, terms.game.base, _BASE)}
    return Stakes(stakes if side_bet is None else {**stakes, side_bet: _within(terms, side_bet, _SIDE_BET)})


def _within(terms: Terms, spot: str, usual: Cents) -> Cents:
    """What is usually bet, or the nearest that the table takes."""
    limits = terms.limits
    if limits is None or spot not in limits.spots:
        return usual
    span = limits.of(spot)
    wanted = min(max(usual, span.minimum), span.maximum)
    return max(wanted - wanted % limits.unit, -(-span.minimum // limits.unit) * limits.unit)


def company_decision(round: Round, seat: int, strength: CompanyStrength) -> Action:
    """What somebody of this strength does in a seat that is due, by what can be seen from there."""
    round_view = view(round, AtSeat(seat))
    mine = next(one for one in round_view.seats if one.number == seat)
    match strength:
        case CompanyStrength.PERFECT:
            # The lab takes a second to import, and most company never needs it.

            return best_action(round_view, mine) or _sense(round, round_view, mine)
        case CompanyStrength.CAREFUL:
            return _sense(round, round_view, mine)
        case CompanyStrength.BEGINNER:
            return _errs(round, seat, _sense(round, round_view, mine), mine.legal)


def _sense(round: Round, round_view: RoundView, mine: SeatView) -> Action:
    assert mine.cards is not None, "a seat that is due has its cards"
    return round.game.sense(round.shown, mine.cards, round_view.board)


def _errs(round: Round, seat: int, sense: Action, legal: tuple[Action, ...]) -> Action:
    """What a beginner does: mostly what makes sense. It is drawn from the name of the round, so that it can be
    repeated."""
    drawn = sha256(f"{round.id}/{seat}/{round.shown}".encode()).digest()
    others = [action for action in legal if action != sense]
    return others[drawn[1] % len(others)] if others and drawn[0] % _ERRS == 0 else sense
