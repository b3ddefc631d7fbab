"""`croupier export`: the journal as JSON Lines or CSV, for anybody to check."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.options import DEFAULT_DB, Db
from croupier.cli.parameters import Option
from croupier.cli.room.desk import ReadingDesk
from croupier.errors import Refused
from croupier.floor.history.export import export as run
from croupier.floor.history.export import parse_format


@app.command()
def export(
    db: Db = DEFAULT_DB,
    format: Annotated[str, Option(help="jsonl or csv.")] = "jsonl",
    stream: Annotated[str | None, Option(help="Only this stream, such as table/T1.")] = None,
    out: Annotated[Path | None, Option("--out", "-o", help="A file; standard output if left out.")] = None,
) -> None:
    """Write the journal out, entry by entry. Nothing of an unfinished round's deck is in it."""
    kind = parse_format(format)
    with ReadingDesk(db) as desk, desk.store.frozen() as reader:
        if out is None:
            run(reader, kind, sys.stdout, stream)
        else:
            try:
                with out.open("w", encoding="utf-8", newline="") as file:
                    run(reader, kind, file, stream)
            except OSError as why:
                raise Refused(
                    f"cannot write {str(out)!r}: {why.strerror}; want a file in a folder that is there"
                ) from None
