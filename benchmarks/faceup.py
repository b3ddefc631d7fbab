"""Sets of seen cards a second, on each engine that is present; one set is all the player's hands, every deal."""

from __future__ import annotations

from time import perf_counter, process_time

import numpy as np

from benchmarks.table import Table, best_of, short
from croupier.cards import DECK
from croupier.errors import Refused
from croupier.lab.known_cards.engine import optimal
from croupier.lab.known_cards.face_up_run import HoldemFaceUpPlan, Work, cluster_engine
from croupier.lab.known_cards.gpu import GpuEngine, NoGpu, gpu_name
from croupier.lab.known_cards.sets import seen_classes, seen_samples
from croupier.lab.known_cards.solve import solve_seen

SEEN = 4
ROUNDS = 5


def run() -> list[Table]:
    """One machine's cores, a cluster of its processes, and its GPU where there is one."""
    sets = [tuple(DECK[card] for card in row) for row in seen_samples(SEEN, ROUNDS + 1, 1).tolist()]
    solve_seen(sets[0])
    started = process_time()
    alone = min(best_of(lambda cards=cards: solve_seen(cards), 1) for cards in sets[1:])
    work = (process_time() - started) / ROUNDS
    rows = [["cpu, all cores", f"{alone:.2f}", short(1 / alone)], _cluster(), *_gpu()]
    note = f"Sets of {SEEN} seen cards where nothing else is said. On the cpu a set is {work:.1f} s of processor time."
    return [Table("One set of seen cards", ["engine", "seconds", "sets a second"], rows, note)]


def _cluster() -> list[str]:
    work = Work(HoldemFaceUpPlan(players=1 + SEEN // 2, samples=8, seed=2), np.arange(8))
    try:
        done = iter(cluster_engine()(optimal(), work))
        # The first answers come from workers that are still preparing.
        for _ in range(3):
            next(done)
        start = perf_counter()
        rest = len(list(done))
    except Refused as refused:
        return ["cluster", str(refused), ""]
    seconds = (perf_counter() - start) / rest
    return ["cluster, processes of this machine", f"{seconds:.2f}", short(1 / seconds)]


def _gpu() -> list[list[str]]:
    try:
        name = gpu_name()
    except NoGpu:
        return [["gpu", "none here", ""]]
    engine = GpuEngine(optimal())
    base = best_of(lambda: engine.solve(()), 20)
    rows = [[f"gpu, {name}: the base game, transfers included", f"{base:.5f}", short(1 / base)]]
    for words, sets in (
        ("all 169 of two", seen_classes(2).cards),
        ("2,000 of four in order", seen_classes(SEEN).cards[5000:7000]),
        ("500 of ten at random", seen_samples(10, 500, 1)),
    ):
        seconds = best_of(lambda sets=sets: [None for _ in engine.run(sets)], 2) / len(sets)
        rows.append([f"gpu: {words}", f"{seconds:.5f}", short(1 / seconds)])
    return rows
