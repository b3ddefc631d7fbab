"""The GPU engine: many sets of seen cards at once, the CPU engine's whole numbers bit for bit.

    engine = GpuEngine(optimal())
    for numbers, totals in engine.run(sets): ...       # int64[len(numbers), 1326, 7], batch by batch

The kernels are CUDA C++ in `gpu.cu`, compiled by CuPy when the engine is made. While the GPU works on a batch the
caller has the previous one to add up.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.hands.evaluator import tables
from croupier.lab.hands.shapes import FLUSH_BOARDS, PAIRS, PLAIN_BOARDS, PLAIN_PAIRS, STRIDE, shapes
from croupier.lab.hands.starts import HOLES, hole_bits, hole_pairs
from croupier.lab.known_cards.frames import all_flops, three_known
from croupier.lab.known_cards.orders import PLAIN_STRIDE, grades
from croupier.lab.known_cards.sums import TOTALS
from croupier.lab.uth.views import KINDS

if TYPE_CHECKING:
    from croupier.lab.known_cards.engine import FixedStrategy

KERNELS = ("rank_hands", "price_rows", "count_times", "sum_ranks", "sum_views", "sum_flops")
TYPES = 26
_FLOPS_A_BLOCK, _HOLES_A_BLOCK = 128, 256
_ROW = 16
"""Bytes of a row: four 32-bit numbers."""
_JOB_BYTES = (FLUSH_BOARDS + 2500) * STRIDE * _ROW
_SET_BYTES = (PLAIN_BOARDS + 500) * PLAIN_STRIDE * _ROW
MOST_SETS, MOST_JOBS = 256, 192
"""In flight at once: sets that share their jobs go by the first, sets drawn at random by the second."""


_Jobs: TypeAlias = tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int32]]


class NoGpu(Refused):
    """The GPU engine was asked for where it cannot run."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"no GPU engine: {why}; want an NVIDIA GPU and the extra `gpu` (pip install 'croupier[gpu]'), or "
            f"the engine cpu or cluster"
        )


def gpu_name() -> str:
    """The name of the GPU the engine would use, or `NoGpu`."""
    cupy = cupy_or_refuse()
    properties = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)
    return str(properties["name"].decode())


def cupy_or_refuse() -> Any:
    """CuPy with a GPU behind it, or `NoGpu`."""
    try:
        import cupy
    except ImportError:
        raise NoGpu("CuPy is not installed") from None
    except Exception as error:
        raise NoGpu(f"CuPy cannot be loaded ({error})") from None
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise NoGpu(f"no CUDA device was found ({error})") from None
    if count == 0:
        raise NoGpu("no CUDA device was found")
    return cupy


class GpuEngine:
    """One GPU, its compiled kernels, and the tables that no seen card changes."""

    def __init__(self, strategy: FixedStrategy) -> None:
        cupy = self.cupy = cupy_or_refuse()
        self.strategy = strategy
        source = resources.files("croupier.lab.known_cards").joinpath("gpu.cu").read_text(encoding="utf-8")
        module = cupy.RawModule(code=source, options=("-std=c++17",))
        self.kernels = {name: module.get_function(name) for name in KERNELS}
        self.stream = cupy.cuda.Stream(non_blocking=True)
        with self.stream:
            self._load()
            self._rank()
        self.stream.synchronize()
        free, _ = cupy.cuda.runtime.memGetInfo()
        if free < 8 * _JOB_BYTES:
            raise NoGpu(f"only {free >> 20:,} MB of the GPU's memory are free, and it takes {8 * _JOB_BYTES >> 20:,}")
        self.most_jobs = min(MOST_JOBS, int(free * 0.7) // _JOB_BYTES)
        self.most_sets = max(1, min(MOST_SETS, int(free * 0.1) // _SET_BYTES))
        self._buffers: dict[str, Any] = {}

    def _load(self) -> None:
        """Copy everything fixed to the GPU."""
        put = self.cupy.asarray
        shape, frame, flops, strategy = shapes(), three_known(), all_flops(), self.strategy
        self.low, self.high_type = put(shape.low), put(shape.high)
        self.copies = put(shape.copies[:FLUSH_BOARDS]), put(shape.copies[FLUSH_BOARDS:])
        self.plain_of, self.rank_pair = put(shape.plain_of), put(shape.rank_pair)
        self.bonus = put(strategy.bonus.astype(np.int32))
        self.on_table, self.drawn = put(frame.on_table), put(frame.drawn)
        self.plain_board = put(frame.plain_board)
        self.view_start = put(frame.start)
        self.entries = put(frame.board << 8 | frame.kind)
        self.views, self.known, self.draws = frame.views, len(frame.on_table), len(frame.drawn)
        self.flop_view, self.flop_ranks = put(flops.view), put(flops.ranks)
        self.flop_cards = put(flops.cards)
        self.flops = len(flops.flop)
        bits = np.packbits(np.pad(strategy.flop_bets, ((0, 0), (0, 42 * 32 - HOLES))), axis=1, bitorder="little")
        self.flop_bets = put(bits.view(np.uint32))
        self.hole_cards, self.hole_pair = put(hole_bits()), put(hole_pairs())

    def _rank(self) -> None:
        """Work out, once, what every hand beats on every board."""
        cupy, table, grade = self.cupy, tables(), grades()
        category = cupy.asarray(table.category)
        decisions = self.strategy.decisions
        bets = {
            False: np.pad(decisions.river_plain, ((0, 0), (0, PLAIN_STRIDE - PLAIN_PAIRS))),
            True: decisions.river_flush,
        }
        self.ranked: dict[bool, tuple[Any, ...]] = {}
        for flush, boards, pairs, stride, types in (
            (False, PLAIN_BOARDS, PLAIN_PAIRS, PLAIN_STRIDE, 13),
            (True, FLUSH_BOARDS, PAIRS, STRIDE, TYPES),
        ):
            words = cupy.empty((boards, stride, 4), np.uint32)
            order = cupy.zeros((boards, stride), np.uint16)
            beside = cupy.empty((boards, TYPES), np.uint32)
            high = cupy.empty(boards, np.uint16)
            graded = cupy.asarray(grade.flush if flush else grade.plain)
            fixed = cupy.asarray(np.ascontiguousarray(bets[flush]).view(np.uint8))
            self._launch(
                "rank_hands", (boards,), stride,
                np.int32(pairs), np.int32(stride), np.int32(types), np.uint32(table.first_pair), graded, fixed,
                category, self.low, self.high_type, words, order, beside, high, shared=2 * stride,
            )  # fmt: skip
            self.ranked[flush] = words, order, beside, high

    def _launch(self, name: str, grid: tuple[int, ...], block: int, *arguments: Any, shared: int = 0) -> None:
        self.kernels[name](grid, (block,), arguments, shared_mem=shared)

    def _buffer(self, name: str, shape: tuple[int, ...], kind: type) -> Any:
        """Device memory kept from batch to batch."""
        size = int(np.prod(shape))
        if name not in self._buffers or self._buffers[name].size < size:
            self._buffers.pop(name, None)
            self._buffers[name] = self.cupy.empty(size, kind)
        return self._buffers[name][:size].reshape(shape)

    def _start(self, sets: NDArray[np.uint8], jobs_of_sets: _Jobs, host: NDArray[np.int64]) -> Any:
        """Queue one batch; its totals are in `host` when the returned event has happened."""
        cupy = self.cupy
        count, seen = sets.shape
        dead, job_of, plain_job = jobs_of_sets
        jobs, dealers = len(dead), comb(45 - seen, 2)
        ranks = np.zeros((count, TYPES), np.int8)
        for card in sets.T:
            np.add.at(ranks, (np.arange(count), card >> 2), 1)
        bits = np.bitwise_or.reduce(np.uint64(1) << sets.astype(np.uint64), axis=1)
        with self.stream:
            put = cupy.asarray
            device_dead, device_ranks = put(dead), put(ranks)
            numbers = put(np.full(max(jobs, count), dealers, np.int32))
            plain = self._buffer("plain", (count, PLAIN_BOARDS, PLAIN_STRIDE, 4), np.int32)
            by_ranks = self._buffer("by_ranks", (count, self.known, PLAIN_STRIDE, 4), np.int32)
            rows = self._buffer("rows", (jobs, FLUSH_BOARDS, STRIDE, 4), np.int32)
            times = self._buffer("times", (jobs, KINDS, STRIDE), np.int16)
            by_view = self._buffer("by_view", (jobs, self.views + 1, STRIDE, 4), np.int32)
            totals = cupy.zeros((count, HOLES, TOTALS), np.int64)
            self._price(False, count, device_ranks, numbers, device_dead, plain, plain)
            self._launch(
                "sum_ranks", (self.known, count), PLAIN_STRIDE,
                np.int32(self.draws), np.int32(PLAIN_BOARDS), np.int32(PLAIN_STRIDE), device_ranks, self.on_table,
                self.drawn, self.plain_board, self.low, self.high_type, plain, by_ranks,
            )  # fmt: skip
            self._price(True, jobs, device_dead, numbers, put(plain_job), plain, rows)
            self._launch(
                "count_times", (KINDS, jobs), STRIDE,
                np.int32(PAIRS), np.int32(STRIDE), device_dead, self.low, self.high_type, times,
            )  # fmt: skip
            self._launch(
                "sum_views", (self.views + 1, jobs), STRIDE,
                np.int32(self.views), np.int32(KINDS), np.int32(FLUSH_BOARDS), np.int32(STRIDE), self.view_start,
                self.entries, times, rows, by_view,
            )  # fmt: skip
            grid = (-(-self.flops // _FLOPS_A_BLOCK), -(-HOLES // _HOLES_A_BLOCK), count)
            self._launch(
                "sum_flops", grid, _HOLES_A_BLOCK,
                np.int32(self.flops), np.int32(self.views), np.int32(STRIDE), np.int32(self.known),
                np.int32(PLAIN_STRIDE), self.flop_view, self.flop_ranks, self.flop_cards, self.flop_bets,
                self.hole_cards, self.hole_pair, put(bits), put(job_of), by_ranks, by_view, totals,
            )  # fmt: skip
            totals.get(out=host[:count], stream=self.stream, blocking=False)
            return self.stream.record()

    def _price(self, flush: bool, jobs: int, dead: Any, dealers: Any, plain_job: Any, plain: Any, rows: Any) -> None:
        words, order, beside, high = self.ranked[flush]
        boards, pairs, stride, types = (
            (FLUSH_BOARDS, PAIRS, STRIDE, TYPES) if flush else (PLAIN_BOARDS, PLAIN_PAIRS, PLAIN_STRIDE, 13)
        )
        self._launch(
            "price_rows", (boards, jobs), stride,
            np.int32(pairs), np.int32(stride), np.int32(types), np.int32(self.strategy.unit), self.bonus,
            self.copies[0 if flush else 1], dead, dealers, words, order, beside, high, self.low, self.high_type,
            np.int32(flush), self.plain_of, self.rank_pair, plain_job, np.int32(PLAIN_BOARDS),
            np.int32(PLAIN_STRIDE), plain, rows,
        )  # fmt: skip

    def run(self, sets: NDArray[np.uint8]) -> Iterator[tuple[slice, NDArray[np.int64]]]:
        """The totals of every hole for each row of seen cards, batch by batch and in order."""
        size = (min(self.most_sets, len(sets)), HOLES, TOTALS)
        hosts = [self._pinned(size), self._pinned(size)]
        waiting: tuple[slice, Any, NDArray[np.int64]] | None = None
        start = turn = 0
        while start < len(sets):
            count = min(self.most_sets, len(sets) - start)
            while len((jobs := _jobs(sets[start : start + count]))[0]) > self.most_jobs and count > 1:
                count //= 2
            part, host = slice(start, start + count), hosts[turn % 2]
            event = self._start(sets[part], jobs, host)
            if waiting is not None:
                yield _finished(*waiting)
            waiting = part, event, host
            start, turn = part.stop, turn + 1
        if waiting is not None:
            yield _finished(*waiting)

    def _pinned(self, shape: tuple[int, ...]) -> NDArray[np.int64]:
        """Host memory that the GPU can write while the caller works."""
        size = int(np.prod(shape))
        return np.frombuffer(self.cupy.cuda.alloc_pinned_memory(size * 8), np.int64, size).reshape(shape)

    def solve(self, seen: tuple[int, ...]) -> NDArray[np.int64]:
        """The totals of every hole for one set of seen cards; none seen is the base game."""
        (_, totals) = next(iter(self.run(np.array([seen], np.uint8).reshape(1, len(seen)))))
        one: NDArray[np.int64] = totals[0].copy()
        return one


def _finished(part: slice, event: Any, host: NDArray[np.int64]) -> tuple[slice, NDArray[np.int64]]:
    event.synchronize()
    return part, host[: part.stop - part.start]


def _jobs(sets: NDArray[np.uint8]) -> _Jobs:
    """The different ways suits see these sets: seen cards by type, the job of each (set, suit), a set of each job."""
    count = len(sets)
    dead = np.zeros((count, 4, TYPES), np.int8)
    for card in sets.T.astype(np.int64):
        for suit in range(4):
            np.add.at(dead[:, suit], (np.arange(count), (card >> 2) + 13 * ((card & 3) == suit)), 1)
    each = dead.reshape(count * 4, TYPES)
    # At most three cards of a type, so two bits each make a number that names the whole.
    name = each.astype(np.int64) @ (1 << 2 * np.arange(TYPES))
    _, first, job = np.unique(name, return_index=True, return_inverse=True)
    return each[first], job.reshape(count, 4).astype(np.int32), (first // 4).astype(np.int32)
