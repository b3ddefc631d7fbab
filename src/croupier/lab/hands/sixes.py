"""What the best five of six cards are worth, counted by 18,395 multisets of ranks instead of twenty million hands.

The suits of a multiset either make a flush, which are counted by the ranks in its suit, or leave the hand to the ranks.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from croupier.cards import DECK
from croupier.hands import Strength, strength

_ONE_OF_EACH = 4 * (6 * 3 + 1)
"""Of six different ranks: five or all six in one of four suits."""
_WITH_A_PAIR = 4 * 3
"""Of five different ranks and a pair among them: one of each in a suit, and the sixth in another."""


@cache
def worth_of_six(highest: int = 13) -> Counter[Strength]:
    """How many sets of six cards of the highest ranks are worth what.

    Oracle: `croupier.lab.games.grades.best_five_of_six`; on a short deck `croupier.hands.strength`, set by set.
    """
    counts: Counter[Strength] = Counter()
    there = range(13 - highest, 13)
    for size in (5, 6):
        for ranks in combinations(there, size):
            counts[strength(DECK[4 * rank] for rank in ranks)] += 4 * comb(3 * highest, 6 - size)
    for ranks in combinations_with_replacement(there, 6):
        often = Counter(ranks)
        if max(often.values()) > 4:
            continue
        flushes = {6: _ONE_OF_EACH, 5: _WITH_A_PAIR}.get(len(often), 0)
        # Suits in turn: no two cards are the same, and no suit is there more than twice.
        cards = (DECK[4 * rank + place % 4] for place, rank in enumerate(ranks))
        counts[strength(cards)] += prod(comb(4, number) for number in often.values()) - flushes
    return counts
