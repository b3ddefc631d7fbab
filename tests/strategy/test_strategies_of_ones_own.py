"""Strategies as text: read, printed, and refused with words."""

from __future__ import annotations

import pytest

from croupier.hands import Category
from croupier.strategy.notation import BadStrategy, parse_rule, parse_strategy, rule_text
from croupier.strategy.readable import STRATEGIES, WIZARD
from croupier.strategy.rules import FewerOuts, FourFlush, HiddenPair, HighCard, MadeHand, NotAHandRange, OwnHand

SPELLED = {
    "made two_pair": MadeHand(Category.TWO_PAIR),
    "hidden pair 3+": HiddenPair("3"),
    "four flush T+": FourFlush("T"),
    "high card K+": HighCard("K"),
    "own hand": OwnHand(),
    "outs < 21": FewerOuts(21),
}

MINE = """
name = "mine"
bet4 = "33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo"
flop = ["made two_pair", "hidden pair 3+", "four flush T+"]
river = ["own hand", "outs < 21"]
"""


def test_every_rule_has_one_text() -> None:
    for text, rule in SPELLED.items():
        assert parse_rule(text) == rule
        assert rule_text(rule) == text
    for strategy in STRATEGIES.values():
        for rule in (*strategy.flop, *strategy.river):
            assert parse_rule(rule_text(rule)) == rule


def test_a_file_says_what_the_data_say() -> None:
    mine = parse_strategy(MINE, "mine.toml")
    assert (mine.bet4, mine.flop, mine.river) == (WIZARD.bet4, WIZARD.flop, WIZARD.river)
    assert (mine.name, mine.title, mine.source) == ("mine", "mine", "mine.toml")


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("no", BadStrategy, "is not TOML"),
        (MINE.replace("mine", ""), BadStrategy, "has no name"),
        (MINE + "stakes = 3\n", BadStrategy, "unknown key 'stakes'"),
        (MINE.replace("JTo", "TJo"), NotAHandRange, "not starting hands: 'TJo'"),
        (MINE.replace("four flush T+", "four flush"), BadStrategy, "not a rule: 'four flush'"),
        (MINE.replace("made two_pair", "outs < 21"), BadStrategy, "is a rule for the river"),
        (MINE.replace("own hand", "four flush T+"), BadStrategy, "is a rule for the flop"),
        (MINE.replace('["own hand", "outs < 21"]', '"own hand"'), BadStrategy, "want a list of rules"),
        (MINE.replace('"own hand"', "3"), BadStrategy, "not a rule: 3"),
        (MINE.replace('name = "mine"', "name = 3"), BadStrategy, "want text in quotes"),
    ],
)
def test_what_is_no_strategy(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        parse_strategy(text, "mine.toml")
