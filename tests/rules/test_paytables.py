"""Pay tables: every printed figure of R22 to R25, R34 and R35, and texts that are no pay table."""

from __future__ import annotations

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.games.uth import BAD_BEAT, BLIND, PAIRS, TRIPS
from croupier.rules.paytables import For, Share, To, names, parse_pay, parse_paytable, paytable, printed
from croupier.rules.wagers import PROGRESSIVE

BLIND_TABLES = """
                 | BLIND
royal_flush      | 500 to 1
straight_flush   | 50 to 1
four_of_a_kind   | 10 to 1
full_house       | 3 to 1
flush            | 3 to 2
straight         | 1 to 1
"""
TRIPS_TABLES = """
                 | UTH-01 | UTH-02 | UTH-03 | UTH-04
royal_flush      | 50     | 50     | 50     | 50
straight_flush   | 40     | 40     | 40     | 40
four_of_a_kind   | 30     | 30     | 30     | 20
full_house       | 9      | 8      | 8      | 7
flush            | 7      | 6      | 7      | 6
straight         | 4      | 5      | 4      | 5
three_of_a_kind  | 3      | 3      | 3      | 3
edge             | 0.90 % | 1.90 % | 3.50 % | 6.18 %
"""
BAD_BEAT_TABLES = """
                 | BBB-01 | BBB-02 | BBB-03
straight_flush   | 10,000 | 7,500  | 2,500
four_of_a_kind   | 500    | 500    | 500
full_house       | 40     | 50     | 50
flush            | 25     | 30     | 30
straight         | 20     | 20     | 20
three_of_a_kind  | 9      | 9      | 9
edge             | 20.2 % | 14.6 % | 16.5 %
hit              | 3.9 %  | 3.9 %  | 3.9 %
"""
PAIRS_TABLES = """
                         | UPB-1  | UPB-2  | UPB-3  | UPB-4  | UPB-5  | UPB-6
aces_against_aces        | -      | 1,000  | -      | -      | -      | -
red_aces                 | -      | -      | -      | 100    | 50     | -
aces                     | 30     | 30     | 30     | 30     | 25     | 25
ace_king_suited          | 25     | 25     | -      | -      | -      | -
ace_queen_or_jack_suited | 20     | 20     | -      | -      | -      | -
ace_king                 | 15     | 15     | -      | -      | -      | -
high_pair                | 10     | 10     | -      | -      | -      | -
ace_queen_or_jack        | 5      | 5      | -      | -      | -      | -
low_pair                 | 3      | 3      | -      | -      | -      | -
ace_face_suited          | -      | -      | 20     | 20     | 20     | 20
ace_face                 | -      | -      | 10     | 10     | 10     | 10
other_pair               | -      | -      | 5      | 4      | 5      | 5
edge                     | 8.90 % | 8.54 % | 4.52 % | 4.68 % | 4.90 % | 6.79 %
"""
PROGRESSIVE_TABLES = """
                       | UTH-P01       | MGL-01        | MGL-ML01       | MGL-ML03
royal_flush_first_five | 100 % of main | -             | -              | -
royal_flush            | 5 % of main   | 100 % of main | 100 % of mega  | 100 % of mega
community_royal_flush  | 3,000 for 1   | -             | -              | -
straight_flush         | 250 for 1     | 10 % of main  | 100 % of major | 100 % of major
four_of_a_kind         | 100 for 1     | 300 for 1     | 300 for 1      | 100 % of minor
full_house             | 10 for 1      | 50 for 1      | 50 for 1       | 50 for 1
flush                  | -             | 40 for 1      | 40 for 1       | 40 for 1
straight               | -             | 30 for 1      | 30 for 1       | 30 for 1
three_of_a_kind        | -             | 9 for 1       | 9 for 1        | 9 for 1
"""


def columns(text: str) -> dict[str, dict[str, str]]:
    """A printed table as columns of lines; a dash is a line that the table does not have."""
    head, *rows = [[cell.strip() for cell in line.split("|")] for line in text.strip("\n").splitlines()]
    return {name: {row[0]: row[at] for row in rows if row[at] != "-"} for at, name in enumerate(head) if name}


def spelled(bet: str, text: str) -> dict[str, dict[str, str]]:
    return {
        name: {
            line: pay if " " in pay or bet == PROGRESSIVE else f"{pay} to 1"
            for line, pay in column.items()
            if line not in ("edge", "hit")
        }
        for name, column in columns(text).items()
    }


@pytest.mark.parametrize(
    ("bet", "text"),
    [
        (BLIND, BLIND_TABLES),
        (TRIPS, TRIPS_TABLES),
        (BAD_BEAT, BAD_BEAT_TABLES),
        (PAIRS, PAIRS_TABLES),
        (PROGRESSIVE, PROGRESSIVE_TABLES),
    ],
    ids=["R22 Blind", "R23 Trips", "R24 Bad Beat", "R25 Pairs", "R34 R35 Progressive"],
)
def test_every_approved_table_pays_what_is_printed(bet: str, text: str) -> None:
    want = spelled(bet, text)
    assert set(names(bet)) == set(want)
    for name, lines in want.items():
        assert {line: str(pay) for line, pay in paytable(name, bet).pays.items()} == lines, name


@pytest.mark.parametrize(("bet", "text"), [(TRIPS, TRIPS_TABLES), (BAD_BEAT, BAD_BEAT_TABLES), (PAIRS, PAIRS_TABLES)])
def test_printed_edges_and_hit_frequencies_stand_with_the_tables(bet: str, text: str) -> None:
    for name, column in columns(text).items():
        assert paytable(name, bet).printed_edge == column["edge"]
        assert paytable(name, bet).printed_hit_frequency == column.get("hit")


def test_lines_stand_highest_first() -> None:
    """The first line that a hand makes is the one that pays, so their order is a ruling too."""
    for bet in (BLIND, TRIPS, BAD_BEAT, PAIRS):
        for name in names(bet):
            pays = [pay.on(1_000) for pay in paytable(name, bet).pays.values()]
            assert pays == sorted(pays, reverse=True), name


def test_r35_envy_is_1000_for_a_royal_and_300_for_a_straight_flush_on_multi_game_links_only() -> None:
    for name in ("MGL-01", "MGL-ML01", "MGL-ML03"):
        assert dict(paytable(name, PROGRESSIVE).envy) == {"royal_flush": 1000, "straight_flush": 300}
        assert paytable(name, PROGRESSIVE).cards == "first five"
    assert not paytable("UTH-P01", PROGRESSIVE).envy
    assert paytable("UTH-P01", PROGRESSIVE).cards == "all seven"


def test_r22_to_one_keeps_the_stake_and_for_one_does_not_return_it() -> None:
    assert To(3, 2).on(500) == 750
    assert For(10).on(500) == 5_000
    assert (str(To(10_000)), str(For(3_000)), str(Share(5, "main"))) == ("10,000 to 1", "3,000 for 1", "5 % of main")
    assert [parse_pay(text) for text in ("3 to 2", "250 for 1", "5 % of main")] == [
        To(3, 2),
        For(250),
        Share(5, "main"),
    ]
    assert printed("1.90 %") == Fraction(19, 1000)


TABLE = """
name = "house"
bet = "trips"
[pays]
flush = "7 to 1"
"""


def test_a_table_of_ones_own_has_the_same_form() -> None:
    own = parse_paytable(TABLE)
    assert (own.name, own.bet, dict(own.pays)) == ("house", TRIPS, {"flush": To(7)})


BAD_TABLES = [
    ("no TOML", "name = "),
    ("nested too deeply", f"name = {'[' * 3000}"),
    ("no name", TABLE.replace('name = "house"', "")),
    ("name is a number", TABLE.replace('"house"', "7")),
    ("no bet", TABLE.replace('bet = "trips"', "")),
    ("bet is a list", TABLE.replace('"trips"', '["trips"]')),
    ("no such bet", TABLE.replace('"trips"', '"insurance"')),
    ("no such line", TABLE.replace("flush =", "five_of_a_kind =")),
    ("pays nothing", 'name = "house"\nbet = "trips"'),
    ("pays is a number", 'name = "house"\nbet = "trips"\npays = 3'),
    ("negative", TABLE.replace("7 to 1", "-7 to 1")),
    ("only a comma", TABLE.replace("7 to 1", ", to 1")),
    ("to nothing", TABLE.replace("7 to 1", "7 to 0")),
    ("5,000 digits", TABLE.replace("7 to 1", f"{'9' * 5000} to 1")),
    ("a number", TABLE.replace('"7 to 1"', "7")),
    ("a side bet from a meter", TABLE.replace("7 to 1", "5 % of main")),
    ("a progressive that returns the stake", TABLE.replace('"trips"', '"progressive"')),
    ("no such level", TABLE.replace('"trips"', '"progressive"').replace("7 to 1", "5 % of grand")),
    ("more than the meter", TABLE.replace('"trips"', '"progressive"').replace("7 to 1", "101 % of main")),
    ("unknown key", f"colour = 3\n{TABLE}"),
    ("edge is a number", f"printed_edge = 3\n{TABLE}"),
    ("no such cards", f'cards = "all six"\n{TABLE}'),
    ("envy on Trips", f"{TABLE}\n[envy]\nflush = 3"),
    ("envy as text", f'{TABLE.replace("trips", "progressive").replace("7 to 1", "7 for 1")}\n[envy]\nflush = "3"'),
]


@pytest.mark.parametrize("text", [row[1] for row in BAD_TABLES], ids=[row[0] for row in BAD_TABLES])
def test_a_text_that_is_no_pay_table_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse_paytable(text)


@given(st.text() | st.from_regex(r"[0-9, ]{0,6} ?(to|for|%) ?(of )?[0-9a-z,]{0,5}", fullmatch=True))
def test_any_text_is_a_pay_or_is_refused(text: str) -> None:
    with contextlib.suppress(Refused):
        assert isinstance(parse_pay(text), To | For | Share)
