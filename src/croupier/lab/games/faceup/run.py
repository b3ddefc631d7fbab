"""A face-up run by a plan: batches done by an engine, kept, and added up.

An exact run weighs every class and proves itself: the base game's best play, which does not look, must be worth on all
classes exactly what it is worth in the base game. A sampled run uses that play as control variate: its mean is known,
so only what looking adds has to be estimated.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, sqrt
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.checkpoint import CheckpointFile, DamagedCheckpoint, finite, merge_lines, whole
from croupier.lab.games.faceup import BEST, BET, CHANGED, COLUMNS, COUNTED, FIXED, streets, unions
from croupier.lab.games.faceup.plan import FaceUpPlan
from croupier.lab.games.gpu import GamesGpu
from croupier.lab.games.one_decision import DUEL_GAMES
from croupier.lab.known_cards.face_up_result import Estimate, FaceUp
from croupier.lab.known_cards.totals import NotProven
from croupier.lab.work import (
    TIMEOUT_S,
    NoCluster,
    Progress,
    Shard,
    WorkPlan,
    cluster_client,
    each_once,
    finished_records,
    shared_out,
)
from croupier.rules.game import Game


@dataclass
class FaceUpTally:
    """Batches added up, in whole numbers."""

    plan: FaceUpPlan
    done: set[int] = field(default_factory=set)
    sums: list[int] = field(default_factory=lambda: [0] * len(COLUMNS))
    squares: list[float] = field(default_factory=lambda: [0.0, 0.0])
    sets: int = 0
    weight: int = 0
    engines: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, one: BatchSums) -> None:
        """Add a batch that is not in it yet."""
        self.done.add(one.batch)
        self.sums = [total + part for total, part in zip(self.sums, one.sums, strict=True)]
        self.squares = [total + part for total, part in zip(self.squares, one.squares, strict=True)]
        self.sets += one.sets
        self.weight += one.weight
        self.seconds += one.seconds
        if one.engine not in self.engines:
            self.engines.append(one.engine)

    def result(self) -> FaceUp:
        """The figures of what is done so far, which must be at least one batch."""
        if not self.done:
            raise Refused("nothing is done yet; want at least one batch of work")
        plan, base = self.plan, self.plan.base
        if plan.exact and len(self.done) == plan.batches and self._mean(FIXED) != base:
            raise NotProven(
                f"play that does not look is worth {float(self._mean(FIXED)):.15f} on all classes and "
                f"{float(base):.15f} in the base game; want equality: some record is wrong"
            )
        return FaceUp(
            game=plan.game.key,
            players=plan.players,
            seen=plan.seen,
            exact=plan.exact,
            sets=plan.units,
            seed=plan.seed,
            done=len(self.done),
            units=plan.batches,
            base=base,
            gain=self._added(BEST, self.squares[0]),
            counted=None if plan.rule is None else self._added(COUNTED, self.squares[1]),
            # Nothing is bet where the money was not counted.
            bet=float(self._mean(BET)) or None,
            changed={plan.game.streets[0].key: self.sums[CHANGED] / (self.weight * plan.hands)},
            engine="+".join(self.engines),
            seconds=self.seconds,
        )

    def _added(self, column: int, squares: float) -> Estimate:
        """What a way to play adds to play that does not look."""
        mean = self._mean(column) - self._mean(FIXED)
        return Estimate(mean) if self.plan.exact else Estimate(float(mean), self._error(squares, mean))

    def _mean(self, column: int) -> Fraction:
        return Fraction(self.sums[column], self.weight * self.plan.over * self.plan.unit)

    def _error(self, squares: float, mean: Fraction) -> float:
        if self.sets < 2:
            return inf
        scale = self.plan.over * self.plan.unit
        variance = squares / scale**2 - self.sets * float(mean) ** 2
        return sqrt(max(variance, 0.0) / (self.sets - 1) / self.sets)


@dataclass(frozen=True, slots=True)
class BatchSums:
    """One finished batch: the weighted sums of its columns, and of the squares of what looking and counting add."""

    batch: int
    sets: int
    weight: int
    sums: tuple[int, ...]
    squares: tuple[float, float]
    engine: str
    seconds: float

    @property
    def units(self) -> tuple[int, ...]:
        return (self.batch,)

    def line(self) -> str:
        return json.dumps({name: getattr(self, name) for name in self.__slots__}, separators=(",", ":"))


def parse_sums(line: str) -> BatchSums:
    """The batch that a line holds, or `DamagedCheckpoint`."""
    try:
        plain = json.loads(line)
        plain |= {name: whole(plain[name]) for name in ("batch", "sets", "weight")}
        plain |= {"sums": tuple(map(whole, plain["sums"])), "squares": tuple(map(finite, plain["squares"]))}
        plain |= {"engine": str(plain["engine"]), "seconds": finite(plain["seconds"])}
        sums = BatchSums(**plain)
        if len(sums.sums) != len(COLUMNS) or len(sums.squares) != 2 or sums.batch < 0 or sums.sets < 1:
            raise ValueError
        return sums
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise DamagedCheckpoint(f"not a record of finished work: {line[:60]!r}…") from None


Engine: TypeAlias = Callable[[FaceUpPlan, Sequence[int]], Iterator[BatchSums]]
"""Does batches of a plan, in whatever order."""


def batch_sums(
    batch: int, totals: NDArray[np.int64], weight: NDArray[np.int64], engine: str, seconds: float
) -> BatchSums:
    """A batch from the columns of its sets."""
    # Weights are few different numbers, so whole sums by weight keep every product in Python's own integers.
    parts = [(int(one), totals[weight == one]) for one in np.unique(weight)]
    sums = tuple(sum(one * sum(part[:, column].tolist()) for one, part in parts) for column in range(len(COLUMNS)))
    gains = (totals[:, (BEST, COUNTED)] - totals[:, FIXED, None]).astype(np.float64)
    squares = (weight[:, None] * gains**2).sum(axis=0).tolist()
    return BatchSums(batch, len(totals), int(weight.sum()), sums, (squares[0], squares[1]), engine, round(seconds, 6))


def do_batch(plan: FaceUpPlan, batch: int, engine: str = "cpu") -> BatchSums:
    """One batch on this machine's cores."""
    start = perf_counter()
    sets, weight = plan.sets(batch)
    totals = plan.totals(sets)
    return batch_sums(batch, totals, weight, engine, perf_counter() - start)


def cpu_engine(plan: FaceUpPlan, batches: Sequence[int]) -> Iterator[BatchSums]:
    """One batch after the other, each on every core."""
    for batch in batches:
        yield do_batch(plan, batch)


def gpu_engine(plan: FaceUpPlan, batches: Sequence[int]) -> Iterator[BatchSums]:
    """Many batches at a time on a GPU."""
    gpu, key, rule = GamesGpu(), plan.game.key, plan.rule
    for start in range(0, len(batches), _AT_ONCE):
        begun = perf_counter()
        some = batches[start : start + _AT_ONCE]
        drawn = [plan.sets(batch) for batch in some]
        sets = np.concatenate([sets for sets, _ in drawn])
        if plan.on_felts:
            totals = gpu.on_felts(unions.face_up_duels(key), sets, plan.players, rule)
        else:
            totals = gpu.on_streets(streets.streets(key), sets, rule)
        each = (perf_counter() - begun) / len(some)
        at = 0
        for batch, (_, weight) in zip(some, drawn, strict=True):
            yield batch_sums(batch, totals[at : at + len(weight)], weight, "gpu", each)
            at += len(weight)


_AT_ONCE = 64


def cluster_engine(scheduler: str | None = None, timeout_s: float = TIMEOUT_S) -> Engine:
    """An engine on the cluster whose scheduler is at that address, or on processes of this machine."""

    def engine(plan: FaceUpPlan, batches: Sequence[int]) -> Iterator[BatchSums]:
        if GAMES.get(plan.game.key) is not plan.game:
            raise NoCluster(f"a worker does not know {plan.game.name}; want a game of the house or of a package")
        with cluster_client(scheduler, timeout_s) as client:
            yield from shared_out(client, _task, ((type(plan), plan.header, batch) for batch in batches))

    return engine


def _task(kind: type[FaceUpPlan], header: dict[str, Any], batch: int) -> BatchSums:
    """One batch, on a worker: a game is known by its key there."""
    return do_batch(kind(**(header | {"game": GAMES[header["game"]]})), batch, "cluster")


def run(
    kind: type[FaceUpPlan],
    game: Game,
    players: int,
    samples: int | None,
    seed: int,
    work: WorkPlan,
    progress: Progress | None = None,
) -> FaceUp:
    """A run as it is planned, or parts of one that were computed elsewhere, added up."""
    if work.merge:
        assert work.checkpoint is not None, "a plan without it is refused"
        header, records = merge_lines(work.merge, work.checkpoint, kind.format, parse_sums)
        return merge_batches(records, header, kind)
    plan, checkpoint = kind(game, players, samples, seed), work.lines(kind.format, parse_sums)
    if work.engine == "gpu" and plan.exact and game.key in DUEL_GAMES:
        raise Refused(
            f"an exact run of {game.name} takes seconds and is not worked out on gpu; want --engine cpu or cluster, or "
            f"--samples for sets of cards drawn at random"
        )
    engine = {"cpu": cpu_engine, "gpu": gpu_engine, "cluster": cluster_engine(work.scheduler)}[work.engine]
    return face_up_game(plan, engine, checkpoint=checkpoint, shard=work.shard, progress=progress)


def face_up_game(
    plan: FaceUpPlan,
    engine: Engine,
    *,
    checkpoint: CheckpointFile[BatchSums] | None = None,
    shard: Shard | None = None,
    progress: Progress | None = None,
) -> FaceUp:
    """Do what a plan still lacks, keeping each finished batch, and add it all up."""
    done = finished_records(
        lambda batches: engine(plan, batches), plan.batches, checkpoint=checkpoint, header=plan.header, shard=shard,
        progress=progress,
    )  # fmt: skip
    return _added_up(plan, done)


def merge_batches(records: Iterable[BatchSums], header: dict[str, Any], kind: type[FaceUpPlan] = FaceUpPlan) -> FaceUp:
    """The result of batches computed elsewhere, with their configuration."""
    try:
        plan = kind(**(header | {"game": GAMES[header["game"]]}))
    except (TypeError, KeyError):
        raise DamagedCheckpoint("a first line with other settings than a face-up run's") from None
    return _added_up(plan, each_once(records, plan.batches, set()))


def _added_up(plan: FaceUpPlan, records: Iterable[BatchSums]) -> FaceUp:
    tally = FaceUpTally(plan)
    for record in records:
        tally.add(record)
    return tally.result()
