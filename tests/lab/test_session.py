"""A session exactly, and meters replayed through a run, against plain sums over the same rounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS
from croupier.hands import Category
from croupier.lab.bets.progressive import MeterTerms, ProgressivePrice, progressive
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.chance.replay import CannotReplay, replay
from croupier.lab.chance.ruin import after
from croupier.lab.chance.session import NoExactSession, bet_means, full_bet, round_outcomes
from croupier.lab.chance.simulate import SideStake, Simulation, simulate
from croupier.lab.solution_cache import cached_distribution, cached_solution
from croupier.rules.paytables import parse_paytable, paytable
from croupier.rules.wagers import PROGRESSIVE
from depth import thorough

TRIPS = SideStake(paytable("UTH-02", TRIPS), 2)
BAD_BEAT = SideStake(paytable("BBB-01", BAD_BEAT))
PAIRS = SideStake(paytable("UPB-2", PAIRS))


def test_a_round_has_the_games_mean_and_spread() -> None:
    outcomes = round_outcomes(cached_distribution().outcome)
    assert outcomes.mean / outcomes.unit == pytest.approx(float(cached_solution().value), abs=1e-12)
    assert outcomes.standard_deviation / outcomes.unit == pytest.approx(cached_distribution().standard_deviation)
    assert outcomes.results.min() == -6 * outcomes.unit


def test_bets_are_worth_what_their_own_pages_say() -> None:
    means = bet_means(cached_distribution().outcome, [TRIPS, BAD_BEAT, PAIRS])
    assert means["base"] == cached_solution().value
    assert means["UTH-02"] == -2 * side_bet(TRIPS.table).edge
    assert means["BBB-01"] == -side_bet(BAD_BEAT.table).edge
    assert means["UPB-2"] == -side_bet(PAIRS.table).edge
    outcomes = round_outcomes(cached_distribution().outcome, [TRIPS, BAD_BEAT])
    whole = means["base"] + means["UTH-02"] + means["BBB-01"]
    assert outcomes.mean / outcomes.unit == pytest.approx(float(whole), abs=1e-9)
    assert full_bet([TRIPS, BAD_BEAT]) == 9


def test_being_ahead_after_one_round_is_a_count_of_deals() -> None:
    ahead = after(round_outcomes(cached_distribution().outcome), 1)
    wins = int(cached_distribution().deals[cached_distribution().net > 0].sum())
    assert ahead.ahead == pytest.approx(wins / cached_distribution().all_deals, abs=1e-12)


def test_pairs_has_no_exact_session() -> None:
    with pytest.raises(NoExactSession, match="simulate it"):
        round_outcomes(cached_distribution().outcome, [PAIRS])


@pytest.fixture(scope="module")
def run() -> Simulation:
    return simulate(cached_solution().decisions, 400_000, seed=3)


def _bet(name: str) -> ProgressivePrice:
    table = paytable(name, PROGRESSIVE)
    level = MeterTerms(meter=1_000_00, seed=500_00, contribution_bp=333, reserve_bp=77)
    return progressive(table, stake=100, levels=dict.fromkeys(table.levels, level))


@thorough
def test_meters_move_award_by_award(run: Simulation) -> None:
    bet = _bet("MGL-ML03")
    told = replay(bet, run)
    # The same story told slowly, for the minor meter: 3.33 cents in and 0.77 aside each round.
    meter, reserve, paid = 1_000_00 * 10_000, 0, []
    hits = {number for number, first, *_ in run.hits.tolist() if first == Category.FOUR_OF_A_KIND}
    for number in range(run.rounds):
        meter, reserve = meter + 100 * 333, reserve + 100 * 77
        if number in hits:
            shown = meter // 10_000
            paid.append(shown)
            meter, reserve = meter - shown * 10_000 + 500_00 * 10_000 + reserve, 0
    assert [award.cents for award in told.awards if award.level == "minor"] == paid
    assert told.meters["minor"] == meter // 10_000
    assert len(paid) == len(hits) > 50


@thorough
def test_fixed_pays_are_counted_from_the_first_five(run: Simulation) -> None:
    told = replay(_bet("MGL-ML03"), run)
    pays = {"full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 9}
    by_category = run.first_five.sum(axis=0)
    want = sum(int(by_category[Category[name.upper()]]) * pay * 100 for name, pay in pays.items())
    assert told.fixed_paid == want
    assert told.mean == pytest.approx((want + sum(award.cents for award in told.awards)) / (100 * run.rounds))
    low, high = told.confidence()
    assert low < told.mean < high


@thorough
def test_seven_card_lines_come_from_all_seven(run: Simulation) -> None:
    told = replay(_bet("UTH-P01"), run)
    by_category = run.outcome.joint.sum(axis=(0, 2, 3))
    royals = sum(1 for row in run.hits.tolist() if row[2] == Category.ROYAL_FLUSH)
    assert royals == by_category[Category.ROYAL_FLUSH]
    pays = [(Category.STRAIGHT_FLUSH, 250), (Category.FOUR_OF_A_KIND, 100), (Category.FULL_HOUSE, 10)]
    fixed = sum(int(by_category[kind]) * pay * 100 for kind, pay in pays)
    assert (told.fixed_paid - fixed) % 3_000_00 == 0
    assert len(told.awards) + (told.fixed_paid - fixed) // 3_000_00 == royals


@thorough
def test_folded_hands_can_lose_their_award(run: Simulation) -> None:
    kept = replay(_bet("MGL-ML03"), run)
    lost = replay(replace(_bet("MGL-ML03"), on_fold=False), run)
    assert lost.fixed_paid < kept.fixed_paid
    folded = np.asarray(run.first_five)[4, Category.THREE_OF_A_KIND]
    assert kept.fixed_paid - lost.fixed_paid >= 9 * 100 * int(folded) > 0


@pytest.mark.thorough
def test_what_a_run_cannot_tell_is_refused(run: Simulation) -> None:
    table = parse_paytable('name = "odd"\nbet = "progressive"\n[pays]\nfull_house = "1 % of main"\n')
    bet = progressive(table, stake=100, levels={"main": MeterTerms(meter=0)})
    with pytest.raises(CannotReplay, match="does not keep apart"):
        replay(bet, run)
    with pytest.raises(CannotReplay, match="from the tray"):
        replay(replace(_bet("UTH-P01"), fixed_off_meter=True), run)
    assert bet.edge == 1 - Fraction(0)
