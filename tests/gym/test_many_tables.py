"""Many tables play the same game as one: card by card, mask by mask, reward by reward."""

from __future__ import annotations

from itertools import product
from typing import Any

import gymnasium
import numpy as np
import pytest

from croupier.errors import Refused
from croupier.games import GAMES, chosen_rules
from croupier.gym import environments
from croupier.gym.many import ManyTables
from croupier.gym.offers import NoRound, NotOffered
from croupier.gym.one import OneTable
from croupier.gym.plan import many_at_once, plan_of
from croupier.rules.game import Hands
from croupier.rules.seat import Seat, acted, bet_cents, is_due
from croupier.rules.settlement import settle_base
from croupier.rules.terms import terms
from depth import thorough
from own_game import admitted

pytestmark = thorough

ENVIRONMENTS = environments()
TOGETHER = [name for name, key in ENVIRONMENTS.items() if many_at_once(GAMES[key])]
EVERY = pytest.mark.parametrize("name", TOGETHER)
DECKS = 12


def sequences(game: str) -> list[tuple[int, ...]]:
    """Every way to answer every street, the unneeded answers included."""
    return list(product(*(range(len(street.offers)) for street in GAMES[game].streets)))


def single_rounds(game: str, decks: np.ndarray[Any, Any], lines: list[list[int]]) -> list[list[Any]]:
    """What one table says, step by step, of each deck played by each line, as far as the line is legal."""
    env, told = OneTable(game), []
    for deck, line in zip(decks, lines, strict=True):
        seen, info = env.reset(options={"deck": deck})
        steps: list[Any] = [(seen.tolist(), info["action_mask"].tolist())]
        for action in line:
            if not info["action_mask"][action]:
                break
            seen, reward, over, _, info = env.step(action)
            dealer = info["dealer"].tolist() if over else []
            steps.append((reward, over, seen.tolist(), info["action_mask"].tolist(), dealer))
        told.append(steps)
    return told


@EVERY
def test_every_sequence_of_actions_on_the_same_cards_pays_the_same(name: str) -> None:
    check_every_sequence(ENVIRONMENTS[name])


def test_a_game_of_another_package_is_played_by_the_same_kernels() -> None:
    with admitted() as game:
        check_every_sequence(game.key)


def check_every_sequence(game: str) -> None:
    """Many tables and one table agree in all they say, whatever is done."""
    chance = np.random.default_rng(11)
    ways = sequences(game)
    cards = plan_of(chosen_rules(game, None)).observation.deck
    decks = np.repeat([chance.permutation(cards) for _ in range(DECKS)], len(ways), axis=0)
    lines = np.array(ways * DECKS)
    told = single_rounds(game, decks, lines.tolist())
    env = ManyTables(len(decks), game)
    seen, info = env.reset(seed=1, options={"decks": decks})
    for table, steps in enumerate(told):
        assert (seen[table].tolist(), info["action_mask"][table].tolist()) == steps[0]
    # A table whose line is over, or refused, goes on with whatever is offered, and is not looked at any more.
    going, compared = np.ones(len(decks), bool), 0
    for step, wanted in enumerate(lines.T, 1):
        going &= info["action_mask"][np.arange(len(decks)), wanted] == 1
        seen, rewards, ended, _, info = env.step(np.where(going, wanted, 0))
        for table in np.flatnonzero(going):
            reward, over, then_seen, then_offered, dealer = told[table][step]
            assert (rewards[table], ended[table]) == (reward, over)
            compared += 1
            if over:
                assert info["_final_obs"][table]
                assert info["final_obs"][table].tolist() == then_seen
                assert info["final_info"]["dealer"][table].tolist() == dealer
            else:
                assert (seen[table].tolist(), info["action_mask"][table].tolist()) == (then_seen, then_offered)
        going &= ~ended
    assert not going.any()
    assert compared == sum(len(steps) - 1 for steps in told)


@EVERY
def test_every_kind_of_hand_nets_what_the_felt_pays(name: str) -> None:
    """Rare hands never come up in random deals: so any two hands meet here, each as likely as the other."""
    game = GAMES[ENVIRONMENTS[name]]
    rules = chosen_rules(game.key, None)
    plan, at = plan_of(rules), terms(rules)
    layout, strengths = game.layout, plan.strength
    chance = np.random.default_rng(5)
    top = len(strengths) - 1
    pairs = [
        *chance.integers(0, top + 1, (300, 2)).tolist(),
        *([one, one] for one in range(0, top, top // 20)),
        [top, top],
    ]
    for line, seat in enumerate(_ends(game)):
        for mine, theirs in pairs:
            dealer = int(strengths[theirs]) if layout.dealer else 0
            nets = settle_base(game, seat, Hands(int(strengths[mine]), dealer, (), (), ()), at)
            band = int((theirs >= plan.bands[1:]).sum())
            outcome = 3 * band + (0 if mine > theirs else 1 if mine == theirs else 2) if layout.dealer else 1
            assert plan.net[line, plan.kind[mine], outcome] == sum(net.net for net in nets) / 1000


def _ends(game: Any) -> list[Seat]:
    """The decided seats in the order of the plan: street by street, the cautious first."""
    waiting, ends = [Seat(number=1, stakes=game.complete({game.base: 1000}))], []
    for seat in waiting:
        at = len(seat.line)
        for action in reversed(game.streets[at].offers):
            after = acted(seat, action, game.streets[at], bet_cents(seat, game, game.streets[at], action))
            goes_on = at + 1 < len(game.streets) and is_due(after, game, at + 1)
            (waiting if goes_on else ends).append(after)
    return ends


@EVERY
def test_a_table_depends_on_its_own_seed_alone(name: str) -> None:
    """Table i of a seed is table 0 of the seed plus i, round after round, whatever the others do."""
    few, many = ManyTables(3, ENVIRONMENTS[name]), ManyTables(7, ENVIRONMENTS[name])
    seen, _ = few.reset(seed=5)
    all_seen, _ = many.reset(seed=3)
    few.action_space.seed(1)
    many.action_space.seed(2)
    for _ in range(12):
        assert seen.tolist() == all_seen[2:5].tolist()
        actions = few.action_space.sample()
        others = many.action_space.sample()
        others[2:5] = actions
        seen, rewards, *_ = few.step(actions)
        all_seen, all_rewards, *_ = many.step(others)
        assert rewards.tolist() == all_rewards[2:5].tolist()
    assert few.reset(seed=[9, 8, 7])[0][0].tolist() == ManyTables(1, ENVIRONMENTS[name]).reset(seed=9)[0][0].tolist()


@EVERY
def test_cards_that_lie_face_down_change_nothing_that_is_seen(name: str) -> None:
    """Two tables that differ only in what nobody may see yet say the same, observation and info."""
    chance, plan = np.random.default_rng(3), plan_of(chosen_rules(ENVIRONMENTS[name], None))
    up = plan.observation.up - plan.observation.board
    for action in (None, 0):
        shown = plan.observation.own + (int(plan.face_up[plan.following[0, 0]]) if action == 0 else 0)
        if action == 0 and plan.following[0, 0] < 0:
            continue
        decks = np.array([chance.permutation(plan.observation.deck) for _ in range(30)])
        others = decks.copy()
        seen_places = plan.places[[*range(shown), *range(plan.dealt - up, plan.dealt)]]
        hidden = np.setdiff1d(np.arange(plan.observation.deck), seen_places)
        for row in range(len(others)):
            others[row, hidden] = chance.permutation(others[row, hidden])
        told = []
        for laid in (decks, others):
            env = ManyTables(30, ENVIRONMENTS[name])
            seen, info = env.reset(seed=1, options={"decks": laid})
            if action is not None:
                seen, rewards, over, _, info = env.step(np.full(30, action))
                assert not rewards.any()
                assert not over.any()
            told.append((seen.tolist(), info["action_mask"].tolist(), sorted(info)))
        assert told[0] == told[1]


def test_every_card_comes_to_every_place_as_often() -> None:
    env, rounds = ManyTables(20_000, "uth"), 10
    env.reset(seed=2)
    counts = np.zeros((9, 52))
    for _ in range(rounds):
        env.reset()
        for place in range(9):
            counts[place] += np.bincount(env._cards[:, place], minlength=52)
    expected = 20_000 * rounds / 52
    chi = ((counts - expected) ** 2 / expected).sum(axis=1)
    # 51 degrees of freedom: 105 is passed once in a hundred thousand times.
    assert chi.max() < 105
    assert chi.min() > 20


def test_what_is_not_offered_is_refused_by_table_and_nothing_is_done() -> None:
    env = ManyTables(4, "uth")
    with pytest.raises(NoRound):
        env.step(np.zeros(4, int))
    env.reset(seed=1)
    env.step(np.array([0, 2, 0, 0]))
    before = env._nodes.tolist()
    with pytest.raises(NotOffered, match=r"table 2: action 2 is not offered on the flop; offered are 0"):
        env.step(np.array([1, 2, 2, 0]))
    assert env._nodes.tolist() == before == [1, 0, 1, 1]
    with pytest.raises(gymnasium.error.InvalidAction, match=r"table 0: action -1"):
        env.step(np.array([-1, 2, 0, 0]))
    with pytest.raises(Refused, match=r"want whole numbers, \(4,\)"):
        env.step(np.zeros(3, int))
    with pytest.raises(Refused, match=r"want whole numbers, \(4,\)"):
        env.step(np.zeros(4))


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(Refused, match="0 tables"):
        ManyTables(0)
    with pytest.raises(Refused, match="render"):
        ManyTables(1, render_mode="ansi")
    env = ManyTables(2)
    with pytest.raises(Refused, match="3 seeds for 2 tables"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(Refused, match="the 52 cards in some order"):
        env.reset(options={"decks": np.zeros((2, 52), int)})
    with pytest.raises(Refused, match="there is 'decks'"):
        env.reset(options={"deck": 1})


@pytest.mark.parametrize("name", [name for name in ENVIRONMENTS if name not in TOGETHER])
def test_a_game_that_the_kernels_cannot_settle_is_played_at_one_table(name: str) -> None:
    with pytest.raises(Refused, match=r"cannot be played at once by the kernels: .*; play one table, by gymn"):
        gymnasium.make_vec(name, num_envs=2, vectorization_mode="vector_entry_point")
    assert len(gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync").reset(seed=1)[0]) == 2


def test_it_says_how_it_resets_and_keeps_to_its_spaces() -> None:
    env = gymnasium.make_vec("croupier/CrazyFourPoker-v0", num_envs=50)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    seen, _ = env.reset(seed=1)
    for _ in range(10):
        assert seen in env.observation_space
        actions = env.action_space.sample()
        assert actions in env.action_space
        seen, rewards, over, cut, info = env.step(actions)
        assert rewards.dtype == np.float64
        assert not cut.any()
        assert set(info) == {"action_mask", "_action_mask", "final_obs", "_final_obs", "final_info", "_final_info"}
        assert info["final_obs"][over][0] in env.single_observation_space
