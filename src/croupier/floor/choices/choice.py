"""What a choice of the house is: its name, what may be said, how it stands, and the settings with another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.table import Settings
from croupier.inputs import whole_number
from croupier.money import Cents, dollars, parse_dollars, plain_dollars
from croupier.rules.own.file import parse_side_bets
from croupier.rules.wagers import Range
from croupier.values import replace

NONE: Final = "none"


class Group(Enum):
    """The parts of the form, in its order."""

    NAME = "Name and approval"
    LIMITS = "Limits"
    BETS = "Bets and pay tables"
    DEALING = "Dealing"
    FACE_UP = "Face up"
    BANK = "California's bank and fees"
    CLOCK = "Clock and decks"


class ChoiceKind(Enum):
    """What a choice is said in."""

    WORDS = "words"
    ONE = "one of"
    SOME = "some of"
    SPAN = "from and to, in dollars"
    DOLLARS = "dollars"
    SECONDS = "seconds"
    ORDER = "seats or bets in order"
    PAIR = "two words"
    DECLARED = "a declaration"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChoice:
    """One choice of the house at a table. `text` gives its present value, `put` the settings with another value; both
    are in the text form of `kind`.

    An empty text means none: no clock, no cap, not face up.
    """

    key: str
    label: str
    group: Group
    kind: ChoiceKind
    about: str = ""
    options: tuple[tuple[str, str], ...] = ()
    """The values that may be chosen, each with its words, where they can be listed."""
    fixed: bool = False
    """The rule set has decided it: it is shown, but cannot be chosen."""
    text: Callable[[Settings], str]
    put: Callable[[Settings, str], Settings]

    def words(self, settings: Settings) -> str:
        """How it stands, as it is read."""
        text = self.text(settings)
        options = dict(self.options)
        match self.kind:
            case ChoiceKind.ONE:
                return options.get(text, text)
            case _ if not text:
                return NONE
            case ChoiceKind.SOME:
                return ", ".join(options.get(one, one) for one in text.split(","))
            case ChoiceKind.SPAN:
                return parse_span(text).words
            case ChoiceKind.DOLLARS:
                return dollars(parse_dollars(text))
            case ChoiceKind.SECONDS:
                return f"{text} s"
            case ChoiceKind.DECLARED:
                return ", ".join(bet.name for bet in parse_side_bets(text))
            case ChoiceKind.PAIR | ChoiceKind.ORDER:
                return text.replace(",", ", ")
            case _:
                return text

    @property
    def allows(self) -> str:
        """What may be chosen, in words; nothing where the label says it."""
        if self.fixed:
            return "set by the rule set"
        if self.kind is ChoiceKind.ONE and self.options:
            return " or ".join(value or NONE for value, _ in self.options)
        if self.kind is ChoiceKind.SOME:
            return ", ".join(value for value, _ in self.options) or NONE
        return self.about


def of_terms(field: str, read: Callable[[str], Any], write: Callable[[Any], str], **shown: Any) -> TableChoice:
    """The choice of one field of the terms."""
    return TableChoice(
        text=lambda settings: write(getattr(settings.terms, field)),
        put=lambda settings, text: replace(settings, terms=replace(settings.terms, **{field: read(text)})),
        **shown,
    )


def of_settings(field: str, read: Callable[[str], Any], write: Callable[[Any], str], **shown: Any) -> TableChoice:
    """The choice of one field of the settings."""
    return TableChoice(
        text=lambda settings: write(getattr(settings, field)),
        put=lambda settings, text: replace(settings, **{field: read(text)}),
        **shown,
    )


def parse_span(text: str) -> Range:
    """The limits that `5-100` names."""
    least, dash, most = text.partition("-")
    if not dash:
        raise Refused(f"not limits: {text!r}; want the least and the most in dollars, such as 5-100")
    return Range(parse_dollars(least.strip()), parse_dollars(most.strip()))


def span_text(span: Range) -> str:
    """Limits as they are typed."""
    return f"{plain_dollars(span.minimum)}-{plain_dollars(span.maximum)}"


def parse_cents(text: str) -> Cents | None:
    """An amount, or none."""
    return parse_dollars(text) if text else None


def cents_text(cents: Cents | None) -> str:
    """An amount as it is typed."""
    return "" if cents is None else plain_dollars(cents)


def parse_count(what: str) -> Callable[[str], int | None]:
    """A reader of a whole number, or none."""

    def read(text: str) -> int | None:
        number = whole_number(text)
        if text and number is None:
            raise Refused(f"not {what}: {text!r}; want a whole number, or none")
        return number

    return read


def count_text(count: int | None) -> str:
    """A number as it is typed."""
    return "" if count is None else str(count)


def parse_seats(text: str) -> tuple[int, ...] | None:
    """An order of seats, or none."""
    if not text:
        return None
    seats = [whole_number(word.strip()) for word in text.split(",")]
    if None in seats:
        raise Refused(f"not an order of seats: {text!r}; want each seat once, such as 1,2,3,4,5,6")
    return tuple(seat for seat in seats if seat is not None)


def seats_text(seats: tuple[int, ...] | None) -> str:
    """An order of seats as it is typed."""
    return "" if seats is None else ",".join(map(str, seats))


def parse_words(text: str) -> tuple[str, ...]:
    """Words between commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def words_text(words: tuple[str, ...]) -> str:
    """Words as they are typed."""
    return ",".join(words)
