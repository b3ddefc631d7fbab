"""The Gymnasium environment is the game: it passes Gymnasium's own check, and its rewards are the engine's."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from croupier.strategy.environment import UltimateTexasHoldem, register


def test_gymnasium_finds_nothing_wrong_with_it() -> None:
    check_env(UltimateTexasHoldem(), skip_render_check=True)


def test_the_same_seed_deals_the_same_round() -> None:
    register()
    env = gymnasium.make("croupier/UltimateTexasHoldem-v0")
    first, _ = env.reset(seed=7)
    again, _ = env.reset(seed=7)
    other, _ = env.reset(seed=8)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_waiting_three_times_folds_and_costs_ante_and_blind() -> None:
    env = UltimateTexasHoldem()
    env.reset(seed=1)
    rewards = [env.step(0)[1:3] for _ in range(3)]
    assert rewards == [(0.0, False), (0.0, False), (-2.0, True)]


@pytest.mark.parametrize(("action", "play"), [(1, 4), (2, 3)])
def test_a_bet_before_the_flop_plays_the_round_out(action: int, play: int) -> None:
    env = UltimateTexasHoldem()
    results = set()
    for seed in range(40):
        env.reset(seed=seed)
        _, reward, over, _, _ = env.step(action)
        assert over
        results.add(reward)
    assert float(play) in results, "the dealer did not qualify and the hand was below a straight"
    assert -play - 2.0 in results, "everything lost"


def test_only_cards_in_sight_are_observed() -> None:
    env = UltimateTexasHoldem()
    seen, _ = env.reset(seed=3)
    assert seen[:52].sum() == 2
    assert seen[52:104].sum() == 0
    flop, *_ = env.step(0)
    assert flop[52:104].sum() == 3
    river, *_ = env.step(0)
    assert river[52:104].sum() == 5
