"""What can happen at a table, in the past tense: the events of its rounds, and what only the floor knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from croupier.cards import Cards
from croupier.floor.choices.settings import Settings
from croupier.floor.choices.upkeep import TableChanged, UpkeepEvent
from croupier.floor.corrections import CorrectionEvent
from croupier.floor.disputes import DisputeEvent
from croupier.floor.links.hand_buttons import HandButtonsAsked, TrayWinEvent
from croupier.floor.links.linked import OnLink
from croupier.floor.rehearsal.orders import RehearsalEvent
from croupier.floor.staffing import StaffEvent
from croupier.money import Cents
from croupier.rules.events import Event


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table was opened. `warning` is what was said of its number of face-up spots, where it is above usual (R17)."""

    table: str
    settings: Settings
    warning: str = ""
    rehearsal: bool = False
    """Whether it stands in the books of a rehearsal, where cards can be laid."""


@dataclass(frozen=True, slots=True)
class PlayerSat:
    """A player took a seat; with `by_name` a dealer seated somebody for whom the dealer acts."""

    seat: int
    player: str
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class ChipsPutDown:
    """Chips were put down in front of a seat whose player is there by name."""

    seat: int
    cents: Cents


@dataclass(frozen=True, slots=True)
class SeatNamed:
    """Who plays in a seat in the round that is open, where a dealer enters the bets and knows a name (R58)
    or plays for who is there by name."""

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
    """The cards are out, in the order that everybody's seeds give. Which cards, the revealed seed will say.

    In a rehearsal some of them may have been `laid`, by place: these changed places with what the shuffle gave.
    """

    laid: Mapping[str, Cards] = field(default_factory=dict)


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
    | ChipsPutDown
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
    | RehearsalEvent
)
