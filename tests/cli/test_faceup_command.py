"""`croupier faceup`: figures for people and machines, a plot, kept work, and what it refuses."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from commands import croupier

from croupier.games import GAMES
from croupier.studies.faceup import FaceUpRun
from depth import thorough

TWO_PLAYERS = Path(__file__).parents[1] / "lab" / "data" / "faceup-2.jsonl"


@thorough
def test_a_finished_checkpoint_is_answered_at_once(tmp_path: Path) -> None:
    file = tmp_path / "two.jsonl"
    shutil.copy(TWO_PLAYERS, file)
    before = file.read_bytes()
    told = json.loads(croupier("faceup", "--players", "2", "--checkpoint", str(file), "--resume", "--json").out)
    assert told["players"] == 2
    assert told["seen"] == 2
    assert told["classes"] == 169
    assert told["standard_error"] == 0
    assert told["exact"]
    assert told["edge"] == pytest.approx(0.0199549, abs=5e-8)
    assert told["gain"] == pytest.approx(0.0018948, abs=5e-8)
    assert told["engine"] == "gpu"
    assert told["seconds"] > 0
    assert file.read_bytes() == before
    page = croupier("faceup", "--checkpoint", str(file), "--resume").out
    assert "1.9955 %" in page
    assert "Proven: " in page


@thorough
def test_files_are_merged(tmp_path: Path) -> None:
    into = tmp_path / "all.jsonl"
    page = croupier("faceup", "--merge", str(TWO_PLAYERS), "--merge", str(TWO_PLAYERS), "--checkpoint", str(into))
    assert page.status == 0
    assert "1.9955 %" in page.out
    assert into.exists()


@thorough
def test_one_set_of_seen_cards() -> None:
    told = json.loads(croupier("faceup", "--seen", "As Kd", "--json").out)
    assert told["seen"] == "Kd As"
    assert told["edge"] == pytest.approx(0.0502404, abs=5e-8)
    assert told["fixed_edge"] == pytest.approx(0.0532081, abs=5e-8)


@pytest.mark.thorough
def test_a_run_says_on_what_it_was_done_and_why() -> None:
    words = ("faceup", "--game", "three-card", "--players", "4", "--samples", "2", "--engine", "cpu", "--json")
    told = json.loads(croupier(*words).out)
    why = "this machine's cores, since no other engine was named"
    assert (told["engine"], told["engine_why"]) == ("cpu", why)
    answer = FaceUpRun(GAMES["three-card"], 4, 2, 1).answer(told)
    assert any(line.startswith(f"Engine: cpu ({why}), ") for line in answer.words)


def test_the_published_runs_and_their_plot(tmp_path: Path) -> None:
    plot = tmp_path / "edges.png"
    page = croupier("faceup", "--published", "--chart", str(plot))
    assert "0.8907 %" in page.out
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert json.loads(croupier("faceup", "--published", "--json").out)["runs"]


def test_kept_results_are_shown_at_once_and_computed_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("nothing is computed")

    for room in ("croupier.lab.known_cards.face_up_run.face_up", "croupier.lab.games.faceup.run.face_up_game"):
        monkeypatch.setattr(room, never)
    assert croupier("faceup").out == croupier("faceup", "--published").out
    assert "0.8907 %" in croupier("faceup").out
    told = json.loads(croupier("faceup", "--players", "6", "--json").out)
    assert told["edge"] == pytest.approx(0.008907, abs=5e-7)
    assert json.loads(croupier("faceup", "--game", "caribbean", "--players", "4", "--json").out)["players"] == 4
    with pytest.raises(AssertionError, match="nothing is computed"):
        croupier("faceup", "--players", "2", "--recompute")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--players 0", "no result is kept for 0 players of Ultimate Texas Hold'em, but for 2, 3, 4"),
        ("--players 0 --recompute", "0 players make no table"),
        ("--players 5 --exact", "too many classes for an exact run"),
        ("--players 23 --samples 5", "44 cards seen are too many"),
        ("--players 3 --samples 1", "no standard error"),
        ("--players 3 --samples 9 --exact", "not both"),
        ("--engine abacus", "no engine 'abacus'; want one of cpu, gpu, cluster"),
        ("--scheduler tcp://x:1", "want --engine cluster"),
        ("--exposed dealer --engine gpu", "the dealer's cards are worked out on the cores, not on gpu"),
        ("--card --engine cluster", "leave --engine out"),
        (
            "--game three-card --players 2 --engine gpu",
            "is not worked out on gpu; want --engine cpu or cluster, or --samples",
        ),
        ("--game flushes-gone-wild --players 2 --engine gpu", "is not worked out on gpu; want --engine cpu or cluster"),
        ("--resume", "want --checkpoint FILE"),
        ("--shard 2", "want I/M"),
        ("--shard 3/2", "no part 3 of 2"),
        ("--seen AsAs", "card twice"),
        ("--seen 1x", "not a card"),
        ("--exposed burn", "want one of dealer, dealers"),
        ("--seen As --published", "want one of"),
        ("--merge nothing.jsonl --checkpoint new.jsonl", "cannot read nothing.jsonl"),
        ("--merge nothing.jsonl", "no file to merge into"),
        ("--published --chart edges.pdf", "want .png or .svg"),
    ],
)
def test_bad_input_has_words_and_status_2(arguments: str, words: str) -> None:
    answer = croupier("faceup", *arguments.split())
    assert answer.status == 2
    assert words in answer.err
    assert answer.out == ""


@thorough
def test_a_checkpoint_of_another_run_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "two.jsonl"
    shutil.copy(TWO_PLAYERS, file)
    before = file.read_bytes()
    for arguments, words in (
        (["--players", "3", "--samples", "9", "--resume"], "another configuration: players 2 there, 3 here"),
        (["--players", "2"], "is there already"),
    ):
        answer = croupier("faceup", *arguments, "--checkpoint", str(file))
        assert answer.status == 2
        assert words in answer.err
        assert file.read_bytes() == before


def test_without_a_gpu_it_says_so(tmp_path: Path) -> None:
    pytest.importorskip("croupier.lab.known_cards.gpu")
    from croupier.lab.known_cards.gpu import NoGpu, gpu_name

    try:
        gpu_name()
    except NoGpu:
        file = tmp_path / "run.jsonl"
        answer = croupier("faceup", "--engine", "gpu", "--checkpoint", str(file))
        assert answer.status == 2
        assert "no GPU engine" in answer.err
        assert not file.exists()
    else:
        pytest.skip("there is a GPU here")


@thorough
def test_strategy_with_cards_seen() -> None:
    told = json.loads(croupier("strategy", "4c3d", "9h7s2c", "KdJd", "--seen", "Ks Kh Js Jh", "--json").out)
    assert told["seen"] == "Ks Kh Js Jh"
    assert {choice["choice"] for choice in told["choices"]} == {"bet1", "fold"}
    assert told["cost_of_ignoring"] >= 0
    page = croupier("strategy", "Kd5c", "--seen", "Ks 5h 9c 2d").out
    assert "with Ks 5h 9c 2d seen" in page
    assert "Whoever does not look would bet 4x" in page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["AsKh", "--seen", "As 2d"], "card twice: As"),
        (["AsKh", "9d7c2h", "--seen", "7c 2d"], "card twice: 7c"),
        (["--table", "--seen", "7c"], "want its cards"),
        (["AsKh", "--seen", "zz"], "not a card"),
    ],
)
def test_strategy_refuses_cards_seen_twice(arguments: list[str], words: str) -> None:
    answer = croupier("strategy", *arguments)
    assert answer.status == 2
    assert words in answer.err


def test_every_game_is_told_by_the_same_keys() -> None:
    """Whoever reads one game's figures reads all games' figures; what one alone was asked comes after."""
    keys = []
    for key in GAMES:
        told = json.loads(croupier("faceup", "--game", key, "--json").out)
        assert list(told)[:4] == ["game", "hardware", "date", "runs"]
        keys += [tuple(run)[:20] for run in told["runs"]]
    assert len(set(keys)) == 1


@thorough
def test_another_game_shows_what_was_computed_and_computes_it_again(tmp_path: Path) -> None:
    shown = croupier("faceup", "--game", "mississippi", "--json").out
    kept = {one["players"]: one for one in json.loads(shown)["runs"]}
    assert kept[5]["edge"] < 0 < kept[4]["edge"], "the game is beaten from five players on"
    again = json.loads(croupier("faceup", "--game", "mississippi", "--players", "2", "--exact", "--json").out)
    assert again["exact_edge"] == kept[2]["exact_edge"]
    assert "from K-" in croupier("faceup", "--game", "crazy-four", "--card").out
    croupier("faceup", "--game", "caribbean", "--chart", str(tmp_path / "games.svg"))
    assert (tmp_path / "games.svg").read_text().startswith("<svg")
