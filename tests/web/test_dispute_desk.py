"""The dispute desk through the doors: the last rounds, one seat on a sheet, notes, and a correction that two people
sign, which stands on the round, the statement, the sheet and in the figures."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, expect
from web_place import BOSS, Place, Visit
from web_screen import Screen
from web_staff import NO_PAIR, PIN, ROYAL, open_link, seeded, staff

from croupier.floor.audit.auditor import audit
from croupier.floor.roles import Person
from croupier.floor.soak.run import close_as_recorded
from croupier.floor.table import DealtBy
from croupier.jackpot.buttons import parse_button
from croupier.ledger.accounts import player, tray
from croupier.web.staff.pit.alert import AlertKind
from croupier.web.wording import when
from depth import thorough

SHEET = "/staff/rounds/T1-1/seats/2"
JSON = {"accept": "application/json"}


def give(place: Place, who: Person, *orders: str) -> None:
    for order in orders:
        place.order("T1", order, who)


def played(place: Place, seed: int = NO_PAIR, progressive: str = "", line: str = "") -> dict[str, Person]:
    """A round of Ann in seat 2, who plays, and Bob in seat 5, who folds; dora deals it."""
    people = staff(place)
    place.employ_boss(people["ada"])
    people |= {name: place.player(name) for name in ("ann", "bob")}
    place.house.cage.fund(10_000_000, BOSS, "fund")
    place.open_table("T1", dealt_by=DealtBy.PERSON)
    place.house.cage.fill("T1", 1_000_000, BOSS, "fill/T1")
    if line:
        open_link(place, line, "T1")
    seeded(place, {"T1-1": seed})
    give(place, people["ann"], "sit 2")
    give(place, people["bob"], "sit 5")
    give(place, people["dora"], "open")
    for name in ("ann", "bob"):
        give(place, people[name], f"bet 10{progressive}")
    give(place, people["dora"], "lock", "deal")
    give(place, people["ann"], "bet4")
    give(place, people["bob"], "check")
    give(place, people["dora"], "flop")
    give(place, people["bob"], "check")
    give(place, people["sam"], "river")
    give(place, people["bob"], "fold")
    give(place, people["dora"], "dealer", "settle")
    if not line:
        give(place, people["dora"], "end")
    return people


def page(visit: Visit, path: str = SHEET) -> Any:
    answer = visit.http.get(path, headers=JSON)
    assert answer.status_code == 200, answer.text
    return answer.json()


def sent(visit: Visit, path: str = SHEET, **fields: str) -> None:
    answer = visit.post(path, command=f"c-{fields['what']}-{fields.get('words', '')[:8].replace(' ', '')}", **fields)
    assert answer.status_code == 303, answer.text


def links(visit: Visit, path: str) -> set[str]:
    """Where a page leads."""
    return set(re.findall(r'href="([^"]+)"', visit.http.get(path).text.replace("&amp;", "&")))


def test_from_keypad_pit_and_players_card_a_disputed_round_takes_three_clicks_at_most(own_place: Place) -> None:
    people = played(own_place)
    dora, sue = own_place.visit(people["dora"]), own_place.visit(people["sue"])
    for who, path in ((dora, "/staff/keypad/T1"), (sue, "/staff/pit")):
        # A tile is opened with a click of its own; then the last rounds, and the seat.
        assert "/staff/disputes?table=T1" in links(who, path)
        assert SHEET in links(who, "/staff/disputes?table=T1")
    for path in ("/staff/people", "/staff/cage?player=ann"):
        assert "/staff/disputes?player=ann" in links(sue, path)
        assert SHEET in links(sue, "/staff/disputes?player=ann")
        assert "/staff/rounds/T1-1/seats/5" not in links(sue, "/staff/disputes?player=ann"), "nobody else's seat"
    assert dora.http.get("/staff/disputes?player=ann").status_code == 409, "who deals sees the last rounds of a table"
    assert "/staff/disputes?player=ann" not in links(dora, "/staff/people")


@thorough
def test_the_sheet_of_a_seat_has_nobody_elses_cards_and_no_hash(own_place: Place) -> None:
    """R23: a hand that was folded face down is not turned up on somebody else's paper."""
    people = played(own_place)
    sue = own_place.visit(people["sue"])
    sheet = page(sue)
    others = page(sue, "/staff/rounds/T1-1/seats/5")["cards"]
    assert len(sheet["cards"]) == len(others) == 2
    assert sheet["board"]
    assert sheet["dealer"]
    assert sheet["player"] == "ann"
    told = sue.http.get(SHEET).text
    for card in others:
        assert card not in sheet["cards"] + sheet["board"] + sheet["dealer"]
        assert not re.search(rf"\b{card}\b", told)
    past = own_place.store.read("table/T1")
    assert not any(entry.hash in told for entry in past)
    assert not re.search(r"\bbob\b", told)
    assert f"Reference {sheet['reference']}" in told
    assert sheet["reference"].startswith("T1-1/2/")
    dealt = [(row["step"], row["by"]) for row in sheet["dealt"]]
    assert {("deal", "dora"), ("show the flop", "dora"), ("settle every seat", "dora")} <= set(dealt)
    assert [by for _, by in dealt].count("sam") == 1, "who showed turn and river"
    assert {row["felt"] for row in sheet["bets"]} >= {"Ante", "Blind", "Play"}


def test_a_dispute_is_opened_at_the_keypad_noted_by_a_supervisor_and_corrected_by_two(own_place: Place) -> None:
    people = played(own_place)
    dora, sue, eve = (own_place.visit(people[name]) for name in ("dora", "sue", "eve"))
    sent(dora, what="open", words="the Blind  was\nnot paid")
    assert page(dora)["open"]
    (alert,) = [one for one in own_place.house.alert_watch.alerts(fresh=True) if one.kind is AlertKind.DISPUTE]
    (opened,) = own_place.store.saying("table/T1", "DisputeOpened")
    assert alert.since_ms == opened.time_ms, "since it was opened, not since somebody looked"
    (listed,) = page(eve, "/staff/disputes")["open"]
    assert listed["since"] == when(opened.time_ms)
    assert (listed["words"], listed["by"], listed["path"]) == ("the Blind was not paid", "dora", SHEET)
    sent(sue, what="note", words="surveillance looks at it")
    had, chips = own_place.store.balance(player("ann")), own_place.store.balance(tray("T1"))
    sent(sue, what="correct", words="Blind short by twenty", amount="20", badge="eve", pin=PIN)
    assert own_place.store.balance(player("ann")) == had + 2_000
    assert own_place.store.balance(tray("T1")) == chips - 2_000
    sheet = page(sue)
    assert not sheet["open"]
    assert sheet["corrections"][0]["by"] == "sue and eve"
    assert [row["what"] for row in sheet["said"]] == ["Disputed", "Noted", "Corrected"]
    assert page(eve, "/staff/disputes")["open"] == []
    (corrected,) = page(sue, "/rounds/T1-1")["corrections"]
    assert (corrected["amount"], corrected["by"]) == ("+$20", "asked for by sue")
    ann = own_place.visit(people["ann"])
    assert page(ann, "/rounds/T1-1")["corrections"][0] == {**corrected, "by": ""}
    bob = own_place.visit(people["bob"])
    assert page(bob, "/rounds/T1-1")["corrections"][0] == {**corrected, "by": "", "reason": ""}, "why is ann's to know"
    newest = page(ann, "/you/statement")["rows"][0]
    assert (newest["words"], newest["amount"]) == ("round T1-1 corrected by two people", "+$20")
    close_as_recorded(own_place.house.cage, "T1", people["sue"], "close")
    receipt = own_place.store.receipt("close")
    assert receipt is not None
    rows = dict(page(sue, f"/staff/shift/sheets/{receipt.entries[0].position}")["sheets"][0]["rows"])
    assert rows["Corrections of finished rounds, in the win"] == "-$20"
    figures = sue.http.get("/staff/figures?period=all").text
    assert "Corrected" in figures
    assert "+$20" in figures
    journal = sue.http.get("/staff/journal?stream=table/T1").text
    assert "Asked for by sue and made: a correction of T1-1, seat 2: +$20, Blind short by twenty." in journal
    assert "Seat 2 disputes T1-1: the Blind was not paid." in journal
    assert audit(own_place.store).findings == ()


@thorough
def test_a_correction_without_a_second_person_waits_and_its_page_takes_the_signature(own_place: Place) -> None:
    people = played(own_place)
    sue, eve, sam = (own_place.visit(people[name]) for name in ("sue", "eve", "sam"))
    had = own_place.store.balance(player("ann"))
    sent(sue, what="correct", words="paid twice", amount="5", way="back")
    assert page(sue)["waiting"]["amount"] == "-$5"
    assert "Sign and make it" not in sue.http.get(SHEET).text
    assert sue.post(SHEET, what="make", command="alone").status_code == 409
    refused = sam.post(SHEET, what="make", command="its-dealer")
    assert refused.status_code == 409
    assert "sam dealt T1-1" in refused.text
    assert own_place.store.balance(player("ann")) == had
    another = eve.post(SHEET, what="make", command="another", named="T1-1 seat 2 by -6")
    assert another.status_code == 409
    assert "T1-1 seat 2 by -5" in another.text
    assert 'name="named" value="T1-1 seat 2 by -5"' in eve.http.get(SHEET).text
    sent(eve, what="make", named=page(eve)["waiting"]["named"])
    assert own_place.store.balance(player("ann")) == had - 500
    assert page(sue)["waiting"] is None


REFUSED: dict[str, tuple[dict[str, str], str]] = {
    "one person twice": ({"badge": "sue", "pin": PIN}, "sue asks for this correction; somebody else signs it"),
    "a dealer": ({"badge": "dora", "pin": PIN}, "may not correct a finished round"),
    "who dealt a street": ({"badge": "sam", "pin": PIN}, "sam dealt T1-1; two others sign its correction"),
    "a wrong PIN": ({"badge": "eve", "pin": "9999"}, "PIN"),
    "nothing": ({"amount": "0", "badge": "eve", "pin": PIN}, "a correction of $0 cannot be made"),
    "no reason": ({"words": "  ", "badge": "eve", "pin": PIN}, "nothing was said"),
    "more than there is": (
        {"amount": "900000", "way": "back", "badge": "eve", "pin": PIN},
        "cannot be taken back; drop this correction",
    ),
}


def test_a_round_of_a_closed_table_is_corrected_and_its_tray_made_even_on_the_pages(own_place: Place) -> None:
    people = played(own_place)
    give(own_place, people["ann"], "stand")
    give(own_place, people["bob"], "stand")
    cage = own_place.house.cage
    cage.credit("T1", own_place.store.balance(tray("T1")), BOSS, "credit")
    close_as_recorded(cage, "T1", BOSS, "shift")
    own_place.open_table("T2")
    give(own_place, BOSS, "close")
    eve = own_place.visit(people["eve"])
    assert [row["table"] for row in eve.json("/staff/shift")["rows"]] == ["T2"]
    assert not page(eve)["why_not"]
    sent(eve, what="correct", amount="20", way="pay", words="the Blind was not paid", badge="sue", pin=PIN)
    (alert,) = [one for one in own_place.house.alert_watch.alerts(fresh=True) if one.about == "T1"]
    assert alert.words == "closed, and its tray owes $20"
    (row,) = [row for row in eve.json("/staff/cage")["inventory"]["trays"] if row["table"] == "T1"]
    assert (row["tray"], row["low"]) == ("-$20", True)
    own_place.order("T2", "close", BOSS)
    assert 'aria-label="Fill or credit"' in eve.get("/staff/cage").text, "also where every table is closed"
    own_place.order("T2", "reopen", BOSS)
    assert eve.post("/staff/cage", what="fill", table="T1", amount="20", command="f-1").status_code == 303
    assert [row["table"] for row in eve.json("/staff/shift")["rows"]] == ["T2", "T1"]
    assert close_as_recorded(cage, "T1", BOSS, "shift again").win == -2_000
    assert [row["table"] for row in eve.json("/staff/shift")["rows"]] == ["T2"]
    assert audit(own_place.store).findings == ()


@thorough
def test_what_cannot_be_corrected_moves_nothing_and_leaves_nothing_waiting(own_place: Place) -> None:
    people = played(own_place)
    sue = own_place.visit(people["sue"])
    before = own_place.store.balances()
    for number, (fields, why) in enumerate(REFUSED.values()):
        form = {"what": "correct", "words": "why", "amount": "20", **fields}
        answer = sue.post(SHEET, command=f"refused-{number}", **form)
        assert answer.status_code >= 400, why
        assert why in answer.text.replace("&#39;", "'")
        assert page(sue)["waiting"] is None
    assert own_place.store.balances() == before
    for path in ("/staff/rounds/T1-1/seats/3", "/staff/rounds/T1-9/seats/2", "/staff/disputes?table=nowhere"):
        assert sue.http.get(path).status_code in (404, 409)


@thorough
def test_the_sheet_of_who_was_there_by_name_speaks_of_no_account(own_place: Place) -> None:
    people = played(own_place)
    give(
        own_place, people["dora"], "seat 3 name Mr. Green", "seat 3 chips 200", "open", "seat 3 bet 10", "lock", "deal"
    )
    give(own_place, people["dora"], "seat 3 bet4", "flop", "river", "dealer", "settle", "end")
    sue = own_place.visit(people["sue"])
    told = sue.http.get("/staff/rounds/T1-2/seats/3").text
    assert "Round T1-2, seat 3, Mr. Green" in told
    assert "between the tray and the player&#39;s chips" in told
    assert "Statement of" not in told
    assert "between the tray and the account of ann" in sue.http.get(SHEET).text


@thorough
def test_who_deals_sees_the_last_five_rounds_and_older_ones_while_they_are_disputed(own_place: Place) -> None:
    people = played(own_place)
    dora, sue = own_place.visit(people["dora"]), own_place.visit(people["sue"])
    for _ in range(4):
        give(own_place, people["dora"], "open")
        give(own_place, people["sue"], "void a test")
    give(own_place, people["dora"], "open")
    assert dora.get(SHEET).status_code == 200, "the fifth, while another is in play"
    sent(dora, what="open", words="the Blind was not paid")
    give(own_place, people["sue"], "void a test")
    give(own_place, people["dora"], "open")
    give(own_place, people["sue"], "void a test")
    assert [one["path"] for one in page(dora, "/staff/disputes")["open"]] == [SHEET]
    assert dora.get(SHEET).status_code == 200, "its dispute is open"
    sent(sue, what="close", words="it was")
    assert "not among the last 5 rounds" in dora.get(SHEET).text
    assert sue.get(SHEET).status_code == 200


@thorough
def test_surveillance_and_audit_look_and_say_nothing(own_place: Place) -> None:
    people = played(own_place)
    auditor = own_place.visit(people["max"])
    told = auditor.http.get(SHEET).text
    assert "Correct what was paid" not in told
    assert "Open a dispute" not in told
    assert auditor.post(SHEET, what="open", words="x", command="no").status_code == 403


@thorough
def test_the_sheet_prints_on_one_page_and_its_cards_are_drawn(browser: Browser, own_place: Place) -> None:
    people = played(own_place)
    sent(own_place.visit(people["sue"]), what="correct", words="the Blind", amount="20", badge="eve", pin=PIN)
    screen = Screen(browser, own_place, people["sue"])
    screen.page.goto(SHEET)
    expect(screen.page.locator(".paper svg.card")).to_have_count(9)
    assert len(re.findall(rb"/Type\s*/Page[^s]", screen.page.pdf(format="Letter"))) == 1
    screen.close()


@thorough
def test_a_refused_win_is_signed_at_the_keypad_and_told_on_every_page(own_place: Place) -> None:
    """R46, D7: refused, not paid, with who and why; and the player's dispute is open by itself."""
    people = played(own_place, ROYAL, " progressive 1", "UTH-P01")
    house = own_place.house
    dora, sue, ann = (own_place.visit(people[name]) for name in ("dora", "sue", "ann"))
    house.links.press("T1", parse_button("hand royal_flush_first_five"), people["dora"], "press-1")
    done = sue.post("/staff/claims/T1", what="refuse", pin=PIN, why="a card was exposed", command="refuse-1")
    assert done.status_code == 303
    keypad = page(dora, "/staff/keypad/T1")
    assert keypad["sign_refusal"] == "sign refusal 2 royal_flush_first_five"
    assert "was refused: a card was exposed" in keypad["refused"]
    assert not any(key["lit"] for key in keypad["keys"])
    assert "A second person signs" in keypad["step"]

    def order(words: str, **more: str) -> Any:
        body = {"order": words, "command": f"c-{len(words)}-{len(more)}-xx", **more}
        return dora.http.post("/api/staff/tables/T1/orders", json=body, headers={"x-csrf": dora.token})

    assert "another supervisor or an executive signs" in order("end").text
    assert "sue refused this claim" in order(keypad["sign_refusal"], badge="sue", pin=PIN).text
    assert order(keypad["sign_refusal"], badge="eve", pin=PIN).json()["as"] == "eve"
    keypad = page(dora, "/staff/keypad/T1")
    assert keypad["sign_refusal"] == ""
    assert any(key["lit"] and key["order"] == "end" for key in keypad["keys"])
    assert order("end", about="").status_code == 200
    (listed,) = page(sue, "/staff/disputes")["open"]
    assert "was refused by sue: a card was exposed; signed by eve" in listed["words"]
    assert "comes off its meter by an adjustment" in sue.get(SHEET).text
    words = "Seat 2, royal flush first five: refused by sue, signed by eve, not paid: a card was exposed."
    assert page(sue, "/rounds/T1-1")["refused"] == [words]
    assert page(ann, "/rounds/T1-1")["refused"] == [
        "Seat 2, royal flush first five: refused, not paid: a card was exposed."
    ]
    (row,) = page(sue, "/staff/links/main")["refused"]
    assert (row["round"], row["seat"], row["by"], row["reason"]) == ("T1-1", 2, "sue", "a card was exposed")
    report = page(sue, "/staff/links/main/report")
    assert [one["round"] for one in report["refused"]] == ["T1-1"]
    assert "refused, not paid" in sue.http.get("/staff/links/main/report").text
    assert audit(own_place.store).findings == ()
