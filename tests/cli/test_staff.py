"""`croupier staff`: the book of names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    made = Desk(str(tmp_path / "room.db"))
    made.furnish()
    return made


def test_staff_are_listed_and_players_are_not(desk: Desk) -> None:
    listed = json.loads(desk.ok("staff", "list", "--json"))
    assert [(row["name"], row["role"]) for row in listed] == [
        ("dora", "dealer"),
        ("sam", "admin"),
        ("sue", "supervisor"),
    ]


def test_only_the_first_admin_needs_nobodys_leave(desk: Desk) -> None:
    assert "entered once" in desk.refused("staff", "add", "eve", "--role", "admin", "--new-pin", "9999")
    assert "who may: admin" in desk.refused("staff", "add", "eve", "--role", "dealer", "--new-pin", "9999", by="dora")
    assert "no role 'boss'" in desk.refused("staff", "add", "eve", "--role", "boss", "--new-pin", "9999", by="sam")
    assert "want 4 to 12 digits" in desk.refused("staff", "add", "e", "--role", "dealer", "--new-pin", "12", by="sam")


def test_five_wrong_pins_lock_out_until_an_admin_unlocks(desk: Desk) -> None:
    wrong = ("table", "do", "T1", "sit 1", "--by", "ann", "--pin", "0000")
    for _ in range(4):
        assert "name and PIN do not match" in desk.refused(*wrong)
    assert "ann is locked out after 5 wrong PINs" in desk.refused(*wrong)
    assert "locked out" in desk.refused("table", "do", "T1", "sit 1", by="ann")
    assert desk.ok("staff", "unlock", "ann", by="sam") == "ann may try again\n"
    desk.ok("table", "do", "T1", "sit 1", by="ann")


def test_a_pin_is_changed_by_oneself_or_an_admin(desk: Desk) -> None:
    assert desk.ok("staff", "pin", "ann", "--new-pin", "777777", by="ann") == "ann has a new PIN\n"
    assert "do not match" in desk.refused("table", "do", "T1", "sit 1", by="ann")
    assert "may not unlock" in desk.refused("staff", "pin", "ann", "--new-pin", "4444", by="bob")
    desk.ok("staff", "pin", "ann", "--new-pin", "4444", by="sam")
    desk.ok("table", "do", "T1", "sit 1", by="ann")


def test_somebody_is_deactivated_let_in_again_and_given_another_role(desk: Desk) -> None:
    desk.ok("staff", "deactivate", "dora", by="sam")
    assert "dora                 dealer, deactivated" in desk.ok("staff", "list")
    assert "dora is deactivated" in desk.refused("cage", "buy-in", "ann", "5", "--table", "T1", by="dora")
    desk.ok("staff", "activate", "dora", by="sam")
    desk.ok("staff", "role", "dora", "supervisor", by="sam")
    desk.ok("cage", "buy-in", "ann", "5", by="dora")
    assert "the last admin" not in desk.refused("staff", "role", "dora", "dealer", by="sue")
    assert "cannot change their own role" in desk.refused("staff", "role", "sam", "dealer", by="sam")
