"""The words of a line; and the error that names the line and the word, and suggests a word that is known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from croupier.cards import RANKS
from croupier.errors import Refused
from croupier.hands import MANY, ONE
from croupier.strategy.language.conditions import RankRange
from croupier.strategy.language.phrases import ALL_NAMES

_WORD = re.compile(r"<=|>=|<|>|=|[(),:]|[^\s(),:<>=]+")
_NOISE = frozenset({"a", "an", "the", "any", "your"})
_BOUNDS = re.compile(r"(10|[2-9tjqka])(?:(\+|-)|-(10|[2-9tjqka]))?", re.IGNORECASE)
_LONGEST = max(len(name.split()) for name in ALL_NAMES)
_NAMES = {name: rank for names in (ONE, MANY) for rank, name in enumerate(names)} | {"two": 0, "twos": 0}


class BadStrategy(Refused):
    """A strategy that cannot be read."""


class BadLine(BadStrategy):
    """A line of a strategy that cannot be read: `line` is its number, `word` what is wrong in it."""

    def __init__(self, origin: str, line: int, word: str, why: str) -> None:
        super().__init__(f"{origin}, line {line}: {word!r} {why}")
        self.line, self.word = line, word


def suggestion(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """What to say of a word that is none: the nearest one that is, or else all of them."""
    names = sorted(set(known))
    matches = get_close_matches(word.lower(), names, 1, 0.5)
    if matches:
        return f"did you mean {matches[0]!r}?"
    return otherwise or f"there are {', '.join(names) or 'none'}"


@dataclass(slots=True)
class LineReader:
    """The words of one line, read from the left."""

    origin: str
    number: int
    text: str
    words: list[str] = field(init=False)
    at: int = 0

    def __post_init__(self) -> None:
        self.words = _WORD.findall(self.text)

    def skip_noise(self) -> None:
        """Step over articles; a capital A is an ace."""
        while self.at < len(self.words) and self.words[self.at] in _NOISE:
            self.at += 1

    @property
    def word(self) -> str:
        """The next word in small letters; nothing at the end."""
        return self.words[self.at].lower() if self.at < len(self.words) else ""

    @property
    def raw(self) -> str:
        """The next word as it was written."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, *words: str) -> bool:
        """Step over these words, if they come next."""
        next_words = [word.lower() for word in self.words[self.at : self.at + len(words)]]
        if next_words != list(words):
            return False
        self.at += len(words)
        return True

    def take_one_of(self, names: Iterable[str]) -> str | None:
        """Step over the longest of the names that comes next."""
        for name in sorted(names, key=lambda name: -len(name)):
            if self.take(*name.split()):
                return name
        return None

    def take_or(self, word: str) -> bool:
        """Step over `or better` and the like; but not where a phrase begins so, as in `or higher kickers = 0`."""
        after = self.words[self.at + 1 : self.at + 1 + _LONGEST]
        if any(" ".join(after[:many]).lower() in ALL_NAMES for many in range(1, _LONGEST + 1)):
            return False
        return self.take("or", word)

    def bad(self, why: str, word: str | None = None) -> BadLine:
        """The error about the next word, or about another."""
        return BadLine(self.origin, self.number, self.raw if word is None else word, why)

    @property
    def rest(self) -> str:
        """What is left of the line, as it was written."""
        return " ".join(self.words[self.at :])


def rank_of(word: str) -> int | None:
    """The rank that a word names, as a letter, a number or a word, one or many."""
    word = word.lower()
    if word in _NAMES:
        return _NAMES[word]
    word = "t" if word == "10" else word
    return RANKS.index(word.upper()) if len(word) == 1 and word.upper() in RANKS else None


def take_ranks(line: LineReader) -> RankRange | None:
    """The ranks that come next: `T+`, `9-Q`, `8-`, `K`, `tens or better`; nothing if none come."""
    bounds = _BOUNDS.fullmatch(line.word)
    named = rank_of(line.word)
    last = len(RANKS) - 1
    if bounds is not None:
        low = rank_of(bounds[1])
        assert low is not None, "the pattern admits only ranks"
        ranks = RankRange(low, low)
        if bounds[2]:
            ranks = RankRange(low, last) if bounds[2] == "+" else RankRange(0, low)
        elif bounds[3]:
            high = rank_of(bounds[3])
            assert high is not None, "the pattern admits only ranks"
            ranks = RankRange(min(low, high), max(low, high))
        line.at += 1
    elif named is not None:
        ranks = RankRange(named, named)
        line.at += 1
    else:
        return None
    if ranks.low == ranks.high:
        if line.take_or("better") or line.take_or("higher"):
            return RankRange(ranks.low, last)
        if line.take_or("lower"):
            return RankRange(0, ranks.low)
    return ranks
