"""Figures of play, block by block beside the journal: rows whose meaning the floor knows, and how far they go.

A block's rows never change once they are written. The row without a name is where the count of the next block begins;
only that of the last block is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, and_, delete, func, insert, or_, select

from croupier.store.schema import figures


class FigureRow(NamedTuple):
    """What one block adds to a table's game in a shift and a quarter of an hour, as text."""

    name: str
    game: str
    shift: int
    quarter: int
    first: int
    tally: str


class Kept(NamedTuple):
    """How far figures are kept: the last block, and where the count of the next begins."""

    block: int
    state: str


NOTHING_KEPT: Final = Kept(-1, "")


def kept_figures(connection: Connection) -> Kept:
    """How far figures are kept; nothing in a record that an older Croupier has left."""
    if not connection.get_execution_options().get("summed", True):
        return NOTHING_KEPT
    query = select(figures.c.block, figures.c.tally).where(figures.c.name == "").order_by(figures.c.block.desc())
    row = connection.execute(query.limit(1)).one_or_none()
    return NOTHING_KEPT if row is None else Kept(row.block, row.tally)


def last_figured(connection: Connection) -> int:
    """The last block of which there is any row. For the audit."""
    if kept_figures(connection).block < 0:
        return -1
    return int(connection.execute(select(func.max(figures.c.block))).scalar_one())


def rows_between(connection: Connection, upto: int, first: int | None, end: int | None) -> list[FigureRow]:
    """The rows of blocks up to `upto`, of the quarters from `first` up to `end`."""
    if upto < 0:
        return []
    query = _rows().where(figures.c.block <= upto)
    if first is not None:
        query = query.where(figures.c.quarter >= first)
    if end is not None:
        query = query.where(figures.c.quarter < end)
    return [FigureRow(*row) for row in connection.execute(query)]


def rows_of_shifts(connection: Connection, upto: int, shifts: Mapping[str, int]) -> list[FigureRow]:
    """The rows of blocks up to `upto`, of one shift a table."""
    if upto < 0 or not shifts:
        return []
    chosen = or_(*(and_(figures.c.name == name, figures.c.shift == shift) for name, shift in shifts.items()))
    return [FigureRow(*row) for row in connection.execute(_rows().where(figures.c.block <= upto, chosen))]


def rows_of_block(connection: Connection, block: int) -> set[FigureRow]:
    """Everything that a block adds."""
    return {FigureRow(*row) for row in connection.execute(_rows().where(figures.c.block == block))}


def write_block(connection: Connection, block: int, rows: Sequence[FigureRow], state: str) -> None:
    """Write a block's rows, unless somebody else was quicker."""
    if kept_figures(connection).block + 1 != block:
        return
    connection.execute(delete(figures).where(or_(figures.c.block == block, figures.c.name == "")))
    every: Iterable[FigureRow] = (*rows, FigureRow("", "", 0, 0, 0, state))
    connection.execute(insert(figures), [{**row._asdict(), "block": block} for row in every])


def forget_figures(connection: Connection) -> None:
    """Let go of all of them."""
    connection.execute(delete(figures))


def _rows() -> Select[Any]:
    columns = [figures.c[name] for name in FigureRow._fields]
    return select(*columns).where(figures.c.name != "")
