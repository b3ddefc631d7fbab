"""What a player-dealer's bank is worth (R28 to R32)."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from croupier.cli import app
from croupier.games.uth import TRIPS
from croupier.lab.bets.stakes import SideStake
from croupier.lab.chance.banking import Banking, NotABank, bank_run, bets_in_cents
from croupier.lab.chance.shifts import Cover, NotCovered, bank_result, play_shifts
from croupier.lab.solution_cache import cached_solution
from croupier.lab.uth.decisions import FOLD
from croupier.lab.uth.playout import net_results
from croupier.rules.bank import Bank, Coverage, purse
from croupier.rules.collection import Schedule
from croupier.rules.paytables import paytable
from depth import thorough

BETS = bets_in_cents(500, [SideStake(paytable("UTH-02", TRIPS), 2)])
CELLS = st.tuples(st.integers(0, 4), st.integers(0, 9), st.integers(0, 9), st.integers(0, 2))


@given(
    seats=st.lists(CELLS, min_size=1, max_size=5),
    wager=st.integers(1, 30_000),
    coverage=st.sampled_from(Coverage),
)
def test_a_bank_settles_as_the_rule_book_says(
    seats: list[tuple[int, int, int, int]], wager: int, coverage: Coverage
) -> None:
    """R29 and R30 by the purse of the rules: losing bets of folded seats, then every seat clockwise."""
    cells = [int(np.ravel_multi_index(seat, (5, 10, 10, 3))) for seat in seats]
    nets = [[int(BETS[bet, cell]) for bet in range(4)] for cell in cells]
    folded = [seat[0] == FOLD for seat in seats]
    face_down = [net for out, seat in zip(folded, nets, strict=True) for net in seat if out and net < 0]
    face_up = [net for out, seat in zip(folded, nets, strict=True) for net in seat if not out or net >= 0]
    left, bank = purse(Bank(1, wager, coverage)), 0
    for asked in (*face_down, *face_up):
        covered, left = left.after(asked)
        bank -= covered
    padded = np.array(cells + [0] * (6 - len(cells)))
    assert bank_result(BETS, padded, len(cells), wager, coverage is Coverage.GROSS) == bank
    assert abs(bank) <= wager


def test_the_bets_in_cents_are_the_round_in_units() -> None:
    assert (BETS[:3].sum(axis=0) == net_results().ravel() * 250).all()


def test_a_bank_has_the_houses_edge_less_its_fee() -> None:
    edge = cached_solution().edge
    five = Banking(edge=edge, players=5, ante=2500)
    assert five.before_fees == edge * 12_500
    assert five.fee(Schedule.ONE) == 200
    assert five.fee(Schedule.TWO) == 200, "$250 of action"
    assert five.worth(Schedule.ONE) > 0
    assert Banking(edge=edge, players=1, ante=500).worth(Schedule.ONE) < 0, "eleven cents of edge do not pay a dollar"
    assert five.cost(Schedule.ONE) - five.cost(Schedule.TWO) == 50
    with pytest.raises(NotABank, match="6 seats cannot oppose a bank; want 1 to 5"):
        Banking(edge=Fraction(1), players=6, ante=500)


@thorough
def test_a_wager_that_covers_everything_has_the_exact_edge_and_a_small_one_less() -> None:
    bets = bets_in_cents(2500, [])

    def mean(wager: int, coverage: Coverage = Coverage.NET) -> tuple[float, float]:
        played = play_shifts(
            cached_solution().decisions, bets, players=5, rounds=60, shifts=6000, seed=3, cover=Cover(wager, coverage)
        )
        run = bank_run(played, 60, 10**9)
        assert run.lost == 0
        assert np.abs(played.final).max() <= 60 * wager
        return run.a_round, run.error

    everything, error = mean(10**9)
    exact = float(Banking(edge=cached_solution().edge, players=5, ante=2500).before_fees)
    assert abs(everything - exact) < 4 * error
    with pytest.raises(NotCovered, match="without a wager"):
        Cover(0, Coverage.NET)


@thorough
def test_the_command_says_so_to_people_and_machines() -> None:
    asked = ["banking", "--players", "3", "--wager", "200", "--sessions", "400"]
    told = json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)
    assert told["schedules"]["1"]["fee_cents"] == 200
    assert told["before_fees_cents"] == pytest.approx(0.02185 * 3 * 2500, rel=1e-4)
    assert {(row["coverage"], row["schedule"]) for row in told["wagers"]} == {
        ("net", 1), ("net", 2), ("gross", 1), ("gross", 2)
    }  # fmt: skip
    page = CliRunner().invoke(app, asked).stdout
    assert "Against 3 seats with $25 the bank has +$1.64 a round before fees" in page
    assert "What a round is worth to the bank after its fee, where all is covered" in page
