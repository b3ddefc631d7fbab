"""The six other games dealt face up: what seeing the other players' cards is worth in each."""

from __future__ import annotations

COLUMNS = ("best", "fixed", "bet", "counted", "changed")
"""What is added up for each set of seen cards, in whole numbers, over all that can be dealt beside it:

    best     what a round nets in units, played best with all cards seen
    fixed    what it nets by the base game's best play, which does not look
    bet      the money bet by best play, in units
    counted  what it nets by the counting rule that fits on a card
    changed  hands with which looking changes the first decision
"""
BEST, FIXED, BET, COUNTED, CHANGED = range(len(COLUMNS))
