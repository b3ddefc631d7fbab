"""A round's wins applied to the meters: who gets how many cents, in which order (R37, R38)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.floor.links.awards import apply_awards
from croupier.jackpot.meter import Meter
from croupier.rules.events import MeterWon
from croupier.rules.paytables import For, Share
from croupier.rules.terms import FixedPays
from croupier.rules.wagers import PROGRESSIVE, Stakes
from draws import Script, scripts, showdown


def wins(script: Script) -> list[MeterWon]:
    return [event for event in script.events() if isinstance(event, MeterWon)]


def test_r38_two_straight_flushes_share_a_link_in_the_order_of_the_seats() -> None:
    """Seat 3 sits farther to the dealer's right than seat 1: it gets 10 % first, seat 1 gets 10 % of what is left."""
    script = showdown(
        "wa-2018",
        {1: "9h 8h", 3: "3h 4h"},
        "4s 4d",
        "7h 6h 5h 2c Jd",
        "bet4",
        Stakes(ante=500, progressive=100),
        tables={PROGRESSIVE: "MGL-01"},
    )
    paid, left = apply_awards({"main": Meter(amount=100_005, seed=5_000, reserve=10)}, wins(script))
    assert [(award.seat, award.level, award.award.amount) for award in paid] == [
        (3, "main", 10_001),
        (1, "main", 9_001),
    ]
    assert left["main"].amount == 100_005 - 10_001 - 9_001


def test_r38_two_royals_the_second_gets_seed_and_reserve() -> None:
    events = [MeterWon(5, "royal_flush", Share(100, "mega"), 100), MeterWon(2, "royal_flush", Share(100, "mega"), 100)]
    paid, left = apply_awards({"mega": Meter(amount=99_999, seed=5_000, reserve=70)}, events)
    assert [award.award.amount for award in paid] == [99_999, 5_070]
    assert (left["mega"].amount, left["mega"].reserve) == (5_000, 0)


def test_each_level_pays_its_own() -> None:
    events = [
        MeterWon(5, "straight_flush", Share(100, "major"), 100),
        MeterWon(2, "royal_flush", Share(100, "mega"), 100),
    ]
    meters = {"mega": Meter(amount=900), "major": Meter(amount=80), "minor": Meter(amount=7)}
    paid, left = apply_awards(meters, events)
    assert [(award.level, award.award.amount) for award in paid] == [("major", 80), ("mega", 900)]
    assert left["minor"] == meters["minor"]


def test_r37_fixed_pays_off_the_meter_multiply_the_stake_and_are_topped_up() -> None:
    script = showdown(
        "wa-2014",
        {3: "9h 9d"},
        "4s 4d",
        "9c 9s 5h 2c 3d",
        "bet4",
        Stakes(ante=500, progressive=500),
        tables={PROGRESSIVE: "UTH-P01"},
        fixed_pays=FixedPays.METER,
    )
    (paid,), left = apply_awards({"main": Meter(amount=40_000)}, wins(script))
    assert (paid.award.amount, paid.award.topped_up, left["main"].amount) == (50_000, 10_000, 0)
    assert For(100).on(500) == 50_000


def test_a_win_without_its_meter_is_refused() -> None:
    with pytest.raises(Refused, match="no meter"):
        apply_awards({}, [MeterWon(5, "royal_flush", Share(100, "mega"), 100)])


@given(scripts(("wa-2014", "wa-2018", "wa-lnw")), st.integers(0, 10**8))
def test_no_cent_appears_or_disappears_between_meters_and_players(script: Script, amount: int) -> None:
    meters = {level: Meter(amount=amount, seed=500, reserve=7) for level in ("main", "mega", "major", "minor")}
    paid, left = apply_awards(meters, wins(script))
    before = sum(meter.amount + meter.reserve for meter in meters.values())
    house = sum(award.award.topped_up + award.award.seeded for award in paid)
    assert before + house == sum(m.amount + m.reserve for m in left.values()) + sum(a.award.amount for a in paid)
    assert [award.seat for award in paid] == [win.seat for win in wins(script)]
