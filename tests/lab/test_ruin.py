"""Many rounds, against plain convolution, the gambler's ruin formula and every short sequence."""

from __future__ import annotations

from itertools import product
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games import GAMES
from croupier.lab.chance.ruin import BadRun, Outcomes, after, ruin
from croupier.lab.chance.session_end import Stops, session_ends
from croupier.lab.games.simulate import round_outcomes
from croupier.lab.games.solve import solved_game

COIN = Outcomes.of({-2: 1, 2: 1})
SKEWED = Outcomes.of({-12: 30, -2: 20, 0: 5, 2: 12, 9: 3, 12: 29, 1010: 1})


def convolved(outcomes: Outcomes, rounds: int) -> dict[int, float]:
    total = {0: 1.0}
    for _ in range(rounds):
        after_one: dict[int, float] = {}
        for so_far, chance in total.items():
            for result, p in zip(outcomes.results.tolist(), outcomes.chances.tolist(), strict=True):
                after_one[so_far + result] = after_one.get(so_far + result, 0.0) + chance * p
        total = after_one
    return total


def test_ten_coins() -> None:
    ten = after(COIN, 10)
    assert ten.even == pytest.approx(comb(10, 5) / 2**10)
    assert ten.ahead == pytest.approx(ten.behind)
    assert ten.standard_deviation == pytest.approx(sqrt(10))
    assert ten.quantiles[2] == 0


@pytest.mark.parametrize("rounds", [1, 2, 7, 30])
def test_the_transform_is_plain_convolution(rounds: int) -> None:
    got, want = after(SKEWED, rounds), convolved(SKEWED, rounds)
    assert got.ahead == pytest.approx(sum(p for total, p in want.items() if total > 0), abs=1e-11)
    assert got.even == pytest.approx(want.get(0, 0.0), abs=1e-11)
    by_total = dict(zip((got.results * 2).astype(int).tolist(), got.chances.tolist(), strict=True))
    for total, chance in want.items():
        assert by_total.get(total, 0.0) == pytest.approx(chance, abs=1e-11)


def test_a_long_run_keeps_its_mass_mean_and_spread_in_the_window() -> None:
    run = after(SKEWED, 1_000_000)
    assert run.ahead + run.even + run.behind == pytest.approx(1, abs=1e-8)
    mean = float(run.results @ run.chances)
    assert mean == pytest.approx(run.mean, rel=1e-6)
    assert sqrt(float((run.results - mean) ** 2 @ run.chances)) == pytest.approx(run.standard_deviation, rel=1e-6)
    assert run.results.size < 2**22


@settings(max_examples=25, deadline=None)
@given(st.dictionaries(st.integers(-6, 6), st.integers(1, 9), min_size=1, max_size=4), st.integers(1, 5))
def test_ruin_is_the_sum_over_every_sequence(ways: dict[int, int], rounds: int) -> None:
    outcomes = Outcomes.of(ways)
    bankroll, need = 8, 6
    want = 0.0
    faces = list(zip(outcomes.results.tolist(), outcomes.chances.tolist(), strict=True))
    for sequence in product(faces, repeat=rounds):
        chance, at = 1.0, bankroll * 2
        ruined = False
        for result, p in sequence:
            chance *= p
            at += result
            ruined |= at < need * 2
        want += chance * ruined
    assert ruin(outcomes, bankroll, rounds, need).risk == pytest.approx(want, abs=1e-11)


@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(st.integers(-6, 6), st.integers(1, 9), min_size=1, max_size=4),
    st.integers(0, 8),
    st.none() | st.integers(1, 9),
    st.none() | st.integers(1, 9),
)
def test_a_session_is_the_sum_over_every_sequence_that_ends_where_it_is_stopped(
    ways: dict[int, int], above: int, loss: int | None, goal: int | None
) -> None:
    outcomes, ends = Outcomes.of(ways), {"ruined": 0.0, "loss": 0.0, "goal": 0.0, "played": 0.0}
    standing: dict[int, float] = {}
    for sequence in product(zip(outcomes.results.tolist(), outcomes.chances.tolist(), strict=True), repeat=4):
        chance, at, rounds, why = 1.0, 0, 0, ""
        for result, p in sequence:
            chance *= p
            if not why:
                at, rounds = at + result, rounds + 1
                why = (
                    "ruined"
                    if at < -above
                    else "loss"
                    if loss and at <= -loss
                    else "goal"
                    if goal and at >= goal
                    else ""
                )
        standing[at] = standing.get(at, 0.0) + chance
        ends["played"] += chance * rounds
        if why:
            ends[why] += chance
    end = session_ends(outcomes, [1, 4], Stops(above=above, loss=loss, goal=goal))[-1]
    assert [end.ruined, end.at_loss, end.at_goal, end.played] == pytest.approx(list(ends.values()), abs=1e-11)
    told = dict(zip((end.total.results * 2).tolist(), end.total.chances.tolist(), strict=True))
    assert told == pytest.approx({float(at): standing.get(int(at), 0.0) for at in told}, abs=1e-11)
    assert end.total.ahead == pytest.approx(sum(p for at, p in standing.items() if at > 0), abs=1e-11)
    assert end.total.mean * 2 == pytest.approx(sum(at * p for at, p in standing.items()), abs=1e-11)


def test_a_session_of_three_card_poker_against_a_count_by_hand() -> None:
    # Two hundred rounds with twenty Antes: counted apart from this program, 33.62 % end ahead; without an end to the
    # money 37.57 % would.
    outcomes = round_outcomes(solved_game(GAMES["three-card"]))
    (end,) = session_ends(outcomes, [200], Stops(above=18))
    assert (round(end.total.ahead, 4), round(after(outcomes, 200).ahead, 4)) == (0.3362, 0.3757)
    assert end.ruined == pytest.approx(ruin(outcomes, 20, 200, 2).risk, abs=1e-11)
    assert end.ruined + end.total.ahead < 1


def test_a_session_agrees_with_sessions_dealt_at_random() -> None:
    draw = np.random.default_rng(7)
    rounds, sessions = 60, 20_000
    results = draw.choice(SKEWED.results, (sessions, rounds), p=SKEWED.chances)
    totals = results.cumsum(axis=1)
    over = (totals < -80) | (totals >= 70)
    stopped = np.where(over.any(axis=1), over.argmax(axis=1), rounds - 1)
    final = totals[np.arange(sessions), stopped]
    (end,) = session_ends(SKEWED, [rounds], Stops(above=80, goal=70))
    for share, exact in (((final > 0).mean(), end.total.ahead), ((final < -80).mean(), end.ruined)):
        assert abs(share - exact) < 4 * sqrt(exact * (1 - exact) / sessions)
    assert float((stopped + 1).mean()) == pytest.approx(end.played, rel=0.02)


def test_a_session_that_cannot_begin_is_refused() -> None:
    with pytest.raises(BadRun, match="does not cover a round"):
        Stops(above=-1)
    with pytest.raises(BadRun, match="stops where it starts"):
        Stops(above=1, goal=0)


def test_ruin_of_a_fair_coin_against_the_reflection_principle() -> None:
    # From 10 above the need, ruin is a total of −11 at some time within 400 coins. Totals at the end are
    # even, so by reflection that is twice the chance of ending at −12 or below.
    beyond = sum(comb(400, heads) for heads in range(206, 401)) / 2**400
    assert ruin(COIN, 16, 400).risk == pytest.approx(2 * beyond, abs=1e-9)


def test_risk_falls_with_the_bankroll_and_rises_with_the_rounds() -> None:
    curve = ruin(SKEWED, 300, 500)
    assert np.all(np.diff(curve.risks) <= 1e-15)
    assert ruin(SKEWED, 300, 1_000).risk > curve.risk > 0
    assert curve.bankrolls[0] == 6
    assert curve.bankrolls[-1] == 300


@pytest.mark.parametrize(("bankroll", "rounds"), [(5, 10), (100, 0), (100, 10**9), (10**9, 10)])
def test_runs_nobody_can_play(bankroll: int, rounds: int) -> None:
    with pytest.raises(BadRun):
        ruin(COIN, bankroll, rounds)


def test_rounds_beyond_counting() -> None:
    with pytest.raises(BadRun, match="want 1 to"):
        after(COIN, 0)
