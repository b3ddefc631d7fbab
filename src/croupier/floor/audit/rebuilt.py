"""A stream made again: what came of it, and where the next audit may go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from croupier.errors import Refused
from croupier.floor.audit.finding import Finding
from croupier.floor.audit.roster import Roll

T = TypeVar("T")
ANEW = "audit the whole record once, and leave a new mark"


class BadCheckpoint(Refused):
    """What an audit has left, and no audit can go on from."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the making of a stream stopped: after which version, how many rounds were finished by then, and how the
    stream stood there, as text. Nothing secret is in it: where a round is in play, it is how the table stood before."""

    version: int
    rounds: int
    state: str

    def read(self, by: Callable[[str], T]) -> T:
        """How the stream stood, read by what knows its kind."""
        try:
            return by(self.state)
        except (Refused, ValueError, LookupError, TypeError) as why:
            raise BadCheckpoint(f"the mark was left by another version of Croupier: {why}; {ANEW}") from why


@dataclass(frozen=True, slots=True)
class Task:
    """Which part of a record is made again, and what whoever does it needs to know. It goes into other processes."""

    until: int
    roll: Roll
    stops: Mapping[str, Stop]
    word: int = 0
    """Up to this position the record is taken at its word: orders at tables are not decided again."""


@dataclass(frozen=True, slots=True)
class Remade:
    """What came of making a stream again: all its rounds that were finished, what disagrees, and where it stopped."""

    rounds: int
    findings: tuple[Finding, ...]
    stop: Stop | None = None
    in_play: str | None = None
    """The round that is not over, if there is one."""

    @staticmethod
    def of(findings: Iterable[Finding], stop: Stop | None) -> Remade:
        """A stream without rounds. One that cannot be followed to its end has no place to go on from."""
        return Remade(0, tuple(findings), stop)
