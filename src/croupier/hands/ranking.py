"""A ranking: how a game compares hands, and what it calls them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from croupier.cards import Card
from croupier.hands.five import Strength


class Kind(Protocol):
    """A category of a ranking: `three_of_a_kind` in files, `three of a kind` in a sentence."""

    @property
    def key(self) -> str: ...

    @property
    def words(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """What hands are worth in a game. A bigger strength is better, equal is a tie.

    `least` is how few cards make a hand that has a strength at all.
    """

    strength: Callable[[Sequence[Card]], Strength]
    category: Callable[[Strength], Kind]
    describe: Callable[[Strength], str]
    least: int
