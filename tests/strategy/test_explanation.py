"""The rule that applies, in words: it is one that the strategy really has, and does what the priced strategy does."""

from __future__ import annotations

import random

import pytest

from croupier.cards import DECK, Cards, parse_cards
from croupier.games import GAMES
from croupier.games.uth.teaching import dealer_outs
from croupier.hands import strength
from croupier.lab.hands.cardsets import set_number, suit_twins
from croupier.lab.hands.starts import hole_index, start_of_hole
from croupier.lab.uth.flops import class_of
from croupier.lab.uth.rows import row_of
from croupier.strategy import published
from croupier.strategy.explanation import explain, strategies_named, taught_strategy
from croupier.strategy.language.strategy import Strategy
from croupier.strategy.pricing.model import choices_of
from croupier.strategy.pricing.price import pricing_model_of
from depth import first_of, thorough

# game | own | board | up | base bets down | what the coach says
SAYINGS = """
  uth         | Kc 5d | | | | K5 offsuit or better: bet 4x
  uth         | Kc 4d | | | | K4 offsuit; only K5 offsuit or better is bet 4x: check
  uth         | Kc 2c | | | | any suited king: bet 4x
  uth         | 2c 2d | | | | a pair of deuces; only a pair of threes or better is bet 4x: check
  uth         | 3c 3d | | | | a pair of threes or better: bet 4x
  uth         | Tc 9c | | | | no ten-high hand is bet 4x: check
  uth         | Jc Td | | | | JT offsuit: bet 4x
  uth         | 9c 5d | 9h 7s 2c | | | a hidden pair (a pair with a card of your own), except pocket deuces: bet 2x
  uth         | 5d 6c | 7h 8s 9d | | | two pair or better: bet 2x
  uth         | 9c 5d | 9h 7s 2c Kd Jd | | | a pair or better of your own (a better kind of hand than the board alone): bet 1x
  uth         | Ac 3d | Kh Ks Qc Qd 7h | | | fewer than 21 dealer outs (unseen cards that, alone with the board, beat you); there are 4: bet 1x
  three-card  | Qs 6h 4d | | | | queen, six and four or better: bet 1x
  three-card  | Qs 6h 3d | | | | less than queen, six and four: fold
  caribbean   | As Kd 9h 7c 2s | | 9d | | ace and king, and you hold the rank of the dealer's card, a two to a queen: bet 2x
  caribbean   | As Kd 9h 7c 2s | | Ad | | ace and king without what the dealer's card asks for: fold
  four-card   | 9s 9h 2d 3c 5h | | Kd | | another pair, of threes or better: bet 1x
  four-card   | 9s 9h 2d 3c 5h | | 8d | | a pair of nines to queens that the dealer's card does not outrank: bet 3x
  four-card   | 2s 2h 7d 3c 5h | | 8d | | a pair of twos, and the dealer shows no two: fold
  crazy-four  | Ks Qh 8d 4c 2s | | | | king, queen, eight and four or better, but less than a pair of aces: bet 1x
  let-it-ride | 8s 9s Js | | | | three suited with one gap and a high card (a ten or better): let it ride
  let-it-ride | 2s 3s 4s | 9h | | | nothing that pays, not four suited, and no four in a row that are open at both ends: pull back
  mississippi | 6s 7h | 2d 9c | | 3 | no pair, no four to a flush or a straight, and fewer than 4 points: fold
  mississippi | 6s 7h | 2d 9c | | 5 | three sixes to tens, after any 3x: bet 1x
"""  # noqa: E501


@pytest.mark.parametrize("row", SAYINGS.strip().splitlines(), ids=lambda row: row.split("|")[-1].strip()[:40])
def test_what_the_coach_says(row: str) -> None:
    game, own, board, up, down, words = (part.strip() for part in row.split("|"))
    cards = (parse_cards(text) for text in (own, board, up))
    assert explain(taught_strategy(GAMES[game]), *cards, int(down) if down else None).sentence == words


@pytest.mark.parametrize("key", [key for key in GAMES if published(key)])
def test_every_strategy_that_a_game_is_taught_by_is_one_that_it_has(key: str) -> None:
    game = GAMES[key]
    assert game.teaching.drills, "the coach explains it by the first of these"
    for names in (game.teaching.drills, game.teaching.play, game.teaching.page):
        assert [(one.game, one.name) for one in strategies_named(game, names)] == [(key, name) for name in names]
    for name in game.teaching.page:
        assert all(published(key)[name].paragraphs)


@thorough
@pytest.mark.parametrize("strategy", published("uth").values(), ids=lambda one: one.name)
def test_in_holdem_the_rule_that_is_said_does_what_the_priced_strategy_does(strategy: Strategy) -> None:
    model = pricing_model_of(strategy.of)
    chance, way = random.Random(f"said {strategy.name}"), model.way(choices_of(model, strategy))
    for _ in range(400):
        hole, board = _deal(chance, 2, 5)
        a, b = hole
        start = way.preflop[start_of_hole()[hole_index(a, b)]]
        assert explain(strategy, hole).choice == ("bet4" if start else "check"), hole
        flop = way.flop[class_of((a, b), board[:3])]
        assert explain(strategy, hole, board[:3]).choice == ("bet2" if flop else "check"), (hole, board[:3])
        row = row_of(hole, board)
        river = (way.river_flush if row.flush else way.river_plain)[row.board, row.pair]
        assert explain(strategy, hole, board).choice == ("bet1" if river else "fold"), (hole, board)


def _deal(chance: random.Random, *sizes: int) -> list[Cards]:
    cards = chance.sample(DECK, sum(sizes))
    return [tuple(cards[sum(sizes[:i]) : sum(sizes[: i + 1])]) for i in range(len(sizes))]


_DUELS = [
    pytest.param(strategy, id=f"{key} {strategy.name}", marks=[pytest.mark.slow] if key == "four-card" else [])
    for key in ("three-card", "caribbean", "crazy-four", "four-card")
    for strategy in published(key).values()
]


@pytest.mark.parametrize("strategy", first_of(_DUELS))
def test_against_a_dealer_the_rule_that_is_said_does_what_the_priced_strategy_does(strategy: Strategy) -> None:
    chance, game, model = random.Random(f"said {strategy.name}"), strategy.of, pricing_model_of(strategy.of)
    ((chosen,),), (place,) = choices_of(model, strategy), model.places
    seen = place.parts[0]
    rows = {tuple(row): at for at, row in enumerate(seen.own.reshape(len(seen.own), -1).tolist())}
    for _ in range(300):
        own, up = _deal(chance, game.layout.own, game.layout.up)
        for twin in suit_twins((*own, *up)):
            at = rows.get(tuple(sorted(map(int, twin[: len(own)]))))
            if at is not None:
                column = seen.up[at].tolist().index(int(twin[-1])) if up and seen.up is not None else 0
                assert explain(strategy, own, up=up).choice == place.choices[chosen[at, column]], (own, up)
                break
        else:
            raise AssertionError("every hand is in the table")


_STREETS = [one for key in ("let-it-ride", "mississippi") for one in published(key).values()]


@pytest.mark.parametrize("strategy", first_of(_STREETS), ids=lambda one: f"{one.game} {one.name}")
def test_street_by_street_the_rule_that_is_said_does_what_the_priced_strategy_does(strategy: Strategy) -> None:
    chance, game, model = random.Random(f"said {strategy.name}"), strategy.of, pricing_model_of(strategy.of)
    way = model.way(choices_of(model, strategy))
    for _ in range(600):
        street = chance.randrange(len(game.streets))
        own, board = _deal(chance, game.layout.own, street)
        down = chance.randint(street + 1, 3 * street + 1)
        found, number = explain(strategy, own, board, down=down).choice, set_number(sorted(map(int, (*own, *board))))
        if game.bets_add_up:
            times = way[street][down, number]
            assert found == (f"bet{times}" if times else "fold"), (own, board, down)
        else:
            assert found == ("ride" if way[street][number] else "pull"), (own, board)


def test_the_dealers_outs_are_counted_one_by_one() -> None:
    chance = random.Random(45)
    for _ in range(300):
        hole, board = _deal(chance, 2, 5)
        beating = [card for card in set(DECK) - {*hole, *board} if strength((*board, card)) > strength((*hole, *board))]
        assert dealer_outs(hole, board) == len(beating)


def test_the_dealers_outs_of_a_hand_that_plays_the_board() -> None:
    assert dealer_outs(parse_cards("2c 3d"), parse_cards("9h Ts Jc Qd Kh")) == 4, "only the aces make a better straight"
    assert dealer_outs(parse_cards("Ah As"), parse_cards("Ac Ad Kc Qd Jh")) == 0
