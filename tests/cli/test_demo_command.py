"""`croupier demo`: a server on a folder of its own, which goes on with what is there."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from croupier.cli.room import demo
from croupier.errors import Refused
from croupier.floor.demo.folder import RECORD
from croupier.floor.demo.history import begin
from croupier.store.journal import open_store
from croupier.web.server import listen


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


def test_without_a_port_it_takes_the_usual_one_or_the_next_that_is_free(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(demo, "PORT", port)
        with demo._listener("127.0.0.1", None) as other:
            assert other.getsockname()[1] > port
            assert capsys.readouterr().out == (
                f"Port {port} is taken; the demonstration listens on {other.getsockname()[1]}.\n"
            )
        with pytest.raises(Refused, match=f"cannot listen on 127.0.0.1:{port}"):
            demo._listener("127.0.0.1", port)


@pytest.mark.parametrize(
    ("terminal", "display", "opened"),
    [(True, ":0", ["http://127.0.0.1:8100/demo"]), (False, ":0", []), (True, "", [])],
)
def test_a_browser_is_opened_on_a_terminal_with_a_display(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, display: str, opened: list[str]
) -> None:
    calls: list[str] = []
    monkeypatch.setattr("webbrowser.open", calls.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    demo._open_browser("127.0.0.1", 8100)
    assert calls == opened


def _address(server: subprocess.Popen[str]) -> str:
    """Where it is open, once it says so."""
    assert server.stdout is not None
    return next(found[0] for line in server.stdout if (found := re.search(r"http://\S+(?=/demo)", line)))
