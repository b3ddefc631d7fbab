"""Outs: the cards that are shown are exactly those after which what is said of them holds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from croupier.cards import Cards, parse_cards
from croupier.games import GAMES
from croupier.games.uth.teaching import dealer_outs
from croupier.hands import FIVE, category, strength
from croupier.rules.game import Game
from croupier.rules.outs import counts_outs, outs_at
from high_card import HIGH_CARD
from own_game import COMMON_THIRD

COUNTED = [
    (game, street) for game in GAMES.values() for street in range(len(game.streets)) if counts_outs(game, street)
]
KIND_OF_FEW = {(1,): 0, (2,): 1, (2, 2): 2, (3,): 3, (4,): 7}


def test_outs_are_counted_where_one_card_changes_something() -> None:
    """Not before the flop, where three cards come at once, nor where no card of one's own is to come."""
    assert [(game.key, game.streets[street].key) for game, street in COUNTED] == [
        *(("uth", "flop"), ("uth", "river")),
        *(("mississippi", "third"), ("mississippi", "fourth"), ("mississippi", "fifth")),
        *(("let-it-ride", "three"), ("let-it-ride", "four")),
        *(("holdem-bonus", "flop"), ("holdem-bonus", "turn")),
        ("flushes-gone-wild", "decision"),
    ]


def dealt(game: Game, street: int, seed: int) -> tuple[Cards, Cards]:
    cards = tuple(Random(f"{game.key}/{street}/{seed}").sample(game.deck, game.layout.own + game.board_at(street)))
    return cards[: game.layout.own], cards[game.layout.own :]


def kind(cards: Cards) -> int:
    """The category of the best five of some cards, one five after the other; of fewer, by equal ranks alone."""
    if len(cards) < 5:
        times = Counter(Counter(card.rank for card in cards).values())
        return KIND_OF_FEW[tuple(size for size in (4, 3, 2) for _ in range(times[size])) or (1,)]
    return max(category(strength(five)) for five in combinations(cards, 5))


def pays(game: Game, own: Cards, board: Cards) -> tuple[int, int]:
    """How good a hand without a dealer is: what kind, and of a pair whether it is one that pays, and what."""
    cards = (*own, *board)
    pair = max((rank for rank, times in Counter(card.rank for card in cards).items() if times > 1), default=-1)
    borders = {"let-it-ride": (8,), "mississippi": (4, 9)}[game.key]
    of = kind(cards)
    return (of, 0) if of > 1 else (1, sum(pair >= border for border in borders))


@pytest.mark.parametrize(
    ("game", "street"),
    [each for each in COUNTED if each[0].ranking is FIVE],
    ids=lambda each: getattr(each, "key", each),
)
def test_the_outs_are_exactly_the_cards_after_which_it_is_so(game: Game, street: int) -> None:
    for seed in range(12):
        own, board = dealt(game, street, seed)
        outs = outs_at(game, own, board)
        assert outs is not None
        unseen = [card for card in game.deck if card not in (*own, *board)]
        if outs.against:
            mine = max(strength(five) for five in combinations((*own, *board), 5))
            right = {c for c in unseen if max(strength(five) for five in combinations((*board, c), 5)) > mine}
            assert len(right) == dealer_outs(own, board), "the number that a rule of the strategy asks for"
        elif game.layout.dealer:
            gains = {c: kind((*own, *board, c)) - kind((*own, *board)) for c in unseen}
            right = {c for c, gain in gains.items() if gain > kind((*board, c)) - kind(board)}
        else:
            right = {c for c in unseen if pays(game, own, (*board, c)) > max(pays(game, own, board), (1, 0))}
        assert {out.card for out in outs.cards} == right, (own, board)
        assert outs.unseen == len(unseen)


WHY = """
  uth               | Qc 4d    | 9h 9s Kc 7d 2h | 9c | gives the dealer three of a kind, nines
  uth               | Qc 4d    | 9h 9s Kc 7d 2h | Ks | gives the dealer two pair, kings and nines
  uth               | Qc 4d    | 9h 9s Kc 7d 2h | Ad | gives the dealer a pair of nines, and the ace decides
  uth               | Qh 4d    | 9h 8h Kh 7h 2c | Ah | gives the dealer a flush, and the ace decides
  uth               | Qh Jh    | Th 9h 2c       | Kd | gives you a straight, nine to king
  uth               | Qh Jh    | Th 9h 2c       | 2h | gives you a flush
  holdem-bonus      | Qh Jh    | Th 9h 2c 2d    | Jc | gives you two pair, jacks and deuces
  let-it-ride       | Qh Jh Th |                | Tc | gives you a pair of tens
  mississippi       | Qh 4c    | 6h 4h          | 4s | gives you three of a kind, fours
  flushes-gone-wild | Qh 4h 3d 9h 7s |          | 2s | gives you a four-card flush
"""


@pytest.mark.parametrize("row", WHY.strip().splitlines())
def test_every_out_says_what_it_gives_to_whom(row: str) -> None:
    key, own, board, card, why = (cell.strip() for cell in row.split("|"))
    outs = outs_at(GAMES[key], parse_cards(own), parse_cards(board))
    assert outs is not None
    assert [out.why for out in outs.cards if str(out.card) == card] == [why]


def test_a_game_of_ones_own_has_outs_as_its_value_says() -> None:
    """Two own cards and a third that is common: with it the dealer's two hidden ones are no hand with one card."""
    outs = outs_at(COMMON_THIRD, parse_cards("Qh Jh"))
    assert outs is not None
    assert outs.words.endswith("unseen cards would give you a better kind of hand")
    assert {out.why for out in outs.cards if str(out.card) == "Th"} == {"gives you a straight flush, ten to queen"}
    assert outs_at(COMMON_THIRD, parse_cards("Qh Jh"), parse_cards("Th")) is None
    assert outs_at(HIGH_CARD, parse_cards("Kh")) is None


def test_a_card_that_helps_everybody_alike_is_no_out() -> None:
    outs = outs_at(GAMES["uth"], parse_cards("Qh Jh"), parse_cards("Th 9h 2c"))
    assert outs is not None
    assert not {"2d", "Ts"} & {str(out.card) for out in outs.cards}, "the board pairs"
    assert outs.words.startswith("21 of the 47 unseen cards would give you a better kind of hand")
    sixes = outs_at(GAMES["uth"], parse_cards("6c 6h"), parse_cards("Qs As 4s"))
    assert sixes is not None
    assert {str(out.card) for out in sixes.cards} == {"6d", "6s"}, "a pair on the board is everybody's"
    three = outs_at(GAMES["uth"], parse_cards("6c 6h"), parse_cards("6s As 4s"))
    assert three is not None
    assert len(three.cards) == 7, "of three of a kind a pair on the board makes a full house"
    low = outs_at(GAMES["let-it-ride"], parse_cards("2h 7c 8d"), parse_cards("Jh"))
    assert low is not None
    assert {str(out.card) for out in low.cards} == {"Jc", "Jd", "Js"}, "a pair below tens pays nothing"
