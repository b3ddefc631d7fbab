"""`croupier train play` and `croupier train verify`: drills and certificates at the terminal."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path

import pytest
from commands import Answer, croupier

from croupier.floor.house.drills import Drills, Tested
from croupier.floor.roles import Person, Role
from croupier.games import game
from croupier.school.decision import hundred, parse_decision
from croupier.store.journal import open_store
from croupier.strategy.drills.marking import mark_paper
from croupier.strategy.drills.position import judge_decision
from depth import thorough

GAME = "three-card"
DRILL = ("train", "play", "--game", GAME, "--seed", "7", "--number", "3")


def typing(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def asked() -> list[dict[str, object]]:
    """What the drill asks, as machines read it."""
    said: list[dict[str, object]] = json.loads(croupier(*DRILL, "--json").out)
    return said


def test_what_machines_read_is_what_the_lab_says() -> None:
    rows = asked()
    assert len(rows) == 3
    for row in rows:
        found = judge_decision(parse_decision(str(row["position"])))
        assert row["rule"]
        assert row["best"] == found.best


def test_who_knows_everything_gives_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    typing(monkeypatch, *(str(row["best"]) for row in asked()))
    ran = croupier(*DRILL)
    assert ran.status == 0, ran.err
    assert "3 of 3 right; 0.0000 base bets given up." in ran.out
    assert "Not right" not in ran.out


def test_a_mistake_is_told_and_what_is_no_choice_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = judge_decision(parse_decision(str(asked()[0]["position"])))
    worst = list(first.choices)[-1]
    typing(monkeypatch, "dance", worst, "q")
    ran = croupier(*DRILL)
    assert "'dance' is no choice here" in ran.out
    assert f"is better by {float(first.cost(worst)):.4f}." in ran.out
    assert "0 of 1 right" in ran.out


@thorough
def test_outs_are_counted_first_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    drill = ("train", "play", "--game", "let-it-ride", "--street", "four", "--seed", "7", "--number", "2")
    rows = json.loads(croupier(*drill, "--json").out)
    assert all(row["reason"].endswith("unseen cards would give you a better line of the pay table.") for row in rows)
    outs = rows[0]["outs"]
    typing(monkeypatch, "many", str(len(outs)), rows[0]["best"], str(len(rows[1]["outs"]) + 1), "q")
    told = croupier(*drill, "--count").out
    assert "'many' is no number" in told
    assert f"Right: {len(outs)} of the 48 unseen cards would give you a better line of the pay table." in told
    assert all(why in told for why in outs.values())
    assert f"Not right: {len(rows[1]['outs'])} of the 48 unseen cards" in told
    assert "1 of 1 right" in told, "a count is no decision"


def test_the_puzzles_of_a_day_are_the_same_for_everybody() -> None:
    day = ("train", "play", "--game", GAME, "--puzzles", "--date", "2026-11-15", "--json")
    once = croupier(*day)
    assert len(json.loads(once.out)) == 5
    assert croupier(*day) == once
    refused = croupier("train", "play", "--game", GAME, "--puzzles", "--date", "yesterday")
    assert refused.status == 2
    assert "not a day: 'yesterday'; want such as 2026-11-15" in refused.err


def test_streets_and_classes_are_listed_and_others_refused() -> None:
    listed = croupier("train", "play", "--list").out
    for street in game("uth").streets:
        assert f"--street {street.key}" in listed
    assert "--class  outs" in listed
    for option in ("--street", "--class", "--game"):
        refused = croupier("train", "play", option, "cooking")
        assert (refused.status, refused.out) == (2, "")
        assert "cooking" in refused.err


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record with a test that ann handed in, and another that says more than it was."""
    paper = hundred(game(GAME), "seed")
    answers = ("bet1",) * 100
    score = mark_paper([judge_decision(decision) for decision in paper], answers).own
    path = tmp_path_factory.mktemp("record") / "room.db"
    with open_store(f"sqlite:///{path}") as store:
        for certificate, right, cost in (
            ("aaaa-bbbb-cccc", score.right, score.cost),
            ("dddd-eeee-ffff", 100, Fraction(0)),
        ):
            test = Tested(
                certificate=certificate,
                who="ann",
                game=GAME,
                seed="seed",
                answers=answers,
                right=right,
                cost=cost,
                seconds=90,
            )
            Drills(store).hand_in(test, Person("ann", Role.PLAYER))
    return path


def verify(certificate: str, record: Path) -> Answer:
    return croupier("train", "verify", certificate, "--db", str(record))


def test_a_certificate_is_looked_up_and_marked_again(record: Path) -> None:
    ran = verify("aaaa-bbbb-cccc", record)
    assert ran.status == 0, ran.err
    assert ran.out.startswith("ann, Three Card Poker: ")
    assert ran.out.rstrip().endswith("Marked again: the same.")


def test_a_certificate_that_says_too_much_or_is_none_is_refused(record: Path) -> None:
    forged = verify("dddd-eeee-ffff", record)
    assert (forged.status, forged.out) == (2, "")
    assert "it was changed" in forged.err
    unknown = verify("zzzz-zzzz-zzzz", record)
    assert (unknown.status, unknown.out) == (2, "")
    assert "zzzz-zzzz-zzzz" in unknown.err
