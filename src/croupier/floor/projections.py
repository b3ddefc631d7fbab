"""Every projection of the room's journal. A new one takes a line here: servers, `croupier sums` and audit follow."""

from __future__ import annotations

from croupier.store.journal import Store
from croupier.store.projections.projection import Kind, forget, keep


def projections() -> tuple[Kind, ...]:
    """The projections, in the order in which they are told of."""
    # Imported only when there is something to fold: the prices that figures are named by take a while.
    from croupier.floor.figures.projection import PlayFigures
    from croupier.floor.history.index import FinishedRounds
    from croupier.floor.house.names import StaffNames
    from croupier.floor.links.link_projection import LinkBooks
    from croupier.store.projections.sums import Sums

    return Sums, PlayFigures, LinkBooks, FinishedRounds, StaffNames


def keep_projections(store: Store, most: int | None = None) -> int:
    """Fold the blocks that have been filled since, so many at most; how many blocks that were."""
    return keep(store, projections(), most)


def forget_projections(store: Store) -> None:
    """Let go of all of them, to fold them again."""
    forget(store, projections())
