"""R58: a finished round of a real deck is corrected by a compensating entry that two people sign."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest
from card_room import ADMIN, DEALER, SUPERVISOR, CardRoom
from test_felt_tables import NET, ROUND, clean

from croupier.floor.audit.auditor import audit
from croupier.floor.corrections import RECENT, RoundCorrected
from croupier.floor.dispute_decisions import decide_correction
from croupier.floor.figures.digest import Digest
from croupier.floor.figures.report import FigureQuery, figures
from croupier.floor.history.rounds import find_round
from croupier.floor.orders import parse_order
from croupier.floor.plan import load
from croupier.floor.roles import Person, Role
from croupier.ledger.accounts import CHIPS, tray
from croupier.rules.deal import CardsFrom

EVE = Person("eve", Role.EXECUTIVE)
ASKED = "correct round T1-1 seat 4 by +20 folded by mistake"
BRIEF = ("open", "seat 3 bet 10", "lock", "deal", "all check", "cards AhKdQh", "all check", "cards 2c3d", "all fold",
         "dealer", "settle", "end")  # fmt: skip


@pytest.fixture
def felt(url: str) -> Iterator[CardRoom]:
    at = CardRoom(url)
    at.furnish(cards_from=CardsFrom.FELT)
    at.people.register("eve", Role.EXECUTIVE, None, ADMIN, "eve")
    yield at
    at.store.close()


def test_one_asks_another_makes_it_and_the_money_moves(felt: CardRoom) -> None:
    felt.do(DEALER, *ROUND)
    felt.do(SUPERVISOR, ASKED)
    won = sum(NET.values())
    assert felt.store.balance(CHIPS) == won, "asking moves nothing"
    felt.do(EVE, "make correction")
    assert felt.store.balance(CHIPS) == won + 2_000
    assert felt.store.balance(tray("T1")) == 1_000_000 - won - 2_000
    past = find_round(felt.store, "T1-1")
    assert past.corrections == (RoundCorrected("T1-1", 4, 2_000, "folded by mistake", asked_by="sue"),)
    assert past.corrected == {4: 2_000}
    felt.do(SUPERVISOR, "correct round T1-1 seat 5 by -5 overpaid")
    felt.do(EVE, "make correction")
    assert find_round(felt.store, "T1-1").corrected == {4: 2_000, 5: -500}
    assert felt.cage.sheet("T1").win == -won - 1_500
    digest = Digest(felt.store)
    assert digest.catch_up() == 1
    (row,) = figures(digest, FigureQuery(), ZoneInfo("UTC")).rows
    assert (row.tally.rounds, row.tally.win, row.tally.corrected) == (1, -won - 1_500, 1_500)
    clean(felt)


def test_a_correction_stands_through_a_crash_a_void_and_the_next_round(felt: CardRoom) -> None:
    felt.do(DEALER, *ROUND)
    felt.do(SUPERVISOR, ASKED)
    felt.restart()
    assert felt.room.table("T1") == load(felt.store, "T1")
    felt.do(DEALER, "open", "seat 3 bet 10")
    felt.do(EVE, "make correction")
    felt.do(SUPERVISOR, "void misdeal")
    felt.do(DEALER, *BRIEF)
    assert felt.store.balance(CHIPS) == sum(NET.values()) + 2_000 - 2_000
    clean(felt)


REFUSED = [
    (SUPERVISOR, "correct round T1-9 seat 4 by +20 why", "T1-9 is none of the last 20 rounds"),
    (SUPERVISOR, "correct round T1-1 seat 1 by +20 why", "seat 1 was not in T1-1; its seats: 3, 4, 5"),
    (SUPERVISOR, "correct round T1-1 seat 4 by +0 why", "a correction of $0 cannot be made"),
    (DEALER, ASKED, "may not correct a finished round"),
    (SUPERVISOR, "make correction", "nobody has asked for a correction"),
    (SUPERVISOR, "drop correction", "nobody has asked for a correction"),
]


@pytest.mark.parametrize(("who", "order", "why"), REFUSED, ids=[order for _, order, _ in REFUSED])
def test_what_cannot_be_corrected_is_refused(felt: CardRoom, who: Person, order: str, why: str) -> None:
    felt.do(DEALER, *ROUND)
    assert why in felt.refusal(who, order)


def test_who_asks_does_not_make_it_and_one_waits_at_a_time(felt: CardRoom) -> None:
    felt.do(DEALER, *ROUND)
    felt.do(SUPERVISOR, ASKED)
    assert "sue has asked for this correction; somebody else makes it" in felt.refusal(SUPERVISOR, "make correction")
    assert "a correction of T1-1 waits" in felt.refusal(EVE, ASKED)
    felt.do(EVE, "drop correction")
    assert felt.room.table("T1").correction is None
    assert felt.store.balance(CHIPS) == sum(NET.values())
    clean(felt)


def test_a_round_that_is_not_over_or_void_or_long_ago_is_not_corrected(felt: CardRoom) -> None:
    felt.do(DEALER, "open", "seat 3 bet 10")
    assert "none of the last" in felt.refusal(SUPERVISOR, "correct round T1-1 seat 3 by +5 why")
    felt.do(SUPERVISOR, "void misdeal")
    assert "none of the last" in felt.refusal(SUPERVISOR, "correct round T1-1 seat 3 by +5 why")
    felt.do(DEALER, *BRIEF * 2)
    assert [one.round for one in felt.room.table("T1").recent] == ["T1-2", "T1-3"]
    assert RECENT == 20


def test_where_a_player_banks_nothing_of_the_houses_is_corrected(url: str) -> None:
    at = CardRoom(url)
    at.furnish("ca", cards_from=CardsFrom.FELT)
    at.do(DEALER, "open", "seat 1 bank 300", "seat 2 bet 20", "lock", "deal", "all check", "cards AhKd7c", "all check")
    at.do(DEALER, "cards 2c3d", "seat 2 fold", "collect", "dealer", "settle", "end")
    assert "banked by the house" in at.refusal(SUPERVISOR, "correct round T1-1 seat 2 by +5 why")
    at.store.close()


@pytest.mark.parametrize("text", [ASKED, "correct round T1-1 seat 5 by -2.50 why so", "make correction"])
def test_a_correction_has_one_text(text: str) -> None:
    assert str(parse_order(text)) == text


def test_the_audit_finds_a_correction_that_one_person_made_alone(
    felt: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    felt.do(DEALER, *ROUND)
    felt.do(SUPERVISOR, ASKED)
    monkeypatch.setattr(
        "croupier.floor.play.decide_correction", lambda table, order, _: decide_correction(table, order, "nobody")
    )
    felt.do(SUPERVISOR, "make correction")
    monkeypatch.undo()
    (finding,) = audit(felt.store).findings
    assert "sue has asked for this correction; somebody else makes it" in str(finding)
