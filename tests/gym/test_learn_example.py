"""The example learns what it says, and the exact solver says how well."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from croupier.gym.judge import judge
from depth import first_of, thorough
from examples.learn import FULL, THREE_CARD, learn, policy_of

ROOT = Path(__file__).parents[2]


@thorough
def test_a_million_rounds_of_three_card_poker_are_enough_to_play_it_well() -> None:
    values = learn(THREE_CARD, [1_000_000])
    judged = judge(policy_of(THREE_CARD, values), "three-card")
    assert 0 <= judged.mistakes < 0.0005


@pytest.mark.slow
@pytest.mark.parametrize(("game", "most"), [("three-card", 0.0), ("uth", 0.005)])
def test_the_whole_example_learns_the_best_play_or_comes_near(game: str, most: float) -> None:
    """Three Card Poker entirely, Ultimate Texas Hold'em to half a point of the Ante."""
    learner, rounds = FULL[game]
    judged = judge(policy_of(learner, learn(learner, rounds)), game)
    assert 0 <= judged.mistakes <= most


def sb3_example() -> Any:
    """The example with Stable-Baselines3, where that is installed."""
    pytest.importorskip("sb3_contrib", reason="Stable-Baselines3 is not installed: pip install sb3-contrib")
    return import_module("examples.learn_sb3")


@thorough
def test_a_stock_learner_takes_the_environments_as_they_are() -> None:
    """Four updates on many tables are enough to see that folding everything is bad; and one table is taken as well."""
    example = sb3_example()
    judged = example.judged(example.learn(rounds=4 * example.TABLES * example.STEPS))
    assert 0 <= judged.mistakes < 0.05
    alone = gymnasium.make("croupier/CrazyFourPoker-v0", encoding="features")
    model = example.MaskablePPO("MlpPolicy", alone, n_steps=16, batch_size=16, n_epochs=1, device="cpu").learn(16)
    assert model.num_timesteps == 16


@pytest.mark.slow
def test_a_stock_learner_comes_within_a_tenth_of_a_point_of_the_best_play() -> None:
    example = sb3_example()
    assert 0 <= example.judged(example.learn()).mistakes < 0.001


@pytest.mark.parametrize("number", first_of(range(4)))
def test_the_examples_of_the_page_run(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "gym.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 4
    assert examples[number].count("\n") <= 11
    exec(examples[number], {})
    assert capsys.readouterr().out
