"""A strategy as it is written: rules by street, the first that fits decides, and where none does the street's last
choice (check, fold, pull back) is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from croupier.games import GAMES
from croupier.rules.game import Game
from croupier.strategy.language.conditions import Condition
from croupier.strategy.words import CHOICE_WORDS

SAID = {f"bet{times}": f"{times}x" for times in range(1, 10)}
"""How choices are written; any other is written as it is."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What is chosen where the condition fits, unless the exception does; no condition fits everywhere.

    `line` is where it stands in its text, and no part of what it says.
    """

    choice: str
    when: Condition | None = None
    unless: Condition | None = None
    line: int = 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rule):
            return NotImplemented
        return (self.choice, self.when, self.unless) == (other.choice, other.when, other.unless)

    def __hash__(self) -> int:
        return hash((self.choice, self.when, self.unless))

    def __str__(self) -> str:
        when = "" if self.when is None else f" with {self.when}"
        unless = "" if self.unless is None else f" unless {self.unless}"
        return f"{SAID.get(self.choice, self.choice)}{when}{unless}"

    @property
    def words(self) -> str:
        """The rule as one says it: `bet 2x: hidden pair, unless pocket pair 2`."""
        when = "always" if self.when is None else str(self.when)
        unless = "" if self.unless is None else f", unless {self.unless}"
        return f"{CHOICE_WORDS[self.choice]}: {when}{unless}"


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """A strategy for one game. `rules` are by the key of the street, in order; streets without rules may be missing.

    `str()` is a text that `croupier.strategy.parse` reads back as the same strategy.
    """

    game: str
    name: str
    title: str = ""
    source: str = ""
    rules: Mapping[str, tuple[Rule, ...]]

    def __hash__(self) -> int:
        return hash(str(self))

    @cached_property
    def of(self) -> Game:
        """The game that it is for."""
        return GAMES[self.game]

    @property
    def size(self) -> int:
        """How many rules it has."""
        return sum(map(len, self.rules.values()))

    def on(self, street: str) -> tuple[Rule, ...]:
        """The rules of a street."""
        return tuple(self.rules.get(street, ()))

    def __str__(self) -> str:
        head = {"game": self.game, "name": self.name, "title": self.title, "source": self.source}
        lines = [f"{key}: {text}" for key, text in head.items() if text]
        for street in self.of.streets:
            if self.on(street.key):
                lines += ["", f"{street.key}:", *(f"  {rule}" for rule in self.on(street.key))]
        return "\n".join(lines) + "\n"

    def to_dict(self) -> dict[str, Any]:
        """The strategy for machines: its head, its text, and its rules by street."""
        return {
            "game": self.game,
            "name": self.name,
            "title": self.title or self.name,
            "source": self.source,
            "size": self.size,
            "text": str(self),
            "rules": {street: [str(rule) for rule in rules] for street, rules in self.rules.items()},
        }
