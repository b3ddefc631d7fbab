"""Run a command as a person does, in this process: arguments in, exit status and both streams out."""

from __future__ import annotations

import gc
import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

from croupier.cli import main
from croupier.cli.figures import output


@dataclass(frozen=True)
class Answer:
    status: int
    out: str
    err: str


def croupier(*arguments: str) -> Answer:
    """`croupier` with those arguments; on a wide screen, so that no line is broken."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    argv = patch.object(sys, "argv", ["croupier", *arguments])
    wide = patch.dict("os.environ", {"COLUMNS": "200"})
    # What long work says of itself depends on the machine: to compile a kernel takes ten seconds on a busy one.
    silent = patch.object(output, "_SECONDS_A_LINE", float("inf"))
    with argv, wide, silent, redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as ended:
            status = int(ended.code or 0)
        finally:
            gc.enable()  # a command that switches it off does so for its own process, which ends
    return Answer(status, out.getvalue(), err.getvalue())
