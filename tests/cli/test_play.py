"""`croupier play`: what the terminal offers can be done."""

from __future__ import annotations

import io
import re

import pytest
from commands import Answer, croupier


def visit(monkeypatch: pytest.MonkeyPatch, typed: str, *options: str) -> Answer:
    """A visit to the terminal table, with these lines typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return croupier("play", *options)


def test_a_bet_is_offered_again_while_the_chips_cover_it(monkeypatch: pytest.MonkeyPatch) -> None:
    said = visit(monkeypatch, "10\nf\n\nf\nq\n", "--game", "three-card", "--bankroll", "100", "--seed", "again").out
    assert said.count("(Enter: Ante $10)") >= 2
    assert "Round 2" in said


def test_a_bet_that_would_be_refused_is_not_offered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fold leaves $30: an Ante of $20 with its Play would need $40."""
    said = visit(monkeypatch, "20\nf\n\n5\nf\nq\n", "--game", "three-card", "--bankroll", "50", "--seed", "short").out
    asked = re.findall(r"Your bets.*", said)
    assert "Enter: Ante $20" not in said
    assert "needs $40" not in said, "nobody asked for it"
    assert "the next bet has to be said" in said
    assert "(Enter: Ante $5)" in asked[-1], "what was taken since then is"


def test_a_refused_bet_does_not_become_the_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    said = visit(monkeypatch, "10\nf\n400\nq\n", "--game", "three-card", "--bankroll", "2000", "--seed", "limit").out
    assert "outside this table's limits" in said
    assert "Enter: Ante $400" not in said
    assert said.rstrip().count("(Enter: Ante $10)") == 2, "the last bet that was taken still is"
