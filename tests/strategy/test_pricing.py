"""What written strategies cost: the same as by the house's other ways to play them out, and nothing for the best."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from croupier.games import GAMES
from croupier.strategy import parse, price, published
from croupier.strategy.cost import cost as cost_of_uth
from croupier.strategy.games.readable import readable as readable_of
from croupier.strategy.games.strategy import cost as cost_of_game
from croupier.strategy.pricing.ground import lost
from croupier.strategy.pricing.price import ground_of
from croupier.strategy.readable import readable
from depth import first_of, thorough


@thorough
@pytest.mark.parametrize("name", ["wizard", pytest.param("pocket", marks=pytest.mark.slow)])
def test_a_strategy_for_ultimate_texas_holdem_costs_what_playing_every_deal_out_says(name: str) -> None:
    played = cost_of_uth(readable(name))
    found = price(published("uth")[name])
    assert found.edge == played.edge
    assert found.cost == played.mistakes
    assert found.average_bet == played.outcome.average_bet
    assert sum(used.cost for used in found.used) == found.cost == sum(each.cost for each in found.mistakes)
    ends = {choice: share for shares in found.frequencies.values() for choice, share in shares.items()}
    assert {choice: ends[choice] for choice in ("bet4", "bet2", "bet1", "fold")} == {
        choice: share for choice, share in played.outcome.frequencies.items() if share
    }


@pytest.mark.parametrize(
    ("game", "name"),
    first_of(
        [
            ("three-card", "like-the-dealer"),
            pytest.param("caribbean", "up-card", marks=pytest.mark.slow),
            ("crazy-four", "k-q-8-4"),
            ("let-it-ride", "list"),
            ("let-it-ride", "simple"),
            pytest.param("mississippi", "points", marks=pytest.mark.slow),
            ("mississippi", "simple"),
            pytest.param("four-card", "up-card", marks=pytest.mark.slow),
        ]
    ),
)
def test_a_strategy_for_another_game_costs_what_playing_every_deal_out_says(game: str, name: str) -> None:
    played = cost_of_game(readable_of(GAMES[game], name))
    found = price(published(game)[name])
    assert found.edge == played.edge
    assert found.average_bet == played.played.average_bet
    for street, shares in found.frequencies.items():
        assert {choice: share for choice, share in played.played.frequencies[street].items() if share} == {
            choice: share for choice, share in shares.items() if share
        }


def test_a_strategy_that_says_the_same_as_the_best_play_costs_nothing() -> None:
    for game, name in (("three-card", "q-6-4"), ("let-it-ride", "list"), ("mississippi", "points")):
        found = price(published(game)[name])
        assert found.cost == 0
        assert not found.mistakes


@thorough
@pytest.mark.parametrize("game", first_of(["uth", "three-card", "let-it-ride", "mississippi", "crazy-four"]))
def test_the_best_choice_everywhere_gives_up_nothing_and_no_choice_gains(game: str) -> None:
    ground = ground_of(GAMES[game])
    for street, place in enumerate(ground.places):
        worth = ground.worth(street)
        for choice in range(len(place.choices)):
            always = [np.full(part.shape, choice, np.int8) for part in place.parts]
            for part, loss in enumerate(lost(place, worth, always)):
                allowed = place.allowed[part][choice]
                assert (loss >= 0).all() if allowed is None else (loss[np.broadcast_to(allowed, loss.shape)] >= 0).all()


@thorough
def test_a_check_on_the_flop_is_worth_what_the_solved_game_says_if_the_river_is_played_best() -> None:
    ground = ground_of(GAMES["uth"])
    best = [np.where(values[0] >= 0, 0, 1).astype(np.int8) for values in ground.worth(2)]
    (solved,), (played,) = ground.worth(1), ground.worth(1, [best])
    assert (solved[1] == played[1]).all()
    flop = [np.where(solved[0] >= solved[1], 0, 1).astype(np.int8)]
    (starts,), (by_play,) = ground.worth(0), ground.worth(0, [flop, best])
    assert (starts[2] == by_play[2]).all()


def test_the_first_rule_that_fits_decides_and_each_is_charged_for_its_own() -> None:
    found = price(parse("game: three-card\nname: x\nfold with high card K\nplay with Q-6-4 or better"))
    king, rest, nothing = found.used
    assert king.cost == found.cost > 0
    assert rest.cost == nothing.cost == 0
    assert king.share + rest.share + nothing.share == 1
    (worst,) = found.mistakes
    assert (worst.choice, worst.best, worst.own[0].rank) == ("fold", "bet1", 11)
    assert found.to_dict()["used"][0]["rule"] == "fold with high card K"


def test_a_bet_that_is_not_allowed_is_no_rule_there() -> None:
    either = price(parse("game: crazy-four\nname: x\n3x always\n1x with K-Q-8-4 or better"))
    assert either.edge == price(published("crazy-four")["k-q-8-4"]).edge


@pytest.mark.slow
def test_always_4x_has_the_edge_of_the_published_one() -> None:
    found = price(published("uth")["always-4x"])
    assert found.edge == cost_of_uth(readable("always-4x")).edge
    assert found.average_bet == Fraction(6)
