"""Decisions a second in the Gymnasium environments: one table on the engine, thousands at once on the kernels."""

from __future__ import annotations

from time import perf_counter, process_time
from typing import Any

import gymnasium

import croupier.gym
from benchmarks.table import Table, short
from croupier.games import GAMES
from croupier.gym.plan import many_at_once
from croupier.lab.kernel import cores

TABLES = 4096
STEPS = 50
RUNS = 20
ALONE = 300

COLUMNS = ["environment", "one table", f"{TABLES:,} tables at once", "the same, a processor second"]
NOTE = f"""Actions are drawn at random beforehand and not counted; deals, settlements, observations, masks and the \
dealer's cards are. One table: by the time of the processor. {TABLES:,} tables: the best of {RUNS} runs of {STEPS} \
steps; and all runs together by the time of the processor, which does not mind what else the machine does."""


def run() -> list[Table]:
    """Every environment of which many tables can be played at once, alone and in thousands."""
    rows = [_row(name) for name, game in croupier.gym.environments().items() if many_at_once(GAMES[game])]
    return [Table(f"Decisions a second on {cores()} cores", COLUMNS, rows, NOTE)]


def _row(name: str) -> list[str]:
    seconds, processor = _many(name)
    decisions = TABLES * STEPS
    return [
        name.removeprefix("croupier/"),
        short(1 / _alone(name)),
        f"{short(decisions / seconds / 1e6)} million",
        f"{short(decisions * RUNS / processor / 1e6)} million",
    ]


def _alone(name: str) -> float:
    """Processor seconds a decision at one table, deals included."""
    env: Any = gymnasium.make(name).unwrapped
    env.reset(seed=1)
    spent = 0.0
    for _ in range(ALONE):
        action = env.action_space.sample()
        start = process_time()
        if env.step(action)[2]:
            env.reset()
        spent += process_time() - start
    return spent / ALONE


def _many(name: str) -> tuple[float, float]:
    """The seconds of the best run, and the processor seconds of all."""
    env: Any = gymnasium.make_vec(name, num_envs=TABLES, vectorization_mode="vector_entry_point")
    env.reset(seed=1)
    env.step(env.action_space.sample())
    best, processor = float("inf"), 0.0
    for _ in range(RUNS):
        spent = 0.0
        for _ in range(STEPS):
            action = env.action_space.sample()
            start, before = perf_counter(), process_time()
            env.step(action)
            spent += perf_counter() - start
            processor += process_time() - before
        best = min(best, spent)
    return best, processor
