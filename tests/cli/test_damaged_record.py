"""A damaged record, or a number that makes no sense, ends a command in words and never in a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes
from commands import croupier


def test_a_record_with_a_damaged_page_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cheap_hashes(monkeypatch)
    desk = Desk(str(tmp_path / "room.db"))
    desk.furnish()
    whole = Path(desk.db).read_bytes()
    Path(desk.db).write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    for words in (("audit",), ("table", "list"), ("export",)):
        answer = desk(*words)
        assert answer.status == 2, words
        assert answer.err.startswith("croupier: "), words


@pytest.mark.parametrize("option", ["--rounds", "--tables"])
def test_a_soak_of_less_than_nothing_is_refused(tmp_path: Path, option: str) -> None:
    answer = croupier("soak", "--db", str(tmp_path / "soak.db"), option, "-1")
    assert answer.status == 2
    assert "Invalid value for" in answer.err
    assert not (tmp_path / "soak.db").exists()
