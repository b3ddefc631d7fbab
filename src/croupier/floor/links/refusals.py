"""A win whose claim was refused (R46): its table notes it, and a second person signs that the round ends without it.

Orders with their text form, what they make happen, and what is true of the round in play afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from croupier.floor.corrections import RECENT
from croupier.rules.events import MeterWon
from croupier.rules.paytables import line_words
from croupier.rules.seat import SEATS, could_be_seat
from croupier.values import replace

KEPT: Final = RECENT * len(SEATS)
"""Of so many seats a table knows who refused their wins: of every round that can be corrected, and long before."""


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
    """A win of the round in play whose claim was refused: by whom and why, who has signed beside them, and who had
    refused it or signed before it was claimed again."""

    seat: int
    line: str
    reason: str
    by: str
    signed_by: str = ""
    earlier: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """Who had a part in it, each once."""
        return tuple(dict.fromkeys(name for name in (*self.earlier, self.by, self.signed_by) if name))

    @property
    def words(self) -> str:
        """The refusal in words for the staff."""
        return f"the claim of seat {self.seat}, {line_words(self.line)}, was refused by {self.by}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Refusers:
    """Who had a part in refusing wins of a seat, with which a round has ended unpaid: what becomes of its dispute, and
    of a correction, is for others to say."""

    round: str
    seat: int
    names: tuple[str, ...]


def refusers_after(
    before: tuple[Refusers, ...], round: str, refused: tuple[RefusedWin, ...], unpaid: tuple[MeterWon, ...]
) -> tuple[Refusers, ...]:
    """Who had a part in refusing wins of a table once another round has ended, of which these were not paid."""
    names: dict[int, dict[str, None]] = {}
    for one in refused:
        if any((win.seat, win.line) == (one.seat, one.line) for win in unpaid):
            names.setdefault(one.seat, {}).update(dict.fromkeys(one.people))
    return (*before, *(Refusers(round, seat, tuple(people)) for seat, people in names.items()))[-KEPT:]


def after(refused: tuple[RefusedWin, ...], event: RefusalEvent) -> tuple[RefusedWin, ...]:
    """The refused wins of a round after `event`. Whoever refuses once more wants a signature anew."""
    others = tuple(one for one in refused if (one.seat, one.line) != (event.seat, event.line))
    match event:
        case AwardRefused(seat, line, reason, by):
            earlier = next((one.people for one in refused if one not in others), ())
            return (*others, RefusedWin(seat, line, reason, by, earlier=earlier))
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
