"""What the committer asks of a database and writes into it, whichever kind it is.

These few statements are all that a command costs in the database, so they go straight to the driver: SQLAlchemy would
take longer over most of them than the database does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from croupier.ledger.accounts import Account
from croupier.ledger.transfers import TransferId
from croupier.money import Cents
from croupier.store.entry import Head
from croupier.store.schema import balances, entries, sealed, snapshots, transfers

Values: TypeAlias = tuple[Any, ...]
"""A row of a table, its columns in their order, as they are kept."""
Fault: TypeAlias = Callable[[str], None]

EVERY: Final = "*"
"""In place of streams, where there were too many to name."""
TABLES: Final = {table.name: table for table in (entries, transfers, balances, sealed, snapshots)}
CONFLICTS: Final = {
    "balances": " ON CONFLICT (account) DO UPDATE SET amount = excluded.amount",
    "snapshots": " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, state = excluded.state",
}


def no_fault(point: str) -> None:
    """Nothing goes wrong. Tests put something here that does, at the points where it would matter."""


@dataclass(frozen=True, slots=True)
class BatchQuestion:
    """What a batch has to know: all of it is asked at once. `since`: and what was written past this position."""

    commands: Collection[str] = ()
    leases: Collection[str] = ()
    accounts: Collection[Account] = ()
    streams: Collection[str] = ()
    since: int | None = None


@dataclass(slots=True)
class BatchAnswer:
    """What the database says: how far the journal has come and where something was last trimmed; which of the commands
    were carried out before; who holds the leases; what the accounts hold and where the streams stand, those left out
    that are not there; which streams were written to and which accounts moved."""

    position: int
    trimmed: int
    commands: Collection[str] = ()
    leases: Mapping[str, str] = field(default_factory=dict)
    balances: Mapping[Account, Cents] = field(default_factory=dict)
    heads: Mapping[str, Head] = field(default_factory=dict)
    written: Collection[str] = ()
    moved: Collection[Account] = ()


@dataclass(frozen=True, slots=True)
class BatchWrite:
    """What one transaction writes: rows by table, the secrets that it lets go, and the streams that it names to other
    servers under the name of who has `written` in them."""

    rows: Mapping[str, Sequence[Values]]
    unseal: Collection[str] = ()
    writer: str = ""
    streams: Collection[str] = ()


class Dialect(ABC):
    """A connection that writes. Between `begin` and its end nobody else writes the journal."""

    def __init__(self, driven: Any) -> None:
        self._driven = driven
        self._cursor = driven.cursor()

    @abstractmethod
    def prepare(self) -> None:
        """Make a new connection fit for writing."""

    @abstractmethod
    def begin(self) -> None:
        """Begin a transaction, and wait until it is the only one that writes."""

    @abstractmethod
    def ask(self, question: BatchQuestion) -> BatchAnswer:
        """Everything that a question asks for."""

    @abstractmethod
    def moved_under(self, ids: Collection[TransferId]) -> list[tuple[TransferId, Account, Account, Cents]]:
        """The transfers that stand under these ids."""

    @abstractmethod
    def begun_since(self, position: int) -> list[tuple[int, str]]:
        """The streams that have begun past a position, each with where."""

    @abstractmethod
    def write(self, changes: BatchWrite, fault: Fault = no_fault) -> None:
        """Put changes into the record. Balances and snapshots replace what was there; nothing else may be there yet."""

    def is_read_only(self) -> bool:
        """Whether this database takes nothing, as one that only follows another."""
        return False

    def lay_down(self) -> None:
        """Be done with the connection. What refused somebody may still hold this pen: left to itself, it would keep
        SQLite's files open until the collector comes by, and the log beside the record with them."""
        self._cursor.close()

    def commit(self) -> None:
        """End the transaction; what it wrote is durable."""
        self._driven.commit()

    def roll_back(self) -> None:
        """End the transaction as if it had never been."""
        self._driven.rollback()
