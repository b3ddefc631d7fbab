"""The example runs as it stands, and prints what the documents quote."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from depth import thorough


@thorough
def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "odds.py"))
    said = capsys.readouterr().out
    for words in ("2.1850% of the Ante", "fair at $165,960", "wizard      2.4329%", "MINE: edge", "95 % between"):
        assert words in said
