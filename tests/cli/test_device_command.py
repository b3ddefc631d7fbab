"""`croupier device`: readers and sensor rails are registered, renewed and withdrawn; a key is printed once (R58)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes


def test_r58_a_device_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cheap_hashes(monkeypatch)
    desk = Desk(str(tmp_path / "room.db"))
    desk.furnish()
    register = ("device", "register", "shoe-1", "--kind", "card-reader", "--table", "T1")
    assert "may not register, renew or withdraw a device" in desk.refused(*register, by="sue")
    made = desk.ok(*register, by="sam").splitlines()
    assert made[0] == "shoe-1, card reader at T1"
    key = made[1].removeprefix("its key, told this once: ")
    assert key.startswith("shoe-1.")
    assert key not in desk.ok("device", "list")
    other = json.loads(desk.ok("device", "renew", "shoe-1", "--json", by="sam"))
    assert other["key"] not in ("", key)
    assert "no 'camera' reports to a table; want one of card-reader, sensor-rail, game-machine" in desk.refused(
        "device", "register", "eye", "--kind", "camera", "--table", "T1", by="sam"
    )
    gone = desk.ok("device", "withdraw", "shoe-1", "--why", "to the maker", by="sam")
    assert gone == "shoe-1, card reader at T1, withdrawn: to the maker\n"
    assert "report what it reads at its table" in desk.refused("table", "do", "T1", "report T1-1 count 51", by="dora")
    assert "no device 'shoe-9' on record; there are shoe-1" in desk.refused("device", "renew", "shoe-9", by="sam")
    desk.ok("audit")
