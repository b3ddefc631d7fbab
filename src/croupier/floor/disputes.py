"""A player disputes a finished round: somebody opens the dispute with what the player says, others note what they
find, and it is closed with how it ended. A correction (`floor.corrections`) closes it, too.

Orders with their text form, and what they make happen. None of it moves money, and the round stays as it was dealt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from croupier.floor.corrections import RoundCorrected

MOST_WORDS: Final = 300
_TEXT: Final = re.compile(r"(\S+) seat ([1-6]) (open|note|close) (.+)", re.DOTALL)


class DisputeStep(Enum):
    """What is done with a dispute."""

    OPEN = "open"
    NOTE = "note"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class SayOfDispute:
    """Open the dispute of a seat of a finished round, note something on it, or close it, in somebody's words."""

    round: str
    seat: int
    step: DisputeStep
    words: str

    def __str__(self) -> str:
        return f"dispute {self.round} seat {self.seat} {self.step.value} {self.words}"


@dataclass(frozen=True, slots=True)
class DisputeOpened:
    """The player of a seat disputes a round, in these words."""

    round: str
    seat: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class DisputeNoted:
    """Somebody found something out about a seat of a round, or told its player something."""

    round: str
    seat: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class DisputeClosed:
    """The round stands as it was paid, for these reasons."""

    round: str
    seat: int
    words: str
    by: str


DisputeEvent: TypeAlias = DisputeOpened | DisputeNoted | DisputeClosed


def after(disputes: tuple[DisputeOpened, ...], event: object) -> tuple[DisputeOpened, ...]:
    """The disputes that are open after `event`."""
    match event:
        case DisputeOpened():
            return (*disputes, event)
        case DisputeClosed(round, seat) | RoundCorrected(round, seat):
            return tuple(one for one in disputes if (one.round, one.seat) != (round, seat))
        case _:
            return disputes


def parse_dispute(word: str, rest: str) -> SayOfDispute | None:
    """The order that `str` wrote, or `None`."""
    said = _TEXT.fullmatch(rest) if word == "dispute" else None
    if said is None or not said[4].strip():
        return None
    return SayOfDispute(said[1], int(said[2]), DisputeStep(said[3]), said[4].strip())
