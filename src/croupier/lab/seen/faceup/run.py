"""A table dealt face up: what seeing the other players' cards is worth.

    plan = Plan(players=3)                        # exact: all 16,432 classes of four seen cards
    plan = Plan(players=6, samples=10_000)        # an estimate with an error bar
    result = face_up(plan, cpu_engine)
    result.edge, result.standard_error, result.gain

One unit of work is one set of seen cards, all the player's hands. An exact run weighs every class and proves itself:
the fixed strategy, averaged over all classes, must be worth exactly what the base game is. A sampled run uses the
fixed strategy as control variate: its mean is known, so only what looking adds has to be estimated.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from time import perf_counter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.seen.engine import Strategy, hole_totals, optimal, seen_tables
from croupier.lab.seen.faceup.checkpoint import Checkpoint, Header, Record
from croupier.lab.seen.faceup.result import FaceUp, Tally
from croupier.lab.seen.frames import all_flops
from croupier.lab.seen.gpu import GpuEngine
from croupier.lab.seen.sets import MOST_LISTED, TooManySeen, seen_classes, seen_samples
from croupier.lab.seen.totals import Batch, reduced
from croupier.lab.uth.decisions import Decisions

Engine: TypeAlias = Callable[[Strategy, "Work"], Iterator[Batch]]
"""Does units of work, in whatever order and in batches of whatever size."""
Progress: TypeAlias = Callable[[int, int, float], None]
"""Told how many units are done, of how many, and in how many seconds."""
MOST_PLAYERS = 22
"""The most whose cards leave nine for a round: 42 seen."""
MOST_EXACT = 1 + MOST_LISTED // 2


class BadPlan(Refused):
    """A run that cannot be."""


@dataclass(frozen=True)
class Plan:
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

    def header(self, strategy: Strategy) -> Header:
        """The configuration a checkpoint belongs to."""
        return Header(
            players=self.players,
            samples=self.samples,
            seed=None if self.samples is None else self.seed,
            blind=strategy.blind.name,
            strategy=digest(strategy.decisions),
        )


@dataclass(frozen=True)
class Work:
    """Some units of a plan."""

    plan: Plan
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


@dataclass(frozen=True, slots=True)
class Shard:
    """One machine's part of a run: part `number` of `of` equal ones."""

    number: int = 1
    of: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.of:
            raise BadPlan(f"no part {self.number} of {self.of}; want 1/{self.of} to {self.of}/{self.of}")

    def units(self, count: int) -> NDArray[np.int64]:
        """The units of this part: a stretch of them, since neighbours share work."""
        first, stop = (count * part // self.of for part in (self.number - 1, self.number))
        return np.arange(first, stop)


def face_up(
    plan: Plan,
    engine: Engine,
    *,
    checkpoint: Checkpoint | None = None,
    name: str = "cpu",
    shard: Shard | None = None,
    strategy: Strategy | None = None,
    progress: Progress | None = None,
) -> FaceUp:
    """Do what a plan still lacks, keeping each finished batch, and add it all up."""
    strategy = strategy or optimal()
    tally = Tally(plan.seen, plan.weight, strategy.unit, exact=plan.samples is None)
    if checkpoint is not None:
        for record in checkpoint.open(asdict(plan.header(strategy))):
            tally.add(record)
    units = (shard or Shard()).units(len(plan.weight))
    missing = units[~tally.done[units]]
    before = int(tally.done.sum())
    started = last = perf_counter()
    for batch in engine(strategy, Work(plan, missing)) if missing.size else ():
        now = perf_counter()
        record = Record(batch, engine=name, seconds=now - last)
        last = now
        if checkpoint is not None:
            checkpoint.append(record)
        tally.add(record)
        if progress is not None:
            progress(int(tally.done.sum()) - before, len(missing), now - started)
    return tally.result(plan.players, strategy)


def merged(plan: Plan, records: Sequence[Record], strategy: Strategy | None = None) -> FaceUp:
    """The result of records computed elsewhere."""
    strategy = strategy or optimal()
    tally = Tally(plan.seen, plan.weight, strategy.unit, exact=plan.samples is None)
    for record in records:
        tally.add(record)
    return tally.result(plan.players, strategy)


def cpu_engine(strategy: Strategy, work: Work) -> Iterator[Batch]:
    """One set of seen cards at a time, on every core of this machine."""
    for unit, cards, weight in zip(work.units.tolist(), work.sets, work.weight, strict=True):
        yield solve_unit(strategy, unit, cards, int(weight))


def solve_unit(strategy: Strategy, unit: int, cards: NDArray[np.uint8], weight: int) -> Batch:
    """One unit of work: all the player's hands with one set of seen cards."""
    holes = hole_totals(seen_tables(strategy, tuple(sorted(cards.tolist()))), all_flops())
    return reduced((unit,), cards[None], np.array([weight], np.int64), holes[None], strategy)


def gpu_engine(strategy: Strategy, work: Work) -> Iterator[Batch]:
    """Many sets of seen cards at a time, on a GPU."""
    sets, weight = work.sets, work.weight
    for part, holes in GpuEngine(strategy).run(sets):
        yield reduced(tuple(work.units[part].tolist()), sets[part], weight[part], holes, strategy)
