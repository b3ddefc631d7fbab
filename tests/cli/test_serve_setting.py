"""`croupier serve` opens the record that the environment names, as every other command does."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli import app
from croupier.errors import Refused


def test_serve_takes_the_record_from_the_environment(tmp_path: Path) -> None:
    nowhere = tmp_path / "no-such-folder" / "room.db"
    with pytest.raises(Refused, match="no-such-folder"):
        CliRunner().invoke(app, ["serve", "--port", "0"], env={"CROUPIER_DB": str(nowhere)}, catch_exceptions=False)
