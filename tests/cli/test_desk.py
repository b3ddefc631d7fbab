"""The desk that the commands of the card room share."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Annotated, get_args

import pytest
from card_room_commands import PINS, cheap_hashes
from commands import croupier

from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, SignedDesk, at_desk, at_desk_in_words
from croupier.errors import Refused
from croupier.floor.projections import projections
from croupier.store.journal import open_record
from croupier.store.projections import projection
from croupier.store.projections.projection import last_block


def ask(desk: SignedDesk, name: Annotated[str, Argument()], often: Annotated[int, Option()] = 1) -> None:
    """Ask."""
    desk.show({"name": name, "often": often}, name)


def look(desk: ReadingDesk, name: Annotated[str, Argument()]) -> None:
    """Look."""
    desk.show({"name": name}, name)


def test_a_command_takes_the_options_of_its_desk_and_its_own() -> None:
    assert list(inspect.signature(at_desk(ask)).parameters) == ["by", "name", "often", "pin", "db", "id", "as_json"]
    assert list(inspect.signature(at_desk_in_words(ask)).parameters) == ["by", "name", "often", "pin", "db", "id"]
    assert list(inspect.signature(at_desk(look)).parameters) == ["name", "db", "as_json"]
    by = inspect.signature(at_desk(ask)).parameters["by"]
    assert get_args(by.annotation)[1].help == "Who asks: the name that they sign in with."
    assert at_desk(ask).__doc__ == "Ask."


def test_a_result_is_json_or_words(capsys: pytest.CaptureFixture[str]) -> None:
    at_desk(ask)(by="sue", name="T1", often=2, pin=None, db="nowhere.db", id=None, as_json=True)
    at_desk(look)(name="T1", db="nowhere.db", as_json=False)
    assert capsys.readouterr().out == '{"name": "T1", "often": 2}\nT1\n'


def test_nothing_is_opened_and_nobody_is_asked_before_the_words_make_sense(tmp_path: Path) -> None:
    nowhere = ("--by", "sue", "--db", str(tmp_path / "none.db"))
    for arguments in (("cage", "fund", "much"), ("cage", "fill", "T1", "much"), ("link", "press", "T1", "dance")):
        refused = croupier(*arguments, *nowhere)
        assert (refused.status, refused.out) == (2, "")
        assert "not an amount: 'much'" in refused.err or "no button 'dance'" in refused.err
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_begun_only_where_that_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cheap_hashes(monkeypatch)
    file = tmp_path / "room.db"
    with pytest.raises(Refused), ReadingDesk(str(file)) as desk:
        desk.people.staff()
    assert not file.exists()
    assert croupier("staff", "add", "sam", "--role", "admin", "--new-pin", PINS["sam"], "--db", str(file)).status == 0
    with SignedDesk("sam", PINS["sam"], str(file)) as signed:
        assert signed.who.name == "sam"
        assert signed.who is signed.who
        assert len(signed.command) == 32
    assert SignedDesk("sam", id="once").command == "once"


def test_percentages_of_a_level_are_read_as_percentages(tmp_path: Path) -> None:
    options = ("--by", "eve", "--pin", "1", "--db", str(tmp_path / "none.db"))
    refused = croupier("link", "create", "main", "--level", "main:half:5:10000", *options)
    assert "not a percentage: 'half'" in refused.err
    assert "not an amount" in croupier("link", "create", "main", "--level", "main:2.5 %:5:some", *options).err


def test_a_command_that_fills_a_block_of_the_journal_keeps_what_it_comes_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cheap_hashes(monkeypatch)
    monkeypatch.setattr(projection, "BLOCK_SIZE", 2)
    db = str(tmp_path / "room.db")
    kept = []
    for name, role in (("sam", "admin"), ("sue", "supervisor"), ("dora", "dealer")):
        by = () if name == "sam" else ("--by", "sam", "--pin", PINS["sam"])
        assert croupier("staff", "add", name, "--role", role, "--new-pin", PINS[name], *by, "--db", db).status == 0
        with open_record(db) as record, record.asking() as connection:
            kept.append({last_block(connection, kind) for kind in projections()})
    assert kept == [{-1}, {0}, {0}]
    with monkeypatch.context() as broken:
        broken.setattr(projection, "read_body", lambda entry: 1 / 0)
        added = croupier(*("staff", "add", "eve", "--role", "executive", "--new-pin", "8642"), *by, "--db", db)
    assert added.status == 0, "it was carried out, and the next one tries again"
    assert "a block of the journal was not kept: ZeroDivisionError" in caplog.text
