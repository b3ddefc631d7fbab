"""`croupier sums`: the sums and figures that are kept beside the journal, brought up to date or made again."""

from __future__ import annotations

from typing import Annotated

from croupier.cli.app import app
from croupier.cli.options import DEFAULT_DB, Db
from croupier.cli.parameters import Option


@app.command()
def sums(
    db: Db = DEFAULT_DB,
    anew: Annotated[bool, Option("--anew", help="Let go of those that there are, and make all of them.")] = False,
) -> None:
    """Sum the journal and the figures of play block by block, so that nobody need read all of it for a total; a server
    does it by itself."""
    from croupier.floor.figures.keeping import figure_anew, keep_figures
    from croupier.store.journal import open_store
    from croupier.store.kept.keeping import forget_sums, keep_sums

    with open_store(db, create=False) as store:
        if anew:
            forget_sums(store)
            figure_anew(store)
        print(f"{keep_sums(store):,} blocks summed, the figures of {keep_figures(store):,} kept")
