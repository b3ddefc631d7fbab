"""R44: wins that the tray pays stand in the link's report, line by line, beside those of the meter."""

from __future__ import annotations

from pathlib import Path

import pytest
from card_room import ADMIN, ANN, BOB, CAT
from link_room import DORA, MAIN, ROYAL, SUE, LinkRoom, room_at, stacked

from croupier.floor.history.link_report import link_report
from croupier.floor.history.tray_wins import last_tray_hits
from croupier.floor.links.terms import link_terms
from croupier.floor.table import DealtBy

FULL_HOUSE = ({1: "2c 2d", 4: "3c 8d", 6: "6d 6s"}, "Kc 5d", "2s 6c 2h 9d Th")  # ann has quads, cat a full house
SIX_LINES = [
    "royal_flush_first_five", "royal_flush", "community_royal_flush", "straight_flush", "four_of_a_kind", "full_house",
]  # fmt: skip


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LinkRoom:
    room = room_at(tmp_path)
    stacked(monkeypatch, {"T1-1": ROYAL, "T1-2": FULL_HOUSE, "T1-3": FULL_HOUSE, "T1-4": FULL_HOUSE})
    room.link_up()
    room.sit()
    room.bet("1")
    room.play_out()
    room.press(DORA, "hand royal_flush_first_five")
    room.press(SUE, "key jph", "j-pot", "key run")
    room.do(DORA, "end")
    for _ in range(2):
        room.bet("1")
        room.play_out()
        room.do(DORA, "hand 1 four_of_a_kind", "hand 6 full_house", "end")
    return room


def test_the_report_lists_every_line_of_the_pay_table_with_count_and_amount(at: LinkRoom) -> None:
    lines = link_report(at.store, "main").lines
    assert [line.line for line in lines] == SIX_LINES
    assert [(line.source, line.hits, line.paid) for line in lines] == [
        ("meter", 1, 1_000_069), ("meter", 0, 0),
        ("tray", 0, 0), ("tray", 0, 0), ("tray", 2, 20_000), ("tray", 2, 2_000),
    ]  # fmt: skip
    assert all(line.expected > 0 for line in lines)


def test_reports_of_two_parts_make_the_whole(at: LinkRoom) -> None:
    """A win is of the period in which its round ended."""
    whole = link_report(at.store, "main")
    for moment in range(at.now - 80, at.now + 1, 5):
        parts = (link_report(at.store, "main", 0, moment), link_report(at.store, "main", moment))
        for row, first, last in zip(whole.lines, parts[0].lines, parts[1].lines, strict=True):
            assert (first.hits + last.hits, first.paid + last.paid) == (row.hits, row.paid)


def test_wins_count_for_the_link_that_took_the_wager_and_no_other_line_of_the_felt_does(at: LinkRoom) -> None:
    at.links.leave("main", "T1", SUE, "leave")
    at.links.open("other", link_terms("UTH-P01", 100, (MAIN,)), SUE, "open other", override="test")
    at.links.join("other", "T1", SUE, "join other")
    assert [line.hits for line in link_report(at.store, "other").lines] == [0] * 6
    before = link_report(at.store, "main").lines
    at.do(DORA, "open")
    at.do(SUE, "void test")
    assert link_report(at.store, "main").lines == before


def test_r44_the_newest_wins_that_trays_paid_stand_among_the_hits_with_who_pressed_and_verified(at: LinkRoom) -> None:
    at.room.approvals.choices.choose("verify_tray_wins_from", "100", ADMIN, at.id())
    at.bet("1")
    at.play_out()
    at.do(DORA, "hand 1 four_of_a_kind", "hand 6 full_house")
    at.do(SUE, "verify 1 four_of_a_kind")
    at.do(DORA, "end")
    newest = last_tray_hits(at.store, "main", 4)
    assert [(hit.round, hit.player, hit.line, hit.amount, hit.pressed_by, hit.verified_by) for hit in newest] == [
        ("T1-4", "ann", "four_of_a_kind", 10_000, "dora", "sue"),
        ("T1-4", "cat", "full_house", 1_000, "dora", ""),
        ("T1-3", "cat", "full_house", 1_000, "dora", ""),
        ("T1-3", "ann", "four_of_a_kind", 10_000, "dora", ""),
    ]
    report = {line.line: (line.hits, line.paid) for line in link_report(at.store, "main").lines}
    every = last_tray_hits(at.store, "main", 100)
    assert report["full_house"] == (3, sum(hit.amount for hit in every if hit.line == "full_house"))
    assert len(every) == 6


def test_r44_a_machine_logs_them_with_its_settlement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = room_at(tmp_path)
    stacked(monkeypatch, {"T1-1": FULL_HOUSE})
    at.link_up(by=DealtBy.MACHINE)
    at.sit()
    at.room.advance("T1")
    for who in (ANN, BOB, CAT):
        at.do(who, "bet 10 progressive 1")
    for street in ("check", "check", "bet1"):
        at.room.advance("T1", open_next=False)
        for who in (ANN, BOB, CAT):
            at.do(who, street)
    at.room.advance("T1", open_next=False)
    assert [(hit.line, hit.pressed_by, hit.logged_by) for hit in last_tray_hits(at.store, "main", 4)] == [
        ("full_house", "", "automatic-dealer"), ("four_of_a_kind", "", "automatic-dealer"),
    ]  # fmt: skip
