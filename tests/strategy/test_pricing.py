"""What written strategies cost: the same as by the house's other ways to play them out, and nothing for the best."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from croupier.cards import parse_cards
from croupier.games import GAMES
from croupier.lab.solver import solver
from croupier.lab.solver.any_game import general_solution
from croupier.strategy import Price, decision, parse, price, published, search
from croupier.strategy.pricing.any_game import GeneralPricingModel
from croupier.strategy.pricing.model import choices_of
from croupier.strategy.pricing.price import price_on, pricing_model_of
from depth import first_of, thorough
from high_card import registered
from own_game import admitted


@thorough
@pytest.mark.parametrize("name", ["wizard", pytest.param("pocket", marks=pytest.mark.slow)])
def test_a_strategy_for_ultimate_texas_holdem_costs_what_playing_every_deal_out_says(name: str) -> None:
    found = price(published("uth")[name])
    check_played_out(found)
    assert sum(used.cost for used in found.used) == found.cost == sum(each.cost for each in found.mistakes)


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
    check_played_out(price(published(game)[name]))


def check_played_out(found: Price) -> None:
    """The same edge, the same bets and the same decisions, counted over all deals."""
    model = pricing_model_of(found.strategy.of)
    played = model.play(model.way(choices_of(model, found.strategy)))
    assert found.edge == played.edge
    assert found.best_edge == solver(found.strategy.of).solve().edge
    assert found.average_bet == played.average_bet
    for street, shares in found.frequencies.items():
        assert {choice: share for choice, share in played.frequencies[street].items() if share} == {
            choice: share for choice, share in shares.items() if share
        }


@thorough
@pytest.mark.parametrize(
    "game",
    ["three-card", "let-it-ride", "mississippi", *(pytest.param(key, marks=pytest.mark.slow) for key in
     ("caribbean", "crazy-four"))],
)  # fmt: skip
def test_the_general_solver_prices_a_strategy_as_the_games_own_does(game: str) -> None:
    general, own = GeneralPricingModel(general_solution(GAMES[game])), pricing_model_of(GAMES[game])
    for strategy in published(game).values():
        found, known = price_on(general, strategy), price_on(own, strategy)
        assert (found.edge, found.best_edge, found.average_bet) == (known.edge, known.best_edge, known.average_bet)
        assert [(used.share, used.cost) for used in found.used] == [(used.share, used.cost) for used in known.used]


MINE = {
    "high-card": ("play with court card or better\nfold with high card A\nplay with high card 8+", "7s", "fold"),
    "common-third": (
        "first:\n2x with A2+\nlast:\n1x with pair or better or own high card 9+\n1x with board high card 2-J",
        "8s 2h Kd",
        "fold",
    ),
}


@pytest.mark.parametrize("key", MINE)
def test_a_strategy_for_a_game_of_somebodys_own_costs_what_playing_every_deal_out_says(key: str) -> None:
    rules, cards, choice = MINE[key]
    with registered(), admitted():
        game = GAMES[key]
        mine = parse(f"game: {key}\nname: mine\n{rules}")
        found = price(mine)
        check_played_out(found)
        assert found.cost > 0
        assert sum(used.cost for used in found.used) == found.cost
        seen = parse_cards(cards)
        assert decision(mine, seen[: game.layout.own], seen[game.layout.own :]).choice == choice


def test_a_search_finds_a_strategy_for_a_game_of_somebodys_own() -> None:
    with admitted():
        found = search("common-third", 3)
        assert found.price.best_edge < found.price.edge < Fraction(4, 100)


def test_a_strategy_that_says_the_same_as_the_best_play_costs_nothing() -> None:
    for game, name in (("three-card", "q-6-4"), ("let-it-ride", "list"), ("mississippi", "points")):
        found = price(published(game)[name])
        assert found.cost == 0
        assert not found.mistakes


@thorough
def test_a_check_on_the_flop_is_worth_what_the_solved_game_says_if_the_river_is_played_best() -> None:
    model = pricing_model_of(GAMES["uth"])
    best = [np.where(values[0] >= 0, 0, 1).astype(np.int8) for values in model.worth(2)]
    (solved,), (played,) = model.worth(1), model.worth(1, [best])
    assert (solved[1] == played[1]).all()
    flop = [np.where(solved[0] >= solved[1], 0, 1).astype(np.int8)]
    (starts,), (by_play,) = model.worth(0), model.worth(0, [flop, best])
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
def test_always_4x_bets_six_antes_in_every_round() -> None:
    found = price(published("uth")["always-4x"])
    check_played_out(found)
    assert found.average_bet == Fraction(6)
