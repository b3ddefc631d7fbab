"""What the keypad tells of a hand that was folded: nothing, unless it is turned for a side bet."""

from __future__ import annotations

import pytest

import croupier
from croupier.rules.round import Round, replay
from croupier.web.staff.keypad.words import Instruction, instruction


def told_at(seat: int, bets: dict[str, int], seed: str) -> tuple[Instruction, Round]:
    """What the keypad says when a seat that folded is the next to be settled."""
    round = croupier.deal("uth", {seat: bets, 5: {"ante": 1000}}, seed=seed)
    while round.due:
        at = round.due[0]
        legal = round.legal_actions(at)
        round = round.act(at, legal[-1] if at == seat else legal[0])
    for end in range(len(round.events)):
        then = replay(round.events[:end]) if end else None
        told = instruction(then) if then is not None else None
        if told is not None and told.heading.startswith(f"Seat {seat} "):
            return told, round.round
    raise AssertionError("nobody came to that seat")


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_folded_hand_is_not_named(seed: str) -> None:
    told, _ = told_at(3, {"ante": 1000}, seed)
    assert (told.heading, told.cards) == ("Seat 3 folded", [])


def test_it_is_named_where_a_side_bet_has_won_with_it() -> None:
    for number in range(200):
        told, round = told_at(3, {"ante": 1000, "trips": 500}, f"trips {number}")
        if any(chore.verb == "pay" for chore in told.chores):
            assert told.heading.startswith("Seat 3 folded: ")
            assert told.cards == [str(card) for card in round.cards.own[3]]
            return
    raise AssertionError("no Trips in two hundred folds")
