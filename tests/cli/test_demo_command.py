"""`croupier demo`: a server on a folder of its own, which goes on with what is there."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from croupier.floor.demo.folder import RECORD
from croupier.floor.demo.history import begin
from croupier.store.journal import open_store


@pytest.mark.slow
def test_a_demonstration_is_opened_started_over_and_closed(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    folder.mkdir()
    with open_store(str(folder / RECORD)) as store:
        begin(store, most_rounds=1)
    words = [sys.executable, "-m", "croupier.cli", "demo", "--folder", str(folder), "--port", "0"]
    server = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        assert server.stdout is not None
        first = _address(server)
        with httpx.Client(base_url=first, timeout=120) as visit:
            page = visit.get("/demo", headers={"accept": "application/json"}).json()
            assert visit.post("/demo/again", data={"csrf": page["csrf"]}).status_code == 200
        assert _address(server) == first, "one address for all of them"
        with httpx.Client(base_url=first, timeout=120) as visit:
            assert visit.get("/demo", headers={"accept": "application/json"}).json()["run"] != page["run"]
        assert not (tmp_path / "croupier.db").exists()
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def _address(server: subprocess.Popen[str]) -> str:
    """Where it is open, once it says so."""
    assert server.stdout is not None
    return next(found[0] for line in server.stdout if (found := re.search(r"http://\S+(?=/demo)", line)))
