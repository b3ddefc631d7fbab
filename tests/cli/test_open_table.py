"""`croupier table open`, `change`, `unseat`, `close`: every choice of the house from the command line (R49, R50)."""

from __future__ import annotations

import json

import pytest
from card_room_commands import PINS, Desk, cheap_hashes
from commands import croupier

EVERY = (
    *("--rules", "wa-2018", "--approval", "WSGC 2026-31", "--procedure", "packet", "--dealt-by", "person"),
    *("--ante", "10-75", "--limit", "trips=5-25", "--limit", "pairs=5-50", "--unit", "5", "--legal", "300"),
    *("--cap", "20000", "--trips", "UTH-04", "--pays", "bad_beat=BBB-03", "--pairs", "none"),
    *("--lost-by-fold", "bad_beat,progressive", "--settling-order", "1,2,3,4,5,6", "--bet-order", "trips,ante"),
    *("--meter-order", "1,2,3,4,5,6", "--meter-order-approval", "WSGC 2026-32"),
    *("--cards", "shuffle"),
    *("--face-up", "WSGC 2026-33", "--open-spots", "4", "--clock", "20", "--colours", "green,gold"),
)


@pytest.fixture
def desk(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    return Desk(f"{tmp_path}/room.db")


def chosen(desk: Desk, table: str = "T1") -> dict[str, str]:
    return {row["choice"]: row["value"] for row in json.loads(desk.ok("table", "show", table, "--json"))["choices"]}


def test_r49_a_table_is_opened_with_every_choice_and_shows_them(desk: Desk) -> None:
    desk.furnish(*EVERY)
    assert chosen(desk) == {
        "approval": "WSGC 2026-31",
        "limits.ante": "10-75",
        "limits.trips": "5-25",
        "limits.bad_beat": "1-50",
        "limits.pairs": "5-50",
        "unit": "5",
        "legal": "300",
        "cap": "20000",
        "pays.blind": "BLIND",
        "pays.trips": "UTH-04",
        "pays.bad_beat": "BBB-03",
        "pays.pairs": "",
        "lost_by_fold": "bad_beat,progressive",
        "own_bets": "",
        "dealt_by": "person",
        "cards": "shuffle",
        "procedure": "packet",
        "settling_order": "1,2,3,4,5,6",
        "bet_order": "trips,ante",
        "meter_order": "1,2,3,4,5,6",
        "meter_order_approval": "WSGC 2026-32",
        "face_up": "WSGC 2026-33",
        "open_spots": "4",
        "clock": "20",
        "colours": "green,gold",
    }
    said = desk.ok("table", "show", "T1")
    assert "Trips                              UTH-04   (UTH-02 or UTH-01 or UTH-03 or UTH-04 or none)" in said
    assert "Procedure                          packet   (hand-held or packet)" in said


def test_r49_california_on_the_command_line(desk: Desk) -> None:
    desk.furnish("--rules", "ca", "--procedure", "shoe", "--coverage", "gross", "--ante", "10-30")
    assert {"coverage": "gross", "collection": "1", "player_fee": "0.50"}.items() <= chosen(desk).items()
    said = desk.ok("table", "change", "T1", "--fee-per", "circle", by="sue")
    assert "That fee is taken: once per seat → once per betting circle, Ante and Blind; none for a bonus bet" in said
    assert "per seat or per betting circle, not 'hand'" in desk.refused(
        "table", "change", "T1", "--fee-per", "hand", by="sue"
    )
    desk.ok("table", "change", "T1", "--fee-per", "seat", by="sue")
    said = desk.ok("table", "change", "T1", "--collection", "2", by="sue")
    assert "Schedule of the collection: 1: bank $1 up to $50 of action, $2 above; each player $0.50 → 2:" in said
    assert "under review by the Bureau" in said
    shown = desk.ok("table", "show", "T1")
    assert "Ante                               $10 to $30   (the least and the most; usually $5 to $50; in " in shown
    assert "Fee of each player                 $0.50   (set by the rule set)" in shown
    assert "under review by the Bureau" in desk.ok(
        "table", "open", "T2", "--rules", "ca", "--collection", "2", by="sue"
    )


def test_r49_a_change_says_old_and_new_and_is_refused_while_bets_lie(desk: Desk) -> None:
    desk.furnish()
    assert desk.ok("table", "change", "T1", "--clock", "20", "--trips", "UTH-04", by="sue").splitlines() == [
        "Trips: UTH-02 → UTH-04",
        "Clock: none → 20 s",
    ]
    made = desk.ok("table", "change", "T1", "--clock", "none", "--reference", "memo 7", "--json", by="sue")
    assert json.loads(made)["changed"] == [{"choice": "Clock", "old": "20 s", "new": "none"}]
    desk.ok("table", "do", "T1", "sit 3", by="ann")
    desk.ok("table", "do", "T1", "bet 10", by="ann")
    assert "bets lie in round T1-1" in desk.refused("table", "change", "T1", "--clock", "20", by="sue")
    assert "may not change or close a table" in desk.refused("table", "change", "T1", "--clock", "20", by="dora")


def test_r17_face_up_dealing_is_turned_on_and_off_between_rounds(desk: Desk) -> None:
    desk.furnish()
    said = desk.ok("table", "change", "T1", "--face-up", "WSGC 7", "--open-spots", "4", by="sue")
    assert "Approval of face-up dealing: none → WSGC 7" in said
    assert "against one who uses all cards of 4 players. The report, which assumes 3 players, calls" in said
    assert "Approval of face-up dealing: WSGC 7 → none" in desk.ok(
        "table", "change", "T1", "--face-up", "none", by="sue"
    )


def test_r17_face_up_ends_everywhere_with_one_act(desk: Desk) -> None:
    desk.furnish("--face-up", "WSGC 7")
    desk.ok("table", "open", "MS", "--game", "mississippi", "--face-up", "WSGC 8", by="sue")
    desk.ok("table", "open", "T3", by="sue")
    assert "say one table, or --all" in desk.refused("table", "face-down", by="sue")
    said = desk.ok("table", "face-down", "--all", "--reference", "letter 9", by="sue")
    assert said.splitlines() == [f"{name} deals face down from the next round on" for name in ("MS", "T1")]
    assert desk.ok("table", "face-down", "--all", by="sue").strip() == "no table deals face up"


def test_r17_a_table_shows_its_title(desk: Desk) -> None:
    desk.furnish("--face-up", "WSGC 7", "--pairs", "none")
    assert "Ultimate Texas Hold'em with Trips and Bad Beat" in desk.ok("table", "show", "T1").splitlines()
    shown = json.loads(croupier("rules", "--titles", "--json").out)
    assert [row["title"] for row in shown if not row["dealt_here"]] == [
        "Three Card Poker Bonus",
        "Three Card Poker Face Up",
        "Four Card Poker Bad Beat Bonus",
    ]


def test_r17_two_people_override_the_players_edge(desk: Desk) -> None:
    desk.furnish()
    desk.ok("staff", "add", "eve", "--role", "executive", "--new-pin", PINS["eve"], by="sam")
    six = ("--face-up", "WSGC 8", "--open-spots", "6")
    assert "Two people can override it" in desk.refused("table", "open", "MS", "--game", "mississippi", *six, by="sue")
    desk.ok("table", "open", "MS", "--game", "mississippi", by="sue")
    desk.ok("table", "allow", "MS", "6", "--why", "a trial week", by="sue")
    assert "Two people can override it" in desk.refused("table", "change", "MS", *six, by="sue")
    assert "Open spots: three, as usual → 6" in desk.ok("table", "change", "MS", *six, by="eve")


def test_r50_a_table_without_an_approval_is_marked(desk: Desk) -> None:
    desk.furnish()
    assert "Approval of the internal controls  no approval on record" in desk.ok("table", "show", "T1")
    assert "no approval on record" in desk.ok("table", "open", "T2", by="sue")
    desk.ok("table", "change", "T1", "--approval", "WSGC 2026-31", by="sue")
    assert "no approval on record" not in desk.ok("table", "show", "T1")


def test_who_is_gone_is_sent_off_with_their_chips(desk: Desk) -> None:
    desk.furnish("--dealt-by", "person")
    desk.ok("table", "do", "T1", "sit 3", by="ann")
    desk.ok("table", "do", "T1", "open", by="dora")
    desk.ok("table", "do", "T1", "bet 10", by="ann")
    assert desk.ok("table", "unseat", "T1", "3", "--why", "gone", by="sue") == "ann has left seat 3 at T1\n"
    assert json.loads(desk.ok("cage", "balance", "ann", "--json"))["cents"] == 50_000
    assert "for a stated reason" in desk.refused("table", "unseat", "T1", "3", "--why", " ", by="sue")


def test_a_table_is_closed_and_reopened(desk: Desk) -> None:
    desk.furnish()
    assert "tray $5,000; credit the tray" in desk.refused("table", "close", "T1", by="sue")
    desk.ok("cage", "credit", "T1", "5000", by="sue")
    assert desk.ok("table", "close", "T1", by="sue") == "T1 is closed\n"
    assert "T1           wa-2018  closed" in desk.ok("table", "list")
    assert "T1 is closed" in desk.refused("table", "do", "T1", "sit 3", by="ann")
    assert desk.ok("table", "reopen", "T1", by="sam") == "T1 is open again\n"
    desk.ok("table", "do", "T1", "sit 3", by="ann")
    desk.ok("audit")


REFUSED = [
    (("table", "change", "T1"), "nothing was chosen"),
    (("table", "change", "T1", "--progressive", "MGL-01"), "is its link's"),
    (("table", "change", "T1", "--limit", "trips"), "want the bet and a value, such as trips=1-50"),
    (("table", "change", "T1", "--coverage", "net"), "leaves no choice of 'coverage' to the house"),
    (("table", "open", "T2", "--rules", "ca", "--ante", "5-500"), "Ante $5 to $500 is outside California's limits"),
    (("table", "open", "T2", "--rules", "ca", "--limit", "trips=1-1000"), "Trips $1 to $1,000 is outside California's"),
    (("table", "open", "T2", "--rules", "ca", "--player-fee", "99"), "--player-fee"),
    (("table", "open", "T2", "--legal", "100000", "--ante", "5-25000"), "no single wager passes $400"),
    (("table", "change", "T1", "--legal", "5000"), "a legal limit of $5,000 is above Washington's"),
    (("table", "do", "T1", 'change {"legal": "5000"}'), "a legal limit of $5,000 is above Washington's"),
    (("table", "open", "T2", "--rules", "wa-base", "--face-up", "X"), "leaves no choice of 'face_up'"),
    (("table", "change", "T9", "--clock", "20"), "no table 'T9'"),
]


@pytest.mark.parametrize(("arguments", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_what_is_refused(desk: Desk, arguments: tuple[str, ...], why: str) -> None:
    desk.furnish()
    assert why in desk.refused(*arguments, by="sue")
