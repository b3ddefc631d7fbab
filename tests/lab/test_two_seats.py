"""Seats of one table win and lose together: the exact covariance, and what a table makes of it."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from click.testing import CliRunner

from croupier.cards import DECK
from croupier.cli import app
from croupier.games.uth import BAD_BEAT, TRIPS, UTH
from croupier.hands import category, strength
from croupier.lab.bets.stakes import SideStake, round_stakes
from croupier.lab.chance.hold import Hold, NotATable, known_seats, tray
from croupier.lab.chance.shifts import Shifts, play_shifts
from croupier.lab.chance.two_seats import two_seats
from croupier.lab.hands.shapes import board_index, pair_index, plain_index
from croupier.lab.hands.starts import hole_index, start_of_hole
from croupier.lab.solution_cache import cached_distribution, cached_solution
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import class_of, flops
from croupier.lab.uth.playout import net_results, play_out
from croupier.lab.uth.solve import solve_deck
from croupier.lab.work import no_progress
from croupier.rules.paytables import paytable
from croupier.strategy import published
from croupier.studies.playing import Playing
from depth import first_of, thorough

RUN = CliRunner()
FOUR_RANKS = 0b1101000100000
WITH_SIDES = round_stakes(
    None, (SideStake(paytable("UTH-02", TRIPS)), SideStake(paytable("BBB-01", BAD_BEAT))), bad_beat_on_fold=True
)


def decided(how: Decisions, hole: tuple[int, int], flop: tuple[int, ...], board: tuple[int, ...]) -> int:
    """4x, 3x, 2x, 1x or fold, as 0 to 4, looked up card by card."""
    before = int(how.preflop[start_of_hole()[hole_index(*hole)]])
    if before:
        return 4 - before
    if how.flop[class_of(hole, (flop[0], flop[1], flop[2]))]:
        return 2
    suit = next((s for s in range(4) if sum(card % 4 == s for card in board) >= 3), None)
    if suit is None:
        row = how.river_plain[plain_index(tuple(sorted(card // 4 for card in board)))]
        return 3 if row[pair_index(hole[0] // 4, hole[1] // 4)] else 4
    mask = sum(1 << card // 4 for card in board if card % 4 == suit)
    row = how.river_flush[board_index(mask, tuple(sorted(card // 4 for card in board if card % 4 != suit)))]
    one, two = (card // 4 + (13 if card % 4 == suit else 0) for card in hole)
    return 3 if row[pair_index(one, two)] else 4


@thorough
@pytest.mark.parametrize("sides", first_of([False, True]), ids=["base", "trips and bad beat"])
@pytest.mark.parametrize("flop", [0, 701], ids=["of one suit", "another"])
def test_the_sums_are_those_of_every_pair_of_holes_one_by_one(flop: int, sides: bool) -> None:
    """A deck of four ranks, one flop: all turns, rivers, dealers and pairs of holes that share no card."""
    how = solve_deck(FOUR_RANKS).decisions
    net, unit = (WITH_SIDES.cell_net, WITH_SIDES.unit) if sides else (net_results(), 2)
    cells = net.reshape(5, 10, 10, 3)
    deck = [card for card in range(52) if FOUR_RANKS >> card // 4 & 1]
    there = [f for f in range(1755) if all(card in deck for card in flops().cards[f])]
    f = there[flop % len(there)]
    cards = tuple(int(card) for card in flops().cards[f])
    total = squares = products = 0
    for turn, river in combinations([card for card in deck if card not in cards], 2):
        board = (*cards, turn, river)
        left = [card for card in deck if card not in board]
        holes = list(combinations(left, 2))
        worth = [strength([DECK[card] for card in (*hole, *board)]) for hole in holes]
        kinds = [int(category(value)) for value in worth]
        choice = [decided(how, hole, cards, board) for hole in holes]
        apart = np.array([[not set(one) & set(two) for two in holes] for one in holes])
        for d in range(len(holes)):
            nets = np.array(
                [
                    cells[choice[h], kinds[h], kinds[d], 0 if worth[h] > worth[d] else 1 if worth[h] == worth[d] else 2]
                    for h in range(len(holes))
                ]
            )
            nets = np.where(apart[d], nets, 0)
            total += int(nets.sum())
            squares += int((nets**2).sum())
            products += int(nets @ apart @ nets)
    found = two_seats(how, net, unit, ranks=FOUR_RANKS, chosen=range(f, f + 1))
    weight = int(flops().weight[f])
    assert (found.total, found.squares, found.products) == (weight * total, weight * squares, weight * products)
    assert found.pairs == found.deals * math.comb(7, 2)


def test_the_kept_sums_are_of_the_game_that_is_solved_here() -> None:
    kept, usual = known_seats()["optimal"], cached_distribution()
    assert kept.value == usual.value == -cached_solution().edge
    assert kept.variance == usual.variance
    assert 0.15 < kept.correlation < 0.25


@pytest.mark.parametrize("name", first_of(known_seats()))
def test_the_kept_sums_of_a_strategy_are_worth_what_it_is(name: str) -> None:
    strategy = published("uth").get(name)
    decisions = cached_solution().decisions if strategy is None else Playing(UTH, strategy).decisions(no_progress)
    assert play_out(decisions).value() == known_seats()[name].value


@pytest.mark.slow
def test_the_kept_sums_come_out_again() -> None:
    assert two_seats(cached_solution().decisions, net_results(), 2) == known_seats()["optimal"]


@thorough
def test_shifts_dealt_at_random_agree_with_the_exact_table() -> None:
    bets, rounds, shifts = net_results().reshape(1, -1), 100, 8000
    played = play_shifts(cached_solution().decisions, bets, players=4, rounds=rounds, shifts=shifts, seed=5)
    table = Hold(seats=known_seats()["optimal"], players=4, ante=1, rounds_per_hour=rounds, hours=1)
    final = played.final / 2
    off = (final.mean() - table.expected(rounds)) / (table.deviation(rounds) / math.sqrt(shifts))
    assert abs(off) < 4
    # The Blind's large pays make the spread of a sample vary by more than a bell's would.
    assert final.std() == pytest.approx(table.deviation(rounds), rel=0.06)
    assert (played.lowest <= np.minimum(played.final, 0)).all()
    again = play_shifts(cached_solution().decisions, bets, players=4, rounds=rounds, shifts=300, seed=5)
    assert (again.final[:256] == played.final[:256]).all(), "the same seed deals the same shifts"


@thorough
def test_a_tray_lasts_but_for_its_risk() -> None:
    played = Shifts(final=np.arange(-500, 500), lowest=-2 * np.arange(1000))
    needed = tray(played, Fraction(50), 0.05)
    assert needed.needed == 94_900, "950 of 1,000 shifts fall no further"
    assert needed.least < needed.needed < needed.most
    assert needed.behind == 0.5
    with pytest.raises(NotATable, match=r"1,000 shifts tell nothing of a risk of 0.100%; want 20,000 or more"):
        tray(played, Fraction(50), 0.001)


def test_seats_on_one_board_swing_more_than_apart() -> None:
    def of(players: int) -> Hold:
        return Hold(seats=known_seats()["optimal"], players=players, ante=2500, rounds_per_hour=30, hours=8)

    assert of(1).round_variance == known_seats()["optimal"].variance
    assert of(6).expected(1) == pytest.approx(6 * of(1).expected(1))
    assert of(6).round_variance > 6 * of(1).round_variance
    with pytest.raises(NotATable, match="7 players cannot sit at a table"):
        of(7)


@thorough
def test_the_command_says_so_to_people_and_machines() -> None:
    asked = ["hold", "--players", "5", "--ante", "15", "--shifts", "4000", "--risk", "1"]
    told = json.loads(RUN.invoke(app, [*asked, "--json"]).stdout)
    assert told["edge"] == pytest.approx(0.02185, abs=1e-5)
    assert told["expected_cents"]["shift"] == pytest.approx(0.02185 * 5 * 1500 * 240, rel=1e-4)
    assert told["tray"]["needed_cents"] > 0
    page = RUN.invoke(app, asked).stdout
    assert "5 players, $15 on the Ante" in page
    assert "correlation" in page
    assert "of shifts" in page
