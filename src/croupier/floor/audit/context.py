"""The context in which an entry is judged: what the journal said before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.audit.roster import GRACE_MS, Roster
from croupier.floor.authors import AUTHORS
from croupier.floor.cage.alone import WINDOW_MS
from croupier.floor.cage.shift import PREFIX as SHIFTS
from croupier.floor.house.approvals import Approval, Approvals
from croupier.floor.house.choices import SECOND_PERSON, HouseChoices
from croupier.floor.house.devices import Reporter, Reporters
from croupier.floor.house.drills import PREFIX as DRILLS
from croupier.floor.house.law import LawHistory
from croupier.floor.house.names import STAFF, Known
from croupier.floor.practice.names import is_guest, is_practice
from croupier.money import Cents
from croupier.store.entry import Entry
from croupier.store.scans import Glance
from croupier.values import replace

_AT_THE_DOOR: Final = frozenset(event for (_, event), authors in AUTHORS.items() if authors.after)
"""What the record says of somebody who may have been deactivated since: a wrong PIN, the end of a session."""
_UNSIGNED: Final = (
    "closes a shift without a signature of its own, though heads were signed before: it was cut out, or "
    "`croupier sign` has to make it good"
)


@lru_cache(10_000)
def wrong_chips(stream: str, player: str) -> str | None:
    """What is wrong with a player's entry at a table, if play chips and money meet there: guests play at practice
    tables, and nobody else does."""
    kind, _, table = stream.partition("/")
    if kind != "table" or is_guest(player) is is_practice(table):
        return None
    return f"player/{player} has {'play chips' if is_guest(player) else 'money'}, and {table} is not played for that"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomThen:
    """What a context knows besides the streams, as a value that a checkpoint keeps."""

    staff: Mapping[str, Known]
    players: Mapping[str, Known]
    gone: Mapping[str, int]
    sealed: tuple[str, ...]
    house: HouseChoices
    earlier: tuple[tuple[int, HouseChoices], ...]
    clock_ms: int
    daily: bool = False
    variances_daily: bool = False
    alone: Mapping[str, tuple[tuple[int, Cents], ...]] = field(default_factory=dict)
    counting: bool = False
    signing: bool = False
    unsigned: Mapping[str, tuple[int, str, int]] = field(default_factory=dict)
    approvals: tuple[Approval, ...] = ()
    devices: tuple[Reporter, ...] = ()


@dataclass(slots=True)
class Context:
    """The room just before an entry: its streams, its people, and what the house had chosen."""

    roster: Roster
    streams: Mapping[str, object]
    """The streams that had begun."""
    staff: dict[str, Known] = field(default_factory=dict)
    players: dict[str, Known] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)
    """Players who were deactivated, and since when."""
    sealed: set[str] = field(default_factory=set)
    """The keys under which something must be sealed: PINs that were set, and badges."""
    house: HouseChoices = field(default_factory=HouseChoices)
    earlier: tuple[tuple[int, HouseChoices], ...] = ()
    """What the house had chosen before that, each with until when: as far back as it still counts."""
    laws: LawHistory = LawHistory()
    """The legal profiles on record, each of which holds for entries after its own."""
    apart: bool = False
    """Whether this is a record of practice: whoever has an account is in the room's book, and not in this one."""
    clock_ms: int = 0
    """The latest time that any entry has said up to here. What has ended is over by this clock, whatever the entry says
    of its own time."""
    daily: bool = False
    """Whether the limit counts what moves within 24 hours; before, each movement stood alone."""
    variances_daily: bool = False
    """The same of variances."""
    alone: dict[str, tuple[tuple[int, Cents], ...]] = field(default_factory=dict)
    """What moved within the last 24 hours without a second person while there was a limit, and when, by for whom."""
    counting: bool = False
    """Whether a table has been counted by now: from then on every shift is closed by a count."""
    signing: bool = False
    """Whether heads have been signed by now."""
    unsigned: dict[str, tuple[int, str, int]] = field(default_factory=dict)
    """Shifts that were closed since then and have no signature of their own yet: by command, where and when."""
    approvals: Approvals = field(default_factory=Approvals)
    devices: Reporters = field(default_factory=Reporters)

    def stranger(self, line: DecodedEntry) -> str | None:
        """What is wrong with the actor of an entry, whatever it says: they were not there, or not any more."""
        entry = line.entry
        if entry.stream in (STAFF, entry.actor) and all(event.get("event") in _AT_THE_DOOR for event in line.events):
            return None  # the book of names judges it
        return self.absent(entry)

    def absent(self, entry: Entry | Glance) -> str | None:
        """What is wrong with the actor of an entry, if they were not there, or not any more."""
        kind, _, name = entry.actor.partition("/")
        if kind == "player":
            # A player writes at tables, and of themselves; staff do the rest. A guest is in the book of practice, which
            # is kept apart, and goes from it: what they have learnt stays.
            if entry.stream.startswith(DRILLS) and is_guest(name) and not self.apart:
                return None
            if entry.actor not in self.streams:
                return f"{entry.actor} was not registered then"
            if self.is_gone(name):
                return f"{entry.actor} was deactivated"
            return wrong_chips(entry.stream, name)
        return None if self.roster.who(entry) else f"{entry.actor} was not there then: not in the book, or not any more"

    def is_gone(self, player: str) -> bool:
        """Whether a player was deactivated a minute ago or longer."""
        return player in self.gone and self.gone[player] + GRACE_MS < self.clock_ms

    def lately(self, choice: str) -> list[Any]:
        """What a choice of the house is, and what it was within the minute before: commands may be on their way."""
        before = [house for until_ms, house in self.earlier if until_ms + GRACE_MS >= self.clock_ms]
        return [getattr(house, choice) for house in (self.house, *before)]

    def above(self, choice: str = SECOND_PERSON) -> Cents | None:
        """The amount above which money took a second person; the mildest, where it has just been changed."""
        amounts: list[Cents | None] = self.lately(choice)
        return None if None in amounts else max(amount for amount in amounts if amount is not None)

    def move_alone(self, whose: str, cents: Cents, time_ms: int, choice: str = SECOND_PERSON) -> Cents:
        """Take a movement, or a variance, into account that nobody signed beside; what that comes to within 24 hours.
        `choice` is the house's that sets the limit."""
        moved = *(one for one in self.alone.get(whose, ()) if one[0] > self.clock_ms - WINDOW_MS), (time_ms, cents)
        if getattr(self.house, choice) is not None:
            self.alone[whose] = moved
        return sum(amount for _, amount in moved)

    def choose(self, choice: str, new: Any, *, daily: bool) -> None:
        """Take a choice of the house into account."""
        self.daily = self.daily or daily
        if choice == SECOND_PERSON and self.house.second_person_above is None:
            self.alone = {whose: moved for whose, moved in self.alone.items() if whose.startswith(SHIFTS)}
        still = [one for one in self.earlier if one[0] + GRACE_MS >= self.clock_ms]
        self.earlier = (*still, (self.clock_ms, self.house))
        self.house = replace(self.house, **{choice: new})

    def close_shift(self, entry: Entry) -> None:
        """Expect a signature for a shift that was closed, where heads are signed."""
        if self.signing:
            self.unsigned[entry.command] = entry.position, entry.stream, self.clock_ms

    def sign(self, command: str, position: int) -> bool:
        """Take a signature of the heads at a position into account, made after a command; whether the position is such
        that it can have been."""
        self.signing = True
        closed, _, _ = self.unsigned.get(command, (0, "", 0))
        if position < closed:
            return False
        self.unsigned.pop(command, None)
        return True

    def wrong_signing(self) -> Iterator[tuple[int, str, str]]:
        """Shifts without a signature of their own, at the end. A server that ended between the two signs when it starts
        again, so nothing is wrong where nothing was written a minute later."""
        for position, stream, closed_ms in self.unsigned.values():
            if closed_ms + GRACE_MS < self.clock_ms:
                yield position, stream, _UNSIGNED

    def then(self) -> RoomThen:
        """All of this as a value."""
        return RoomThen(
            staff=dict(self.staff),
            players=dict(self.players),
            gone=dict(self.gone),
            sealed=tuple(sorted(self.sealed)),
            house=self.house,
            earlier=self.earlier,
            clock_ms=self.clock_ms,
            daily=self.daily,
            variances_daily=self.variances_daily,
            alone=dict(self.alone),
            counting=self.counting,
            signing=self.signing,
            unsigned=dict(self.unsigned),
            approvals=tuple(self.approvals.by_number.values()),
            devices=tuple(self.devices.by_name.values()),
        )

    def go_on(self, then: RoomThen) -> None:
        """Take up what another moment knew."""
        self.staff, self.players, self.gone = dict(then.staff), dict(then.players), dict(then.gone)
        self.sealed = set(then.sealed)
        self.house, self.earlier = then.house, then.earlier
        self.clock_ms = max(self.clock_ms, then.clock_ms)
        self.daily, self.variances_daily, self.alone = then.daily, then.variances_daily, dict(then.alone)
        self.counting = then.counting
        self.signing, self.unsigned = then.signing, dict(then.unsigned)
        self.approvals = Approvals({approval.number: approval for approval in then.approvals})
        self.devices = Reporters({device.name: device for device in then.devices})
