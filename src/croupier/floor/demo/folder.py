"""The folder of a demonstration: a record of its own, never anybody else's, made whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Final

from croupier.errors import Refused
from croupier.floor.demo.history import begin
from croupier.floor.marks import is_demonstration
from croupier.store.journal import open_store

RECORD: Final = "demonstration.db"
_MEMORY: Final = Path("/dev/shm")
"""Where nobody waits for a disk. Some thousand entries are flushed one after the other, and what is lost half made is
made again."""


def demonstration_in(folder: Path) -> Path:
    """The record of the demonstration in a folder, which is made where it is not there. A folder with anything else in
    it is refused."""
    record = folder / RECORD
    if not folder.exists() or not any(folder.iterdir()):
        _make(folder)
    elif not record.is_file():
        raise Refused(
            f"{str(folder)!r} is no demonstration's folder, and there is something in it; want an empty or a new one"
        )
    with open_store(str(record), writes=False) as store:
        if not is_demonstration(store):
            raise Refused(f"{str(record)!r} is not the record of a demonstration; want another folder")
    return record


def forget(folder: Path) -> None:
    """Delete a demonstration, so that another can begin there; refused where the folder holds something else."""
    demonstration_in(folder)
    shutil.rmtree(folder)


def _make(folder: Path) -> None:
    near = _MEMORY if _MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="croupier-", dir=near) as made:
        with open_store(str(Path(made) / RECORD)) as store:
            begin(store)
        folder.parent.mkdir(parents=True, exist_ok=True)
        if folder.exists():
            folder.rmdir()
        shutil.copytree(made, folder)
        folder.chmod(0o700)
