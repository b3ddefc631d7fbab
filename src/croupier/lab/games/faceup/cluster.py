"""The cluster engine of the six games: batches shared out over machines by Dask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any

from croupier.lab.games.faceup.plan import Plan
from croupier.lab.games.faceup.run import BatchSums, do_batch
from croupier.lab.seen.faceup.cluster import AHEAD, TIMEOUT_S, cluster_client

if TYPE_CHECKING:
    from croupier.lab.games.faceup.run import Engine


def cluster_engine(scheduler: str | None = None, timeout_s: float = TIMEOUT_S) -> Engine:
    """An engine on the cluster whose scheduler is at that address, or on processes of this machine."""

    def engine(plan: Plan, batches: Sequence[int]) -> Iterator[BatchSums]:
        with cluster_client(scheduler, timeout_s) as client:
            workers = max(1, len(client.scheduler_info()["workers"]))
            futures: Any = import_module("distributed").as_completed([])
            waiting = iter(batches)
            for batch in islice(waiting, AHEAD * workers):
                futures.add(client.submit(do_batch, plan, batch, "cluster", pure=False))
            for done in futures:
                # The next batch goes out before this answer is looked at, so that no worker waits.
                for batch in islice(waiting, 1):
                    futures.add(client.submit(do_batch, plan, batch, "cluster", pure=False))
                yield done.result()

    return engine
