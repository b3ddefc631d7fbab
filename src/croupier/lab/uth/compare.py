"""Two Blind pay tables side by side: which decisions a change of pays turns, and what habit would cost.

Shares are of all rounds of a player who plays best with the first table: how often that player comes to a
decision that the second table would have them make otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, cards_text
from croupier.lab.hands.starts import HOLES, STARTS, combos, hole_cards, start_name, start_of_hole
from croupier.lab.uth.arrivals import arrivals
from croupier.lab.uth.flops import flops
from croupier.lab.uth.playout import Outcome
from croupier.lab.uth.solution import COMPLETIONS, DEALERS, GameSolution

_FLOPS = 25_989_600
_EXAMPLES = 8
_CHOICE = {0: "check", 3: "bet3", 4: "bet4"}


@dataclass(frozen=True, slots=True)
class Habit:
    """A game played best, with all that comparing it to another needs; made once."""

    solution: GameSolution
    outcome: Outcome
    river_plain: NDArray[np.int32]
    river_flush: NDArray[np.int32]
    """How many (hole, flop, turn and river) come to each river row, checked twice."""


@dataclass(frozen=True, slots=True)
class ChangedDecision:
    """One decision that changes, with what it was and is. Its gain is in Antes, each time it comes up."""

    cards: str
    times: int
    before: str
    after: str
    gain: Fraction

    def to_dict(self) -> dict[str, Any]:
        return {
            "cards": self.cards,
            "times": self.times,
            "before": self.before,
            "after": self.after,
            "gain": float(self.gain),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindChanges:
    """What a change of the Blind does to the best play.

    habit_cost  what it costs, in Antes a round, to go on playing as before
    starts      every starting hand that is played otherwise
    flops       the flops that matter most among those that are
    preflop, flop, river   shares of all rounds
    river_bets, river_folds   the river's share, by what is done now
    """

    habit_cost: Fraction
    starts: tuple[ChangedDecision, ...]
    flops: tuple[ChangedDecision, ...]
    preflop: Fraction
    flop: Fraction
    river_bets: Fraction
    river_folds: Fraction

    @property
    def river(self) -> Fraction:
        return self.river_bets + self.river_folds

    def to_dict(self) -> dict[str, Any]:
        return {
            "habit_cost": float(self.habit_cost),
            "preflop": float(self.preflop),
            "flop": float(self.flop),
            "river": float(self.river),
            "river_bets": float(self.river_bets),
            "river_folds": float(self.river_folds),
            "starts": [turned.to_dict() for turned in self.starts],
            "flops": [turned.to_dict() for turned in self.flops],
        }


def habit_of(solution: GameSolution, outcome: Outcome) -> Habit:
    """What to keep of a solved and played-out game in order to compare others with it."""
    plain, flush = arrivals(solution.decisions)
    return Habit(solution, outcome, plain[..., 3].copy(), flush[..., 3].copy())


def changes(habit: Habit, now: GameSolution) -> BlindChanges:
    """What the best play of `now` does otherwise than the habit."""
    preflop = _preflop(habit.solution, now)
    flop, examples = _flops(habit.solution, now)
    bets, folds = _rivers(habit, now)
    return BlindChanges(
        habit_cost=now.value - habit.outcome.value(now.blind),
        starts=preflop,
        flops=examples,
        preflop=Fraction(sum(turned.times for turned in preflop), HOLES),
        flop=flop,
        river_bets=bets,
        river_folds=folds,
    )


def _preflop(before: GameSolution, now: GameSolution) -> tuple[ChangedDecision, ...]:
    changed = []
    for start in range(STARTS):
        was, is_ = (_CHOICE[int(solution.decisions.preflop[start])] for solution in (before, now))
        if was != is_:
            values = {choice: int(getattr(now, choice)[start]) for choice in (was, is_)}
            gain = Fraction(values[is_] - values[was], now.unit * (now.deals // HOLES))
            changed.append(ChangedDecision(start_name(start), int(combos()[start]), was, is_, gain))
    return tuple(changed)


def _flops(before: GameSolution, now: GameSolution) -> tuple[Fraction, tuple[ChangedDecision, ...]]:
    table = flops()
    checked = before.decisions.preflop[start_of_hole()[table.hole]] == 0
    turned = np.flatnonzero(checked & (before.decisions.flop != now.decisions.flop))
    gains = np.abs(now.flop_bet2[turned] - now.flop_check[turned])
    matters = gains.astype(np.float64) * table.class_weight[turned]
    top = turned[np.argsort(-matters, kind="stable")[:_EXAMPLES]]
    examples = []
    for number in top:
        cards = (*hole_cards()[table.hole[number]], *table.cards[table.flop[number]])
        hand = [Card(int(card)) for card in cards]
        bets = bool(now.decisions.flop[number])
        gain = abs(int(now.flop_bet2[number]) - int(now.flop_check[number]))
        examples.append(
            ChangedDecision(
                f"{cards_text(reversed(hand[:2]))} on {cards_text(hand[2:])}",
                int(table.class_weight[number]),
                "check" if bets else "bet2",
                "bet2" if bets else "check",
                Fraction(gain, now.unit * COMPLETIONS * DEALERS),
            )
        )
    return Fraction(int(table.class_weight[turned].sum()), _FLOPS), tuple(examples)


def _rivers(habit: Habit, now: GameSolution) -> tuple[Fraction, Fraction]:
    before, after = habit.solution.decisions, now.decisions
    bets = folds = 0
    for arrived, was, is_ in (
        (habit.river_plain, before.river_plain, after.river_plain),
        (habit.river_flush, before.river_flush, after.river_flush),
    ):
        bets += int(arrived[~was & is_].sum(dtype=np.int64))
        folds += int(arrived[was & ~is_].sum(dtype=np.int64))
    every = _FLOPS * COMPLETIONS
    return Fraction(bets, every), Fraction(folds, every)
