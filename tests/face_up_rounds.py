"""Rounds at a face-up table, staged: ann uses what she sees, bob never looks, cat errs.

The seeds were found by trying them from 1 for each round of T1 with seats 1, 2 and 3 in play, until ann had a
decision that is right only with the others' cards; the docstrings of a few say which.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


class Played(NamedTuple):
    """The seed of a round and what everybody does in it."""

    seed: int
    ann: str
    bob: str
    cat: str


@dataclass(frozen=True)
class Staged:
    """A game's rounds. `side` is a side bet that bob and cat make and ann does not."""

    rules: str
    side: str
    rounds: tuple[Played, ...]

    def draw(self, other: Callable[[str], bytes]) -> Callable[[str], bytes]:
        """The seeds of T1's rounds; `other` draws for what comes after them."""
        seeds = {f"T1-{number}": played.seed for number, played in enumerate(self.rounds, 1)}
        return lambda round: seeds[round].to_bytes(32, "big") if round in seeds else other(round)


THREE_CARD = Staged(
    "three-card",
    "pair_plus",
    (
        Played(38, "bet1", "bet1", "fold"),  # 8-3-2 against a dealer who has lost two kings and a queen to the others
        Played(43, "fold", "fold", "bet1"),  # Q-7-3, and no card above a ten among the others
        Played(60, "bet1", "bet1", "fold"),
        Played(71, "fold", "fold", "bet1"),
        Played(79, "bet1", "bet1", "fold"),
        Played(295, "fold", "fold", "bet1"),
        Played(324, "fold", "bet1", "bet1"),
        Played(375, "bet1", "bet1", "fold"),
    ),
)
UTH = Staged(
    "wa-2018",
    "trips",
    (
        Played(74, "check check fold", "check bet2", "bet3"),  # a pair of sixes on the board, and both threes gone
        Played(126, "check check bet1", "check check bet1", "bet3"),
        Played(429, "check check fold", "check check bet1", "bet3"),
        Played(662, "check check bet1", "check bet2", "bet3"),
        Played(694, "check check bet1", "bet4", "bet3"),
        Played(734, "check check bet1", "check bet2", "bet3"),
        Played(40, "bet4", "bet4", "bet3"),  # J9o, with As Kd 2c Qc among the others
    ),
)
