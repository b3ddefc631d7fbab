"""Variants of the six other games: the house's figures where nothing changes, hands dealt out where much does."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from croupier.cards import Card
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.hands import strength
from croupier.lab.games.one_decision import grades_of
from croupier.lab.games.solve import SIX_GAMES, solved_game
from croupier.lab.hands.cardsets import numbers
from croupier.lab.variants.six_games import duel_variant
from croupier.lab.variants.solve import best_play, seek, solve_variant
from croupier.rules.game import Hands
from croupier.rules.paytables import To
from croupier.rules.seat import Seat, acted, bet_cents
from croupier.rules.settlement import settle_bets
from croupier.rules.variants.fields import BadVariant, variant_of
from croupier.rules.variants.variant import Variant, house
from depth import first_of

# To count every duel of these two takes seconds, and other tests hold their figures.
LONG = ("caribbean", "four-card")


@pytest.mark.parametrize(
    "key", first_of([pytest.param(key, marks=[pytest.mark.slow] * (key in LONG)) for key in SIX_GAMES])
)
def test_the_house_game_is_a_variant_that_changes_nothing(key: str) -> None:
    made, known = solve_variant(house(GAMES[key])), solved_game(GAMES[key])
    assert (made.solution.net == known.net).all()
    assert (made.solution.ways == known.ways).all()
    assert (made.solution.bet, made.solution.frequencies) == (known.bet, known.frequencies)
    assert (made.house.edge, made.house.variance) == (known.edge, known.variance)


DUELS: dict[str, tuple[str, dict[str, str]]] = {
    "king high": ("three-card", {"dealer.qualifies": "king high", "ante.tie": "pays", "ante_bonus.pays.flush": "1"}),
    "twice or stay": ("three-card", {"streets.decision": "bet2 bet1 check fold", "play.unqualified": "plays"}),
    "aces to triple no more": ("crazy-four", {"needs.bet3": "pair of queens", "super_bonus.always_pays": "false"}),
}
SLOW_DUELS: dict[str, tuple[str, dict[str, str]]] = {
    "Raise three times": ("caribbean", {"streets.decision": "bet3 fold", "raise.tie": "loses", "raise.pays.pair": "3"}),
    "ties push": ("four-card", {"ante.tie": "push", "play.tie": "loses", "ante_bonus.always_pays": "false"}),
    "a pair": ("caribbean", {"dealer.qualifies": "pair", "ante.unqualified": "plays", "raise.unqualified": "pays"}),
    "four cards qualify": ("four-card", {"dealer.qualifies": "pair", "ante.unqualified": "push"}),
    "queen high": ("crazy-four", {"dealer.qualifies": "queen high", "play.unqualified": "plays"}),
}


def _hands_dealt_out(variant: Variant, times: int) -> None:
    """Every hand of the dealer's, graded by itself and settled as at a table."""
    made, chance = duel_variant(variant), random.Random(variant.base.key)
    game, duels = made.game, made.duels
    graded = grades_of(game, game.layout.dealer)
    for _ in range(times):
        hand, shown = chance.randrange(len(duels.own)), chance.randrange(duels.up.shape[1])
        own = duels.own[hand].tolist()
        up = [int(duels.up[hand, shown])] if game.layout.up else []
        rest = [card for card in range(52) if card not in own and card not in up]
        sets = np.array(list(combinations(rest, game.layout.dealer - len(up))), np.int64)
        sets = np.sort(np.concatenate([sets, np.full((len(sets), len(up)), up or 0, np.int64)], axis=1), axis=1)
        often = np.bincount(graded.of_set[numbers(sets)], minlength=len(graded.strength))
        player = game.rank(tuple(map(Card, own)), ())
        for choice, action in zip(made.choices, game.streets[0].offers, strict=True):
            seat = Seat(number=1, stakes=game.complete({game.base: made.nets.unit}))
            seat = acted(seat, action, game.streets[0], bet_cents(seat, game, game.streets[0], action))
            total = 0
            for grade in np.flatnonzero(often):
                hands = Hands(player, int(graded.strength[grade]), (), (), ())
                results = settle_bets(game, seat, hands, variant.tables.__getitem__)
                total += int(often[grade]) * sum(one.net for one in results)
            assert total == made.worth(choice)[hand, shown]


@pytest.mark.parametrize("name", first_of(DUELS))
def test_some_hands_settled_against_every_hand_of_the_dealer(name: str) -> None:
    key, changes = DUELS[name]
    _hands_dealt_out(variant_of(GAMES[key], changes, name), 3 if key == "three-card" else 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW_DUELS)
def test_other_qualifying_hands_against_every_hand_of_the_dealer(name: str) -> None:
    key, changes = SLOW_DUELS[name]
    _hands_dealt_out(variant_of(GAMES[key], changes, name), 12)


def _net(variant: Variant, cards: frozenset[int]) -> int:
    """What a bet of two nets by five cards."""
    ((_, table),) = variant.tables.items()
    pay = table.pays.get(variant.game.paying_line(strength(map(Card, cards))))
    assert pay is None or isinstance(pay, To)
    return -2 if pay is None else 2 * pay.win // pay.per


STREETS: Mapping[str, str] = {
    "streets.third": "bet5 bet1 check",
    "streets.fourth": "bet2 bet1 fold",
    "streets.fifth": "bet4 check fold",
    "bets.high_pair_from": "tens",
    "bets.pays.flush": "13 to 2",
}


def test_mississippi_streets_dealt_out() -> None:
    """The worth of three cards in sight, by the bets that lie there: every fourth and fifth card, every bet tried."""
    from croupier.lab.games.community import four_sums, pays_by_set
    from croupier.lab.games.mississippi import Mississippi, Offered
    from croupier.lab.variants.six_games import _by_grade

    variant = variant_of(GAMES["mississippi"], STREETS)
    by_grade = _by_grade(variant)
    pays = pays_by_set(by_grade)
    offered = (Offered((1, 5), True, False), Offered((1, 2)), Offered((4,), True, True))
    made = Mississippi(variant.tables, 2, by_grade, pays, four_sums(pays), offered)

    @cache
    def net(cards: frozenset[int]) -> int:
        return _net(variant, cards)

    def four(cards: frozenset[int], down: int) -> int:
        all_of = sum(net(cards | {card}) for card in range(52) if card not in cards)
        return max(-2 * 48 * down, *((down + times) * all_of for times in (0, 4)))

    def three(cards: frozenset[int], down: int) -> int:
        rest = [card for card in range(52) if card not in cards]
        bets = (sum(four(cards | {card}, down + times) for card in rest) for times in (1, 2))
        return max(-2 * 48 * 49 * down, *bets)

    worth, fourth, _ = made._later()
    for cards in ([51, 46, 3], [8, 14, 31]):
        number = int(numbers(np.array([sorted(cards)]))[0])
        for down in (1, 2, 6):
            assert worth[down, number] == three(frozenset(cards), down)
    assert set(np.unique(fourth[2])) == {0, 1, 2}


def test_every_street_of_mississippi_adds_up() -> None:
    solution = best_play(variant_of(GAMES["mississippi"], STREETS))
    assert solution.deals == comb(52, 2) * 50 * 49 * 48
    assert sum(solution.frequencies["third"].values()) == 1
    assert set(solution.frequencies["third"]) == {"bet5", "bet1", "check"}
    assert set(solution.frequencies["fifth"]) == {"bet4", "check", "fold"}


ALL_PULLED = {"streets.three": "pull", "streets.four": "pull"}


def test_a_bet_that_must_be_pulled_never_rides() -> None:
    usual = solved_game(GAMES["let-it-ride"])
    pulled = best_play(variant_of(GAMES["let-it-ride"], {"streets.three": "pull"}))
    rides = best_play(variant_of(GAMES["let-it-ride"], {"streets.three": "ride", "streets.four": "ride"}))
    assert pulled.frequencies["three"] == {"ride": 0, "pull": 1}
    assert pulled.frequencies["four"] == usual.frequencies["four"]
    # The $ alone loses a third of what three bets lose that all stay.
    assert rides.edge == 3 * best_play(variant_of(GAMES["let-it-ride"], ALL_PULLED)).edge
    assert usual.edge < pulled.edge < rides.edge


def test_let_it_ride_from_nines_pays_what_it_says() -> None:
    variant = variant_of(GAMES["let-it-ride"], {"bets.high_pair_from": "nines", **ALL_PULLED})
    pairs, all_hands = 13 * comb(4, 2) * comb(12, 3) * 4**3, comb(52, 5)
    usual = best_play(variant_of(GAMES["let-it-ride"], ALL_PULLED))
    # One more rank of pairs in thirteen pays 1 to 1 instead of losing.
    assert best_play(variant).value - usual.value == Fraction(2 * pairs // 13, all_hands)


def test_the_pay_that_gives_an_edge_is_found_between_two_whole_ones() -> None:
    mine = house(GAMES["three-card"])
    found = seek(mine, "ante_bonus.pays.straight", Fraction(5, 100))
    assert (str(found.below), str(found.near), str(found.above)) == ("0 to 1", "1 to 2", "1 to 1")
    assert found.above.edge == solved_game(GAMES["three-card"]).edge < found.target <= found.below.edge
    assert found.near.edge == best_play(variant_of(GAMES["three-card"], {"ante_bonus.pays.straight": "1 to 2"})).edge
    assert found.to_dict()["near"] == {"pays": "1 to 2", "edge": float(found.near.edge)}


def test_an_edge_that_no_pay_gives_is_refused() -> None:
    mine = house(GAMES["three-card"])
    with pytest.raises(Refused, match=r"no pay of ante_bonus.pays.straight gives 50.00%: a push gives 6.6309%"):
        seek(mine, "ante_bonus.pays.straight", Fraction(1, 2))
    with pytest.raises(BadVariant, match="no line of a pay table here"):
        seek(mine, "ante.tie", Fraction(1, 100))
