"""R44: a progressive win that the tray pays has its hand button, and from an amount on a supervisor who verifies it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from card_room import ADMIN, ANN, BOB, CAT
from link_room import DORA, DULL, KEYED, STAN, SUE, LinkRoom, room_at, stacked

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.links.hand_buttons import PressTrayWin, VerifyTrayWin
from croupier.floor.orders import parse_order
from croupier.floor.plan import load
from croupier.floor.table import DealtBy
from croupier.store.entry import contents

QUADS = ({1: "2c 2d", 4: "3c 8d", 6: "6d 6s"}, "Kc 5d", "2s 6c 2h 9d Th")  # ann has quads, cat a full house


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LinkRoom:
    room = room_at(tmp_path)
    stacked(monkeypatch, {"T1-1": QUADS, "T1-2": QUADS})
    room.link_up()
    room.sit()
    return room


def played(at: LinkRoom, verify_from: str = "500") -> LinkRoom:
    if verify_from != "500":
        at.room.approvals.choices.choose("verify_tray_wins_from", verify_from, ADMIN, at.id())
    at.bet("1")
    at.play_out()
    return at


def refuses(at: LinkRoom, who: Any, order: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        at.do(who, order)


def said(at: LinkRoom, table: str = "T1") -> list[str]:
    return [event["event"] for entry in at.store.read(f"table/{table}") for event in contents(entry).events]


def test_the_orders_have_one_text() -> None:
    assert parse_order("hand 3 full_house") == PressTrayWin(3, "full_house")
    assert parse_order("verify 3 full_house") == VerifyTrayWin(3, "full_house")
    for text in ("hand 3 full_house", "verify 3 full_house"):
        assert str(parse_order(text)) == text


def test_below_the_amount_the_press_alone_logs_it_and_the_round_waits_for_it(at: LinkRoom) -> None:
    played(at)
    assert [(win.seat, win.line, win.cents) for win in at.room.table("T1").unlogged] == [
        (6, "full_house", 1_000), (1, "four_of_a_kind", 10_000),
    ]  # fmt: skip
    refuses(at, DORA, "end", "seat 6 has a full house, \\$10 from the tray; press its hand button")
    refuses(at, DORA, "hand 4 full_house", "paid seat 4 no full house")
    refuses(at, ANN, "hand 6 full_house", "may not press a progressive keypad")
    at.do(DORA, "hand 6 full_house", "hand 1 four_of_a_kind")
    refuses(at, DORA, "hand 6 full_house", "is logged")
    refuses(at, SUE, "verify 6 full_house", "is logged")
    at.do(DORA, "end")
    assert said(at).count("TrayWinPressed") == 2
    assert audit(at.store).findings == ()


def test_from_the_amount_on_a_supervisor_verifies_it_who_did_not_press(at: LinkRoom) -> None:
    played(at, "100")
    at.do(DORA, "hand 6 full_house")
    refuses(at, SUE, "verify 1 four_of_a_kind", "nobody has pressed")
    at.do(DORA, "hand 1 four_of_a_kind")
    refuses(at, DORA, "end", "a supervisor verifies it first")
    refuses(at, DORA, "verify 1 four_of_a_kind", "may not run a link, verify a win")
    at.do(DORA, "hand 1 four_of_a_kind")  # off
    refuses(at, DORA, "end", "press its hand button first")
    at.do(SUE, "hand 1 four_of_a_kind")
    refuses(at, SUE, "verify 1 four_of_a_kind", "it takes another supervisor")
    at.do(STAN, "verify 1 four_of_a_kind")
    refuses(at, DORA, "hand 1 four_of_a_kind", "is logged")
    at.do(DORA, "end")
    assert audit(at.store).findings == ()


def test_the_amount_is_that_of_the_rounds_opening(at: LinkRoom) -> None:
    at.bet("1")
    at.room.approvals.choices.choose("verify_tray_wins_from", "0", ADMIN, at.id())
    at.play_out()
    at.do(DORA, "hand 6 full_house", "hand 1 four_of_a_kind", "end")
    played(at)
    at.do(DORA, "hand 6 full_house")
    refuses(at, DORA, "end", "a supervisor verifies it first")
    assert audit(at.store).findings == ()
    with pytest.raises(Refused, match="cannot be left open"):
        at.room.approvals.choices.choose("verify_tray_wins_from", "none", ADMIN, at.id())


def test_a_table_dealt_by_machine_logs_them_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = room_at(tmp_path)
    stacked(monkeypatch, {"T1-1": QUADS})
    at.link_up(KEYED, by=DealtBy.MACHINE)
    at.sit()
    at.room.advance("T1")
    for who in (ANN, BOB, CAT):
        at.do(who, "bet 10 progressive 1")
    for street in ("check", "check", "bet1"):
        at.room.advance("T1", open_next=False)
        for who in (ANN, BOB, CAT):
            at.do(who, street)
    table = at.room.advance("T1", open_next=False)
    assert table.in_play is None, "it waits for nobody"
    assert "HandButtonsAsked" not in said(at)


def test_a_table_on_no_link_and_a_dull_round_need_no_press(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {}, DULL)
    played(at)
    at.do(DORA, "end")
    at.links.leave("main", "T1", SUE, "leave")
    at.do(DORA, "open")
    assert said(at).count("HandButtonsAsked") == 1


def test_a_press_is_there_again_when_the_record_is_read_and_a_void_needs_none(at: LinkRoom) -> None:
    played(at, "100")
    at.do(DORA, "hand 1 four_of_a_kind")
    again = load(at.store, "T1")
    assert again.tray_wins == at.room.table("T1").tray_wins
    assert again.verify_from == 10_000
    at.do(SUE, "void shuffler malfunction")
    assert audit(at.store).findings == ()


def _without(kind: str) -> Callable[[dict[str, Any]], object]:
    def change(body: dict[str, Any]) -> None:
        body["events"] = [event for event in body["events"] if event["event"] != kind]

    return change


def _amount(cents: int) -> Callable[[dict[str, Any]], object]:
    def change(body: dict[str, Any]) -> None:
        for event in body["events"]:
            if event["event"] == "HandButtonsAsked":
                event["verify_from"] = cents

    return change


def _as(old: str, new: str) -> Callable[[dict[str, Any]], object]:
    def change(body: dict[str, Any]) -> None:
        body["asked"] = body["asked"].replace(old, new)
        for event in body["events"]:
            event["event"] = {"TrayWinVerified": "TrayWinPressed"}.get(event["event"], event["event"])

    return change


def test_the_audit_finds_a_round_that_ended_without_press_or_verification(at: LinkRoom) -> None:
    played(at, "100")
    at.do(DORA, "hand 6 full_house", "hand 1 four_of_a_kind")
    at.do(SUE, "verify 1 four_of_a_kind")
    at.do(DORA, "end")
    entries = {contents(entry).request: entry.position for entry in at.store.read("table/T1")}
    at.rewrite(entries["verify 1 four_of_a_kind"], _as("verify 1 four_of_a_kind", "hand 1 four_of_a_kind"))
    found = [finding.what for finding in audit(at.store).findings]
    assert any("a supervisor verifies it first" in what for what in found), found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_without("HandButtonsAsked"), "without hand buttons, which the table has"),
        (_amount(90_000_00), "from \\$90,000 on, but the house had set \\$100"),
    ],
)
def test_the_audit_finds_a_round_opened_without_hand_buttons_or_with_another_amount(
    at: LinkRoom, change: Callable[[dict[str, Any]], object], words: str
) -> None:
    at.room.approvals.choices.choose("verify_tray_wins_from", "100", ADMIN, at.id())
    at.bet("1")
    position = next(entry.position for entry in at.store.read("table/T1") if contents(entry).request == "open")
    at.rewrite(position, change)
    found = [finding.what for finding in audit(at.store).findings]
    assert any(re.search(words, what) for what in found), found


def test_an_audit_that_goes_on_knows_whether_the_table_had_hand_buttons(at: LinkRoom) -> None:
    played(at)
    at.do(DORA, "hand 6 full_house", "hand 1 four_of_a_kind", "end")
    mark = audit(at.store, leave=True).mark
    assert mark is not None
    at.bet("1")
    position = max(entry.position for entry in at.store.read("table/T1") if contents(entry).request == "open")
    assert audit(at.store, since=mark).findings == ()
    at.rewrite(position, _without("HandButtonsAsked"))
    found = [finding.what for finding in audit(at.store, since=mark).findings]
    assert any("without hand buttons, which the table has" in what for what in found), found
