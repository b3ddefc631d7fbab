"""`croupier settle`: settlement cases in, answers to the cent out, one line each."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.parameters import Argument
from croupier.errors import Refused
from croupier.floor.cases import answer_line
from croupier.inputs import LONGEST_LINE, STDIN, read_lines


@app.command()
def settle(
    file: Annotated[Path | None, Argument(help="Cases, one JSON object a line; standard input if left out.")] = None,
) -> None:
    """Settle rounds: one JSON case a line in, one JSON answer a line out, in the same order."""
    # Nothing that a case makes refers to itself, so the collector would only ever look and find nothing.
    gc.disable()
    too_long = f"a line of more than {LONGEST_LINE:,} bytes; want one case, a JSON object, a line"
    for line in _lines(file):
        print(json.dumps({"id": None, "error": too_long}) if line is None else answer_line(line))


def _lines(file: Path | None) -> Iterator[bytes | None]:
    """The lines of the file; none in the place of one that is too long."""
    name = STDIN if file is None else str(file)
    try:
        # Bytes, not text: a line that is no UTF-8 gets its error like any other, and only a newline ends a line.
        with nullcontext(sys.stdin.buffer) if file is None else file.open("rb") as source:
            yield from read_lines(source, name)
    except OSError as error:
        want = f"a file of cases, one a line of at most {LONGEST_LINE:,} bytes"
        raise Refused(f"cannot read {name!r}: {error.strerror}; want {want}") from None
