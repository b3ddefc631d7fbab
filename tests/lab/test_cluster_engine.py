"""The cluster engine on a cluster inside this process: the CPU engine's integers, and clear refusals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.games import GAMES
from croupier.games.uth import UTH
from croupier.lab.checkpoint import CheckpointFile
from croupier.lab.games.faceup import run
from croupier.lab.games.faceup.plan import FaceUpPlan as GamePlan
from croupier.lab.known_cards.decks import GameDeck
from croupier.lab.known_cards.engine import optimal
from croupier.lab.known_cards.face_up_run import HoldemFaceUpPlan, Work, cluster_engine, cpu_engine, face_up
from croupier.lab.known_cards.face_up_tally import FORMAT, FinishedBatch, parse_record
from croupier.lab.solver import solver
from croupier.lab.solver.any_game import AnyGame
from croupier.lab.solver.general import general
from croupier.lab.work import NoCluster, WorkPlan
from depth import thorough
from high_card import registered

PLAN = HoldemFaceUpPlan(players=2, samples=2, seed=8)


def checkpoint(path: Path, resume: bool = False) -> CheckpointFile[FinishedBatch]:
    return CheckpointFile(path, resume, FORMAT, parse_record)


@pytest.fixture(scope="module", autouse=True)
def distributed() -> Any:
    """Imported here and not while tests are collected, which every worker does."""
    return pytest.importorskip("distributed", reason="no cluster here: Dask is missing")


@pytest.fixture(scope="module")
def scheduler(distributed: Any) -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


@thorough
def test_the_cluster_finds_what_the_cpu_finds(scheduler: str, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    result = face_up(PLAN, cluster_engine(scheduler), checkpoint=checkpoint(file), name="cluster")
    assert result.complete
    assert result.engine == "cluster"
    found = {record.batch.units: record.batch for record in checkpoint(file, resume=True).read()[1]}
    for batch in cpu_engine(optimal(), Work(PLAN, np.arange(2))):
        assert np.array_equal(found[batch.units].totals, batch.totals)
        assert np.array_equal(found[batch.units].cells, batch.cells)


@thorough
def test_a_scheduler_that_does_not_answer(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    with pytest.raises(NoCluster, match=r"no scheduler answers at 'tcp://127\.0\.0\.1:9'"):
        face_up(PLAN, cluster_engine("tcp://127.0.0.1:9", timeout_s=1), checkpoint=checkpoint(file), name="cluster")
    assert not file.exists()


@pytest.mark.slow
def test_processes_on_this_machine() -> None:
    assert face_up(PLAN, cluster_engine(), name="cluster").gain == face_up(PLAN, cpu_engine).gain


@thorough
def test_the_other_games_are_shared_out_too(scheduler: str) -> None:
    plan = GamePlan(GAMES["three-card"], 4, samples=1_024, seed=6)
    shared = run.face_up_game(plan, run.cluster_engine(scheduler))
    alone = run.face_up_game(plan, run.cpu_engine)
    assert (shared.gain, shared.counted, shared.engine) == (alone.gain, alone.counted, "cluster")


@pytest.mark.slow
def test_processes_on_this_machine_share_them_as_well() -> None:
    plan = GamePlan(GAMES["three-card"], 4, samples=1_024, seed=6)
    assert run.face_up_game(plan, run.cluster_engine()).gain == run.face_up_game(plan, run.cpu_engine).gain


@thorough
def test_a_game_is_solved_by_two_workers_as_by_one_machine(scheduler: str, tmp_path: Path) -> None:
    work = WorkPlan(engine="cluster", scheduler=scheduler, checkpoint=tmp_path / "solve.jsonl")
    alone, shared = general(UTH, deck=GameDeck(5)), general(UTH, deck=GameDeck(5))
    one, other = alone.solve(), shared.solve(work)
    assert (one.net.tolist(), one.ways.tolist()) == (other.net.tolist(), other.ways.tolist())
    assert (one.bet, one.frequencies) == (other.bet, other.frequencies)
    assert all((shared.best[at] == best).all() for at, best in alone.best.items())
    assert len((tmp_path / "solve.jsonl").read_text().splitlines()) == 5, "two chunks back, two forth"


@thorough
def test_looking_in_any_game_is_shared_out(scheduler: str) -> None:
    with registered() as game:
        work = WorkPlan(engine="cluster", scheduler=scheduler)
        shared, alone = (solver(game).face_up(2, samples=20, seed=3, work=one) for one in (work, WorkPlan()))
    assert (shared.gain, shared.changed, shared.engine) == (alone.gain, alone.changed, "cluster")


def test_a_game_that_no_worker_knows_is_refused(scheduler: str) -> None:
    work = WorkPlan(engine="cluster", scheduler=scheduler)
    with registered() as game:
        made = AnyGame(replace(game, name="High Card Twins"))
        with pytest.raises(NoCluster, match="a worker does not know High Card Twins"):
            made.face_up(2, samples=20, work=work)
        with pytest.raises(NoCluster, match="a worker does not know High Card Twins"):
            made.solve(work=work)
