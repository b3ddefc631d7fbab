"""Conditions as values, each with the text that it is read from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from croupier.cards import RANKS
from croupier.hands import MANY, ONE
from croupier.strategy.language.phrases import MOST, Phrase, PhraseKind


class RankRange(NamedTuple):
    """Ranks from one to another, 0 for a deuce."""

    low: int
    high: int

    def __str__(self) -> str:
        low, high = RANKS[self.low], RANKS[self.high]
        if self.low == self.high:
            return low
        return f"{low}+" if self.high == len(RANKS) - 1 else f"{low}-{high}"


@dataclass(frozen=True, slots=True)
class Is:
    """A phrase whose number is at least `low` and at most `high`; `ranks` for a phrase that counts some."""

    phrase: Phrase
    low: int
    high: int = MOST
    ranks: RankRange | None = None

    def __str__(self) -> str:
        name = self.phrase.name
        match self.phrase.kind:
            case PhraseKind.FLAG:
                return name
            case PhraseKind.RANK:
                return name if (self.low, self.high) == (1, MOST) else f"{name} {_ranks(self.low, self.high)}"
            case PhraseKind.CARDS if (self.low, self.high) == (1, MOST):
                return f"holds {self.ranks}"
            case PhraseKind.CARDS:
                return f"{name} {self.ranks} {_compared(self.low, self.high)}"
            case PhraseKind.COUNT:
                return f"{name} {_compared(self.low, self.high)}"


def _ranks(low: int, high: int) -> RankRange:
    return RankRange(low - 1, min(high, len(RANKS)) - 1)


def _compared(low: int, high: int) -> str:
    if low == high:
        return f"= {low}"
    return f">= {low}" if high == MOST else f"< {high + 1}"


@dataclass(frozen=True, slots=True)
class MadeHand:
    """A hand of this category, or of any better one."""

    category: int
    words: str
    better: bool

    def __str__(self) -> str:
        return f"{self.words} or better" if self.better else f"exactly {self.words}"


@dataclass(frozen=True, slots=True)
class HandAtLeast:
    """A whole hand as good as one with these ranks, or better: high cards, or one pair of a rank."""

    ranks: tuple[int, ...]
    pair: bool = False

    def __str__(self) -> str:
        if self.pair:
            return f"pair of {MANY[self.ranks[0]]} or better"
        if len(self.ranks) == 1:
            return f"{ONE[self.ranks[0]]} high or better"
        return f"{'-'.join(RANKS[rank] for rank in self.ranks)} or better"


@dataclass(frozen=True, slots=True)
class Starts:
    """Two cards of a range: `K5o+` from K5 up to KQ offsuit, `K4o-` from K4 down; no letter means suited or not."""

    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def hands(self) -> frozenset[str]:
        """The starting hands in it."""
        hand = self.text.rstrip("+-")
        high, low, kind = RANKS.index(hand[0]), RANKS.index(hand[1]), hand[2:]
        up, down = self.text.endswith("+"), self.text.endswith("-")
        if high == low:
            return frozenset(2 * rank for rank in (RANKS[high:] if up else RANKS[: high + 1] if down else hand[0]))
        lows = RANKS[low:high] if up else RANKS[: low + 1] if down else hand[1]
        return frozenset(f"{hand[0]}{rank}{suits}" for rank in lows for suits in (kind or "so"))


@dataclass(frozen=True, slots=True)
class Not:
    """Whatever does not fit."""

    what: Condition

    def __str__(self) -> str:
        return f"not {_inside(self.what)}"


@dataclass(frozen=True, slots=True)
class Both:
    """All of these at once."""

    each: tuple[Condition, ...]

    def __str__(self) -> str:
        return " and ".join(map(_inside, self.each))


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of these."""

    each: tuple[Condition, ...]

    def __str__(self) -> str:
        return " or ".join(f"({one})" if isinstance(one, Either) else str(one) for one in self.each)


Condition: TypeAlias = Is | MadeHand | HandAtLeast | Starts | Not | Both | Either


def _inside(condition: Condition) -> str:
    return f"({condition})" if isinstance(condition, Both | Either) else str(condition)


def any_of(conditions: Iterable[Condition]) -> Condition:
    """One condition for several of which one is enough."""
    each = tuple(conditions)
    return each[0] if len(each) == 1 else Either(each)


def all_of(conditions: Iterable[Condition]) -> Condition:
    """One condition for several that are all asked for."""
    each = tuple(conditions)
    return each[0] if len(each) == 1 else Both(each)
