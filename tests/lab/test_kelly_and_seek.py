"""Kelly's share against what can be worked out by hand, and goal seek of a side bet against every whole pay."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.games.uth import TRIPS
from croupier.lab.bets.designs import BadDesign, design
from croupier.lab.bets.kelly import Wager, kelly, wager_of
from croupier.lab.bets.progressive import MeterTerms, progressive
from croupier.lab.bets.seek import seek_line
from croupier.lab.bets.sidebets import side_bet
from croupier.rules.paytables import paytable
from croupier.rules.wagers import PROGRESSIVE

UTH_02 = paytable("UTH-02", TRIPS)


@given(st.integers(1, 999), st.integers(1, 5_000))
@settings(max_examples=60, deadline=None)
def test_of_a_bet_with_one_win_the_share_is_value_by_odds(thousandths: int, odds: int) -> None:
    wager = Wager([(Fraction(thousandths, 1000), Fraction(odds))])
    best = kelly(wager)
    assert best.share == pytest.approx(max(0.0, float(wager.value) / odds), abs=1e-12)
    assert best.growth >= 0


def test_no_share_near_the_best_grows_faster() -> None:
    table = paytable("UTH-P01", PROGRESSIVE)
    bet = progressive(table, stake=100, levels={"main": MeterTerms(meter=300_000_00)}, tax=Fraction(24, 100))
    wager = wager_of(bet)
    assert wager.value == bet.returns(taxed=True) - 1, "the distribution is the bet's own, taxed"
    best = kelly(wager)
    assert 0 < best.share < 0.001
    for off in (0.5, 0.9, 0.99, 1.01, 1.1, 2):
        assert wager.growth(off * best.share) < best.growth


def test_below_fair_no_share_is_right() -> None:
    table = paytable("UTH-P01", PROGRESSIVE)
    bet = progressive(table, stake=100, levels={"main": MeterTerms(meter=100_000_00)})
    wager = wager_of(bet)
    assert bet.edge > 0
    assert kelly(wager).share == kelly(wager).growth == 0
    assert wager.growth(1e-7) < 0


@pytest.mark.parametrize(("line", "target"), [("flush", "1/100"), ("straight", "-5/100"), ("royal_flush", "2/100")])
def test_a_pay_of_a_side_bet_lies_between_the_whole_pays_around_the_edge(line: str, target: str) -> None:
    wanted = Fraction(target)
    found = seek_line(UTH_02, line, wanted)
    assert found.above.pay == found.below.pay + 1
    assert found.below.edge >= wanted > found.above.edge
    for tried in (found.below, found.above, found.near):
        pay = f"{tried.pay.numerator} to {tried.pay.denominator}"
        if tried.pay:
            assert side_bet(design(UTH_02, {line: pay})).edge == tried.edge
    assert found.above.edge <= found.near.edge <= found.below.edge
    assert found.near.pay.denominator <= 10
    assert len(found.tried) < 12, "a straight line is found at once"


def test_an_edge_that_no_pay_gives_and_a_line_that_is_not_there_are_refused() -> None:
    with pytest.raises(Refused, match="want an edge between them"):
        seek_line(UTH_02, "flush", Fraction(1, 2))
    with pytest.raises(BadDesign, match="has no line 'five_aces'"):
        seek_line(UTH_02, "five_aces", Fraction(1, 100))
