"""The attack on the command line finds what is planted, and a little of it is part of every run."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from croupier.floor.audit import auditor
from croupier.floor.house import pins
from croupier.floor.house.choices import ChoiceBook
from depth import thorough
from torture import commands as part
from torture.commands.asking import commands
from torture.commands.rooms import cheap_hashes, furnished
from torture.report import Report

pytestmark = thorough


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "_hasher", pins._hasher)
    cheap_hashes()


def test_every_command_of_the_command_line_is_asked() -> None:
    names = {command.name for command in commands()}
    assert {"audit", "serve", "table open", "link back-out", "cage buy-in", "train verify", "house set"} <= names
    assert len(names) > 70


def test_a_traceback_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = furnished(tmp_path / "room.db")

    def fails(self: ChoiceBook) -> None:
        raise KeyError("zone")

    monkeypatch.setattr(ChoiceBook, "now", fails)
    report = Report()
    part._ask(report, ["house", "show", "--db", str(db)], "commands")
    assert "KeyError" in report.findings[0]


def test_an_audit_that_writes_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = furnished(tmp_path / "room.db")

    def writes(*_: object, **__: object) -> auditor.AuditReport:
        db.write_bytes(db.read_bytes() + b"x")
        return auditor.AuditReport(0, 0, (), {})

    monkeypatch.setattr("croupier.cli.room.audit.run", writes)
    report = Report()
    part._ask(report, ["audit", "--db", str(db)], "commands")
    assert any("has written" in finding for finding in report.findings)


def test_a_command_that_writes_without_end_ends_when_its_reader_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part, "_OUTPUT_MB", 1)
    monkeypatch.setattr(part, "_MEMORY_MB", 256)
    report = Report()
    said = part._ask(report, ["settle", "/dev/urandom"], "commands")
    assert report.findings == []
    assert 1 << 20 <= len(said.out) < 2 << 20


def test_a_little_of_it_finds_nothing(tmp_path: Path) -> None:
    report = part.attack(tmp_path, Random(5), many=0, flips=6, bad=6)
    assert report.findings == []
    assert report.counts["flips"] == 6
