"""The worst hand that is good enough for something, in words and as a strength: `pair of fives`, `ace king high`.

A strength is a category and then ranks, so the words up to a point are a strength with nothing after them: every hand
that they describe, and every better one, is at least that.
"""

from __future__ import annotations

from enum import IntEnum

from croupier.errors import Refused
from croupier.hands import FIVE, MANY, ONE, Category, Ranking, Strength
from croupier.hands.four import FOUR, FourCards
from croupier.hands.three import THREE, ThreeCards

ANY = "any"
"""Every hand is good enough."""

_CATEGORIES: dict[Ranking, tuple[type[IntEnum], int]] = {
    FIVE: (Category, 20),
    FOUR: (FourCards, 16),
    THREE: (ThreeCards, 12),
}
"""The categories of each ranking, and where they begin in its strengths."""


class NotAThreshold(Refused):
    """Words that name no hand of a ranking."""

    def __init__(self, text: object) -> None:
        want = f"{ANY!r}, 'ace high', 'ace king high', 'pair', 'pair of fives', 'two pair' or another category"
        super().__init__(f"no hand is called {text!r}; want {want}")


def category_place(ranking: Ranking) -> int:
    """Where the category begins in a ranking's strengths."""
    return _CATEGORIES[ranking][1]


def parse_threshold(text: object, ranking: Ranking) -> Strength:
    """The least strength of the hands that words describe.

    >>> parse_threshold("pair", FIVE) == 1 << 20
    True
    """
    kinds, place = _CATEGORIES[ranking]
    words = text.split() if isinstance(text, str) else []
    match words:
        case ["any"]:
            return 0
        case [rank, "high"] if rank in ONE:
            return ONE.index(rank) << (place - 4)
        case [rank, second, "high"] if rank in ONE and second in ONE and ONE.index(rank) > ONE.index(second):
            return ONE.index(rank) << (place - 4) | ONE.index(second) << (place - 8)
        case ["pair", "of", ranks] if ranks in MANY:
            return 1 << place | MANY.index(ranks) << (place - 4)
    for kind in kinds:
        if " ".join(words) == kind.name.lower().replace("_", " "):
            return int(kind) << place
    raise NotAThreshold(text)


def threshold_words(strength: Strength, ranking: Ranking) -> str:
    """The words of a threshold: `parse_threshold(threshold_words(s, r), r) == s`."""
    kinds, place = _CATEGORIES[ranking]
    kind, first, second = strength >> place, strength >> (place - 4) & 15, strength >> (place - 8) & 15
    if kind == 0 and strength:
        return f"{ONE[first]} {ONE[second]} high" if strength & ((1 << (place - 4)) - 1) else f"{ONE[first]} high"
    if kind == 1 and first:
        return f"pair of {MANY[first]}"
    return kinds(kind).name.lower().replace("_", " ") if strength else ANY
