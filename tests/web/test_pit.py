"""The pit in a hurry: orders that no older look can hold up, and answers where the finger was."""

from __future__ import annotations

import secrets
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect
from web_place import Place, Visit
from web_screen import Screen
from web_staff import staff

from croupier.floor.plan import Done
from croupier.store.unit import StaleVersion


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


def test_the_outcome_of_a_stop_stands_beside_its_button(browser: Browser, own_place: Place) -> None:
    people = staff(own_place)
    for name in ("T1", "T2", "T3"):
        own_place.open_table(name)
    own_place.order("T3", "sit 2", own_place.player("ann"))
    own_place.until("T3", lambda table: table.in_play is not None)
    sue = Screen(browser, own_place, people["sue"])
    sue.page.goto("/staff/pit")
    row = sue.page.get_by_label("Table T3")
    stop = row.get_by_role("button", name="Stop the table")
    stop.scroll_into_view_if_needed()
    at = row.bounding_box()
    stop.click()
    expect(row.locator(".stopping .said")).to_have_text("T3 is stopped. The round in play is finished first.")
    expect(row.get_by_role("button", name="Resume")).to_be_visible()
    assert row.bounding_box() == at, "the row stays under the finger"
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
