"""Three Card Poker in a real browser: the house had no page of its own for it, and needs none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import Screen
from web_staff import Staffed, bets, newest

from depth import thorough


@pytest.fixture
def guest(browser: Browser, place: Place) -> Iterator[Screen]:
    screen = Screen(browser, place)
    yield screen
    screen.close()


@thorough
def test_a_guest_plays_a_round_by_keys(guest: Screen) -> None:
    page = guest.page
    guest.practise("three-card")
    expect(page.locator("#spots [data-spot]")).to_have_count(4)
    expect(page.locator(".board")).to_be_hidden()
    page.keyboard.press("2")
    page.keyboard.press("a")
    page.keyboard.press("p")
    page.keyboard.press("s")
    expect(page.locator("#bar")).to_contain_text("The Play bet comes later, equal to the Ante.")
    guest.look("three-card-betting")
    page.keyboard.press("Enter")
    guest.stage("decision")
    expect(page.locator("#my-cards svg[data-card]:not([data-card=''])")).to_have_count(3)
    expect(page.locator("#dealer-cards svg[data-card='']")).to_have_count(3)
    guest.look("three-card-decision")
    guest.key("1", "Bet 1x $5")
    guest.stage("over")
    expect(page.locator("#payouts .total")).to_be_visible()
    expect(page.locator("#payouts")).to_contain_text("Pair Plus · ")
    guest.look("three-card-over")
    page.locator("#last a").click()
    expect(page.locator("#step-text")).to_contain_text(" of ")  # the page's own script is there
    page.get_by_role("button", name="Check").first.click()
    expect(page.locator("#verdict")).to_have_text("The house kept its word, as far as you saw it yourself.")


@thorough
def test_a_side_bet_alone_is_dealt_in_and_asked_nothing(guest: Screen) -> None:
    guest.practise("three-card")
    guest.bet("pair_plus")
    guest.stage("over")
    expect(guest.page.locator("#payouts")).to_contain_text("Pair Plus · ")
    expect(guest.page.locator("#payouts li")).to_have_count(2)


@thorough
def test_a_dealer_deals_it_key_by_key(browser: Browser, own_place: Place) -> None:
    with Staffed(browser, own_place, rules="three-card", bets=("pair_plus", "six_card")) as room:
        dora, ann = room.dealer(), room.seated("ann", 2)
        expect(dora.page.locator("#pads .pad")).to_have_count(6)
        dora.press("OPEN BETS")
        bets(ann, "ante", "pair_plus")
        dora.press("NO MORE BETS")
        expect(dora.step).to_have_text("Packets of three by seat and to yourself; eject the rest.")
        dora.press("DEAL")
        ann.stage("decision")
        dora.refused("DEALER'S CARDS", "DEALER'S CARDS: waiting for seat 2 to decide")
        newest(ann)
        ann.act("Fold")
        expect(dora.step).to_have_text("Turn the dealer's three cards and announce the hand.")
        dora.press("DEALER'S CARDS")
        expect(dora.task).to_contain_text("Seat 2 folded")
        expect(dora.task).to_contain_text("Pair Plus")
        dora.press("NEXT SEAT", "GAME OVER")
        ann.stage("over")
