"""The checkpoint of a face-up run of Ultimate Texas Hold'em: its configuration, and each finished batch."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from croupier.lab.checkpoint import DamagedCheckpoint, Lines, finite, merge_lines, whole
from croupier.lab.hands.starts import STARTS
from croupier.lab.seen.chart import MATCHES
from croupier.lab.seen.totals import COLUMNS, Batch

FORMAT = "croupier faceup 1"
_CELLS = STARTS * MATCHES * 3 * np.dtype(np.int64).itemsize
"""How many bytes the cells of a batch are."""


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

    @property
    def units(self) -> tuple[int, ...]:
        return self.batch.units

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
        # A line can be made that unpacks to a thousand times its length, so no more is unpacked than there should be.
        unpacking = zlib.decompressobj()
        cells = np.frombuffer(unpacking.decompress(base64.b64decode(told["cells"]), _CELLS + 1), np.int64)
        if not unpacking.eof:
            raise ValueError("longer than the cells of a batch, or cut off")
        totals = [[whole(total) for total in row] for row in told["totals"]]
        batch = Batch(
            units=tuple(whole(unit) for unit in told["units"]),
            totals=np.array(totals, np.int64).reshape(len(told["units"]), len(COLUMNS)),
            cells=cells.reshape(STARTS, MATCHES, 3),
        )
        return Record(batch, str(told["engine"]), finite(told["seconds"]))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError, zlib.error):
        raise DamagedCheckpoint(f"not a record of finished work: {line[:60]!r}…") from None


class Checkpoint(Lines[Record]):
    """A file of finished batches."""

    def __init__(self, path: Path, resume: bool = False) -> None:
        super().__init__(path, resume, FORMAT, parse_record)


def merge(paths: Sequence[Path], into: Path) -> tuple[Header, list[Record]]:
    """Add up the checkpoints of several machines into a new one; records in two of them count once."""
    told, records = merge_lines(paths, into, FORMAT, parse_record)
    return _header(paths[0], told), records


def read_checkpoint(path: Path) -> tuple[Header, Iterator[Record]]:
    """The configuration and the records of a checkpoint, which is left as it is."""
    told, records, _ = Checkpoint(path).read()
    return _header(path, told), records


def _header(path: Path, told: dict[str, Any]) -> Header:
    try:
        return Header(**told)
    except TypeError:
        raise DamagedCheckpoint(f"{path} has a first line with other settings than a face-up run's") from None
