"""A strategy as it is written: rules by street, the first that fits decides, and where none does the street's last
choice (check, fold, pull back) is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from croupier.games import GAMES
from croupier.rules.game import Game, Street
from croupier.strategy.language.conditions import Condition
from croupier.strategy.words import CHOICE_WORDS

CHOICE_LABELS = {f"bet{times}": f"{times}x" for times in range(1, 10)}
"""How choices are written; any other is written as it is."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What is chosen where the condition fits, unless the exception does; no condition fits everywhere.

    `line` is where it stands in its text and `note` the comment beside it, which says it to a player; neither is part
    of what it does.
    """

    choice: str
    when: Condition | None = None
    unless: Condition | None = None
    line: int = 0
    note: str = ""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rule):
            return NotImplemented
        return (self.choice, self.when, self.unless) == (other.choice, other.when, other.unless)

    def __hash__(self) -> int:
        return hash((self.choice, self.when, self.unless))

    def __str__(self) -> str:
        when = "" if self.when is None else f" with {self.when}"
        unless = "" if self.unless is None else f" unless {self.unless}"
        return f"{CHOICE_LABELS.get(self.choice, self.choice)}{when}{unless}"

    @property
    def where(self) -> str:
        """Where it decides, as its note says it, or as it is written: `hidden pair, unless pocket pair 2`."""
        when = "always" if self.when is None else str(self.when)
        return self.note or (when if self.unless is None else f"{when}, unless {self.unless}")

    @property
    def words(self) -> str:
        """The rule as it is written, the choice first: `bet 2x: hidden pair, unless pocket pair 2`."""
        return f"{CHOICE_WORDS[self.choice]}: {replace(self, note='').where}"


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """A strategy for one game. `rules` are by the key of the street, in order; streets without rules may be missing.

    `words` are for the page of how it is played. `str()` is a text that `croupier.strategy.parse` reads back as the
    same strategy; words and notes are not in it.
    """

    game: str
    name: str
    title: str = ""
    source: str = ""
    rules: Mapping[str, tuple[Rule, ...]]
    words: tuple[str, ...] = field(default=(), compare=False)

    def __hash__(self) -> int:
        return hash(str(self))

    @cached_property
    def of(self) -> Game:
        """The game that it is for."""
        return GAMES[self.game]

    @property
    def size(self) -> int:
        """How many rules it has; one that only says what is done anyway is none to remember."""
        anyway = {street.key: Rule(str(street.offers[-1])) for street in self.of.streets}
        return sum(rule != anyway[street] for street, rules in self.rules.items() for rule in rules)

    def on(self, street: str) -> tuple[Rule, ...]:
        """The rules of a street."""
        return tuple(self.rules.get(street, ()))

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """What to remember: its words, or a line for each street."""
        if self.words:
            return (" ".join(self.words),)
        return tuple(self._street(street) for street in self.of.streets)

    def _street(self, street: Street) -> str:
        last = str(street.offers[-1])
        by_choice: dict[str, list[str]] = {}
        for rule in self.on(street.key):
            by_choice.setdefault(rule.choice, []).append(rule.where)
        lines = [f"{CHOICE_WORDS[choice]}: {'; '.join(each)}." for choice, each in by_choice.items()]
        sentences = " ".join(f"{line[0].upper()}{line[1:]}" for line in lines)
        last_words = CHOICE_WORDS[last]
        return f"{sentences} Else {last_words}." if sentences else f"{last_words[0].upper()}{last_words[1:]}."

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
