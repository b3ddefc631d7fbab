"""A part of the attack that takes too much memory, or dies, is a finding; the attack goes on."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from depth import thorough
from torture import __main__ as attack
from torture import commands
from torture.memory import Done, Ended, memory_mb, run_apart
from torture.report import Report

pytestmark = thorough


def hog() -> Report:
    """Takes 64 MB more at a time, for ever."""
    taken = []
    while True:
        taken.append(b"x" * (1 << 26))


def hog_below() -> Report:
    """Has another process do it."""
    subprocess.run([sys.executable, "-c", "taken = []\nwhile True: taken.append(b'x' * (1 << 26))"], check=False)
    return Report()


def killed() -> Report:
    os.kill(os.getpid(), signal.SIGKILL)
    return Report()


def fails() -> Report:
    raise KeyError("no such room")


def sound() -> Report:
    report = Report()
    report.count("tries", 3)
    return report


def most_mb() -> int:
    return memory_mb(os.getpid()) + 300


def test_what_the_attacker_has_in_memory_is_not_the_parts() -> None:
    held = bytearray(os.urandom(1 << 20) * 400)
    ended = run_apart(lambda: sum(range(10_000_000)), 100)
    assert isinstance(ended, Done), ended
    assert len(held) == 400 << 20


@pytest.mark.parametrize("work", [hog, hog_below])
def test_a_part_that_grows_without_end_is_a_finding(work: Callable[[], Report]) -> None:
    report, peak_mb = attack.attempt("kills", work, most := most_mb())
    assert report.findings == [f"part kills grew past {most:,} MB"]
    assert peak_mb > most


def test_work_that_never_ends_is_ended() -> None:
    ended = run_apart(signal.pause, 100_000, most_s=0.2)
    assert isinstance(ended, Ended)
    assert ended.why == "did not end within 0 s"


def test_a_part_that_dies_is_a_finding() -> None:
    assert attack.attempt("kills", killed)[0].findings == ["part kills was ended by SIGKILL"]


def test_a_part_that_fails_is_a_finding(capfd: pytest.CaptureFixture[str]) -> None:
    assert attack.attempt("kills", fails)[0].findings == ["part kills ends in KeyError: 'no such room'"]
    assert "in fails" in capfd.readouterr().err, "where it failed is said too"


def test_what_a_sound_part_counts_and_finds_is_its_report() -> None:
    report = attack.attempt("kills", sound)[0]
    assert (report.counts, report.findings) == ({"tries": 3}, [])


def test_nothing_that_a_part_has_started_is_left_when_it_is_killed(tmp_path: Path) -> None:
    number = tmp_path / "pid"

    def starts_and_grows() -> Report:
        number.write_text(str(subprocess.Popen(["sleep", "1000"]).pid))
        return hog()

    assert isinstance(run_apart(starts_and_grows, most_mb()), Ended)
    with suppress(ProcessLookupError):  # it is gone already
        left = os.pidfd_open(int(number.read_text()))
        assert select.select([left], [], [], 60)[0], "it is still there"
        os.close(left)


def test_the_parts_after_one_that_dies_still_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = {"torture.kills": killed, "torture.faults": sound}
    monkeypatch.setattr(attack, "import_module", lambda name: SimpleNamespace(run=lambda *_: parts[name]()))
    monkeypatch.setattr(sys, "argv", ["torture", "--seed", "1", "kills", "faults"])
    assert attack.main() == 1
    said = capsys.readouterr().err
    assert "  - part kills was ended by SIGKILL" in said
    assert "faults: 3 tries; 0 findings" in said


def test_a_command_that_grows_without_end_is_a_finding_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "main", hog)
    monkeypatch.setattr(commands, "_MEMORY_MB", most := most_mb())
    report = Report()
    commands._ask(report, ["settle", "/dev/full"], "commands")
    assert report.findings == [f"croupier ['settle', '/dev/full'] grew past {most:,} MB"]


def test_memory_that_processes_share_counts_once_before_anything_is_killed() -> None:
    held = b"x" * (1 << 28)

    def both_ways() -> tuple[int, int]:
        family = os.getppid()
        return memory_mb(family, exact_above=100_000), memory_mb(family, exact_above=0)

    seen = run_apart(both_ways, 100_000)
    assert isinstance(seen, Done)
    each, shared = seen.result
    assert each - shared > len(held) >> 21, "what was there before the fork is in both"
