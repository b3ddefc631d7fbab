"""Strategies in TOML, the older form: read into the language, and refused with words."""

from __future__ import annotations

import pytest

from croupier.errors import Refused
from croupier.strategy import parse
from croupier.strategy.notation import parse_toml

MINE = """
name = "mine"
bet4 = "33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo"
flop = ["made two_pair", "hidden pair 3+", "four flush T+"]
river = ["own hand", "high card K+", "outs < 21"]
"""


def test_a_file_is_read_into_the_language() -> None:
    mine = parse_toml(MINE, "mine.toml")
    assert (mine.game, mine.name, mine.title, mine.source) == ("uth", "mine", "mine", "mine.toml")
    assert {street: [str(rule) for rule in rules] for street, rules in mine.rules.items()} == {
        "preflop": ["4x with 33+ or A2s+ or A2o+ or K2s+ or K5o+ or Q6s+ or Q8o+ or J8s+ or JTo"],
        "flop": [
            "2x with two pair or better",
            "2x with hidden pair unless pocket pair 2 and not hidden trips",
            "2x with flush draw T+",
        ],
        "river": ["1x with own hand", "1x with high card K+", "1x with dealer outs < 21"],
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no", "is not TOML"),
        (MINE.replace("mine", ""), "has no name"),
        (MINE + "stakes = 3\n", "unknown key 'stakes'"),
        (MINE.replace("JTo", "TJo"), "mine.toml, bet4, line 1: 'TJo' has its low card first; want JTo"),
        (MINE.replace("four flush T+", "four flush"), "not a rule: 'four flush'"),
        (MINE.replace("made two_pair", "outs < 21"), "flop, line 1: 'dealer outs' cannot be asked on the flop"),
        (MINE.replace("own hand", "four flush T+"), "river, line 1: 'flush draw' cannot be asked at the river"),
        (MINE.replace('["own hand", "high card K+", "outs < 21"]', '"own hand"'), "want a list of rules"),
        (MINE.replace('"own hand"', "3"), "not a rule: 3"),
        (MINE.replace('name = "mine"', "name = 3"), "want text in quotes"),
    ],
)
def test_what_is_no_strategy(text: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        parse_toml(text, "mine.toml")


def test_a_street_without_rules_reads_the_same_in_the_language() -> None:
    mine = parse_toml('name = "mine"\nriver = ["outs < 7"]\n')
    assert mine.rules == parse("\n".join(["game: uth", *str(mine).split("\n\n", 1)[1:]])).rules
