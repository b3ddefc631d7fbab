"""Readable strategies of the six games: the words, the decisions on real cards, and the exact price."""

from __future__ import annotations

import random

import numpy as np
import pytest

from croupier.cards import Card, Cards, parse_cards
from croupier.games import GAMES
from croupier.lab.games.charts.draws import is_outside, ranks_in_line, spread
from croupier.lab.games.one_decision import OneDecision
from croupier.lab.games.solve import playable, solved_game
from croupier.strategy.games.readable import NoSuchStrategy, readable, strategies_of
from croupier.strategy.games.strategy import cost, way_of
from depth import first_of, thorough

QUICK = ("three-card", "caribbean", "crazy-four", "let-it-ride", "mississippi")

COSTS = """
  three-card   q-6-4            3.3730
  three-card   like-the-dealer  3.4491
  three-card   every-hand       7.6538
  caribbean    a-k-j-8-3        5.3163
  caribbean    up-card          5.2245
  caribbean    pairs            5.4696
  crazy-four   k-q-8-4          3.4189
  crazy-four   like-the-dealer  5.0272
  let-it-ride  list             3.5057
  let-it-ride  simple           3.7991
  mississippi  points           4.9149
  mississippi  simple          10.6738
"""


@pytest.mark.parametrize("row", first_of(COSTS.strip().splitlines()), ids=lambda row: " ".join(row.split()[:2]))
def test_what_each_costs(row: str) -> None:
    key, name, percent = row.split()
    priced = cost(readable(GAMES[key], name))
    assert f"{float(priced.edge) * 100:.4f}" == percent
    assert priced.mistakes >= 0
    assert priced.played.deals == priced.best.deals


@pytest.mark.slow
@pytest.mark.parametrize(("name", "percent"), [("simple", "3.3971"), ("up-card", "2.9041")])
def test_what_four_card_costs(name: str, percent: str) -> None:
    assert f"{float(cost(readable(GAMES['four-card'], name)).edge) * 100:.4f}" == percent


@pytest.mark.parametrize(
    ("key", "name"), first_of([("three-card", "q-6-4"), ("let-it-ride", "list"), ("mississippi", "points")])
)
def test_some_are_the_best_play_to_the_last_deal(key: str, name: str) -> None:
    priced = cost(readable(GAMES[key], name))
    assert priced.edge == solved_game(GAMES[key]).edge
    assert priced.mistakes == 0


def test_every_game_has_strategies_with_words() -> None:
    for game in GAMES.values():
        for name, strategy in strategies_of(game).items():
            assert strategy.words
            assert strategy.name == name
            assert strategy.to_dict()["game"] == game.key
    assert all(strategies_of(GAMES[key]) for key in (*QUICK, "four-card"))


def test_an_unknown_strategy_is_refused_with_the_known_ones() -> None:
    with pytest.raises(NoSuchStrategy, match="'wizard' for Caribbean Stud Poker; there are a-k-j-8-3, up-card, pairs"):
        readable(GAMES["caribbean"], "wizard")


UP_CARDS = """
  2s 2h 5d 4c 3s | Ah | bet2 | a pair
  As Kd 9h 7c 2s | 9d | bet2 | the dealer's card is one of mine
  As Kd 9h 7c 2s | Ad | fold | an ace, and neither queen nor jack
  As Kd Jh 7c 2s | Ad | bet2 | an ace, and a jack
  As Kd Qh 7c 2s | 6d | bet2 | a queen, and a card below my fourth
  As Kd Qh 7c 2s | 8d | fold | a queen, and a card above my fourth
  As Kd Jh 7c 2s | 6d | fold | a jack is not enough there
  As Qd Jh 7c 2s | 7d | fold | less than ace and king
"""


@thorough
@pytest.mark.parametrize("row", first_of(UP_CARDS.strip().splitlines()), ids=lambda row: row.split("|")[3].strip())
def test_caribbean_by_the_dealers_card(row: str) -> None:
    hand, up, choice, _ = (part.strip() for part in row.split("|"))
    made = playable(GAMES["caribbean"])
    assert isinstance(made, OneDecision)
    way = way_of(readable(GAMES["caribbean"], "up-card"), made)
    for place, shown in _places(made, parse_cards(hand), parse_cards(up)[0]):
        assert made.choices[way[place, shown]] == choice


def _places(made: OneDecision, own: Cards, up: Card) -> list[tuple[int, int]]:
    """Where a hand and the dealer's card stand in the table, suits renamed."""
    from croupier.lab.hands.cardsets import suit_twins

    rows = {tuple(row): place for place, row in enumerate(made.duels.own.tolist())}
    found = []
    for twin in suit_twins((*own, up)):
        place = rows.get(tuple(sorted(map(int, twin[:-1]))))
        if place is not None:
            found.append((place, int(np.flatnonzero(made.duels.up[place] == int(twin[-1]))[0])))
    assert found
    return found


RIDES = """
  Ts Th 2c       | yes | a pair that pays
  9s 9h 2c       | no  | a pair that does not
  As Ks Ts       | yes | three to a royal flush
  3s 4s 5s       | yes | three suited in a row
  2s 3s 4s       | no  | the exception
  As 2s 3s       | no  | the other exception
  8s 9s Js       | yes | one gap and a high card
  6s 7s 9s       | no  | one gap and none
  8s Ts Qs       | yes | two gaps and two high cards
  7s 9s Js       | no  | two gaps and one
  As 2s 4s       | no  | an ace beside low cards is not high
  2s 5s 9s Ks    | yes | four suited
  5s 6h 7d 8c    | yes | open at both ends
  As Kh Qd Tc    | yes | four of the five highest
  As 2h 3d 4c    | no  | open at one end
  5s 6h 8d 9c    | no  | a gap
"""


@pytest.mark.parametrize("row", RIDES.strip().splitlines(), ids=lambda row: row.split("|")[2].strip())
def test_the_list_of_let_it_ride(row: str) -> None:
    cards, rides, _ = (part.strip() for part in row.split("|"))
    rule = readable(GAMES["let-it-ride"], "list").rule
    assert rule(parse_cards(cards)) == (rides == "yes")


POINTS = """
  2s 2h          | 1 | 3 | any pair
  Js 2h          | 1 | 1 | two points
  Ts 6h          | 1 | 1 | two middle cards
  6s 5s          | 1 | 1 | six and five suited
  6s 5h          | 1 | 0 | and not suited
  6s 6h 2d       | 2 | 3 | a pair of sixes
  2s 2h 9d       | 2 | 1 | a low pair
  5s 6s 7s       | 2 | 3 | three suited in a row
  4s 5s 6s       | 2 | 1 | too low a row
  4s 5h 6d       | 2 | 1 | three in a row from 4-5-6
  3s 4h 5d       | 2 | 0 | too low a row, and not suited
  5s 6h 8d       | 2 | 1 | one gap and two middle cards
  As 2s 4s       | 2 | 1 | an ace beside low cards is not high
  2s 7s Js Ks    | 3 | 3 | four suited
  5s 6h 7d 8c    | 3 | 3 | an outside straight
  4s 5h 6d 7c    | 3 | 1 | too low an outside straight
  6s 7h 2d 9c    | 3 | 0 | three middle cards
  6s 7h 2d 9c    | 5 | 1 | three middle cards after a 3x
"""


@pytest.mark.parametrize("row", POINTS.strip().splitlines(), ids=lambda row: row.split("|")[3].strip())
def test_the_points_of_mississippi(row: str) -> None:
    cards, down, times, _ = (part.strip() for part in row.split("|"))
    rule = readable(GAMES["mississippi"], "points").rule
    assert rule(parse_cards(cards), int(down)) == int(times)


def test_a_strategy_decides_alike_whatever_the_suits_are_called() -> None:
    from croupier.lab.hands.cardsets import suit_twins

    chance, rule = random.Random(4), readable(GAMES["mississippi"], "points").rule
    for _ in range(200):
        cards = tuple(map(Card, chance.sample(range(52), chance.choice((2, 3, 4)))))
        assert len({rule(twin, 5) for twin in suit_twins(cards)}) == 1


def test_draws() -> None:
    assert ranks_in_line(parse_cards("As 2h 3d")) == [-1, 0, 1]
    assert [spread(parse_cards(text)) for text in ("As 2h 3d", "As Kh Td", "As Kh 9d", "2s 2h 3d")] == [3, 5, 0, 0]
    assert is_outside(parse_cards("9s Th Jd Qc"))
    assert not is_outside(parse_cards("Js Qh Kd Ac"))
