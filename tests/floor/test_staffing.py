"""Who deals at a table, who is called to it, and what waits for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from card_room import ANN, DEALER, SUPERVISOR, CardRoom
from link_room import LinkRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.plan import SNAPSHOT_EVERY, load
from croupier.floor.roles import Person, Role
from croupier.floor.staffing import Called, Dealing, miscount
from croupier.floor.staffing_decisions import check_dealer
from croupier.floor.table import DealtBy
from croupier.jackpot.buttons import parse_button

DAN = Person("dan", Role.DEALER)
EVE = Person("eve", Role.EXECUTIVE)


@pytest.fixture
def at(tmp_path: Path) -> CardRoom:
    """Table T1, dealt by a person, with ann in seat 2."""
    room = CardRoom(f"sqlite:///{tmp_path}/room.db")
    room.furnish()
    room.do(ANN, "sit 2")
    return room


def to_the_end(at: CardRoom) -> None:
    """From an open round to the moment at which the cards are counted."""
    at.do(ANN, "bet 10")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "bet4")
    at.do(DEALER, "flop", "river", "dealer", "settle")


def test_without_an_assigned_dealer_any_dealer_deals(at: CardRoom) -> None:
    assert at.room.table("T1").dealer is None
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(DAN, "lock", "deal")


def test_an_assigned_dealer_deals_and_no_other_dealer_does(at: CardRoom) -> None:
    table = at.do(SUPERVISOR, "dealer dora")
    assert table.dealer == Dealing("dora", "sue", at.now)
    assert at.refusal(DAN, "open") == ("dora deals at T1, not dan; take the table over first, or ask a supervisor")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(SUPERVISOR, "lock")  # a supervisor presses anywhere
    at.do(DEALER, "deal")


def test_a_dealer_takes_a_table_or_takes_it_over_and_nobody_sends_another_dealer(at: CardRoom) -> None:
    assert at.do(DEALER, "dealer dora").dealer == Dealing("dora", "dora", at.now)
    assert at.refusal(DEALER, "dealer dora") == "dora deals at T1 already"
    at.do(DEALER, "open")
    assert at.do(DAN, "dealer dan").dealer == Dealing("dan", "dan", at.now), "in the middle of a round, too"
    assert "dan deals at T1, not dora" in at.refusal(DEALER, "lock")
    assert "dora is a dealer and may not assign or relieve a dealer" in at.refusal(DEALER, "dealer dan")
    assert "ann is a player and may not press the dealer's steps" in at.refusal(ANN, "dealer ann")


def test_a_dealer_is_relieved_by_a_supervisor_or_leaves(at: CardRoom) -> None:
    at.do(SUPERVISOR, "dealer dora")
    assert "may not assign or relieve a dealer" in at.refusal(DAN, "relieve")
    assert at.do(EVE, "relieve").dealer is None
    assert "nobody is assigned to T1" in at.refusal(SUPERVISOR, "relieve")
    at.do(DEALER, "dealer dora")
    assert at.do(DEALER, "relieve").dealer is None


def test_only_somebody_who_deals_is_assigned(at: CardRoom) -> None:
    check_dealer(at.people, "dora")
    check_dealer(at.people, "sue")
    with pytest.raises(Refused, match="nobody is called 'zoe'; want the name of a dealer"):
        check_dealer(at.people, "zoe")
    with pytest.raises(Refused, match="ann is a player and may not press the dealer's steps"):
        check_dealer(at.people, "ann")


def test_a_table_dealt_by_machine_has_no_dealer(tmp_path: Path) -> None:
    room = CardRoom(f"sqlite:///{tmp_path}/room.db")
    room.furnish(by=DealtBy.MACHINE)
    assert room.refusal(SUPERVISOR, "dealer dora") == "T1 is dealt by machine; no dealer is assigned to it"


def test_a_call_stands_until_a_supervisor_comes_or_the_dealer_withdraws_it(at: CardRoom) -> None:
    table = at.do(DEALER, "call seat 2 asks about the Blind")
    called = Called("dora", "seat 2 asks about the Blind", at.now)
    assert table.called == called
    assert called.words == "dora calls a supervisor: seat 2 asks about the Blind"
    at.do(DEALER, "open")
    assert at.room.table("T1").called == called, "the game goes on meanwhile"
    assert "called to T1 already, by dora" in at.refusal(DEALER, "call seat 2 asks about the Blind")
    changed = at.do(DEALER, "call a chip is missing").called
    assert changed == Called("dora", "a chip is missing", called.since_ms), "the wait is counted from the first call"
    assert "dora is a dealer and may not assign or relieve a dealer, or answer a call" in at.refusal(DEALER, "answer")
    assert at.do(SUPERVISOR, "answer").called is None
    assert "nobody has called from T1" in at.refusal(SUPERVISOR, "answer")
    at.do(DEALER, "call")
    assert at.do(DEALER, "withdraw call").called is None
    assert "ann is a player" in at.refusal(ANN, "call")


def test_r27_a_round_does_not_end_while_the_cards_do_not_count_to_52(at: CardRoom) -> None:
    at.do(DEALER, "open")
    to_the_end(at)
    at.do(DEALER, f"call {miscount(52)}")
    assert "cannot end the round at T1: the cards do not count to 52" in at.refusal(DEALER, "end")
    at.do(SUPERVISOR, "answer")
    at.do(DEALER, "end")


def test_the_progressive_buttons_are_the_assigned_dealers_too(tmp_path: Path) -> None:
    room = LinkRoom(f"sqlite:///{tmp_path}/room.db")
    links = room.link_up()
    room.do(SUPERVISOR, "dealer dora")
    with pytest.raises(Refused, match="dora deals at T1, not dan"):
        links.press("T1", parse_button("hand royal_flush_first_five"), DAN, "press")


def test_who_is_on_duty_outlives_a_restart_and_a_snapshot_and_audits_clean(at: CardRoom) -> None:
    at.do(SUPERVISOR, "dealer dora")
    at.do(DEALER, "call")
    for _ in range(SNAPSHOT_EVERY + 1):
        at.do(DEALER, "open")
        to_the_end(at)
        at.do(DEALER, "end")
    at.restart()
    table = load(at.store, "T1")
    assert table.dealer is not None
    assert (table.dealer.name, table.dealer.by) == ("dora", "sue")
    assert table.called is not None
    assert table.called.since_ms > 0
    assert audit(at.store).findings == ()
