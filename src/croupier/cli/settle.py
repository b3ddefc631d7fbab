"""`croupier settle`: settlement cases in, answers to the cent out, one line each."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.parameters import Argument


@app.command()
def settle(
    file: Annotated[Path | None, Argument(help="Cases, one JSON object a line; standard input if left out.")] = None,
) -> None:
    """Settle rounds: one JSON case a line in, one JSON answer a line out, in the same order."""
    import gc

    from croupier.errors import Refused
    from croupier.floor.cases import answer_line

    # Nothing that a case makes refers to itself, so the collector would only ever look and find nothing.
    gc.disable()
    # Bytes, not text: a line that is no UTF-8 gets its error like any other, and only a newline ends a line.
    if file is None:
        for line in sys.stdin.buffer:
            print(answer_line(line))
        return
    try:
        with file.open("rb") as lines:
            for line in lines:
                print(answer_line(line))
    except OSError as error:
        raise Refused(f"cannot read {str(file)!r}: {error.strerror}; want a file of cases") from None
