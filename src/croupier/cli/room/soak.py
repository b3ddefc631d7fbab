"""`croupier soak`: a burn-in of the whole card room, against an independent count of every balance."""

from __future__ import annotations

import time
from typing import Annotated

import click

from croupier.cli.app import app
from croupier.cli.options import AsJson
from croupier.cli.parameters import Option
from croupier.cli.room.desk import WritingDesk
from croupier.floor.projections import keep_projections
from croupier.floor.soak.run import Soak


@app.command()
def soak(
    db: Annotated[str, Option("--db", help="A record of its own: a SQLite file or a PostgreSQL address.")],
    rounds: Annotated[int, Option(min=0, help="How many rounds there shall be, earlier runs' included.")] = 1000,
    tables: Annotated[int, Option(min=1, help="How many tables.")] = 14,
    seed: Annotated[int, Option(help="What all chance comes from.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Play seeded rounds at many tables, then compare and audit. Killed and started again, it goes on."""
    began = time.perf_counter()
    with WritingDesk(db, as_json, create=True) as desk:
        outcome = Soak(desk.store, seed, rounds, tables).run()
        if outcome.clean:
            keep_projections(desk.store)
    seconds = round(time.perf_counter() - began, 1)
    plain = {
        "clean": outcome.clean,
        "seed": seed,
        "rounds": outcome.rounds,
        "entries": outcome.entries,
        "commands": outcome.commands,
        "refused": outcome.refused,
        "seconds": seconds,
        "problems": list(outcome.problems),
    }
    counts = f"{outcome.rounds:,} rounds, {outcome.entries:,} entries, {outcome.refused:,} refusals as they should be"
    verdict = "clean" if outcome.clean else f"NOT CLEAN, seed {seed}"
    desk.show(plain, *outcome.problems, f"{verdict}: {counts}, {seconds} s")
    if not outcome.clean:
        raise click.exceptions.Exit(1)
