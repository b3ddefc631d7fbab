"""What can happen at a table on a link whose cards we do not deal (R35, R58), in the past tense, and its plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, get_args

from croupier.codec import Codec, Plain
from croupier.floor.links.hand_buttons import TrayWinEvent, TrayWinPressed, TrayWinReleased, TrayWinVerified
from croupier.money import Cents


@dataclass(frozen=True, slots=True)
class GameJoined:
    """The table is on a link from now on, under that link's stake and pay table. `fixed` says what pays the fixed
    awards, tray or meter. With `real_cards` no card of it comes from a shuffle of ours or from a machine's report: a
    person works its keypad, and who verifies a win enters its cards (R58)."""

    table: str
    game: str
    link: str
    stake: Cents
    paytable: str
    fixed: str = "tray"
    real_cards: bool = False


@dataclass(frozen=True, slots=True)
class GameLeft:
    """The table is on no link any more."""


@dataclass(frozen=True, slots=True)
class TermsNoted:
    """The link of the table has new terms."""

    stake: Cents
    paytable: str
    fixed: str = "tray"


@dataclass(frozen=True, slots=True)
class ChipsPresent:
    """The seats on whose sensors a progressive chip lies, before the lock (R33)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameLocked:
    """A game begins: these seats have made the progressive wager. With real cards every win that the tray pays has its
    hand button, and from `verify_from` on a supervisor verifies it (R44)."""

    round: str
    wagers: Mapping[int, Cents]
    verify_from: Cents | None = None


@dataclass(frozen=True, slots=True)
class SeatPicked:
    """The seat whose hand is to be pressed; 0: none."""

    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class WinClaimed:
    """The dealer pressed the hand of a seat that a meter pays; its cards are not known here yet."""

    round: str
    seat: int
    line: str
    by: str


@dataclass(frozen=True, slots=True)
class WinDropped:
    """The hand is off again, or a verifier has refused it, with a reason."""

    seat: int
    line: str
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WinCardsEntered:
    """The real cards of a win, entered by who verified it by sight."""

    round: str
    seat: int
    line: str
    cards: str
    by: str


@dataclass(frozen=True, slots=True)
class HandsShown:
    """The five cards of every seat."""

    round: str
    hands: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class GamePaid:
    """A meter paid a win of the game."""

    seat: int
    line: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; what its tray owes each seat in fixed pays and envy, and for which hand it owes the former."""

    round: str
    fixed: Mapping[int, Cents]
    envy: Mapping[int, Cents]
    lines: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameVoided:
    """The game was undone, its wagers went back."""

    round: str
    reason: str


WithRealCards: TypeAlias = ChipsPresent | SeatPicked | WinClaimed | WinDropped | WinCardsEntered | TrayWinEvent
"""What happens only where a person works the keypad."""
OutsideEvent: TypeAlias = (
    GameJoined
    | GameLeft
    | TermsNoted
    | GameLocked
    | HandsShown
    | GamePaid
    | GameEnded
    | GameVoided
    | ChipsPresent
    | SeatPicked
    | WinClaimed
    | WinDropped
    | WinCardsEntered
    | TrayWinPressed
    | TrayWinReleased
    | TrayWinVerified
)

_codec = Codec(tagged=get_args(OutsideEvent))


def to_plain(event: OutsideEvent) -> Plain:
    """An event as the journal keeps it."""
    return _codec.to_plain(event)


def from_plain(plain: Mapping[str, Any]) -> OutsideEvent:
    """The event that `to_plain` wrote, or `BadData`."""
    event: OutsideEvent = _codec.from_plain(plain)
    return event
