"""Shuffles: decks of the house's own shuffle, counted in many ways and compared with what chance alone gives.

Every count has an exact distribution. All tests of a run together cry wrongly one time in a hundred (Holm's order of
Bonferroni's bounds, both tails: a shuffle that is too even is no shuffle). One in a hundred is often for something
that runs every night, so what is found is looked at once more, with fresh seeds; what chance did, it does not do twice.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable
from typing import Final

import numpy as np

from croupier.cards import Cards
from croupier.fair.shuffle import shuffle
from torture.report import Report
from torture.shuffles.tally import Decks, Tally, p_values

A_RUN: Final = 100_000
"""How many at `much` 1; ten million at 100."""
LEVEL: Final = 0.01
"""How often all tests together cry wrongly at a shuffle that is fair."""
_BLOCK: Final = 20_000

Shuffle = Callable[[bytes], Cards]


def run(much: float, seed: int) -> Report:
    """Shuffle with seeds that count up from one that is drawn, as different as a shuffle's seeds can be alike."""
    report, number = Report(), max(_BLOCK, round(A_RUN * much))
    first = seed << 64
    tally = tallied(first, number)
    report.count("shuffles", number)
    report.count("tests of them", len(p_values(tally)))
    if suspects := unlikely(tally):
        again = unlikely(tallied(first + (1 << 63), number))
        report.count("shuffles", number)
        for name in suspects.keys() & again.keys():
            report.found(
                f"{name}: p = {suspects[name]:.2g}, and again p = {again[name]:.2g}, in {number:,} shuffles each; "
                f"seed {seed}"
            )
    return report


def unlikely(tally: Tally, level: float = LEVEL) -> dict[str, float]:
    """The tests that a fair shuffle would not give, with their p; of all together, wrongly once in 1 / `level`."""
    found: dict[str, float] = {}
    ranked = sorted(p_values(tally).items(), key=lambda named: named[1])
    for place, (name, p) in enumerate(ranked):
        if p * (len(ranked) - place) > level:
            break
        found[name] = p
    return found


def tallied(first: int, number: int, *, workers: int | None = None, by: Shuffle = shuffle) -> Tally:
    """Decks from `number` seeds that count up, tallied; by as many processes as there are cores."""
    blocks = [(first + start, min(_BLOCK, number - start), by) for start in range(0, number, _BLOCK)]
    if workers == 1 or len(blocks) == 1:
        return _sum(map(_block, blocks))
    with multiprocessing.Pool(workers) as pool:
        return _sum(pool.imap_unordered(_block, blocks))


def _sum(tallies: Iterable[Tally]) -> Tally:
    whole = Tally()
    for tally in tallies:
        whole.add(tally)
    return whole


def _block(asked: tuple[int, int, Shuffle]) -> Tally:
    first, number, by = asked
    flat = b"".join(bytes(by(seed.to_bytes(32, "big"))) for seed in range(first, first + number))
    decks: Decks = np.frombuffer(flat, dtype=np.uint8).reshape(number, 52)
    tally = Tally()
    tally.take(decks)
    return tally
