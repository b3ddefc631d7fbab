"""`croupier report`: the mathematics report says what other commands say, adds up, and needs nothing but itself."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from itertools import combinations
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from card_room_commands import Desk, cheap_hashes
from commands import croupier
from test_study_commands import boxes

import croupier as package
from croupier.floor.papers.html import file_html, paper_html
from croupier.games import GAMES, ruleset
from croupier.lab.solver import solver
from croupier.lab.work import no_progress
from croupier.rules.paytables import To
from croupier.studies.pictures.drawing import draw
from croupier.studies.pictures.picture import HandChart, HandSquare
from croupier.studies.report.base_lines import base_lines, fixed_stake, paid_rounds
from croupier.studies.report.paper import report_html, report_paper
from croupier.studies.report.program import HASH_COMMAND, sources_hash
from croupier.studies.report.question import MathematicsReport
from croupier.studies.report.sections import report_sections
from croupier.studies.report.streets import street_hands
from croupier.studies.report.tables import chosen_tables
from depth import thorough
from own_game import admitted

THREE = ruleset("three-card")


def report_of(key: str, *names: str) -> MathematicsReport:
    rules = GAMES[key].rule_sets[0]
    return MathematicsReport(rules=rules, tables=chosen_tables(rules, names))


@pytest.fixture(scope="module")
def report() -> MathematicsReport:
    return report_of("three-card")


@pytest.fixture(scope="module")
def figures(report: MathematicsReport) -> dict[str, Any]:
    told: dict[str, Any] = report.figures(no_progress)
    return told


def printed(*arguments: str) -> Any:
    answer = croupier(*arguments, "--json")
    assert answer.status == 0, answer.err
    return json.loads(answer.out)


def test_every_figure_is_the_one_that_its_own_command_prints(
    report: MathematicsReport, figures: dict[str, Any]
) -> None:
    edge = printed(*report.edges.arguments, "--lines")
    for key in ("base", "bets"):
        assert figures[key] == edge[key]
    assert figures["face_up"] == printed(*report.face_up.arguments)
    assert figures["strategies"] == [printed(*one.arguments) for one in report.strategies]
    assert figures["progressives"] == [printed(*one.arguments) for one in report.progressives]
    assert figures["chart"] == printed("strategy", "--game", "three-card", "--chart")
    assert figures["strategies"][0]["name"] == "q-6-4"


def test_results_lines_and_hold_add_up_to_the_edge(report: MathematicsReport, figures: dict[str, Any]) -> None:
    base = figures["base"]
    assert sum(one["deals"] for one in base["results"]) == base["deals"] == 407_170_400
    assert isclose(sum(one["net"] * one["chance"] for one in base["results"]), -base["edge"])
    for bet in figures["bets"]:
        returned = sum(line["contribution"] for line in bet["lines"])
        lost = 1 if bet["bet"] == "progressive" else 1 - bet["hit_frequency"]
        assert isclose(lost - returned, bet["edge"])
    hold = figures["hold"][0]["intervals"][-1]
    assert hold["rounds"] == 1_000_000
    assert isclose((hold["high"] - base["edge"]) / base["standard_deviation"], 1.96 / 1_000, rel_tol=1e-4)
    assert isclose(hold["high"] + hold["low"], 2 * base["edge"])
    for sheet in (sheet for section in report_sections(report, figures) for sheet in section.sheets):
        if sheet.columns[-1].key == "contribution" and sheet.rows[-1][0] == "all":
            assert isclose(sum(row[-1] for row in sheet.rows[:-1]), sheet.rows[-1][-1]), sheet.title  # type: ignore[misc, arg-type]


def test_a_line_that_pays_one_more_has_the_edge_that_a_table_with_that_pay_has(
    figures: dict[str, Any], tmp_path: Path
) -> None:
    by_line = {(one["paytable"], one["line"]): one for one in figures["sensitivity"]}
    (table,) = chosen_tables(THREE, ["PP-02"])["pair_plus"]
    flush = table.pays["flush"]
    assert isinstance(flush, To)
    file, text = tmp_path / "mine.toml", figures["program"]["paytables"]["PP-02"]["text"]
    changed = text.replace("PP-02", "MINE").replace(f'\nflush = "{flush}"', f'\nflush = "{To(flush.win + 1)}"')
    file.write_text(changed)
    mine = next(bet for bet in printed("edge", "--rules", "three-card", "--paytable", str(file))["bets"]
                if bet["paytable"] == "MINE")  # fmt: skip
    assert isclose(by_line["PP-02", "flush"]["edge_with_one_more"], mine["edge"])
    # Of the base game nobody plays otherwise for it: who does, loses no more.
    (bonus,) = chosen_tables(THREE, ["AB-01"])["ante_bonus"]
    more = replace(bonus, pays={**bonus.pays, "straight": To(2)})
    kept = by_line["AB-01", "straight"]
    best = float(solver(THREE.game).solve({bonus.bet: more}).edge)
    assert kept["best_edge_with_one_more"] == best
    assert best <= kept["edge_with_one_more"] + 1e-15
    assert isclose(best, kept["edge_with_one_more"], abs_tol=1e-4)
    assert isclose(kept["edge_with_one_less"] - figures["base"]["edge"], kept["step"])


def test_rounds_in_which_a_line_is_paid_are_counted_alike_by_stake_and_by_result() -> None:
    game = THREE.game
    (table,) = chosen_tables(THREE)["ante_bonus"]
    tables, deals = {table.bet: table}, solver(game).solve().deals
    assert fixed_stake(game, table.bet) == 1
    by_stake = {one.line: one.rounds for one in base_lines(game, table, tables, deals)}
    assert paid_rounds(game, table, tables) == by_stake
    # Of 22,100 hands 48 are straight flushes, and no hand that good is folded.
    assert by_stake["straight_flush"] == 48 * deals // 22_100
    stakes = {key: fixed_stake(game, bet) for key, game in GAMES.items() for bet in game.base_tables}
    assert stakes["caribbean"] == 2
    assert stakes["mississippi"] is stakes["let-it-ride"] is None


@pytest.mark.parametrize("key", ["mississippi", pytest.param("uth", marks=pytest.mark.slow)])
def test_hands_of_the_streets_without_a_chart_add_up_to_how_the_game_is_decided(key: str) -> None:
    game = GAMES[key]
    first, *others = game.streets
    hands = street_hands(game, {}, {first.key})
    solved = solver(game).solve().frequencies
    for street in others:
        here = [hand for hand in hands if hand["street"] == street.key]
        for choice, share in solved[street.key].items():
            assert isclose(sum(hand["share"] * hand["choices"].get(choice, 0) for hand in here), share, abs_tol=1e-12)
    assert street_hands(game, {}, {street.key for street in game.streets}) == []


@thorough
def test_where_the_stake_varies_the_bets_paid_are_between_one_and_all_of_them() -> None:
    game = GAMES["let-it-ride"]
    rules = game.rule_sets[0]
    ((kind, (table, *_)),) = ((bet, tables) for bet, tables in chosen_tables(rules).items() if bet in game.base_tables)
    lines = base_lines(game, table, {kind: table}, 51_979_200)
    royal = next(one for one in lines if one.line == "royal_flush")
    # Four royals, of which three cards are one's own; who holds three of them lets all three bets ride.
    assert (royal.rounds, royal.bets * royal.deals) == (4 * 10 * 2, 240)
    for one in lines:
        assert one.rounds is not None
        assert one.rounds <= one.bets * one.deals <= 3 * one.rounds


def test_the_paper_needs_nothing_from_elsewhere_and_names_its_commands(
    report: MathematicsReport, figures: dict[str, Any]
) -> None:
    paper = report_paper(report, figures, "Evergreen & Sons")
    titles = [one.title for one in paper.sections]
    assert titles[:4] == [
        "Summary",
        "Rules of play",
        "Bets, and who may bet them",
        "The base game: every result of a round",
    ]
    assert titles[-1] == "Method, version and hashes"
    text = file_html(paper.title, paper_html(paper, small=True), "")
    assert "Evergreen &amp; Sons" in text
    assert not re.search(r"(src|href|url\(|@import|<script|<link)", text)
    assert text.count("<svg ") == sum(len(one.pictures) for one in paper.sections) >= 4
    assert "3.3730 %" in text
    for hash in (figures["program"]["sources"]["croupier"], figures["program"]["rules_sha256"], paper.content_hash):
        assert hash in text
    said = {command for one in paper.sections for command in one.commands}
    assert "croupier edge --rules three-card --lines" in said
    assert "croupier strategy --game three-card --cost q-6-4" in said
    told = {one.title: one for one in paper.sections}["Rules of play"]
    assert ("The dealer qualifies", "queen high or better") in told.facts
    assert told.grids[0].rows[0] == ("Ante", "pays 1 to 1", "push", "loses", "pays 1 to 1")
    assert report_html(report, figures).startswith('<article class="submission small">')


def test_the_hashes_can_be_worked_out_by_hand(figures: dict[str, Any]) -> None:
    folder = Path(package.__file__).parent
    by_hand = subprocess.run(HASH_COMMAND, shell=True, cwd=folder, capture_output=True, text=True, check=True).stdout
    assert by_hand.split()[0] == sources_hash("croupier")
    rules = subprocess.run(
        ["sha256sum"], input=croupier("rules", "three-card", "--json").out, capture_output=True, text=True, check=True
    )
    assert rules.stdout.split()[0] == figures["program"]["rules_sha256"]


@thorough
def test_a_game_of_another_package_has_a_report() -> None:
    with admitted() as game:
        report = report_of(game.key)
        figures = report.figures(no_progress)
        paper = report_paper(report, figures)
    assert set(figures["program"]["sources"]) == {"croupier", "common_third"}
    told = {one.title: one for one in paper.sections}
    assert "No result is kept" in told["Exposure of cards that are seen"].paragraphs[0]
    assert len(told["The best strategy"].pictures) == len(game.streets)


def test_a_table_of_the_house_is_reported_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cheap_hashes(monkeypatch)
    desk = Desk(f"sqlite:///{tmp_path}/room.db")
    desk.furnish("--game", "three-card", "--pair-plus", "PP-02", "--six-card", "none")
    out = tmp_path / "report.html"
    told = json.loads(croupier("report", "--table", "T1", "--db", desk.db, "-o", str(out), "--json").out)
    assert {bet["paytable"] for bet in told["bets"]} == {"PP-02"}
    text = out.read_text("utf-8")
    assert "Table T1: Washington" in text
    assert "table/T1, version" in text
    assert "with --table want only" in croupier("report", "--table", "T1", "--game", "uth", "--db", desk.db).err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--paytable", "UTH-99"), "wa-2018 has no pay table 'UTH-99'; it has BLIND"),
        (("--rules", "wa-2018", "--without", "blind"), "cannot leave 'blind' out of wa-2018; want one of trips,"),
        (("--game", "three-card", "-o", "report.pdf"), "the report is HTML; want a name that ends in .html"),
        (("--rules", "wa-2018", "--level", "main=5"), "no meter is 'main=5'; want a level of main"),
        (("--game", "three-card", "--level", "main=5/5/5/5"), "MGL-ML01 pays from mega, major; want a level of each"),
        (("--game", "three-card", "--no-bad-beat-on-fold"), "Three Card Poker has no Bad Beat"),
    ],
)  # fmt: skip
def test_what_no_report_can_be_of_is_refused_in_words(arguments: tuple[str, ...], said: str) -> None:
    answer = croupier("report", *arguments)
    assert answer.status == 2
    assert said in answer.err


def test_a_square_of_starting_hands_is_readable_at_any_width() -> None:
    rows = [("", [HandSquare({"bet4": 0.5, "check": 0.5}, "AKs", "−0.25")] * 13)] * 13
    chart = HandChart("Ultimate Texas Hold'em, before the flop", {"bet4": "bet 4x", "check": "check"}, rows)
    for wide in (320, 350, 720):
        words = boxes(draw(chart, wide))
        assert sum(text == "AKs" for text, _ in words) == 169
        assert not any(one.meets(other) for (_, one), (_, other) in combinations(words, 2))
        assert all(box.left >= -1 and box.right <= wide + 1 for _, box in words)
