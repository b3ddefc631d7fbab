"""A decision that was faced: one hand at a time says what the whole game says of it."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from croupier.cards import DECK, parse_cards
from croupier.games import GAMES
from croupier.games.uth import UTH
from croupier.lab.solution_cache import cached_solution
from croupier.rules.game import Game
from croupier.rules.wagers import PROGRESSIVE
from croupier.strategy.advice import advise
from croupier.strategy.review import DecisionContext, by_strategies, hand_class, rule_words, titles, worth
from depth import first_of


def tables(game: Game) -> dict[str, str]:
    return {bet: offered[0] for bet, offered in game.rule_sets[0].tables.items() if bet != PROGRESSIVE}


def faced(game: Game, own: str, board: str = "", up: str = "", down: int | None = None) -> DecisionContext:
    cards = {"own": parse_cards(own), "board": parse_cards(board), "up": parse_cards(up)}
    return DecisionContext(game=game, **cards, down=down, tables=tables(game))


@pytest.mark.parametrize("key", first_of([key for key in GAMES if key != "uth"]))
def test_every_other_game_is_worth_what_advice_says(key: str) -> None:
    game, chance = GAMES[key], random.Random(3)
    for street in range(len(game.streets)):
        cards = chance.sample(DECK, 12)
        own, up = tuple(cards[:7][: game.layout.own]), tuple(cards[11 : 11 + game.layout.up])
        board = tuple(cards[7 : 7 + game.board_at(street)])
        down = street + 1 if key == "mississippi" else None
        one = DecisionContext(game=game, own=own, board=board, up=up, down=down, tables=tables(game))
        assert worth(one) == advise(game, own, board, up, down=down).choices
        assert set(by_strategies(one)) == set(titles(game))
        assert set(by_strategies(one).values()) <= set(worth(one))
        assert rule_words(one, worth(one))
        bests = [{choice: Fraction(choice == best) for choice in worth(one)} for best in worth(one)]
        agrees = [values for values in bests if "Here it errs: " not in rule_words(one, values)]
        assert len(agrees) == 1, "a rule says one thing, and where another is best it says that it errs"
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
    assert worth(one) == advise(UTH, one.own, one.board).choices


def test_where_every_hand_is_a_flush_its_cards_are_the_kind() -> None:
    assert hand_class(faced(GAMES["flushes-gone-wild"], "Kc 9c 7d 4h 3s")) == "two-card flush"


def test_a_cost_is_the_best_less_the_chosen() -> None:
    one = faced(UTH, "Kc 5d")
    found = cached_solution().choices(one.own, ())
    assert worth(one)["bet4"] - worth(one)["check"] == found["bet4"] - found["check"] > Fraction(0)
