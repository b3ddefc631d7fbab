"""Finished batches of a face-up run of Ultimate Texas Hold'em, added up exactly."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.games.uth import UTH
from croupier.lab.checkpoint import DamagedCheckpoint, finite, whole
from croupier.lab.hands.starts import STARTS, start_name
from croupier.lab.known_cards.counting_chart import MATCHES
from croupier.lab.known_cards.engine import FixedStrategy
from croupier.lab.known_cards.face_up_result import Estimate, FaceUp
from croupier.lab.known_cards.totals import CELL_BEST, CELL_BET4, CELL_WAIT, COLUMNS, NotProven, TotalsBatch, deals_left
from croupier.lab.uth.decisions import Decisions
from croupier.rules.seat import SEATS

FORMAT = "croupier faceup 1"
_CELLS = STARTS * MATCHES * 3 * np.dtype(np.int64).itemsize
"""How many bytes the cells of a batch are."""


@dataclass(frozen=True, slots=True)
class FinishedBatch:
    """One finished batch, by which engine and in how many seconds."""

    batch: TotalsBatch
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


def parse_record(line: str) -> FinishedBatch:
    """The record that `line` holds, or `DamagedCheckpoint`."""
    try:
        plain = json.loads(line)
        # A line can be made that unpacks to a thousand times its length, so no more is unpacked than there should be.
        unpacking = zlib.decompressobj()
        cells = np.frombuffer(unpacking.decompress(base64.b64decode(plain["cells"]), _CELLS + 1), np.int64)
        if not unpacking.eof:
            raise ValueError("longer than the cells of a batch, or cut off")
        totals = [[whole(total) for total in row] for row in plain["totals"]]
        batch = TotalsBatch(
            units=tuple(whole(unit) for unit in plain["units"]),
            totals=np.array(totals, np.int64).reshape(len(plain["units"]), len(COLUMNS)),
            cells=cells.reshape(STARTS, MATCHES, 3),
        )
        return FinishedBatch(batch, str(plain["engine"]), finite(plain["seconds"]))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError, zlib.error):
        raise DamagedCheckpoint(f"not a record of finished work: {line[:60]!r}…") from None


BEST, FIXED = COLUMNS.index("best"), COLUMNS.index("fixed")
_LOOKS = ("look_preflop", "look_later", "look_river", "counting")


@dataclass
class HoldemFaceUpTally:
    """Records added up, in whole numbers."""

    seen: int
    weight: NDArray[np.int64]
    unit: int
    exact: bool
    done: NDArray[np.bool_] = field(init=False)
    totals: NDArray[np.int64] = field(init=False)
    cells: NDArray[np.object_] = field(init=False)
    engines: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.done = np.zeros(len(self.weight), np.bool_)
        self.totals = np.zeros((len(self.weight), len(COLUMNS)), np.int64)
        # Weighted over all sets of six seen cards these sums pass 64 bits.
        self.cells = np.zeros((STARTS, MATCHES, 3), object)

    def add(self, record: FinishedBatch) -> None:
        """Add a record of units that are not in it yet."""
        units = np.array(record.batch.units, np.int64)
        self.done[units] = True
        self.totals[units] = record.batch.totals
        self.cells += record.batch.cells.astype(object)
        self.seconds += record.seconds
        if record.engine not in self.engines:
            self.engines.append(record.engine)

    def result(self, players: int, seed: int, strategy: FixedStrategy) -> FaceUp:
        """The figures of what is done so far, which must be at least one unit."""
        if not self.done.any():
            raise Refused("nothing is done yet; want at least one unit of work")
        deals = deals_left(self.seen) * self.unit
        base, decisions = strategy.value, strategy.decisions
        fixed = self._mean(self.totals[:, FIXED], deals)
        complete = bool(self.done.all())
        if self.exact and complete and fixed.value != base:
            raise NotProven(
                f"the fixed strategy is worth {float(fixed.value):.15f} on all classes and {float(base):.15f} in the "
                "base game; want equality: some record is wrong"
            )
        looks = {
            name: self._mean(self.totals[:, COLUMNS.index(name)] - self.totals[:, FIXED], deals) for name in _LOOKS
        }
        done = int(self.done.sum())
        return FaceUp(
            game=UTH.key,
            players=players,
            seen=self.seen,
            exact=self.exact,
            sets=done,
            seed=seed,
            done=done,
            units=len(self.done),
            base=base,
            gain=self._mean(self.totals[:, BEST] - self.totals[:, FIXED], deals),
            # A chart was made for each number of players that a table seats.
            counted=looks["counting"] if players <= len(SEATS) else None,
            changed=self._changed(),
            engine="+".join(self.engines),
            seconds=self.seconds,
            fixed=fixed,
            looks=looks,
            hands=self._hands(decisions, deals),
        )

    def _mean(self, totals: NDArray[np.int64], deals: int) -> Estimate:
        """The weighted mean of some totals; exact over classes, with its standard error over samples."""
        here, weight = totals[self.done], self.weight[self.done]
        if self.exact:
            # Weights are few different numbers, so whole sums by weight keep every product in Python's own integers.
            parts = [(int(w), here[weight == w]) for w in np.unique(weight)]
            total = sum(w * sum(chunk.tolist()) for w, chunk in parts)
            return Estimate(Fraction(total, deals * int(weight.sum())))
        values = here / deals
        error = float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else float("inf")
        return Estimate(float(values.mean()), error)

    def _changed(self) -> dict[str, float]:
        weight = self.weight[self.done].astype(np.float64)
        left = 52 - self.seen
        ways = (comb(left, 2), comb(left, 2) * comb(left - 2, 3), comb(left, 2) * comb(left - 2, 3) * comb(left - 5, 2))
        changed = {}
        for street, every in zip(("preflop", "flop", "river"), ways, strict=True):
            column = self.totals[self.done, COLUMNS.index(f"{street}_changed")]
            changed[street] = float(np.average(column / every, weights=weight))
        return changed

    def _hands(self, decisions: Decisions, deals: int) -> list[tuple[str, float]]:
        fixed = np.where((decisions.preflop == 4)[:, None], self.cells[..., CELL_BET4], self.cells[..., CELL_WAIT])
        gains = (self.cells[..., CELL_BEST] - fixed).sum(axis=1)
        every = deals * int(self.weight[self.done].sum())
        hands = [(start_name(start), int(gains[start]) / every) for start in range(STARTS)]
        return sorted(hands, key=lambda hand: -hand[1])
