"""R42: what the system warns about when a level is set up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.jackpot.advice import LevelPlan, warnings

SOUND = LevelPlan(
    level="main",
    contribution_bp=7_500,
    reserve_bp=300,
    seed=10_000_00,
    all_pays_off_meter=True,
    largest_fixed=3_000_00,
)


def test_a_sound_plan_is_left_alone() -> None:
    assert warnings(SOUND) == ()


@pytest.mark.parametrize(
    ("change", "names", "words"),
    [
        ({"contribution_bp": 6_999}, ["ThinContribution"], "main: all pays come off the meter"),
        ({"contribution_bp": 7_000}, [], ""),
        (
            {"all_pays_off_meter": False, "preconfigured_bp": 2_300, "contribution_bp": 2_301},
            ["RateAbovePreconfigured"],
            "main: 23.01 % is above the preconfigured 23 %",
        ),
        ({"all_pays_off_meter": False, "preconfigured_bp": 2_300, "contribution_bp": 2_300}, [], ""),
        ({"reserve_bp": 0}, ["NoReserve"], "main: no reserve"),
        ({"seed": 0}, ["ReserveIsOnlySeed", "NoSeed"], "main: the reserve is the only seed"),
        ({"seed": 0, "reserve_bp": 0}, ["NoReserve", "NoSeed"], "main: no reserve"),
        (
            {"seed": 2_999_99},
            ["SeedBelowFixedAward"],
            "main: the seed of $2,999.99 is below the largest fixed award, $3,000",
        ),
    ],
)
def test_each_warning(change: dict[str, int], names: list[str], words: str) -> None:
    found = warnings(replace(SOUND, **change))  # type: ignore[arg-type]
    assert [type(warning).__name__ for warning in found] == names
    if found:
        assert str(found[0]).startswith(words)
