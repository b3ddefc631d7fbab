"""A first round in a real browser: by keyboard at a desk, by touch on a phone, and the page that tells the game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import PHONE, Screen

from croupier.games.uth import UTH
from croupier.school.primer.lesson import parts
from depth import first_of, thorough

WIDE = {"width": 1440, "height": 900}


@thorough
def test_a_first_round_by_keyboard(place: Place, browser: Browser) -> None:
    screen = Screen(browser, place, viewport=WIDE)
    page = screen.page
    page.goto("/")
    page.get_by_role("link", name="Learn a game in three minutes").click()
    page.wait_for_url("**/learn")
    screen.look("learn-desk")
    page.get_by_role("link", name="First round of Ultimate Texas Hold'em").click()
    expect(page.get_by_role("heading", name="Put $10 on the Ante")).to_be_visible()
    screen.look("first-bet-desk")
    page.keyboard.press("a")
    expect(page.get_by_role("heading", name="Put $10 on the Blind")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.get_by_role("heading", name="Put $10 on the Ante")).to_be_visible()
    deals = parts(UTH)
    for part in deals:
        for _ in range(len(part.placed) + 1 + len(part.line)):
            expect(page.locator(".todo .main")).to_be_focused()
            address = page.url
            page.keyboard.press("Enter")
            page.wait_for_url(lambda url, was=address: url != was)
        expect(page.locator(".explained .total")).to_be_visible()
        expect(page.locator(".teacher .part")).to_contain_text(part.goal.value)
        screen.look(f"first-{part.goal.name.lower()}-desk")
        if part is not deals[-1]:
            page.keyboard.press("n")
            expect(page.locator(".explained")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("heading", name="Before the flop: what will you do?")).to_be_visible()
    page.go_forward()
    page.get_by_role("button", name="Now play").click()
    screen.stage("betting")
    screen.close()


@thorough
def test_a_first_round_by_touch(place: Place, browser: Browser) -> None:
    screen = Screen(browser, place, viewport=PHONE, has_touch=True)
    page = screen.page
    page.goto("/learn/first/uth")
    for spot in ("Ante", "Blind"):
        page.get_by_role("link", name=f"Put your bet on {spot}").tap()
        expect(page.locator(".lesson-spot.down", has_text=spot)).to_be_visible()
    page.get_by_role("link", name="Deal", exact=True).tap()
    expect(page.locator('[data-place="own"] .card')).to_have_count(2)
    assert screen.in_view(page.get_by_role("link", name="Check")), "what is asked is under the thumb"
    screen.look("first-decision-phone")
    page.get_by_role("link", name="Bet 4x $40").tap()
    expect(page.locator(".teacher h2")).to_have_text(re.compile("You (win|lose)"))
    screen.look("first-settled-phone")
    page.get_by_role("link", name="Leave").tap()
    expect(page.get_by_role("heading", name="Learn", exact=True)).to_be_visible()
    screen.look("learn-phone")
    screen.close()


@thorough
@pytest.mark.parametrize(("size", "name"), first_of([(WIDE, "desk"), (PHONE, "phone")]), ids=["desk", "phone"])
def test_how_to_play_reads_well(place: Place, browser: Browser, size: dict, name: str) -> None:
    screen = Screen(browser, place, viewport=size)
    for game in ("uth", "let-it-ride"):
        screen.page.goto(f"/learn/how/{game}")
        expect(screen.page.locator(".drawn .card").first).to_be_visible()
        screen.look(f"how-{game}-{name}")
    screen.close()


@thorough
def test_a_first_round_needs_no_script(place: Place, browser: Browser) -> None:
    screen = Screen(browser, place, viewport=WIDE, java_script_enabled=False)
    page = screen.page
    page.goto("/learn/first/three-card")
    for label in ("$10 on the Ante", "Deal", "Bet 1x $10"):
        page.locator(".todo").get_by_role("link", name=label).click()
    expect(page.locator(".explained .total")).to_be_visible()
    screen.close()
