"""The lobby and the pit in a browser: a game is chosen first, then its rules; by mouse, by keyboard, on a phone, and
without scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from web_place import Place
from web_screen import DESK, PHONE, Screen

from depth import first_of, thorough

# What a guest reads in the lobby, in its order: the game, and the line beneath.
GAMES = {
    "Ultimate Texas Hold'em": "Two cards and a board against the dealer. Who bets early may bet more.",
    "Three Card Poker": "Three cards against the dealer's three. Play or fold.",
    "Caribbean Stud Poker": "Five cards against the dealer's five. Raise or fold.",
    "Four Card Poker": "Your best four of five against the dealer's best four of six.",
    "Crazy 4 Poker": "The best four of five on both sides. A pair of aces may bet triple.",
    "Mississippi Stud": "No dealer to beat. Bet before each board card, for jacks or better.",
    "Let It Ride": "No dealer to beat. Three bets, two to pull back, for tens or better.",
    "Texas Hold'em Bonus": "Two cards and a board against the dealer. Pay for the flop, then bet or check.",
    "Flushes Gone Wild": "The most cards of one suit, with wild deuces and two shared cards. Play or fold.",
    "DJ Wild Stud Poker": "Five cards against the dealer's five, with deuces and a joker wild. Play or fold.",
}


@pytest.fixture
def guest(browser: Browser, place: Place) -> Iterator[Screen]:
    screen = Screen(browser, place)
    yield screen
    screen.close()


def dealt_in(page: Page, place: Place) -> str:
    """The rules of the practice table to which the button leads."""
    page.get_by_role("button", name="Deal me in").click()
    page.wait_for_url("**/tables/*")
    return place.table(page.url.rpartition("/")[2]).settings.terms.rules.name


def test_a_guest_chooses_a_game_and_then_sees_its_rules_alone(guest: Screen, place: Place) -> None:
    page = guest.page
    page.goto("/")
    games = page.get_by_role("group", name="Game").get_by_role("radio")
    expect(games).to_have_count(len(GAMES))
    for radio, (name, line) in zip(games.all(), GAMES.items(), strict=True):
        expect(radio).to_have_accessible_name(name)
        expect(radio).to_have_accessible_description(line)
    expect(games.first).to_be_checked()
    rules = page.get_by_role("combobox", name="Rules")
    expect(rules).to_have_value("wa-2018")
    assert [option.get_attribute("value") for option in rules.get_by_role("option").all()] == [
        "wa-base",
        "wa-2014",
        "wa-2018",
        "wa-lnw",
        "ca",
    ]
    guest.look("lobby-uth")
    page.get_by_text("Four Card Poker").click()
    expect(rules).to_have_count(0)  # one rule set: nothing to choose
    expect(page.get_by_text("Washington, as commonly published")).to_have_count(len(GAMES) - 1)
    expect(page.get_by_text("Washington, as commonly published").locator("visible=true")).to_have_count(1)
    guest.look("lobby-four-card")
    assert dealt_in(page, place) == "four-card"


@thorough
def test_the_rules_that_were_chosen_are_those_of_the_table(guest: Screen, place: Place) -> None:
    guest.page.goto("/")
    guest.page.get_by_role("combobox", name="Rules").select_option("wa-lnw")
    assert dealt_in(guest.page, place) == "wa-lnw"


@thorough
def test_by_keyboard_arrows_choose_the_game_and_tab_leads_on_to_its_rules(guest: Screen, place: Place) -> None:
    page = guest.page
    page.goto("/")
    focused = "() => [document.activeElement.type, document.activeElement.value]"
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate(focused)[0] == "radio":
            break
    assert page.evaluate(focused) == ["radio", "uth"]
    page.keyboard.press("Tab")
    expect(page.get_by_role("combobox", name="Rules")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    for key in ("three-card", "caribbean"):
        page.keyboard.press("ArrowDown")
        assert page.evaluate(focused) == ["radio", key]
    guest.look("lobby-keyboard")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Deal me in")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    assert place.table(guest.table).settings.terms.rules.name == "caribbean"


@thorough
@pytest.mark.parametrize("size", first_of([DESK, PHONE]), ids=["desk", "phone"])
def test_it_needs_no_script(browser: Browser, place: Place, size: dict[str, int]) -> None:
    context = browser.new_context(base_url=place.url, viewport=size, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_role("combobox", name="Rules")).to_be_visible()
    page.get_by_text("Let It Ride").click()
    expect(page.get_by_role("combobox", name="Rules")).to_have_count(0)
    expect(page.get_by_role("button", name="Deal me in")).to_have_count(1)
    assert dealt_in(page, place) == "let-it-ride"
    context.close()


@thorough
def test_on_a_phone_the_button_stays_within_reach_and_no_card_moves_away(browser: Browser, place: Place) -> None:
    phone = Screen(browser, place, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    page = phone.page
    page.goto("/")
    deal = page.get_by_role("button", name="Deal me in")
    assert phone.in_view(deal), "the usual game takes one tap"
    for name in GAMES:
        card = page.locator(".pick", has_text=name)
        card.evaluate("(card) => card.scrollIntoView({block: 'nearest'})")
        before = card.bounding_box()
        card.tap()
        expect(page.get_by_role("radio", name=name)).to_be_checked()
        assert before is not None
        assert before["height"] >= 44, "a thumb needs room"
        assert card.bounding_box() == before, f"{name} moves away under the thumb"
        assert phone.in_view(deal), f"{name} is far from its button"
        phone.look(f"phone-lobby-{list(GAMES).index(name)}")
    phone.close()
