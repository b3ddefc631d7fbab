"""`croupier replay`: a round pasted into the terminal is played again, and every amount in it is checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cards import DECK
from croupier.cli.app import app
from croupier.errors import Refused
from croupier.games import ruleset
from croupier.rules import commands
from croupier.rules.actions import parse_action
from croupier.rules.events import Event
from croupier.rules.notation import BadNotation, notation
from croupier.rules.round import Round, evolve
from croupier.rules.steps import LOCK, SETTLE
from croupier.rules.terms import terms
from croupier.rules.wagers import Stakes

RUN = CliRunner()


def played() -> str:
    """The notation of a round of one seat that bets four times."""
    round: Round | None = None
    events: list[Event] = []

    def do(command: commands.Command) -> None:
        nonlocal round
        for event in commands.decide(round, command):
            round = evolve(round, event)
            events.append(event)

    do(commands.OpenRound(round="demo-1", terms=terms(ruleset("wa-base")), commitment="", deck_colour="blue"))
    do(commands.Act(3, commands.PlaceBets(Stakes({"ante": 1_000, "trips": 500}))))
    do(LOCK)
    do(commands.DealCards(DECK))
    do(commands.Act(3, parse_action("bet4")))
    while (step := commands.next_step(round)).word != "open":
        do(SETTLE if step.word.startswith("settle") else step)
    return notation(events)


TEXT = played()


def test_a_round_from_a_file_is_shown_whole(tmp_path: Path) -> None:
    (tmp_path / "round.txt").write_text(TEXT)
    done = RUN.invoke(app, ["replay", str(tmp_path / "round.txt")])
    assert done.exit_code == 0
    assert TEXT in done.output
    assert done.output.endswith("every amount is the engine's own\n")


def test_a_round_from_standard_input_as_json() -> None:
    done = RUN.invoke(app, ["replay", "-", "--json"], input=TEXT)
    told = json.loads(done.output)
    assert told["round"] == "demo-1"
    assert [event["event"] for event in told["events"]][:3] == ["RoundOpened", "BetsPlaced", "BetsLocked"]
    assert set(told["net_cents"]) == {"3"}


def test_step_by_step_waits_for_enter(tmp_path: Path) -> None:
    (tmp_path / "round.txt").write_text(TEXT)
    done = RUN.invoke(app, ["replay", "--step", str(tmp_path / "round.txt")], input="\n" * 40)
    assert TEXT in done.output
    refused = RUN.invoke(app, ["replay", "--step"], input=TEXT)
    assert "want --step with a file" in str(refused.exception)


def test_an_amount_that_the_engine_does_not_give_is_refused() -> None:
    wrong = TEXT.replace("$40", "$41", 1)
    assert wrong != TEXT
    done = RUN.invoke(app, ["replay"], input=wrong)
    assert isinstance(done.exception, BadNotation)
    assert "the engine says" in str(done.exception)


@pytest.mark.parametrize("name", ["missing.txt", "."])
def test_a_file_that_cannot_be_read_is_said(name: str, tmp_path: Path) -> None:
    done = RUN.invoke(app, ["replay", str(tmp_path / name)])
    assert isinstance(done.exception, Refused)
    assert "want the notation of a round" in str(done.exception)
