"""Secrets: every byte that leaves the house before the reveal, for every kind of viewer, in random rounds of all games.

Each room is played twice, order by order, by the same people with the same clock. The second house lies: whatever the
viewer of the moment may not see is another card there, and the seed is another seed. Public history, promises and
decisions are the same, so that viewer must be sent the same bytes: pages, JSON, live states, refusals. What is logged,
and what is written in the record, must not differ at all. Beside that, whatever is sent to anybody is searched for
seeds, decks and cards.
"""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Final

from torture.report import Report
from torture.secrets.furnish import furnish
from torture.secrets.rounds import Played, play
from torture.secrets.still import Still

A_RUN: Final = 400
"""Rounds at `much` 1; ten thousand at 25."""
IN_A_ROOM: Final = 200
_MOST_FINDINGS: Final = 20
_AROUND: Final = 60
_SHARED_MEMORY: Final = Path("/dev/shm")
# A house has counters and caches for the whole process, so each is played in one of its own. They are forked: what a
# test has changed in this process is changed there, too.
_FORK: Final = multiprocessing.get_context("fork")


def run(much: float, seed: int) -> Report:
    """Play rooms of two hundred rounds until there are enough."""
    report, rounds = Report(), max(1, round(A_RUN * much))
    for number, begun in enumerate(range(0, rounds, IN_A_ROOM)):
        compare_room(report, f"{seed}/{number}", min(IN_A_ROOM, rounds - begun))
        if len(report.findings) >= _MOST_FINDINGS:
            break
    return report


def compare_room(report: Report, seed: str, rounds: int) -> None:
    """Play one room honestly and once more with lies, and report what tells one from the other."""
    with TemporaryDirectory(dir=_SHARED_MEMORY if _SHARED_MEMORY.is_dir() else None) as folder:
        # A folder for each: the record of practice and the key of the cookies lie beside the room's record.
        room, *copies = (Path(folder) / name / "room.db" for name in ("room", "honest", "lying"))
        room.parent.mkdir()
        _wait(*_begin(_furnished, str(room), seed))
        for copy in copies:
            copytree(room.parent, copy.parent)
        begun = [
            _begin(_played, str(copy), seed, rounds, lies) for copy, lies in zip(copies, (False, True), strict=True)
        ]
        honest, lying = (_wait(*one) for one in begun)
    assert honest is not None
    assert lying is not None
    report.counts.update(honest.counts)
    report.counts["bytes"] += sum(len(sent) for sent in honest.told.values())
    for finding in [*honest.findings, *lying.findings]:
        report.found(f"{finding}; room {seed}")
    for difference in differences(honest, lying):
        report.found(f"{difference}; room {seed}")
        if len(report.findings) >= _MOST_FINDINGS:
            return


def differences(honest: Played, lying: Played) -> list[str]:
    """What of two houses' words differs, each with the place where it does."""
    found = []
    for key in [*honest.told, *(key for key in lying.told if key not in honest.told)]:
        one, other = honest.told.get(key), lying.told.get(key)
        if one is None or other is None:
            found.append(f"{key}: sent in one house only: {(one or other or '')[:_AROUND]!r}")
        elif one != other:
            at = _parting(one, other)
            pieces = [text[max(0, at - _AROUND) : at + _AROUND] for text in (one, other)]
            found.append(f"{key} tells what is hidden: {pieces[0]!r}, or with other cards {pieces[1]!r}")
    return found


def _parting(one: str, other: str) -> int:
    """Where two texts part."""
    for at, (letter, another) in enumerate(zip(one, other, strict=False)):
        if letter != another:
            return at
    return min(len(one), len(other))


def _begin(work: object, *arguments: object) -> tuple[ForkProcess, Connection]:
    here, there = _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=work, args=(there, *arguments))  # type: ignore[arg-type]
    process.start()
    there.close()
    return process, here


def _wait(process: ForkProcess, here: Connection) -> Played | None:
    try:
        answer: Played | None = here.recv()
    except EOFError:
        raise RuntimeError("a house of the torture fell down; its own words are above") from None
    finally:
        process.join()
    return answer


def _furnished(answer: Connection, room: str, seed: str) -> None:
    Still("furnish")  # the room's clock is never set back, so it is furnished by the clock by which it is played
    furnish(room, seed)
    answer.send(None)


def _played(answer: Connection, room: str, seed: str, rounds: int, lies: bool) -> None:
    answer.send(play(room, seed, rounds, lies=lies))
