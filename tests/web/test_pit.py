"""The pit in a hurry: orders that no older look can hold up, and answers where the finger was."""

from __future__ import annotations

import re
import secrets
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from web_place import Place, Visit
from web_screen import Screen
from web_staff import staff

from croupier.floor.plan import Done
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from croupier.store.unit import StaleVersion
from depth import thorough


def staff_order(visit: Visit, table: str, words: str, **fields: Any) -> httpx.Response:
    """A staff order, as the pit sends it."""
    body = {"order": words, "command": secrets.token_hex(12), **fields}
    return visit.http.post(f"/api/staff/tables/{table}/orders", json=body, headers={"x-csrf": visit.token})


def test_a_stop_depends_on_no_version_and_needs_no_reason_yet(own_place: Place) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    sue = own_place.visit(people["sue"])
    seen = sue.json("/staff/pit")["rows"][0]["version"]
    own_place.order("T1", "sit 2", own_place.player("ann"))
    assert own_place.table("T1").version > seen
    assert staff_order(sue, "T1", "stop", version=seen).status_code == 200
    assert own_place.table("T1").stopped == "no reason given yet"
    assert staff_order(sue, "T1", "stop a drink was spilled", version=seen).status_code == 200
    assert own_place.table("T1").stopped == "a drink was spilled", "the reason may come afterwards"
    resumed = staff_order(sue, "T1", "resume", about="no reason given yet")
    assert resumed.status_code == 409
    assert "T1 is stopped: a drink was spilled" in resumed.text, "a stop that one has not seen is not lifted"
    assert staff_order(sue, "T1", "resume", about="a drink was spilled").status_code == 200


def test_a_stop_gets_through_while_others_write(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    room, stale = own_place.house.room, [1, 2, 3]
    do = room.do_async

    async def busy(name: str, *order: Any, **more: Any) -> Done:
        if stale:
            raise StaleVersion(f"table/{name}", stale.pop(), 9)
        return await do(name, *order, **more)

    monkeypatch.setattr(room, "do_async", busy)
    assert staff_order(own_place.visit(people["sue"]), "T1", "stop fire").status_code == 200
    assert own_place.table("T1").stopped == "fire"


def test_a_void_is_for_the_round_that_was_seen_at_whatever_version(own_place: Place) -> None:
    people = staff(own_place) | {"ann": own_place.player("ann")}
    own_place.open_table("T1")
    own_place.order("T1", "sit 2", people["ann"])
    own_place.until("T1", lambda table: table.in_play is not None)
    sue = own_place.visit(people["sue"])
    wrong = staff_order(sue, "T1", "void misdeal", about="T1-7")
    assert wrong.status_code == 409
    assert "T1-7 is not in play at T1; T1-1 is" in wrong.json()["error"]
    assert staff_order(sue, "T1", "void misdeal", about="T1-1", version=1).status_code == 200
    own_place.until("T1", lambda table: table.in_play is not None and table.in_play.id == "T1-2")


@thorough
def test_the_outcome_of_a_stop_stands_beside_its_button(browser: Browser, own_place: Place) -> None:
    people = staff(own_place)
    for name in ("T1", "T2", "T3"):
        own_place.open_table(name)
    own_place.order("T3", "sit 2", own_place.player("ann"))
    own_place.until("T3", lambda table: table.in_play is not None)
    sue = Screen(browser, own_place, people["sue"])
    sue.page.goto("/staff/pit")
    tile, row = sue.page.get_by_label("Table T3"), drawer(sue.page, "T3")
    at = tile.bounding_box()
    stop = row.get_by_role("button", name="Stop the table")
    under_the_finger = stop.bounding_box()
    stop.click()
    expect(row.locator(".stopping .said")).to_have_text("T3 is stopped. The round in play is finished first.")
    expect(row.get_by_role("button", name="Resume")).to_be_visible()
    expect(tile).to_contain_text("stopped: no reason given yet")
    assert tile.bounding_box() == at, "the tile stays where it is, though it needs somebody now"
    resume = row.get_by_role("button", name="Resume").bounding_box()
    assert under_the_finger is not None
    assert resume is not None
    assert (resume["x"], resume["y"]) == (under_the_finger["x"], under_the_finger["y"]), "and its way back is there"
    row.get_by_label("Reason").fill("a drink was spilled")
    row.get_by_role("button", name="Note it").click()
    expect(row.locator(".stopping .said")).to_have_text("Noted: a drink was spilled.")
    sue.look("pit-stopped")
    row.get_by_role("button", name="Resume").click()
    expect(row.locator(".stopping .said")).to_have_text("T3 goes on.")
    expect(stop).to_be_visible()
    own_place.order("T3", "stop by somebody else", people["sam"])
    own_place.order("T3", "resume", people["sam"])
    row.get_by_label("Void T3-1: why").fill("misdeal")
    row.get_by_role("button", name="Void the round").click()
    expect(row.locator(".voiding .said")).to_have_text("T3-1 is void. Every wager is back.")
    sue.close()


@thorough
def test_the_pit_is_brought_up_to_date_in_place(browser: Browser, own_place: Place) -> None:
    people = staff(own_place) | {"ann": own_place.player("ann")}
    for name in ("T1", "T2"):
        own_place.open_table(name)
    sue = Screen(browser, own_place, people["sue"], viewport={"width": 1440, "height": 900})
    page = sue.page
    page.goto("/staff/pit")
    tile, row = page.get_by_label("Table T2"), drawer(page, "T2")
    row.get_by_label("Amount").fill("2,5")
    own_place.order("T2", "sit 4", people["ann"])
    own_place.until("T2", lambda table: table.in_play is not None)
    own_place.order("T2", "bet 10", people["ann"])
    expect(tile.locator(".dot").nth(3)).to_contain_text("Seat 4: ann, to act")
    expect(tile.locator(".state time")).to_have_text(re.compile(r"\d:\d\d"))
    own_place.order("T2", "stop a spilled drink", people["sam"])
    expect(tile).to_contain_text("stopped: a spilled drink")
    expect(tile.locator(".when")).to_have_text("Soon")  # in words, not by its colour alone
    expect(row.get_by_role("button", name="Resume")).to_be_visible()
    expect(row.get_by_label("Amount")).to_have_value("2,5")
    own_place.open_table("T3")
    expect(page.get_by_label("Table T3")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(row).to_be_hidden()
    expect(page).to_have_title("(1) Pit · Croupier")
    tops = [tile.bounding_box() for tile in page.locator(".tile").all()]
    assert len({box["y"] for box in tops if box}) == 1, "three tiles lie in one row"
    drawer(page, "T3")
    sue.close()


@thorough
def test_a_refused_fill_comes_back_in_its_drawer(browser: Browser, own_place: Place) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    sue = Screen(browser, own_place, people["sue"])
    sue.page.goto("/staff/pit#T1")
    row = sue.page.get_by_role("dialog", name="T1")
    row.get_by_label("Amount").fill("200")
    row.get_by_role("button", name="Credit").click()
    sue.page.get_by_role("button", name="Credit $200 from T1 to the cage").click()
    expect(row.locator(".refusal")).to_contain_text("the tray of T1 holds $0")
    expect(row.get_by_label("Amount")).to_have_value("200")
    sue.close()


@thorough
def test_twenty_tables_and_none(browser: Browser, own_place: Place) -> None:
    people = staff(own_place)
    sue = Screen(browser, own_place, people["sue"], viewport={"width": 1440, "height": 900})
    sue.page.goto("/staff/pit")
    expect(sue.page.get_by_text("No table is open yet.")).to_be_visible()
    for i in range(19):
        own_place.open_table(f"T{i}")
    own_place.open_table("a-table-with-a-name-of-32-letters"[:32])
    sue.page.reload()
    in_sight = [tile for tile in sue.page.locator(".tile").all() if sue.in_view(tile)]
    assert len(in_sight) >= 8, "six to eight tables are seen at once"
    sue.look("pit-twenty")
    sue.page.set_viewport_size({"width": 1024, "height": 768})
    assert sum(sue.in_view(tile) for tile in sue.page.locator(".tile").all()) >= 6
    sue.close()


def drawer(page: Page, table: str) -> Locator:
    """The drawer of a table, opened."""
    page.get_by_label(f"Table {table}").get_by_role("button").click()
    opened = page.get_by_role("dialog", name=table)
    expect(opened).to_be_visible()
    return opened


def test_r61_surveillance_sees_every_table_as_it_stands_and_neither_money_nor_a_button(own_place: Place) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    own_place.open_table("T2", dealt_by=DealtBy.PERSON)
    own_place.order("T1", "sit 2", own_place.player("ann"))
    cam = own_place.visit(Person("cam", Role.SURVEILLANCE))
    rows = {row["name"]: row for row in cam.json("/staff/pit")["rows"]}
    full = {row["name"]: row for row in own_place.visit(people["sue"]).json("/staff/pit")["rows"]}
    books = {"opening", "fills", "credits", "drop", "closing", "win", "fees"}
    assert rows.keys() == full.keys() == {"T1", "T2"}
    for name, row in rows.items():
        assert {key: row[key] for key in books} == dict.fromkeys(books, "")
        # When each looked, a table dealt by machine may have gone on.
        assert {key for key in row if row[key] != full[name][key]} <= books | {"version", "stage", "since_ms"}
    assert cam.json("/staff/pit")["total"] == {}
    shown = cam.get("/staff/pit").text
    assert 'href="/tables/T2"' in shown
    for closed in ("data-order", "/staff/accounts", "/staff/journal", "/staff/cage", "/staff/keypad", "/staff/tables"):
        assert closed not in shown
    assert staff_order(cam, "T1", "stop fire").status_code == 403
    home = cam.json("/staff")
    assert [title for _, title, _ in home["doors"]] == ["Pit", "Rounds", "Disputes"]
    assert [word for word, _ in home["figures"]] == ["Tables open", "Seats taken", "Rounds today"]
