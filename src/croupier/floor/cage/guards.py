"""What keeps money from slipping: amounts that make sense, and a second person above what the house sets."""

from __future__ import annotations

from typing import Final

from croupier.errors import Refused
from croupier.floor.roles import Duty, Person, check_may
from croupier.money import DOLLAR, Cents, dollars

MOST_AT_ONCE: Final[Cents] = 10_000_000 * DOLLAR
"""More than anybody counts out at once: a larger amount is a typing mistake."""


class NoSense(Refused):
    """An amount that nobody moves."""

    def __init__(self, amount: Cents) -> None:
        super().__init__(
            f"{dollars(amount)} cannot be moved; want a positive amount, {dollars(MOST_AT_ONCE)} at most at once"
        )


class SecondPersonNeeded(Refused):
    """Money that one person alone does not move."""

    def __init__(self, what: str, amount: Cents, above: Cents, before: Cents = 0) -> None:
        with_others = f"comes to {dollars(amount + before)} within 24 hours, " if before else "is "
        super().__init__(
            f"{what} of {dollars(amount)} {with_others}above {dollars(above)}, where the house wants a second person: "
            "a supervisor or executive signs with badge or name, and PIN"
        )


def check_amount(amount: Cents) -> None:
    """Refuse an amount that nobody moves."""
    if not 0 < amount <= MOST_AT_ONCE:
        raise NoSense(amount)


def check_second(
    what: str, amount: Cents, above: Cents | None, who: Person, second: Person | None, before: Cents = 0
) -> None:
    """Refuse a movement that needs a second person and has none, and a second person who is the same one or lacks the
    duty. `before` is what was moved so without one, which counts with it."""
    if second is not None:
        check_may(second, Duty.SECOND_PERSON)
        if second.actor == who.actor:
            raise Refused(f"{who.name} asks for it, so the second person is somebody else")
    elif above is not None and amount + before > above:
        raise SecondPersonNeeded(what, amount, above, before)
