"""The six games solved are the six games worked out again, by code that shares nothing with the solver."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.games import GAMES
from croupier.hands import four, three
from croupier.lab.games.duels import Duels
from croupier.lab.games.one_decision import one_decision
from croupier.lab.games.solution import Solution
from croupier.lab.games.solve import solved_game
from croupier.rules.paytables import paytable
from depth import first_of, thorough
from proofs.games import felt
from proofs.games.best import Best, Counted, counted_game, dealt_three_card, outcomes
from proofs.games.counted import counts
from proofs.games.dealt import met
from proofs.games.holdings import classes
from proofs.games.streets import Played, let_it_ride, mississippi
from proofs.games.worth import masks, worth_four, worth_three

RANKINGS: dict[str, tuple[Callable[..., int], Callable[[Sequence[Card]], int], int, int]] = {
    "three": (worth_three, three.strength, 3, 12),
    "four": (worth_four, four.strength, 4, 16),
    "four of five": (worth_four, four.strength, 5, 16),
    "four of six": (worth_four, four.strength, 6, 16),
}


@pytest.mark.parametrize("kind", first_of(RANKINGS))
@given(deck=st.permutations(range(52)), few=st.integers(6, 52))
def test_hands_stand_in_the_order_of_the_plain_evaluator(kind: str, deck: list[int], few: int) -> None:
    ours, theirs, size, shift = RANKINGS[kind]
    # The lowest cards alone make straights, flushes and ties as often as high cards.
    deck = [card for card in deck if card < max(few, 2 * size)]
    first, second = deck[:size], deck[-size:]
    worth = [ours(*masks(hand)) for hand in (first, second)]
    strength = [theirs([Card(card) for card in hand]) for hand in (first, second)]
    assert (worth[0] < worth[1], worth[0] == worth[1]) == (strength[0] < strength[1], strength[0] == strength[1])
    assert [one >> 26 for one in worth] == [one >> shift for one in strength]


@thorough
def test_there_are_134459_different_hands_of_five() -> None:
    assert [len(classes(cards)[0]) for cards in (2, 3, 4, 5)] == [169, 1_755, 16_432, 134_459]


def _agree(solution: Solution, proof: Best | Played) -> None:
    """Value, variance and frequencies, as fractions."""
    assert solution.value == proof.value
    assert solution.variance == proof.square - proof.value**2
    assert list(solution.frequencies.values()) == proof.frequencies


def test_three_card_dealt_out() -> None:
    proof = dealt_three_card()
    assert proof.value == Fraction(-686_689, 20_358_520)
    _agree(solved_game(GAMES["three-card"]), proof)


@thorough
def test_let_it_ride_dealt_out() -> None:
    proof = let_it_ride(felt.LET_IT_RIDE)
    assert proof.value == Fraction(-37_963, 1_082_900)
    _agree(solved_game(GAMES["let-it-ride"]), proof)


@thorough
@pytest.mark.parametrize(
    ("name", "pays", "value"),
    first_of(
        [
            ("MS-01", felt.MISSISSIPPI, Fraction(-53_223, 1_082_900)),
            ("MS-02", felt.MISSISSIPPI_AT_BARONA, Fraction(-671, 17_850)),
        ]
    ),
)
def test_mississippi_dealt_out(name: str, pays: tuple[dict[int, int], list[int]], value: Fraction) -> None:
    proof = mississippi(pays)
    assert proof.value == value
    _agree(solved_game(GAMES["mississippi"], {"mississippi": paytable(name, "mississippi")}), proof)


def _masks_of(own: NDArray[np.uint8]) -> NDArray[np.int64]:
    made = np.zeros((len(own), 4), np.int64)
    for column in own.T.astype(np.int64):
        made[np.arange(len(own)), column & 3] |= 1 << (column >> 2)
    return made


def _counted(duels: Duels, of: NDArray[np.int64] | int | slice = slice(None)) -> NDArray[np.int32]:
    unqualified, beaten, equal = (counts[of] for counts in (duels.unqualified, duels.beaten, duels.equal))
    return np.stack([unqualified, beaten, equal, duels.dealers - unqualified - beaten - equal], axis=-1)


@thorough
@pytest.mark.parametrize("key", first_of(["caribbean", "four-card", "crazy-four"]))
def test_some_hands_with_every_card_shown(key: str) -> None:
    """Counted by subsets and counted by ranks and suits: hand by hand, card by card."""
    rules, duels = felt.FELTS[key], one_decision(GAMES[key]).duels
    some = np.array(random.Random(key).sample(range(len(duels.own)), 150))
    hands = _masks_of(duels.own[some])
    worth = np.array([rules.worth(*hand) for hand in hands.tolist()])
    found = outcomes(rules, worth, counts(rules, hands))
    if rules.up:
        found = np.take_along_axis(found, duels.up[some].astype(np.int64)[:, :, None], axis=1)
    assert (_counted(duels, some) == found).all()


@thorough
@pytest.mark.parametrize(("key", "times"), first_of([("caribbean", 60), ("four-card", 12), ("crazy-four", 12)]))
def test_some_hands_against_every_hand_of_the_dealer(key: str, times: int) -> None:
    """Counted by subsets and dealt out, every hand of the dealer's looked at by itself."""
    duels, chance = one_decision(GAMES[key]).duels, random.Random(key)
    for _ in range(times):
        hand, shown = chance.randrange(len(duels.own)), chance.randrange(duels.up.shape[1])
        up = [int(duels.up[hand, shown])] if felt.FELTS[key].up else []
        assert tuple(_counted(duels, hand)[shown].tolist()) == met(felt.FELTS[key], duels.own[hand].tolist(), up)


@thorough
def test_crazy_four_counted_again() -> None:
    _whole(counted_game("crazy-four"), "crazy-four")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["caribbean", "four-card"])
def test_the_whole_game_counted_again(key: str) -> None:
    _whole(counted_game(key), key)


def _whole(proof: Counted, key: str) -> None:
    """Every hand with every card shown, and then the whole game."""
    duels = one_decision(GAMES[key]).duels
    hands = _masks_of(duels.own)
    # The proof has the suit with the highest mask first.
    named = np.argsort(-hands, axis=1, kind="stable")
    at = {tuple(hand): row for row, hand in enumerate(proof.hands.tolist())}
    row = np.array([at[tuple(hand)] for hand in np.take_along_axis(hands, named, axis=1).tolist()])
    assert (proof.weight[row] == duels.weight).all()
    shown = np.zeros_like(duels.up, np.int64)
    if proof.felt.up:
        up = duels.up.astype(np.int64)
        shown = up & ~3 | np.take_along_axis(np.argsort(named, axis=1), up & 3, axis=1)
    assert (_counted(duels) == proof.outcome[row[:, None], shown]).all()
    _agree(solved_game(GAMES[key]), proof.best())
