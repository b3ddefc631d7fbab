"""R46: a refused claim settles its win for the round. Two people sign that it is not paid, the player's dispute is open
by itself, and whatever else ends a round without a win is refused and found."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from card_room import ADMIN, ANN, BOB, CAT
from link_room import CARD, DORA, EVE, KEYED, ROYAL, STAN, SUE, TWO_STRAIGHT_FLUSHES, LinkRoom, room_at, stacked

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.audit.table_standing import from_standing, standing
from croupier.floor.disputes import DisputeOpened
from croupier.floor.history.rounds import find_round
from croupier.floor.links.refusals import RefusedWin, Refusers
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.events import AdjustmentReason
from croupier.ledger.accounts import CASH, HOUSE, meter, player
from croupier.ledger.transfers import Transfer, TransferId
from croupier.store.entry import canonical, contents
from croupier.store.formats import stamped, unstamped
from croupier.store.journal import Store
from croupier.store.unit import Unit, Write
from depth import first_of

WHY = "the fourth card was exposed"
FLOWS = {
    "keyed": (KEYED, "1", ROYAL, ("hand royal_flush_first_five",), "4 royal_flush_first_five"),
    "card": (CARD, "5", TWO_STRAIGHT_FLUSHES, ("seat 4", "hand straight_flush"), "4 straight_flush"),
}


@pytest.fixture
def at(tmp_path: Path) -> Any:
    room = room_at(tmp_path)
    yield room
    room.store.close()


def refused(at: LinkRoom, monkeypatch: pytest.MonkeyPatch, flow: str = "keyed") -> str:
    """A round whose first win was claimed and refused by a supervisor; the win, as an order names it."""
    terms, stake, deck, buttons, win = FLOWS[flow]
    stacked(monkeypatch, {"T1-1": deck})
    at.link_up(terms)
    at.sit()
    at.bet(stake)
    at.play_out()
    at.press(DORA, *buttons)
    at.press(SUE, f"refuse {WHY}")
    return win


def test_a_round_ends_without_a_refused_win_once_a_second_person_has_signed(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    win = refused(at, monkeypatch)
    said = at.refusal(DORA, "end")
    assert f"was refused by sue: {WHY}" in said
    assert "another supervisor or an executive signs that it is not paid" in said
    before = at.money()
    at.do(STAN, f"sign refusal {win}")
    assert at.room.table("T1").pending == ()
    at.restart()
    assert at.room.table("T1").refused == (RefusedWin(4, "royal_flush_first_five", WHY, "sue", "stan"),)
    at.do(DORA, "end")
    words = f"the claim of seat 4, royal flush first five, was refused by sue: {WHY}; signed by stan"
    assert at.room.table("T1").disputes == (DisputeOpened("T1-1", 4, words, "dora"),)
    opened = {"event": "DisputeOpened", "round": "T1-1", "seat": 4, "words": words, "by": "dora"}
    assert contents(list(at.store.read("table/T1"))[-1]).events[0] == opened, "and nothing that records of before lack"
    assert at.room.table("T1").refusers == (Refusers("T1-1", 4, ("sue", "stan")),)
    assert not {account for account in at.money() if account.startswith("owed/")}
    assert sum(at.money().values()) == sum(before.values()) == 0
    assert find_round(at.store, "T1-1").refused[0].signed_by == "stan"
    assert audit(at.store).findings == ()


def test_a_void_after_a_refusal_leaves_the_player_a_dispute(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who refused may void the round alone; that the win was refused does not go with it."""
    refused(at, monkeypatch)
    at.do(SUE, "void the deck was foul")
    words = f"the claim of seat 4, royal flush first five, was refused by sue: {WHY}; the round was then declared void"
    assert at.room.table("T1").disputes == (DisputeOpened("T1-1", 4, words, "sue"),)
    assert "sue had a part in refusing a win" in at.refusal(SUE, "dispute T1-1 seat 4 close it was void")
    at.do(STAN, "dispute T1-1 seat 4 close the deck had two aces of spades")
    at.do(DORA, "dispute T1-1 seat 4 open the deck was whole")
    assert "sue had a part in refusing a win" in at.refusal(SUE, "dispute T1-1 seat 4 close it was void")
    assert sum(at.money().values()) == 0
    assert audit(at.store).findings == ()


CORRECT = "correct round T1-1 seat 4 by +100 the hand was good"
CLOSE = "dispute T1-1 seat 4 close it stands"


def signed(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round that has ended without a win: Sue refused it, and Stan signed."""
    at.do(STAN, f"sign refusal {refused(at, monkeypatch)}")
    at.do(DORA, "end")


def test_a_refused_win_that_is_allowed_after_all_is_paid_by_its_meter(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R43: for an award a meter may fall by hand, for two people; two people pay the seat (R58)."""
    signed(at, monkeypatch)
    at.people.register("ed", Role.EXECUTIVE, None, ADMIN, "ed")
    ed, level, seat = Person("ed", Role.EXECUTIVE), meter("main", "main"), player(at.room.table("T1").player_at(4))
    shown, had, house = at.store.balance(level), at.store.balance(seat), at.store.balance(HOUSE)
    number = at.links.ask("main", "main", -100_00, AdjustmentReason.AWARD, "dispute of T1-1, seat 4", EVE, "ask")
    at.links.approve("main", number, ed, "approve")
    at.do(EVE, CORRECT)
    at.do(ed, "make correction")
    assert (at.store.balance(level), at.store.balance(seat)) == (shown - 100_00, had + 100_00)
    assert at.store.balance(HOUSE) == house + 100_00, "it has what the tray has paid"
    assert audit(at.store).findings == ()


def test_who_refused_a_win_or_signed_so_neither_closes_its_dispute_nor_corrects_it(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed(at, monkeypatch)
    at.restart()
    for who in (SUE, STAN):
        for order in (CORRECT, CLOSE):
            assert f"{who.name} had a part in refusing a win of seat 4 in T1-1" in at.refusal(who, order)
    at.do(SUE, "dispute T1-1 seat 4 note the film was looked at")
    at.do(SUE, "correct round T1-1 seat 1 by +5 another seat")
    at.do(EVE, "drop correction", CORRECT)
    for order in ("make correction", "drop correction"):
        assert "sue had a part in refusing a win" in at.refusal(SUE, order)
    at.do(EVE, "drop correction")
    assert audit(at.store).findings == ()


def test_who_refused_a_win_decides_nothing_of_it_when_its_dispute_was_closed_and_is_opened_again(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed(at, monkeypatch)
    at.do(EVE, CLOSE)
    for who in (SUE, STAN):
        assert f"{who.name} had a part in refusing a win" in at.refusal(who, CORRECT)
    at.do(DORA, "dispute T1-1 seat 4 open he asks again")
    at.restart()
    for who in (SUE, STAN):
        for order in (CORRECT, CLOSE):
            assert f"{who.name} had a part in refusing a win" in at.refusal(who, order)
    table = at.room.table("T1")
    assert from_standing(standing(table)).refusers == table.refusers != ()
    at.do(EVE, CLOSE)
    assert audit(at.store).findings == ()


def test_who_refused_a_win_before_another_did_has_a_part_in_it(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    win = refused(at, monkeypatch)
    at.press(DORA, "hand royal_flush_first_five")
    at.press(STAN, f"refuse {WHY}")
    at.do(EVE, f"sign refusal {win}")
    at.do(DORA, "end")
    for who in (SUE, STAN, EVE):
        assert f"{who.name} had a part in refusing a win" in at.refusal(who, CLOSE)


def test_a_snapshot_of_before_refusers_were_kept_hides_none(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier program left them out: then they are read from the record."""
    monkeypatch.setattr("croupier.floor.plan.SNAPSHOT_EVERY", 2)
    signed(at, monkeypatch)
    at.do(DORA, "open")
    with closing(sqlite3.connect(str(at.store._engine.url.database))) as connection, connection:
        (text,) = connection.execute("SELECT state FROM snapshots WHERE stream = 'table/T1'").fetchone()
        state = json.loads(unstamped(text) or "")
        assert state.pop("refusers") == [{"names": ["sue", "stan"], "round": "T1-1", "seat": 4}]
        connection.execute("UPDATE snapshots SET state = ? WHERE stream = 'table/T1'", (stamped(canonical(state)),))
    at.restart()
    assert "sue had a part in refusing a win" in at.refusal(SUE, CLOSE)
    assert audit(at.store).findings == ()


def asked_and_made(at: LinkRoom) -> None:
    at.do(SUE, "correct round T1-1 seat 4 by -100 taken back")
    at.do(STAN, "make correction")


DECIDED_BY_REFUSERS: dict[str, Any] = {
    "closed": lambda at: at.do(STAN, CLOSE),
    "closed again": lambda at: at.do(STAN, "dispute T1-1 seat 4 open once more", CLOSE),
    "corrected": asked_and_made,
    "dropped": lambda at: (at.do(EVE, CORRECT), at.do(STAN, "drop correction")),
}


@pytest.mark.parametrize("what", first_of(DECIDED_BY_REFUSERS))
def test_the_audit_finds_what_a_refuser_decided(at: LinkRoom, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    signed(at, monkeypatch)
    if what != "closed":
        at.do(EVE, CLOSE)
    with monkeypatch.context() as lenient:
        lenient.setattr("croupier.floor.dispute_decisions._check_not_a_refuser", lambda *_: None)
        DECIDED_BY_REFUSERS[what](at)
    assert "had a part in refusing a win of seat 4 in T1-1" in str(audit(at.store).findings[0])


def test_the_card_flow_ends_the_same_way_and_the_other_win_is_still_claimed(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    win = refused(at, monkeypatch, "card")
    at.do(EVE, f"sign refusal {win}")
    assert "seat 1 has won with straight flush" in at.refusal(DORA, "end")
    at.press(DORA, "seat 1", "hand straight_flush")
    at.press(SUE, "confirm", "swipe")
    at.press(DORA, "seat 4", "hand straight_flush")
    assert "a win of this round is claimed" in at.refusal(DORA, "end")
    at.press(SUE, "confirm", "swipe")
    at.press(DORA, "game over")
    assert at.room.table("T1").disputes == (), "what was claimed again was paid"
    assert audit(at.store).findings == ()


def test_who_may_not_sign_beside_the_refusal(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    win = refused(at, monkeypatch)
    for who, why in ((SUE, "sue refused this claim"), (DORA, "may not run a link"), (ANN, "may not run a link")):
        assert why in at.refusal(who, f"sign refusal {win}")


def test_a_supervisor_who_dealt_does_not_sign_and_nothing_is_signed_twice(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacked(monkeypatch, {"T1-1": ROYAL})
    at.link_up()
    at.sit()
    at.bet("1")
    at.play_out()
    assert "no refused royal flush first five" in at.refusal(STAN, "sign refusal 4 royal_flush_first_five")
    at.press(DORA, "hand royal_flush_first_five")
    at.press(SUE, "refuse look again")
    at.do(SUE, "dealer stan")
    assert "stan deals this round" in at.refusal(STAN, "sign refusal 4 royal_flush_first_five")
    at.do(EVE, "sign refusal 4 royal_flush_first_five")
    assert "no refused" in at.refusal(EVE, "sign refusal 4 royal_flush_first_five")
    # Claimed and refused once more, it wants a signature anew.
    at.press(STAN, "hand royal_flush_first_five")
    at.press(SUE, "refuse look again")
    assert "another supervisor or an executive signs" in at.refusal(STAN, "end")


def test_nobody_says_a_refusal_without_the_link(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    refused(at, monkeypatch)
    assert "not for people to say" in at.refusal(SUE, "refused 4 royal_flush_first_five because")


def test_a_button_that_refused_is_answered_as_before(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {"T1-1": ROYAL})
    links = at.link_up()
    at.sit()
    at.bet("1")
    at.play_out()
    at.press(DORA, "hand royal_flush_first_five")
    receipts = [links.press("T1", parse_button(f"refuse {WHY}"), SUE, "once") for _ in range(2)]
    assert [receipt.entries[0].position for receipt in receipts if receipt] == [at.store.position() - 1] * 2
    with pytest.raises(Refused, match="command"):
        links.press("T1", parse_button("refuse something else"), SUE, "once")


def test_a_machine_does_not_end_a_round_without_its_win(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {"T1-1": TWO_STRAIGHT_FLUSHES})
    at.link_up(CARD, by=DealtBy.MACHINE)
    at.sit()
    at.room.advance("T1")
    for who in (ANN, BOB, CAT):
        at.do(who, "bet 10 progressive 5")
    for street in ("check", "check", "bet1"):
        at.room.advance("T1")
        for who in (ANN, BOB, CAT):
            at.do(who, street)
    at.room.advance("T1")
    at.press(SUE, f"refuse {WHY}")
    assert "dealt by machine" in at.refusal(EVE, "sign refusal 4 straight_flush")
    at.room.advance("T1")
    assert at.room.table("T1").in_play is not None
    assert audit(at.store).findings == ()


def found_of(at: LinkRoom, change: Any) -> str:
    """What the audit says first of a record of which one entry was changed."""
    wanted = next(entry for entry in reversed(list(at.store.read("table/T1"))) if change(entry) is not None)
    at.rewrite(wanted.position, change(wanted))
    findings = [str(one) for one in audit(at.store).findings]
    assert findings
    return "; ".join(findings)


def test_the_audit_finds_a_refusal_that_the_link_did_not_make(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    win = refused(at, monkeypatch)
    at.do(EVE, f"sign refusal {win}")
    at.do(DORA, "end")

    def another_reason(entry: Any) -> Any:
        if '"AwardRefused"' not in entry.body:
            return None

        def change(body: dict[str, Any]) -> None:
            body["asked"] = body["asked"].replace(WHY, "no")
            body["events"][0]["reason"] = "no"

        return change

    said = found_of(at, another_reason)
    assert "did not refuse a claim so in the same transaction" in said
    assert "notes something else" in said


def gift(at: LinkRoom, ahead: int, rest: str = "/0/gift") -> Transfer:
    """A present under the mark of one of a link's next entries."""
    mark = f"link/main/{at.store.head('link/main').version + ahead}"
    return Transfer(TransferId(mark + rest), CASH, player("ann"), 50_000)


def test_the_audit_finds_money_under_the_mark_of_what_a_link_moves_later(at: LinkRoom) -> None:
    links = at.link_up()
    stop = Write("table/T1", None, ({"event": "TableStopped", "reason": "x"},))
    forged: dict[str, Any] = {"command": "forged", "actor": "staff/sue", "time_ms": at.tick(), "request": "stop x"}
    at.store.commit(Unit(**forged, writes=(stop,), transfers=(gift(at, 2),)))
    asked = links.ask("main", "main", -500, AdjustmentReason.MALFUNCTION, "report 7", SUE, at.id())
    links.approve("main", asked, STAN, at.id())
    assert "is the mark of a movement, but no entry of a link made it there" in str(audit(at.store).findings)


@pytest.mark.parametrize("rest", ["/0/gift", ""])
def test_the_audit_finds_money_under_a_links_mark_in_a_command_in_which_it_moves_nothing(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch, rest: str
) -> None:
    commit, seen = Store.commit, list[Unit]()

    def with_a_gift(store: Store, unit: Unit) -> Any:
        if {write.stream for write in unit.writes} == {"table/T1", "link/main"} and "refuse" in unit.request:
            unit = replace(unit, transfers=(*unit.transfers, gift(at, 1, rest)))
            seen.append(unit)
        return commit(store, unit)

    monkeypatch.setattr(Store, "commit", with_a_gift)
    refused(at, monkeypatch)
    assert len(seen) == 1
    assert "the money moved is not what happened" in str(audit(at.store).findings)


def test_the_audit_finds_a_second_signature_by_who_refused(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    win = refused(at, monkeypatch)
    at.do(EVE, f"sign refusal {win}")
    at.do(DORA, "end")

    def unsigned(entry: Any) -> Any:
        if '"RefusalSigned"' not in entry.body:
            return None
        return lambda body: body["events"][0].update(by="sue")

    assert "the rules make something else" in found_of(at, unsigned)


def test_the_audit_finds_a_round_that_ended_with_a_win_neither_paid_nor_refused(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacked(monkeypatch, {"T1-1": ROYAL})
    at.link_up()
    at.sit()
    at.bet("1")
    at.play_out()
    with monkeypatch.context() as lenient:
        lenient.setattr("croupier.floor.table.Table.pending", ())
        at.do(DORA, "end")
    assert "has won with royal flush first five and the meter has not paid it" in str(audit(at.store).findings[0])


def test_a_claim_made_again_meanwhile_keeps_the_round_open(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of the round and the hand button are two streams: whoever comes second is refused."""
    win = refused(at, monkeypatch)
    at.do(EVE, f"sign refusal {win}")
    desk = at.room.desk
    part_of_order = desk.part_of_order

    def claimed_meanwhile(*order: Any) -> Any:
        part = part_of_order(*order)
        monkeypatch.setattr(desk, "part_of_order", part_of_order)
        at.press(DORA, "hand royal_flush_first_five")
        return part

    monkeypatch.setattr(desk, "part_of_order", claimed_meanwhile)
    with pytest.raises(Refused, match="a win of this round is claimed"):
        at.do(DORA, "end")
    assert at.room.table("T1").in_play is not None
