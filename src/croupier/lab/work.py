"""Long work in units that can be done in any order: on what, which part of it, and where finished units are kept.

    work = WorkPlan(engine="cluster", scheduler="tcp://scheduler:8786", checkpoint=Path("run.jsonl"), resume=True)
    for record in finished(engine, count, checkpoint=work.lines(FORMAT, parse), header=header, shard=work.shard):
        tally.add(record)

On a cluster a task answers with a few kilobytes or megabytes; every worker prepares for itself, once, what its tasks
share. Workers need Croupier installed in the same version, and the packages of other games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from logging import CRITICAL
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from croupier.errors import Refused
from croupier.inputs import KEPT
from croupier.lab.checkpoint import AnyRecord, CheckpointFile, DamagedCheckpoint

ENGINES = ("cpu", "gpu", "cluster")
TIMEOUT_S = 10
AHEAD = 4
"""Tasks in flight for each worker: enough never to wait, few enough to stop soon."""

Progress: TypeAlias = Callable[[str, float], None]
"""Called with what is being done and the share of the work done so far, 0 to 1. It may raise, to stop the work."""
Engine: TypeAlias = Callable[[Sequence[int]], Iterator[AnyRecord]]
"""Does units of work, in whatever order and in records of however many."""

Result = TypeVar("Result")


def no_progress(_words: str, _share: float) -> None:
    """The progress of work that nobody watches."""


class BadPlan(Refused):
    """Work that cannot be."""


class NoCluster(Refused):
    """The cluster engine was asked for where it cannot run."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One machine's part of the work: part `number` of `of` equal ones."""

    number: int = 1
    of: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.of:
            raise BadPlan(f"no part {self.number} of {self.of}; want 1/{self.of} to {self.of}/{self.of}")

    def units(self, count: int) -> range:
        """The units of this part: a stretch of them, since neighbours share work."""
        first, stop = (count * part // self.of for part in (self.number - 1, self.number))
        return range(first, stop)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkPlan:
    """How long work is done.

    scheduler   the cluster's; `checkpoint`, the file for finished work, which `resume` goes on with
    shard       which part of how many; `merge`, files of parts that are added up into the checkpoint instead
    """

    engine: str = "cpu"
    scheduler: str | None = None
    checkpoint: Path | None = None
    resume: bool = False
    shard: Shard = Shard()
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

    @property
    def engine_alone(self) -> WorkPlan:
        """The same engine, with nothing kept and all of the work."""
        return WorkPlan(engine=self.engine, scheduler=self.scheduler)

    def check_engine(self, what: str, *engines: str) -> None:
        """Refuse an engine on which some work is not done."""
        if self.engine not in engines:
            raise Refused(f"{what} is not worked out on {self.engine}; want --engine {' or '.join(engines)}")

    def check_alone(self, what: str) -> None:
        """Refuse to keep or to share out what is worked out in one piece."""
        if self != ALONE:
            raise Refused(f"{what} is solved in one piece here; want no checkpoint, no engine and no cluster for it")

    def lines(
        self, format: str, parse: Callable[[str], AnyRecord], most: int = KEPT
    ) -> CheckpointFile[AnyRecord] | None:
        """The file for finished work, where there is one."""
        return None if self.checkpoint is None else CheckpointFile(self.checkpoint, self.resume, format, parse, most)


ALONE = WorkPlan()
"""On this machine's cores, all of it, and nothing kept."""


def engine_why(engine: str) -> str:
    """Why work was done on an engine."""
    return "as asked" if engine != ALONE.engine else "this machine's cores, since no other engine was named"


def finished_records(
    engine: Engine[AnyRecord],
    count: int,
    *,
    checkpoint: CheckpointFile[AnyRecord] | None = None,
    header: Mapping[str, Any] | None = None,
    shard: Shard | None = None,
    progress: Progress | None = None,
) -> Iterator[AnyRecord]:
    """The records of `count` units, or of a shard of them: those of the checkpoint, then those that the engine makes.

    Each new record is written to the checkpoint before it is yielded.
    """
    done: set[int] = set()
    if checkpoint is not None:
        yield from each_once(checkpoint.open(dict(header or {})), count, done)
    missing = [unit for unit in (shard or Shard()).units(count) if unit not in done]
    before = len(done)
    for record in engine(missing) if missing else ():
        if checkpoint is not None:
            checkpoint.append(record)
        yield from each_once((record,), count, done)
        if progress is not None:
            so_far = len(done) - before
            progress(f"{so_far:,} of {len(missing):,}", so_far / len(missing))


def each_once(records: Iterable[AnyRecord], count: int, done: set[int]) -> Iterator[AnyRecord]:
    """The records of units that are not done yet, which are done then."""
    for record in records:
        units = set(record.units)
        if not all(0 <= unit < count for unit in units):
            raise DamagedCheckpoint(f"unit {max(units)} is not among the {count:,} of this run")
        if units <= done:
            continue
        if units & done:
            raise DamagedCheckpoint("a unit was done twice, in records that differ; want each unit once")
        done |= units
        yield record


@contextmanager
def cluster_client(scheduler: str | None, timeout_s: float = TIMEOUT_S) -> Iterator[Any]:
    """A client of the cluster at that address, or of processes on this machine, or `NoCluster`."""
    from croupier.lab.kernel import cores

    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise NoCluster(
            "no cluster engine: Dask is not installed; want the extra `cluster` (pip install 'croupier[cluster]')"
        ) from None
    if scheduler is None:
        with (
            distributed.LocalCluster(
                n_workers=cores(), threads_per_worker=1, dashboard_address=None, silence_logs=CRITICAL
            ) as local,
            distributed.Client(local) as client,
        ):
            yield client
        return
    try:
        client = distributed.Client(scheduler, timeout=timeout_s)
    except (OSError, TimeoutError, ValueError) as error:
        raise NoCluster(
            f"no scheduler answers at {scheduler!r} ({type(error).__name__}); want the address that "
            "`dask scheduler` prints, such as tcp://10.0.0.1:8786"
        ) from None
    with client:
        yield client


def shared_out(client: Any, function: Callable[..., Result], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Result]:
    """What a function makes of each task's arguments on the workers of a cluster, as they get ready."""
    workers = max(1, len(client.scheduler_info()["workers"]))
    futures: Any = import_module("distributed").as_completed([])
    waiting = iter(tasks)
    for task in islice(waiting, AHEAD * workers):
        futures.add(client.submit(function, *task, pure=False))
    for done in futures:
        # The next task goes out before this answer is looked at, so that no worker waits.
        for task in islice(waiting, 1):
            futures.add(client.submit(function, *task, pure=False))
        yield done.result()
