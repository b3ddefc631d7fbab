"""Finished work on disk: one line of JSON for the configuration, then one for each finished batch.

Lines are only ever appended, each flushed to the disk before the next batch is asked for. A run that was killed
leaves at worst half a line at the end, which the next run cuts off. Files of several machines are merged by adding
their lines, once each.
"""

from __future__ import annotations

import base64
import json
import os
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from croupier.errors import Refused
from croupier.lab.hands.starts import STARTS
from croupier.lab.seen.chart import MATCHES
from croupier.lab.seen.totals import COLUMNS, Batch

FORMAT = "croupier faceup 1"


class NoCheckpoint(Refused):
    """A checkpoint that cannot be read or written, or that is in the way."""


class DamagedCheckpoint(Refused):
    """A checkpoint that does not hold what it should."""


class OtherConfiguration(Refused):
    """A checkpoint of a run with other settings."""

    def __init__(self, path: Path, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
        differ = [
            f"{key} {theirs.get(key)!r} there, {ours[key]!r} here" for key in ours if theirs.get(key) != ours[key]
        ]
        super().__init__(
            f"{path} belongs to another configuration: {'; '.join(differ)}; want the same settings, or another file"
        )


@dataclass(frozen=True, slots=True)
class Header:
    """The configuration of a run: files with the same one can be merged."""

    players: int
    samples: int | None
    seed: int | None
    blind: str
    strategy: str


@dataclass(frozen=True, slots=True)
class Record:
    """One finished batch, by which engine and in how many seconds."""

    batch: Batch
    engine: str
    seconds: float

    def line(self) -> str:
        """The record as one line of JSON."""
        cells = base64.b64encode(zlib.compress(self.batch.cells.tobytes(), 6)).decode()
        return json.dumps(
            {
                "engine": self.engine,
                "seconds": round(self.seconds, 6),
                "units": list(self.batch.units),
                "totals": self.batch.totals.tolist(),
                "cells": cells,
            },
            separators=(",", ":"),
        )


def parse_record(line: str) -> Record:
    """The record that `line` holds, or `DamagedCheckpoint`."""
    try:
        told = json.loads(line)
        cells = np.frombuffer(zlib.decompress(base64.b64decode(told["cells"])), np.int64)
        batch = Batch(
            units=tuple(int(unit) for unit in told["units"]),
            totals=np.array(told["totals"], np.int64).reshape(len(told["units"]), len(COLUMNS)),
            cells=cells.reshape(STARTS, MATCHES, 3),
        )
        return Record(batch, str(told["engine"]), float(told["seconds"]))
    except (ValueError, KeyError, TypeError, OverflowError, zlib.error):
        raise DamagedCheckpoint(f"not a record of finished work: {line[:60]!r}…") from None


@dataclass
class Checkpoint:
    """A file of finished work. `resume` says whether one that is there already is continued.

    Nothing is written before there is something to keep, so a run that cannot begin leaves the file as it was.
    """

    path: Path
    resume: bool = False
    _header: Header | None = None
    _whole: int | None = None

    def open(self, header: Header) -> list[Record]:
        """What is there already, which must be of the same configuration."""
        self._header, self._whole = header, None
        if not self.path.exists():
            if not self.path.parent.is_dir():
                raise NoCheckpoint(f"cannot write {self.path}: there is no folder {str(self.path.parent)!r}")
            return []
        if not self.resume:
            raise NoCheckpoint(f"{self.path} is there already; want --resume to continue it, or another file")
        theirs, records, whole = _read(self.path)
        if theirs != (ours := asdict(header)):
            raise OtherConfiguration(self.path, theirs, ours)
        self._whole = whole
        return records

    def append(self, record: Record) -> None:
        """Keep one more finished batch, on the disk when this returns."""
        assert self._header is not None, "a checkpoint is opened before it is written"
        try:
            if self._whole is not None:
                # A last line that was cut off when the run was: that batch has been computed again.
                os.truncate(self.path, self._whole)
                self._whole = None
            with self.path.open("a", encoding="utf-8") as file:
                if file.tell() == 0:
                    file.write(json.dumps({"format": FORMAT, **asdict(self._header)}) + "\n")
                file.write(record.line() + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise NoCheckpoint(f"cannot write {self.path}: {error.strerror or error}") from None


def _read(path: Path) -> tuple[dict[str, Any], list[Record], int]:
    """The configuration, the records, and how many bytes are whole lines."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NoCheckpoint(
            f"cannot read {path}: {error.strerror or error}; want a checkpoint of a face-up run"
        ) from None
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].decode("utf-8", errors="replace").splitlines()
    try:
        header = json.loads(lines[0])
        if header.pop("format") != FORMAT:
            raise ValueError
    except (IndexError, ValueError, KeyError, AttributeError, TypeError):
        raise DamagedCheckpoint(
            f"{path} is no checkpoint of a face-up run; its first line should say {FORMAT!r}"
        ) from None
    return header, [parse_record(line) for line in lines[1:]], whole


def read_checkpoint(path: Path) -> tuple[Header, list[Record]]:
    """The configuration and the records of a checkpoint, which is left as it is."""
    told, records, _ = _read(path)
    try:
        return Header(**told), records
    except TypeError:
        raise DamagedCheckpoint(f"{path} has a first line with other settings than a face-up run's") from None


def merge(paths: Sequence[Path], into: Path) -> tuple[Header, list[Record]]:
    """Add up the checkpoints of several machines into a new one; records in two of them count once."""
    if not paths:
        raise NoCheckpoint("nothing to merge; want the checkpoints of one run")
    if into.exists():
        raise NoCheckpoint(f"{into} is there already; want the name of a new file")
    first, records = read_checkpoint(paths[0])
    for path in paths[1:]:
        header, more = read_checkpoint(path)
        if header != first:
            raise OtherConfiguration(path, asdict(header), asdict(first))
        records += more
    once = _once(records)
    part = into.with_name(f".{into.name}.part")
    try:
        lines = [json.dumps({"format": FORMAT, **asdict(first)}), *(record.line() for record in once)]
        part.write_text("\n".join(lines) + "\n", "utf-8")
        part.replace(into)
    except OSError as error:
        raise NoCheckpoint(f"cannot write {into}: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)
    return first, once


def _once(records: Sequence[Record]) -> list[Record]:
    """The records without those whose units are all in earlier ones."""
    done: set[int] = set()
    kept = []
    for record in records:
        units = set(record.batch.units)
        if units <= done:
            continue
        if units & done:
            raise DamagedCheckpoint(
                "records overlap in part, so what they share cannot be told apart; want the parts of one division"
            )
        done |= units
        kept.append(record)
    return kept
