"""A shift of each of the staff, from sign-in to sign-out, by hand in a browser: on a desk and a phone, at tables on a
tablet, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from web_place import BOSS, Place
from web_screen import PHONE, Screen
from web_staff import NO_PAIR, PIN, ROYAL, Keypad, open_link, seeded, staff

from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from croupier.jackpot.buttons import parse_button
from croupier.ledger.accounts import player
from croupier.rules.commands import next_step
from croupier.rules.steps import SETTLE_NEXT
from depth import thorough

SIZES = (PHONE, {"width": 1024, "height": 768}, {"width": 1440, "height": 900})
"""A shift is walked on the narrowest, where links and keys are hardest to reach, and looked at on all."""


class House:
    """A card room on an ordinary night: T1 dealt by a person on a link, T2 by a machine, two players seated at T1."""

    def __init__(self, browser: Browser, place: Place) -> None:
        self.browser, self.place = browser, place
        seeded(place, {"T1-1": NO_PAIR})
        self.people: dict[str, Person] = staff(place)
        place.employ_boss(self.people["ada"])
        self.people |= {name: place.player(name) for name in ("ann", "bob")}
        place.house.cage.fund(10_000_000, BOSS, "fund")
        place.open_table("T1", dealt_by=DealtBy.PERSON)
        place.open_table("T2")
        open_link(place, "UTH-P01", "T1")
        for table in ("T1", "T2"):
            place.house.cage.fill(table, 500_000, BOSS, f"fill/{table}")
        place.order("T1", "sit 2", self.people["ann"])
        place.order("T1", "sit 5", self.people["bob"])
        self.screens: list[Screen] = []

    def comes_in(self, name: str, path: str = "/staff") -> Screen:
        """Somebody follows a link without a session, and signs in with name and PIN."""
        screen = Screen(self.browser, self.place, sizes=SIZES)
        self.screens.append(screen)
        page = screen.page
        page.goto(path)
        page.get_by_label("Name, or staff badge").fill(name)
        page.get_by_label("PIN").fill(PIN)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("button", name="Sign out")).to_be_visible()
        expect(page).to_have_url(re.compile(re.escape(path)))
        return screen

    def goes(self, screen: Screen) -> None:
        """They sign out, and what was theirs is closed."""
        page = screen.page
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
        page.goto("/staff")
        expect(page.get_by_label("PIN")).to_be_visible()


@pytest.fixture
def room(browser: Browser, own_place: Place) -> Iterator[House]:
    house = House(browser, own_place)
    yield house
    for screen in house.screens:
        complaints = [said for said in screen.complaints if "status of 401" not in said]
        screen.context.close()
        assert not complaints


def confirmed(page: Page, words: str, **fill: Any) -> None:
    """Confirm in the words that stand on the button."""
    page.get_by_role("dialog").get_by_role("button", name=words).click()


@thorough
def test_a_dealers_shift(room: House) -> None:
    screen = room.comes_in("dora")
    page = screen.page
    screen.look("shift-dealer-home")
    page.get_by_role("link", name="keypad").first.click()
    keypad = Keypad(screen)
    page.get_by_role("button", name="Take the table").click()
    expect(page.locator("#dealer")).to_contain_text("dora")
    keypad.press("OPEN BETS")
    for name in ("ann", "bob"):
        room.place.order("T1", "bet 10 trips 5 progressive 1", room.people[name])
    keypad.press("COIN IN")
    expect(page.locator("#handling")).to_contain_text("progressive chips")
    keypad.press("DEAL")
    screen.look("shift-dealer-decides")
    for name in ("ann", "bob"):
        room.place.order("T1", "bet4", room.people[name])
    keypad.press("FLOP", "TURN · RIVER", "DEALER'S CARDS")
    expect(page.locator("#task")).to_contain_text("First pass")
    screen.look("shift-dealer-first-pass")
    while room.place.table("T1").in_play is not None and next_step(room.place.table("T1").in_play) == SETTLE_NEXT:
        keypad.press("NEXT SEAT")
    expect(page.locator("#pads .pad.lit")).to_contain_text("52 cards counted")
    keypad.press("GAME OVER")
    page.get_by_role("button", name="Call supervisor").click()
    expect(page.locator("#called-words")).to_contain_text("dora")
    screen.look("shift-dealer-called")
    assert room.place.table("T1").called is not None
    page.goto("/staff")
    room.goes(screen)


@thorough
def test_a_supervisors_shift(room: House) -> None:
    seeded(room.place, {"T1-1": ROYAL})
    play(room, end=False)
    room.place.order("T1", "call a win", room.people["dora"])
    room.place.house.links.press("T1", parse_button("hand royal_flush_first_five"), room.people["dora"], "press")
    screen = room.comes_in("sue")
    page = screen.page
    expect(page).to_have_title(re.compile(r"^\(\d+\)"))
    screen.look("shift-supervisor-home")
    page.get_by_role("listitem").filter(has_text="waits to be verified").get_by_role("link", name="Go there").click()
    claim = page.locator("section.claim")
    expect(claim).to_contain_text("royal flush")
    screen.look("shift-pit-claim")
    claim.get_by_label("PIN").fill(PIN)
    claim.get_by_role("button", name="Verify and pay").click()
    expect(claim).to_have_count(0)
    screen.look("shift-pit")
    drawer = page.locator("dialog.drawer[open]")
    page.get_by_role("button", name="T1", exact=True).click()
    drawer.get_by_role("button", name="I am going there").click()
    expect(drawer.locator(".calling .said")).to_contain_text("answered")
    expect(drawer.get_by_role("button", name="I am going there")).to_be_hidden()
    drawer.get_by_role("button", name="Stop the table").click()
    expect(drawer.locator(".stopping .said")).to_contain_text("T1 is stopped.")
    drawer.get_by_label("Reason").fill("dealer's break")
    drawer.get_by_role("button", name="Note it").click()
    expect(drawer.locator(".stopping .said")).to_contain_text("dealer's break")
    screen.look("shift-pit-drawer")
    drawer.get_by_label("Amount").fill("250")
    drawer.get_by_role("button", name="Fill").click()
    confirmed(page, "Fill T1 with $250 from the cage")
    expect(page.locator(".notice")).to_contain_text("Receipt")
    page.goto("/staff/tables/new?game=three-card&rules=three-card")
    page.get_by_label("Name", exact=True).fill("C1")
    screen.look("shift-open-table")
    page.get_by_role("button", name=re.compile("^Open")).click()
    expect(page).to_have_url(re.compile("/staff/tables/C1"))
    assert room.place.table("C1").settings.terms.game.key == "three-card"
    screen.look("shift-table-choices")
    room.goes(screen)


@thorough
def test_a_cashiers_shift(room: House) -> None:
    screen = room.comes_in("sue", "/staff/cage")
    page = screen.page
    screen.look("shift-cage")
    page.get_by_text("Register a new player").click()
    page.get_by_label("Name", exact=True).fill("cat")
    page.get_by_label("PIN", exact=True).fill("2580")
    page.get_by_label("PIN again").fill("2580")
    page.get_by_role("button", name="Register").click()
    confirmed(page, "Register cat as a player")
    sell = page.get_by_role("form", name="Buy in", exact=True)
    sell.get_by_role("textbox", name="Buy in").fill("500")
    sell.get_by_role("button", name="Sell chips").click()
    confirmed(page, "Sell $500 to cat")
    expect(page.locator(".notice")).to_contain_text("Receipt")
    assert room.place.store.balance(player("cat")) == 50_000
    screen.look("shift-cage-sold")
    redeem = page.get_by_role("form", name="Cash out")
    redeem.get_by_role("textbox", name="Cash out").fill("700")
    redeem.get_by_role("button", name="Redeem chips").click()
    confirmed(page, "Redeem $700 for cat")
    expect(redeem.locator(".refusal")).to_be_visible()
    expect(redeem.get_by_role("textbox", name="Cash out")).to_have_value("700")
    redeem.get_by_role("textbox", name="Cash out").fill("200")
    redeem.get_by_role("button", name="Redeem chips").click()
    confirmed(page, "Redeem $200 for cat")
    expect(page.locator(".notice")).to_contain_text("$200 redeemed")
    page.locator(".notice").get_by_role("link", name=re.compile("Receipt")).click()
    page.wait_for_url("**/staff/receipts/*")
    expect(page.locator("main")).to_contain_text("$200")
    screen.look("shift-receipt")
    page.goto("/staff/shift")
    expect(page.locator("main")).not_to_contain_text("$5,000")  # nothing of the record before the count is sealed
    for field, number in (("tray-T1-10000", "49"), ("tray-T1-500", "19"), ("box-T1-1", "0")):
        page.locator(f"[id='{field}']").fill(number)
    expect(page.locator("#count-T1 [data-counted]")).to_have_text("tray $4,995, box $0")
    screen.look("shift-shift-count")
    page.get_by_role("button", name="Seal these counts").click()
    confirmed(page, "Seal these counts")
    counted = page.get_by_role("region", name="Count of T1")
    expect(counted).to_contain_text("-$5")
    page.get_by_role("button", name="Close these shifts").click()
    confirmed(page, "Close the chosen shifts")
    expect(counted).to_contain_text("count again, or give a reason for the variance")
    screen.look("shift-shift")
    counted.get_by_label("Reason for the variance of -$5").fill("a chip under the table")
    page.get_by_role("button", name="Close these shifts").click()
    confirmed(page, "Close the chosen shifts")
    expect(page.locator(".notice")).to_contain_text("Closed: T1, win $0, variance -$5")
    screen.look("shift-shift-closed")
    page.goto("/staff/shift/past")
    expect(page.locator("main")).to_contain_text("a chip under the table")
    page.get_by_role("row").filter(has_text="T1").get_by_role("link").first.click()
    expect(page.get_by_role("article").first).to_contain_text("100x49 5x19")
    screen.look("shift-win-sheet")
    room.goes(screen)


@thorough
def test_a_shift_at_the_window_alone(room: House) -> None:
    room.place.house.people.register("cas", Role.CASHIER, PIN, room.people["ada"], "register/cas")
    screen = room.comes_in("cas")
    page = screen.page
    screen.look("shift-cashier-home")
    page.get_by_role("link", name=re.compile("^Cage")).first.click()
    page.get_by_label("Name begins with").fill("an")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="ann").click()
    sell = page.get_by_role("form", name="Buy in", exact=True)
    sell.get_by_role("textbox", name="Buy in").fill("500")
    sell.get_by_role("button", name="Sell chips").click()
    confirmed(page, "Sell $500 to ann")
    expect(page.locator(".notice")).to_contain_text("Receipt")
    screen.look("shift-cashier-cage")
    page.locator(".notice").get_by_role("link", name=re.compile("Receipt")).click()
    page.get_by_role("link", name="ann at the window").click()
    expect(page.get_by_role("region", name="Player ann")).to_contain_text("$1,500")
    room.goes(screen)


@thorough
def test_a_shift_before_the_cameras(room: House) -> None:
    room.place.house.people.register("cam", Role.SURVEILLANCE, PIN, room.people["ada"], "register/cam")
    play(room)
    screen = room.comes_in("cam")
    page = screen.page
    screen.look("shift-surveillance-home")
    page.get_by_role("link", name=re.compile("^Pit")).first.click()
    page.wait_for_url("**/staff/pit")
    screen.look("shift-surveillance-pit")
    page.get_by_role("button", name="T1", exact=True).click()
    drawer = page.get_by_role("dialog")
    expect(drawer.get_by_role("button")).to_have_count(1)  # Close
    screen.look("shift-surveillance-drawer")
    drawer.get_by_role("link", name="Look").click()
    page.wait_for_url("**/tables/T1")
    expect(page.locator("main")).to_contain_text("ann")
    screen.look("shift-surveillance-table")
    page.goto("/staff/rounds?player=ann")
    page.get_by_role("link", name="T1-1").first.click()
    expect(page.get_by_role("heading", name="In the journal")).to_be_visible()
    screen.look("shift-surveillance-round")
    room.goes(screen)


@thorough
def test_an_inspectors_shift(room: House) -> None:
    play(room)
    screen = room.comes_in("max")
    page = screen.page
    screen.look("shift-inspector-home")
    page.goto("/staff/figures")
    expect(page.locator("main")).to_contain_text("T1")
    screen.look("shift-figures")
    page.goto("/staff/rounds?player=ann")
    page.get_by_role("link", name="T1-1").first.click()
    page.wait_for_url("**/rounds/T1-1*")
    expect(page.locator("main")).to_contain_text("ann")
    screen.look("shift-round")
    page.goto("/staff/journal")
    page.locator("main").get_by_role("searchbox").fill("Fill: $5,000")
    page.keyboard.press("Enter")
    page.wait_for_url("**/staff/journal?*")
    expect(page.locator("main")).to_contain_text("from the cage to the tray of T1")
    screen.look("shift-journal")
    room.place.house.verification._db = room.place.store._engine.url.render_as_string()
    page.get_by_role("button", name="Verify now").click()
    expect(page.locator("#verdict")).to_contain_text("Clean", timeout=60_000)
    page.goto("/staff/links/main/report")
    expect(page.locator("main")).to_contain_text("main")
    screen.look("shift-link-report")
    room.goes(screen)


def play(room: House, *, end: bool = True) -> None:
    """A round at T1, given at the table; without `end` it waits there with its win."""
    orders = [("dora", "open"), ("ann", "bet 10 trips 5 progressive 1"), ("bob", "bet 10"), ("dora", "lock")]
    orders += [("dora", "deal"), ("ann", "bet4"), ("bob", "bet4"), ("dora", "flop"), ("dora", "river")]
    for name, words in (*orders, ("dora", "dealer"), ("dora", "settle"), *([("dora", "end")] if end else [])):
        room.place.order("T1", words, room.people[name])
