"""California at a table: who may bank, when folds are collected, what the collection brings (R28 to R32)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from card_room import ANN, BOB, CAT, DEALER, SUPERVISOR, CardRoom

from croupier.floor.audit.auditor import audit
from croupier.floor.cage.moves import moves
from croupier.floor.cage.shift import shift_closed
from croupier.floor.choices.notices import collection_words, layout_notices
from croupier.floor.dealer import lit_step
from croupier.floor.soak.run import close_as_recorded
from croupier.floor.unit import unit_of
from croupier.games import ruleset
from croupier.rules.terms import terms
from croupier.store.entry import contents
from croupier.store.unit import Write
from raw_record import rewrite, speaking


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


def test_r32_the_collection_is_on_the_sheet_and_is_counted_out_of_the_box_with_the_shift(at: CardRoom) -> None:
    """Two rounds of one bet of $10 in all: $1 from the bank and $0.50 from the player, each time."""
    banked(at)
    banked(at)
    sheet = at.cage.sheet("T1")
    assert (sheet.fees, sheet.win, sheet.income) == (300, 0, 300)
    cage = at.money()["cage"]
    assert close_as_recorded(at.cage, "T1", SUPERVISOR, "close") == sheet
    assert at.cage.close_shift("T1", SUPERVISOR, "close") == sheet
    assert "fees/T1" not in at.money()
    assert at.money()["cage"] == cage + 300
    following = at.cage.sheet("T1")
    assert (following.fees, following.income) == (0, 0)
    assert audit(at.store).findings == ()


def test_r32_a_house_may_take_the_fee_per_betting_circle(at: CardRoom) -> None:
    """$1 from the bank, and $0.50 each for Ante and Blind; with Trips no more. It is chosen between rounds (R49)."""
    at.do(SUPERVISOR, 'change {"fee_per": "circle"}')
    purses = at.has(ANN), at.has(BOB)
    table = at.do(DEALER, "open")
    at.do(BOB, "pass")
    at.do(ANN, "bank 100")
    at.do(BOB, "bet 5", "bet 5 trips 5", "withdraw")
    assert at.has(BOB) == purses[1], "what was set aside comes back with the bets"
    at.do(BOB, "bet 5 trips 5")
    assert at.has(BOB) == purses[1] - 1_500 - 100
    at.do(DEALER, "lock")
    assert [(fee.seat, fee.amount) for fee in at.room.table("T1").round.fees] == [(3, 100), (1, 100)]
    assert at.cage.sheet("T1").fees == 200
    at.do(SUPERVISOR, "void misdeal")
    assert (at.has(ANN), at.has(BOB)) == purses
    at.do(SUPERVISOR, 'change {"fee_per": "seat"}')
    banked(at)
    assert at.cage.sheet("T1").fees == 150
    assert audit(at.store).findings == ()
    assert table.settings.terms.fee_per_circle


def test_r32_layout_and_lobby_say_what_is_taken_per_betting_circle() -> None:
    per_circle, per_seat = terms(ruleset("ca"), fee_per_circle=True), terms(ruleset("ca"))
    words = "collection a round: bank $1 or $2, each player $0.50"
    assert collection_words(per_seat) == words
    assert collection_words(per_circle) == f"{words} for each betting circle, Ante and Blind, and none for a bonus bet"
    assert layout_notices(per_circle)[-1].endswith("and none for a bonus bet; taken before any card.")
    assert layout_notices(per_seat) == per_seat.rules.notices


def test_r32_the_audit_finds_a_fee_taken_once_where_each_circle_owes_one(at: CardRoom) -> None:
    at.do(SUPERVISOR, 'change {"fee_per": "circle"}')
    at.do(DEALER, "open")
    at.do(BOB, "bank 100")
    at.do(CAT, "bet 5")
    at.do(DEALER, "lock")
    locked = max(entry.position for entry in at.store.read("table/T1"))

    def once(body: dict[str, Any]) -> None:
        body["events"][0]["fees"][1]["amount"] = 50

    with closing(speaking(sqlite3.connect(str(at.store._engine.url.database), isolation_level=None))) as connection:
        rewrite(connection, locked, once)
    found = [finding.what for finding in audit(at.store).findings]
    assert any("the rules make something else of 'lock'" in what for what in found), found


def test_r32_fees_of_a_voided_round_are_no_income(at: CardRoom) -> None:
    at.do(DEALER, "open")
    at.do(BOB, "bank 100")
    at.do(CAT, "bet 5")
    at.do(DEALER, "lock")
    assert at.cage.sheet("T1").fees == 150
    at.do(SUPERVISOR, "void misdeal")
    assert at.cage.sheet("T1").fees == 0
    assert close_as_recorded(at.cage, "T1", SUPERVISOR, "close").income == 0


def test_r32_a_shift_that_was_closed_with_its_fees_left_in_the_box_audits_clean(at: CardRoom) -> None:
    """So it was done before they were counted out; such an entry does not name the box."""
    banked(at)
    event = {
        key: value for key, value in shift_closed(at.cage.sheet("T1"), at.store.position()).items() if key != "box"
    }
    write = Write("shift/T1", 0, (event,))
    at.store.commit(unit_of(SUPERVISOR, "old", at.tick(), "close shift T1", write, transfers=moves(event, "old")))
    assert at.money()["fees/T1"] == 150
    banked(at)
    assert close_as_recorded(at.cage, "T1", SUPERVISOR, "close").fees == 150
    assert audit(at.store).findings == ()


def folded(at: CardRoom) -> list[str]:
    """A round that ann banks, in which bob folds and cat plays; what happened after the decisions."""
    banked_by_ann(at)
    at.do(BOB, "check")
    at.do(CAT, "check")
    at.do(DEALER, "flop")
    at.do(BOB, "check")
    at.do(CAT, "check")
    at.do(DEALER, "river")
    at.do(BOB, "fold")
    at.do(CAT, "bet1")
    before = at.room.table("T1").version
    while (step := lit_step(at.room.table("T1"))) is not None and step.word != "open":
        at.do(DEALER, step.word)
    entries = at.store.read("table/T1", after=before)
    return [event["event"] for entry in entries for event in contents(entry).events]


def banked_by_ann(at: CardRoom) -> None:
    at.do(DEALER, "open")
    at.do(BOB, "pass")
    at.do(ANN, "bank 100")
    at.do(BOB, "bet 5 trips 5")
    at.do(CAT, "bet 5")
    at.do(DEALER, "lock", "deal")


FOLDS_FIRST = ["FoldCollected", "CardsShown", "SeatSettled", "SeatSettled", "RoundEnded", "SeedRevealed"]


def test_r29_at_the_table_the_folded_hand_is_collected_before_the_banks_cards(at: CardRoom) -> None:
    assert folded(at) == FOLDS_FIRST
    assert audit(at.store).findings == ()


def test_r29_a_table_opened_before_it_was_asked_deals_its_next_round_so(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path}/room.db")
    at.furnish("ca", folds_first=False)
    for who, seat in ((ANN, 3), (BOB, 1), (CAT, 6)):
        at.do(who, f"sit {seat}")
    assert folded(at) == FOLDS_FIRST
    at.restart()
    assert audit(at.store).findings == ()


def test_r29_a_void_between_the_folds_and_the_banks_cards_gives_everything_back(at: CardRoom) -> None:
    banked_by_ann(at)
    for order in ("flop", "river"):
        at.do(BOB, "check")
        at.do(CAT, "check")
        at.do(DEALER, order)
    at.do(BOB, "fold")
    at.do(CAT, "fold")
    at.do(DEALER, "collect")
    at.do(SUPERVISOR, "void the shuffler stopped")
    assert [at.has(who) for who in (ANN, BOB, CAT)] == [100_000] * 3
    assert audit(at.store).findings == ()
