"""The six other games solved over every deal: against published figures, and against decisions dealt out one by one."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import pytest

from croupier.cards import Card, parse_cards
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.games.direct import choice_values, duel_counts
from croupier.lab.games.let_it_ride import let_it_ride
from croupier.lab.games.mississippi import mississippi
from croupier.lab.games.one_decision import DUEL_GAMES, one_decision
from croupier.lab.games.solve import SIX_GAMES, solved_game
from croupier.rules.paytables import paytable
from depth import first_of, thorough

DEALS = {
    "three-card": comb(52, 3) * comb(49, 3),
    "caribbean": 19_933_230_517_200,
    "four-card": 2_598_960 * 47 * 1_370_754,
    "crazy-four": comb(52, 5) * comb(47, 5),
    "let-it-ride": comb(52, 3) * 49 * 48,
    "mississippi": comb(52, 2) * 50 * 49 * 48,
}
PUBLISHED = {
    "three-card": "3.37",
    "caribbean": "5.224",
    "four-card": "2.79",
    "crazy-four": "3.42",
    "let-it-ride": "3.51",
    "mississippi": "4.915",
}


@pytest.mark.parametrize("key", first_of(SIX_GAMES))
def test_every_deal_is_counted_and_the_edge_is_the_published_one(key: str) -> None:
    solution = solved_game(GAMES[key])
    assert solution.deals == DEALS[key]
    digits = len(PUBLISHED[key].split(".")[1])
    assert f"{float(solution.edge) * 100:.{digits}f}" == PUBLISHED[key]


@thorough
def test_caribbean_to_the_last_deal() -> None:
    assert solved_game(GAMES["caribbean"]).value == Fraction(-1_041_372_912_372, 19_933_230_517_200)


@thorough
def test_mississippi_with_five_on_a_straight() -> None:
    solution = solved_game(GAMES["mississippi"], {"mississippi": paytable("MS-02", "mississippi")})
    assert round(float(solution.edge) * 100, 3) == 3.759


@pytest.mark.parametrize("key", first_of(SIX_GAMES))
def test_who_decides_at_all_decides_something(key: str) -> None:
    solution = solved_game(GAMES[key])
    first = next(iter(solution.frequencies.values()))
    assert sum(first.values()) == 1
    reaching = [sum(shares.values()) for shares in solution.frequencies.values()]
    assert reaching == sorted(reaching, reverse=True), "nobody decides on a later street who did not on an earlier"


@pytest.mark.parametrize("key", first_of(DUEL_GAMES))
def test_counted_duels_are_those_that_are_dealt_out(key: str) -> None:
    game, chance = GAMES[key], random.Random(key)
    made = one_decision(game)
    duels = made.duels
    for _ in range(6):
        hand, shown = chance.randrange(len(duels.own)), chance.randrange(duels.up.shape[1])
        own = tuple(map(Card, duels.own[hand].tolist()))
        up = (Card(int(duels.up[hand, shown])),) if game.layout.up else ()
        every = (duels.unqualified, duels.beaten, duels.equal, duels.better)
        assert duel_counts(game, own, up, ()).tolist() == [int(counts[hand, shown]) for counts in every]


@thorough
def test_mississippi_before_the_first_card_is_its_own_average() -> None:
    """The value of a starting hand, dealt out, adds up to the value of the game."""
    from croupier.lab.known_cards.sets import seen_classes

    classes = seen_classes(2)
    game = GAMES["mississippi"]
    total = sum(
        max(choice_values(game, classes.seen(number)).values()) * int(classes.weight[number])
        for number in range(len(classes))
    )
    assert total / comb(52, 2) == mississippi().solve().value


def test_let_it_ride_bet_by_bet_is_the_value_of_the_game() -> None:
    from croupier.lab.known_cards.sets import seen_classes

    game, made = GAMES["let-it-ride"], let_it_ride()
    classes, chance = seen_classes(3), random.Random(3)
    for number in chance.sample(range(len(classes)), 20):
        own = classes.seen(number)
        place = sum(comb(card, at) for at, card in enumerate(sorted(own), 1))
        assert choice_values(game, own)["ride"] == Fraction(int(made.threes[place]), 49 * 48 * made.unit)
    always = int(made.pays.sum()) * 20
    first = int(made.threes[made.threes > 0].sum())
    second = int(made.fours[made.fours > 0].sum()) * 4
    assert Fraction(always + first + second, DEALS["let-it-ride"] * made.unit) == made.solve().value


def test_a_seen_card_changes_what_a_choice_is_worth() -> None:
    queens = parse_cards("Qs Qh Qd Ks Kh Kd As Ah Ad")
    jack = parse_cards("Jc 4d 2h")
    assert next(iter(choice_values(GAMES["three-card"], jack))) == "fold"
    assert next(iter(choice_values(GAMES["three-card"], jack, seen=queens))) == "bet1"


@pytest.mark.parametrize(
    ("key", "own", "board", "up", "words"),
    [
        ("caribbean", "As Kd 9h 7c 2s", "", "", "dealer's shown cards has 0 cards; want 1"),
        ("three-card", "As Kd", "", "", "a hand of Three Card Poker has 2 cards; want 3"),
        ("three-card", "As Kd 2c", "3c", "", "has no board"),
        ("mississippi", "As Kd", "3c 4c 5c", "", "nobody decides"),
        ("let-it-ride", "As Kd Qd", "3c 4c", "", "nobody decides"),
        ("crazy-four", "As As Qd 2c 3c", "", "", "card twice"),
    ],
)
def test_cards_without_a_decision_are_refused(key: str, own: str, board: str, up: str, words: str) -> None:
    from croupier.errors import Refused

    with pytest.raises(Refused, match=words):
        choice_values(GAMES[key], parse_cards(own), parse_cards(board), parse_cards(up))


def test_bets_that_cannot_be_down_are_refused() -> None:
    with pytest.raises(Refused, match="want 2 or 3 or 4"):
        choice_values(GAMES["mississippi"], parse_cards("As Kd"), parse_cards("3c"), down=7)
