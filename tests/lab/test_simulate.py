"""Random rounds agree with the exact answers, and a seed repeats."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS
from croupier.lab import kernel
from croupier.lab.bets.stakes import NotASideBet, round_stakes
from croupier.lab.chance.run import BATCH, NotRounds
from croupier.lab.chance.simulate import SideStake, Simulation, simulate
from croupier.lab.hands.evaluator import count_categories
from croupier.lab.uth.distribution import distribution
from croupier.lab.uth.playout import play_out
from croupier.lab.uth.solve import GameSolution, solve_game
from croupier.rules.paytables import paytable
from croupier.rules.wagers import PROGRESSIVE
from depth import thorough

ROUNDS = 3 * BATCH + 1000
SIDE_BETS = [
    SideStake(paytable("UTH-02", TRIPS)),
    SideStake(paytable("BBB-01", BAD_BEAT), 2),
    SideStake(paytable("UPB-2", PAIRS)),
]


@pytest.fixture(scope="module")
def solution() -> GameSolution:
    return solve_game()


@pytest.fixture(scope="module")
def run(solution: GameSolution) -> Simulation:
    return simulate(solution.decisions, ROUNDS, seed=5, side_bets=SIDE_BETS)


def test_the_exact_answer_lies_where_chance_allows(solution: GameSolution, run: Simulation) -> None:
    low, high = run.confidence_of("base", 0.9999)
    assert low < solution.value < high
    for name, share in solution.frequencies.items():
        seen = float(run.outcome.frequencies[name])
        assert abs(seen - share) < 5 * (float(share) * (1 - float(share)) / ROUNDS) ** 0.5 + 1e-12


def test_hands_and_first_five_cards_come_as_often_as_they_should(run: Simulation) -> None:
    seven = count_categories()
    every = sum(seven.values())
    for axis in ((0, 2, 3), (0, 1, 3)):
        seen = run.outcome.joint.sum(axis=axis)
        for kind, n in seven.items():
            mean = ROUNDS * n / every
            assert abs(seen[kind] - mean) < 5 * mean**0.5 + 3
    five = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
    for seen_five, n in zip(run.first_five.sum(axis=0), five, strict=True):
        mean = ROUNDS * n / 2_598_960
        assert abs(seen_five - mean) < 5 * mean**0.5 + 3


def test_the_same_seed_gives_the_same_rounds_on_any_number_of_cores(
    solution: GameSolution, run: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "cores", lambda: 1)
    again = simulate(solution.decisions, ROUNDS, seed=5, side_bets=SIDE_BETS)
    other = simulate(solution.decisions, ROUNDS, seed=6, side_bets=SIDE_BETS)
    assert again.to_dict() == run.to_dict()
    assert (again.hits == run.hits).all()
    assert other.total != run.total


def test_bets_add_up_and_histograms_hold_every_round(run: Simulation) -> None:
    assert list(run.by_bet) == ["base", "UTH-02", "BBB-01", "UPB-2"]
    assert run.rounds_of_net.sum() == run.outcome.deals == run.first_five.sum() == ROUNDS
    assert (run.net * run.rounds_of_net).sum() == run.total
    assert sum((net * rounds).sum() for net, rounds in run.by_bet.values()) == run.total
    assert run.mean == pytest.approx(sum(run.mean_of(bet) for bet in run.by_bet))


@thorough
def test_every_line_of_the_side_bets_comes_as_often_as_it_should(solution: GameSolution, run: Simulation) -> None:
    deals = play_out(solution.decisions).joint.reshape(1, -1)
    exact = round_stakes(None, tuple(SIDE_BETS[:2]), bad_beat_on_fold=True).histograms_by_bet(deals)
    for bet in ("UTH-02", "BBB-01"):
        chance = dict(zip(exact[bet][0].tolist(), (exact[bet][1] / deals.sum()).tolist(), strict=True))
        for net, rounds in zip(*run.by_bet[bet], strict=True):
            mean = chance[int(net)] * ROUNDS
            assert abs(int(rounds) - mean) < 5 * mean**0.5 + 3


def test_pairs_come_near_their_edge(run: Simulation) -> None:
    low, high = run.confidence_of("UPB-2", 0.9999)
    assert low < -0.0854 < high


def test_the_curve_is_the_running_total(solution: GameSolution) -> None:
    run = simulate(solution.decisions, 4096, seed=2, curve_every=1)
    assert len(run.curve) == 4096
    assert run.curve[-1] == run.total
    assert run.lowest == min(0, run.curve.min())
    nets, rounds = np.unique(np.diff(run.curve, prepend=0), return_counts=True)
    assert (nets.tolist(), rounds.tolist()) == (run.net.tolist(), run.rounds_of_net.tolist())
    long = simulate(solution.decisions, 2 * BATCH, seed=2)
    assert long.curve[-1] == long.total
    assert len(long.curve) == 2 * BATCH // long.curve_every


def test_hits_are_listed_in_order(run: Simulation) -> None:
    rounds = run.hits[:, 0]
    assert (np.diff(rounds) > 0).all()
    assert ((run.hits[:, 1] >= 7) | (run.hits[:, 2] == 9)).all()
    assert (run.hits[:, 1] >= 7).sum() == run.first_five[:, 7:].sum()


def test_a_folded_bad_beat_may_lose(solution: GameSolution) -> None:
    bets = [SideStake(paytable("BBB-01", BAD_BEAT))]
    on = simulate(solution.decisions, BATCH, side_bets=bets)
    off = simulate(solution.decisions, BATCH, side_bets=bets, bad_beat_on_fold=False)
    assert off.mean_of("BBB-01") < on.mean_of("BBB-01")
    assert off.mean_of("base") == on.mean_of("base")


@thorough
def test_the_spread_is_the_exact_one(solution: GameSolution) -> None:
    run = simulate(solution.decisions, 8 * BATCH, seed=1)
    exact = distribution(decisions=solution.decisions)
    share = dict(zip(exact.net.tolist(), exact.deals.tolist(), strict=True))
    assert set(run.net.tolist()) <= set(share)
    for net, rounds in zip(run.net.tolist(), run.rounds_of_net.tolist(), strict=True):
        mean = float(Fraction(share[net], exact.all_deals)) * run.rounds
        assert abs(rounds - mean) < 5 * mean**0.5 + 3


def test_progress_is_told_batch_by_batch_and_may_stop_the_run(solution: GameSolution) -> None:
    told: list[tuple[int, int]] = []
    simulate(solution.decisions, ROUNDS, progress=lambda done, rounds: told.append((done, rounds)))
    assert told == [(n, ROUNDS) for n in (BATCH, 2 * BATCH, 3 * BATCH, ROUNDS)]

    def stop(done: int, _rounds: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(solution.decisions, ROUNDS, progress=stop)


def test_what_cannot_be_played_is_refused(solution: GameSolution) -> None:
    with pytest.raises(NotRounds, match="at least 1"):
        simulate(solution.decisions, 0)
    with pytest.raises(NotRounds, match="seed"):
        simulate(solution.decisions, 10, seed=-1)
    with pytest.raises(NotASideBet, match="progressive"):
        SideStake(paytable("MGL-01", PROGRESSIVE))
    with pytest.raises(NotASideBet, match="Antes"):
        SideStake(paytable("UTH-02", TRIPS), 0)
    with pytest.raises(NotASideBet, match="twice"):
        simulate(solution.decisions, 10, side_bets=[SIDE_BETS[0], SIDE_BETS[0]])
