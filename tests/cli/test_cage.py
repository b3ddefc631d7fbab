"""`croupier cage`: money in, money out, and the sheet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    made = Desk(str(tmp_path / "room.db"))
    made.furnish()
    return made


def test_buy_in_and_cash_out(desk: Desk) -> None:
    assert desk.ok("cage", "buy-in", "ann", "12.50", by="sue") == "ann has $512.50\n"
    assert desk.ok("cage", "buy-in", "ann", "100", "--table", "T1", by="dora") == "ann has $612.50\n"
    assert desk.ok("cage", "cash-out", "ann", "612.50", by="sue") == "ann has $0\n"
    assert "ann has $0" in desk.refused("cage", "cash-out", "ann", "1", by="sue")
    assert "not an amount: 'much'" in desk.refused("cage", "buy-in", "ann", "much", by="sue")
    assert "no player 'eve'" in desk.refused("cage", "buy-in", "eve", "1", by="sue")
    assert "no player 'nobody'" in desk.refused("cage", "balance", "nobody")
    assert "the tray of T1 holds $4,900" in desk.refused("cage", "credit", "T1", "5000", by="sue")
    assert "dora is a dealer" in desk.refused("cage", "buy-in", "ann", "1", by="dora")


def test_an_id_given_twice_moves_the_money_once(desk: Desk) -> None:
    for _ in range(2):
        desk.ok("cage", "buy-in", "ann", "100", "--id", "once", by="sue")
    assert json.loads(desk.ok("cage", "balance", "ann", "--json")) == {"player": "ann", "cents": 60_000}


def test_sheets_of_all_tables_end_with_their_sum(desk: Desk) -> None:
    """R32: the collection is the house's only income at a California table, so every sheet shows it."""
    desk.ok("table", "open", "C1", "--rules", "ca", "--dealt-by", "person", by="sue")
    desk.ok("cage", "fill", "C1", "100", by="sue")
    for order, by in (
        ("sit 1", "ann"),
        ("sit 2", "bob"),
        ("open", "dora"),
        ("bank 100", "ann"),
        ("bet 30", "bob"),
        ("lock", "dora"),
    ):
        desk.ok("table", "do", "C1", order, by=by)
    sheets = json.loads(desk.ok("cage", "sheet", "--json"))
    assert [(row["table"], row["fills"], row["fees"], row["income"]) for row in sheets["tables"]] == [
        ("C1", 10_000, 250, 250),
        ("T1", 500_000, 0, 0),
    ]
    assert (sheets["total"]["fills"], sheets["total"]["fees"], sheets["total"]["income"]) == (510_000, 250, 250)
    lines = [line.split() for line in desk.ok("cage", "sheet").splitlines()]
    assert lines[0] == ["table", "opening", "fills", "credits", "drop", "closing", "win", "fees", "income"]
    assert lines[-1] == ["all", "$0", "$5,100", "$0", "$0", "$5,100", "$0", "$2.50", "$2.50"]


def test_a_shift_is_closed_with_its_sheet_and_the_heads(desk: Desk) -> None:
    desk.ok("cage", "buy-in", "ann", "100", "--table", "T1", by="dora")
    desk.ok("cage", "credit", "T1", "50", by="sue")
    lines = desk.ok("cage", "sheet", "T1").splitlines()
    assert [line.split() for line in lines] == [
        ["table", "T1"],
        ["opening", "$0"],
        ["fills", "$5,000"],
        ["credits", "$50"],
        ["drop", "$100"],
        ["closing", "$4,850"],
        ["win", "$0"],
        ["fees", "$0"],
        ["income", "$0"],
    ]
    assert "T1 is not counted" in desk.refused("cage", "close", "T1", by="sue")
    desk.ok("cage", "count", "T1", "--tray", "100x48 25x2", "--box", "20x5", by="sue")
    closed = json.loads(desk.ok("cage", "close", "T1", "--json", by="sue"))
    assert (closed["closing"], closed["win"], closed["variance"]) == (485_000, 0, 0)
    streams = [head.split(":")[0] for head in closed["heads"]]
    assert {"cage", "staff", "table/T1", "shift/T1", "player/ann"} <= set(streams)
    kept = [argument for head in closed["heads"] for argument in ("--head", head)]
    assert desk("audit", *kept).status == 0
    desk.ok("cage", "count", "T1", "--tray", "4850", "--box", "0", by="sue")
    assert "$4,850" in desk.ok("cage", "close", "T1", by="sue")


def test_a_count_is_sealed_blind_and_its_variance_closed_with_a_reason(desk: Desk) -> None:
    desk.ok("cage", "buy-in", "ann", "100", "--table", "T1", by="dora")
    told = desk.ok("cage", "count", "T1", "--tray", "100x48 5x19", "--box", "50x1 20x2 10", by="sue").splitlines()
    assert [line.split() for line in told[1:6]] == [
        ["counted_tray", "$4,895"],
        ["record_tray", "$4,900"],
        ["counted_box", "$100"],
        ["record_box", "$100"],
        ["variance", "-$5"],
    ]
    assert told[-1] == 'to close the shift: croupier cage close T1 --reason "…"'
    refusal = desk.refused("cage", "close", "T1", by="sue")
    assert "the tray was counted as $4,895, the record has $4,900: -$5; count again, or give a reason" in refusal
    closed = json.loads(desk.ok("cage", "close", "T1", "--reason", "a chip fell", "--json", by="sue"))
    assert (closed["counted_tray"], closed["counted_box"], closed["variance"]) == (489_500, 10_000, -500)
    assert closed["reason"] == "a chip fell"
    assert "$4,895" in desk.ok("cage", "sheet", "T1")
    assert "not a count: 'many'" in desk.refused("cage", "count", "T1", "--tray", "many", "--box", "0", by="sue")
    assert desk("audit").status == 0


def test_all_trays_are_filled_up_to_par_with_one_signature(desk: Desk) -> None:
    assert "the house has no par" in desk.refused("cage", "fill-all", by="sue")
    for table in ("T2", "T3"):
        desk.ok("table", "open", table, "--rules", "wa-2018", by="sue")
    desk.ok("house", "set", "tray_par", "6000", by="sam")
    desk.ok("cage", "fund", "20000", by="sue")
    filled = json.loads(desk.ok("cage", "fill-all", "--json", by="sue"))
    assert [(row["table"], row["amount"]) for row in filled["fills"]] == [
        ("T1", 100_000),
        ("T2", 600_000),
        ("T3", 600_000),
    ]
    assert "every tray holds $6,000 or more" in desk.ok("cage", "fill-all", by="sue")


def test_a_days_cash_is_added_up_by_player_and_marked_above_the_houses_amount(desk: Desk) -> None:
    desk.ok("house", "set", "cash_alert", "700", by="sam")
    desk.ok("cage", "buy-in", "ann", "150", by="sue")
    desk.ok("cage", "buy-in", "ann", "100", "--table", "T1", by="dora")
    desk.ok("cage", "cash-out", "bob", "20", by="sue")
    told = json.loads(desk.ok("cage", "cash", "--json"))
    assert {row["player"]: (row["cash_in"], row["cash_out"], row["above"]) for row in told["players"]} == {
        "ann": (75_000, 0, True),
        "bob": (50_000, 2_000, False),
    }
    assert json.loads(desk.ok("cage", "cash", "--day", "2001-01-01", "--json"))["players"] == []
    assert "no day 'today'" in desk.refused("cage", "cash", "--day", "today")


def test_a_second_person_signs_above_what_the_house_sets_and_the_receipt_names_both(desk: Desk) -> None:
    desk.ok("staff", "add", "sid", "--role", "supervisor", "--new-pin", "6666", by="sam")
    desk.ok("house", "set", "second_person_above", "200", by="sam")
    assert "wants a second person" in desk.refused("cage", "buy-in", "ann", "201", by="sue")
    desk.ok("cage", "buy-in", "ann", "201", "--second", "sid", "--second-pin", "6666", by="sue")
    number = next(n for n in range(40, 1, -1) if desk("cage", "receipt", str(n)).status == 0)
    lines = dict(line.split(maxsplit=1) for line in desk.ok("cage", "receipt", str(number)).splitlines())
    assert (lines["what"], lines["player"], lines["amount"]) == ("Chips sold", "ann", "$201")
    assert (lines["by"], lines["second"], lines["balance"]) == ("sue", "sid", "$701")
    assert "there is no receipt 1" in desk.refused("cage", "receipt", "1")


def test_what_a_player_has_banked_is_told_by_session_and_in_sum(desk: Desk) -> None:
    """R28, R32: one round banked for $100 against $30 on the Ante, folded: the bank takes $60, the house $2."""
    assert desk.ok("cage", "banked", "ann") == "ann has banked no round\n"
    desk.ok("table", "open", "C1", "--rules", "ca", "--dealt-by", "person", by="sue")
    players = [("sit 1", "ann"), ("sit 2", "bob"), ("open", "dora"), ("bank 100", "ann"), ("bet 30", "bob")]
    steps = ["lock", "deal", "check", "flop", "check", "river", "fold", "collect", "dealer", "settle", "end"]
    asked = [(words, "bob" if words in ("check", "fold") else "dora") for words in steps]
    for order, by in (*players, *asked):
        desk.ok("table", "do", "C1", order, by=by)
    told = json.loads(desk.ok("cage", "banked", "ann", "--json"))
    sums = {"rounds": 1, "largest_wager": 10_000, "result": 6_000, "fees": 200, "net": 5_800}
    assert {word: told[word] for word in sums} == sums
    assert [one["banked"] for one in told["sessions"]] == [
        [{"round": "C1-1", "wager": 10_000, "result": 6_000, "fee": 200}]
    ]
    lines = [line.split() for line in desk.ok("cage", "banked", "ann").splitlines()]
    assert lines[0] == ["session", "rounds", "hours", "largest", "result", "fees", "came", "out"]
    assert lines[-1] == ["total", "1", "0.0", "$100", "+$60", "$2", "+$58"]
    assert len(lines) == 3
    assert "no player 'zoe'" in desk.refused("cage", "banked", "zoe")
    assert json.loads(desk.ok("cage", "banked", "ann", "--until", "2001-01-01", "--json"))["rounds"] == 0
