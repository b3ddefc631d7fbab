"""A ranking: how a game compares hands, and what it calls them.

A strength is one whole number: the category, then the ranks that decide within it, four bits each and one for each card
that counts. Bigger is better, equal is a tie, and the hand can be named from the number alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import combinations
from typing import Protocol, TypeAlias

from croupier.cards import Card, Cards

Strength: TypeAlias = int

ONE = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_COUNTED = frozenset({"pair", "straight", "flush", "full", "royal"})
"""How the names of hands begin that take an article."""
MANY = tuple(f"{one}es" if one.endswith("x") else f"{one}s" for one in ONE)


class Kind(Protocol):
    """A category of a ranking: `three_of_a_kind` in files, `three of a kind` in a sentence."""

    @property
    def key(self) -> str: ...

    @property
    def words(self) -> str: ...

    def __int__(self) -> int:
        """Its place among the categories: a better one has a higher number."""


class HandCategory(IntEnum):
    """The categories of a ranking, low to high; each ranking has its own."""

    @cached_property
    def key(self) -> str:
        """The name in files and records: `three_of_a_kind`."""
        return self.name.lower()

    @cached_property
    def words(self) -> str:
        """The name in a sentence: `three of a kind`."""
        return self.key.replace("_", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """What hands are worth in a game. A bigger strength is better, equal is a tie.

    `least` is how few cards make a hand that has a strength at all. `kinds` are its categories, low to high, where
    strategies name them and no hand of `least` cards shows them all. `few` is what fewer cards are already, by equal
    ranks alone, where that can be said. `deciding` are the ranks that decide within the category, one for each card
    that counts, where a strength does not have them as `packed` puts them.
    """

    strength: Callable[[Sequence[Card]], Strength]
    category: Callable[[Strength], Kind]
    describe: Callable[[Strength], str]
    least: int
    kinds: tuple[Kind, ...] = ()
    few: Callable[[Sequence[Card]], Strength] | None = None
    deciding: Callable[[Strength], Sequence[int]] | None = None

    def ranks(self, strength: Strength) -> Sequence[int]:
        """The ranks that decide within the category of a strength, the first of them first."""
        if self.deciding is not None:
            return self.deciding(strength)
        return [strength >> 4 * place & 15 for place in range(self.least - 1, -1, -1)]

    def playing(self, own: Cards, board: Cards, strength: Strength) -> Cards:
        """The cards that make a hand of this strength, of somebody's own and the board's. Where several would do, the
        board's play: whoever cannot better it plays the board. All of them where no few are worth as much."""
        cards, count = (*own, *board), len(self.ranks(strength))
        worth_it = [some for some in combinations(cards, count) if self.strength(some) == strength]
        return max(worth_it, key=lambda some: sum(card in board for card in some), default=cards)


def packed(category: int, ranks: Sequence[int], cards: int) -> Strength:
    """The strength of a hand of so many cards, by its category and the ranks that decide within it."""
    strength = int(category)
    for rank in ranks:
        strength = strength << 4 | rank
    return strength << 4 * (cards - len(ranks))


def with_article(words: str) -> str:
    """A hand as somebody has it: `a pair of kings`, `a flush`, but `two pair, kings and nines` and `ace high`.

    >>> with_article("pair of kings"), with_article("four-card flush"), with_article("ace high")
    ('a pair of kings', 'a four-card flush', 'ace high')
    """
    first = words.partition(" ")[0].rstrip(",")
    return f"a {words}" if first in _COUNTED or first.endswith("-card") else words


def straight_top(ranks: Sequence[int]) -> int | None:
    """The highest card of a straight, if different ranks, highest first, are one; the ace is low below a deuce."""
    if ranks[0] - ranks[-1] == len(ranks) - 1:
        return ranks[0]
    is_wheel = ranks[0] == 12 and ranks[1] == len(ranks) - 2
    return ranks[1] if is_wheel else None


def hand_words(kind: HandCategory, strength: Strength, cards: int) -> str:
    """What a hand of so many cards is, in words a dealer would call out: `straight, ten to queen`."""
    first, second = (strength >> 4 * (cards - place) & 15 for place in (1, 2))
    match kind.name:
        case "ROYAL_FLUSH" | "FIVE_WILDS":
            return kind.words
        case "STRAIGHT_FLUSH" | "STRAIGHT":
            # Below the lowest straight's deuce comes the ace, which is the last of `ONE`.
            return f"{kind.words}, {ONE[first - cards + 1]} to {ONE[first]}"
        case "FIVE_OF_A_KIND" | "FOUR_OF_A_KIND" | "THREE_OF_A_KIND":
            return f"{kind.words}, {MANY[first]}"
        case "FULL_HOUSE":
            return f"full house, {MANY[first]} over {MANY[second]}"
        case "FLUSH":
            return f"flush, {ONE[first]} high"
        case "TWO_PAIR":
            return f"two pair, {MANY[first]} and {MANY[second]}"
        case "PAIR":
            return f"pair of {MANY[first]}"
        case _:
            return f"{ONE[first]} high"
