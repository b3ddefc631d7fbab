"""A stock learner, MaskablePPO of sb3-contrib, learns Three Card Poker; the exact solver says how well.

    pip install 'croupier[gym]' torch stable-baselines3 sb3-contrib
    python examples/learn_sb3.py            # a quarter of a million rounds: 8 s of processor time

Nothing is tuned to the game but the number of rounds: the network sees the environment's own `features`, and is told by
`action_masks` what is offered. `Tables` below is how Stable-Baselines3 plays many tables of any game at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import croupier.gym
from croupier.gym.judge import PolicyEdge, judge

GAME = "three-card"
ROUNDS = 262_144
TABLES = 1024
STEPS = 16
"""Decisions at each table between two updates of the network."""


class Tables(VecEnv):  # type: ignore[misc]
    """Many tables of a game, played by compiled kernels, as Stable-Baselines3 wants them."""

    def __init__(self, game: str, tables: int, seed: int) -> None:
        name = next(name for name, key in croupier.gym.environments().items() if key == game)
        self.many: Any = gymnasium.make_vec(
            name, num_envs=tables, vectorization_mode="vector_entry_point", encoding="features"
        )
        self._seed: int | None = seed
        self._actions: NDArray[Any] = np.zeros(tables, np.int64)
        super().__init__(tables, self.many.single_observation_space, self.many.single_action_space)

    def reset(self) -> NDArray[Any]:
        seen, _ = self.many.reset(seed=self._seed)
        self._seed = None
        return np.asarray(seen)

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        seen, rewards, over, _, _ = self.many.step(self._actions)
        return seen, rewards, over, [{} for _ in range(self.num_envs)]

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> Sequence[Any]:
        answer: Sequence[Any] = getattr(self.many, method_name)(*args, **options)
        return answer

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self.many, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.many, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.many, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.many.close()


def learn(game: str = GAME, rounds: int = ROUNDS, seed: int = 1) -> Any:
    """A model that has played so many decisions of a game."""
    torch.set_num_threads(1)  # so small a network is no faster on two cores, and far slower where they are shared
    model = MaskablePPO(
        "MlpPolicy",
        Tables(game, TABLES, seed),
        seed=seed,
        device="cpu",
        n_steps=STEPS,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,  # a round is one reward at its end: nothing is discounted,
        gae_lambda=1.0,  # and what it paid is the best estimate of what it was worth
        learning_rate=lambda left: 1e-3 * left,
    )
    return model.learn(rounds)


def judged(model: Any, game: str = GAME) -> PolicyEdge:
    """What a model is worth, over every deal of the game."""

    def policy(seen: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.integer]:
        actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
        return np.asarray(actions)

    return judge(policy, game, encoding="features")


def main(rounds: int) -> None:
    """Learn, and say what has come of it."""
    start = perf_counter()
    model = learn(rounds=rounds)
    took = perf_counter() - start
    result = judged(model)
    print(f"{rounds:,} rounds of {GAME} in {took:.0f} s")
    print(f"edge against it {float(result.edge):.4%}, against the best play {float(result.best):.4%}")
    print(f"it gives up {float(result.mistakes):.4%} of a base bet a round")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
