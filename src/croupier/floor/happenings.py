"""What can happen at a table, in the past tense: the events of its rounds, and what only the floor knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.floor.choices.settings import Settings
from croupier.floor.choices.upkeep import TableChanged, UpkeepEvent
from croupier.floor.corrections import CorrectionEvent
from croupier.floor.disputes import DisputeEvent
from croupier.floor.links.hand_buttons import HandButtonsAsked, TrayWinEvent
from croupier.floor.links.linked import OnLink
from croupier.floor.staffing import StaffEvent
from croupier.rules.events import Event


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table was opened. `warning` is what was said of its number of face-up spots, where it is above usual (R17)."""

    table: str
    settings: Settings
    warning: str = ""


@dataclass(frozen=True, slots=True)
class PlayerSat:
    """A player took a seat."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class SeatNamed:
    """Who plays in a seat in the round that is open, where a dealer enters the bets and knows a name (R58)."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class PlayerStood:
    """A player left. With wagers in play the seat stays theirs until the round is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class BankPassed:
    """A seat let the bank go by (R31)."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeedSealed:
    """The house's secret seed of the round that was just opened. Kept beside the journal, never in it."""

    seed: bytes


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The cards are out, in the order that everybody's seeds give. Which cards, the revealed seed will say."""


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The round is finished, and anybody may check its shuffle now."""

    seed: bytes


Happening: TypeAlias = (
    Event
    | TableOpened
    | TableChanged
    | UpkeepEvent
    | PlayerSat
    | SeatNamed
    | PlayerStood
    | BankPassed
    | SeedSealed
    | CardsDealt
    | SeedRevealed
    | OnLink
    | HandButtonsAsked
    | TrayWinEvent
    | StaffEvent
    | CorrectionEvent
    | DisputeEvent
)
