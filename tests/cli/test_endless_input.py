"""No file and no standard input is read without an end: `/dev/zero` never ends, and no line of it does."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread
from unittest.mock import patch

import pytest
from card_room_commands import PINS, Desk, cheap_hashes
from commands import Answer, croupier
from test_replay import TEXT

from croupier.inputs import ENDLESS, KEPT, LONGEST_LINE, ROUNDS, WRITTEN
from depth import first_of
from torture.memory import Done, run_apart

MEMORY_MB = 2_048
"""What an endless file passes within seconds; what is read up to its limit stays far below."""
CASE = json.loads((Path(__file__).parents[1] / "cases/settlement.jsonl").read_text().splitlines()[0])["case"]
GOOD = json.dumps(CASE).encode()


def limited(*arguments: str, stdin: str | Path = os.devnull) -> Answer:
    """A command in a process of its own, with a limit on its memory and without a terminal."""
    done = run_apart(partial(_command, arguments, stdin), MEMORY_MB)
    assert isinstance(done, Done), done
    return done.result


def _command(arguments: tuple[str, ...], stdin: str | Path) -> Answer:
    os.setsid()
    with open(stdin) as given, patch.object(sys, "stdin", given):
        return croupier(*arguments)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a record, its signed heads and both keys; the commands run in it."""
    folder = tmp_path_factory.mktemp("room")
    with pytest.MonkeyPatch.context() as monkeypatch:
        cheap_hashes(monkeypatch)
        monkeypatch.chdir(folder)
        desk = Desk("room.db")
        desk.ok("staff", "add", "sam", "--role", "admin", "--new-pin", PINS["sam"])
        desk.ok("staff", "add", "sue", "--role", "supervisor", "--new-pin", PINS["sue"], by="sam")
        desk.ok("sign", "--key", "own", "--public", "public", "--out", "heads")
        yield folder


_SUE = f"--by sue --pin {PINS['sue']} --db room.db"
FILES = f"""
  verify FILE                                                      | {WRITTEN}
  replay FILE                                                      | {ROUNDS}
  edge --paytable FILE                                             | {WRITTEN}
  edge --variant FILE                                              | {WRITTEN}
  edge --side-bet FILE                                             | {WRITTEN}
  strategy --cost FILE                                             | {WRITTEN}
  strategy --strategy FILE                                         | {WRITTEN}
  progressive FILE                                                 | {WRITTEN}
  compare FILE UTH-01                                              | {WRITTEN}
  simulate 5 --strategy FILE                                       | {WRITTEN}
  ruin --trips FILE                                                | {WRITTEN}
  play --side-bet FILE                                             | {WRITTEN}
  faceup --merge FILE --checkpoint new                             | {KEPT}
  sbom --lock FILE                                                 | {WRITTEN}
  table open T1 --side-bet FILE {_SUE}                             | {WRITTEN}
  link create main --paytable FILE --level main:20:2:500 {_SUE}    | {WRITTEN}
  sign --key FILE --out new --db room.db                           | {WRITTEN}
  audit --key FILE --db room.db                                    | {WRITTEN}
  audit --heads FILE --key public --db room.db                     | {KEPT}
  audit --since FILE --own-key own --db room.db                    | {KEPT}
  audit --since heads --key FILE --db room.db                      | {WRITTEN}
  audit --since public --own-key FILE --db room.db                 | {WRITTEN}
"""
"""The commands that read a file, and how many bytes it may hold."""


@pytest.mark.parametrize("row", first_of(FILES.strip().splitlines()), ids=lambda row: " ".join(row.split()[:3]))
@pytest.mark.usefixtures("room")
def test_a_file_without_an_end_is_refused_with_its_limit(row: str) -> None:
    command, _, most = (part.strip() for part in row.rpartition("|"))
    done = limited(*shlex.split(command.replace("FILE", "/dev/zero")))
    assert done.status == 2, done
    assert "/dev/zero" in done.err
    assert f"it holds more than {int(most):,} bytes" in done.err
    assert "want " in done.err
    assert len(done.err.strip().splitlines()) == 1


TYPED = f"""
  verify                                                    | it holds more than {WRITTEN:,} bytes
  replay                                                    | it holds more than {ROUNDS:,} bytes
  settle                                                    | more than {ENDLESS:,} bytes without the end of a line
  play                                                      | more than {LONGEST_LINE:,} bytes without the end of a line
  train dealer                                              | more than {LONGEST_LINE:,} bytes without the end of a line
  staff add ann --role player --new-pin 1 --by sam --db room.db | more than {LONGEST_LINE:,} bytes without the end of a
"""
"""The commands that read standard input; the last is asked for the PIN of whoever asks."""


@pytest.mark.parametrize("row", first_of(TYPED.strip().splitlines()), ids=lambda row: " ".join(row.split()[:2]))
@pytest.mark.usefixtures("room")
def test_a_standard_input_without_an_end_is_refused_with_its_limit(row: str) -> None:
    command, _, limit = (part.strip() for part in row.rpartition("|"))
    done = limited(*shlex.split(command), stdin="/dev/zero")
    assert done.status == 2, done
    assert limit in done.err


def test_a_round_step_by_step_waits_for_no_endless_line(tmp_path: Path) -> None:
    (tmp_path / "round.txt").write_text(TEXT)
    done = limited("replay", "--step", str(tmp_path / "round.txt"), stdin="/dev/zero")
    assert done.status == 2
    assert done.err == (
        "croupier: cannot use 'standard input': it goes on for more than 1,048,576 bytes without the end of a line\n"
    )


@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero"])
def test_a_file_of_cases_that_never_ends_a_line_is_not_read_on(device: str) -> None:
    done = limited("settle", device)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"croupier: cannot read '{device}': it goes on for more than 67,108,864 bytes without the end of a line; "
        "want a file of cases, one a line of at most 1,048,576 bytes\n"
    )


@pytest.mark.parametrize("length", [LONGEST_LINE + 1, 5 * LONGEST_LINE])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_case_that_is_too_long_has_its_error_and_the_others_their_answers(
    length: int, end: bytes, tmp_path: Path
) -> None:
    cases = tmp_path / "cases.jsonl"
    cases.write_bytes(GOOD + b"\n" + b" " * length + b"\n" + GOOD + b"\n" + b"x" * length + end)
    read, piped = limited("settle", str(cases)), limited("settle", stdin=cases)
    assert (read.status, read.err, read.out) == (0, "", piped.out)
    first, long, second, last = map(json.loads, read.out.splitlines())
    assert "total" in first["seats"][0]
    assert first == second
    assert (
        long
        == last
        == {
            "id": None,
            "error": "a line of more than 1,048,576 bytes; want one case, a JSON object, a line",
        }
    )


def test_a_case_as_long_as_a_line_may_be_is_answered(tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    cases.write_bytes(GOOD.ljust(LONGEST_LINE) + b"\n" + GOOD.ljust(LONGEST_LINE))
    assert ["error" in json.loads(line) for line in limited("settle", str(cases)).out.splitlines()] == [False, False]


def test_what_stands_before_an_endless_line_is_answered(tmp_path: Path) -> None:
    """Out of a pipe whose writer would go on for ever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=_feed, args=(pipe, GOOD + b"\n"))
    writer.start()
    done = limited("settle", str(pipe))
    writer.join()
    assert done.status == 2
    assert [json.loads(line)["id"] for line in done.out.splitlines()] == [CASE["id"]]


def _feed(pipe: Path, first: bytes) -> None:
    with pipe.open("wb", buffering=0) as file:
        file.write(first)
        try:
            while True:
                file.write(bytes(1 << 16))
        except BrokenPipeError:
            return


def test_a_closed_standard_input_is_an_empty_one() -> None:
    with patch.object(sys, "stdin", None):
        assert croupier("settle") == Answer(0, "", "")


@pytest.mark.parametrize("command", ["verify", "replay", "settle"])
def test_a_folder_is_no_file_to_read(command: str, tmp_path: Path) -> None:
    done = croupier(command, str(tmp_path))
    assert done.status == 2
    assert f"cannot read '{tmp_path}': Is a directory; want " in done.err


@pytest.mark.usefixtures("room")
def test_what_is_written_takes_the_place_of_no_device(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = croupier("sign", "--key", "own", "--out", str(pipe), "--db", "room.db")
    assert done.status == 2
    assert f"{pipe} is no file that another could take the place of" in done.err
    assert pipe.is_fifo()
