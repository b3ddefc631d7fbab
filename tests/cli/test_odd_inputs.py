"""Commands that an attack made fail: they end in words."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes
from commands import croupier

SERVE = ["serve", "--port", "0"]
"""At any port: the usual one may be somebody else's."""


def refused(*arguments: str) -> str:
    answer = croupier(*arguments)
    assert answer.status == 2, answer
    assert answer.err.startswith("croupier: "), answer
    assert len(answer.err.strip().splitlines()) <= 2
    return answer.err


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    folder = tmp_path / "folder.db"
    folder.mkdir()
    for command in (SERVE, ["audit"]):
        assert "no database" in refused(*command, "--db", str(folder))
    assert "no database" in refused("table", "list", "--db", "/")


def test_serving_where_nothing_can_be_written_is_refused() -> None:
    assert "cannot serve" in refused(*SERVE, "--db", "/proc/self/mem")


@pytest.mark.parametrize("address", ["", " ", "a\x00b.db", "postgresql://[::1"])
def test_no_address_is_no_address(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (SERVE, ["audit"]):
        assert "not an address" in refused(*command, "--db", address)
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


def test_a_name_that_is_no_text_is_nobodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cheap_hashes(monkeypatch)
    desk = Desk(str(tmp_path / "room.db"))
    desk.ok("staff", "add", "sam", "--role", "admin", "--new-pin", "1111")
    assert "nothing of that name" in desk.refused("table", "show", "\udcff")


def test_an_output_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cheap_hashes(monkeypatch)
    desk = Desk(str(tmp_path / "room.db"))
    desk.ok("staff", "add", "sam", "--role", "admin", "--new-pin", "1111")
    for out in (tmp_path, tmp_path / "no folder" / "out"):
        assert "cannot write" in desk.refused("export", "--out", str(out))


def test_a_host_that_is_no_name_is_refused(tmp_path: Path) -> None:
    assert "cannot listen on" in refused("serve", "--host", "\udcff", "--db", str(tmp_path / "room.db"))


@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_a_body_that_is_no_json_is_refused_by_an_export(
    format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheap_hashes(monkeypatch)
    desk = Desk(str(tmp_path / "room.db"))
    desk.ok("staff", "add", "sam", "--role", "admin", "--new-pin", "1111")
    with sqlite3.connect(tmp_path / "room.db") as room:
        room.execute("UPDATE entries SET body = substr(body, 1, 20)")
    room.close()
    assert "entry 1" in refused("export", "--format", format, "--db", str(tmp_path / "room.db"))
