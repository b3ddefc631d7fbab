"""A finished round is corrected by two people (R58): one asks for it with a reason, another makes it.

Orders with their text form, and what they make happen. The round stays as it was; the correction is an entry of its
own that moves money between the tray and the player: to or from an account, what lies in front of who is still there
by name, or chips that people carry.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from croupier.money import DOLLAR, Cents, parse_dollars, plain_dollars
from croupier.rules.round import Round, Stage
from croupier.values import replace

RECENT: Final = 20
"""So many of a table's last rounds can still be corrected; an older mistake is a matter for the books."""
MOST: Final[Cents] = 1_000_000 * DOLLAR
"""More than any seat is paid: a larger amount is a typing mistake."""
_ASKED: Final = re.compile(r"round (\S+) seat ([1-6]) by ([+-])(\S+) (.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RecentRound:
    """A round that ended not long ago: its name, the seats that played, who played them, in the same order, and who
    dealt it. Nobody is named where chips were real, nor who was there by name and has left."""

    round: str
    seats: tuple[int, ...]
    players: tuple[str, ...] = ()
    dealers: tuple[str, ...] = ()

    def player_of(self, seat: int) -> str:
        """Who is paid, or pays, if a seat is corrected; nobody where chips are in somebody's hands."""
        return dict(zip(self.seats, self.players, strict=False)).get(seat, "")


def recent_after(
    recent: tuple[RecentRound, ...], round: Round, players: Mapping[int, str], dealers: tuple[str, ...]
) -> tuple[RecentRound, ...]:
    """The rounds that can be corrected once another has ended; `players` says who played each seat. Of a void one
    nothing stands, and where a player banked nothing of the house's moved."""
    if round.stage is Stage.VOID or round.bank is not None:
        return recent
    seats = tuple(seat.number for seat in round.seats)
    named = () if round.terms.real_cards else tuple(players[seat] for seat in seats)
    return (*recent, RecentRound(round.id, seats, named, dealers))[-RECENT:]


def called_now(recent: tuple[RecentRound, ...], names: Mapping[str, str]) -> tuple[RecentRound, ...]:
    """The rounds that can be corrected, once players are called otherwise, or by no name any more."""
    return tuple(replace(one, players=tuple(names.get(name, name) for name in one.players)) for one in recent)


@dataclass(frozen=True, slots=True)
class AskCorrection:
    """Ask for a finished round to be corrected: the seat gets so much more, or less, than it was paid."""

    round: str
    seat: int
    cents: Cents
    reason: str

    @property
    def reference(self) -> str:
        """Which correction it is, as who makes or drops it names it."""
        return _reference(self.round, self.seat, self.cents)

    def __str__(self) -> str:
        return f"correct round {self.reference} {self.reason}"


def _reference(round: str, seat: int, cents: Cents) -> str:
    return f"{round} seat {seat} by {'-' if cents < 0 else '+'}{plain_dollars(abs(cents))}"


@dataclass(frozen=True, slots=True)
class MakeCorrection:
    """Make the correction that somebody else has asked for: whichever waits, or only the one that is named."""

    named: str = ""

    def __str__(self) -> str:
        return f"make correction {self.named}".rstrip()


@dataclass(frozen=True, slots=True)
class DropCorrection:
    """Make no correction after all; where one is named, not of that."""

    named: str = ""

    def __str__(self) -> str:
        return f"drop correction {self.named}".rstrip()


CorrectionOrder: TypeAlias = AskCorrection | MakeCorrection | DropCorrection


@dataclass(frozen=True, slots=True)
class CorrectionAsked:
    """Somebody asked for a correction; somebody else makes it or drops it. `player` is whose account it moves; nobody's
    where it is chips."""

    round: str
    seat: int
    cents: Cents
    reason: str
    by: str
    player: str = ""

    @property
    def reference(self) -> str:
        """Which correction it is, as who makes or drops it names it."""
        return _reference(self.round, self.seat, self.cents)


@dataclass(frozen=True, slots=True)
class CorrectionDropped:
    """What was asked for is not made."""


@dataclass(frozen=True, slots=True)
class RoundCorrected:
    """A seat of a finished round was paid so much more, or gave so much back. Its entry is by who made it. `player` is
    whose account it moves, or who is there by name, with what lies in front of them; if nobody, it moves chips that
    people carry."""

    round: str
    seat: int
    cents: Cents
    reason: str
    asked_by: str
    player: str = ""


CorrectionEvent: TypeAlias = CorrectionAsked | CorrectionDropped | RoundCorrected


def after(waiting: CorrectionAsked | None, event: object) -> CorrectionAsked | None:
    """The correction that waits after `event`."""
    match event:
        case CorrectionAsked():
            return event
        case CorrectionDropped() | RoundCorrected():
            return None
        case _:
            return waiting


def parse_correction(word: str, rest: str) -> CorrectionOrder | None:
    """The order that `str` wrote, or `None`."""
    what, _, named = rest.partition(" ")
    if what == "correction" and word in ("make", "drop"):
        return MakeCorrection(named.strip()) if word == "make" else DropCorrection(named.strip())
    asked = _ASKED.fullmatch(rest) if word == "correct" else None
    if asked is None:
        return None
    round, seat, sign, amount, reason = asked.groups()
    cents = parse_dollars(amount)
    return AskCorrection(round, int(seat), -cents if sign == "-" else cents, reason.strip())
