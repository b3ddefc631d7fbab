"""Cards seen: the whole game dealt out by hand from short decks, single flops by brute force, and the laws."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card, Cards, CardTwice, WrongNumberOfCards, parse_cards
from croupier.errors import Refused
from croupier.hands import Category, category, strength
from croupier.lab.hands.starts import HOLES, hole_index, start_of_hole
from croupier.lab.known_cards.advice import advise_seen
from croupier.lab.known_cards.direct import direct_flop
from croupier.lab.known_cards.engine import hole_totals, optimal, seen_tables
from croupier.lab.known_cards.frames import all_flops, flops_beside, four_known, three_known
from croupier.lab.known_cards.sets import TooManySeen, check_seen, class_of_seen, seen_classes, seen_samples
from croupier.lab.known_cards.solve import solve_seen
from croupier.lab.known_cards.sums import ALL_BET2, BEST, MARGIN
from croupier.lab.known_cards.totals import deals_left
from croupier.lab.uth.flops import class_of, flop_cards
from croupier.lab.uth.rows import row_of
from croupier.lab.uth.solve import solve_game
from depth import first_of, thorough


@thorough
def test_with_nothing_seen_it_is_the_base_game() -> None:
    solution = solve_seen(())
    assert solution.value == solution.fixed_value == solve_game().value
    assert solution.totals.counting == solution.totals.fixed
    assert solution.totals.preflop_changed == solution.totals.flop_changed == solution.totals.river_changed == 0


def _shorter(seed: int, left: int) -> Cards:
    """All cards but `left`, of few ranks and suits among them so that big hands come up."""
    chance = random.Random(seed)
    kept = chance.sample([card for card in DECK if card.rank >= 13 - left // 2], left)
    return tuple(card for card in DECK if card not in kept)


def _net(player: int, dealer: int, play: int) -> Fraction:
    """R20 in Antes, as on the felt."""
    ante = 1 if category(dealer) >= Category.PAIR else 0
    if player > dealer:
        blind = {4: 1, 5: Fraction(3, 2), 6: 3, 7: 10, 8: 50, 9: 500}.get(int(category(player)), 0)
        return Fraction(ante + play + blind)
    return Fraction(-ante - play - 1 if player < dealer else 0)


def _dealt_out(seen: Cards) -> tuple[Fraction, Fraction]:
    """Best play and the base game's strategy over every deal of a short deck, with plain hands and plain loops."""
    decisions = solve_game().decisions
    deck = [card for card in DECK if card not in seen]
    best = fixed = Fraction(0)
    for hole in combinations(deck, 2):
        bets = {4: Fraction(0), 3: Fraction(0)}
        waits = fixed_waits = Fraction(0)
        rest = [card for card in deck if card not in hole]
        for flop in combinations(rest, 3):
            bet2 = river_best = river_fixed = Fraction(0)
            for later in combinations([card for card in rest if card not in flop], 2):
                board = (*flop, *later)
                mine = strength((*hole, *board))
                others = [card for card in rest if card not in board]
                dealers = [strength((*two, *board)) for two in combinations(others, 2)]
                bet1 = sum((_net(mine, dealer, 1) for dealer in dealers), Fraction(0))
                margin = sum((mine > dealer) - (mine < dealer) for dealer in dealers)
                row = row_of(hole, board)
                plays = (decisions.river_flush if row.flush else decisions.river_plain)[row.board, row.pair]
                fold = Fraction(-2 * len(dealers))
                bet2 += bet1 + margin
                river_best += max(bet1, fold)
                river_fixed += bet1 if plays else fold
                bets[3] += bet1 + 2 * margin
                bets[4] += bet1 + 3 * margin
            waits += max(bet2, river_best)
            fixed_waits += bet2 if decisions.flop[class_of(hole, flop)] else river_fixed
        best += max(bets[4], bets[3], waits)
        first = int(decisions.preflop[start_of_hole()[hole_index(*hole)]])
        fixed += bets[first] if first else fixed_waits
    over = deals_left(len(seen))
    return best / over, fixed / over


@thorough
@pytest.mark.parametrize(("seed", "left"), first_of([(1, 9), (2, 9), (3, 10)]))
def test_a_short_deck_dealt_out_by_hand(seed: int, left: int) -> None:
    seen = _shorter(seed, left)
    solution = solve_seen(seen)
    assert (solution.value, solution.fixed_value) == _dealt_out(seen)


@thorough
@pytest.mark.parametrize(
    ("seen", "dealer", "later"),
    first_of(
        [
            ("As Kd 7h 3c", "", ""),
            ("Ac Ad Ah As", "", ""),
            ("2c 5c 9c Jc Kc 5d 5h 8s 9s Th", "", ""),
            ("Qh", "Qh", ""),
            ("Qh 8c", "Qh 8c", ""),
            ("Jd", "Jd", "Ts"),
            ("3c", "3c", "3d"),
        ]
    ),
)
def test_any_flop_is_what_brute_force_says(seen: str, dealer: str, later: str) -> None:
    gone, own, come = parse_cards(seen), parse_cards(dealer), parse_cards(later)
    strategy = optimal()
    tables = seen_tables(strategy, tuple(sorted(gone)), four_known() if come else three_known(), own)
    flops = flops_beside(come[0]) if come else all_flops()
    chance = random.Random(seen)
    for suits in (4, 4, 2, 1):
        # Few suits, so that flushes are made and missed.
        deck = [card for card in DECK if card not in (*gone, *come) and card.suit < suits]
        cards = tuple(chance.sample(deck, 5))
        hole, flop = cards[:2], cards[2:]
        here = np.isin(flop_cards()[flops.flop], flop).all(axis=1)
        number = hole_index(*hole)
        totals = hole_totals(tables, flops.where(here), np.arange(HOLES) == number)[number]
        others = tuple(card for card in gone if card not in own)
        plain = direct_flop(strategy, hole, flop, others, own, come)
        assert totals[ALL_BET2] == plain.bet2, cards
        assert totals[BEST] == max(plain.bet2, plain.check), cards
        assert abs(totals[MARGIN]) <= plain.deals


def test_classes_are_counted_once() -> None:
    for size, count in enumerate((1, 13, 169, 1_755, 16_432)):
        classes = seen_classes(size)
        assert len(classes) == count
        assert classes.sets == comb(52, size)
    assert seen_classes(2).seen(0) == parse_cards("2c 2d")
    with pytest.raises(Refused, match="too many to list"):
        seen_classes(7)


@given(st.sets(st.sampled_from(DECK), max_size=8), st.permutations(range(4)))
def test_a_class_does_not_know_the_names_of_the_suits(seen: set[Card], names: list[int]) -> None:
    renamed = tuple(Card(4 * card.rank + names[card.suit]) for card in seen)
    assert class_of_seen(renamed) == class_of_seen(tuple(seen))
    assert len(class_of_seen(renamed)) == len(seen)


def test_every_small_class_lists_itself() -> None:
    for size in range(4):
        classes = seen_classes(size)
        assert all(class_of_seen(classes.seen(i)) == classes.seen(i) for i in range(len(classes)))


@thorough
def test_renaming_suits_changes_nothing() -> None:
    one, other = (solve_seen(parse_cards(text)).totals for text in ("As Kd 7h", "Ah Kc 7d"))
    assert one == other


@thorough
def test_looking_never_costs_and_partial_looks_lie_between() -> None:
    totals = solve_seen(parse_cards("Kc Kh 5d 9s")).totals
    assert totals.fixed < totals.look_river <= totals.look_later <= totals.best
    assert totals.fixed < totals.look_preflop <= totals.best
    assert totals.fixed < totals.counting <= totals.look_preflop


def test_samples_are_sets_and_a_longer_list_begins_alike() -> None:
    few, many = seen_samples(10, 5, 3), seen_samples(10, 50, 3)
    assert (few == many[:5]).all()
    assert all(len(set(row)) == 10 for row in many.tolist())


@pytest.mark.parametrize(
    ("seen", "hole", "board", "error"),
    [
        ("As As", "2c 3d", "", CardTwice),
        ("As Kd", "As 3d", "", CardTwice),
        ("As Kd", "2c 3d", "Kd 9h 8h", CardTwice),
        ("As Kd", "2c", "", WrongNumberOfCards),
        ("As Kd", "2c 3d", "9h 8h 7h 6h", WrongNumberOfCards),
    ],
)
def test_impossible_cards_are_refused(seen: str, hole: str, board: str, error: type[Refused]) -> None:
    with pytest.raises(error):
        advise_seen(parse_cards(seen), parse_cards(hole), parse_cards(board))


def test_too_many_seen_cards_leave_no_round() -> None:
    check_seen(DECK[:43])
    with pytest.raises(TooManySeen, match="at most 43"):
        check_seen(DECK[:44])


@pytest.mark.parametrize("board", first_of(["9d 7c 2h Ks 4s", "9d 7c 2h", ""]))
def test_advice_with_nothing_seen_is_the_base_games(board: str) -> None:
    hole, cards = parse_cards("Kh 5c"), parse_cards(board)
    advice = advise_seen((), hole, cards)
    assert dict(advice.choices) == solve_game().choices(hole, cards)
    assert advice.cost_of_ignoring == 0


@thorough
def test_a_small_pair_is_not_worth_4x_when_its_rank_is_seen() -> None:
    advice = advise_seen(parse_cards("3h 9c"), parse_cards("3c 3d"))
    assert (advice.best_unseen, advice.best) == ("bet4", "check")
    assert 0 < advice.cost_of_ignoring < Fraction(1, 5)
    assert advice.to_dict()["best"] == "check"


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2])
def test_not_looking_is_worth_the_base_game_over_all_classes(size: int) -> None:
    classes = seen_classes(size)
    total = sum(solve_seen(classes.seen(i)).fixed_value * int(weight) for i, weight in enumerate(classes.weight))
    assert Fraction(total) / comb(52, size) == solve_game().value
