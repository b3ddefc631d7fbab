"""The examples of docs/tables.md, run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from card_room_commands import cheap_hashes
from commands import croupier

PAGE = Path(__file__).parents[2] / "docs" / "tables.md"


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cheap_hashes(monkeypatch)
    monkeypatch.setenv("CROUPIER_DB", f"sqlite:///{tmp_path}/room.db")
    monkeypatch.setenv("CROUPIER_PIN", "2222")
    croupier("staff", "add", "sam", "--role", "admin", "--new-pin", "2222")
    croupier("staff", "add", "sue", "--role", "supervisor", "--new-pin", "2222", "--by", "sam")
    (block,) = re.findall(r"```\n(\$ croupier table open.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for example in block.split("$ croupier ")[1:]:
        command, _, told = example.partition("\n")
        answer = croupier(*shlex.split(command))
        assert (answer.status, answer.out) == (0, told), command
