"""R60: pay tables as they are posted, with the ranks written out and what is not returned said."""

from __future__ import annotations

import pytest

from croupier.rules import pair_lines
from croupier.rules.paytables import BadPaytable, For, Share, kinds, names, parse_paytable, paytable
from croupier.rules.posted_tables import NOT_RETURNED, posted_table
from croupier.rules.wagers import PROGRESSIVE

APPROVED = [(bet, name) for bet in kinds() for name in names(bet)]

VAGUE = {"high pair", "low pair", "other pair", "ace face", "ace face suited", "red aces", "aces against aces"}
"""What the keys of lines say without saying which cards."""


def test_a_posted_line_says_its_ranks() -> None:
    posted = posted_table(paytable("UPB-1", "pairs"), "Pairs · UPB-1")
    assert posted.title == "Pairs · UPB-1"
    assert posted.rows == (
        ("pair of aces", "30 to 1"),
        ("ace and king, suited", "25 to 1"),
        ("ace with a queen or a jack, suited", "20 to 1"),
        ("ace and king, not suited", "15 to 1"),
        ("pair of jacks, queens or kings", "10 to 1"),
        ("ace with a queen or a jack, not suited", "5 to 1"),
        ("pair of deuces to tens", "3 to 1"),
    )


def test_every_line_of_pairs_is_posted_in_words_of_its_own() -> None:
    said = {}
    for name in names("pairs"):
        for line in posted_table(paytable(name, "pairs")).lines:
            said.setdefault(line.line, set()).add(line.words)
    assert set(said) == set(pair_lines.LINES)
    assert all(len(words) == 1 for words in said.values()), "one line is posted in one way"
    assert not VAGUE & {words for each in said.values() for words in each}


@pytest.mark.parametrize(("bet", "name"), APPROVED)
def test_who_is_paid_for_1_reads_that_the_wager_is_not_returned(bet: str, name: str) -> None:
    table = paytable(name, bet)
    takes_stake = any(isinstance(pay, For | Share) for pay in table.pays.values())
    assert posted_table(table).note == (NOT_RETURNED if takes_stake else "")
    assert takes_stake == (bet == PROGRESSIVE), "R22: only progressive tables pay for 1"


def test_a_link_table_has_its_envy_beside_the_line_and_below_the_others() -> None:
    posted = posted_table(paytable("MGL-ML01", PROGRESSIVE))
    assert [(line.words, line.pay, line.envy) for line in posted.lines[:3]] == [
        ("royal flush", "100 % of Mega", "$1,000"),
        ("straight flush", "100 % of Major", "$300"),
        ("four of a kind", "300 for 1", ""),
    ]
    assert posted.rows[-2:] == (("envy, royal flush", "$1,000 a dollar"), ("envy, straight flush", "$300 a dollar"))
    assert posted_table(paytable("UTH-P01", PROGRESSIVE)).rows[1] == (
        "other royal flush with an own card",
        "5 % of the meter",
    )


@pytest.mark.parametrize(
    "words", ['words = "x"', '[words]\nfull_house = "boat"', "[words]\nflush = 3", '[words]\nflush = ""']
)
def test_words_belong_to_a_line_that_pays(words: str) -> None:
    text = 'name = "X"\nbet = "trips"\n{}\n[pays]\nflush = "7 to 1"\n'
    whole = text.format(words) if words.startswith("words") else text.format("") + words
    with pytest.raises(BadPaytable, match="words"):
        parse_paytable(whole)
