"""The titles of the letter of 2020 (R17, GAMES.md): which they are, and which of them a table is."""

from __future__ import annotations

import pytest

from croupier.games import GAMES, ruleset
from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS
from croupier.rules.face_up import bets_without_title, title_words
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import PROGRESSIVE

TITLES = """
Caribbean Stud Poker
Crazy 4 Poker
Crazy 4 Poker Progressive
Four Card Poker
Four Card Poker Bad Beat Bonus            not dealt here
Four Card Poker Progressive
Let It Ride
Let It Ride Bonus
Let It Ride Progressive
Mississippi Stud
Mississippi Stud Progressive
Mississippi Stud with 3 Card Bonus
Three Card Poker
Three Card Poker 6 Card Bonus
Three Card Poker Bonus                    not dealt here
Three Card Poker Face Up                  not dealt here
Three Card Poker Progressive
Ultimate Texas Hold'em
Ultimate Texas Hold'em Bad Beat Bonus
Ultimate Texas Hold'em Progressive
Ultimate Texas Hold'em Ultimate Pairs Bonus
"""


def test_r17_the_letter_names_21_titles() -> None:
    titles = [title for game in GAMES.values() if game.letter is not None for title in game.letter.titles]
    named = {title.name: title.is_dealt for title in titles}
    assert len(titles) == 21
    assert named == {
        line.removesuffix("not dealt here").strip(): not line.endswith("not dealt here")
        for line in TITLES.strip().splitlines()
    }


def test_r17_what_a_title_adds_is_a_bet_of_its_game() -> None:
    for game in GAMES.values():
        if game.letter is None:
            assert game.key in ("holdem-bonus", "flushes-gone-wild", "dj-wild"), game.key
            continue
        bets = {*game.letter.included, *(title.bet for title in game.letter.titles if title.bet)}
        assert bets <= {*game.side_bet, PROGRESSIVE}, game.key


def offering(rules: str, *bets: str, **choices: object) -> Terms:
    at = ruleset(rules)
    return terms(at, {bet: at.tables[bet][0] for bet in (*at.game.base_tables, *bets)}, **choices)


@pytest.mark.parametrize(
    ("at", "title", "strangers"),
    [
        (offering("wa-2018"), "Ultimate Texas Hold'em", ()),
        (offering("wa-2018", TRIPS), "Ultimate Texas Hold'em with Trips", ()),
        (offering("wa-2018", TRIPS, BAD_BEAT, PAIRS), "Ultimate Texas Hold'em with Trips, Bad Beat and Pairs", ()),
        (
            offering("caribbean", PROGRESSIVE, progressive_stake=100),
            "Caribbean Stud Poker with Progressive",
            ("Progressive",),
        ),
        (offering("caribbean", PROGRESSIVE), "Caribbean Stud Poker", ()),
        (offering("mississippi", "three_card_bonus"), "Mississippi Stud with Three Card Bonus", ()),
    ],
)
def test_r17_a_tables_title_is_its_game_and_side_bets_by_name(
    at: Terms, title: str, strangers: tuple[str, ...]
) -> None:
    """Caribbean Stud's Progressive is no title of the letter, and lies there only while the table is on a link."""
    assert (title_words(at), bets_without_title(at)) == (title, strangers)
