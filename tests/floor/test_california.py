"""California at a table: who may bank, when folds are collected, what the collection brings (R28 to R32)."""

from __future__ import annotations

from pathlib import Path

import pytest
from card_room import ANN, BOB, CAT, DEALER, CardRoom

from croupier.floor.audit.auditor import audit


@pytest.fixture
def at(tmp_path: Path) -> CardRoom:
    """Table T1 under `ca`: ann in seat 3, bob in seat 1, cat in seat 6."""
    room = CardRoom(f"sqlite:///{tmp_path}/room.db")
    room.furnish("ca")
    for who, seat in ((ANN, 3), (BOB, 1), (CAT, 6)):
        room.do(who, f"sit {seat}")
    return room


def banked(at: CardRoom) -> None:
    """A round that ann banks and bob plays; the others let the bank go by."""
    table = at.do(DEALER, "open")
    people = {person.name: person for person in (ANN, BOB, CAT)}
    while (who := table.player_at(table.bank_offered_to[0])) != "ann":
        table = at.do(people[who], "pass")
    at.do(ANN, "bank 100")
    at.do(BOB, "bet 5")
    at.do(DEALER, "lock", "deal")
    at.do(BOB, "bet4")
    at.do(DEALER, "flop", "river", "dealer", "settle", "end")


def test_r31_another_seat_does_not_give_a_third_round_of_banking(at: CardRoom) -> None:
    banked(at)
    banked(at)
    at.do(ANN, "stand", "sit 4")
    table = at.do(DEALER, "open")
    assert table.bank_offered_to == (6, 1)
    assert at.refusal(ANN, "bank 100") == "the bank is not offered to seat 4 now; it is offered to seat 6"
    at.do(CAT, "pass")
    at.do(BOB, "pass")
    assert "the bank is not offered to seat 4" in at.refusal(ANN, "bank 100")


def test_r31_another_seat_does_not_begin_the_two_rounds_anew(at: CardRoom) -> None:
    banked(at)
    at.do(ANN, "stand", "sit 4")
    banked(at)
    assert at.do(DEALER, "open").bank_offered_to == (6, 1)


def test_r31_who_takes_over_the_seat_of_the_last_bank_is_asked_like_anybody_else(at: CardRoom) -> None:
    banked(at)
    banked(at)
    at.do(ANN, "stand", "sit 2")
    at.do(CAT, "stand", "sit 3")
    assert at.do(DEALER, "open").bank_offered_to == (1, 3)


def test_r31_who_has_passed_and_changes_seat_is_not_asked_again_in_the_round(at: CardRoom) -> None:
    at.do(DEALER, "open")
    at.do(BOB, "pass", "stand", "sit 4")
    assert at.room.table("T1").bank_offered_to == (3, 6)


def test_r31_who_banked_is_known_after_a_restart_and_to_the_audit(at: CardRoom) -> None:
    banked(at)
    banked(at)
    at.do(ANN, "stand", "sit 4")
    at.restart()
    assert at.do(DEALER, "open").bank_offered_to == (6, 1)
    assert audit(at.store).findings == ()
