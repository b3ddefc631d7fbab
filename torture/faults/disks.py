"""Disks that take nothing more: full, or read-only."""

from __future__ import annotations

import hashlib
import os
import resource
from functools import partial
from pathlib import Path

from croupier.errors import Refused
from croupier.store.journal import open_store
from torture.scene.attack import Strike
from torture.scene.clerk import Deed
from torture.scene.interrupted import Interrupted
from torture.scene.places import Cluster
from torture.scene.victim import Tell, Victim

_NOBODY = 65_534


class FullDisk(Interrupted):
    """No file of the writer's process may grow any more; then it may again.

    A PostgreSQL that cannot write its log gives up all at once and recovers, as it does on a full disk.
    """

    name = "full disk"

    def fault(self, at: Strike, victim: Victim) -> None:
        """Let nothing grow until somebody was failed."""
        most = at.chance.choice((0, 4_096, 20_000))
        cluster = at.place if isinstance(at.place, Cluster) else None
        pids = cluster.backends(at.room.address) if cluster else [victim.pid]
        limit = cluster.limit_files if cluster else _limit_files
        victim.listen(0.01)
        for pid in pids:
            limit(pid, most)
        failed = victim.listen(15, until="unknown", times=at.chance.randint(1, 4))
        for pid in pids:
            limit(pid, None)
        if failed:
            at.report.count(f"full disks on {at.place.name}")


class ReadOnly(Interrupted):
    """The record cannot be written: a file that is nobody's to write, or a PostgreSQL that only follows another."""

    name = "read-only"

    def strike(self, at: Strike) -> None:
        """On a file: what is open keeps its right to write, so nobody has it open meanwhile."""
        if not isinstance(at.place, Cluster):
            self._read_only_file(at)
        super().strike(at)

    def fault(self, at: Strike, victim: Victim) -> None:
        """On PostgreSQL: take the right to write away from everybody, and give it back."""
        if not isinstance(at.place, Cluster):
            return
        name = at.room.address.partition("?")[0].rpartition("/")[2]
        at.place.ask(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        victim.listen(0.01)
        at.place.hang_up(at.room.address)
        if victim.listen(20, until="unknown"):
            at.report.count(f"records made read-only on {at.place.name}")
        at.place.ask(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        at.place.hang_up(at.room.address)

    @staticmethod
    def _read_only_file(at: Strike) -> None:
        path = Path(at.room.address)
        before, modes = _bytes(path), [(each, each.stat().st_mode) for each in (path, path.parent)]
        for each, mode in modes:
            each.chmod(mode & ~0o222 | 0o044 | (0o011 if each.is_dir() else 0))
        victim = Victim(partial(_try_to_write, str(path)))
        victim.listen(30, until="end")
        victim.kill()
        for each, mode in modes:
            each.chmod(mode)
        at.book.note(victim.told)
        if _bytes(path) != before:
            at.book.wrong.append("a file that nobody may write was changed")
        at.report.count(f"records made read-only on {at.place.name}")


def _limit_files(pid: int, most: int | None) -> None:
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard if most is None else most, hard))


def _bytes(path: Path) -> dict[str, str]:
    """What is in a record's files. The one that several readers share beside it says nothing."""
    return {
        each.name: hashlib.sha256(each.read_bytes()).hexdigest()
        for each in path.parent.glob(f"{path.name}*")
        if not each.name.endswith("-shm") and each.stat().st_size
    }


def _try_to_write(path: str, tell: Tell) -> None:
    """Ask for something as somebody who may not write there; it must be refused in words."""
    if os.geteuid() == 0:
        os.setgid(_NOBODY)
        os.setuid(_NOBODY)
    from croupier.floor.cage.cage import Cage

    try:
        with open_store(path) as store:
            Deed("on a read-only file", "fund", "ann", 100).ask(Cage(store))
        tell("wrong", "something was written into a file that nobody may write")
    except Refused as why:
        tell("refused-in-words", str(why)[:200])
    tell("end")
