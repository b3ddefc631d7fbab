"""`croupier sums`: the projections of the journal, brought up to date or made again."""

from __future__ import annotations

from typing import Annotated

from croupier.cli.app import app
from croupier.cli.options import DEFAULT_DB, Db
from croupier.cli.parameters import Option
from croupier.floor.projections import forget_projections, keep_projections
from croupier.store.journal import open_store


@app.command()
def sums(
    db: Db = DEFAULT_DB,
    anew: Annotated[bool, Option("--anew", help="Let go of those that there are, and make all of them.")] = False,
) -> None:
    """Keep sums, figures, links, finished rounds and staff after every full block of the journal, so that nobody need
    read all of it for an answer. Servers do it by themselves."""
    with open_store(db, create=False) as store:
        if anew:
            forget_projections(store)
        print(f"{keep_projections(store):,} blocks kept")
