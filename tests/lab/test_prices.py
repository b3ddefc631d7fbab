"""The price list that servers read is what the lab works out, fraction by fraction."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from math import sqrt

import pytest

from croupier.games import GAMES, RULE_SETS, ruleset
from croupier.games.uth import BAD_BEAT, UTH
from croupier.lab.capabilities import face_up_edge
from croupier.lab.games.pricelist import edge_and_variance, swings, together, worked_out
from croupier.lab.prices import base_price_name, bet_price_name, names_of, price, price_list
from croupier.rules.terms import terms
from depth import first_of

SLOW = ("uth", "mississippi", "caribbean", "four-card", "crazy-four", "holdem-bonus", "flushes-gone-wild", "dj-wild")
"""Base games that take seconds each; the slow test works them all out."""
QUICK = [
    (rules.name, name)
    for rules in RULE_SETS.values()
    for name in names_of(rules)
    if name.partition("/")[0] not in SLOW and "lost by fold" not in name
]


def test_every_bet_of_every_rule_set_has_a_price() -> None:
    wanted = {name for rules in RULE_SETS.values() for name in names_of(rules)}
    assert wanted == set(price_list().prices)


@pytest.mark.parametrize(("rules", "name"), sorted(set(QUICK), key=str))
def test_a_price_is_what_the_lab_works_out(rules: str, name: str) -> None:
    assert (price(name).edge, price(name).variance) == edge_and_variance(ruleset(rules), name)


def test_ultimate_texas_holdem_and_how_its_bets_swing_together() -> None:
    assert (price("uth/BLIND").edge, price("uth/BLIND").variance) == edge_and_variance(ruleset("wa-2018"), "uth/BLIND")
    assert price_list().together == together()
    # A good hand wins both the base bets and Trips, so together they swing further than apart.
    assert price_list().together["uth/BLIND", "trips/UTH-02"] > 1


@pytest.mark.parametrize("key", first_of(["three-card", "mississippi", "crazy-four"]))
def test_how_bets_swing_together_is_measured_again_the_same(key: str) -> None:
    kept = price_list()
    again = swings(GAMES[key], 4_000, seed=2)
    for how, found in (("within", kept.within), ("between", kept.between)):
        for one, other, value in again[how]:
            assert value == pytest.approx(found[key, one, other], abs=0.12), (how, one, other)


def test_what_is_measured_is_near_what_is_exact() -> None:
    base, trips = price("uth/BLIND"), price("trips/UTH-02")
    exact = float(price_list().together["uth/BLIND", "trips/UTH-02"]) / sqrt(base.variance * trips.variance)
    assert price_list().within["uth", "base", "trips"] == pytest.approx(exact, abs=0.05)


def test_seats_that_bet_on_the_same_cards_win_and_lose_together() -> None:
    # M4: the three community cards decide the bonus of every seat alike.
    assert price_list().between["mississippi", "three_card_bonus", "three_card_bonus"] == 1
    # T6, F6: their own cards decide these, and they have little to do with each other.
    assert abs(price_list().between["three-card", "pair_plus", "pair_plus"]) < 0.02
    assert abs(price_list().between["four-card", "aces_up", "aces_up"]) < 0.02


@pytest.mark.slow
def test_the_whole_list_is_what_the_lab_works_out() -> None:
    made = worked_out()
    kept = price_list()
    assert {name: (str(one.edge), str(one.variance)) for name, one in kept.prices.items()} == made["prices"]


def test_a_table_finds_its_prices() -> None:
    usual = terms(ruleset("wa-2018"))
    assert base_price_name(usual, 4) == "uth/BLIND"
    assert bet_price_name(usual, BAD_BEAT) == "bad_beat/BBB-01"
    assert bet_price_name(terms(ruleset("wa-2018"), lost_by_fold=(BAD_BEAT,)), BAD_BEAT).endswith("lost by fold")


def test_face_up_the_edge_is_that_of_one_who_looks_where_it_is_known() -> None:
    open_table = terms(ruleset("wa-2018"), face_up_approval="WSGC 2020-06")
    known = face_up_edge(UTH, 3)
    assert known is not None
    name = base_price_name(open_table, 3)
    assert price(name).edge == Fraction(known.edge) < price("uth/BLIND").edge
    assert price(name).variance == price("uth/BLIND").variance
    assert base_price_name(open_table, 1) == "uth/BLIND", "alone there is nothing to look at"


def test_reading_the_list_needs_no_compiler() -> None:
    read = (
        "import sys, croupier.floor.figures.report as made; from croupier.lab.prices import price; price('uth/BLIND')"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{read}; print('numba' in sys.modules)"], capture_output=True, text=True
    )
    assert done.stdout.strip() == "False", done.stderr
