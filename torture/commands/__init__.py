"""The command line with odd inputs: every command, arguments that nobody means well, records that nobody can use.

Whatever is asked, a command ends with a status and, where it is refused, with a line or two of words on standard error;
never with a traceback, and without taking all the memory there is. Who reads what it writes has enough at some point,
as `head` has, and then it ends, too. The audit leaves the record's bytes as they were.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from types import FrameType
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

from croupier.cli import main
from croupier.store.projections import projection
from croupier.web.gate.closed_doors import WAIT_S
from torture.commands.asking import Command, asked, commands
from torture.commands.rooms import BAD_ADDRESSES, cheap_hashes, copied, flipped, furnished, useless
from torture.memory import Ended, run_apart
from torture.report import Report

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

ASKED, FLIPS, BAD = 250, 180, 60
"""How many commands with odd arguments, on flipped bytes and on useless records there are at `much` 1."""
_SPEAKS: Final = 4
"""How many lines a refusal may have: two of words, and what a wide screen breaks."""
_BLOCK: Final = 16
"""Entries of a block in the records that are asked here."""
_READS: Final = (
    "audit",
    "export",
    "table list",
    "table show",
    "rounds",
    "cage sheet",
    "link list",
    "link show",
    "staff list",
)
_PROCESSOR_S, _WALL_S = 20.0, 240.0
"""More than any of these commands takes: of the processor's time, and by the clock on the wall."""
_MEMORY_MB: Final = 1_024
"""More than any of them has in memory."""
_OUTPUT_MB: Final = 16
"""More than any of them writes that comes to an end by itself."""


@dataclass(frozen=True, slots=True)
class Said:
    """How a command ended: status, both streams, and in words what it should not have ended with, if anything."""

    status: int
    out: str
    err: str
    wrong: str = ""


class Pipe(io.BytesIO):
    """A pipe whose reader leaves after `_OUTPUT_MB`."""

    def write(self, data: ReadableBuffer, /) -> int:
        if self.tell() >= _OUTPUT_MB << 20:
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
        return super().write(data)


class TooLong(BaseException):
    """A command that does not come back."""


def croupier(arguments: Iterable[str]) -> Said:
    """Run a command as the console script does, with a limit on its memory; nothing is on its standard input."""
    # A server takes the alarm for its own end, and goes on: it is killed.
    done = run_apart(partial(_run, arguments), _MEMORY_MB, most_s=2 * _WALL_S)
    return Said(1, "", "", done.why) if isinstance(done, Ended) else done.result


def _run(arguments: Iterable[str]) -> Said:
    pipes = [Pipe(), Pipe()]
    streams = [
        io.TextIOWrapper(pipe, "utf-8", how, write_through=True)
        for pipe, how in zip(pipes, ("strict", "backslashreplace"), strict=True)
    ]
    stdin = io.TextIOWrapper(io.BytesIO(b""), "utf-8")
    status, wrong = 0, ""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLong

    clocks = {signal.SIGVTALRM: (signal.ITIMER_VIRTUAL, _PROCESSOR_S), signal.SIGALRM: (signal.ITIMER_REAL, _WALL_S)}
    before = {number: signal.signal(number, ring) for number in clocks}
    for timer, seconds in clocks.values():
        signal.setitimer(timer, seconds)
    argv, width = patch.object(sys, "argv", ["croupier", *arguments]), patch.dict(os.environ, {"COLUMNS": "200"})
    with argv, width, patch.object(sys, "stdin", stdin), redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        try:
            main()
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        except (Exception, TooLong) as error:
            status, wrong = 1, "ends in " + "".join(traceback.format_exception_only(error)).strip()[:300]
            wrong += "".join(f" at {one.name}:{one.lineno}" for one in traceback.extract_tb(error.__traceback__)[-3:])
        finally:
            for number, (timer, _) in clocks.items():
                signal.setitimer(timer, 0)
                signal.signal(number, before[number])
    out, err = (pipe.getvalue().decode("utf-8", "replace") for pipe in pipes)
    return Said(status, out, err, wrong)


def wrong_with(said: Said) -> str | None:
    """What is wrong with how a command ended, if anything."""
    if said.wrong:
        return said.wrong
    if "Traceback (most recent call last)" in said.err + said.out:
        return "prints a traceback"
    if said.status and not (said.err.strip() or said.out.strip()):
        return f"ends with {said.status} and says nothing"
    if said.status and "Usage:" not in said.err and len(said.err.strip().splitlines()) > _SPEAKS:
        return f"refuses in {len(said.err.strip().splitlines())} lines: {said.err[:200]!r}"
    return None


def run(much: float, seed: int) -> Report:
    """Ask everything."""
    cheap_hashes()
    # What a command makes where it is called is made there, too.
    with tempfile.TemporaryDirectory(prefix="croupier-commands-") as folder, contextlib.chdir(folder):
        return attack(Path(folder), Random(seed), round(ASKED * much), round(FLIPS * much), round(BAD * much))


def attack(folder: Path, chance: Random, many: int, flips: int, bad: int) -> Report:
    """So many commands with odd arguments, so many on a record with a flipped byte, so many on useless records."""
    # Blocks are short, so that this record has some; and a server that starts waits for no database here.
    with patch.object(projection, "BLOCK_SIZE", _BLOCK), patch.dict(os.environ, {WAIT_S: "0"}):
        return _attack(folder, chance, many, flips, bad)


def _attack(folder: Path, chance: Random, many: int, flips: int, bad: int) -> Report:
    report = Report()
    whole, db = furnished(folder / "whole.db"), folder / "room.db"
    mark = ["--own-key", str(folder / "auditor.key"), "--since", str(folder / "mark.json")]
    croupier(["audit", "--db", str(whole), *mark[:2], "--leave", mark[3]])
    every = list(commands())
    by_name = {command.name: command for command in every}
    files = _odd_files(folder)
    addresses = [*useless(whole, folder), *BAD_ADDRESSES]
    for number in range(many):
        command = every[number % len(every)]
        if command.name in ("serve", "demo"):
            continue  # they would; on useless records a server does not
        copied(whole, db)
        _ask(report, asked(command, str(db), files, chance), "commands")
    for _ in range(flips):
        where = flipped(whole, db, chance)
        command = by_name[chance.choice(_READS)] if chance.random() < 0.7 else _of_the_room(every, chance)
        words = asked(command, str(db), (folder / "out.txt",), chance, 0.0)
        if command.name == "audit" and chance.random() < 0.5:
            words = ["audit", "--db", str(db), *mark]
        _ask(report, words, "flips", f" with {where} changed")
    for number in range(bad):
        address = addresses[number % len(addresses)]
        command = by_name[chance.choice(("audit", "serve", "soak"))] if number % 3 else _of_the_room(every, chance)
        words = asked(command, address, (folder / "out.txt",), chance, 0.0)
        if command.name in ("serve", "soak") and address.endswith(("missing.db", "empty.db")):
            continue  # these begin a record there, as they should
        said = _ask(report, words, "useless records")
        # A snapshot is a shortcut: a command that does not take it does not stumble over a forged one.
        if not said.status and not address.endswith("forged.db"):
            report.found(f"{words} ends well, though there is no record to use")
    return report


def _of_the_room(every: list[Command], chance: Random) -> Command:
    return chance.choice(
        [one for one in every if any(p.name == "db" for p in one.takes) and one.name not in ("serve", "soak")]
    )


def _ask(report: Report, words: list[str], what: str, where: str = "") -> Said:
    words = [word.replace("\x00", "\\0") if what != "useless records" else word for word in words]
    before = _record(words) if words[0] == "audit" else {}
    said = croupier(words)
    report.count(what)
    if wrong := wrong_with(said):
        shown = [word if len(word) < 80 else f"{word[:60]}… ({len(word)} characters)" for word in words]
        report.found(f"croupier {shown}{where} {wrong}")
    if words[0] == "audit" and before != _record(words):
        report.found(f"croupier {words}{where} has written into the record")
    return said


def _record(words: list[str]) -> dict[str, bytes]:
    """The record that a command names: its file, and what SQLite has yet to put into it. Where readers keep count of
    each other (`-shm`) is no part of it."""
    try:
        path = Path(words[words.index("--db") + 1])
        both = (path, path.with_name(f"{path.name}-wal"))
        return {one.name: one.read_bytes() for one in both if one.is_file() and one.stat().st_size}
    except (OSError, ValueError, NotImplementedError):
        return {}


def _odd_files(folder: Path) -> tuple[Path, ...]:
    """Files that cannot be read or written, or that hold what nobody should."""
    deep, nul, binary = folder / "deep.toml", folder / "nul.txt", folder / "binary"
    deep.write_text("name = " + "[" * 50_000 + "]" * 50_000)
    nul.write_bytes(b'{"a": "\x00"}\n\x00\n')
    binary.write_bytes(bytes(range(256)) * 20)
    return (
        *(deep, nul, binary, folder, folder / "missing", folder / "no folder" / "file", Path("/proc/self/nothing")),
        *(Path("/dev/full"), Path("/dev/urandom"), Path("/proc/version"), Path("x" * 300), folder / "new.out"),
    )
