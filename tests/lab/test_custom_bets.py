"""Side bets of one's own, priced: the house's integers where they say the same, and a plain count one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.games import chosen_rules
from croupier.lab import price_side_bet
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.custom_bets import side_bet_of, worth_of_six
from croupier.lab.games.grades import best_five_of_six
from croupier.lab.prices import bet_price_name
from croupier.lab.table_prices import any_price
from croupier.rules.own.bet import OwnBet, judge
from croupier.rules.own.file import parse_side_bet, parse_side_bets
from croupier.rules.paytables import paytable
from croupier.rules.terms import terms

EXAMPLES = Path(__file__).parents[2] / "examples"
BETS = [
    bet
    for name in ("side_bet", "side_bets_of_games")
    for bet in parse_side_bets((EXAMPLES / f"{name}.toml").read_text())
]

# pay table | kind | cards | game | best
THE_HOUSES = [
    ("UTH-01", "trips", "hand", "uth", ""),
    ("UTH-02", "trips", "dealer's hand", "uth", ""),
    ("PP-01", "pair_plus", "hole", "three-card", ""),
    ("PP-02", "pair_plus", "board", "mississippi", ""),
    ("PP-01", "pair_plus", "hole", "let-it-ride", ""),
    ("SIX-01", "six_card", "both holes", "three-card", ""),
    ("AU-01", "aces_up", "hole", "four-card", "best = 4"),
    ("QU-01", "queens_up", "hole", "crazy-four", "best = 4"),
]


def said(pays: dict[str, str], cards: str, game: str, more: str = "") -> OwnBet:
    lines = "".join(f'"{line}" = "{pay}"\n' for line, pay in pays.items())
    return parse_side_bet(f'[mine]\ngames = ["{game}"]\ncards = "{cards}"\n{more}\n[mine.pays]\n{lines}')


@pytest.mark.parametrize(("name", "kind", "cards", "game", "more"), THE_HOUSES)
def test_who_says_the_same_as_the_house_gets_the_same_integers(
    name: str, kind: str, cards: str, game: str, more: str
) -> None:
    table = paytable(name, kind)
    mine = price_side_bet(said({line: str(pay) for line, pay in table.pays.items()}, cards, game, more)).priced
    house = side_bet(table)
    assert [line.ways for line in mine.lines] == [line.ways for line in house.lines]
    assert (mine.deals, mine.edge, mine.variance) == (house.deals, house.edge, house.variance)


PAIRS = {
    "red_aces": "pair of aces red",
    "aces": "pair of aces",
    "ace_king_suited": "ace king suited",
    "ace_queen_or_jack_suited": "ace queen/jack suited",
    "ace_king": "ace king offsuit",
    "high_pair": "pair of jacks to kings",
    "ace_queen_or_jack": "ace queen/jack offsuit",
    "low_pair": "pair of deuces to tens",
    "ace_face_suited": "ace jack/queen/king suited",
    "ace_face": "ace jack/queen/king offsuit",
    "other_pair": "pair of deuces to kings",
}


@pytest.mark.parametrize("name", ["UPB-1", "UPB-3", "UPB-4", "UPB-5", "UPB-6"])
def test_pairs_in_words(name: str) -> None:
    table = paytable(name, "pairs")
    mine = price_side_bet(said({PAIRS[line]: str(pay) for line, pay in table.pays.items()}, "hole", "uth")).priced
    house = side_bet(table)
    assert mine.edge == house.edge
    assert [line.probability for line in mine.lines] == [line.probability for line in house.lines]


def counted(bet: OwnBet, cards: int) -> Counter[str | None]:
    """Every set of cards, judged one at a time in plain Python."""
    return Counter(judge(bet, hand).line for hand in combinations(DECK, cards))


ALL_WORDS = {
    1: {"ace spades": "9 to 1", "ace": "8 to 1", "T/J red": "3 to 1", "clubs": "1 to 1"},
    2: {"pair of aces one colour": "9 to 1", "pair of sixes to tens rainbow": "8 to 1", "9 8 suited": "7 to 1",
        "king any spades": "6 to 1", "ace high offsuit": "5 to 1", "pair": "4 to 1", "one colour": "1 to 2",
        "rainbow": "push"},
    3: {"ace high straight flush hearts": "40 to 1", "straight flush": "20 to 1", "three aces": "15 to 1",
        "three of a kind": "10 to 1", "A K Q rainbow": "8 to 1", "five high straight": "7 to 1",
        "straight red": "6 to 1", "flush black": "5 to 1", "pair of jacks or better": "3 to 1", "7 7/8 any": "2 to 1",
        "rainbow": "push"},
}  # fmt: skip


@pytest.mark.parametrize("cards", ALL_WORDS)
def test_every_set_of_few_cards_one_by_one(cards: int) -> None:
    held, game = {1: ("dealer's up card", "caribbean"), 2: ("hole", "uth"), 3: ("hole", "three-card")}[cards]
    bet = said(ALL_WORDS[cards], held, game)
    plain = counted(bet, cards)
    found = side_bet_of(bet, cards)
    assert {line.line: line.ways for line in found.lines} == {line.key: plain[line.key] for line in bet.lines}
    assert found.lost == Fraction(plain[None], comb(52, cards))


FOUR = {"four of a kind": "50 to 1", "three aces": "9 to 1", "straight flush red": "8 to 1", "two pair": "7 to 1",
        "flush spades": "4 to 1", "straight rainbow": "3 to 1", "pair of queens or better": "1 to 1"}  # fmt: skip
FIVE = {"royal flush spades": "99 to 1", "straight flush or better": "50 to 1", "four aces": "20 to 1",
        "full house": "9 to 1", "ace high flush": "8 to 1", "flush black": "7 to 1", "A K Q J T": "6 to 1",
        "straight rainbow": "5 to 1", "three of a kind": "4 to 1", "two pair one colour": "3 to 1",
        "pair of aces": "2 to 1", "red": "1 to 1"}  # fmt: skip


@pytest.mark.slow
def test_every_set_of_four_cards_one_by_one() -> None:
    bet = said(FOUR, "both holes", "uth")
    plain = counted(bet, 4)
    assert {line.line: line.ways for line in side_bet_of(bet, 4).lines} == {
        one.key: plain[one.key] for one in bet.lines
    }


@pytest.mark.slow
@pytest.mark.parametrize(("pays", "best"), [(FIVE, 5), ({"flush hearts": "9 to 1", **FOUR}, 4)])
def test_every_set_of_five_cards_one_by_one(pays: dict[str, str], best: int) -> None:
    if best == 4:
        pays = {line: pay for line, pay in pays.items() if "rainbow" not in line}
    bet = said(pays, "hole", "crazy-four", f"best = {best}")
    plain = counted(bet, 5)
    assert {line.line: line.ways for line in side_bet_of(bet, 5).lines} == {
        one.key: plain[one.key] for one in bet.lines
    }


@pytest.mark.slow
def test_six_cards_by_ranks_and_one_by_one() -> None:
    grades = best_five_of_six()
    every = np.bincount(grades.of_set, minlength=len(grades.strength))
    assert dict(worth_of_six()) == {
        int(worth): int(number) for worth, number in zip(grades.strength, every, strict=True) if number
    }


def test_six_cards_are_all_of_them() -> None:
    assert sum(worth_of_six().values()) == comb(52, 6)


@pytest.mark.parametrize("bet", BETS, ids=lambda bet: bet.key)
def test_the_examples_leave_the_house_something(bet: OwnBet) -> None:
    for game in bet.games:
        priced = price_side_bet(bet, game).priced
        assert 0 < priced.edge < Fraction(1, 5)
        assert all(line.ways for line in priced.lines), "no line of an example is idle"


def test_a_bet_is_priced_where_it_is_declared() -> None:
    with pytest.raises(Refused, match="add 'three-card' to its games"):
        price_side_bet('[mine]\ngames = ["uth"]\ncards = "hole"\npays = {pair = "9 to 1"}', "three-card")


def test_a_table_prices_its_own_bets_like_any_other() -> None:
    at = terms(chosen_rules("uth", None), own_bets=tuple(BETS[:1]))
    found = any_price(bet_price_name(at, BETS[0].spot))
    assert found.edge == price_side_bet(BETS[0]).priced.edge


def test_a_push_is_no_hit_and_loses_nothing() -> None:
    pays = '[a.pays]\n"flush or better" = "4 to 1"\n"pair" = "push"\n'
    priced = price_side_bet(f'[a]\nname = "A"\ngames = ["three-card"]\ncards = "hole"\n{pays}').priced
    better, pairs = (line.probability for line in priced.lines)
    assert (priced.hit_frequency, priced.lost) == (better, 1 - better - pairs)
    assert priced.edge == priced.lost - 4 * better
    results, chances = priced.outcomes()
    assert float(results @ chances) == pytest.approx(-float(priced.edge))
