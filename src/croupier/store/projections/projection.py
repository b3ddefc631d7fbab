"""Projections: what the journal comes to, folded block by block and kept beside it.

A block is so many entries that stand side by side. Once it is full nothing of it ever changes, so what a projection
makes of it is written once, as rows of the projection's own table, a while after the block was filled: no command waits
for it. Beside them stands one checkpoint a projection: the last block that was folded, and the state in which the fold
goes on. A projection whose state says everything needs no rows.

A projection is a shortcut, never the truth. What is not folded yet is read from the journal, `croupier sums` folds what
is missing or all of it again, and the audit folds every block once more and compares. A record of practice is trimmed,
so it has none.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Table, delete, func, insert, select

from croupier.store.batch import last_position
from croupier.store.entry import Entry, Event, Row, read_body
from croupier.store.schema import PROJECTED, checkpoints

if TYPE_CHECKING:
    from croupier.store.journal import Store

BLOCK_SIZE: Final = 16_384
"""So many entries are a block: few enough to read at an edge, and a million rounds have a thousand of them."""
Values: TypeAlias = tuple[Any, ...]
"""A row of a projection's table without its block, in the order of the columns."""


class Projection(ABC):
    """One fold of the journal: it takes every entry in order, and says at the end of each block what that adds.

    Made new, it stands before the first entry; `restore` brings it to where another has left its `state`.
    """

    name: ClassVar[str]
    table: ClassVar[Table | None] = None
    """Where its rows lie, if it has any; there is a column `block`."""
    format: ClassVar[int] = 1
    """Raised where rows or state change their form: what an older program has left is then made again."""

    @abstractmethod
    def take(self, entry: Entry, events: Sequence[Event], moved: Sequence[Row]) -> None:
        """Take in the next entry, what it says to have happened, and what it moved."""

    @abstractmethod
    def end_block(self) -> Sequence[Values]:
        """The rows of the block that has just been taken in; they are let go of here."""

    @abstractmethod
    def state(self) -> str:
        """How the next block begins, as text: the same text for the same entries."""

    @abstractmethod
    def restore(self, state: str) -> None:
        """Go on from where a state was left."""


Kind: TypeAlias = type[Projection]
P = TypeVar("P", bound=Projection)


class Checkpoint(NamedTuple):
    """The last block that a projection has folded, and the state in which the next begins."""

    block: int
    state: str


START: Final = Checkpoint(-1, "")


def stretch(block: int) -> tuple[int, int]:
    """The positions of a block: past the first, up to the second."""
    return block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE


def block_of(position: int) -> int:
    """The block that a position is in."""
    return (position - 1) // BLOCK_SIZE


def block_up_to(position: int) -> int:
    """The last block that ends at a position or before it; -1 where none does."""
    return position // BLOCK_SIZE - 1


def last_block(connection: Connection, kind: Kind) -> int:
    """The last block that a projection has folded; -1 where there is none, as in a record of an older layout."""
    if not _laid_out(connection):
        return -1
    query = select(checkpoints.c.block).where(checkpoints.c.name == kind.name, checkpoints.c.format == kind.format)
    block: int | None = connection.execute(query).scalar()
    return -1 if block is None else block


def checkpoint(connection: Connection, kind: Kind) -> Checkpoint:
    """Where a projection goes on; at the start, where nothing is kept or an older program has left it."""
    if not _laid_out(connection):
        return START
    query = select(checkpoints).where(_of(kind), checkpoints.c.format == kind.format)
    row = connection.execute(query).one_or_none()
    return START if row is None else Checkpoint(row.block, row.state)


def keep(store: Store, kinds: Sequence[Kind], most: int | None = None) -> int:
    """Fold the blocks that have been filled since, so many at most; how many blocks that were.

    A block is read once for all projections that come to it, and then written in a moment: nobody's command waits for
    the reading. One that cannot go on, as where a game is played that this house does not have, holds up no other; why
    is raised when the others are done.
    """
    many, folds, failed = 0, dict[Kind, tuple[int, Projection]](), dict[Kind, Exception]()
    while many != most:
        with store.asking() as connection:
            reached = {kind: last_block(connection, kind) for kind in kinds if kind not in failed}
            block = min(reached.values(), default=-1) + 1
            first, last = stretch(block)
            if not reached or last_position(connection) < last:
                break
            due = [kind for kind, at in reached.items() if at + 1 == block]
            for kind in due:
                if folds.get(kind, (-1,))[0] != block:  # none yet, or another server was quicker
                    folds[kind] = block, restored(kind, checkpoint(connection, kind))
        for entry in store.read_all(after=first, until=last):
            _, events, moved = read_body(entry)
            for kind in due:
                try:
                    folds[kind][1].take(entry, events, moved)
                except Exception as why:
                    failed[kind] = why
                    due = [other for other in due if other is not kind]
        with store.writing() as connection, connection.begin():
            for kind in due:
                fold = folds[kind][1]
                _write(connection, kind, block, fold.end_block(), fold.state())
                folds[kind] = block + 1, fold
        many += bool(due)
    for failure in failed.values():
        raise failure
    return many


def restored(kind: type[P], at: Checkpoint) -> P:
    """A projection that goes on from a checkpoint."""
    projection = kind()
    if at.block >= 0:
        projection.restore(at.state)
    return projection


def forget(store: Store, kinds: Sequence[Kind]) -> None:
    """Let go of projections, to fold them again."""
    with store.writing() as connection, connection.begin():
        for kind in kinds:
            connection.execute(delete(checkpoints).where(_of(kind)))
            if kind.table is not None:
                connection.execute(delete(kind.table))


def rows_of(connection: Connection, kind: Kind, block: int) -> set[Values]:
    """The rows of a block."""
    if kind.table is None:
        return set()
    return {tuple(row) for row in connection.execute(select(*_columns(kind.table)).where(kind.table.c.block == block))}


def format_of(connection: Connection, kind: Kind) -> int | None:
    """The format in which a projection was left; `None` where it never was. For the audit."""
    if not _laid_out(connection):
        return None
    format: int | None = connection.execute(
        select(checkpoints.c.format).where(checkpoints.c.name == kind.name)
    ).scalar()
    return format


def last_row(connection: Connection, kind: Kind) -> int:
    """The last block of which there is any row or checkpoint. For the audit."""
    if not _laid_out(connection):
        return -1
    row = None if kind.table is None else connection.execute(select(func.max(kind.table.c.block))).scalar()
    return max(last_block(connection, kind), -1 if row is None else int(row))


def unknown_names(connection: Connection, kinds: Sequence[Kind]) -> list[str]:
    """Checkpoints of projections that there are not. For the audit."""
    if not _laid_out(connection):
        return []
    known = [kind.name for kind in kinds]
    return list(connection.execute(select(checkpoints.c.name).where(checkpoints.c.name.not_in(known))).scalars())


def is_anything_kept(connection: Connection) -> bool:
    """Whether there is anything of any projection."""
    tables = (checkpoints, *PROJECTED) if _laid_out(connection) else ()
    return any(connection.execute(select(table).limit(1)).first() is not None for table in tables)


def is_block_due(connection: Connection) -> bool:
    """Whether a block is full that some projection has not folded; told without knowing what they fold."""
    reached: dict[str, int] = dict(connection.execute(select(checkpoints.c.name, checkpoints.c.block)).all())
    block = min(reached.get(table.name, -1) for table in PROJECTED) + 1
    return last_position(connection) >= stretch(block)[1]


def _write(connection: Connection, kind: Kind, block: int, rows: Sequence[Values], state: str) -> None:
    """Write a block's rows and the checkpoint, unless somebody else was quicker."""
    if last_block(connection, kind) + 1 != block:
        return
    if kind.table is not None:
        # What stands at or behind the place is of another format.
        connection.execute(delete(kind.table).where(kind.table.c.block >= block))
        names = [column.name for column in _columns(kind.table)]
        named = [{**dict(zip(names, row, strict=True)), "block": block} for row in rows]
        if named:
            connection.execute(insert(kind.table), named)
    connection.execute(delete(checkpoints).where(_of(kind)))
    at = {"name": kind.name, "format": kind.format, "block": block, "state": state}
    connection.execute(insert(checkpoints), at)


def _of(kind: Kind) -> ColumnElement[bool]:
    return checkpoints.c.name == kind.name


def _columns(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if column.name != "block"]


def _laid_out(connection: Connection) -> bool:
    """Whether a record has projections at all; one of an older layout, which is only looked at, has none."""
    return bool(connection.get_execution_options().get("projections", True))
