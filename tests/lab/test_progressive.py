"""Progressive bets (R34 to R41): returns, break-even, envy, time to a hit, and what the meter does meanwhile."""

from __future__ import annotations

from fractions import Fraction
from math import comb, log

import numpy as np
import pytest

from croupier.cards import parse_cards
from croupier.games.uth import UTH
from croupier.hands import strength
from croupier.jackpot.advice import warnings
from croupier.lab.bets.meters import QUANTILES, meter_at_hit, running_dry
from croupier.lab.bets.progressive import BadProgressive, MeterTerms, ProgressivePrice, line_ways, progressive
from croupier.rules.game import Hands
from croupier.rules.paytables import names, parse_paytable, paytable
from croupier.rules.wagers import PROGRESSIVE
from depth import thorough

TENTH = MeterTerms(meter=25_000_00, seed=10_000_00, contribution_bp=1_000, reserve_bp=100)


def priced(name: str, **choices: object) -> ProgressivePrice:
    table = paytable(name, PROGRESSIVE)
    choices.setdefault("stake", 100)
    choices.setdefault("levels", dict.fromkeys(table.levels, TENTH))
    return progressive(table, **choices)  # type: ignore[arg-type]


def test_every_approved_table_has_its_ways() -> None:
    for name in names(PROGRESSIVE):
        table = paytable(name, PROGRESSIVE)
        deals, ways = line_ways(table)
        # Deals are hole cards, flop, and turn with river: 1,326 × 19,600 × 1,081, or a fixed part of them.
        assert comb(52, 2) * comb(50, 3) * comb(47, 2) % deals == 0
        assert sum(ways.values()) == deals
        assert set(table.pays) <= set(ways)


def test_royals_of_seven_cards_are_told_by_where_they_lie() -> None:
    table = paytable("UTH-P01", PROGRESSIVE)
    deals, ways = line_ways(table)
    first_five = Fraction(ways["royal_flush_first_five"], deals)
    assert first_five == Fraction(ways["community_royal_flush"], deals) == Fraction(4, 2_598_960)
    assert Fraction(ways["royal_flush"], deals) == 19 * first_five
    # The same lines as the settlement engine draws, on one hand of each kind.
    for cards, want in [
        ("Ah Kh Qh Jh Th 2c 3d", "royal_flush_first_five"),
        ("Ah 2c Kh Qh Jh Th 3d", "royal_flush"),
        ("2c 3d Ah Kh Qh Jh Th", "community_royal_flush"),
    ]:
        seven = parse_cards(cards)
        hands = Hands(player=strength(seven), dealer=0, own=seven[:2], dealer_cards=(), board=seven[2:])
        assert UTH.progressive(table, hands) == want
        assert want in table.pays


def test_the_return_is_fixed_pays_plus_meter() -> None:
    bet = priced("MGL-01")
    by_hand = (54_912 * 9 + 10_200 * 30 + 5_108 * 40 + 3_744 * 50 + 624 * 300) / 2_598_960
    assert float(bet.fixed_return) == pytest.approx(by_hand)
    assert float(bet.meter_return) == pytest.approx((4 + 36 * 0.1) * 25_000 / 2_598_960)
    assert bet.edge == 1 - bet.fixed_return - bet.meter_return


def test_at_the_break_even_meter_the_bet_is_fair() -> None:
    for name in ("UTH-P01", "MGL-01", "MGL-ML01"):
        bet = priced(name, players=4, tax=Fraction(24, 100))
        level = bet.table.levels[0]
        for taxed in (False, True):
            meter = bet.break_even(level, taxed=taxed)
            assert meter is not None
            curve = bet.return_curve(level, np.array([float(meter)]), taxed=taxed)
            assert curve[0] == pytest.approx(1)
    untaxed = priced("UTH-P01").break_even("main")
    assert untaxed is not None
    assert round(untaxed) == 165_959_74  # cents, at a $1 stake: worth knowing by heart


def test_tax_moves_the_break_even_up_and_players_move_it_down() -> None:
    alone, full = priced("MGL-01", tax=Fraction(1, 4)), priced("MGL-01", tax=Fraction(1, 4), players=6)
    before, after = alone.break_even("main"), alone.break_even("main", taxed=True)
    crowded = full.break_even("main")
    assert before is not None
    assert after == before / Fraction(3, 4)
    assert crowded is not None
    assert crowded < before


def test_envy_is_worth_the_same_for_each_other_player() -> None:
    bet = priced("MGL-01", players=6)
    each = Fraction(4 * 1_000 + 36 * 300, 2_598_960)
    assert [bet.envy_return(n) for n in (1, 2, 6)] == [0, each, 5 * each]
    assert priced("UTH-P01", players=6).envy_return() == 0


def test_growth_and_time_to_a_hit() -> None:
    bet = priced("MGL-ML03", stake=500)
    assert bet.growth("minor") == 50
    assert bet.expected_wagers("minor") == Fraction(2_598_960, 624)
    # By the median the chance of none is a half: n·log(1 − p) = −log 2.
    n, p = bet.median_wagers("minor"), float(bet.hit_chance("minor"))
    assert (1 - p) ** n <= 0.5 < (1 - p) ** (n - 1)
    assert bet.net_growth("minor") == 50


def test_what_the_house_keeps_is_all_that_goes_nowhere_else() -> None:
    bet = priced("MGL-01")
    spent = bet.fixed_return + Fraction(1_100, 10_000) + bet.hit_chance("main") * 10_000
    assert bet.house_keeps == 1 - spent


def test_the_meter_at_a_hit_without_lesser_pays_is_geometric() -> None:
    at_hit = meter_at_hit(priced("MGL-ML01"), "mega")
    assert at_hit is not None
    p = 4 / 2_598_960
    assert at_hit.mean == pytest.approx(25_000_00 + 10 / p)
    assert at_hit.standard_deviation == pytest.approx(10 / p, rel=2e-3)
    for q, value in zip(QUANTILES, at_hit.quantiles, strict=True):
        assert value == pytest.approx(25_000_00 + 10 * log(1 - q) / log(1 - p), rel=2e-3)


@pytest.mark.parametrize("name", ["UTH-P01", "MGL-01"])
def test_the_grid_has_the_exact_mean_of_the_meter_at_a_hit(name: str) -> None:
    at_hit = meter_at_hit(priced(name), "main")
    assert at_hit is not None
    assert float(at_hit.chances @ at_hit.meters) == pytest.approx(at_hit.mean, rel=1e-3)


COIN = """
name = "coin"
bet = "progressive"
cards = "first five"
[pays]
royal_flush = "100 % of main"
pair = "2 for 1"
"""


def test_running_dry_is_the_gamblers_ruin() -> None:
    # A pair comes with chance p = 0.42257 and takes two stakes; 90 % of a stake comes in each time. Pays
    # outrun the contribution only by luck, and the classic answer decays like a power of the root below.
    table = parse_paytable(COIN)
    levels = {"main": MeterTerms(meter=20_00, seed=20_00, contribution_bp=9_000)}
    bet = progressive(table, stake=100, levels=levels, fixed_off_meter=True)
    dry = running_dry(bet, "main")
    assert dry.lower <= dry.upper <= dry.lower + 1e-3
    rng = np.random.default_rng(7)
    meters = np.full(20_000, 20.0)
    ran_dry = np.zeros(20_000, bool)
    for _ in range(1_500):
        pays = rng.random(20_000) < 1_098_240 / 2_598_960
        meters += 0.9
        ran_dry |= pays & (meters < 2)
        meters -= 2 * pays
    assert dry.chance == pytest.approx(ran_dry.mean(), abs=0.015)


@thorough
def test_more_contribution_makes_running_dry_rarer() -> None:
    def chance(bp: int) -> float:
        levels = {"main": MeterTerms(meter=3_000_00, seed=3_000_00, contribution_bp=bp)}
        return running_dry(priced("UTH-P01", levels=levels, fixed_off_meter=True), "main").chance

    assert 1 > chance(7_000) > chance(8_500) > 0


def test_no_fixed_pay_no_running_dry() -> None:
    table = parse_paytable(COIN.replace('pair = "2 for 1"\n', ""))
    bet = progressive(table, stake=100, levels={"main": TENTH}, fixed_off_meter=True)
    assert running_dry(bet, "main").chance == 0


def test_plans_carry_the_largest_fixed_award_into_the_warnings() -> None:
    bet = priced("UTH-P01", levels={"main": MeterTerms(meter=1_000_00, seed=1_000_00, contribution_bp=2_000)})
    names_of = [type(warning).__name__ for warning in warnings(bet.plans()[0])]
    assert names_of == ["NoReserve", "SeedBelowFixedAward"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"stake": 0}, "want a positive one"),
        ({"players": 7}, "want 1 to 6"),
        ({"tax": Fraction(1)}, "leaves nothing"),
        ({"levels": {}}, "pays from the main meter"),
        ({"levels": {"main": TENTH, "mega": TENTH}}, "has no mega meter"),
        ({"levels": {"main": MeterTerms(meter=-1)}}, "below \\$0"),
        ({"levels": {"main": MeterTerms(meter=1, contribution_bp=-1)}}, "negative share"),
        ({"levels": {"main": MeterTerms(meter=1, contribution_bp=9_000, reserve_bp=1_001)}}, "at most 100 %"),
    ],
)
def test_nonsense_is_refused_with_words(change: dict[str, object], words: str) -> None:
    with pytest.raises(BadProgressive, match=words):
        priced("UTH-P01", **change)


def test_fixed_pays_come_off_one_meter_or_none() -> None:
    with pytest.raises(BadProgressive, match="come from the tray"):
        priced("MGL-ML01", fixed_off_meter=True)


def test_to_dict_is_plain_data() -> None:
    import json

    told = json.loads(json.dumps(priced("MGL-ML03", players=2).to_dict()))
    assert list(told["levels"]) == ["mega", "major", "minor"]
    assert told["return"] == pytest.approx(told["fixed_return"] + told["meter_return"] + told["envy_return"])
