"""Rows of the figures of play by table, game, shift and quarter of an hour. Their content is the floor's
(`floor.figures`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, and_, or_, select

from croupier.store.schema import figures


class FigureRow(NamedTuple):
    """What one block adds to a table's game in a shift and a quarter of an hour, as text."""

    name: str
    game: str
    shift: int
    quarter: int
    first: int
    tally: str


def rows_between(connection: Connection, upto: int, first: int | None, end: int | None) -> list[FigureRow]:
    """The rows of blocks up to `upto`, of the quarters from `first` up to `end`."""
    query = _rows(upto)
    if first is not None:
        query = query.where(figures.c.quarter >= first)
    if end is not None:
        query = query.where(figures.c.quarter < end)
    return [FigureRow(*row) for row in connection.execute(query)]


def rows_of_shifts(connection: Connection, upto: int, shifts: Mapping[str, int]) -> list[FigureRow]:
    """The rows of blocks up to `upto`, of one shift a table."""
    if not shifts:
        return []
    chosen = or_(*(and_(figures.c.name == name, figures.c.shift == shift) for name, shift in shifts.items()))
    return [FigureRow(*row) for row in connection.execute(_rows(upto).where(chosen))]


def _rows(upto: int) -> Select[Any]:
    return select(*(figures.c[name] for name in FigureRow._fields)).where(figures.c.block <= upto)
