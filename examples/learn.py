"""Two players who learn from rewards alone what pays, judged by the exact solver.

    python examples/learn.py three-card     # reaches the best play of Three Card Poker
    python examples/learn.py uth            # comes within half a point of it in Ultimate Texas Hold'em

Both keep a table of means: what an action has paid in a *cell*, a crude description of the cards in sight. Streets are
learnt from the last one back. On the street that is being learnt actions are drawn at random, before it the player
waits, after it they do what they have learnt: Monte Carlo control with exploring starts. Needs the extra `gym`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import croupier.gym
from croupier.gym.judge import judge
from croupier.lab.games.grades import three_cards
from croupier.lab.hands.cardsets import numbers
from croupier.lab.kernel import inlined, kernel

Array = NDArray[Any]
TABLES = 16_384
NEVER = -100.0


@dataclass(frozen=True)
class Means:
    """What each action has paid in each cell, in sum and how often."""

    total: Array
    visits: Array

    def values(self) -> Array:
        """The mean of each, and something forbidding where nothing is known."""
        return np.where(self.visits > 0, self.total / np.maximum(self.visits, 1), NEVER)


@dataclass(frozen=True)
class Learner:
    """How a game is described to a player: the cell of each observation, and what is made of the means."""

    game: str
    size: int
    cells: Callable[[Array], Array]
    smoothed: Callable[[Array, Array], Array] = lambda values, visits: values


def learn(learner: Learner, rounds: Sequence[int], seed: int = 1) -> Array:
    """The value of every action in every cell, after so many rounds for each street."""
    name = next(name for name, game in croupier.gym.environments().items() if game == learner.game)
    env: Any = gymnasium.make_vec(name, num_envs=TABLES, vectorization_mode="vector_entry_point")
    env.action_space.seed(seed)
    width = int(env.single_action_space.n)
    means = Means(np.zeros((learner.size, width)), np.zeros((learner.size, width)))
    values, best = means.values(), np.zeros(learner.size, np.int64)
    for street in reversed(range(len(rounds))):
        seen, _ = env.reset(seed=seed + 1_000_000 * street)
        cell_then, action_then, played = np.zeros(TABLES, np.int64), np.zeros(TABLES, np.int64), 0
        while played < rounds[street]:
            now, cell = seen[:, -2], learner.cells(seen)
            action = np.where(now < street, 0, np.where(now == street, env.action_space.sample(), best[cell]))
            here = now == street
            cell_then[here], action_then[here] = cell[here], action[here]
            seen, rewards, over, _, _ = env.step(action)
            remember(cell_then, action_then, rewards, over, means.total, means.visits)
            played += int(over.sum())
        values = learner.smoothed(means.values(), means.visits)
        best = values.argmax(axis=1)
    return values


@kernel
def remember(cell: Array, action: Array, rewards: Array, over: Array, total: Array, visits: Array) -> None:
    """Add the reward of every round that has ended to what was done in it."""
    for table in range(len(cell)):
        if over[table]:
            total[cell[table], action[table]] += rewards[table]
            visits[cell[table], action[table]] += 1


def policy_of(learner: Learner, values: Array) -> Callable[[Array, Array], Array]:
    """The policy that does what is worth most among what is offered."""
    return lambda seen, masks: np.where(masks == 1, values[learner.cells(seen)], 2 * NEVER).argmax(axis=1)


# Three Card Poker: hands in order of what they are worth. A little better is worth a little more, so a hand's value is
# read off a line through its neighbours of the same kind.


def three_card_cells(seen: Array) -> Array:
    """The place of the hand among the 741 that differ."""
    return three_cards().of_set[numbers(seen[:, :3])].astype(np.int64)


def lines_through_neighbours(values: Array, visits: Array, reach: int = 7) -> Array:
    """Of each hand, the height of the line through the values of hands up to `reach` better or worse."""
    kind, places = three_cards().strength >> 8, np.arange(len(values))
    made = values.copy()
    for hand in places:
        near = np.flatnonzero((np.abs(places - hand) <= reach) & (kind == kind[hand]))
        for action in range(values.shape[1]):
            weight = visits[near, action]
            if (weight > 0).sum() > 2:
                line = np.polynomial.Polynomial.fit(near, values[near, action], 1, w=np.sqrt(weight))
                made[hand, action] = line(hand)
    return made


THREE_CARD = Learner("three-card", 741, three_card_cells, lines_through_neighbours)

# Ultimate Texas Hold'em. Before the flop a cell is the starting hand; on the flop the own ranks, what they pair, and
# draws; at the river what the own cards pair or how many ranks are above them, and what the board may give the dealer.

STARTS, FLOPS, RIVERS = 13 * 13 * 2, 13 * 13 * 9 * 3 * 4 * 3, 5 * 4 * 3 * 8 * 218


def straights_begun() -> Array:
    """By mask of ranks: how many of the five ranks of a straight are there, at best."""
    straights = np.array([sum(1 << (low + i) % 13 for i in range(5)) for low in range(-1, 9)])
    found = np.arange(1 << 13)[:, None] & straights
    return np.asarray(sum(found >> rank & 1 for rank in range(13)).max(axis=1))


BEGUN = straights_begun()


def holdem_cells(seen: Array) -> Array:
    """The cell of each observation, whatever its street."""
    cells = np.empty(len(seen), np.int64)
    _holdem_cells(np.ascontiguousarray(seen), BEGUN, cells)
    return cells


@kernel
def _holdem_cells(seen: Array, begun: Array, cells: Array) -> None:
    ranks, suits = np.zeros(13, np.int64), np.zeros(4, np.int64)
    for row in range(len(seen)):
        one, two, street = int(seen[row, 0]), int(seen[row, 1]), seen[row, 7]
        if one < two:
            one, two = two, one
        if street == 0:
            cells[row] = ((one >> 2) * 13 + (two >> 2)) * 2 + (one & 3 == two & 3)
            continue
        ranks[:] = 0
        suits[:] = 0
        mask = 0
        for place in range(2, 5 if street == 1 else 7):
            ranks[seen[row, place] >> 2] += 1
            suits[seen[row, place] & 3] += 1
            mask |= 1 << (seen[row, place] >> 2)
        if street == 1:
            cells[row] = STARTS + _flop_cell(one, two, ranks, suits, mask, begun)
        else:
            cells[row] = STARTS + FLOPS + _river_cell(one, two, ranks, suits, mask, begun)


@inlined
def _flop_cell(one: int, two: int, ranks: Array, suits: Array, mask: int, begun: Array) -> int:
    """Own ranks, what they pair, whether the flop is paired, and how far own cards are with a flush and a straight."""
    high, low, suited = one >> 2, two >> 2, one & 3 == two & 3
    flush = max(suits[one & 3], suits[two & 3]) + (2 if suited else 1)
    # Four of a suit: the higher own card is worth more in it than the lower.
    draw = 3 if flush == 5 else 0 if flush < 4 else 2 if suited or suits[one & 3] == 3 else 1
    paired = min(ranks[high], 2) * 3 + min(ranks[low], 2)
    straight = max(begun[mask | 1 << high | 1 << low] - 3, 0)
    return int(((((high * 13 + low) * 9 + paired) * 3 + ranks.max() - 1) * 4 + draw) * 3 + straight)


@inlined
def _river_cell(one: int, two: int, ranks: Array, suits: Array, mask: int, begun: Array) -> int:
    """What the board has by itself, flush and straight on it and in the hand, and the own cards beside it."""
    high, low, suited = one >> 2, two >> 2, one & 3 == two & 3
    pairs, most, kicker = 0, ranks.max(), 12
    for rank in range(12, -1, -1):
        pairs += ranks[rank] >= 2
        kicker = rank if ranks[rank] == 1 else kicker
    board = 4 if most == 4 or (most == 3 and pairs == 2) else 3 if most == 3 else pairs
    flush, mine = max(suits.max() - 2, 0), 0
    for card in (one, two):
        if suits[card & 3] + (2 if suited else 1) >= 5:
            mine = max(mine, 2 if card >> 2 >= 8 else 1)
    straight = max(begun[mask] - 2, 0) * 2 + (begun[mask | 1 << high | 1 << low] == 5)
    paired, above_high, above_low, above_pair = high if high == low or ranks[high] else low, 0, 0, 0
    for rank in range(13):
        above_high += rank > max(high, kicker) and ranks[rank] == 0
        above_low += rank > max(low, kicker) and ranks[rank] == 0
        above_pair += rank > paired and ranks[rank] > 0
    if high == low:
        own = above_pair
    elif ranks[high] or ranks[low]:
        both = 1 if ranks[high] and ranks[low] else 0
        own = 6 + (min(above_pair, 4) * 3 + min(max(ranks[high], ranks[low]), 3) - 1) * 2 + both
    elif high > kicker:
        own = 36 + above_high * 13 + above_low
    else:
        own = 205 + above_high
    return int((((board * 4 + flush) * 3 + mine) * 8 + straight) * 218 + own)


HOLDEM = Learner("uth", STARTS + FLOPS + RIVERS, holdem_cells)

FULL = {"three-card": (THREE_CARD, (100_000_000,)), "uth": (HOLDEM, (30_000_000, 50_000_000, 40_000_000))}
"""Rounds for each street."""


def main(game: str) -> None:
    """Learn a game, and say what has come of it."""
    learner, rounds = FULL[game]
    start = perf_counter()
    values = learn(learner, rounds)
    took = perf_counter() - start
    judged = judge(policy_of(learner, values), game)
    print(f"{sum(rounds):,} rounds of {game} in {took:.0f} s")
    print(f"edge against it {float(judged.edge):.4%}, against the best play {float(judged.best):.4%}")
    print(f"it gives up {float(judged.mistakes):.4%} of a base bet a round")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "three-card")
