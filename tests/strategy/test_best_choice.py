"""Advice: values, the best choice, and the cost of the others."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.cards import CardTwice, WrongNumberOfCards, parse_cards
from croupier.games.uth import UTH
from croupier.strategy.advice import advise


def test_aces_are_worth_most_at_4x() -> None:
    aces = advise(UTH, parse_cards("As Ah"))
    assert list(aces.choices) == ["bet4", "bet3", "check"]
    assert aces.best == "bet4"
    assert aces.cost("bet4") == 0
    assert aces.cost("check") == aces.choices["bet4"] - aces.choices["check"] > 0
    assert aces.hand_words == "pair of aces"


def test_deuces_check() -> None:
    assert advise(UTH, parse_cards("2s 2h")).best == "check"


def test_on_the_flop() -> None:
    pair = advise(UTH, parse_cards("9s 5h"), parse_cards("9d 7c 2h"))
    assert pair.best == "bet2"
    assert pair.hand_words == "pair of nines"
    assert set(pair.choices) == {"bet2", "check"}


def test_at_the_river_folding_loses_two_antes() -> None:
    last = advise(UTH, parse_cards("4c 3d"), parse_cards("9h 7s 2c Kd Jd"))
    assert last.choices["fold"] == -2
    assert last.best == "fold"


def test_the_board_plays_and_equal_values_prefer_the_bet() -> None:
    royal = advise(UTH, parse_cards("2c 3d"), parse_cards("As Ks Qs Js Ts"))
    assert royal.choices == {"bet1": Fraction(0), "fold": Fraction(-2)}


def test_to_dict() -> None:
    told = advise(UTH, parse_cards("As Ah")).to_dict()
    assert told["own"] == "As Ah"
    assert [choice["choice"] for choice in told["choices"]] == ["bet4", "bet3", "check"]
    first = told["choices"][0]
    assert first["value"] == pytest.approx(first["exact"]["numerator"] / first["exact"]["denominator"])


@pytest.mark.parametrize(
    ("hole", "board", "error"),
    [
        ("As", "", WrongNumberOfCards),
        ("As Ah Ad", "", WrongNumberOfCards),
        ("As Ah", "2c 3c", WrongNumberOfCards),
        ("As Ah", "2c 3c 4c 5c", WrongNumberOfCards),
        ("As As", "", CardTwice),
        ("As Ah", "As 3c 4c", CardTwice),
    ],
)
def test_impossible_cards_are_refused(hole: str, board: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        advise(UTH, parse_cards(hole), parse_cards(board))
