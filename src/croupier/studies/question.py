"""What may be asked: the fields of a form, what somebody gave for them, and a question as a value."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from croupier.errors import Refused
from croupier.games import HOUSE_RULES
from croupier.money import NotAnAmount, parse_dollars
from croupier.rules.game import Game
from croupier.studies.answer import Answer

Progress: TypeAlias = Callable[[str, float], None]
"""Told what is being done, and how much of it is. It may raise, to stop the work."""
Told: TypeAlias = Any
"""Plain values, as JSON has them."""


class BadQuestion(Refused):
    """Something that cannot be asked: which field, and why not."""

    def __init__(self, field: str, said: str) -> None:
        super().__init__(said)
        self.field = field


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values of a field, in words, under a heading where there are many.

    `fills` is the text that it puts into the form's area: then it is no answer by itself.
    """

    value: str
    words: str
    group: str = ""
    fills: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: its name in an address, its words, and what stands there at first.

    again  whether it only matters where work is asked for once more
    rows   how high an area is
    """

    key: str
    words: str
    value: str
    kind: Literal["text", "number", "choice", "check", "area"] = "text"
    choices: tuple[Choice, ...] = ()
    hint: str = ""
    again: bool = False
    rows: int = 4


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody gave for the fields; what a field says at first where nothing was given."""

    fields: Sequence[Field]
    texts: Mapping[str, str]

    def text(self, key: str) -> str:
        """The text of a field; one with choices says one of them."""
        field = next(one for one in self.fields if one.key == key)
        text = " ".join(self.texts.get(key, field.value).split()) if field.kind != "area" else self.texts.get(key, "")
        if field.kind == "area":
            return text or field.value
        text = text or field.value
        if field.choices and text not in (offered := [choice.value for choice in field.choices]):
            there = ", ".join(filter(None, offered))
            raise BadQuestion(key, f"{field.words}: no {text!r} here; there are {there}")
        return text

    def whole(self, key: str, least: int, most: int) -> int:
        """A whole number."""
        text = self.text(key).replace(",", "")
        if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
            raise BadQuestion(key, f"{self._words(key)}: {text!r} cannot be; want {least:,} to {most:,}")
        return int(text)

    def cents(self, key: str, least: int, most: int) -> int:
        """An amount in dollars, as cents."""
        text = self.text(key).removeprefix("$")
        try:
            cents = parse_dollars(text)
        except NotAnAmount as error:
            raise BadQuestion(key, f"{self._words(key)}: {error}") from None
        if not least <= cents <= most:
            low, high = f"${least / 100:,.2f}", f"${most / 100:,.0f}"
            raise BadQuestion(key, f"{self._words(key)}: {text!r} cannot be; want {low} to {high}")
        return cents

    def percent(self, key: str, least: float, most: float) -> float:
        """A percentage, as it is written: 2 is 2 %."""
        text = self.text(key).removesuffix("%").strip()
        try:
            found = float(text)
        except ValueError:
            found = float("nan")
        if not least <= found <= most:
            raise BadQuestion(key, f"{self._words(key)}: {text!r} cannot be; want {least:g} to {most:g} %")
        return found

    def yes(self, key: str) -> bool:
        """Whether a box is ticked."""
        return self.texts.get(key, "") in ("true", "on", "yes")

    def _words(self, key: str) -> str:
        return next(one.words for one in self.fields if one.key == key)


class Question(ABC):
    """A question: worked out as plain values, and said for people."""

    __slots__ = ()

    @property
    @abstractmethod
    def arguments(self) -> tuple[str, ...]:
        """What the terminal has to be given for the same."""

    @property
    def files(self) -> Mapping[str, str]:
        """Files that the command reads, by name."""
        return {}

    @abstractmethod
    def told(self, progress: Progress) -> Told:
        """The answer as plain values: what the command prints with `--json`."""

    @abstractmethod
    def answer(self, told: Told) -> Answer:
        """The same for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A subject of the Lab: its address, its words, its form, and how a question is made of what was given.

    typing   whether it is answered while somebody types; else when they press the button
    has      whether a game has it
    """

    key: str
    words: str
    title: str
    about: str
    button: str
    typing: bool
    has: Callable[[Game], bool]
    fields: Callable[[Game], list[Field]]
    question: Callable[[Game, Given], Question]


def command_line(arguments: Sequence[str]) -> str:
    """A command as it is typed."""
    return shlex.join(("croupier", *arguments))


def game_option(game: Game) -> str | None:
    """What `--game` has to say: nothing of the game that a command takes where nobody says which."""
    return None if game is HOUSE_RULES.game else game.key


def options(**given: str | int | None) -> tuple[str, ...]:
    """Options of a command, without those that are not there: `seed=7` is `--seed 7`."""
    return tuple(
        text
        for name, value in given.items()
        if value is not None
        for text in (f"--{name.replace('_', '-')}", str(value))
    )
