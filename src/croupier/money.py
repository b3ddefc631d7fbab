"""Money is whole cents, and is written the way a felt writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from croupier.errors import Refused

Cents: TypeAlias = int
DOLLAR: Cents = 100


class NotAnAmount(Refused):
    """Text that is no amount of money."""

    def __init__(self, text: object) -> None:
        super().__init__(f"not an amount: {text!r}; want dollars, such as '15', '$1,250' or '2.50'")
        self.text = text


def dollars(amount: Cents) -> str:
    """An amount as people read it.

    >>> dollars(123450), dollars(-500)
    ('$1,234.50', '-$5')
    """
    whole, cents = divmod(abs(amount), DOLLAR)
    sign = "-" if amount < 0 else ""
    return f"{sign}${whole:,}.{cents:02}" if cents else f"{sign}${whole:,}"


CHIP_VALUES: tuple[Cents, ...] = (50_000, 10_000, 2_500, 500, 100, 50, 25)
"""The chips that a house has unless it chooses others, the largest first; what is less than a dollar are coins."""


class NotChips(Refused):
    """Text that names no chips of a house."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"not chips: {text!r}; want up to 10 different values in dollars, such as '500, 100, 25, 5, 1'"
        )
        self.text = text


def parse_chip_values(text: str) -> tuple[Cents, ...]:
    """The values of a house's chips, the largest first.

    >>> parse_chip_values("1, 5, 25")
    (2500, 500, 100)
    """
    try:
        values = [parse_dollars(one) for one in text.split(",")]
    except NotAnAmount:
        raise NotChips(text) from None
    if 0 in values or len(set(values)) != len(values) or len(values) > 10:
        raise NotChips(text)
    return tuple(sorted(values, reverse=True))


def chip_values_text(values: Sequence[Cents]) -> str:
    """The same as text."""
    return ", ".join(map(plain_dollars, values))


class ChipStack(NamedTuple):
    """So many chips of one value."""

    value: Cents
    number: int


def chips_for(amount: Cents, values: Sequence[Cents] = CHIP_VALUES) -> tuple[tuple[ChipStack, ...], Cents]:
    """The fewest chips that a tray with these values makes an amount of, the largest first, and the odd cents that no
    chip is small enough for.

    >>> [f"{number} x {dollars(value)}" for value, number in chips_for(13_750)[0]]
    ['1 x $100', '1 x $25', '2 x $5', '2 x $1', '1 x $0.50']
    """
    assert amount >= 0, "what is taken and what is paid are both counted in chips"
    stacks = []
    for value in sorted(values, reverse=True):
        number, amount = divmod(amount, value)
        if number:
            stacks.append(ChipStack(value, number))
    return tuple(stacks), amount


class NotStacks(Refused):
    """Text that is no count of chips or notes."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"not a count: {text!r}; want values and how many of each, such as '100x45 25x80', each value once, and "
            "what has no value of its own as an amount, such as 12.50"
        )
        self.text = text


_STACK = re.compile(r"([^x]+)x(\d{1,9})", re.ASCII)


def parse_stacks(text: str) -> tuple[ChipStack, ...]:
    """A count by values, the largest first. An amount without a number is so many cents.

    >>> stacks_total(parse_stacks("25x80 100x45 12.50"))
    651250
    """
    stacks: dict[Cents, int] = {}
    for word in text.split():
        match = _STACK.fullmatch(word)
        try:
            value, number = (parse_dollars(match[1]), int(match[2])) if match else (1, parse_dollars(word))
        except NotAnAmount:
            raise NotStacks(text) from None
        if not value or value in stacks:
            raise NotStacks(text)
        stacks[value] = number
    if not stacks:
        raise NotStacks(text)
    return tuple(ChipStack(value, stacks[value]) for value in sorted(stacks, reverse=True) if stacks[value])


def stacks_text(stacks: Sequence[ChipStack]) -> str:
    """The same as text; nothing at all is `0`."""
    words = [plain_dollars(number) if value == 1 else f"{plain_dollars(value)}x{number}" for value, number in stacks]
    return " ".join(words) or "0"


def stacks_total(stacks: Sequence[ChipStack]) -> Cents:
    """What all of it is worth."""
    return sum(value * number for value, number in stacks)


def plain_dollars(amount: Cents) -> str:
    """An amount as it is typed in an order: `1250`, `2.50`."""
    return dollars(amount).removeprefix("$").replace(",", "")


def signed_dollars(amount: Cents) -> str:
    """An amount as a result: `+$15`, `-$5`, `$0`."""
    return f"+{dollars(amount)}" if amount > 0 else dollars(amount)


_AMOUNT = re.compile(r"\$?((?:\d{1,3}(?:,\d{3}){1,3}|\d{1,12}))(?:\.(\d{1,2}))?", re.ASCII)


def parse_dollars(text: str) -> Cents:
    """The cents that an amount in dollars names: the reverse of `dollars`, never negative."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise NotAnAmount(text)
    whole, cents = match.groups()
    return int(whole.replace(",", "")) * DOLLAR + int((cents or "0").ljust(2, "0"))


class NotAPercentage(Refused):
    """Text that is no percentage of money."""

    def __init__(self, text: object) -> None:
        super().__init__(
            f"not a percentage: {text!r}; want a number with at most two decimals, such as '20' or '2.5 %'"
        )
        self.text = text


_PERCENTAGE = re.compile(r"(?=\.?\d)(\d{0,12})(?:\.(\d{0,2}))?\s*%?", re.ASCII)


def parse_basis_points(text: str) -> int:
    """The basis points that a rate in percent names, never negative. Whether it may pass 100 % is the caller's rule.

    >>> parse_basis_points("2.5 %")
    250
    """
    match = _PERCENTAGE.fullmatch(text.strip())
    if match is None:
        raise NotAPercentage(text)
    whole, part = match.groups()
    return int(whole or "0") * 100 + int((part or "0").ljust(2, "0"))
