"""Whole cents, written the way a felt writes them."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.money import (
    CHIP_VALUES,
    chip_values_text,
    chips_for,
    dollars,
    parse_basis_points,
    parse_chip_values,
    parse_dollars,
    signed_dollars,
)

WRITTEN = [(0, "$0"), (5, "$0.05"), (150, "$1.50"), (500, "$5"), (123_450, "$1,234.50"), (-500, "-$5"), (-1, "-$0.01")]


@pytest.mark.parametrize(("cents", "text"), WRITTEN)
def test_how_an_amount_is_written(cents: int, text: str) -> None:
    assert dollars(cents) == text


def test_a_result_has_its_sign() -> None:
    assert [signed_dollars(cents) for cents in (1500, -500, 0)] == ["+$15", "-$5", "$0"]


CHIPS = [
    (0, (), 0),
    (500, ((500, 1),), 0),
    (750, ((500, 1), (100, 2), (50, 1)), 0),
    (13_000, ((10_000, 1), (2_500, 1), (500, 1)), 0),
    (100_075, ((50_000, 2), (50, 1), (25, 1)), 0),
    (1_003, ((500, 2),), 3),
]


@pytest.mark.parametrize(("cents", "stacks", "odd"), CHIPS)
def test_the_chips_of_an_amount(cents: int, stacks: tuple[tuple[int, int], ...], odd: int) -> None:
    assert chips_for(cents) == (stacks, odd)


def test_a_house_with_other_chips_pays_with_those() -> None:
    assert chips_for(4_300, (2_000, 500, 100)) == (((2_000, 2), (100, 3)), 0)


def test_the_chips_of_a_house_read_back() -> None:
    assert parse_chip_values("0.50, 1,5, $25") == (2_500, 500, 100, 50)
    assert parse_chip_values(chip_values_text(CHIP_VALUES)) == CHIP_VALUES


@pytest.mark.parametrize("text", ["", "5,5", "0", "five", "1;5", ",".join(map(str, range(1, 12)))])
def test_what_are_no_chips_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="not chips"):
        parse_chip_values(text)


@given(st.integers(0, 10**9))
def test_chips_are_worth_the_amount_and_no_stack_could_be_a_larger_chip(cents: int) -> None:
    stacks, odd = chips_for(cents)
    assert sum(value * number for value, number in stacks) + odd == cents
    assert odd < CHIP_VALUES[-1]
    larger = dict(zip(CHIP_VALUES[1:], CHIP_VALUES, strict=False))
    assert all(value * number < larger.get(value, cents + 1) for value, number in stacks)


READ = [("15", 1500), ("$1,250", 125_000), ("2.50", 250), ("2.5", 250), (" $7 ", 700), ("0.01", 1), ("1250", 125_000)]


@pytest.mark.parametrize(("text", "cents"), READ)
def test_how_an_amount_is_read(text: str, cents: int) -> None:
    assert parse_dollars(text) == cents


@given(st.integers(0, 10**13))
def test_an_amount_reads_back(cents: int) -> None:
    assert parse_dollars(dollars(cents)) == cents


@pytest.mark.parametrize(
    "text", ["", "-5", "5.001", "1,25", "12,50", "5 dollars", "1e3", "NaN", "٥", "$", ".5", "9" * 99]
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="not an amount"):
        parse_dollars(text)


@given(st.text())
def test_any_text_is_an_amount_or_is_refused(text: str) -> None:
    with contextlib.suppress(Refused):
        assert parse_dollars(text) >= 0


RATES = [("20", 2000), ("2.5", 250), ("2.5 %", 250), ("2.50%", 250), (" 0.05 % ", 5), (".5", 50), ("5.", 500), ("0", 0)]
RATES += [("100", 10_000), ("250 %", 25_000)]


@pytest.mark.parametrize(("text", "points"), RATES)
def test_how_a_rate_is_read(text: str, points: int) -> None:
    assert parse_basis_points(text) == points


@given(st.integers(0, 10**9))
def test_a_rate_reads_back(points: int) -> None:
    assert parse_basis_points(f"{points // 100}.{points % 100:02} %") == points


@pytest.mark.parametrize(
    "text",
    ["", "%", ".", ". %", "-1", "+1", "2.505", "2,5", "1_0", "1e1", "1/4", "2.5 %%", "half", "NaN", "٥", "9" * 99],
)
def test_what_is_no_rate_is_refused_with_what_would_do(text: str) -> None:
    with pytest.raises(Refused, match=r"not a percentage: .*at most two decimals, such as '20' or '2.5 %'"):
        parse_basis_points(text)


@given(st.text())
def test_any_text_is_a_rate_or_is_refused(text: str) -> None:
    with contextlib.suppress(Refused):
        assert parse_basis_points(text) >= 0
