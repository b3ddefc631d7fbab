"""The dispute desk: what is said of a finished round, and a correction that two people sign, of whatever table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from card_room import ADMIN, ANN, BOB, DEALER, SUPERVISOR, CardRoom
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.floor import dispute_decisions as decisions
from croupier.floor.audit.auditor import audit
from croupier.floor.audit.table_standing import from_standing, standing
from croupier.floor.corrections import RecentRound, RoundCorrected
from croupier.floor.disputes import DisputeClosed, DisputeNoted, DisputeOpened
from croupier.floor.figures.digest import Digest
from croupier.floor.figures.report import FigureQuery, figures
from croupier.floor.history.disputes import disputes_at
from croupier.floor.history.rounds import find_round
from croupier.floor.movements import applied
from croupier.floor.orders import parse_order
from croupier.floor.plan import load
from croupier.floor.roles import Person, Role
from croupier.floor.soak.run import close_as_recorded
from croupier.floor.table import Table
from croupier.ledger.accounts import player, tray
from depth import first_of
from raw_record import rewrite, speaking

EVE = Person("eve", Role.EXECUTIVE)
STAN = Person("stan", Role.SUPERVISOR)
ASKED = "correct round T1-1 seat 1 by +20 the Blind was not paid"
BACK = "correct round T1-1 seat 1 by -20 paid twice"


@pytest.fixture
def at(tmp_path: Path) -> Iterator[CardRoom]:
    """A round of Ann's and Bob's that the dealer has dealt and ended."""
    room = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    room.furnish()
    room.begin("a disputed round", lambda: _play(room))
    yield room
    room.store.close()


def _play(room: CardRoom) -> None:
    for who in (EVE, STAN):
        room.people.register(who.name, who.role, None, ADMIN, who.name)
    room.do(ANN, "sit 1")
    room.do(BOB, "sit 2")
    play(room)


def play(room: CardRoom, shows: Person = DEALER) -> None:
    """A round; somebody shows the flop."""
    room.do(DEALER, "open")
    for who in (ANN, BOB):
        room.do(who, "bet 10")
    room.do(DEALER, "lock", "deal")
    for who in (ANN, BOB):
        room.do(who, "bet4")
    room.do(shows, "flop")
    room.do(DEALER, "river", "dealer", "settle", "end")


def sound(room: CardRoom) -> None:
    assert sum(room.money().values()) == 0
    assert audit(room.store).findings == ()
    assert room.room.table("T1") == load(room.store, "T1")


def test_a_correction_moves_the_players_money_and_stands_in_round_sheet_and_figures(at: CardRoom) -> None:
    had, won = at.has(ANN), at.cage.sheet("T1").win
    before = find_round(at.store, "T1-1")
    at.do(SUPERVISOR, ASKED)
    assert at.has(ANN) == had, "asking moves nothing"
    at.do(EVE, "make correction")
    assert at.has(ANN) == had + 2_000
    assert at.store.balance(tray("T1")) == 1_000_000 + won - 2_000
    past = find_round(at.store, "T1-1")
    made = RoundCorrected("T1-1", 1, 2_000, "the Blind was not paid", asked_by="sue", player="ann")
    assert past.corrections == (made,)
    assert (past.round, past.events, past.entries) == (before.round, before.events, before.entries), "as it was dealt"
    assert at.cage.sheet("T1").win == won - 2_000
    digest = Digest(at.store)
    digest.catch_up()
    (row,) = figures(digest, FigureQuery(), ZoneInfo("UTC")).rows
    assert (row.tally.win, row.tally.corrected) == (won - 2_000, 2_000)
    sound(at)


def test_what_is_taken_back_leaves_no_debt(at: CardRoom) -> None:
    at.cage.cash_out("ann", at.has(ANN) - 1_500, SUPERVISOR, "out")
    at.do(SUPERVISOR, BACK)
    with pytest.raises(Refused, match="ann has \\$15, so \\$20 cannot be taken back"):
        at.do(EVE, "make correction")
    assert at.has(ANN) == 1_500
    at.do(EVE, "drop correction")
    at.do(SUPERVISOR, "correct round T1-1 seat 1 by -15 paid twice")
    at.do(EVE, "make correction")
    assert at.has(ANN) == 0
    sound(at)


def test_a_correction_is_made_while_the_next_round_runs_and_outlives_its_void(at: CardRoom) -> None:
    had = at.has(ANN)
    at.do(SUPERVISOR, ASKED)
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(EVE, "make correction")
    at.do(SUPERVISOR, "void misdeal")
    assert at.has(ANN) == had + 2_000
    sound(at)


def test_a_player_who_has_left_is_paid_to_their_account_and_nobody_else_is(at: CardRoom) -> None:
    at.do(ANN, "stand")
    had = at.has(ANN), at.has(BOB)
    at.do(BOB, "stand")
    at.do(BOB, "sit 1")
    at.do(SUPERVISOR, ASKED)
    at.do(EVE, "make correction")
    assert (at.has(ANN), at.has(BOB)) == (had[0] + 2_000, had[1])
    sound(at)


def test_a_command_that_comes_twice_moves_the_money_once(at: CardRoom) -> None:
    had = at.has(ANN)
    at.do(SUPERVISOR, ASKED)
    for _ in range(2):
        at.room.do("T1", parse_order("make correction"), EVE, command="once")
    assert at.has(ANN) == had + 2_000


def test_a_closed_table_is_still_put_right(at: CardRoom) -> None:
    at.do(ANN, "stand")
    at.do(BOB, "stand")
    at.cage.credit("T1", at.store.balance(tray("T1")), SUPERVISOR, "credit")
    close_as_recorded(at.cage, "T1", SUPERVISOR, "close")
    at.do(SUPERVISOR, "close")
    at.do(SUPERVISOR, "dispute T1-1 seat 1 open the Blind was not paid", ASKED)
    at.do(EVE, "make correction")
    assert at.store.balance(tray("T1")) == -2_000
    with pytest.raises(Refused, match=r"T1 is closed, and its tray takes the \$20 that it owes; no more"):
        at.cage.fill("T1", 2_001, SUPERVISOR, "too much")
    at.cage.fill("T1", 2_000, SUPERVISOR, "owed")
    assert close_as_recorded(at.cage, "T1", SUPERVISOR, "closed anew").win == -2_000
    assert (at.room.table("T1").closed, at.store.balance(tray("T1"))) == (True, 0)
    sound(at)


def test_a_round_is_disputed_and_corrected_while_its_table_is_in_rehearsal(at: CardRoom) -> None:
    """The past of a table is of the night's books, and nobody waits for money until a rehearsal is over."""
    at.do(SUPERVISOR, ASKED, "rehearse", "drop correction")
    at.do(DEALER, "dispute T1-1 seat 1 open the Blind was not paid", "dispute T1-1 seat 1 note the cameras are asked")
    had = at.has(ANN)
    at.do(SUPERVISOR, ASKED)
    at.do(EVE, "make correction")
    assert (at.has(ANN), at.room.table("T1").disputes) == (had + 2_000, ())
    at.do(SUPERVISOR, "end rehearsal")
    sound(at)


def test_a_dispute_is_opened_noted_and_closed_in_words(at: CardRoom) -> None:
    before = at.money()
    at.do(DEALER, "dispute T1-1 seat 1 open the Blind was not paid")
    assert "disputes T1-1 already" in at.refusal(SUPERVISOR, "dispute T1-1 seat 1 open again")
    at.do(SUPERVISOR, "dispute T1-1 seat 1 note surveillance looks at it")
    at.restart()
    assert at.room.table("T1").disputes == (DisputeOpened("T1-1", 1, "the Blind was not paid", "dora"),)
    at.do(SUPERVISOR, "dispute T1-1 seat 1 close below a straight the Blind pushes")
    assert at.room.table("T1").disputes == ()
    assert at.money() == before
    said = [said.event for said in disputes_at(at.store, "T1")["T1-1"]]
    assert said == [
        DisputeOpened("T1-1", 1, "the Blind was not paid", "dora"),
        DisputeNoted("T1-1", 1, "surveillance looks at it", "sue"),
        DisputeClosed("T1-1", 1, "below a straight the Blind pushes", "sue"),
    ]
    sound(at)


def test_a_correction_closes_the_dispute_of_its_seat_alone(at: CardRoom) -> None:
    at.do(DEALER, "dispute T1-1 seat 1 open not paid", "dispute T1-1 seat 2 open not paid either")
    at.do(SUPERVISOR, ASKED)
    at.do(EVE, "make correction")
    assert [one.seat for one in at.room.table("T1").disputes] == [2]


REFUSED = [
    (SUPERVISOR, "dispute T1-2 seat 1 open x", "no finished round 'T1-2'"),
    (SUPERVISOR, "dispute T2-1 seat 1 open x", "no finished round 'T2-1'"),
    (SUPERVISOR, "dispute T1-01 seat 1 open x", "no finished round 'T1-01'"),
    (SUPERVISOR, "dispute T1-1 seat 3 open x", "seat 3 was not in T1-1; its seats: 1, 2"),
    (SUPERVISOR, "dispute T1-1 seat 1 close x", "there is nothing to close"),
    (SUPERVISOR, f"dispute T1-1 seat 1 note {'x' * 301}", "300 letters at most"),
    (DEALER, "dispute T1-1 seat 1 close x", "may not correct a finished round"),
    (ANN, "dispute T1-1 seat 1 open x", "may not open a player's dispute"),
    (DEALER, ASKED, "may not correct a finished round"),
    (SUPERVISOR, "correct round T1-7 seat 1 by +20 why", "T1-7 is none of the last 20 rounds"),
    (SUPERVISOR, "correct round T1-1 seat 3 by +20 why", "seat 3 was not in T1-1"),
]


def test_what_cannot_be_said_of_a_round_is_refused(at: CardRoom) -> None:
    for who, order, why in REFUSED:
        assert why in at.refusal(who, order), order


@pytest.mark.parametrize("step", ["open", "note", "close"])
def test_what_is_said_of_a_dispute_has_one_text(step: str) -> None:
    text = f"dispute T1-57 seat 3 {step} the Blind was not paid"
    assert str(parse_order(text)) == text


def test_who_signs_a_correction_signs_the_one_that_they_were_shown(at: CardRoom) -> None:
    """Between the look and the signature the one may be dropped and another asked for."""
    at.do(SUPERVISOR, ASKED)
    shown = at.room.table("T1").correction
    assert shown is not None
    at.do(SUPERVISOR, "drop correction", "correct round T1-1 seat 1 by +900000 the Blind was not paid")
    for order in (f"make correction {shown.reference}", f"drop correction {shown.reference}"):
        assert str(parse_order(order)) == order
        assert "'T1-1 seat 1 by +900000' waits at T1, asked for by sue" in at.refusal(EVE, order)
    at.do(SUPERVISOR, "drop correction T1-1 seat 1 by +900000", ASKED)
    at.do(EVE, f"make correction {shown.reference}")
    sound(at)


def test_who_dealt_the_round_does_not_close_its_dispute(at: CardRoom) -> None:
    play(at, STAN)
    at.do(STAN, "dispute T1-2 seat 1 open the Blind was not paid", "dispute T1-2 seat 1 note I saw a flush")
    close = "dispute T1-2 seat 1 close it stands as paid"
    assert "stan dealt T1-2; somebody else closes its dispute" in at.refusal(STAN, close)
    at.do(SUPERVISOR, close)
    sound(at)


def test_who_dealt_the_round_signs_no_correction_of_it(at: CardRoom) -> None:
    """Whoever gave out its cards or settled it, though only for a step, and as a supervisor."""
    play(at, STAN)
    assert at.room.table("T1").recent[-1] == RecentRound("T1-2", (1, 2), ("ann", "bob"), ("dora", "stan"))
    asked = "correct round T1-2 seat 1 by +5 why"
    assert "stan dealt T1-2; two others sign its correction" in at.refusal(STAN, asked)
    at.do(SUPERVISOR, asked)
    assert "stan dealt T1-2" in at.refusal(STAN, "make correction")
    assert "stan dealt T1-2; somebody else drops its correction" in at.refusal(STAN, "drop correction")
    assert "somebody else makes it" in at.refusal(SUPERVISOR, "make correction")
    at.restart()
    assert "stan dealt T1-2" in at.refusal(STAN, "make correction")
    at.do(EVE, "make correction")
    sound(at)


@settings(max_examples=20)
@given(st.integers(-500_000, 500_000).filter(bool), st.sampled_from(["ann", ""]))
def test_a_correction_creates_no_money(cents: int, name: str) -> None:
    table = Table(name="T1", settings=None)  # type: ignore[arg-type]  # nothing is asked of them
    after, moved = applied(table, (RoundCorrected("T1-1", 1, cents, "why", "sue", name),), 1)
    (one,) = moved
    purse = player(name) if name else "chips"
    ends = (one.debit, one.credit) if cents > 0 else (one.credit, one.debit)
    assert (ends, one.amount) == ((tray("T1"), purse), abs(cents))
    assert after.moved == ()


def test_the_audit_goes_on_from_a_mark_between_asking_and_making(at: CardRoom) -> None:
    at.do(DEALER, "dispute T1-1 seat 1 open not paid")
    at.do(SUPERVISOR, ASKED)
    table = at.room.table("T1")
    again = from_standing(standing(table))
    assert (again.recent, again.correction, again.disputes) == (table.recent, table.correction, table.disputes)
    made = RoundCorrected("T1-1", 1, 2_000, "the Blind was not paid", "sue", "ann")
    assert applied(again, (made,), 1)[1] == applied(table, (made,), 1)[1] != ()


FORGED: dict[str, Any] = {
    "another seat": lambda body: body["events"][0].update(seat=2),
    "another amount": lambda body: body["events"][0].update(cents=200_000),
    "another player": lambda body: body["events"][0].update(player="bob"),
    "who asked": lambda body: body["events"][0].update(asked_by="stan"),
    "no money": lambda body: body.update(transfers=[]),
    "a round that there is not": lambda body: body["events"][0].update(round="T1-9"),
}


@pytest.mark.parametrize("what", first_of(FORGED))
def test_the_audit_finds_a_correction_that_says_something_else(at: CardRoom, what: str) -> None:
    at.do(SUPERVISOR, ASKED)
    at.do(EVE, "make correction")
    forge(at, FORGED[what])
    assert audit(at.store).findings


def forge(at: CardRoom, change: Any) -> None:
    """Change what the last entry says, past the room."""
    with closing(speaking(sqlite3.connect(str(at.store._engine.url.database), isolation_level=None))) as connection:
        rewrite(connection, at.store.position(), change)


ALONE = {
    "sue": (SUPERVISOR, "sue has asked for this correction; somebody else makes it"),
    "stan": (STAN, "stan dealt T1-2; two others sign its correction"),
}


@pytest.mark.parametrize("name", ALONE)
def test_the_audit_finds_one_person_alone_and_the_dealer_of_the_round(
    at: CardRoom, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    who, why = ALONE[name]
    play(at, STAN)
    at.do(SUPERVISOR, "correct round T1-2 seat 1 by +20 why")
    real = decisions.decide_correction
    with monkeypatch.context() as lenient:
        lenient.setattr("croupier.floor.play.decide_correction", lambda table, order, _: real(table, order, "nobody"))
        at.do(who, "make correction")
    assert why in str(audit(at.store).findings[0])


def test_the_audit_finds_a_correction_of_a_round_that_was_never_dealt(
    at: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as lenient:
        lenient.setattr(decisions, "_recent", lambda table, _: table.recent[0])
        at.do(SUPERVISOR, "correct round T1-7 seat 1 by +20 why")
        at.do(EVE, "make correction")
    assert "T1-7 is none of the last 20 rounds" in str(audit(at.store).findings[0])
