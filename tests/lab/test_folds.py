"""What is folded away where folded side bets lose (R24, R40)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.games.uth import BAD_BEAT
from croupier.hands import Category
from croupier.lab.bets.folds import folded_deals
from croupier.lab.bets.progressive import MeterTerms, progressive
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.hands import counts
from croupier.lab.uth.playout import Outcome, play_out
from croupier.lab.uth.solution import GameSolution
from croupier.lab.uth.solve import solve_game
from croupier.rules.paytables import names, paytable
from croupier.rules.wagers import PROGRESSIVE
from depth import thorough


@pytest.fixture(scope="module")
def solution() -> GameSolution:
    return solve_game()


@pytest.fixture(scope="module")
def outcome(solution: GameSolution) -> Outcome:
    return play_out(solution.decisions)


@thorough
def test_every_fold_is_counted_once(solution: GameSolution, outcome: Outcome) -> None:
    folds = solution.frequencies["fold"] * counts.DEALS
    for name in ("UTH-P01", "MGL-01"):
        assert sum(folded_deals(paytable(name, PROGRESSIVE), solution, outcome).lines.values()) == folds


@thorough
def test_the_game_played_out_has_the_shipped_counts(outcome: Outcome) -> None:
    for kind in Category:
        assert int(outcome.joint[:, kind].sum()) * counts.SEVEN_CARD_HANDS == counts.SEVEN_CARDS[kind] * counts.DEALS


@thorough
def test_bad_beat_without_folded_hands_costs_a_little_more(solution: GameSolution, outcome: Outcome) -> None:
    for name in names(BAD_BEAT):
        table = paytable(name, BAD_BEAT)
        with_folds, without = side_bet(table), side_bet(table, folded_deals(table, solution, outcome))
        assert with_folds.edge < without.edge < with_folds.edge + Fraction(5, 100)
        assert [line.line for line in without.lines] == list(table.pays)


@thorough
def test_progressives_without_folded_hands_return_a_little_less(solution: GameSolution, outcome: Outcome) -> None:
    for name in names(PROGRESSIVE):
        table = paytable(name, PROGRESSIVE)
        levels = dict.fromkeys(table.levels, MeterTerms(meter=10_000_00))
        kept = progressive(table, stake=100, levels=levels)
        lost = progressive(table, stake=100, levels=levels, folded=folded_deals(table, solution, outcome))
        assert kept.returns() > lost.returns() > kept.returns() - Fraction(5, 100)
        # Nobody folds a straight flush.
        for before, after in zip(kept.lines, lost.lines, strict=True):
            if "flush" in before.line and before.line != "flush" and table.name != "UTH-P01":
                assert before.probability == after.probability
