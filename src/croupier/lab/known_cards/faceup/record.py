"""A finished batch of a face-up run of Ultimate Texas Hold'em, as a line of its checkpoint."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass

import numpy as np

from croupier.lab.checkpoint import DamagedCheckpoint, finite, whole
from croupier.lab.hands.starts import STARTS
from croupier.lab.known_cards.chart import MATCHES
from croupier.lab.known_cards.totals import COLUMNS, Batch

FORMAT = "croupier faceup 1"
_CELLS = STARTS * MATCHES * 3 * np.dtype(np.int64).itemsize
"""How many bytes the cells of a batch are."""


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
