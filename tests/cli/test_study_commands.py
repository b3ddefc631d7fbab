"""Every answer of the Lab has a command line that gives the same figures, files that agree, words that stand free."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import shlex
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from commands import croupier

from croupier.cli.figures import output
from croupier.games import GAMES
from croupier.studies.answer import NARROW, WIDE
from croupier.studies.pictures.labels import SIZE, Box, wide_of
from croupier.studies.question import BadQuestion
from croupier.studies.subjects import SUBJECTS, answer_to_dict, ask, question_of
from depth import thorough

OWN = """
[suits]
name = "All of a suit"
games = ["three-card"]
cards = "hole"
pays = { "straight flush" = "30 to 1", "flush" = "10 to 1" }
"""

ASKED: list[tuple[str, str, dict[str, str]]] = [
    ("faceup", "uth", {}),
    ("faceup", "mississippi", {"players": "5"}),
    ("simulate", "uth", {"rounds": "20,000", "trips": "UTH-02", "bad_beat": "BBB-02", "side_stake": "2", "seed": "4"}),
    ("simulate", "three-card", {"rounds": "5000", "strategy": "q-6-4"}),
    ("ruin", "uth", {"bankroll": "500", "ante": "2.50", "hours": "2", "trips": "UTH-02"}),
    (
        "ruin",
        "mississippi",
        {"bankroll": "300", "ante": "5", "table": "MS-02", "stop_loss": "100", "win_goal": "250.50"},
    ),
    ("hold", "uth", {"hours": "1", "rounds_per_hour": "3", "players": "3"}),
    ("hold", "three-card", {"hours": "1", "rounds_per_hour": "3", "players": "2", "pair_plus": "PP-02"}),
    ("ruin", "three-card", {"bankroll": "300", "hours": "1", "six_card": "", "own_bets": OWN, "side_stake": "2"}),
    ("banking", "uth", {"wager": "100; 2,500", "rounds": "4", "players": "2", "trips": "UTH-02"}),
    ("seek", "uth", {"line": "UTH-02.flush", "target": "1"}),
    ("seek", "three-card", {"line": "ante_bonus.straight", "set": "dealer.qualifies:king high"}),
    ("versus", "uth", {"a": "UTH-02", "b": "UTH-01", "b_changes": "flush: 7 to 1"}),
    ("versus", "uth", {"a": "wa-2018", "b": "ca", "b_changes": ""}),
    ("versus", "three-card", {"a_changes": "dealer.qualifies: king high", "b_changes": "ante.tie: pays"}),
    ("strategies", "three-card", {"text": "game: three-card\nname: mine\nplay with Q-7-2 or better\n"}),
    ("frontier", "let-it-ride", {"rules": "4"}),
    ("frontier", "three-card", {}),
    ("kelly", "uth", {"meter_main": "300,000", "tax": "24"}),
    ("kelly", "caribbean", {"table": "MGL-ML01", "bankroll": "50,000"}),
    (
        "report",
        "three-card",
        {
            "pair_plus": "PP-02",
            "six_card": "none",
            "progressive": "MGL-01",
            "stake": "2",
            "levels": "main=40,000/10000/15/5",
            "progressive_lost": "true",
        },
    ),
]


def silent(_words: str, _share: float) -> None:
    """Nobody watches."""


def named(asked: tuple[str, str, dict[str, str]]) -> str:
    return " ".join((*asked[:2], *asked[2].values()))


@pytest.fixture(scope="module")
def answers() -> dict[str, dict[str, Any]]:
    """Answers that have been worked out, so that each is worked out once."""
    return {}


@pytest.fixture(params=[ASKED[0], *(pytest.param(asked, marks=thorough) for asked in ASKED[1:])], ids=named)
def found(request: pytest.FixtureRequest, answers: dict[str, dict[str, Any]]) -> dict[str, Any]:
    asked: tuple[str, str, dict[str, str]] = request.param
    if named(asked) not in answers:
        answers[named(asked)] = answer_to_dict(*asked, silent)
    return answers[named(asked)]


def test_the_command_shown_gives_the_same_figures(
    found: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in found["files"].items():
        (tmp_path / name).write_text(text)
    name, *arguments = shlex.split(found["command"])
    assert name == "croupier"
    printed = croupier(*arguments, "--json")
    assert printed.status == 0, printed.err
    assert json.loads(printed.out) == json.loads(found["json"])


def test_every_sheet_is_in_the_csv_and_every_picture_in_the_svg(found: dict[str, Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(found["csv"])))
    assert len(rows) == sum(len(sheet["rows"]) for sheet in found["sheets"])
    assert {row["sheet"] for row in rows} == {sheet["title"] for sheet in found["sheets"]}
    assert found["svg"].count('class="picture"') == len(found["pictures"]) > 0
    assert found["headline"]["value"]
    assert found["words"]


def boxes(svg: str) -> list[tuple[str, Box]]:
    """The words of a picture, and the places that they take."""
    made = []
    for text in re.finditer(r'<text [^>]*x="(\S+)" y="(\S+)"[^>]*font-size="(\d+)" text-anchor="(\w+)">([^<]*)<', svg):
        x, y, size, end, words = float(text[1]), float(text[2]), int(text[3]), text[4], text[5]
        # A little less than is set aside: letters may touch their place's edge.
        wide = 0.9 * wide_of(words, size)
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[end]
        made.append((words, Box(left, y - 0.75 * size, left + wide, y + 0.2 * SIZE)))
    return made


def test_no_words_of_a_picture_overlap_or_are_cut_off(found: dict[str, Any]) -> None:
    for picture in found["pictures"]:
        for width, svg in ((WIDE, picture["wide"]), (NARROW, picture["narrow"])):
            placed = boxes(svg)
            assert placed
            for words, box in placed:
                assert box.left >= -1, (picture["title"], words)
                assert box.right <= width + 1, (picture["title"], words)
            for (one, first), (other, second) in combinations(placed, 2):
                assert not first.meets(second), (picture["title"], width, one, other)


def test_every_subject_is_asked_here() -> None:
    assert {subject for subject, _, _ in ASKED} == set(SUBJECTS)


def test_every_field_of_every_game_is_good_as_it_comes() -> None:
    for subject in SUBJECTS.values():
        for game in (key for key, one in GAMES.items() if subject.has(one)):
            assert question_of(subject.key, game, {}).arguments[0] in ("faceup", subject.key, "progressive", "edge",
                                                                       "compare", "strategy")  # fmt: skip
            assert all(field.words for field in subject.fields(GAMES[game]))


@pytest.mark.parametrize(
    ("asked", "field", "said"),
    [
        (("simulate", "uth", {"rounds": "many"}), "rounds", "'many' cannot be; want 1,000 to"),
        (("simulate", "uth", {"strategy": "/etc/passwd"}), "strategy", "no '/etc/passwd' here"),
        (("simulate", "uth", {"bad_beat": "BBB-01"}), "trips", "needs Ante and Trips"),
        (("ruin", "uth", {"ante": "free"}), "ante", "Ante $: "),
        (("hold", "uth", {"risk": "0"}), "risk", "want 0.1 to 49 %"),
        (("banking", "uth", {"wager": "1;2;3;4;5"}), "wager", "one to four wagers"),
        (("strategies", "uth", {"text": "preflop:\n  4x with AKZ\n"}), "text", "your strategy, line"),
        (("kelly", "uth", {"tax": "120"}), "tax", "want 0 to 99 %"),
    ],
)
def test_what_cannot_be_asked_names_its_field(asked: tuple[str, str, dict[str, str]], field: str, said: str) -> None:
    with pytest.raises(BadQuestion, match=re.escape(said)) as refused:
        question_of(*asked)
    assert refused.value.field == field


def test_a_jackpot_below_fair_is_worth_no_share_and_a_small_bankroll_is_warned() -> None:
    below = answer_to_dict("kelly", "uth", {"meter_main": "100,000"}, silent)
    assert json.loads(below["json"])["kelly"]["share"] == 0
    assert "below fair" in below["words"][0]
    assert "The best share is 0" in below["warnings"][0]
    above = answer_to_dict("kelly", "uth", {"meter_main": "300,000"}, silent)
    told = json.loads(above["json"])["kelly"]
    assert 0 < told["share"] < 0.001
    assert told["growth"] >= max(one["growth"] for one in told["curve"])
    assert "shrinks this bankroll" in above["warnings"][0]
    assert "base game must be played beside it" in answer_to_dict(
        "kelly", "uth", {"meter_main": "300,000", "ante": "100"}, silent
    )["warnings"][-1]  # fmt: skip


def test_terminal_and_notebook_show_the_same_answer_as_the_page() -> None:
    page = answer_to_dict("faceup", "mississippi", {"players": "6"}, silent)
    terminal = croupier("faceup", "--game", "mississippi").out
    notebook = ask("faceup", "mississippi", players="6")._repr_html_()
    cells = [cell for sheet in page["sheets"] for row in sheet["rows"] for cell in row if cell]
    said = [*page["headline"].values(), *page["words"], *(sheet["title"] for sheet in page["sheets"]), *cells]
    for text in said:
        assert text in terminal
        assert html.escape(text) in notebook


def test_the_game_of_two_files_is_taken_from_them(tmp_path: Path) -> None:
    rules = {
        "a.toml": 'game = "three-card"\n[ante_bonus.pays]\nstraight = "2 to 1"\n',
        "b.toml": 'game = "three-card"\n[dealer]\nqualifies = "king high"\n',
        "c.toml": 'game = "caribbean"\n[ante]\ntie = "pays"\n',
    }
    a, b, c = (str(tmp_path / name) for name in rules)
    for name, text in rules.items():
        (tmp_path / name).write_text(text)
    assert json.loads(croupier("compare", a, b, "--json").out)["b"]["game"] == "three-card"
    assert "a.toml is of Three Card Poker" in croupier("compare", a, c).err
    assert "House edge, A to B" in croupier("compare", "PP-01", "PP-02").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("banking --ante 3", "$3 on the Ante cannot be bet in California; want $5 to $50 (R32)"),
        ("banking --trips UTH-02=3", "$75 on UTH-02 cannot be bet in California; want $5 to $50 (R32)"),
        ("banking --game three-card", "no rule set of Three Card Poker lets a player bank; want Ultimate Texas"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(words: str, says: str) -> None:
    refused = croupier(*words.split())
    assert (refused.status, refused.out) == (2, "")
    assert says in refused.err


def test_a_seek_in_the_house_game_says_nothing_of_differences() -> None:
    answer = ask("seek", "three-card", line="ante_bonus.straight", target="3")
    assert answer.words[1].startswith("Three Card Poker as the house has it: Ante and Play, played best")
    assert not any("differs" in sheet.title for sheet in answer.sheets)


@pytest.mark.thorough
def test_a_session_and_rounds_of_rules_of_ones_own(tmp_path: Path) -> None:
    rules = tmp_path / "king.toml"
    rules.write_text('game = "three-card"\n[dealer]\nqualifies = "king high"\n')
    session = json.loads(croupier("ruin", "--variant", str(rules), "--bankroll", "200", "--json").out)
    run = json.loads(croupier("simulate", "20000", "--variant", str(rules), "--seed", "3", "--json").out)
    edge = json.loads(croupier("edge", "--variant", str(rules), "--json").out)["edge"]
    assert (session["game"], session["mean"]) == ("three-card", pytest.approx(-edge))
    low, high = run["confidence_95"]
    assert run["exact"]["mean"] == pytest.approx(-edge)
    assert low - (high - low) < -edge < high + (high - low)
    assert sum(one["rounds"] for one in run["histogram"]) == 20_000
    refused = croupier("ruin", "--variant", str(rules), "--strategy", "q-6-4")
    assert "with a variant want no strategy or pay table" in refused.err
    assert (
        "king is a variant of three-card, and uth was asked for"
        in croupier("simulate", "--game", "uth", "--variant", str(rules)).err
    )


def test_long_work_says_how_far_it_is_where_nobody_watches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "_SECONDS_A_LINE", 0)
    with output.progress_bar() as progress:
        progress("dealing", 0.5)
    told = capsys.readouterr()
    assert (told.out, told.err.startswith("dealing, 50% done, ")) == ("", True)


KING = 'game = "three-card"\n[dealer]\nqualifies = "king high"\n'
PAYS = 'game = "three-card"\n[ante_bonus.pays]\nstraight = "2 to 1"\n'


@thorough
def test_a_table_by_rules_of_ones_own_wins_what_the_rules_cost(tmp_path: Path) -> None:
    rules, bets = tmp_path / "king.toml", tmp_path / "bets.toml"
    rules.write_text(KING)
    bets.write_text(OWN)
    few = ("--hours", "1", "--rounds-per-hour", "2", "--shifts", "300", "--risk", "10", "--players", "2")
    told = json.loads(croupier("hold", "--variant", str(rules), *few, "--json").out)
    edge = json.loads(croupier("edge", "--variant", str(rules), "--json").out)
    assert (told["game"], told["edge"]) == ("three-card", pytest.approx(edge["edge"]))
    assert told["variance"] == pytest.approx(edge["standard_deviation"] ** 2)
    beside = json.loads(croupier("hold", "--variant", str(rules), "--side-bet", f"{bets}=2", *few, "--json").out)
    price = json.loads(croupier("edge", "--side-bet", str(bets), "--json").out)
    assert beside["edge"] == pytest.approx(edge["edge"] + 2 * price["edge"])
    assert beside["variance"] > told["variance"] + 3 * price["standard_deviation"] ** 2


def test_a_side_bet_for_another_game_is_refused(tmp_path: Path) -> None:
    bets = tmp_path / "bets.toml"
    bets.write_text(OWN)
    refused = croupier("ruin", "--game", "caribbean", "--side-bet", str(bets))
    assert (refused.status, refused.out) == (2, "")
    assert "add 'caribbean' to its games" in refused.err
    assert "changes no choice here" in croupier("strategy", "AsKh", "--side-bet", str(bets)).err


def test_a_choice_by_rules_of_ones_own(tmp_path: Path) -> None:
    king, pays = tmp_path / "king.toml", tmp_path / "pays.toml"
    king.write_text(KING)
    pays.write_text(PAYS)
    hand = ("Qs 6h 4d", "--game", "three-card", "--json")
    usual, other = (json.loads(croupier("strategy", *hand, *more).out) for more in ((), ("--variant", str(king))))
    values = [{one["choice"]: one["value"] for one in told["choices"]} for told in (usual, other)]
    assert values[0]["fold"] == values[1]["fold"] == -1
    # A dealer who needs a king loses the Play less often.
    assert values[1]["bet1"] != values[0]["bet1"]
    straight = ("6s 5h 4d", "--game", "three-card", "--json")
    paid = [
        json.loads(croupier("strategy", *straight, *more).out)["choices"][0]["value"]
        for more in ((), ("--variant", str(pays)))
    ]
    assert paid[1] - paid[0] == pytest.approx(1)
    assert "want a hand or --chart with it" in croupier("strategy", "--cost", "q-6-4", "--variant", str(king)).err
    assert croupier("strategy", "--cost", "q-6-4", "--variant", str(pays)).status == 0


@pytest.mark.thorough
def test_a_hand_and_the_chart_of_a_variant_of_the_house_game(tmp_path: Path) -> None:
    rules = tmp_path / "pays.toml"
    rules.write_text('game = "uth"\n[ante]\nunqualified = "pays"\n')
    told = json.loads(croupier("strategy", "AsKh", "--variant", str(rules), "--json").out)
    chart = json.loads(croupier("strategy", "--chart", "--variant", str(rules), "--json").out)
    row = next(one for one in chart if "AKo" in one.values())
    assert told["best"] == max(row["values"], key=row["values"].get) == "bet4"
