"""Why a bet came out as it did: a code for programs, and words. Those here are shared by games."""

from __future__ import annotations

from typing import NamedTuple


class Why(NamedTuple):
    """A reason: its code for programs and other languages, and its words, in which a line and a pay may stand."""

    code: str
    words: str


PAYS = Why("pays", "{line} {pay}")
PUSHES = Why("pair_pushes", "{line}, push")
"""A line of a pay table that only gives the bet back."""
BELOW = Why("below_table", "not on the table, push")
BELOW_LOSES = Why("below_table_loses", "not on the table")
BELOW_STRAIGHT = Why("below_straight", "below a straight, push")
FOLDED = Why("folded", "folded")
EVEN = Why("even_money", "1 to 1")
NOT_QUALIFIED = Why("dealer_not_qualified", "dealer does not qualify, push")
NOT_QUALIFIED_PAYS = Why("dealer_not_qualified_pays", "dealer does not qualify, 1 to 1")
NOT_QUALIFIED_LOSES = Why("dealer_not_qualified_loses", "dealer does not qualify")
DEALER_WINS = Why("dealer_wins", "dealer wins")
DEALER_WINS_PUSH = Why("dealer_wins_push", "dealer wins, push")
TIE = Why("tie", "tie, push")
EQUAL_WINS = Why("equal_wins", "equal hands, 1 to 1")
TIE_LOSES = Why("tie_loses", "tie, loses")
