"""The exact solve beside the plain enumeration, the distribution, and a process's first answer."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from time import perf_counter

from benchmarks.table import Table, best_of
from croupier.games.uth import BLIND
from croupier.lab.uth.blind import blind_bonus
from croupier.lab.uth.boards import ALL_RANKS
from croupier.lab.uth.distribution import distribution
from croupier.lab.uth.solve import solve_deck, solve_game
from croupier.rules.paytables import paytable
from proofs.reference import different_flops, enumerate_flop, enumerate_game

EVERY = 15
"""Of the 1,755 flops, every so many are enumerated in each of the rounds; others are like them."""
ROUNDS = 3
_FIRST_ANSWER = """
import resource
from croupier.lab import solve_game
print(solve_game().value, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def run() -> list[Table]:
    """Solve and enumerate in turn, then start bare processes."""
    unit, bonus = blind_bonus(paytable("BLIND", BLIND))
    flops = list(different_flops().items())
    solution = solve_game()
    distribution(decisions=solution.decisions)
    enumerate_flop(flops[0][0], unit, bonus)
    kept = fresh = spread = enumerated = float("inf")
    for turn in range(ROUNDS):
        kept = min(kept, best_of(solve_game, 3))
        fresh = min(fresh, best_of(lambda: solve_deck(ALL_RANKS, keep=False), 2))
        spread = min(spread, best_of(lambda: distribution(decisions=solution.decisions), 2))
        some = flops[turn * EVERY // ROUNDS :: EVERY]
        start = perf_counter()
        enumerate_game(unit, bonus, flops=some)
        enumerated = min(enumerated, (perf_counter() - start) * len(flops) / len(some))
    warm = Table(
        "The whole game, exactly, all cores",
        ["what", "seconds", "the enumeration takes so many times as long"],
        [
            ["solve, nothing kept", f"{fresh:.3f}", f"{enumerated / fresh:,.0f}"],
            ["solve another Blind (boards kept)", f"{kept:.3f}", f"{enumerated / kept:,.0f}"],
            ["distribution of the round", f"{spread:.3f}", ""],
            ["plain enumeration in numba", f"{enumerated:.1f}", "1"],
        ],
        f"The enumeration is run on a {EVERY}th of the flops and scaled; `make slow` runs all of it.",
    )
    return [warm, _first_answers()]


def _first_answers() -> Table:
    with tempfile.TemporaryDirectory() as cache:
        (first, _), (second, memory) = (_process(cache) for _ in range(2))
    return Table(
        "A process's first answer, imports included",
        ["process", "seconds"],
        [["first ever: kernels compiled", f"{first:.1f}"], ["second: kernels from the cache", f"{second:.1f}"]],
        f"Peak memory of the second {memory / 1024:.0f} MB.",
    )


def _process(cache: str) -> tuple[float, int]:
    start = perf_counter()
    answer = subprocess.run(
        [sys.executable, "-c", _FIRST_ANSWER],
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        check=True,
        capture_output=True,
        text=True,
    )
    return perf_counter() - start, int(answer.stdout.split()[1])
