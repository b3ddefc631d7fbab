"""Face-up runs: finished work is kept, continued and merged, and an exact run proves itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import astuple
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.games.uth import UTH
from croupier.lab.capabilities import face_up_report, face_up_runs
from croupier.lab.checkpoint import CheckpointFile, DamagedCheckpoint, NoCheckpoint, OtherConfiguration, merge_lines
from croupier.lab.hands.starts import STARTS, parse_start
from croupier.lab.known_cards.counting_chart import CHART, MATCHES, counting_raises
from croupier.lab.known_cards.engine import FixedStrategy, optimal
from croupier.lab.known_cards.exposed import PUBLISHED
from croupier.lab.known_cards.face_up_run import HoldemFaceUpPlan, Work, cpu_engine, face_up, merge_records
from croupier.lab.known_cards.face_up_tally import FORMAT, FinishedBatch, parse_record
from croupier.lab.known_cards.sets import TooManySeen, seen_classes
from croupier.lab.known_cards.solve import solve_seen
from croupier.lab.known_cards.totals import COLUMNS, NotProven, TotalsBatch
from croupier.lab.work import BadPlan, Shard
from depth import thorough

TWO_PLAYERS = Path(__file__).with_name("data") / "faceup-2.jsonl"
"""The checkpoint of the exact run for two players, made on an H200."""


def checkpoint(path: Path, resume: bool = False) -> CheckpointFile[FinishedBatch]:
    return CheckpointFile(path, resume, FORMAT, parse_record)


class MakeBelieve:
    """An engine that remembers what it was asked, makes numbers up, and may break down."""

    def __init__(self, size: int = 1, breaks_after: int | None = None) -> None:
        self.asked: list[int] = []
        self.size, self.breaks_after = size, breaks_after

    def __call__(self, strategy: FixedStrategy, work: Work) -> Iterator[TotalsBatch]:
        for start in range(0, len(work.units), self.size):
            if self.breaks_after is not None and start >= self.breaks_after:
                raise RuntimeError("power cut")
            units = work.units[start : start + self.size].tolist()
            self.asked += units
            totals = np.array([[unit * 1000 + column for column in range(len(COLUMNS))] for unit in units], np.int64)
            yield TotalsBatch(tuple(units), totals, np.full((STARTS, MATCHES, 3), sum(units), np.int64))


PLAN = HoldemFaceUpPlan(players=3, samples=12, seed=5)


@thorough
def test_two_players_exactly_as_the_gpu_left_it() -> None:
    header, kept, _ = checkpoint(TWO_PLAYERS).read()
    plan, records = HoldemFaceUpPlan(header["players"]), list(kept)
    assert header == plan.header(optimal())
    result = merge_records(plan, records)
    assert result.complete
    assert result.exact
    assert result.fixed is not None
    assert result.fixed.value == optimal().value
    assert f"{float(result.edge) * 100:.6f}" == "1.995488"
    assert result.gain.error == 0
    # Any two classes, once more on this machine.
    totals = {
        unit: row for record in records for unit, row in zip(record.batch.units, record.batch.totals, strict=True)
    }
    for unit in (7, 120):
        assert list(astuple(solve_seen(seen_classes(2).seen(unit)).totals)) == totals[unit].tolist()


@thorough
def test_a_wrong_number_cannot_pass_for_exact(tmp_path: Path) -> None:
    lines = TWO_PLAYERS.read_text("utf-8").splitlines()
    record = json.loads(lines[1])
    record["totals"][3][COLUMNS.index("fixed")] += 1
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("\n".join([lines[0], json.dumps(record), *lines[2:]]) + "\n", "utf-8")
    with pytest.raises(NotProven, match="some record is wrong"):
        merge_records(HoldemFaceUpPlan(2), checkpoint(wrong).read()[1])


@thorough
def test_nothing_is_computed_twice(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    broken = MakeBelieve(breaks_after=5)
    with pytest.raises(RuntimeError):
        face_up(PLAN, broken, checkpoint=checkpoint(file))
    assert broken.asked == [0, 1, 2, 3, 4]
    # The power went while a line was written: half of it is there.
    with file.open("a") as half:
        half.write('{"engine":"cpu","seconds":0.1,"units":[5],"tot')
    again = MakeBelieve()
    resumed = face_up(PLAN, again, checkpoint=checkpoint(file, resume=True))
    assert again.asked == [5, 6, 7, 8, 9, 10, 11]
    whole = face_up(PLAN, MakeBelieve())
    assert resumed.gain == whole.gain
    assert resumed.hands == whole.hands
    assert resumed.complete
    idle = MakeBelieve()
    assert face_up(PLAN, idle, checkpoint=checkpoint(file, resume=True)).gain == whole.gain
    assert idle.asked == []


@thorough
def test_parts_of_several_machines_merge_to_the_whole(tmp_path: Path) -> None:
    files = []
    for number in (1, 2, 3):
        files.append(tmp_path / f"{number}.jsonl")
        part = face_up(PLAN, MakeBelieve(size=2), checkpoint=checkpoint(files[-1]), shard=Shard(number, 3))
        assert not part.complete
        assert part.to_dict()["part"] == {"done": 4, "of": 12}
    header, records = merge_lines([*files, files[0]], tmp_path / "all.jsonl", FORMAT, parse_record)
    assert merge_records(PLAN, records).gain == face_up(PLAN, MakeBelieve()).gain
    assert checkpoint(tmp_path / "all.jsonl").read()[0] == header
    with pytest.raises(NoCheckpoint, match="is there already"):
        merge_lines(files, tmp_path / "all.jsonl", FORMAT, parse_record)
    with pytest.raises(NoCheckpoint, match="nothing to merge"):
        merge_lines([], tmp_path / "none.jsonl", FORMAT, parse_record)


@thorough
def test_records_that_overlap_in_part_are_refused(tmp_path: Path) -> None:
    first, whole = tmp_path / "first", tmp_path / "whole"
    face_up(PLAN, MakeBelieve(2), checkpoint=checkpoint(first), shard=Shard(1, 3))
    face_up(PLAN, MakeBelieve(3), checkpoint=checkpoint(whole))
    with pytest.raises(DamagedCheckpoint, match="overlap in part"):
        merge_lines([first, whole], tmp_path / "both", FORMAT, parse_record)
    assert not (tmp_path / "both").exists()
    with pytest.raises(DamagedCheckpoint, match="done twice"):
        merge_records(PLAN, [*checkpoint(first).read()[1], *checkpoint(whole).read()[1]])


@pytest.mark.parametrize(
    ("plan", "difference"),
    [
        (HoldemFaceUpPlan(players=2, samples=12, seed=5), "players 3 there, 2 here"),
        (HoldemFaceUpPlan(players=3, samples=12, seed=6), "seed 5 there, 6 here"),
        (HoldemFaceUpPlan(players=3, samples=13, seed=5), "samples 12 there, 13 here"),
    ],
)
def test_a_checkpoint_of_another_configuration_stays_as_it_is(
    tmp_path: Path, plan: HoldemFaceUpPlan, difference: str
) -> None:
    file = tmp_path / "run.jsonl"
    face_up(PLAN, MakeBelieve(), checkpoint=checkpoint(file))
    before = file.read_bytes()
    engine = MakeBelieve()
    with pytest.raises(OtherConfiguration, match=difference):
        face_up(plan, engine, checkpoint=checkpoint(file, resume=True))
    with pytest.raises(NoCheckpoint, match="--resume"):
        face_up(PLAN, engine, checkpoint=checkpoint(file))
    assert engine.asked == []
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", ["", "hello\n", '{"format": "another"}\n', "[1]\n", '{"players": 3}\n'])
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text(text)
    with pytest.raises(DamagedCheckpoint, match="no checkpoint of such a run"):
        checkpoint(file).read()
    assert file.read_text() == text


def test_damage_inside_a_checkpoint_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    face_up(PLAN, MakeBelieve(), checkpoint=checkpoint(file))
    lines = file.read_text().splitlines()
    for wrong in ("gibberish", '{"units": [1]}', lines[2].replace('"totals":[[', '"totals":[[1,')):
        file.write_text("\n".join([*lines[:2], wrong, *lines[3:]]) + "\n")
        with pytest.raises(DamagedCheckpoint, match="not a record of finished work"):
            face_up(PLAN, MakeBelieve(), checkpoint=checkpoint(file, resume=True))
    with pytest.raises(NoCheckpoint, match="cannot read"):
        checkpoint(tmp_path / "missing").read()
    with pytest.raises(NoCheckpoint, match="no folder"):
        face_up(PLAN, MakeBelieve(), checkpoint=checkpoint(tmp_path / "no" / "run.jsonl"))


def test_a_run_that_cannot_begin_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    with pytest.raises(RuntimeError):
        face_up(PLAN, MakeBelieve(breaks_after=0), checkpoint=checkpoint(file))
    assert not file.exists()


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"players": 0}, BadPlan),
        ({"players": 5}, BadPlan),
        ({"players": 23, "samples": 10}, TooManySeen),
        ({"players": 3, "samples": 1}, BadPlan),
        ({"players": 3, "samples": 10, "seed": -1}, BadPlan),
    ],
)
def test_plans_that_cannot_be(wrong: dict[str, int], error: type[Refused]) -> None:
    with pytest.raises(error):
        HoldemFaceUpPlan(**wrong)
    with pytest.raises(BadPlan):
        Shard(3, 2)


@thorough
def test_one_player_sees_nothing_and_gains_nothing() -> None:
    told: list[tuple[str, float]] = []
    result = face_up(HoldemFaceUpPlan(players=1), cpu_engine, progress=lambda words, share: told.append((words, share)))
    assert result.gain.value == 0
    assert result.edge == -optimal().value
    assert told == [("1 of 1", 1.0)]
    assert (result.to_dict()["edge"], result.to_dict()["classes"]) == (float(result.edge), 1)


def test_the_estimate_is_the_base_value_and_the_mean_gain() -> None:
    result = face_up(PLAN, MakeBelieve())
    assert isinstance(result.gain.value, float)
    assert result.edge == -(float(optimal().value) + result.gain.value)
    assert result.to_dict()["samples"] == 12


def test_the_counting_chart_is_the_base_strategy_but_for_its_hands() -> None:
    preflop = optimal().decisions.preflop
    assert (counting_raises(0, preflop) == (preflop == 4)[:, None]).all()
    raises = counting_raises(4, preflop)
    assert raises[parse_start("K4o")].tolist() == [True, False, False, False, False, False]
    assert raises[parse_start("QJo")].tolist() == [True, True, False, False, False, False]
    assert raises[parse_start("AA")].all()
    assert not raises[parse_start("72o")].any()
    for chart in CHART.values():
        hands = [hand for names in chart.values() for hand in names.split()]
        assert len(set(hands)) == len(hands)
        assert all(parse_start(hand) >= 0 for hand in hands)


def test_the_published_runs_hang_together() -> None:
    runs = face_up_runs(UTH)
    assert [run["players"] for run in runs] == [2, 3, 4, 5, 6, 7, 8, 9]
    edges = [run["edge"] for run in runs]
    assert edges == sorted(edges, reverse=True)
    assert all(run["standard_error"] <= 5e-5 for run in runs)
    for run in face_up_report(UTH.key)["runs"]:
        assert run["edge"] == pytest.approx(run["base_edge"] - run["gain"], abs=1e-15)
        if run["exact"]:
            assert float(Fraction(run["exact_edge"]["numerator"], run["exact_edge"]["denominator"])) == run["edge"]
            assert run["fixed"]["value"] == float(optimal().value)


def test_the_report_prints_what_was_computed() -> None:
    report = Path(__file__).parents[2].joinpath("docs", "faceup.md").read_text("utf-8")
    for run in face_up_runs(UTH):
        edge = f"{run['edge'] * 100:.4f} %".replace("-", "−")
        error = f"{run['standard_error'] * 100:.4f} %" if run["standard_error"] else "exact"
        before = f"{run['gain_by_look']['look_preflop']['value'] * 100:.4f} %"
        row = f"| {run['seen']} | {edge} | {error} | {run['gain'] * 100:.4f} % | {before} |"
        assert row in report, row
        if run["players"] in CHART:
            assert f"{row} {run['gain_by_look']['counting']['value'] * 100:.4f} % |" in report
            changed = " | ".join(f"{share * 100:.2f}" for share in run["changed"].values())
            assert f"| {run['players']} | {changed} |" in report
    for line in CHART[3].values():
        assert line in report
    for found in face_up_report(UTH.key)["exposed"]:
        assert f"{found['player_edge'] * 100:.4f} % | {PUBLISHED[found['exposed']]} %" in report
