"""For every game every command answers, or refuses in words: none ends in a traceback. Shown with a game that the house
does not have.

The commands are those that the application itself has, so a new one is among them; what it needs beyond a game is
written into `NEEDS`.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest
from card_room_commands import Desk
from commands import Answer, croupier

from croupier.cli.app import app
from croupier.front.rounds import deal
from croupier.games import GAMES
from croupier.lab.solver.any_game import _counted
from croupier.rules.game import Game
from depth import first_of, thorough
from high_card import HIGH_CARD, registered
from own_game import COMMON_THIRD, admitted

NEEDS: Mapping[str, tuple[str, ...]] = {
    "compare": ("HC-01", "HC-01"),
    "table open": ("T9", "--by", "sue", "--pin", "2222"),
    "play": ("--seed", "law"),
    "strategy": ("Kh",),
    "rules": ("high-card",),
    "approval add": (
        *(
            "HC 1",
            "--rules",
            "high-card",
            "--authority",
            "state",
            "--since",
            "2026-01-01",
            "--pay-table",
            "any",
            "--limit",
            "any",
        ),
        *("--by", "sam", "--pin", "1111"),
    ),
}
"""What a command is given besides the game."""
TYPED = "10\n1\nq\n"
"""What is typed at a command that asks: a bet, the Play, and good bye."""


@pytest.fixture(scope="module", autouse=True)
def small_games() -> Iterator[None]:
    with registered(), admitted():
        yield


@pytest.fixture(scope="module")
def desk(small_games: None, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A card room in which a round of High Card Duel was played."""
    made = Desk(f"sqlite:///{tmp_path_factory.mktemp('room')}/room.db")
    made.furnish("--game", HIGH_CARD.key, "--face-up", "HC-7")
    for seat, who in ((1, "ann"), (2, "bob")):
        made.ok("table", "do", "T1", f"sit {seat}", by=who)
    for words in ("bet 10 suited 5", "bet1"):
        for who in ("ann", "bob"):
            made.ok("table", "do", "T1", words, by=who)
    return made


def takes(command: click.Command, option: str) -> bool:
    return any(option in one.opts for one in command.params)


def of_games() -> list[tuple[str, click.Command]]:
    """The commands that are asked about a game or a rule set."""
    return [
        (path, one) for path, one in app.load_all() if takes(one, "--game") or takes(one, "--rules") or path == "rules"
    ]


def is_well(answer: Answer, *refused: str) -> bool:
    """Whether a command answered, or refused and said which game it cannot do it for."""
    if answer.status == 0:
        return True
    return answer.status == 2 and answer.err.startswith("croupier: ") and any(word in answer.err for word in refused)


def asked(monkeypatch: pytest.MonkeyPatch, desk: Desk, path: str, one: click.Command, *more: str) -> Answer:
    monkeypatch.setattr("sys.stdin", io.StringIO(TYPED))
    game = ("--game", HIGH_CARD.key) if takes(one, "--game") else ()
    record = ("--db", desk.db) if takes(one, "--db") else ()
    return croupier(*path.split(), *NEEDS.get(path, ()), *game, *record, *more)


def test_every_command_answers_for_a_game_of_its_own_or_refuses_in_words(
    monkeypatch: pytest.MonkeyPatch, desk: Desk
) -> None:
    paths = of_games()
    assert {"play", "edge", "simulate", "train dealer", "table open", "rounds"} <= {path for path, _ in paths}
    for path, one in paths:
        answer = asked(monkeypatch, desk, path, one)
        assert is_well(answer, HIGH_CARD.name), (path, answer)


def test_so_does_it_with_every_flag(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> None:
    for path, one in of_games():
        flags = [option.opts[0] for option in one.params if isinstance(option, click.Option) and option.is_flag]
        for flag in flags if path != "table open" else ():
            answer = asked(monkeypatch, desk, path, one, flag)
            assert answer.status in (0, 2), (path, flag, answer)
            assert answer.status == 0 or answer.err.strip(), (path, flag, answer)


def test_the_terminal_plays_it(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> None:
    said = asked(monkeypatch, desk, "play", dict(of_games())["play"]).out
    assert "Round 2" in said


def test_its_rounds_are_found_shown_exported_audited_and_counted(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    desk.ok("rounds", "--game", HIGH_CARD.key, "--export", str(file))
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(row["game"], row["staked_cents"]) for row in rows] == [(HIGH_CARD.key, 2500)] * 2
    assert "T1-1" in desk.ok("rounds", "--game", HIGH_CARD.key)
    assert HIGH_CARD.name in desk.ok("figures", "--by", "game")
    assert desk("audit").status == 0
    signs = desk.ok("table", "signs", "T1")
    assert "1 decisions in 1 rounds" in signs
    assert "one who looks and never errs" not in signs, "nobody has worked that out"
    assert desk.ok("export").count("\n") > 5


def test_its_choices_are_weighed_and_its_edge_and_its_sessions_worked_out() -> None:
    of_it = ("--game", HIGH_CARD.key, "--json")
    assert json.loads(croupier("strategy", "Kh", *of_it).out)["best"] == "bet1"
    assert json.loads(croupier("edge", *of_it).out)["base"]["edge"] == 5 / 51
    assert json.loads(croupier("simulate", "1000", *of_it).out)["rounds"] == 1000
    assert 0 < json.loads(croupier("ruin", *of_it).out)["risk"] < 1


@pytest.mark.parametrize("game", [HIGH_CARD, COMMON_THIRD], ids=lambda game: game.key)
def test_what_its_cards_dealt_face_up_are_worth_is_worked_out_when_asked(game: Game, tmp_path: Path) -> None:
    of_it = ("faceup", "--game", game.key)
    assert f"{game.name} dealt face up: not worked out yet" in croupier(*of_it).out
    assert json.loads(croupier(*of_it, "--json").out)["runs"] == []
    none_kept = f"no result is kept for 3 players of {game.name}; --recompute makes one"
    assert none_kept in croupier(*of_it, "--players", "3").err
    run = (*of_it, "--players", "3", "--samples", "10", "--checkpoint", str(tmp_path / "run.jsonl"))
    assert "10 sets of seen cards drawn with seed 1" in croupier(*run).out
    told = json.loads(croupier(*run, "--resume", "--json").out)
    house = json.loads(croupier("faceup", "--players", "3", "--json").out)
    assert list(told) == [*list(house)[:20], "engine_why"], "told as every game is"
    assert house["engine_why"] == "kept from an earlier run; nothing was computed now"
    assert (told["game"], told["samples"], told["seed"], told["exact"]) == (game.key, 10, 1, False)
    assert told["gain"] == pytest.approx(told["base_edge"] - told["edge"])
    assert told["standard_error"] >= 0
    for option in (("--seen", "As"), ("--exposed", "dealer"), ("--card",)):
        refused = croupier(*of_it, *option)
        assert refused.status == 2
        assert game.name in refused.err


def test_its_long_solve_is_kept_and_continued(tmp_path: Path) -> None:
    of_it = ("edge", "--game", COMMON_THIRD.key, "--json")
    kept = (*of_it, "--checkpoint", str(tmp_path / "solve.jsonl"))
    _counted.cache_clear()
    told = croupier(*kept)
    _counted.cache_clear()
    assert "is there already; want --resume" in croupier(*kept).err
    assert croupier(*kept, "--resume").out == told.out == croupier(*of_it).out
    _counted.cache_clear()
    for other in (HIGH_CARD.key, "three-card"):
        assert "another configuration" in croupier(*kept, "--resume", "--game", other).err


def test_a_round_of_it_is_written_down_and_played_again(tmp_path: Path) -> None:
    round = deal(HIGH_CARD.key, {1: {"ante": 1000, "suited": 500}}, seed=3)
    file = tmp_path / "round.txt"
    file.write_text(str(round.act(1, "bet1")))
    assert croupier("replay", str(file)).status == 0


def test_its_rounds_are_settled_from_cases(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    seat = {"seat": 1, "cards": "Kh", "ante": 1000, "suited": 500, "line": "bet1"}
    file.write_text(json.dumps({"id": "1", "game": "high-card", "dealer": "6h", "seats": [seat]}))
    (told,) = json.loads(croupier("settle", str(file)).out)["seats"]
    assert (told["category"], told["outcome"]) == ("court", "win")
    assert told["net"] == {"ante": 1000, "play": 1000, "suited": 1500}


@pytest.mark.parametrize("key", first_of([*GAMES]))
def test_every_command_of_the_school_answers_for_a_game(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert croupier("train", "play", "--game", key, "--list").status == 0
    assert croupier("faceup", "--game", key).status == 0
    assert croupier("strategy", "--game", key, "--list").status == 0


@thorough
def test_the_simulator_plays_it_and_finds_nothing_wrong(tmp_path: Path) -> None:
    soak = ("soak", "--db", f"sqlite:///{tmp_path}/soak.db", "--tables", "14", "--rounds", "40", "--json")
    assert json.loads(croupier(*soak).out)["clean"]
