"""Chance from a seed: the same seed draws the same question in every version of Python, for ever.

A result that is kept can be drawn again from its seed, so this leans on SHA-256 alone and on no library's generator.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar

from croupier.cards import DECK, Card, Cards

T = TypeVar("T")


class Draw:
    """A stream of chance that one seed gives."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def __repr__(self) -> str:
        return f"Draw({self._seed!r})"

    def below(self, most: int) -> int:
        """A whole number from 0 up to `most`, which it never is."""
        assert most > 0, "something to choose from"
        digest = hashlib.sha256(f"croupier school 1/{self._seed}/{self._drawn}".encode()).digest()
        self._drawn += 1
        # Of 2^64 numbers so few are left over that no table of a school is ever seen to lean.
        return int.from_bytes(digest[:8], "big") % most

    def once_in(self, times: int) -> bool:
        """True once in so many times."""
        return self.below(times) == 0

    def pick(self, choices: Sequence[T]) -> T:
        """One of these."""
        return choices[self.below(len(choices))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The same things in another order."""
        left, order = list(things), []
        while left:
            order.append(left.pop(self.below(len(left))))
        return order

    def some(self, things: Sequence[T], number: int) -> list[T]:
        """So many of these, in their own order."""
        chosen = set(self.shuffled(range(len(things)))[:number])
        return [thing for place, thing in enumerate(things) if place in chosen]

    def deck(self, cards: Cards = DECK) -> Cards:
        """An order of those cards. Most are thinned to few ranks, two suits or high cards: a school shows what pays,
        and not what is common."""
        deck = self.shuffled(cards)
        ranks, suits = set(self.shuffled(range(13))[:6]), set(self.shuffled(range(4))[:2])
        kinds: tuple[Callable[[Card], bool], ...] = (
            lambda card: True,
            lambda card: True,
            lambda card: card.rank >= 7,
            lambda card: card.rank in ranks,
            lambda card: card.suit in suits,
        )
        first = self.pick(kinds)
        return tuple([card for card in deck if first(card)] + [card for card in deck if not first(card)])
