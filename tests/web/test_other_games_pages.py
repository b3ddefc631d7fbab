"""The other games in a real browser: each plays on the page that every game has."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import Screen

from depth import first_of, thorough


@pytest.fixture
def guest(browser: Browser, place: Place) -> Iterator[Screen]:
    screen = Screen(browser, place)
    yield screen
    screen.close()


# game | keys of the bets | what the bar says | keys and labels, street by street | own cards, dealer's backs, board
ROUNDS = {
    "caribbean": ("a", "The Raise bet comes later, exactly 2x the Ante.", [("decision", "2", "Bet 2x $10")], (5, 4, 0)),
    "four-card": ("au", "The Play bet comes later, up to 3x the Ante.", [("decision", "3", "Bet 3x $15")], (5, 5, 0)),
    "crazy-four": ("au", "The Play bet comes later, up to 3x the Ante.", [("decision", "1", "Bet 1x $5")], (5, 5, 0)),
    "mississippi": (
        "at",
        "comes later, up to 3x the Ante",
        [("third", "1", "Bet 1x $5"), ("fourth", "2", "Bet 2x $10"), ("fifth", "3", "Bet 3x $15")],
        (2, 0, 3),
    ),
    "let-it-ride": (
        "bt",
        "$20 down. Part of it can be pulled back later.",
        [("three", "r", "Ride"), ("four", "p", "Pull")],
        (3, 0, 2),
    ),
    "flushes-gone-wild": (
        "af",
        "The Play bet comes later, exactly 2x the Ante.",
        [("decision", "2", "Bet 2x $10")],
        (5, 5, 2),
    ),
}


@pytest.mark.parametrize("key", first_of(ROUNDS))
def test_a_guest_plays_a_round_by_keys(guest: Screen, key: str) -> None:
    bets, says, streets, (own, backs, board) = ROUNDS[key]
    page = guest.page
    guest.practise_by_mouse(key)
    page.keyboard.press("2")
    for letter in bets:
        page.keyboard.press(letter)
    expect(page.locator("#bar")).to_contain_text(says)
    page.keyboard.press("Enter")
    for shown, (stage, pressed, label) in enumerate(streets):
        guest.stage(stage)
        expect(page.locator("#my-cards svg[data-card]:not([data-card=''])")).to_have_count(own)
        expect(page.locator("#dealer-cards svg[data-card='']")).to_have_count(backs)
        expect(page.locator("#board-cards svg[data-card='']")).to_have_count(board - shown)
        guest.look(f"{key}-{stage}")
        guest.key(pressed, label)
    guest.stage("over")
    expect(page.locator("#payouts .total")).to_be_visible()
    guest.look(f"{key}-over")
    page.locator("#last a").click()
    expect(page.locator("#step-text")).to_contain_text(" of ")  # the page's own script is there
    page.get_by_role("button", name="Check").first.click()
    expect(page.locator("#verdict")).to_have_text("The house kept its word, as far as you saw it yourself.")


@thorough
def test_a_game_of_equal_bets_that_adds_none_is_said_in_its_own_words(guest: Screen) -> None:
    page = guest.page
    guest.practise("let-it-ride")
    expect(page.locator("#bar")).to_contain_text("Pick a chip, then a spot: 1, 2 and $ get the same bet.")
    page.get_by_text("Keys and cards").click()
    expect(page.locator("#keys-of-choices")).to_have_text(re.compile(r"^R ride · P pull · L leave"))


@thorough
def test_the_dealers_up_card_is_seen_from_the_deal_on_also_when_the_round_is_told_again(guest: Screen) -> None:
    page, faces = guest.page, "#dealer-cards svg[data-card]:not([data-card=''])"
    guest.practise("caribbean")
    guest.bet("ante")
    guest.stage("decision")
    expect(page.locator(faces)).to_have_count(1)
    up = page.locator(faces).get_attribute("data-card")
    guest.key("f", "Fold")
    guest.stage("over")
    expect(page.locator(faces)).to_have_count(5)
    page.locator("#last a").click()
    expect(page.locator(faces)).to_have_count(5)
    page.locator("#first").click()
    expect(page.locator("#dealer-cards svg")).to_have_count(0)
    for _ in range(10):
        if page.locator("#dealer-cards svg").count():
            break
        page.locator("#next").click()
    expect(page.locator(faces)).to_have_count(1)
    assert page.locator(faces).get_attribute("data-card") == up
