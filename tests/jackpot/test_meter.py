"""A meter grows, pays and starts again, and no fraction of a cent is lost (R37 to R39, R41)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.jackpot.meter import (
    BASIS_POINTS,
    Award,
    BadMeter,
    Fixed,
    Meter,
    Percentage,
    award,
    awards,
    check_meter,
    contribute,
    meter_text,
)

rates = st.integers(0, 1_000)
wagers = st.lists(st.integers(1, 10_000), max_size=20)


@st.composite
def links(draw: st.DrawFn) -> dict[str, Meter]:
    """One to three levels whose rates together take at most 60 % of a wager."""
    levels = draw(st.sampled_from([("main",), ("mega", "major"), ("mega", "major", "minor")]))
    return {
        level: Meter(
            amount=draw(st.integers(0, 10**8)),
            seed=draw(st.integers(0, 10**6)),
            reserve=draw(st.integers(0, 10**6)),
            rate_bp=draw(rates),
            reserve_rate_bp=draw(rates),
        )
        for level in levels
    }


def after(meters: dict[str, Meter], bets: list[int]) -> dict[str, Meter]:
    for bet in bets:
        _, meters = contribute(meters, bet)
    return meters


@given(links(), wagers)
def test_r41_the_meter_does_not_care_how_the_bets_were_cut(link: dict[str, Meter], bets: list[int]) -> None:
    assert after(link, bets) == after(link, [sum(bets)])


@given(links(), wagers)
def test_r41_every_wager_splits_exactly_into_meter_reserve_and_house(link: dict[str, Meter], bets: list[int]) -> None:
    meters = link
    for bet in bets:
        split, grown = contribute(meters, bet)
        assert sum(split.meter.values()) + sum(split.reserve.values()) + split.house == bet
        for level, meter in meters.items():
            assert grown[level].amount == meter.amount + split.meter[level]
            assert grown[level].reserve == meter.reserve + split.reserve[level]
        meters = grown


@given(links(), wagers)
def test_r41_in_the_long_run_each_share_is_its_rate_to_the_cent(link: dict[str, Meter], bets: list[int]) -> None:
    grown = after(link, bets)
    for level, meter in link.items():
        assert grown[level].amount - meter.amount == sum(bets) * meter.rate_bp // BASIS_POINTS
        assert grown[level].reserve - meter.reserve == sum(bets) * meter.reserve_rate_bp // BASIS_POINTS


def test_r41_spelled_out() -> None:
    """71 basis points of $5 are 3.55 cents: 3 cents now, 0.55 carried; the next time 4."""
    first, meters = contribute({"main": Meter(amount=1_000, rate_bp=71, reserve_rate_bp=10)}, 500)
    assert (first.meter, first.reserve, first.house) == ({"main": 3}, {"main": 0}, 497)
    assert (meters["main"].amount, meters["main"].carry_bp, meters["main"].reserve_carry_bp) == (1_003, 5_500, 5_000)
    second, meters = contribute(meters, 500)
    assert (second.meter, second.reserve, second.house) == ({"main": 4}, {"main": 1}, 495)
    assert (meters["main"].amount, meters["main"].carry_bp, meters["main"].reserve) == (1_007, 1_000, 1)


meters = st.builds(
    Meter,
    amount=st.integers(0, 10**9),
    seed=st.integers(0, 10**7),
    reserve=st.integers(0, 10**7),
    carry_bp=st.integers(0, BASIS_POINTS - 1),
)
pays = st.one_of(st.builds(Percentage, st.integers(1, 100)), st.builds(Fixed, st.integers(0, 10**9)))


@given(meters, st.lists(pays, max_size=8))
def test_a_meter_is_never_negative_and_every_cent_is_accounted_for(
    meter: Meter, owed: list[Percentage | Fixed]
) -> None:
    for pay in owed:
        paid, left = award(meter, pay)
        assert left.amount >= 0
        assert left.reserve >= 0
        assert meter.amount + meter.reserve + paid.topped_up + paid.seeded == left.amount + left.reserve + paid.amount
        assert left.carry_bp == meter.carry_bp
        meter = left


# shown | percent | paid | left | the ruling
ROUNDING = [
    (10_000, 5, 500, 9_500, "R39 exact"),
    (10_001, 5, 501, 9_500, "R39 500.05 cents are paid as 501"),
    (10_019, 5, 501, 9_518, "R39 500.95 cents are paid as 501"),
    (1, 5, 1, 0, "R39 a single cent is paid out"),
    (0, 5, 0, 0, "R39 five percent of nothing"),
    (74_281_449, 10, 7_428_145, 66_853_304, "R39 7,428,144.9 cents are paid as 7,428,145"),
]


@pytest.mark.parametrize(("shown", "percent", "paid", "left", "words"), ROUNDING, ids=[row[4] for row in ROUNDING])
def test_a_percentage_is_of_the_cents_shown_rounded_up(
    shown: int, percent: int, paid: int, left: int, words: str
) -> None:
    done, meter = award(Meter(amount=shown, seed=500, reserve=30, carry_bp=9_999), Percentage(percent))
    assert (done, meter.amount, meter.carry_bp) == (Award(paid), left, 9_999), words
    assert (meter.seed, meter.reserve) == (500, 30)


def test_r41_after_a_full_award_the_meter_is_seed_and_reserve_and_the_reserve_is_empty() -> None:
    done, meter = award(Meter(amount=1_001, seed=500, reserve=30, carry_bp=77), Percentage(100))
    assert done == Award(1_001, seeded=500, from_reserve=30)
    assert meter == Meter(amount=530, seed=500, reserve=0, carry_bp=77)


def test_r37_a_meter_that_must_pay_more_than_it_holds_is_topped_up_by_the_house() -> None:
    done, meter = award(Meter(amount=1_000, seed=500), Fixed(2_500))
    assert done == Award(2_500, topped_up=1_500)
    assert meter.amount == 0
    assert award(Meter(amount=2_500), Fixed(2_500)) == (Award(2_500), Meter(amount=0))


def test_r38_each_pay_is_of_the_meter_as_it_then_stands() -> None:
    done, left = awards({"main": Meter(amount=100_000)}, [("main", Percentage(10)), ("main", Percentage(10))])
    assert [paid.amount for paid in done] == [10_000, 9_000]
    assert left["main"].amount == 81_000


def test_r38_after_a_full_pay_the_meter_is_reseeded_before_the_next_winner() -> None:
    main = Meter(amount=100_000, seed=5_000, reserve=200)
    done, left = awards(
        {"main": main}, [("main", Percentage(100)), ("main", Percentage(100)), ("main", Percentage(10))]
    )
    assert [paid.amount for paid in done] == [100_000, 5_200, 500]
    assert left["main"].amount == 4_500


def test_a_pay_off_a_meter_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadMeter, match="no meter for level 'major'"):
        awards({"main": Meter(amount=1)}, [("major", Percentage(100))])


BAD = [
    Meter(amount=-1),
    Meter(amount=0, seed=-1),
    Meter(amount=0, reserve=-1),
    Meter(amount=0, rate_bp=-1),
    Meter(amount=0, rate_bp=9_000, reserve_rate_bp=1_001),
]


@pytest.mark.parametrize("meter", BAD, ids=str)
def test_a_meter_that_cannot_be_is_refused(meter: Meter) -> None:
    with pytest.raises(BadMeter):
        check_meter(meter)


def test_levels_cannot_take_more_than_the_wager_together() -> None:
    with pytest.raises(BadMeter, match="more than the whole wager"):
        contribute({"mega": Meter(amount=0, rate_bp=6_000), "major": Meter(amount=0, rate_bp=4_001)}, 100)


def test_a_meter_can_be_said() -> None:
    assert meter_text(Meter(amount=123_456, seed=50_000, reserve=10)) == "$1,234.56 (seed $500, reserve $0.10)"
