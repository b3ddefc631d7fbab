"""`croupier sums`: the sums, figures and links that are kept beside the journal, brought up to date or made again."""

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
    """Sum the journal, the figures of play and the links block by block, so that nobody need read all of it for a
    total; a server does it by itself."""
    from croupier.floor.figures.keeping import figure_anew, keep_figures
    from croupier.floor.links.kept.keeping import keep_links, link_anew
    from croupier.store.journal import open_store
    from croupier.store.kept.keeping import forget_sums, keep_sums

    with open_store(db, create=False) as store:
        if anew:
            forget_sums(store)
            figure_anew(store)
            link_anew(store)
        summed, figured, linked = keep_sums(store), keep_figures(store), keep_links(store)
        print(f"{summed:,} blocks summed, the figures of {figured:,} and the links of {linked:,} kept")
