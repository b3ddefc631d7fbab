"""The table in a real browser: played by mouse, by keys, by two, by a bank that goes round."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place
from web_screen import Screen

from croupier.ledger.accounts import player
from croupier.rules.round import Stage
from depth import thorough


@pytest.fixture
def guest(browser: Browser, place: Place) -> Iterator[Screen]:
    screen = Screen(browser, place)
    yield screen
    screen.close()


def cents(shown: str) -> int:
    """An amount as the page shows it."""
    return round(100 * float(shown.replace("$", "").replace(",", "")))


def test_a_guest_plays_a_whole_round_by_mouse(guest: Screen) -> None:
    page = guest.page
    page.goto("/")
    guest.look("lobby")
    guest.practise_by_mouse()
    guest.look("table-betting-empty")
    page.get_by_role("button", name="$25 chip").click()
    guest.spot("ante").click()
    page.get_by_role("button", name="$5 chip").click()
    guest.spot("trips").click()
    guest.spot("pairs").click()
    expect(guest.spot("blind")).to_contain_text("$25")
    guest.look("table-betting-chips")
    guest.bar("Deal").click()
    guest.stage("preflop")
    expect(page.locator("#my-cards svg[data-card]:not([data-card=''])")).to_have_count(2)
    expect(page.locator("#dealer-cards svg[data-card='']")).to_have_count(2)
    expect(page.locator("#board-cards svg")).to_have_count(0)  # R13: a hand-held deck lays no board before the flop
    expect(page.locator("#chips")).to_have_text("$940")
    guest.look("table-preflop")
    guest.act("Check")
    guest.stage("flop")
    expect(page.locator("#board-cards svg[data-card]:not([data-card=''])")).to_have_count(3)
    guest.look("table-flop")
    guest.act("Check")
    guest.stage("river")
    guest.look("table-river")
    guest.act("Bet 1x $25")
    guest.stage("over")
    expect(page.locator("#payouts .total")).to_be_visible()
    guest.look("table-over")
    total = page.locator("#payouts .total .money").inner_text()
    net = cents(total)
    name = guest.place.table(guest.table).sittings[0].player
    assert guest.place.store.practice.balance(player(name)) == 100_000 + net, "what is shown is what was paid"
    page.locator("#last a").first.click()
    expect(page.locator("#step-text")).to_contain_text("The round is over")
    guest.look("round-end")
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("#step-text")).to_contain_text("1 of")
    page.get_by_role("button", name="Next").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-text")).to_contain_text("3 of")
    page.get_by_role("button", name="Check it in this browser").click()
    expect(page.locator("#verdict")).to_have_text("The house kept its word, as far as you saw it yourself.")
    guest.look("round-checked")


BLOCKED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });"""


@thorough
def test_a_browser_that_keeps_nothing_plays_all_the_same(guest: Screen) -> None:
    """Where storage is blocked whatever asks for it throws; what one chooses holds until the page is left."""
    page = guest.page
    page.add_init_script(BLOCKED)
    guest.practise_by_mouse()
    page.get_by_label("Decide first (quiz)").check()
    expect(page.locator("#coach-score")).to_have_text("Quiz: nothing asked yet.")
    guest.bet("ante", "ante")
    guest.check_through()
    guest.key("r", "Rebet")
    expect(guest.spot("ante")).to_contain_text("$10")
    page.locator("#last a").first.click()
    page.get_by_role("button", name="Check it in this browser").click()
    expect(page.locator("#verdict")).not_to_be_empty()
    for path in ("/learn", "/learn/dealer", "/learn/play/three-card/drill"):
        page.goto(path)
        expect(page.locator("h1").first).to_be_visible()


@thorough  # as in test_other_games_pages, in another game
def test_a_guest_plays_by_keyboard_alone(guest: Screen) -> None:
    page = guest.page
    page.goto("/")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.textContent.trim()") == "Deal me in":
            break
    page.keyboard.press("Enter")
    guest.stage("betting")
    for key in ("2", "a", "a", "a", "Shift+A", "t"):
        page.keyboard.press(key)
    expect(guest.spot("ante")).to_contain_text("$10")
    expect(guest.spot("trips")).to_contain_text("$5")
    page.keyboard.press("x")
    expect(guest.spot("ante")).not_to_contain_text("$")
    for key in ("a", "a", "Enter"):
        page.keyboard.press(key)
    guest.stage("preflop")
    guest.key("c", "Check")
    guest.stage("flop")
    guest.key("c", "Check")
    guest.stage("river")
    guest.key("f", "Fold")
    guest.stage("over")
    expect(page.locator("#payouts .total")).to_contain_text("-$20")
    guest.key("r", "Rebet")
    expect(guest.spot("ante")).to_contain_text("$10")
    page.keyboard.press("Enter")
    guest.stage("preflop")
    guest.key("4", "Bet 4x")
    guest.stage("over")
    guest.page.locator("summary", has_text="Fair dealing").click()
    page.evaluate("sessionStorage.clear()")
    page.reload()  # a page that is opened again knows the last bets
    guest.key("r", "Rebet")
    expect(guest.spot("ante")).to_contain_text("$10")
    page.reload()
    guest.key("t", "Deal")  # a side bet goes beside the bets that still lie there
    expect(guest.spot("ante")).to_contain_text("$10")
    expect(guest.spot("trips")).to_contain_text("$5")
    page.keyboard.press("Enter")
    guest.stage("preflop")
    guest.key("4", "Bet 4x")
    guest.stage("over")
    guest.key("l", "Leave")
    expect(page).to_have_url(re.compile("/$"))


@thorough
def test_refusals_are_shown_where_one_looks_and_the_table_stays_usable(guest: Screen) -> None:
    guest.practise_by_mouse()
    guest.bar("Deal").click()
    expect(guest.page.get_by_role("alert")).to_contain_text("Put at least $5 on the Ante")
    guest.page.get_by_role("button", name="$1 chip").click()
    guest.bet("ante")
    expect(guest.page.get_by_role("alert")).to_contain_text("limits")
    guest.look("table-refused")
    guest.page.get_by_role("button", name="$5 chip").click()
    guest.bet("ante")
    guest.stage("preflop")


def test_two_players_see_each_other_and_not_each_others_cards(browser: Browser, place: Place) -> None:
    table = place.open_table("Felt-1")
    ann, bob = (Screen(browser, place, place.player(name)) for name in ("ann", "bob"))
    for screen in (ann, bob):
        screen.page.goto(f"/tables/{table}")
    ann.look("table-onlooker")
    ann.bar("Sit in seat 3").click()
    ann.stage("betting")
    expect(bob.page.locator("#arc")).to_contain_text("3 · ann")
    bob.bar("Sit in seat 5").click()
    expect(ann.page.locator("#arc")).to_contain_text("5 · bob")
    ann.bet("ante", "ante", "trips")
    expect(ann.page.locator("#bar .say")).to_have_text("Your bets are down. Waiting for the others.")
    ann.look("table-waiting-for-others")
    expect(bob.page.locator("#arc")).to_contain_text("Ante $10")
    bob.bet("ante")
    for screen in (ann, bob):
        screen.stage("preflop")
        expect(screen.page.locator("#arc svg[data-card='']")).to_have_count(2)
        expect(screen.page.locator("#arc svg[data-card]:not([data-card=''])")).to_have_count(0)
    ann.act("Bet 4x $40")
    ann.act("Leave")
    expect(ann.page.locator("#say")).to_contain_text("Your bets stay")  # R19: and whoever means it asks again
    expect(bob.page.locator("#arc")).to_contain_text("bet 4x")
    bob.look("table-other-seat-live")
    bob.act("Check")
    bob.stage("flop")
    bob.act("Check")
    bob.stage("river")
    bob.act("Fold")
    for screen in (ann, bob):
        screen.stage("over")
    expect(bob.page.locator("#arc svg[data-card]:not([data-card=''])")).to_have_count(2)
    expect(ann.page.locator("#arc svg[data-card='']")).to_have_count(2)  # R23: what was folded is not turned
    ann.look("table-two-over")
    ann.close()
    bob.close()


@pytest.mark.thorough
def test_in_california_the_bank_goes_round(browser: Browser, place: Place) -> None:
    table = place.open_table("Bank-1", "ca")
    names = {1: "cal", 4: "dot"}
    screens = {seat: Screen(browser, place, place.player(name)) for seat, name in names.items()}
    for seat, screen in screens.items():
        screen.page.goto(f"/tables/{table}")
        screen.bar(f"Sit in seat {seat}").click()
        screen.stage("betting")
    banked: list[int] = []
    for number in range(1, 4):
        now = place.until(table, lambda t, n=number: t.rounds == n and t.round.stage is Stage.BETTING)  # type: ignore[misc]
        bank = now.bank_offered_to[0]
        banked.append(bank)
        banker, other = screens[bank], screens[5 - bank]
        expect(banker.bar("Take the bank")).to_be_visible()
        if number == 1:
            banker.look("ca-bank-offered")
            expect(banker.page.locator("#say")).to_contain_text("never more than its wager (net coverage)")
            expect(other.page.locator("#bank")).to_contain_text(f"offered to seat {bank}")
        banker.act("Take the bank")
        expect(other.page.locator("#bank")).to_contain_text("Bank: seat")
        other.bet("ante", "ante", "trips")
        other.stage("preflop")
        if number == 1:
            other.look("ca-preflop-player")
            expect(banker.page.locator("#dealer-cards svg[data-card]:not([data-card=''])")).to_have_count(2)
            expect(other.page.locator("#dealer-cards svg[data-card='']")).to_have_count(2)
            banker.look("ca-preflop-banker")
            expect(banker.page.locator("#say")).to_contain_text("it covers $200 to pay and $200 to take")
        other.act("Bet 4x")
        other.stage("over")
        if number == 1:
            other.look("ca-over")
            expect(banker.page.locator("#payouts")).to_contain_text("Bank · against one seat")
            banker.look("ca-over-banker")
            won, lost = (one.page.locator("#payouts .money").all_inner_texts() for one in (banker, other))
            assert cents(won[0]) == -sum(map(cents, lost[:-2])), "what one wins the other loses, collection aside"
    assert len(set(banked)) == 2, f"the bank stayed at {banked}"
    for screen in screens.values():
        screen.close()


@thorough
def test_in_california_nobody_is_held_by_a_bank_that_nobody_wants(browser: Browser, place: Place) -> None:
    """R31: who was asked once is not asked again, and may take the bank after all, or leave."""
    table = place.open_table("Bank-2", "ca")
    eve, fay = (Screen(browser, place, place.player(name)) for name in ("eve", "fay"))
    for seat, screen in enumerate((eve, fay), start=1):
        screen.page.goto(f"/tables/{table}")
        screen.bar(f"Sit in seat {seat}").click()
        screen.stage("betting")
    asked, other = (eve, fay) if place.until(table, lambda t: t.round).bank_offered_to[0] == 1 else (fay, eve)
    expect(asked.bar("Leave")).to_be_visible()
    asked.act("Pass it on")
    other.act("Pass it on")
    for screen in (eve, fay):
        expect(screen.page.locator("#say")).to_contain_text("Nobody has taken the bank")
        expect(screen.page.locator("#bank")).to_contain_text("no round is dealt")
        expect(screen.bar("Pass it on")).to_be_hidden()
        expect(screen.bar("Take the bank")).to_be_visible()
    fay.look("ca-bank-passed")
    eve.act("Leave")
    expect(eve.page).to_have_url(re.compile("/$"))
    fay.act("Take the bank")
    expect(fay.page.locator("#bank")).to_contain_text("Bank: seat 2")
    eve.close()
    fay.close()


@thorough
def test_the_company_in_california_keeps_a_guest_playing(guest: Screen) -> None:
    guest.practise_by_mouse("ca")
    expect(guest.page.locator("#arc")).to_contain_text("ivy")
    for _ in range(2):
        take, deal = guest.bar("Take the bank"), guest.bar("Deal")
        expect(take.or_(deal)).to_be_visible()
        if take.is_visible():
            take.click()
        else:
            guest.bet("ante", "ante")
            guest.stage("preflop")
            guest.act("Bet 4x")
        guest.stage("over")
    guest.look("ca-practice")


@thorough
def test_a_stopped_table_says_so(browser: Browser, place: Place) -> None:
    table = place.open_table("Halt-1")
    ann = Screen(browser, place, place.player("ada"))
    ann.page.goto(f"/tables/{table}")
    ann.bar("Sit in seat 1").click()
    ann.stage("betting")
    place.order(table, "stop the shuffler jams", BOSS)
    expect(ann.page.get_by_text("This table is closed. The round in play is finished")).to_be_visible()
    ann.look("table-stopped")
    ann.close()


@thorough
def test_enter_is_deal_and_never_the_way_out(browser: Browser, own_place: Place) -> None:
    """Whoever sits down with Enter and presses it again is still there; after a decision no button holds the focus."""
    own_place.open_table("T1")
    screen = Screen(browser, own_place, own_place.player("ann"))
    page = screen.page
    page.goto("/tables/T1")
    screen.bar("Sit in seat 1").focus()
    page.keyboard.press("Enter")
    screen.stage("betting")
    expect(screen.bar("Deal")).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("a")
    for _ in range(4):
        page.keyboard.press("a")
    page.keyboard.press("Enter")
    screen.stage("preflop")
    assert [sitting.player for sitting in own_place.table("T1").sittings] == ["ann"]
    expect(page.locator("#bar")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("c")
    screen.stage("flop")
    (seat,) = own_place.table("T1").in_play.seats  # type: ignore[union-attr]
    assert [str(action) for action in seat.line] == ["check"], "Enter bets nothing"
    screen.close()
