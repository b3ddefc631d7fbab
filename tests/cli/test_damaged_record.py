"""A damaged record, or a number that makes no sense, ends a command in words and never in a traceback."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes
from commands import croupier

from croupier.store.entry import Unreadable as EntryUnreadable
from croupier.store.unit import Damaged, Unreadable


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
        assert "in a moment" not in answer.err, "nothing mends by itself"


def test_a_record_with_one_damaged_page_says_that_it_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheap_hashes(monkeypatch)
    desk = Desk(str(tmp_path / "room.db"))
    desk.furnish()
    whole, page, words = Path(desk.db).read_bytes(), 4096, []
    for at in range(4, 24, 4):
        Path(desk.db).write_bytes(whole[: at * page] + b"\xff" * page + whole[(at + 1) * page :])
        words.append(desk("audit").err)
    assert "croupier: the record is damaged: database disk image is malformed; restore it from a copy\n" in words
    assert not any("in a moment" in one for one in words), "nothing mends by itself"


def test_a_record_whose_layout_is_damaged_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheap_hashes(monkeypatch)
    desk = Desk(str(tmp_path / "room.db"))
    desk.furnish()
    whole = Path(desk.db).read_bytes()
    at = whole.index(b"NOT NULL, \n")
    Path(desk.db).write_bytes(whole[:at] + b'NOT"' + whole[at + 4 :])
    for words in (("audit",), ("table", "list"), ("export",)):
        answer = desk(*words)
        assert answer.status == 2, words
        assert "malformed" in answer.err
        assert answer.err.count("\n") == 1, answer.err


def test_a_refusal_from_another_process_says_what_it_said_there() -> None:
    for refused in (Unreadable("locked"), Damaged("malformed"), EntryUnreadable(7, "no JSON")):
        again = pickle.loads(pickle.dumps(refused))
        assert (type(again), str(again), vars(again)) == (type(refused), str(refused), vars(refused))


@pytest.mark.parametrize("option", ["--rounds", "--tables"])
def test_a_soak_of_less_than_nothing_is_refused(tmp_path: Path, option: str) -> None:
    answer = croupier("soak", "--db", str(tmp_path / "soak.db"), option, "-1")
    assert answer.status == 2
    assert "Invalid value for" in answer.err
    assert not (tmp_path / "soak.db").exists()
