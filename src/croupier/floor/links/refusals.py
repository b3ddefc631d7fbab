"""A win whose claim was refused (R46): its table notes it, and a second person signs that the round ends without it.

Orders with their text form, what they make happen, and what is true of the round in play afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.rules.paytables import line_words
from croupier.rules.seat import could_be_seat
from croupier.values import replace


@dataclass(frozen=True, slots=True)
class TakeRefusal:
    """The claim of a win of this round has been refused, for a reason (R46)."""

    seat: int
    line: str
    reason: str

    def __str__(self) -> str:
        return f"refused {self.seat} {self.line} {self.reason}"


@dataclass(frozen=True, slots=True)
class SignRefusal:
    """Sign as the second person that the round ends without a win that was refused, though its cards make it."""

    seat: int
    line: str

    def __str__(self) -> str:
        return f"sign refusal {self.seat} {self.line}"


@dataclass(frozen=True, slots=True)
class AwardRefused:
    """The claim of a win of the round in play was refused. It may be claimed again until the round ends."""

    seat: int
    line: str
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class RefusalSigned:
    """A second person signed that the round ends without a win that was refused."""

    seat: int
    line: str
    by: str


RefusalEvent: TypeAlias = AwardRefused | RefusalSigned


@dataclass(frozen=True, slots=True)
class RefusedWin:
    """A win of the round in play whose claim was refused: by whom and why, and who has signed beside them."""

    seat: int
    line: str
    reason: str
    by: str
    signed_by: str = ""

    @property
    def people(self) -> tuple[str, ...]:
        """Who had a part in it."""
        return (self.by, self.signed_by) if self.signed_by else (self.by,)

    @property
    def words(self) -> str:
        """The refusal in words for the staff."""
        return f"the claim of seat {self.seat}, {line_words(self.line)}, was refused by {self.by}: {self.reason}"


def after(refused: tuple[RefusedWin, ...], event: RefusalEvent) -> tuple[RefusedWin, ...]:
    """The refused wins of a round after `event`. Whoever refuses once more wants a signature anew."""
    others = tuple(one for one in refused if (one.seat, one.line) != (event.seat, event.line))
    match event:
        case AwardRefused(seat, line, reason, by):
            return (*others, RefusedWin(seat, line, reason, by))
        case RefusalSigned(by=by):
            return tuple(one if one in others else replace(one, signed_by=by) for one in refused)


def parse_refusal(word: str, rest: str) -> TakeRefusal | SignRefusal | None:
    """The order that `str` wrote, or `None`."""
    match word, rest.split():
        case "refused", [seat, line, _, *_] if could_be_seat(seat):
            return TakeRefusal(int(seat), line, rest.split(maxsplit=2)[2])
        case "sign", ["refusal", seat, line] if could_be_seat(seat):
            return SignRefusal(int(seat), line)
        case _:
            return None
