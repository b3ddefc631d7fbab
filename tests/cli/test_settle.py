"""`croupier settle` as a test lab runs it: a file or a pipe in, one answer a line out, exit status 0."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

ROWS = [json.loads(line) for line in Path(__file__).parents[1].joinpath("cases/settlement.jsonl").open()]
CASES = "".join(json.dumps(row["case"]) + "\n" for row in ROWS)
CROUPIER = [sys.executable, "-c", "from croupier.cli import main; main()"]


def settle(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*CROUPIER, "settle", *arguments], input=given, capture_output=True, check=False)


def test_a_file_and_a_pipe_give_the_same_answers(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(CASES)
    piped, read = settle(given=CASES.encode()), settle(str(file))
    assert (piped.returncode, read.returncode, piped.stderr, read.stderr) == (0, 0, b"", b"")
    assert piped.stdout == read.stdout
    answers = [json.loads(line) for line in piped.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [row["want"]["id"] for row in ROWS]
    for answer, row in zip(answers, ROWS, strict=True):
        assert answer == row["want"] or ("error" in answer and "error" in row["want"])


def test_a_bad_line_is_answered_in_its_place_and_the_others_still_are() -> None:
    good = json.dumps(ROWS[0]["case"]).encode()
    done = settle(given=b"\n".join([good, b"\xff\xfe", b"", b"not json", b'{"id": NaN}', b'{"id": "x"}', good]))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [answer["id"] for answer in answers] == ["s1-00000", None, None, None, None, "x", "s1-00000"]
    assert ["error" in answer for answer in answers] == [False, True, True, True, True, True, False]
    assert b"Traceback" not in done.stderr


def test_a_windows_file_is_read_like_any_other(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    some = "".join(CASES.splitlines(keepends=True)[:40])
    file.write_bytes(some.replace("\n", "\r\n").encode())
    assert settle(str(file)).stdout == settle(given=some.encode()).stdout != b""


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_said_so(tmp_path: Path, name: str) -> None:
    done = settle(str(tmp_path / name))
    assert done.returncode == 2
    assert b"cannot read" in done.stderr
    assert b"Traceback" not in done.stderr


def test_no_cases_have_no_answers() -> None:
    done = settle()
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.slow
def test_two_thousand_cases_a_second() -> None:
    """In processor time, so that a busy machine does not count against it."""

    def used() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime

    before = used()
    assert settle(given=(CASES * 50).encode()).stdout.count(b"\n") == 50 * len(ROWS)
    assert 50 * len(ROWS) / (used() - before) >= 2_000
