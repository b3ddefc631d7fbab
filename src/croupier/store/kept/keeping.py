"""Summing the blocks of the journal: a server does it while it runs, and `croupier sums` all at once."""

from __future__ import annotations

from sqlalchemy import delete, insert

from croupier.store.batch import last_position
from croupier.store.journal import Store
from croupier.store.kept.sums import last_block, made, stretch
from croupier.store.schema import sums


def keep_sums(store: Store, most: int | None = None) -> int:
    """Sum the blocks that have been filled since, so many at most; how many blocks that were.

    What is counted is read first, and then written in a moment: nobody's command waits for the counting.
    """
    many = 0
    while most is None or many < most:
        with store.asking() as connection:
            block = last_block(connection) + 1
            if last_position(connection) < stretch(block)[1]:
                break
            rows = [{**one._asdict(), "block": block} for one in made(connection, block)]
        with store.writing() as connection, connection.begin():
            if last_block(connection) + 1 == block:  # or another server was quicker
                connection.execute(delete(sums).where(sums.c.block == block))  # nothing of ours stands there yet
                connection.execute(insert(sums), rows)
        many += 1
    return many


def forget_sums(store: Store) -> None:
    """Let go of all sums, to make them again."""
    with store.writing() as connection, connection.begin():
        connection.execute(delete(sums))
