"""How an automatic opponent plays: plain sense, no arithmetic. Good enough for company at a table."""

from __future__ import annotations

from croupier.cards import Cards, Hole
from croupier.hands import Category, category, strength
from croupier.rules.actions import BET1, BET2, BET4, CHECK, FOLD, Action
from croupier.rules.seat import Street

_KING = 11


def opponent_action(street: Street, hole: Hole, board: Cards) -> Action:
    """Four times with a pair or a high card, twice with a pair, once with anything that beats the board."""
    match street:
        case Street.PREFLOP:
            paired = hole[0].rank == hole[1].rank
            return BET4 if paired or max(hole[0].rank, hole[1].rank) >= _KING else CHECK
        case Street.FLOP:
            return BET2 if category(strength((*hole, *board))) >= Category.PAIR else CHECK
        case Street.RIVER:
            return BET1 if strength((*hole, *board)) > strength(board) + _A_KICKER else FOLD


# A hand that only improves the board's kickers is no reason to bet: it must be of a better kind or rank.
_A_KICKER = 0xFFFF
