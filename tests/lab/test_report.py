"""The edge report: every bet of a rule set, computed against printed."""

from __future__ import annotations

import json

import pytest

from croupier.games import ruleset
from croupier.games.uth import BAD_BEAT
from croupier.lab.bets.report import NoSuchBet
from croupier.lab.solution_cache import cached_distribution
from croupier.lab.solver.report import EdgeReport, edge_report
from croupier.rules.paytables import kinds, parse_paytable
from croupier.rules.wagers import PROGRESSIVE
from depth import thorough


@pytest.fixture(scope="module")
def report() -> EdgeReport:
    return edge_report(ruleset("wa-2018"))


def test_the_base_game(report: EdgeReport) -> None:
    base = report.to_dict()["base"]
    assert base["edge"] == pytest.approx(0.0218497137, abs=1e-9)
    assert base["edge_of_action"] == pytest.approx(0.00526214, abs=1e-7)
    assert base["average_bet"] == pytest.approx(4.152, abs=1e-3)
    assert base["standard_deviation"] == pytest.approx(4.94, abs=0.01)
    assert list(base["frequencies"]) == ["preflop", "flop", "river"]
    ends = [share for street in base["frequencies"].values() for choice, share in street.items() if choice != "check"]
    assert sum(ends) == pytest.approx(1)
    exact = base["exact_value"]
    assert exact["numerator"] / exact["denominator"] == pytest.approx(-base["edge"])
    assert isinstance(exact["numerator"], int)


def test_every_bet_and_pay_table_is_there(report: EdgeReport) -> None:
    rules = ruleset("wa-2018")
    assert [(bet.bet, bet.paytable) for bet in report.bets] == sorted(
        ((bet, name) for bet, names in rules.tables.items() for name in names),
        key=lambda pair: list(kinds()).index(pair[0]),
    )
    for bet in report.to_dict()["bets"]:
        assert {"bet", "paytable", "edge", "hit_frequency", "standard_deviation", "printed_edge"} <= set(bet)
        if bet["bet"] in ("trips", "bad_beat", "pairs"):
            returned = sum(line["contribution"] + line["probability"] for line in bet["lines"])
            assert 1 - returned == pytest.approx(bet["edge"])


def test_the_words(report: EdgeReport) -> None:
    words = {bet.paytable: bet.word for bet in report.bets}
    assert words["UTH-02"] == words["UPB-6"] == "as printed"
    assert words["BBB-01"].startswith("printed 0.19 points too low: over every deal the beaten hands")
    assert report.word.startswith("the printed 0.84 % for the whole game cannot be reproduced on any basis")
    assert "2.185 % of the Ante, 0.526 % of all money bet" in report.word
    assert report.to_dict()["base"]["printed_edge"] == 0.0084
    assert words["MGL-ML01"].startswith("with empty meters")


def test_the_blind_and_the_rest_make_the_game(report: EdgeReport) -> None:
    expected = cached_distribution().expected
    assert -report.bets[0].edge == expected["blind"]
    assert sum(expected.values()) == report.solution.value


def test_every_rule_set_has_a_page() -> None:
    for rules in ruleset("wa-2018").game.rule_sets:
        told = json.loads(json.dumps(edge_report(rules).to_dict()))
        assert len(told["bets"]) == sum(len(names) for names in rules.tables.values())


def test_folded_bets_that_lose_cost_more() -> None:
    kept = edge_report(ruleset("wa-2014"))
    lost = edge_report(ruleset("wa-2014"), bad_beat_on_fold=False, progressive_on_fold=False)
    for before, after in zip(kept.bets, lost.bets, strict=True):
        dearer = before.bet in (BAD_BEAT, PROGRESSIVE)
        assert (after.edge > before.edge) if dearer else (after.edge == before.edge)


@thorough
def test_pay_tables_of_ones_own_stand_beside_the_approved() -> None:
    trips = parse_paytable('name = "mine"\nbet = "trips"\n[pays]\nflush = "30 to 1"\n')
    blind = parse_paytable('name = "generous"\nbet = "blind"\n[pays]\nstraight = "3 to 1"\nflush = "5 to 1"\n')
    report = edge_report(ruleset("ca"), [trips, blind])
    assert [bet.paytable for bet in report.bets] == ["generous", "UTH-02", "mine"]
    assert report.bets[2].word == report.word == "no printed figure"
    assert report.solution.tables["blind"].name == "generous"


def test_a_table_of_another_games_bet_is_refused() -> None:
    table = parse_paytable('name = "mine"\nbet = "aces_up"\n[pays]\nflush = "30 to 1"\n')
    with pytest.raises(NoSuchBet, match="mine is a aces_up table; Ultimate Texas Hold'em has blind, trips, bad_beat"):
        edge_report(ruleset("ca"), [table])
