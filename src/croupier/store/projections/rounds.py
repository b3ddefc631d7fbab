"""Rows of the finished rounds: the rounds of each block, and terms by which a search skips blocks. Their content is the
floor's (`floor.history`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from croupier.store.schema import rounds

ROUNDS: Final = "rounds"
"""The kind of row that has a table's rounds; any other is a term."""


class RoundRow(NamedTuple):
    """What one block has: of a table, so many rounds, as text; or of a term, how many rounds or how much at most."""

    kind: str
    key: str
    number: int
    body: str = ""


class Term(NamedTuple):
    """What a block must have: a row of that kind and key, whose number is no less."""

    kind: str
    key: str = ""
    least: int = 1


def blocks_with_all(connection: Connection, terms: Iterable[Term], blocks: range) -> list[int]:
    """Those of the blocks that have every term, newest first: nowhere else can there be a round that has them all."""
    common = set(blocks)
    for term in terms:
        query = select(rounds.c.block).where(
            rounds.c.kind == term.kind,
            rounds.c.key == term.key,
            rounds.c.number >= term.least,
            rounds.c.block >= blocks.start,
            rounds.c.block < blocks.stop,
        )
        common &= set(connection.execute(query).scalars())
    return sorted(common, reverse=True)


def rounds_of(connection: Connection, block: int, table: str = "") -> list[RoundRow]:
    """The rounds of a block, of one table or of all."""
    query = select(*(rounds.c[name] for name in RoundRow._fields)).where(
        rounds.c.block == block, rounds.c.kind == ROUNDS
    )
    if table:
        query = query.where(rounds.c.key == table)
    return [RoundRow(*row) for row in connection.execute(query)]
