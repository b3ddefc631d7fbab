"""A decision that was faced: one hand at a time says what the whole game says of it."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from croupier.cards import DECK, parse_cards
from croupier.games import GAMES
from croupier.games.uth import UTH
from croupier.lab.games.solve import playable
from croupier.lab.hands.cardsets import numbers
from croupier.lab.known import solved
from croupier.lab.uth.rows import row_of
from croupier.rules.game import Game
from croupier.rules.wagers import PROGRESSIVE
from croupier.strategy.advice import advise
from croupier.strategy.decide import decisions
from croupier.strategy.faced import Faced, by_strategies, hand_class, rule_words, titles, worth
from croupier.strategy.games.advice import advise as advise_game
from croupier.strategy.games.readable import strategies_of
from croupier.strategy.games.strategy import way_of
from croupier.strategy.readable import HOUSE, WIZARD
from depth import first_of, thorough


def tables(game: Game) -> dict[str, str]:
    return {bet: offered[0] for bet, offered in game.rule_sets[0].tables.items() if bet != PROGRESSIVE}


def faced(game: Game, own: str, board: str = "", up: str = "", down: int | None = None) -> Faced:
    cards = {"own": parse_cards(own), "board": parse_cards(board), "up": parse_cards(up)}
    return Faced(game=game, **cards, down=down, tables=tables(game))


@thorough
def test_at_the_river_one_hand_is_judged_as_all_of_them_are() -> None:
    chance = random.Random(14)
    made = {one.name: decisions(one) for one in (WIZARD, HOUSE)}
    for _ in range(300):
        cards = tuple(chance.sample(DECK, 7))
        own, board = cards[:2], cards[2:]
        row = row_of(own, board)
        said = by_strategies(Faced(game=UTH, own=own, board=board, tables=tables(UTH)))
        for name, decided in made.items():
            bets = (decided.river_flush if row.flush else decided.river_plain)[row.board, row.pair]
            assert said[name] == ("bet1" if bets else "fold"), (cards, name)


def test_a_rule_for_all_hands_says_the_same_of_one() -> None:
    game = GAMES["three-card"]
    made = playable(game)
    places = numbers(made.duels.own)  # type: ignore[union-attr]
    ways = {name: way_of(strategies_of(game)[name], made) for name in titles(game)}
    chance = random.Random(14)
    for _ in range(60):
        at = chance.randrange(len(places))
        own = tuple(DECK[card] for card in made.duels.own[at])  # type: ignore[union-attr]
        said = by_strategies(Faced(game=game, own=own, tables=tables(game)))
        for name, way in ways.items():
            assert said[name] == made.choices[int(way[at, 0])], (own, name)  # type: ignore[union-attr,call-overload]


@pytest.mark.parametrize("key", first_of([key for key in GAMES if key != "uth"]))
def test_every_other_game_is_worth_what_advice_says(key: str) -> None:
    game, chance = GAMES[key], random.Random(3)
    for street in range(len(game.streets)):
        cards = chance.sample(DECK, 12)
        own, up = tuple(cards[:7][: game.layout.own]), tuple(cards[11 : 11 + game.layout.up])
        board = tuple(cards[7 : 7 + street])
        down = street + 1 if key == "mississippi" else None
        one = Faced(game=game, own=own, board=board, up=up, down=down, tables=tables(game))
        assert worth(one) == advise_game(game, own, board, up, down=down).choices
        assert set(by_strategies(one)) == set(titles(game))
        assert set(by_strategies(one).values()) <= set(worth(one))
        assert rule_words(one)
        assert hand_class(one)


KINDS = """
  Kc 5d |                | offsuit kings
  7s 7d |                | pairs
  9c 7d | 9h 4s 2d       | a hidden pair
  9c 7d | Ah 4s 2d       | ten high and lower
  Kc 7c | Ac 4c 2d       | four to a flush
  Kc 3d | Ah Qs 8d 6c 9h | 18 dealer outs or fewer
  4c 3d | Ah Qs 8d 6c 9h | 23 dealer outs or more
"""


@pytest.mark.parametrize("line", KINDS.strip().splitlines())
def test_kinds_of_hands(line: str) -> None:
    own, board, kind = (part.strip() for part in line.split("|"))
    one = faced(UTH, own, board)
    assert hand_class(one) == kind
    assert worth(one) == advise(one.own, one.board).choices


def test_a_cost_is_the_best_less_the_chosen() -> None:
    one = faced(UTH, "Kc 5d")
    found = solved().choices(one.own, ())
    assert worth(one)["bet4"] - worth(one)["check"] == found["bet4"] - found["check"] > Fraction(0)
