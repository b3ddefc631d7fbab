"""An alert: something in the room that needs a person; and the state of the room, from which alerts are derived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from croupier.floor.cage.cash import PlayerCash
from croupier.floor.history.verdict import Verdict
from croupier.floor.links.outside import OutsideTable
from croupier.floor.roles import Duty, Person, may
from croupier.floor.table import Table
from croupier.jackpot.link import Link
from croupier.money import Cents
from croupier.rules.law import LAW, Law


class AlertKind(Enum):
    """What an alert is about."""

    CLAIM = "claim"
    CALL = "call"
    APPROVAL = "approval"
    TRAY = "tray"
    FROZEN = "frozen"
    STOPPED = "stopped"
    LAW = "law"
    SIGNS = "signs"
    LINK = "link"
    DEALER = "dealer"
    WAITING = "waiting"
    ABSENT = "absent"
    CASH = "cash"
    DISPUTE = "dispute"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """Something that needs a person. `ways` lead there, by the duty that can do something about it; `not_for` is
    whoever has done their part already. `about` is the table or the link, `table` the table whose tile shows it."""

    kind: AlertKind
    urgency: int
    about: str
    words: str
    todo: str
    ways: tuple[tuple[Duty, str], ...]
    table: str | None = None
    number: int = 0
    not_for: str = ""
    since_ms: int | None = None
    noted: tuple[str, str] | None = None
    """The stream of the record, and the event in it, with which it began."""

    @property
    def key(self) -> str:
        """The same for as long as it is the same alert."""
        return f"{self.kind.value}/{self.about}/{self.number}"

    def way_for(self, person: Person) -> str | None:
        """The page on which this person can do something about it; `None` if they cannot."""
        if person.name == self.not_for:
            return None
        return next((path for duty, path in self.ways if may(person.role, duty)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomState:
    """What alerts are derived from. `present` has, by table, who has its page open; none where other servers may show
    it too."""

    now_ms: int
    tables: tuple[Table, ...] = ()
    links: tuple[Link, ...] = ()
    real_tables: tuple[OutsideTable, ...] = ()
    """The tables with real cards of which only the progressive is recorded (R58)."""
    trays: Mapping[str, Cents]
    low_tray: Cents | None = None
    cash: Mapping[str, PlayerCash] = field(default_factory=dict)
    """What each player brought and took in cash today, by the house's calendar."""
    cash_alert: Cents | None = None
    faults: Mapping[str, str]
    unapproved: Mapping[str, str] = field(default_factory=dict)
    """Why a table deals no further round, where the house asks for a valid approval (R56)."""
    present: Mapping[str, frozenset[str]] | None = None
    law: Law = field(default_factory=lambda: LAW)
    signs: Mapping[str, Mapping[str, Verdict]] = field(default_factory=dict)
    """By face-up table, what the last search says of the players with signs of looking (R53)."""
