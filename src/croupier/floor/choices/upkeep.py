"""What the floor asks of a table besides its rounds: other choices, a player sent off, the end of its days.

Orders with their text form, and what they make happen. What the choices are, `choices` knows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from croupier.floor.choices.equipment import EquipmentEvent, EquipmentOrder, parse_equipment_order
from croupier.floor.choices.settings import Settings
from croupier.rules.seat import could_be_seat


@dataclass(frozen=True, slots=True)
class Change:
    """Choose otherwise at a table, between rounds (R49): texts by choice. `reference` is of an approval, if any."""

    choices: Mapping[str, str]
    reference: str = ""

    def __str__(self) -> str:
        reference = f" ref {self.reference}" if self.reference else ""
        return f"change {json.dumps(dict(self.choices), sort_keys=True)}{reference}"


@dataclass(frozen=True, slots=True)
class AllowSpots:
    """R17: one of two people allows a face-up table so many spots that the edge is the player's; another changes it."""

    spots: int
    why: str

    def __str__(self) -> str:
        return f"allow {self.spots} spots {self.why}"


@dataclass(frozen=True, slots=True)
class DealFaceDown:
    """R17: no more face-up dealing; a round that is open ends as it was opened. `reference` is of the notice."""

    reference: str = ""

    def __str__(self) -> str:
        return f"face-down {self.reference}".rstrip()


@dataclass(frozen=True, slots=True)
class Unseat:
    """Send a player off who is gone."""

    seat: int
    why: str

    def __str__(self) -> str:
        return f"unseat {self.seat} {self.why}"


@dataclass(frozen=True, slots=True)
class CloseTable:
    """End a table. What it was stays in the record."""

    def __str__(self) -> str:
        return "close"


@dataclass(frozen=True, slots=True)
class ReopenTable:
    """Open a closed table again, with the choices that it had."""

    def __str__(self) -> str:
        return "reopen"


Upkeep: TypeAlias = Change | AllowSpots | DealFaceDown | Unseat | CloseTable | ReopenTable | EquipmentOrder


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The house chose otherwise, between rounds (R49). `reference` is of an approval for it, if there is one."""

    old: Settings
    new: Settings
    reference: str = ""
    warning: str = ""
    """What was said of its number of face-up spots (R17), where it became more than usual."""
    allowed_by: str = ""
    """R17: the other of the two people who overrode an edge of the player's."""


@dataclass(frozen=True, slots=True)
class SpotsAllowed:
    """Somebody allowed so many spots for the next change of the table, which somebody else makes (R17)."""

    spots: int
    why: str
    by: str


@dataclass(frozen=True, slots=True)
class PlayerUnseated:
    """A player was sent off. With wagers in play the seat stays theirs until the round is over (R19)."""

    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is no more: nobody sits down, no round begins."""


@dataclass(frozen=True, slots=True)
class TableReopened:
    """The table is there again."""


@dataclass(frozen=True, slots=True)
class TableStopped:
    """No new round until somebody resumes."""

    reason: str


@dataclass(frozen=True, slots=True)
class TableResumed:
    """Rounds may begin again."""


UpkeepEvent: TypeAlias = (
    SpotsAllowed | PlayerUnseated | TableClosed | TableReopened | TableStopped | TableResumed | EquipmentEvent
)


def parse_upkeep(word: str, rest: str) -> Upkeep | None:
    """The order that `str` wrote, or `None`."""
    match word:
        case "close" if not rest:
            return CloseTable()
        case "reopen" if not rest:
            return ReopenTable()
        case "unseat":
            seat, _, why = rest.partition(" ")
            return Unseat(int(seat), why.strip()) if could_be_seat(seat) and why.strip() else None
        case "change":
            return _change(rest)
        case "face-down":
            return DealFaceDown(rest)
        case "allow":
            spots, _, why = rest.partition(" spots ")
            return AllowSpots(int(spots), why.strip()) if could_be_seat(spots) and why.strip() else None
        case _:
            return parse_equipment_order(word, rest)


def _change(rest: str) -> Change | None:
    try:
        texts, end = json.JSONDecoder().raw_decode(rest)
    except (ValueError, RecursionError):
        return None
    after = rest[end:].strip()
    referred = not after or after.startswith("ref ")
    if not isinstance(texts, dict) or not referred or not all(isinstance(text, str) for text in texts.values()):
        return None
    return Change(texts, after.removeprefix("ref").strip())
