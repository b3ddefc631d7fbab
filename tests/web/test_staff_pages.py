"""Every page of the staff, on a desk and on a phone: clean for axe-core, and nothing sticks out at the side."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from web_place import Place
from web_staff import ROYAL, Staffed, open_link, seeded

from croupier.floor.cage.cage import Cage
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.events import AdjustmentReason
from croupier.money import plain_dollars
from depth import thorough

PAGES = {
    "staff": ("sue", "/staff"),
    "keypad": ("dora", "/staff/keypad/T1"),
    "pit": ("sue", "/staff/pit"),
    "drawer": ("sue", "/staff/pit#T1"),
    "home-of-a-dealer": ("dora", "/staff"),
    "links": ("sue", "/staff/links"),
    "link": ("sam", "/staff/links/main"),
    "report": ("max", "/staff/links/main/report"),
    "win": ("max", "/staff/links/main/wins/1"),
    "papers": ("max", "/staff/tables/T1/papers"),
    "placards": ("max", "/staff/tables/T1/papers?what=placards"),
    "papers-of-a-link": ("max", "/staff/links/main/papers"),
    "people": ("ada", "/staff/people"),
    "house": ("ada", "/staff/house"),
    "journal": ("max", "/staff/journal"),
    "statement": ("max", "/staff/accounts/meter/main/main"),
    "display": (None, "/display/main"),
    "cage": ("sue", "/staff/cage?find=a&player=ann"),
    "shift": ("sue", "/staff/shift"),
    "past-sheets": ("max", "/staff/shift/past"),
    "table-sales": ("dora", "/staff/cage?player=ann"),
    "closed-door": ("dora", "/staff/house"),
}


def to_the_showdown(place: Place, made: Staffed) -> None:
    """A round of ann and bob, up to where it is settled."""
    dora, players = made.people["dora"], [made.people["ann"], made.people["bob"]]
    place.order("T1", "open", dora)
    for who in players:
        place.order("T1", "bet 10 trips 5 progressive 1", who)
    for words in ("lock", "deal"):
        place.order("T1", words, dora)
    for who in players:
        place.order("T1", "bet4", who)
    for words in ("flop", "river", "dealer"):
        place.order("T1", words, dora)


@pytest.fixture(scope="module")
def room(browser: Browser, place: Place) -> Iterator[Staffed]:
    """A room in which much has happened: a royal paid, another round at the showdown, an adjustment that waits."""
    seeded(place, {"T1-1": ROYAL})
    with Staffed(browser, place) as made:
        open_link(place, "UTH-P01", "T1")
        dora, ann, bob, sue = (made.people[name] for name in ("dora", "ann", "bob", "sue"))
        place.order("T1", "sit 2", ann)
        place.order("T1", "sit 5", bob)
        to_the_showdown(place, made)
        place.order("T1", "settle", dora)
        for i, button in enumerate(("hand royal_flush_first_five", "key jph", "j-pot", "key run")):
            place.house.links.press("T1", parse_button(button), sue if i else dora, f"press/{i}")
        place.order("T1", "end", dora)
        to_the_showdown(place, made)
        place.house.links.ask("main", "main", -2_550, AdjustmentReason.MALFUNCTION, "incident 12", sue, "ask")
        yield made


def test_the_win_sheet_of_a_shift_and_the_heads_to_keep(room: Staffed) -> None:
    sue = room.screen("sue", "/staff/pit")
    page = sue.page
    page.get_by_label("Table T1").get_by_role("button").click()
    page.get_by_label("Amount").first.fill("500")
    page.get_by_role("button", name="Fill", exact=True).click()
    page.get_by_role("button", name="Fill T1 with $500 from the cage").click()
    expect(page.locator("[data-field=fills]")).to_have_text("$10,500")
    page.get_by_label("Amount").first.fill("250")
    page.get_by_role("button", name="Credit", exact=True).click()
    page.get_by_role("button", name="Credit $250 from T1 to the cage").click()
    expect(page.locator("[data-field=credits]")).to_have_text("$250")
    sheet = Cage(room.place.store).sheet("T1")
    assert (sheet.fills, sheet.credits) == (1_050_000, 25_000)
    page.get_by_role("link", name="Count and close the shift").click()
    seal_a_count(page, sheet.closing)
    expect(page.locator("main")).to_contain_text("bets lie on the table in round T1-2; end the round or void it first")
    room.place.order("T1", "void shuffler malfunction", room.people["sue"])
    page.goto("/staff/pit#T1")
    page.get_by_role("link", name="Count and close the shift").click()
    seal_a_count(page, Cage(room.place.store).sheet("T1").closing)
    page.get_by_role("button", name="Close these shifts").click()
    page.get_by_role("button", name="Close the chosen shifts").click()
    expect(page.get_by_role("status").first).to_contain_text("Closed: T1, win")
    expect(page.locator("pre")).to_contain_text("table/T1:")
    sue.look("shift-closed")
    to_the_showdown(room.place, room)
    page.goto("/staff/pit#T1")
    page.locator("[data-field=opening]").click()
    expect(page.locator("#main table").first).to_contain_text("Shift of T1 closed: opening $0, fills $10,500")


def seal_a_count(page: Page, tray: int) -> None:
    """Count an amount in the tray of T1, and nothing in its box. What seals it is said again before it is done."""
    page.locator("[id='tray-T1-1']").fill(plain_dollars(tray))
    page.locator("[id='box-T1-1']").fill("0")
    page.get_by_role("button", name="Seal these counts").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Seal these counts").click()


@pytest.mark.parametrize("name", PAGES)
def test_each_page_is_clean_for_axe_and_fits(room: Staffed, name: str) -> None:
    screen = room.window(*PAGES[name])
    for details in screen.page.locator("details").all():
        details.evaluate("(element) => { element.open = true; }")
    screen.complaints = [text for text in screen.complaints if "status of 403" not in text]
    screen.look(f"staff-{name}")
    assert not screen.complaints


def test_people_are_entered_and_get_pins_and_badges_that_work(room: Staffed) -> None:
    page = room.screen("ada", "/staff/people").page
    page.get_by_label("Name", exact=True).fill("dan")
    page.get_by_label("Role", exact=True).select_option("dealer")
    page.get_by_label("PIN", exact=True).fill("4321")
    page.get_by_label("PIN again", exact=True).fill("4321")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("status")).to_have_text("dan is entered as dealer.")
    page.get_by_text("Change dan").click()
    page.locator("tr", has_text="dan").get_by_role("button", name="New badge").click()
    page.get_by_role("dialog").get_by_role("button", name="Make a new badge for dan").click()
    badge = page.locator("#badge").inner_text()
    page.get_by_text("Change dan").click()
    page.get_by_label("New PIN for dan").fill("8642")
    page.locator("tr", has_text="dan").get_by_label("The same again").fill("8642")
    page.locator("tr", has_text="dan").get_by_role("button", name="Set PIN").click()
    page.get_by_role("dialog").get_by_role("button", name="Give dan this new PIN").click()
    expect(page.get_by_role("status")).to_have_text("dan has a new PIN.")
    for name, pin in (("dan", "8642"), (badge, "")):
        door = room.screen(None, "/sign-in").page
        door.get_by_label("Name").fill(name)
        door.get_by_label("PIN").fill(pin)
        door.get_by_role("button", name="Sign in").click()
        door.wait_for_url(lambda url: "/sign-in" not in url)
        door.goto("/staff")
        expect(door.get_by_role("link", name="Open the keypad")).to_be_visible()
    door.get_by_role("button", name="Sign out").click()
    door.wait_for_url(lambda url: "/staff" not in url)
    assert door.request.get("/staff").status == 401


def test_the_audit_runs_beside_the_tables_and_says_that_all_is_well(room: Staffed) -> None:
    room.place.house.verification._db = room.place.store._engine.url.render_as_string()
    page = room.screen("max", "/staff/journal").page
    page.get_by_role("button", name="Verify now").click()
    expect(page.locator("#verdict")).to_have_text(
        re.compile(r"^Clean: \d\d+ entries, \d rounds, every cent accounted for\.$"), timeout=60_000
    )


@thorough
def test_the_pit_shows_what_needs_a_person_but_never_under_somebodys_fingers(room: Staffed) -> None:
    page = room.screen("sue", "/staff/pit#T1").page
    typed = page.get_by_label("Void T1-3: why")
    typed.fill("half a sente")
    room.place.order("T1", "stop a spilled drink", room.people["sam"])
    # It is shown where it is, without anything being asked or moved, and what was typed stays.
    expect(page.locator(".tile .needs")).to_have_text("stopped: a spilled drink")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(typed).to_have_value("half a sente")
    room.place.order("T1", "resume", room.people["sam"])
    expect(page.get_by_role("button", name="Stop the table")).to_be_visible()
