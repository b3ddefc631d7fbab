"""A face-up run of one of the six games: batches done by an engine, kept, and added up.

An exact run weighs every class and proves itself: the base game's best play, which does not look, must be worth on all
classes exactly what it is worth in the base game. A sampled run uses that play as control variate: its mean is known,
so only what looking adds has to be estimated.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games.faceup import streets, threes, unions
from croupier.lab.games.faceup.columns import BEST, COLUMNS, COUNTED, FIXED
from croupier.lab.games.faceup.plan import Plan
from croupier.lab.games.faceup.published import counting_rule
from croupier.lab.games.faceup.result import FaceUpGame, Tally
from croupier.lab.games.gpu import GamesGpu
from croupier.lab.games.one_decision import DUEL_GAMES
from croupier.lab.kernel import spread
from croupier.lab.seen.faceup.lines import DamagedCheckpoint, Lines, finite, whole
from croupier.lab.seen.faceup.run import Progress, Shard

FORMAT = "croupier faceup games 1"
Rule: TypeAlias = NDArray[np.uint8] | None
"""The counting rule of a game and number of players, where there is one."""


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
        told = json.loads(line)
        told |= {name: whole(told[name]) for name in ("batch", "sets", "weight")}
        told |= {"sums": tuple(map(whole, told["sums"])), "squares": tuple(map(finite, told["squares"]))}
        told |= {"engine": str(told["engine"]), "seconds": finite(told["seconds"])}
        made = BatchSums(**told)
        if len(made.sums) != len(COLUMNS) or len(made.squares) != 2 or made.batch < 0 or made.sets < 1:
            raise ValueError
        return made
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise DamagedCheckpoint(f"not a record of finished work: {line[:60]!r}…") from None


Engine: TypeAlias = Callable[[Plan, Sequence[int]], Iterator[BatchSums]]
"""Does batches of a plan, in whatever order."""


def totals_of(plan: Plan, sets: NDArray[np.uint8], rule: Rule) -> NDArray[np.int64]:
    """The columns of some sets, on this machine's cores."""
    made = np.zeros((len(sets), len(COLUMNS)), np.int64)

    def work(start: int, stop: int) -> None:
        part = sets[start:stop]
        if plan.on_felts:
            made[start:stop] = unions.add_up(unions.looked(plan.game), part, plan.players, rule)
        elif plan.game in DUEL_GAMES:
            made[start:stop] = threes.add_up(unions.looked(plan.game), part, rule)
        else:
            made[start:stop] = streets.add_up(streets.streets(plan.game), part, rule)

    spread(work, len(sets), 16)
    return made


def summed(batch: int, totals: NDArray[np.int64], weight: NDArray[np.int64], engine: str, seconds: float) -> BatchSums:
    """A batch from the columns of its sets."""
    # Weights are few different numbers, so whole sums by weight keep every product in Python's own integers.
    parts = [(int(one), totals[weight == one]) for one in np.unique(weight)]
    sums = tuple(sum(one * sum(part[:, column].tolist()) for one, part in parts) for column in range(len(COLUMNS)))
    gains = (totals[:, (BEST, COUNTED)] - totals[:, FIXED, None]).astype(np.float64)
    squares = (weight[:, None] * gains**2).sum(axis=0).tolist()
    return BatchSums(batch, len(totals), int(weight.sum()), sums, (squares[0], squares[1]), engine, round(seconds, 6))


def do_batch(plan: Plan, batch: int, engine: str = "cpu") -> BatchSums:
    """One batch on this machine's cores."""
    start = perf_counter()
    sets, weight = plan.sets(batch)
    totals = totals_of(plan, sets, counting_rule(plan.game, plan.players))
    return summed(batch, totals, weight, engine, perf_counter() - start)


def cpu_engine(plan: Plan, batches: Sequence[int]) -> Iterator[BatchSums]:
    """One batch after the other, each on every core."""
    for batch in batches:
        yield do_batch(plan, batch)


def gpu_engine(plan: Plan, batches: Sequence[int]) -> Iterator[BatchSums]:
    """Many batches at a time on a GPU. Three Card's exact runs need none: they stay on the cores."""
    if plan.exact and plan.game in DUEL_GAMES:
        yield from cpu_engine(plan, batches)
        return
    gpu, rule = GamesGpu(), counting_rule(plan.game, plan.players)
    for start in range(0, len(batches), _AT_ONCE):
        begun = perf_counter()
        some = batches[start : start + _AT_ONCE]
        drawn = [plan.sets(batch) for batch in some]
        sets = np.concatenate([sets for sets, _ in drawn])
        if plan.on_felts:
            totals = gpu.on_felts(unions.looked(plan.game), sets, plan.players, rule)
        else:
            totals = gpu.on_streets(streets.streets(plan.game), sets, rule)
        each = (perf_counter() - begun) / len(some)
        at = 0
        for batch, (_, weight) in zip(some, drawn, strict=True):
            yield summed(batch, totals[at : at + len(weight)], weight, "gpu", each)
            at += len(weight)


_AT_ONCE = 64


def face_up_game(
    plan: Plan,
    engine: Engine,
    *,
    checkpoint: Lines[BatchSums] | None = None,
    shard: Shard | None = None,
    progress: Progress | None = None,
) -> FaceUpGame:
    """Do what a plan still lacks, keeping each finished batch, and add it all up."""
    tally = Tally(plan)
    if checkpoint is not None:
        for kept in checkpoint.open(header(plan)):
            tally.add(kept)
    mine = (shard or Shard()).units(plan.batches).tolist()
    missing = [batch for batch in mine if batch not in tally.done]
    started = perf_counter()
    for number, found in enumerate(engine(plan, missing) if missing else (), 1):
        if checkpoint is not None:
            checkpoint.append(found)
        tally.add(found)
        if progress is not None:
            progress(number, len(missing), perf_counter() - started)
    return tally.result()


def header(plan: Plan) -> dict[str, Any]:
    """The configuration that a checkpoint belongs to."""
    return {"game": plan.game, "players": plan.players, "samples": plan.samples, "seed": plan.seed}


def merged(records: Sequence[BatchSums], told: dict[str, Any]) -> FaceUpGame:
    """The result of batches computed elsewhere, with their configuration."""
    try:
        plan = Plan(**told)
    except TypeError:
        raise DamagedCheckpoint("a first line with other settings than a face-up run's") from None
    tally = Tally(plan)
    for record in records:
        tally.add(record)
    return tally.result()
