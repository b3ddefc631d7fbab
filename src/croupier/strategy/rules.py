"""The rules a readable strategy is made of: each is data, and says itself in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.cards import RANKS
from croupier.errors import Refused
from croupier.hands import Category

_NAMES = "deuce three four five six seven eight nine ten jack queen king ace"
_ONE = dict(zip(RANKS, _NAMES.split(), strict=True))
_MANY = {rank: f"{name}es" if name.endswith("x") else f"{name}s" for rank, name in _ONE.items()}


class NotAHandRange(Refused):
    """Text that is no list of starting hands."""

    def __init__(self, text: str) -> None:
        super().__init__(f"not starting hands: {text!r}; want such as '33+', 'K5o+', 'A2s+' or 'JTo'")
        self.text = text


@dataclass(frozen=True, slots=True)
class MadeHand:
    """A hand of at least this category, wherever its cards lie."""

    category: Category

    @property
    def words(self) -> str:
        return f"{self.category.words} or better"


@dataclass(frozen=True, slots=True)
class HiddenPair:
    """A pair with at least one card in the hole; a pocket pair counts from this rank up."""

    pocket: str = "2"

    @property
    def words(self) -> str:
        below = RANKS[: RANKS.index(self.pocket)]
        exceptions = f", except pocket {_MANY[below[-1]]}" if below else ""
        if len(below) > 1:
            exceptions += " or lower"
        return f"a hidden pair (a pair with a card of your own){exceptions}"


@dataclass(frozen=True, slots=True)
class OwnHand:
    """A pair or better, of a higher category than the board makes by itself."""

    @property
    def words(self) -> str:
        return "a pair or better of your own (a better kind of hand than the board alone)"


@dataclass(frozen=True, slots=True)
class FourFlush:
    """Four to a flush, one of them in the hole and of this rank or higher."""

    hidden: str

    @property
    def words(self) -> str:
        return f"four to a flush with a {_ONE[self.hidden]} or better of that suit in the hole"


@dataclass(frozen=True, slots=True)
class HighCard:
    """A hole card of this rank or higher."""

    rank: str

    @property
    def words(self) -> str:
        better = "" if self.rank == "A" else " or better"
        return f"a{'n' if self.rank in '8A' else ''} {_ONE[self.rank]}{better} in the hole"


@dataclass(frozen=True, slots=True)
class FewerOuts:
    """Fewer than this many of the 45 unseen cards, as one of the dealer's two, would beat the hand."""

    outs: int

    @property
    def words(self) -> str:
        return f"fewer than {self.outs} dealer outs (unseen cards that, alone with the board, beat you)"


FlopRule: TypeAlias = MadeHand | HiddenPair | FourFlush | HighCard
RiverRule: TypeAlias = MadeHand | HiddenPair | OwnHand | HighCard | FewerOuts


def hands_in(ranges: str) -> tuple[str, ...]:
    """The starting hands that a list of ranges names.

    >>> hands_in("QQ+ JTo K9s+")
    ('QQ', 'KK', 'AA', 'JTo', 'K9s', 'KTs', 'KJs', 'KQs')
    """
    return tuple(hand for text in ranges.replace(",", " ").split() for hand in _range(text))


def _range(text: str) -> list[str]:
    hand, plus = (text[:-1], True) if text.endswith("+") else (text, False)
    if len(hand) == 2 and hand[0] == hand[1] and hand[0] in RANKS:
        start = RANKS.index(hand[0])
        return [rank * 2 for rank in (RANKS[start:] if plus else hand[0])]
    if len(hand) == 3 and hand[2] in "so" and hand[0] in RANKS and hand[1] in RANKS:
        high, low = RANKS.index(hand[0]), RANKS.index(hand[1])
        if low < high:
            return [f"{hand[0]}{rank}{hand[2]}" for rank in RANKS[low : high if plus else low + 1]]
    raise NotAHandRange(text)
