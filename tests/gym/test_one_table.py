"""A Gymnasium environment is the game: it passes Gymnasium's own check, shows what a player sees, pays what the felt
pays, and says what is wrong."""

from __future__ import annotations

import subprocess
import sys
import warnings
from copy import deepcopy
from importlib.metadata import entry_points
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from stacked import deck

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.gym import environments, register
from croupier.gym.offers import NoRound, NotOffered

ENVIRONMENTS = environments()
EVERY = pytest.mark.parametrize("name", ENVIRONMENTS)
UTH = "croupier/UltimateTexasHoldem-v0"


def played(env: Any, cards: tuple[int, ...], actions: list[int]) -> float:
    """The reward of a round with these cards and actions."""
    env.reset(options={"deck": cards})
    for action in actions:
        _, reward, over, _, _ = env.step(action)
    assert over
    return float(reward)


NAMES = """
  uth          | UltimateTexasHoldem
  three-card  | ThreeCardPoker
  caribbean   | CaribbeanStud
  four-card   | FourCardPoker
  crazy-four  | CrazyFourPoker
  let-it-ride | LetItRide
  mississippi | MississippiStud
  holdem-bonus | TexasHoldemBonus
  flushes-gone-wild | FlushesGoneWild
"""


def test_every_game_of_the_house_has_an_environment_whose_name_stays() -> None:
    names = dict(map(str.strip, row.split("|")) for row in NAMES.strip().splitlines())
    assert {f"croupier/{name}-v0": game for game, name in names.items()} == ENVIRONMENTS
    assert sorted(ENVIRONMENTS.values()) == sorted(GAMES)


@EVERY
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(5):
            check_env(gymnasium.make(name).unwrapped)


def test_importing_the_room_is_all_that_making_needs() -> None:
    code = f"import croupier.gym, gymnasium; print(gymnasium.make({UTH!r}).reset(seed=1)[0].size)"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "9\n"


def test_gymnasium_imports_the_room_itself_if_the_name_says_so() -> None:
    code = f"import gymnasium; print(gymnasium.make('croupier.gym:{UTH}').reset(seed=1)[0].size)"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "9\n"


def test_registering_twice_changes_nothing() -> None:
    before = gymnasium.spec(UTH)
    register()
    assert gymnasium.spec(UTH) is before


def test_without_gymnasium_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['gymnasium'] = None\nimport croupier.gym"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.stderr.splitlines()[-1].endswith(
        "croupier.gym needs the gym extra: pip install 'croupier[gym]' (gymnasium is not installed)"
    )


@EVERY
def test_the_same_seed_deals_the_same_rounds(name: str) -> None:
    env = gymnasium.make(name)
    first = [env.reset(seed=7)[0].tolist(), env.reset()[0].tolist()]
    again = [env.reset(seed=7)[0].tolist(), env.reset()[0].tolist()]
    assert first == again
    assert env.reset(seed=8)[0].tolist() != first[0]


FELT = [
    # game, own, dealer, board, actions, reward
    ("uth", "Ah Kd", "Qc Jd", "As 7h 5c 3d 2s", [2], 4.0),  # the dealer has no pair: the Ante pushes
    ("uth", "Ah Kd", "Qc Qd", "As 7h 5c 3d 2s", [1], 4.0),  # 3x and the Ante; below a straight the Blind pushes
    ("uth", "Kh 4h", "9c 9d", "Ah 8h 2h Js 3c", [0, 1], 4.5),  # a flush pays the Blind 3 to 2
    ("uth", "7c 2d", "Ah Kd", "As Kc 9d 8h 3s", [0, 0, 0], -2.0),  # a fold gives up Ante and Blind
    ("uth", "2c 3d", "4h 5s", "As Ks Qs Js Ts", [0, 0, 1], 0.0),  # the board plays
    ("three-card", "As Ks Qs", "2c 3d 5h", "", [1], 6.0),  # not qualified: Ante 1, bonus 5
    ("caribbean", "As Ah Ac Kd Kh", "2c 2d Kc Ks 4c", "", [1], 15.0),  # Ante 1, Raise 2 at 7 to 1
    ("four-card", "As Ah Ac 2d 3h", "Kc Kd Kh 5c 6c 8d", "", [3], 6.0),  # Ante 1, Play 3, bonus 2
    ("crazy-four", "As Ah Ac Ad 3h", "2c 3c 4d 6h Qd", "", [3], 203.0),  # Play 3, four aces 200, the Ante pushes
    ("let-it-ride", "As Ah 2c", "", "Kd 7s", [1, 0], 2.0),  # a pair of aces pays the two bets left
    ("mississippi", "As Ah", "", "2c 7d 9h", [3, 1, 2], 7.0),  # 1 + 3 + 1 + 2 bets at 1 to 1
    ("mississippi", "2s 7h", "", "3c 8d Jh", [1, 0], -2.0),  # a fold loses what lies there
]


@pytest.mark.parametrize(("game", "own", "dealer", "board", "actions", "reward"), FELT)
def test_the_reward_is_what_the_felt_pays(
    game: str, own: str, dealer: str, board: str, actions: list[int], reward: float
) -> None:
    name = next(name for name, key in ENVIRONMENTS.items() if key == game)
    assert played(gymnasium.make(name), deck(game, own, dealer, board), actions) == reward


@EVERY
def test_only_what_lies_face_up_is_told(name: str) -> None:
    """Hidden cards are neither in the observation nor in the info; at the end the dealer's are in the info."""
    env = gymnasium.make(name)
    layout, reveals = GAMES[ENVIRONMENTS[name]].layout, GAMES[ENVIRONMENTS[name]].reveals
    for seed in range(20):
        seen, info = env.reset(seed=seed)
        over, street = False, 0
        while not over:
            shown = reveals[street - 1].board if street else 0
            assert (seen[:-2] >= 0).sum() == layout.own + shown + layout.up
            assert set(info) == {"action_mask"}
            assert seen[-2] == street
            seen, _, over, _, info = env.step(env.action_space.sample())
            street += 1
        assert len(info["dealer"]) == layout.dealer
        assert len({*seen[:-2].tolist(), *info["dealer"].tolist()}) == layout.own + layout.board + layout.dealer
        assert not info["action_mask"].any()


def test_a_pair_of_aces_opens_the_larger_bets_of_crazy_four() -> None:
    env = gymnasium.make("croupier/CrazyFourPoker-v0")
    _, info = env.reset(options={"deck": deck("crazy-four", "As Ah 2c 3d 4h", "5c 6c 7d 8h 9d")})
    assert info["action_mask"].tolist() == [1, 1, 1, 1]
    _, info = env.reset(options={"deck": deck("crazy-four", "Ks Kh 2c 3d 4h", "5c 6c 7d 8h 9d")})
    assert info["action_mask"].tolist() == [1, 1, 0, 0]
    with pytest.raises(NotOffered, match=r"action 3 is not offered at the decision; offered are 0 \(fold\), 1 \(b"):
        env.step(3)


def test_what_is_not_offered_is_refused_and_the_round_goes_on() -> None:
    env = gymnasium.make(UTH).unwrapped
    env.reset(seed=1)
    for wrong in (3, -1, 1.0, "check", None):
        with pytest.raises(NotOffered, match=r"before the flop; offered are 0 \(check\), 1 \(bet3\), 2 \(bet4\)"):
            env.step(wrong)
    env.step(0)
    with pytest.raises(gymnasium.error.InvalidAction, match=r"action 2 is not offered on the flop"):
        env.step(2)
    assert env.step(np.int64(1))[2]


def test_a_step_needs_a_round() -> None:
    env = gymnasium.make(UTH).unwrapped
    with pytest.raises(NoRound, match="no round has been dealt; call reset"):
        env.step(0)
    env.reset(seed=1)
    env.step(2)
    with pytest.raises(gymnasium.error.ResetNeeded, match="the round is over; call reset"):
        env.step(0)


def test_the_rules_can_be_chosen_among_those_that_the_house_banks() -> None:
    env = gymnasium.make(UTH, rules="wa-lnw")
    assert env.reset(seed=1)[0].size == 9
    with pytest.raises(Refused, match=r"ca is banked by a player.*wa-lnw"):
        gymnasium.make(UTH, rules="ca")
    with pytest.raises(Refused, match="no rule set 'wa-1'"):
        gymnasium.make(UTH, rules="wa-1")
    with pytest.raises(Refused, match="'shoe'; there is 'deck'"):
        env.reset(options={"shoe": 1})
    seen, _ = env.reset(seed=1)
    for wrong in ("As Kd", range(1, 53), [*range(51), 50]):
        with pytest.raises(Refused, match=r"not a deck: .* cards; want the 52, each once"):
            env.reset(options={"deck": wrong})
    assert env.step(0)[0][:2].tolist() == seen[:2].tolist(), "the round that was there goes on"


def test_a_table_is_rendered_as_a_line_of_text() -> None:
    env = gymnasium.make(UTH, render_mode="ansi")
    env.reset(options={"deck": deck("uth", "Ah Kd", "Qc Qd", "As 7h 5c 3d 2s")})
    assert env.render() == "Ah Kd | ace king unsuited | before the flop: 0 check, 1 bet3, 2 bet4"
    env.step(2)
    assert env.render() == "Ah Kd | As 7h 5c 3d 2s | pair of aces | dealer Qc Qd pair of queens | +5"


def test_a_copy_plays_on_by_itself() -> None:
    env = gymnasium.make(UTH).unwrapped
    env.reset(seed=1)
    env.step(0)
    twin = deepcopy(env)
    assert twin.step(1)[2]
    seen, _, over, _, _ = env.step(0)
    assert not over
    assert seen[-2] == 2
    assert env.reset()[0].tolist() == twin.reset()[0].tolist()


def test_the_entry_point_that_is_shipped_is_the_one_that_registers() -> None:
    """Gymnasium before 1.0 called it by itself."""
    (found,) = (point for point in entry_points(group="gymnasium.envs") if point.name == "croupier")
    assert found.value == "croupier.gym:register"
    assert found.load() is register


def test_a_player_who_draws_actions_at_random_plays_by_the_rules() -> None:
    for name in ENVIRONMENTS:
        env = gymnasium.make(name)
        env.reset(seed=3)
        env.action_space.seed(3)
        for _ in range(60):
            if env.step(env.action_space.sample())[2]:
                env.reset()
