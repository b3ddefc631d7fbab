"""`croupier replay` of many rounds: each by itself, and one that is wrong hides none of the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import croupier
from croupier.cli.app import app
from croupier.errors import Refused
from croupier.rules.notation import BadNotation
from croupier.rules.notations import TooManyRounds, split_rounds

RUN = CliRunner()


def told(number: int) -> str:
    return str(croupier.deal("uth", {2: {"ante": 1000}}, seed=number, name=f"demo-{number}").act(2, "bet4"))


def test_many_rounds_have_a_line_each(tmp_path: Path) -> None:
    file = tmp_path / "rounds.txt"
    file.write_text("# of last night\n\n" + "\n".join(map(told, range(3))))
    done = RUN.invoke(app, ["replay", str(file)])
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert [line.split()[0] for line in lines] == ["demo-0", "demo-1", "demo-2", "#"]
    assert lines[0].startswith("demo-0  Ultimate Texas Hold'em, wa-2018  over  seat 2 ")
    assert lines[3] == "# 3 rounds: 3 with every amount the engine's own"


def test_one_that_is_wrong_is_named_by_its_line_and_the_others_are_told() -> None:
    wrong = told(1).replace("$40", "$41")
    text = told(0) + wrong + told(2)
    done = RUN.invoke(app, ["replay", "-"], input=text)
    assert done.exit_code == 1
    number = 1 + text.splitlines().index(next(line for line in wrong.splitlines() if "$41" in line))
    assert f"demo-1  refused: line {number}, " in done.output
    assert "demo-2  Ultimate" in done.output
    assert done.output.endswith("3 rounds: 2 with every amount the engine's own, 1 refused\n")
    plain = json.loads(RUN.invoke(app, ["replay", "--json"], input=text).output)
    assert [row["round"] for row in plain] == ["demo-0", "demo-1", "demo-2"]
    assert plain[0]["net_cents"].keys() == {"2"}
    assert plain[1].keys() == {"round", "line", "error"}


def test_a_library_reads_them_all_or_says_which_is_wrong() -> None:
    first, second = croupier.read_rounds(told(0) + "\n# and\n" + told(1))
    assert [one.round.id for one in (first, second)] == ["demo-0", "demo-1"]
    with pytest.raises(BadNotation, match="the engine says"):
        croupier.read_rounds(told(0) + told(1).replace("$40", "$41"))


@pytest.mark.parametrize("text", ["", "\n# nothing\n", "nonsense", "lock\n" + told(0)])
def test_what_is_no_round_says_how_one_begins(text: str) -> None:
    with pytest.raises(BadNotation, match='round "name"'):
        croupier.read_rounds(text)


def test_too_many_are_counted_before_any_is_played() -> None:
    with pytest.raises(TooManyRounds, match="3 rounds at once are too many; want 2 at most"):
        split_rounds('round "a"\n' * 3, most=2)


def test_steps_are_for_one_round(tmp_path: Path) -> None:
    file = tmp_path / "rounds.txt"
    file.write_text(told(0) + told(1))
    done = RUN.invoke(app, ["replay", str(file), "--step"])
    assert isinstance(done.exception, Refused)
    assert "goes through one round" in str(done.exception)
