"""The books in a browser, at a desk, on a tablet and on a phone: from a word in the journal to its round and back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import DESK, PHONE
from web_staff import ROYAL, Staffed, seeded

from depth import thorough

TABLET = {"width": 1024, "height": 768}
SIZES = (PHONE, TABLET, DESK, {"width": 1440, "height": 900})


@pytest.fixture(scope="module")
def room(browser: Browser, place: Place) -> Iterator[Staffed]:
    """A royal flush that was paid, and a round that was voided after the flop."""
    seeded(place, {"T1-1": ROYAL})
    with Staffed(browser, place) as made:
        dora, players = made.people["dora"], [made.people["ann"], made.people["bob"]]
        for seat, who in zip((2, 5), players, strict=True):
            place.order("T1", f"sit {seat}", who)
        for last in (("river", "dealer", "settle", "end"), ("void a card on the floor",)):
            place.order("T1", "open", dora)
            for who in players:
                place.order("T1", "bet 10", who)
            for words in ("lock", "deal"):
                place.order("T1", words, dora)
            for who in players:
                place.order("T1", "bet4", who)
            for words in ("flop", *last):
                place.order("T1", words, made.people["sue"])
        for seconds in ("20", ""):
            place.order("T1", f'change {{"clock": "{seconds}"}}', made.people["sue"])
        yield made


@thorough
def test_from_a_word_to_its_entry_its_round_and_the_account(room: Staffed) -> None:
    screen = room.screen("max", "/staff", sizes=SIZES)
    page = screen.page
    page.get_by_role("link", name="Audit").first.click()
    expect(page.get_by_text("change clock none", exact=True)).to_be_visible()
    screen.look("books-whole-journal")
    page.get_by_label("Find what the journal says").fill("royal FLUSH wins")
    page.get_by_role("button", name="Find").click()
    row = page.locator("tbody tr").first
    expect(row).to_contain_text("wins with royal flush")
    screen.look("books-journal")
    row.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Entry ")
    expect(page.get_by_text("is that of the entry")).to_be_visible()
    screen.look("books-entry")
    page.get_by_role("link", name="T1-1", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round T1-1")
    expect(page.locator("#seats")).to_contain_text("royal flush")
    expect(page.locator("#entries tbody tr").first).to_contain_text("staff/dora")
    screen.look("books-round")
    page.get_by_role("link", name="ann", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("player/ann")
    line = page.locator("details.grouped").last
    expect(line.locator("summary")).to_contain_text("Round T1-1")
    line.locator("summary time").click()
    expect(line.get_by_text("seat 2 ante bet")).to_be_visible()
    screen.look("books-statement")


@thorough
def test_a_round_is_found_and_its_neighbours_are_a_step_away(room: Staffed) -> None:
    screen = room.screen("sue", "/staff/rounds", sizes=SIZES)
    page = screen.page
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("tbody tr").first).to_contain_text("Void: a card on the floor")
    page.get_by_label("Hand or pay line").fill("royal flush")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator(".found .wanted")).to_contain_text("ann")
    screen.look("books-finder")
    page.get_by_label("From").fill("2026-11-15")
    page.get_by_label("Until").fill("2026-11-14")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("alert")).to_contain_text("until 2026-11-14 is before from 2026-11-15")
    expect(page.get_by_label("Hand or pay line")).to_have_value("royal flush")
    screen.look("books-slip")
    page.goto("/rounds/T1-1")
    page.get_by_role("link", name="T1-2 →").click()
    expect(page.locator(".notice")).to_have_text("Void: a card on the floor. Everything went back. Voided by sue.")
    screen.look("books-void")
