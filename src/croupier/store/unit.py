"""A unit of work: everything that one command writes, all of it or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.ledger.accounts import Account
from croupier.ledger.transfers import Transfer
from croupier.store.entry import Command, Entry, Event

_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Write:
    """Events for one stream. `expected` is the version that the writer saw; None: whatever it is by now. `commands` are
    what made the events, where the stream records that.

    Without events nothing is written: the unit only wants the stream to stand where it was seen.
    """

    stream: str
    expected: int | None
    events: tuple[Event, ...]
    commands: tuple[Command, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What one command wants written, in one transaction.

    The transfers are kept in the entry of the first write. `seal` keeps secrets beside the journal under a key,
    never in it (the deck of an unfinished round); `unseal` lets go of them. `snapshots` are a stream's state as
    text, so that opening need not read the stream from its beginning: shortcuts, never the truth. `covered` are the
    accounts that this unit may not leave short, whatever happened to them since it was decided. `lease` is a table and
    the server that writes as the one that runs it: it must still be that when this is written. `distinct_since` is a
    position: no stream may have begun past it whose name differs only in capitals from one that this unit begins.
    """

    command: str
    actor: str
    time_ms: int
    writes: tuple[Write, ...]
    request: str = ""
    transfers: tuple[Transfer, ...] = ()
    seal: tuple[tuple[str, str], ...] = ()
    unseal: tuple[str, ...] = ()
    snapshots: tuple[tuple[str, str], ...] = ()
    covered: tuple[Account, ...] = ()
    lease: tuple[str, str] | None = None
    distinct_since: int | None = None

    def __post_init__(self) -> None:
        writes = self.writes
        assert writes, "a unit writes somewhere"
        assert writes[0].events, "a unit says something: money never moves without a word"
        command, actor, stream = self.command, self.actor, writes[0].stream
        # These come from outside. What a database cannot hold would fail everybody else's commands of the batch too.
        # Nearly always one look at all three will do.
        all_three = command + actor + stream if len(writes) == 1 and command and actor and stream else ""
        if 0 < len(all_three) <= _LONGEST and all_three.isprintable():
            return
        streams = [write.stream for write in writes]
        assert len(set(streams)) == len(streams), "one write a stream"
        for text in (command, actor, *streams):
            if not 0 < len(text) <= _LONGEST or not text.isprintable():
                raise Unwritable(f"{text[:80]!r} is not 1 to {_LONGEST} printable characters")


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a command: its entries, durable. `repeated`: they were there before."""

    command: str
    entries: tuple[Entry, ...]
    repeated: bool = False

    def version(self, stream: str) -> int:
        """The version that the command brought `stream` to."""
        return next(entry.version for entry in self.entries if entry.stream == stream)


class StaleVersion(Refused):
    """A command that was decided on a state that is no longer the latest."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream} has moved on: you saw version {expected}, it is at {actual}; look again")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class LeaseLost(Refused):
    """A step at a table that another server has taken over meanwhile."""

    def __init__(self, name: str) -> None:
        super().__init__(f"another server runs {name} now; look again")


class Unwritable(Refused):
    """Something that the journal cannot hold."""

    def __init__(self, why: object) -> None:
        super().__init__(f"cannot be written: {why}; want plain names, and events of text and whole numbers")


class CommandIdTaken(Refused):
    """A command id that somebody used for something else."""

    def __init__(self, command: str) -> None:
        super().__init__(f"command id {command!r} was used for another command; want a fresh id for each")
        self.command = command


class StoreFailed(Refused):
    """The database did not take a command, or did not say whether it had."""

    def __init__(self, why: object) -> None:
        super().__init__(f"the record could not be written: {why}; ask again under the same command id")


class Unreadable(Refused):
    """The database does not answer a question."""

    def __init__(self, why: object) -> None:
        super().__init__(f"the record cannot be read now: {why}; try again in a moment")


class Damaged(Unreadable):
    """A database whose file is not as it was written. It will not mend by itself."""

    def __init__(self, why: object) -> None:
        Refused.__init__(self, f"the record is damaged: {why}; restore it from a copy")


class Unaskable(Refused):
    """A question with something in it that no record holds, such as a number of a thousand digits."""

    def __init__(self) -> None:
        super().__init__("there is nothing of that name or number in the record, nor can there be")


class StoreClosed(Refused):
    """A command for a store that takes no more."""

    def __init__(self) -> None:
        super().__init__("the record is closed; open it again")
