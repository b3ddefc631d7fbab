"""A stream rebuilt from its entries: the result, and where the next audit may go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from croupier.errors import Refused
from croupier.floor.audit.approvals import ApprovalHistory
from croupier.floor.audit.finding import Finding
from croupier.floor.audit.roster import Roster
from croupier.floor.house.law import LawHistory

T = TypeVar("T")
ANEW = "audit the whole record once, and leave a new mark"


class BadCheckpoint(Refused):
    """A mark from which no audit can go on."""


@dataclass(frozen=True, slots=True)
class RebuildStop:
    """Where rebuilding a stream stopped: after which version, how many rounds were finished by then, and the state of
    the stream there, as text. Nothing secret is in it: if a round is in play, it is the state before that round."""

    version: int
    rounds: int
    state: str

    def read(self, by: Callable[[str], T]) -> T:
        """The state of the stream; `by` reads the text."""
        try:
            return by(self.state)
        except (Refused, ValueError, LookupError, TypeError) as why:
            raise BadCheckpoint(f"the mark was left by another version of Croupier: {why}; {ANEW}") from why


@dataclass(frozen=True, slots=True)
class Task:
    """Which part of a record is rebuilt, and what that needs to know. It is sent to other processes."""

    until: int
    roster: Roster
    stops: Mapping[str, RebuildStop]
    signed_until: int = 0
    """Up to this position a signature covers the record: the recorded events of tables are believed, not decided again.
    """
    laws: LawHistory = LawHistory()
    """The legal profiles on record."""
    approvals: ApprovalHistory = field(default_factory=ApprovalHistory)


@dataclass(frozen=True, slots=True)
class RebuiltStream:
    """The result of rebuilding a stream: how many rounds were finished, what disagrees, and where it stopped."""

    rounds: int
    findings: tuple[Finding, ...]
    stop: RebuildStop | None = None
    in_play: str | None = None
    """The round that is not over, if there is one."""

    @staticmethod
    def of(findings: Iterable[Finding], stop: RebuildStop | None) -> RebuiltStream:
        """The result for a stream without rounds. `stop` is `None` if the stream cannot be followed to its end."""
        return RebuiltStream(0, tuple(findings), stop)
