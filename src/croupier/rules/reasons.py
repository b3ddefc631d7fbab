"""Why a bet came out as it did: a code for programs, and words. Those here are shared by games."""

from __future__ import annotations

from typing import NamedTuple


class Why(NamedTuple):
    """A reason: its code for programs and other languages, and its words, in which a line and a pay may stand."""

    code: str
    words: str


PAYS = Why("pays", "{line} {pay}")
FOLDED = Why("folded", "folded")
EVEN = Why("even_money", "1 to 1")
NOT_QUALIFIED = Why("dealer_not_qualified", "dealer does not qualify, push")
NOT_QUALIFIED_PAYS = Why("dealer_not_qualified_pays", "dealer does not qualify, 1 to 1")
DEALER_WINS = Why("dealer_wins", "dealer wins")
TIE = Why("tie", "tie, push")
