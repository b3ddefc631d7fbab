"""`croupier.data`: rows whose columns and types are promised, of texts, programs and figures, as frames and files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from croupier import data
from croupier.data import files
from croupier.data.files import FileFormat
from croupier.data.sheets import OF_ROUNDS, ColumnType
from croupier.errors import Refused
from croupier.front.odds import Simulated

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
TYPES = {ColumnType.TEXT: str, ColumnType.WHOLE: int, ColumnType.REAL: float, ColumnType.YES_NO: bool}


def dealt(game: str, count: int = 3) -> list[croupier.PlayedRound]:
    """Rounds in which everybody does the boldest thing, then the shyest, in turn."""
    found = []
    for number in range(count):
        bets = {1: {croupier.GAMES[game].base: 1000}, 4: {croupier.GAMES[game].base: 2500}}
        round = croupier.deal(game, bets, seed=number, name=f"{game}-{number}")
        while round.due:
            seat = round.due[0]
            round = round.act(seat, round.legal_actions(seat)[-(seat % 2)])
        found.append(round)
    return found


def checked(rows: data.Rows) -> list[dict[str, object]]:
    """The rows, each with exactly the columns of its sheet and nothing but their types."""
    found = list(rows)
    for row in found:
        assert list(row) == [column.name for column in rows.columns]
        for column in rows.columns:
            assert row[column.name] is None or type(row[column.name]) is TYPES[column.kind], (column, row)
    return found  # type: ignore[return-value]


def test_every_sheet_and_column_is_on_the_page_as_it_is() -> None:
    for sheet in data.SHEETS.values():
        told = PAGE.split(f"### `{sheet.name}`: {sheet.about}\n")[1].partition("###")[0]
        rows = [line for line in told.splitlines() if line.startswith("| `")]
        assert rows == [f"| `{one.name}` | {one.kind.value} | {one.about} |" for one in sheet.columns]


@pytest.mark.parametrize("game", sorted(croupier.GAMES))
def test_rounds_of_every_game_are_told_by_round_seat_bet_and_decision(game: str) -> None:
    played = dealt(game)
    text = "# pasted\n" + "\n".join(map(str, played))
    sheets = {rows: checked(data.rounds(text, rows)) for rows in OF_ROUNDS}
    for rows in OF_ROUNDS:
        assert sheets[rows] == list(data.rounds(played, rows)), "from a text or from a program"
    assert [row["seats"] for row in sheets["rounds"]] == [2] * 3
    for round in played:
        for seat in (1, 4):
            (mine,) = [row for row in sheets["seats"] if (row["round"], row["seat"]) == (round.round.id, seat)]
            bets = [row for row in sheets["bets"] if (row["round"], row["seat"]) == (round.round.id, seat)]
            assert mine["net_cents"] == round.net(seat) == sum(int(str(row["net_cents"])) for row in bets)
            said = [r["choice"] for r in sheets["decisions"] if (r["round"], r["seat"]) == (round.round.id, seat)]
            assert str(mine["actions"]).split() == said
    assert croupier.read_rounds("".join(str(row["notation"]) for row in sheets["rounds"])) == tuple(played)


def test_a_round_in_play_is_no_row() -> None:
    with pytest.raises(Refused, match="is not over"):
        list(data.rounds(croupier.deal("uth")))
    with pytest.raises(Refused, match="want one of rounds, seats, bets, decisions"):
        data.rounds([], "chips")


def test_rounds_are_dealt_from_a_seed_and_the_same_again() -> None:
    rows = data.dealt("uth", 6, seed=3, decide=lambda round, seat: round.legal_actions(seat)[0])
    assert checked(rows) == list(rows)
    assert [row["actions"] for row in rows] == ["bet4"] * 6
    (first, *_) = data.dealt("uth", 1, "decisions", seed=3)
    assert first["choice"] in ("bet4", "check"), "three times the Ante is never best"


@pytest.mark.parametrize("rows", OF_ROUNDS)
def test_frames_have_the_promised_types_and_files_say_the_same(rows: str, tmp_path: Path) -> None:
    import pandas  # here, since every worker collects these tests, and one runs them
    import polars

    told = data.rounds(dealt("uth"), rows)
    wanted = list(told)
    frame = told.to_polars()
    assert frame.to_dicts() == wanted
    as_pandas = {
        ColumnType.TEXT: "string",
        ColumnType.WHOLE: "Int64",
        ColumnType.REAL: "float64",
        ColumnType.YES_NO: "boolean",
    }
    other = told.to_pandas()
    assert {name: str(kind) for name, kind in other.dtypes.items()} == {
        column.name: as_pandas[column.kind] for column in told.columns
    }
    assert [tuple(row) for row in other.astype(object).where(other.notna(), None).to_numpy()] == [
        tuple(row.values()) for row in wanted
    ]
    assert isinstance(told.frame(), polars.DataFrame)
    assert isinstance(told.frame("pandas"), pandas.DataFrame)
    for ending in ("jsonl", "csv", "parquet"):
        assert told.write(tmp_path / f"r.{ending}") == len(wanted)
    assert [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()] == wanted
    assert polars.read_parquet(tmp_path / "r.parquet").equals(frame)
    assert polars.read_csv(tmp_path / "r.csv", schema=frame.schema).to_dicts() == wanted


def test_without_pyarrow_polars_writes_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import polars

    monkeypatch.setattr(files, "find_spec", lambda name: None if name == "pyarrow" else object())
    told = data.rounds(dealt("uth"), "decisions")
    for rows in (told, data.Rows(told.sheet, [])):
        rows.write(tmp_path / "r.parquet")
        assert polars.read_parquet(tmp_path / "r.parquet").equals(rows.to_polars())


def test_figures_are_rows_too() -> None:
    chart = checked(data.chart("uth"))
    assert len(chart) == 169
    assert sum(int(str(row["combos"])) for row in chart) == 1326
    by_hand = {row["hand"]: row for row in chart}
    assert (by_hand["AKs"]["best"], by_hand["32o"]["best"]) == ("bet4", "check")
    folded, raised = checked(data.chart("three-card"))
    assert (folded["to"], folded["best"], folded["share"], folded["value"]) == ("Q-6-3", "fold", 1.0, None)
    assert (raised["hand"], raised["best"], raised["combos"]) == ("Q-6-4", "bet1", 14_900)
    with pytest.raises(Refused, match="want a TOML file"):
        data.variants(["/nowhere/rules.toml"])
    told = Simulated(game="uth", rounds=10, seed=5, mean=-0.1, standard_deviation=4.0, low=-0.2, high=0.0)
    (run,) = checked(data.simulated(told))
    assert (run["rounds"], run["seed"]) == (10, 5)


@pytest.mark.slow
def test_figures_of_every_game_are_rows() -> None:
    assert len(checked(data.chart("mississippi"))) == 169
    for rules in croupier.RULE_SETS:
        edges = checked(data.edges(rules))
        game = str(edges[0]["game"])
        assert edges[0]["bet"] == "base"
        assert edges[0]["edge"] == float(croupier.solve(game).edge)
        assert {row["paytable"] for row in checked(data.lines(rules))} <= {row["paytable"] for row in edges}
    for game in croupier.GAMES:
        found = [(float(str(row["net"])), float(str(row["chance"]))) for row in checked(data.results(game))]
        assert sum(chance for _, chance in found) == pytest.approx(1)
        assert sum(net * chance for net, chance in found) == pytest.approx(float(croupier.solve(game).value))
    (variant,) = checked(data.variants([ROOT / "examples" / "variant.toml"]))
    assert variant["game"] == "uth"
    assert variant["edge"] != variant["house_edge"]


def test_what_is_not_installed_is_named_in_one_line() -> None:
    """`-S` leaves every installed package out: rows of texts and their files need the standard library alone."""
    code = f"""
import sys; sys.path.insert(0, {str(ROOT / "src")!r})
import croupier; from croupier import data
rows = data.rounds(croupier.deal("uth", seed=1).act(1, "bet4"), "bets")
print(len(list(rows)))
parquet = lambda: rows.write("r.parquet")
for ask in (rows.frame, rows.to_pandas, rows.to_polars, parquet, lambda: data.chart, lambda: data.record):
    try: ask()
    except ImportError as error: print(error)
"""
    ran = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert lines[0].strip() == "3"
    assert lines[1] == "a data frame needs polars or pandas: pip install 'croupier[data]' (neither is installed)"
    assert lines[2].startswith("a data frame of pandas needs pandas: pip install pandas")
    assert lines[3].startswith("a data frame of polars needs the data extra: pip install 'croupier[data]'")
    assert lines[4].startswith("Parquet needs polars or pyarrow: pip install 'croupier[data]'")
    assert lines[5].startswith("croupier.data.chart needs the lab extra")
    assert lines[6].startswith("croupier.data.record needs the web extra")


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    assert set(data.__all__) <= set(dir(data))
    with pytest.raises(AttributeError, match="has no attribute 'frames'"):
        data.frames  # type: ignore[attr-defined]  # noqa: B018


def test_no_spreadsheet_takes_a_text_for_a_formula(tmp_path: Path) -> None:
    sheet = data.SHEETS["bets"]
    row = {column.name: None for column in sheet.columns} | {"player": "=2+2", "net_cents": -500}
    data.Rows(sheet, [row]).write(tmp_path / "r.csv")
    assert ",'=2+2," in (tmp_path / "r.csv").read_text()
    assert ",-500," in (tmp_path / "r.csv").read_text(), "a number is a number"
    with pytest.raises(Refused, match="names no format"):
        data.Rows(sheet, []).write(tmp_path / "r.xlsx")
    assert files.parse_format("CSV") is FileFormat.CSV
