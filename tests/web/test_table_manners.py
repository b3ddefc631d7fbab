"""The table's manners: nothing is offered that would be refused, messages fit their reader, the felt fits a screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import Screen

from croupier.web.table.balances import not_covered
from depth import thorough

SIDEWAYS = {"width": 844, "height": 390}
WALL = {"width": 1920, "height": 1080}


@pytest.fixture
def guest(browser: Browser, place: Place) -> Iterator[Screen]:
    screen = Screen(browser, place)
    yield screen
    screen.close()


def test_a_guest_without_chips_is_told_of_play_chips_and_not_of_the_cage(place: Place) -> None:
    visit = place.visit()
    table = visit.practise()
    words = not_covered(True, 8_000, place.table(table).settings.terms)
    assert "cage" not in words
    assert "$80 of them are left" in words
    assert "you get $1,000 again once a round leaves you under $50" in words


def test_what_a_players_chips_do_not_cover_is_not_offered_and_says_why(browser: Browser, place: Place) -> None:
    table = place.open_table("thin")
    screen = Screen(browser, place, place.player("thin-tim", chips=3_000))
    page = screen.page
    page.goto(f"/tables/{table}")
    screen.bar("Sit in seat 1").click()
    screen.stage("betting")
    expect(screen.bar("$100 chip")).to_be_disabled()
    page.keyboard.press("4")
    expect(page.get_by_role("alert")).to_have_text("No $100 chip: $30 of your chips are left.")
    screen.spot("bad_beat").click()
    expect(page.get_by_role("alert")).to_contain_text("Bad Beat needs a bet on the")
    page.keyboard.press("2")
    screen.spot("ante").click()
    screen.spot("ante").click()
    screen.spot("trips").click()
    expect(screen.spot("pairs")).not_to_have_class("dim")
    screen.bar("Deal").click()
    screen.stage("preflop")
    expect(screen.bar("Bet 4x $40")).to_be_disabled()
    expect(screen.bar("Check")).to_be_enabled()
    expect(page.locator("#say")).to_contain_text("You have $5 left, which does not cover Bet 4x or Bet 3x.")
    screen.look("table-thin")
    screen.close()


@thorough
def test_enter_takes_the_bank_and_a_refusal_keeps_what_was_typed(guest: Screen) -> None:
    guest.page.goto("/")
    guest.page.get_by_role("combobox", name="Rules").select_option("ca")
    guest.page.get_by_role("button", name="Deal me in").click()
    field = guest.page.get_by_label("Bank wager in dollars")
    field.fill("999999")
    field.press("Enter")
    expect(guest.page.get_by_role("alert")).to_be_visible()
    expect(field).to_have_value("999999")
    expect(field).to_be_focused()
    field.fill("300")
    field.press("Enter")
    guest.stage("over")
    expect(guest.page.locator("#payouts")).to_contain_text("Bank")


@thorough
def test_chips_stack_by_amount_and_tables_and_rounds_stand_beside(guest: Screen) -> None:
    guest.practise()
    page = guest.page
    sheets = page.locator("#paytables details")
    expect(page.locator("#paytables [data-bet=trips]")).not_to_have_attribute("open", "")
    for key, spot in (("3", "trips"), ("2", "trips"), ("3", "ante")):
        page.keyboard.press(key)
        guest.spot(spot).click()
    expect(guest.spot("trips").locator(".stack")).to_have_attribute("data-chips", "25 5")
    expect(page.locator("#paytables [data-bet=trips]")).to_have_attribute("open", "")
    expect(sheets.last).not_to_have_attribute("open", "")
    guest.bar("Deal").click()
    guest.act("Bet 4x")
    guest.stage("over")
    expect(page.locator("#last a").first).to_have_text("Round 1")
    assert page.evaluate("() => import('/static/stack.js').then((m) => m.chipsOf(13000).join())") == "100,25,5"


@thorough
def test_empty_seats_shrink_and_vanish_where_there_is_no_room(browser: Browser, place: Place) -> None:
    wide, narrow = (Screen(browser, place, viewport=size) for size in (WALL, SIDEWAYS))
    for screen in (wide, narrow):
        screen.practise()
    pod = wide.page.locator("#arc .pod").first.bounding_box()
    assert pod is not None
    assert pod["width"] < 80
    expect(narrow.page.locator("#arc")).to_be_hidden()
    wide.bet("ante")
    wide.stage("preflop")
    card = wide.page.locator("#my-cards .card").first.bounding_box()
    assert card is not None
    assert card["width"] > 100, "cards grow with the screen"
    wide.look("wall-preflop")
    for screen in (wide, narrow):
        screen.close()
