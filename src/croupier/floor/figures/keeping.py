"""Keeping figures: what every full block of the journal adds, written once beside it."""

from __future__ import annotations

from croupier.floor.figures.digest import Digest
from croupier.store.batch import last_position
from croupier.store.journal import Store
from croupier.store.kept.figures import forget_figures, kept_figures, write_block
from croupier.store.kept.sums import stretch


def keep_figures(store: Store, most: int | None = None) -> int:
    """Keep the figures of blocks that have been filled since, so many at most; how many blocks that were.

    What a block adds is read and counted first, and then written in a moment: nobody's command waits for it.
    """
    many, digest = 0, Digest(store)
    while most is None or many < most:
        with store.asking() as connection:
            if last_position(connection) < stretch(kept_figures(connection).block + 1)[1]:
                break
        block, rows, state = digest.next_block()
        with store.writing() as connection, connection.begin():
            write_block(connection, block, rows, state)
        many += 1
    return many


def figure_anew(store: Store) -> None:
    """Let go of all figures that are kept, to make them again."""
    with store.writing() as connection, connection.begin():
        forget_figures(connection)
