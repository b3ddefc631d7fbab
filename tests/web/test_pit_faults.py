"""What the pit flags and what it keeps: a table that stands still on a fault, and words that somebody has typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from test_staff_work import automatic_royal, claims
from web_place import BOSS, Place
from web_screen import Screen
from web_staff import PIN, open_link, staff


def test_a_table_that_stands_still_on_a_fault_is_flagged(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    own_place.open_table("T2")
    room = own_place.house.room
    next_order = room.next_order

    def broken(name: str) -> object:
        if name == "T2":
            raise RuntimeError("no cards in this")
        return next_order(name)

    monkeypatch.setattr(room, "next_order", broken)
    own_place.order("T2", "sit 2", own_place.player("ann"))
    own_place.until("T2", lambda _: own_place.house.hub.fault("T2") is not None)
    sue = own_place.visit(people["sue"])
    row = sue.json("/staff/pit")["rows"][0]
    assert (row["name"], row["urgency"]) == ("T2", 3)
    assert row["needs"] == "frozen: the server cannot go on with it (RuntimeError) and tries again every second"
    monkeypatch.setattr(room, "next_order", next_order)
    own_place.until("T2", lambda table: table.in_play is not None and own_place.house.hub.fault("T2") is None)
    assert sue.json("/staff/pit")["rows"][0]["needs"] != row["needs"]


def test_a_table_whose_link_is_stopped_is_flagged(own_place: Place) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    open_link(own_place, "UTH-P01", "T1")
    own_place.house.links.stop("main", "a sensor is broken", BOSS, "stop")
    row = own_place.visit(people["sue"]).json("/staff/pit")["rows"][0]
    assert (row["urgency"], row["needs"]) == (2, "no progressive wagers: link 'main' is stopped: a sensor is broken")


def test_a_refusal_without_a_pin_keeps_the_reason_and_counts_as_no_wrong_pin(
    browser: Browser, own_place: Place
) -> None:
    people = automatic_royal(own_place)
    own_place.until("T1", lambda _: claims(own_place) == [1])
    screen = Screen(browser, own_place, people["sue"])
    screen.page.goto("/staff/pit")
    claim = screen.page.get_by_label("Claim 1 at T1")
    claim.get_by_label("Or refuse: why").fill("the cards were exposed")
    claim.get_by_role("button", name="Refuse").click()
    expect(claim.locator(".said")).to_have_text("no PIN was entered; enter it and try again")
    claim.get_by_label("PIN", exact=True).fill("9999")
    claim.get_by_role("button", name="Refuse").click()
    expect(claim.locator(".said")).to_contain_text("do not match")
    expect(claim.get_by_label("Or refuse: why")).to_have_value("the cards were exposed")
    known = own_place.house.people.staff()["sue"]
    assert [wrong.failures for wrong in known.guesses.values()] == [1], "only the wrong PIN was counted"
    screen.look("pit-refused-without-pin")
    claim.get_by_label("PIN", exact=True).fill(PIN)
    claim.get_by_role("button", name="Refuse").click()
    expect(claim).to_have_count(0)
    assert claims(own_place) == []
    screen.close()
