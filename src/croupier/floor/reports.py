"""What a device reports to its table (R58), as data with one text form: `report T1-7 out 3 Ah`, `report T1-7 count 52`.

A report names the round that it is about, so that one that comes late is told apart from one of the round in play.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from croupier.cards import Card
from croupier.errors import Refused
from croupier.rules.commands import CardOut, EnterCards
from croupier.rules.seat import could_be_seat

_NUMBER: Final = re.compile(r"\d{1,3}", re.ASCII)


class ReporterKind(Enum):
    """What a device can be: it reports cards, or chips, or is the machine of a table that another system deals."""

    CARD_READER = "card-reader"
    """A shoe, a shuffler or a camera that knows cards."""
    SENSOR_RAIL = "sensor-rail"
    """The sensors of the progressive wagers, one for each seat (R33)."""
    GAME_MACHINE = "game-machine"
    """What reports to a link from a table of another game. Its key says where a report comes from; who stands at the
    table signs it."""

    @property
    def words(self) -> str:
        """The kind as people name it."""
        return self.value.replace("-", " ")


@dataclass(frozen=True, slots=True)
class ChipSensed:
    """A chip lies on the sensor of a seat, or no longer does (R33)."""

    seat: int
    present: bool

    def __str__(self) -> str:
        return f"chip {self.seat} {'on' if self.present else 'off'}"


@dataclass(frozen=True, slots=True)
class DeckCounted:
    """So many cards are back in the shuffler: all of the deck, or cards are missing (R27)."""

    number: int

    def __str__(self) -> str:
        return f"count {self.number}"


READERS: Final = (ReporterKind.CARD_READER, ReporterKind.SENSOR_RAIL)
"""The devices that report to a table of ours."""
Reading: TypeAlias = EnterCards | CardOut | ChipSensed | DeckCounted
_READS: Final = {
    ReporterKind.CARD_READER: (EnterCards, CardOut, DeckCounted),
    ReporterKind.SENSOR_RAIL: (ChipSensed,),
    ReporterKind.GAME_MACHINE: (),
}


@dataclass(frozen=True, slots=True)
class Report:
    """What a device has read in a round."""

    round: str
    reading: Reading

    def __str__(self) -> str:
        return f"report {self.round} {self.reading}"


def check_kind(kind: ReporterKind, reading: Reading) -> None:
    """Refuse a report that a device of that kind has no business with."""
    if not isinstance(reading, _READS[kind]):
        reads = {ReporterKind.CARD_READER: "cards", ReporterKind.SENSOR_RAIL: "chips"}.get(kind, "to a link")
        raise Refused(f"a {kind.words} reports {reads} and nothing else, not {str(reading)!r}")


def parse_reading(text: str) -> ChipSensed | DeckCounted | CardOut | None:
    """What `str` wrote of chips, a count or a card out of the deck; `None` for anything else."""
    match text.split(" "):
        case ["chip", seat, ("on" | "off") as state] if could_be_seat(seat):
            return ChipSensed(int(seat), state == "on")
        case ["count", number] if _NUMBER.fullmatch(number):
            return DeckCounted(int(number))
        case ["out", number, card] if _NUMBER.fullmatch(number):
            return CardOut(int(number), Card.parse(card))
        case _:
            return None
