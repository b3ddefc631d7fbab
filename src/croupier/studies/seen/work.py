"""The work of a face-up run: on what it is done, where finished work is kept, which part of it; and doing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.errors import Refused
from croupier.games.uth import UTH
from croupier.rules.game import Game
from croupier.studies.question import Progress

if TYPE_CHECKING:
    from croupier.lab.games.faceup.run import Engine as GameEngine
    from croupier.lab.seen.faceup.run import Engine

ENGINES = ("cpu", "gpu", "cluster")
_FEW_SAMPLES = 200
"""Of Ultimate Texas Hold'em: a few minutes at most; whoever wants more says how much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkPlan:
    """How a run is done.

    scheduler   the cluster's; `checkpoint`, the file for finished work, which `resume` goes on with
    shard       which part of how many; `merge`, files of parts that are added up into the checkpoint instead
    """

    engine: str = "cpu"
    scheduler: str | None = None
    checkpoint: Path | None = None
    resume: bool = False
    shard: tuple[int, int] = (1, 1)
    merge: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise Refused(f"no engine {self.engine!r}; want one of {', '.join(ENGINES)}")
        if self.scheduler is not None and self.engine != "cluster":
            raise Refused(f"the engine {self.engine} has no scheduler; want --engine cluster with it")
        if self.resume and self.checkpoint is None:
            raise Refused("nothing to resume; want --checkpoint FILE with it")
        if self.merge and self.checkpoint is None:
            raise Refused("no file to merge into; want --checkpoint NEW with --merge A --merge B")


def few_samples(game: Game, players: int) -> int | None:
    """How many sets are drawn where nobody says: none where every class can soon be listed."""
    if game is UTH:
        return _FEW_SAMPLES if players > 2 else None
    from croupier.lab.games.faceup.plan import EXACT, FEW_SAMPLES

    return FEW_SAMPLES if players > EXACT.get(game.key, 1) - 1 else None


def run_of(
    game: Game, players: int, samples: int | None, seed: int, work: WorkPlan, progress: Progress
) -> Mapping[str, Any]:
    """The run as the lab tells it."""

    def done(so_far: int, every: int, _seconds: float) -> None:
        progress(f"{so_far:,} of {every:,}", so_far / every)

    do = _holdem if game is UTH else _other
    return do(game.key, players, samples, seed, work, done)


def _holdem(
    _key: str, players: int, samples: int | None, seed: int, work: WorkPlan, done: Callable[[int, int, float], None]
) -> dict[str, Any]:
    from croupier.lab.seen.faceup.checkpoint import Checkpoint, merge
    from croupier.lab.seen.faceup.run import Plan, Shard, face_up, merged

    if work.merge:
        assert work.checkpoint is not None, "there is no work without it"
        header, records = merge(list(work.merge), work.checkpoint)
        told = merged(Plan(header.players, header.samples, header.seed or 0), records).to_dict()
        return told | {"seed": header.seed}
    plan, shard, engine = Plan(players, samples, seed), Shard(*work.shard), _holdem_engine(work)
    kept = None if work.checkpoint is None else Checkpoint(work.checkpoint, work.resume)
    told = face_up(plan, engine, checkpoint=kept, name=work.engine, shard=shard, progress=done).to_dict()
    return told | {"seed": None if samples is None else seed}


def _holdem_engine(work: WorkPlan) -> Engine:
    """The engine, refused before any work where it cannot run."""
    if work.engine == "gpu":
        from croupier.lab.seen.faceup.run import gpu_engine
        from croupier.lab.seen.gpu import gpu_name

        gpu_name()
        return gpu_engine
    if work.engine == "cluster":
        from croupier.lab.seen.faceup.cluster import cluster_engine

        return cluster_engine(work.scheduler)
    from croupier.lab.seen.faceup.run import cpu_engine

    return cpu_engine


def _other(
    key: str, players: int, samples: int | None, seed: int, work: WorkPlan, done: Callable[[int, int, float], None]
) -> dict[str, Any]:
    from croupier.lab.games.faceup.plan import Plan
    from croupier.lab.games.faceup.run import FORMAT, face_up_game, merged, parse_sums
    from croupier.lab.seen.faceup.lines import Lines, merge_lines
    from croupier.lab.seen.faceup.run import Shard

    if work.merge:
        assert work.checkpoint is not None, "there is no work without it"
        told, records = merge_lines(list(work.merge), work.checkpoint, FORMAT, parse_sums)
        return merged(records, told).to_dict()
    plan, shard, engine = Plan(key, players, samples, seed), Shard(*work.shard), _other_engine(work)
    kept = None if work.checkpoint is None else Lines(work.checkpoint, work.resume, FORMAT, parse_sums)
    return face_up_game(plan, engine, checkpoint=kept, shard=shard, progress=done).to_dict()


def _other_engine(work: WorkPlan) -> GameEngine:
    """The engine, refused before any work where it cannot run."""
    if work.engine == "gpu":
        from croupier.lab.games.faceup.run import gpu_engine
        from croupier.lab.seen.gpu import gpu_name

        gpu_name()
        return gpu_engine
    if work.engine == "cluster":
        from croupier.lab.games.faceup.cluster import cluster_engine

        return cluster_engine(work.scheduler)
    from croupier.lab.games.faceup.run import cpu_engine

    return cpu_engine
