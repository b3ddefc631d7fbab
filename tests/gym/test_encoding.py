"""What a network sees: nothing that a player does not, nothing twice in other words, and enough to play best."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from stacked import deck

from croupier.cards import DECK, parse_cards
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.games.three_card import QUEEN_SIX_FOUR
from croupier.gym import environments, observations
from croupier.gym.encoding import features
from croupier.gym.judge import judge
from croupier.gym.many import ManyTables
from croupier.gym.one import OneTable
from croupier.hands.three import strength
from croupier.lab.hands.cardsets import all_sets
from croupier.lab.known_cards.decks import WHOLE, classes
from depth import first_of

THREE = GAMES["three-card"]
NAMES = {key: name for name, key in environments().items()}


def rows(game: str, *hands: str) -> Any:
    """Observations at the first decision with these own cards, the dealer's shown ones behind them."""
    layout = observations.observation_layout(GAMES[game])
    seen = [parse_cards(hand) for hand in hands]
    return np.stack([layout.row(cards[: layout.own], (), cards[layout.own :], 0, 1) for cards in seen])


def every_hand() -> Any:
    """Every hand of Three Card Poker as an observation."""
    sets = all_sets(3)
    return np.hstack([sets, np.tile([0, 1], (len(sets), 1))]).astype(np.int8)


def test_a_hand_of_three_card_poker_in_numbers() -> None:
    seen = features(THREE).rows(rows("three-card", "9h Kc 9s"))[0]
    parts = features(THREE).parts
    assert list(parts) == ["own", "hand", "street", "bets"]
    assert sum(part.stop - part.start for part in parts.values()) == len(seen) == 73
    own = seen[parts["own"]]
    # One card of each of three suits, so they come in the order of their ranks: the king, a nine, a nine.
    assert np.flatnonzero(own[:52]).tolist() == [4 * 7 + 1, 4 * 7 + 2, 4 * 11]
    assert {int(rank): int(own[52 + rank]) for rank in np.flatnonzero(own[52:])} == {7: 2, 11: 1}
    # More than any high card; of the 156 pairs there are 7 times 12 below nines, and nines with a king are the 11th.
    assert seen[parts["hand"]].tolist() == pytest.approx([1, 95 / 156, 0, 0, 0, 0])
    assert seen[parts["street"]].tolist() == [1]
    assert seen[parts["bets"]].tolist() == [0.5]


def test_hands_are_encoded_alike_if_they_differ_in_names_of_suits_and_order_alone() -> None:
    """As many encodings as there are hands up to the names of the suits, and the order of the cards changes none."""
    seen = features(THREE).rows(every_hand())
    assert len(np.unique(seen, axis=0)) == len(classes(WHOLE, 3)) == 1755
    turned = every_hand()[:, [2, 0, 1, 3, 4]]
    assert (features(THREE).rows(turned) == seen).all()


def test_a_better_hand_has_come_further() -> None:
    hands = every_hand()
    far = features(THREE).rows(hands)[:, features(THREE).parts["hand"]].astype(np.float64).sum(axis=1)
    worth = np.array([strength([DECK[card] for card in hand[:3]]) for hand in hands])
    order = np.argsort(worth)
    assert ((np.diff(worth[order]) > 0) == (np.diff(far[order]) > 1e-6)).all()


def test_the_features_are_enough_to_play_best() -> None:
    hand = features(THREE).parts["hand"]
    edge = features(THREE).rows(rows("three-card", "Qc 6d 4h"))[0][hand].sum()
    assert strength(parse_cards("Qc 6d 4h")) == QUEEN_SIX_FOUR
    judged = judge(lambda seen, masks: (seen[:, hand].sum(axis=1) >= edge - 1e-6) * 1, "three-card", "features")
    assert judged.mistakes == 0


@pytest.mark.parametrize("game", first_of(["three-card", "mississippi", "caribbean", "flushes-gone-wild"]))
def test_gymnasium_finds_nothing_wrong_with_the_features(game: str) -> None:
    check_env(gymnasium.make(NAMES[game], encoding="features").unwrapped, skip_render_check=True)


@pytest.mark.thorough
@pytest.mark.parametrize("game", first_of(["three-card", "uth"]))
def test_many_tables_show_the_same_features_as_one(game: str) -> None:
    chance, one = np.random.default_rng(2), OneTable(game, encoding="features")
    decks = np.array([chance.permutation(52) for _ in range(8)])
    many = ManyTables(8, game, encoding="features")
    seen, info = many.reset(options={"decks": decks})
    assert seen in many.observation_space
    assert (many.action_masks() == (info["action_mask"] == 1)).all()
    for table, order in enumerate(decks):
        alone, _ = one.reset(options={"deck": order})
        assert (alone == seen[table]).all()
    after, _, over, _, info = many.step(np.zeros(8, int))
    for table, order in enumerate(decks):
        one.reset(options={"deck": order})
        alone, _, ended, _, _ = one.step(0)
        assert ended == over[table]
        assert (alone == (info["final_obs"] if ended else after)[table]).all()


def test_a_card_that_lies_face_down_leaves_no_trace() -> None:
    game = GAMES["mississippi"]
    one = OneTable("mississippi", encoding="features")
    cards = [deck("mississippi", "As Kd", "", board) for board in ("2c 7d 9h", "Ac Ad Ah")]
    first, second = (one.reset(options={"deck": order})[0] for order in cards)
    assert (first == second).all()
    assert not first[features(game).parts["board"]].any()
    nothing = np.full((1, observations.observation_layout(game).size), observations.UNSEEN, np.int8)
    assert not features(game).rows(nothing).any(), "a table at which no round has ended has no last observation"


def test_a_joker_stands_in_the_plane_and_has_no_rank() -> None:
    joker = features(GAMES["dj-wild"])
    seen = joker.rows(np.array([[52, 0, 51, 4, 8, 0, 2]], np.int8))[0]
    assert joker.parts["own"] == slice(0, 53 + 13)
    # The deuce, three and four are of one suit, which comes first; the ace is of another.
    assert np.flatnonzero(seen[:53]).tolist() == [0, 4, 8, 49, 52]
    assert np.flatnonzero(seen[53:66]).tolist() == [0, 1, 2, 12]
    assert joker.space.shape == seen.shape
    assert "hand" not in joker.parts


def test_what_may_be_done_is_asked_for_by_the_name_that_learners_use() -> None:
    env = gymnasium.make("croupier/CrazyFourPoker-v0")
    for own, offered in (("As Ah 2c 3d 4h", [True] * 4), ("Ks Kh 2c 3d 4h", [True, True, False, False])):
        env.reset(options={"deck": deck("crazy-four", own, "5c 6c 7d 8h 9d")})
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert masks.tolist() == offered
    env.step(1)
    assert not env.get_wrapper_attr("action_masks")().any()


def test_an_encoding_that_there_is_not_is_refused() -> None:
    with pytest.raises(Refused, match="no encoding 'pixels'; there are 'numbers', 'features'"):
        OneTable("three-card", encoding="pixels")
