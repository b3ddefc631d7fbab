"""A table dealt face up: what seeing the other players' cards is worth.

    plan = HoldemFaceUpPlan(players=3)                    # exact: all 16,432 classes of four seen cards
    plan = HoldemFaceUpPlan(players=6, samples=10_000)    # an estimate with an error bar
    result = face_up(plan, cpu_engine)
    result.edge, result.gain.value, result.gain.error

One unit of work is one set of seen cards, all the player's hands. An exact run weighs every class and proves itself:
the fixed strategy, averaged over all classes, must be worth exactly what the base game is. A sampled run uses the
fixed strategy as control variate: its mean is known, so only what looking adds has to be estimated.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.lab.checkpoint import CheckpointFile, DamagedCheckpoint, merge_lines
from croupier.lab.known_cards.engine import FixedStrategy, hole_totals, optimal, seen_tables
from croupier.lab.known_cards.face_up_result import FaceUp
from croupier.lab.known_cards.face_up_tally import FORMAT, FinishedBatch, HoldemFaceUpTally, parse_record
from croupier.lab.known_cards.frames import all_flops
from croupier.lab.known_cards.gpu import GpuEngine
from croupier.lab.known_cards.sets import MOST_LISTED, TooManySeen, seen_classes, seen_samples
from croupier.lab.known_cards.totals import TotalsBatch, totals_of
from croupier.lab.uth.decisions import Decisions
from croupier.lab.work import (
    TIMEOUT_S,
    BadPlan,
    NoCluster,
    Progress,
    Shard,
    WorkPlan,
    cluster_client,
    each_once,
    finished_records,
    shared_out,
)

Engine: TypeAlias = Callable[[FixedStrategy, "Work"], Iterator[TotalsBatch]]
"""Does units of work, in whatever order and in batches of whatever size."""
MOST_PLAYERS = 22
"""The most whose cards leave nine for a round: 42 seen."""
MOST_EXACT = 1 + MOST_LISTED // 2


@dataclass(frozen=True)
class HoldemFaceUpPlan:
    """What to compute: every class of seen cards (`samples` is None), or so many sets drawn at random."""

    players: int
    samples: int | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        if self.players < 1:
            raise BadPlan(f"{self.players} players make no table; want 1 to {MOST_PLAYERS}")
        if self.players > MOST_PLAYERS:
            raise TooManySeen(self.seen)
        if self.samples is None and self.players > MOST_EXACT:
            raise BadPlan(
                f"{self.seen} seen cards have too many classes for an exact run; want at most {MOST_EXACT} players, or "
                "a number of samples"
            )
        if self.samples is not None and self.samples < 2:
            raise BadPlan(f"{self.samples} samples have no standard error; want at least 2")
        if self.seed < 0:
            raise BadPlan(f"no seed {self.seed}; want a whole number from 0 up")

    @property
    def seen(self) -> int:
        """How many cards of other players are seen."""
        return 2 * (self.players - 1)

    @cached_property
    def sets(self) -> NDArray[np.uint8]:
        """The sets of seen cards, one unit of work each."""
        if self.samples is None:
            return seen_classes(self.seen).cards
        return seen_samples(self.seen, self.samples, self.seed)

    @cached_property
    def weight(self) -> NDArray[np.int64]:
        """How many sets each unit stands for."""
        if self.samples is None:
            return seen_classes(self.seen).weight
        return np.ones(self.samples, np.int64)

    def header(self, strategy: FixedStrategy) -> dict[str, Any]:
        """The configuration a checkpoint belongs to."""
        return {
            "players": self.players,
            "samples": self.samples,
            "seed": None if self.samples is None else self.seed,
            "blind": strategy.blind.name,
            "strategy": digest(strategy.decisions),
        }


@dataclass(frozen=True)
class Work:
    """Some units of a plan."""

    plan: HoldemFaceUpPlan
    units: NDArray[np.int64]

    @property
    def sets(self) -> NDArray[np.uint8]:
        return self.plan.sets[self.units]

    @property
    def weight(self) -> NDArray[np.int64]:
        return self.plan.weight[self.units]


def digest(decisions: Decisions) -> str:
    """A short name for a strategy that no other strategy has."""
    hashed = hashlib.sha256()
    for table in (decisions.preflop, decisions.flop, decisions.river_plain, decisions.river_flush):
        hashed.update(np.ascontiguousarray(table).tobytes())
    return hashed.hexdigest()[:16]


def run(players: int, samples: int | None, seed: int, work: WorkPlan, progress: Progress | None = None) -> FaceUp:
    """A run as it is planned, or parts of one that were computed elsewhere, added up."""
    if work.merge:
        assert work.checkpoint is not None, "a plan without it is refused"
        header, records = merge_lines(work.merge, work.checkpoint, FORMAT, parse_record)
        try:
            plan = HoldemFaceUpPlan(header["players"], header["samples"], header["seed"] or 0)
        except (KeyError, TypeError):
            raise DamagedCheckpoint("a first line with other settings than a face-up run's") from None
        return merge_records(plan, records)
    plan, checkpoint = HoldemFaceUpPlan(players, samples, seed), work.lines(FORMAT, parse_record)
    engine = {"cpu": cpu_engine, "gpu": gpu_engine, "cluster": cluster_engine(work.scheduler)}[work.engine]
    return face_up(plan, engine, checkpoint=checkpoint, name=work.engine, shard=work.shard, progress=progress)


def face_up(
    plan: HoldemFaceUpPlan,
    engine: Engine,
    *,
    checkpoint: CheckpointFile[FinishedBatch] | None = None,
    name: str = "cpu",
    shard: Shard | None = None,
    strategy: FixedStrategy | None = None,
    progress: Progress | None = None,
) -> FaceUp:
    """Do what a plan still lacks, keeping each finished batch, and add it all up."""
    strategy = strategy or optimal()

    def timed(units: Sequence[int]) -> Iterator[FinishedBatch]:
        last = perf_counter()
        for batch in engine(strategy, Work(plan, np.array(units, np.int64))):
            now = perf_counter()
            yield FinishedBatch(batch, engine=name, seconds=now - last)
            last = now

    header, count = plan.header(strategy), len(plan.weight)
    done = finished_records(timed, count, checkpoint=checkpoint, header=header, shard=shard, progress=progress)
    return _added_up(plan, done, strategy)


def merge_records(
    plan: HoldemFaceUpPlan, records: Iterable[FinishedBatch], strategy: FixedStrategy | None = None
) -> FaceUp:
    """The result of records computed elsewhere."""
    return _added_up(plan, each_once(records, len(plan.weight), set()), strategy or optimal())


def _added_up(plan: HoldemFaceUpPlan, records: Iterable[FinishedBatch], strategy: FixedStrategy) -> FaceUp:
    tally = HoldemFaceUpTally(plan.seen, plan.weight, strategy.unit, exact=plan.samples is None)
    for record in records:
        tally.add(record)
    return tally.result(plan.players, plan.seed, strategy)


def cpu_engine(strategy: FixedStrategy, work: Work) -> Iterator[TotalsBatch]:
    """One set of seen cards at a time, on every core of this machine."""
    for unit, cards, weight in zip(work.units.tolist(), work.sets, work.weight, strict=True):
        yield solve_unit(strategy, unit, cards, int(weight))


def solve_unit(strategy: FixedStrategy, unit: int, cards: NDArray[np.uint8], weight: int) -> TotalsBatch:
    """One unit of work: all the player's hands with one set of seen cards."""
    holes = hole_totals(seen_tables(strategy, tuple(sorted(cards.tolist()))), all_flops())
    return totals_of((unit,), cards[None], np.array([weight], np.int64), holes[None], strategy)


def gpu_engine(strategy: FixedStrategy, work: Work) -> Iterator[TotalsBatch]:
    """Many sets of seen cards at a time, on a GPU."""
    sets, weight = work.sets, work.weight
    for part, holes in GpuEngine(strategy).run(sets):
        yield totals_of(tuple(work.units[part].tolist()), sets[part], weight[part], holes, strategy)


def cluster_engine(scheduler: str | None = None, timeout_s: float = TIMEOUT_S) -> Engine:
    """An engine on the cluster whose scheduler is at that address, or on processes of this machine.

    A task is one set of seen cards, about a second; every worker prepares the fixed strategy for itself, once.
    """

    def engine(strategy: FixedStrategy, work: Work) -> Iterator[TotalsBatch]:
        name = digest(strategy.decisions)
        if name != digest(optimal().decisions):
            raise NoCluster("the cluster engine prices the base game's best strategy only; want the engine cpu or gpu")
        tasks = zip(repeat(name), work.units.tolist(), work.sets, work.weight.tolist(), strict=False)
        with cluster_client(scheduler, timeout_s) as client:
            yield from shared_out(client, _task, tasks)

    return engine


def _task(name: str, unit: int, cards: NDArray[np.uint8], weight: int) -> TotalsBatch:
    """One unit of work, on a worker."""
    strategy = optimal()
    if digest(strategy.decisions) != name:
        raise NoCluster("a worker plays another strategy; want the same version of Croupier on every machine")
    return solve_unit(strategy, unit, cards, weight)
