"""Questions of figures: the fields of a form, the values that somebody entered, and the question as a value."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from croupier.errors import Refused
from croupier.games import HOUSE_RULES
from croupier.inputs import whole_number
from croupier.lab.work import Progress
from croupier.money import NotAnAmount, parse_dollars
from croupier.rules.game import Game
from croupier.studies.answer import FigureAnswer

Figures: TypeAlias = Any
"""Plain values, as JSON has them."""


_SHOWN = 40
"""Characters of what somebody entered that a refusal repeats."""


class BadQuestion(Refused):
    """Something that cannot be asked: which field, and why not."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """One of the values of a field, in words, under a heading where there are many.

    `fills` is a text that choosing it puts into the form's text area; such a choice is no answer by itself.
    """

    value: str
    words: str
    group: str = ""
    fills: str = ""


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form: its name in an address, its label, and its initial value.

    again  whether it is only used when a result is computed again
    rows   lines of a text area
    """

    key: str
    words: str
    value: str
    kind: Literal["text", "number", "choice", "check", "area"] = "text"
    choices: tuple[FieldChoice, ...] = ()
    hint: str = ""
    again: bool = False
    rows: int = 4


@dataclass(frozen=True, slots=True)
class FormValues:
    """The values that somebody entered; a field that was left out has its initial value."""

    fields: Sequence[FormField]
    texts: Mapping[str, str]

    def text(self, key: str) -> str:
        """The text of a field. A field with choices must have one of them."""
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
        number = whole_number(text)
        if number is None or not least <= number <= most:
            raise BadQuestion(key, f"{self._words(key)}: {text[:_SHOWN]!r} cannot be; want {least:,} to {most:,}")
        return number

    def cents(self, key: str, least: int, most: int) -> int:
        """An amount in dollars, as cents."""
        text = self.text(key).removeprefix("$")
        try:
            cents = parse_dollars(text)
        except NotAnAmount as error:
            raise BadQuestion(key, f"{self._words(key)}: {error}") from None
        if not least <= cents <= most:
            low, high = f"${least / 100:,.2f}", f"${most / 100:,.0f}"
            raise BadQuestion(key, f"{self._words(key)}: {text[:_SHOWN]!r} cannot be; want {low} to {high}")
        return cents

    def percent(self, key: str, least: float, most: float) -> float:
        """A percentage, as it is written: 2 is 2 %."""
        text = self.text(key).removesuffix("%").strip()
        try:
            percent = float(text)
        except ValueError:
            percent = float("nan")
        if not least <= percent <= most:
            raise BadQuestion(key, f"{self._words(key)}: {text[:_SHOWN]!r} cannot be; want {least:g} to {most:g} %")
        return percent

    def yes(self, key: str) -> bool:
        """Whether a box is ticked."""
        return self.texts.get(key, "") in ("true", "on", "yes")

    def _words(self, key: str) -> str:
        return next(one.words for one in self.fields if one.key == key)


class StudyQuestion(ABC):
    """A question of figures: `figures` computes plain values, `answer` says them for people."""

    __slots__ = ()

    @property
    @abstractmethod
    def arguments(self) -> tuple[str, ...]:
        """The arguments of the `croupier` command that asks the same question."""

    @property
    def files(self) -> Mapping[str, str]:
        """Files that the command reads, by name."""
        return {}

    @abstractmethod
    def figures(self, progress: Progress) -> Figures:
        """The answer as plain values: what the command prints with `--json`."""

    @abstractmethod
    def answer(self, figures: Figures) -> FigureAnswer:
        """The same for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A subject of the Lab: its address, its words, its form, and how a question is made of the form's values.

    typing   whether it is answered while somebody types, or only when they press the button
    has      whether the subject applies to a game
    paper    whether an answer is also a paper to print
    """

    key: str
    words: str
    title: str
    about: str
    button: str
    typing: bool
    has: Callable[[Game], bool]
    fields: Callable[[Game], list[FormField]]
    question: Callable[[Game, FormValues], StudyQuestion]
    paper: bool = False


def command_line(arguments: Sequence[str]) -> str:
    """A command as it is typed."""
    return shlex.join(("croupier", *arguments))


def game_option(game: Game) -> str | None:
    """The value of `--game`; none for the game that commands use by default."""
    return None if game is HOUSE_RULES.game else game.key


def options(**values: str | int | None) -> tuple[str, ...]:
    """Options of a command, those whose value is none left out: `seed=7` is `--seed 7`."""
    return tuple(
        text
        for name, value in values.items()
        if value is not None
        for text in (f"--{name.replace('_', '-')}", str(value))
    )
