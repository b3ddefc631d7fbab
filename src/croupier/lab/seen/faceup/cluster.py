"""The cluster engine: sets of seen cards shared out over machines by Dask.

    engine = cluster_engine("tcp://scheduler:8786")     # or cluster_engine() for processes on this machine
    face_up(plan, engine, name="cluster")

A task is some sets of seen cards, about a second each, and answers with a few kilobytes; every worker prepares the
fixed strategy for itself, once. Workers need Croupier installed in the same version.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from logging import CRITICAL
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.kernel import cores
from croupier.lab.seen.engine import Strategy, optimal
from croupier.lab.seen.faceup.run import Work, digest, solve_unit
from croupier.lab.seen.totals import Batch

if TYPE_CHECKING:
    from croupier.lab.seen.faceup.run import Engine

TIMEOUT_S = 10
AHEAD = 4
"""Tasks in flight for each worker: enough never to wait, few enough to stop soon."""


class NoCluster(Refused):
    """The cluster engine was asked for where it cannot run."""


def cluster_engine(scheduler: str | None = None, timeout_s: float = TIMEOUT_S) -> Engine:
    """An engine on the cluster whose scheduler is at that address, or on processes of this machine."""

    def engine(strategy: Strategy, work: Work) -> Iterator[Batch]:
        with cluster_client(scheduler, timeout_s) as client:
            yield from _shared_out(client, strategy, work)

    return engine


@contextmanager
def cluster_client(scheduler: str | None, timeout_s: float) -> Iterator[Any]:
    """A client of the cluster at that address, or of processes on this machine, or `NoCluster`."""
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


def _shared_out(client: Any, strategy: Strategy, work: Work) -> Iterator[Batch]:
    name = digest(strategy.decisions)
    if name != digest(optimal().decisions):
        raise NoCluster("the cluster engine prices the base game's best strategy only; want the engine cpu or gpu")
    tasks = zip(work.units.tolist(), work.sets, work.weight.tolist(), strict=True)
    workers = max(1, len(client.scheduler_info()["workers"]))
    futures: Any = import_module("distributed").as_completed([])
    for task in islice(tasks, AHEAD * workers):
        futures.add(client.submit(_task, name, *task, pure=False))
    for done in futures:
        # The next task goes out before this answer is looked at, so that no worker waits.
        for task in islice(tasks, 1):
            futures.add(client.submit(_task, name, *task, pure=False))
        yield done.result()


def _task(name: str, unit: int, cards: NDArray[np.uint8], weight: int) -> Batch:
    """One unit of work, on a worker."""
    strategy = optimal()
    if digest(strategy.decisions) != name:
        raise NoCluster("a worker plays another strategy; want the same version of Croupier on every machine")
    return solve_unit(strategy, unit, cards, weight)
