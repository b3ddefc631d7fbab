"""DJ Wild in the lab: hands with wild cards looked up in a table, and a deck with a joker counted as it is dealt."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np

from croupier.cards import JOKER, Card, Cards, parse_cards
from croupier.games.dj_wild import DJ_WILD
from croupier.hands.wild import WildCards, is_wild, strength
from croupier.lab.games.duels import Contest, count_duels
from croupier.lab.games.folds import folded_hands
from croupier.lab.games.grades import SetGrades, five_cards, wild_cards
from croupier.lab.hands import counts
from croupier.lab.hands.cardsets import all_sets
from croupier.lab.known_cards.decks import GameDeck, classes
from croupier.lab.solver import solver
from croupier.lab.solver.general import general
from croupier.lab.solver.plain import deal_out
from depth import thorough

EDGE = Fraction(1_419_824_771, 40_948_109_202)
"""3.4674 % of the Ante, over C(53, 5) × C(48, 5) deals; "about 3.5 %" is published."""


def test_d2_hands_by_their_category() -> None:
    """By combinations that are counted apart, and hand by hand as the ranking says."""
    sets, table = all_sets(5, 53), wild_cards()
    kinds = Counter((table.strength[table.of_set] >> 20).tolist())
    assert kinds.total() == comb(53, 5)
    assert kinds[WildCards.FIVE_WILDS] == 1
    # Some of the five royal ranks of a suit, and wild cards in the place of the others.
    assert kinds[WildCards.ROYAL_FLUSH] == sum(comb(5, wild) * 4 * comb(5, wild) for wild in range(5))
    # Beside four wild cards a card below a ten: the others are royal.
    five = sum(comb(5, wild) * (12 if wild < 4 else 7) * comb(4, 5 - wild) for wild in range(1, 5))
    assert kinds[WildCards.FIVE_OF_A_KIND] == five
    for number in Random(2).sample(range(len(sets)), 3_000):
        assert table.strength[table.of_set[number]] == strength(tuple(map(Card, sets[number].tolist())))


@thorough
def test_d5_what_hands_are_without_wild_cards_and_with_them() -> None:
    sets, wild, plain = all_sets(5, 53), wild_cards(), five_cards()
    natural = np.full(len(sets), -1)
    natural[: len(plain.of_set)] = plain.strength[plain.of_set] >> 20
    made = np.where(((sets < 4) | (sets == JOKER)).any(axis=1), wild.strength[wild.of_set] >> 20, -1)
    found = Counter(zip(natural.tolist(), made.tolist(), strict=True))
    three = int(WildCards.THREE_OF_A_KIND)
    assert {pair: n for pair, n in found.items() if max(pair) >= three} == {
        tuple(-1 if kind is None else int(kind) for kind in pair): n for pair, n in counts.NATURAL_AND_WILD.items()
    }


def test_every_duel_of_a_short_deck_with_deuces_and_a_joker_is_counted_as_it_is_dealt() -> None:
    """The twelve lowest cards and the joker, each hand met with each."""
    deck = GameDeck(3, joker=True)
    cards = [*map(Card, range(12)), JOKER]
    worth = {hand: strength([cards[at] for at in hand]) for hand in combinations(range(13), 5)}
    kinds, grade = np.unique([worth[tuple(row)] for row in deck.sets(5).tolist()], return_inverse=True)
    graded = SetGrades(grade.astype(np.uint16), kinds)
    found = count_duels(Contest(own=graded, own_size=5, dealer=graded, dealer_size=5, up=0, qualifies=0), deck)
    assert int(found.weight.sum()) == comb(13, 5)
    for row, own in enumerate(map(tuple, found.own.tolist())):
        rest = [at for at in range(13) if at not in own]
        met = Counter(np.sign(worth[own] - worth[dealer]) for dealer in combinations(rest, 5))
        assert (int(found.beaten[row, 0]), int(found.equal[row, 0]), int(found.better[row, 0])) == (
            met[1], met[0], met[-1],
        )  # fmt: skip


@thorough
def test_the_general_solver_deals_a_short_deck_with_a_joker_to_the_same_integers() -> None:
    deck = GameDeck(3, joker=True)
    counted, dealt = general(DJ_WILD, deck=deck).solve(), deal_out(DJ_WILD, deck=deck)
    assert (counted.edge, counted.deals, counted.bet) == (dealt.edge, dealt.deals, dealt.bet)
    assert counted.deals == comb(13, 5) * comb(8, 5)
    assert counted.ways.tolist() == dealt.ways.tolist()


@thorough
def test_the_whole_game_is_solved_exactly_by_both_solvers() -> None:
    solution = solver(DJ_WILD).solve()
    assert (solution.edge, solution.deals) == (EDGE, comb(53, 5) * comb(48, 5))
    other = general(DJ_WILD).solve()
    assert (other.edge, other.ways.tolist()) == (EDGE, solution.ways.tolist())
    # Best play folds fours with a three beside them, and whatever is less (`fours-without-a-three` is as good).
    assert solution.frequencies["decision"]["bet2"] == Fraction(56_839, 81_991)
    assert not any(folded_hands(DJ_WILD).lines[line] for line in ("straight_flush", "four_of_a_kind", "full_house"))


def test_one_hand_is_worth_what_dealing_it_out_by_the_ranking_comes_to() -> None:
    own, deck = parse_cards("4c 4d 9h Ts Kh"), parse_cards("2c 2d JK 3c 3d 4h 5s 6s 7h 8c Qd Ac")
    seen = tuple(card for card in DJ_WILD.deck if card not in (*own, *deck))

    def net(dealer: Cards) -> int:
        mine, theirs = strength(own), strength(dealer)
        return 3 if mine > theirs else 0 if mine == theirs else -4

    dealt = [net(dealer) for dealer in combinations(deck, 5)]
    want = {"bet2": Fraction(sum(dealt), len(dealt)), "fold": Fraction(-2)}
    assert solver(DJ_WILD).advise(own, seen=seen) == want


def test_classes_of_a_deck_with_a_joker_stand_for_all_its_sets() -> None:
    deck = GameDeck(4, joker=True)
    listed = classes(deck, 3)
    assert int(listed.weight.sum()) == comb(17, 3)
    assert all(np.bincount(listed.row, minlength=len(listed)) == listed.weight)
    assert is_wild(deck.cards(listed.cards[-1])[-1])
