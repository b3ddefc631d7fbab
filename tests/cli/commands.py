"""Run a command as a person does, in this process: arguments in, exit status and both streams out."""

from __future__ import annotations

import gc
import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from typing import Any
from unittest.mock import patch

import typer.main

from croupier.cli import main
from croupier.cli.app import _Listed

# The tree of all commands is made anew for each, which takes as long as most of them; here every command is made once.
_tree = cache(typer.main.get_command)
_make = _Listed.get_command
_made: dict[str, Any] = {}


def _once(listed: _Listed, ctx: Any, name: str) -> Any:
    if name not in _made:
        _made[name] = _make(listed, ctx, name)
    return _made[name]


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
    tree, once = patch.object(typer.main, "get_command", _tree), patch.object(_Listed, "get_command", _once)
    with argv, wide, tree, once, redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as ended:
            status = int(ended.code or 0)
        finally:
            gc.enable()  # a command that switches it off does so for its own process, which ends
    return Answer(status, out.getvalue(), err.getvalue())
