"""The hands that are good enough for something, by the worst of them.

    QUEEN_HIGH = at_least("queen high", THREE)
    QUEEN_HIGH(hand), QUEEN_HIGH.words

A strength is a category and then ranks, so the words up to a point are a strength with nothing after them: every hand
that they describe, and every better one, is at least that.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from croupier.errors import Refused
from croupier.hands import FIVE, MANY, ONE, Category, Ranking, Strength
from croupier.hands.four import FOUR, FourCards
from croupier.hands.three import THREE, ThreeCards
from croupier.hands.wild import WILD, WildCards

ANY = "any"
"""Every hand is good enough."""

_CATEGORIES: dict[Ranking, tuple[type[IntEnum], int]] = {
    FIVE: (Category, 20),
    FOUR: (FourCards, 16),
    THREE: (ThreeCards, 12),
    WILD: (WildCards, 20),
}
"""The categories of each ranking, and where they begin in its strengths."""
_PAIR = 1
_UNCOUNTED = ("two", "three", "four", "five")
"""How the names of categories begin that take no article: `two pair`."""


class NotAThreshold(Refused):
    """Words that name no hand of a ranking."""

    def __init__(self, text: object) -> None:
        want = f"{ANY!r}, 'ace high', 'ace king high', 'pair', 'pair of fives', 'two pair' or another category"
        super().__init__(f"no hand is called {text!r}; want {want}")


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The hands of a ranking from a strength on: `QUEEN_HIGH(hand)` says whether a hand is among them."""

    least: Strength
    ranking: Ranking

    def __call__(self, hand: Strength) -> bool:
        return hand >= self.least

    @property
    def words(self) -> str:
        """The worst of them, as files say it: `at_least(made.words, ranking) == made`."""
        if not self.least:
            return ANY
        kinds, place = _CATEGORIES[self.ranking]
        kind, first, second = self.least >> place, self.least >> (place - 4) & 15, self.least >> (place - 8) & 15
        if kind == 0:
            return f"{ONE[first]} {ONE[second]} high" if second else f"{ONE[first]} high"
        if kind == _PAIR and first:
            return f"pair of {MANY[first]}"
        return kinds(kind).name.lower().replace("_", " ")

    @property
    def spoken(self) -> str:
        """The worst of them, as a dealer says it: `a pair`, `ace and king`; as its ranking says it, where that is one
        of a game's own."""
        if self.ranking not in _CATEGORIES:
            return self.ranking.describe(self.least)
        words = self.words.split()
        match words:
            case [high, second, "high"]:
                return f"{high} and {second}"
            case [_, "high"] | ["any"]:
                return self.words
        return self.words if words[0] in _UNCOUNTED else f"a {self.words}"


def at_least(text: object, ranking: Ranking) -> AtLeast:
    """The hands that words describe, and every better one.

    >>> at_least("pair", FIVE).least == 1 << 20
    True
    """
    return AtLeast(_strength(text, ranking), ranking)


def _strength(text: object, ranking: Ranking) -> Strength:
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
            return _PAIR << place | MANY.index(ranks) << (place - 4)
    for kind in kinds:
        if " ".join(words) == kind.name.lower().replace("_", " "):
            return int(kind) << place
    raise NotAThreshold(text)
