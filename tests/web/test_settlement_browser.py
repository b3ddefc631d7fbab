"""The dealer's felt in a real browser: a table by touch, keys and carried chips; a story watched; a felt in a form."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from web_place import Place
from web_screen import DESK, PHONE, Screen

from croupier.games import GAMES
from croupier.money import chips_for, plain_dollars
from croupier.school.acts import (
    CallHand,
    CallSupervisor,
    DealerAct,
    DealOut,
    DropFee,
    LockUp,
    PayBet,
    PressKey,
    PushBet,
    TakeBet,
    TurnCards,
    parse_act,
)
from croupier.school.course import COURSE, question
from croupier.school.draw import Draw
from croupier.school.question import Acts, mark, read_answer
from croupier.school.settlement.planted_errors import told_story
from croupier.school.settlement.table import DrillTable, TableKind, drawn_table
from depth import first_of, thorough

TABLET = {"width": 1024, "height": 768}
SIZES = first_of([(DESK, "desk"), (PHONE, "phone")])


def table_of(seed: str, kind: TableKind = TableKind.HOUSE, game: str = "uth") -> DrillTable:
    return drawn_table(GAMES[game], Draw(f"felt/{game}/{kind.value}/{seed}"), kind)


def choose(page: Page, seat: int, spot: str) -> None:
    bet = page.locator(f'[data-at="bet {seat} {spot}"]')
    bet.click()
    expect(bet).to_have_attribute("aria-pressed", "true")


def lay(page: Page, act: PayBet | DropFee, seat: int, spot: str) -> None:
    """Chips of the tray, one by one, onto a place that is chosen."""
    bet, total = page.locator(f'[data-at="bet {seat} {spot}"]'), 0
    for value, number in chips_for(act.amount)[0]:
        for _ in range(number):
            page.locator(f'[data-chip="{value}"]').click()
            total += value
            expect(bet).to_contain_text(plain_dollars(total) if total < 100_000 else "")


def by_touch(page: Page, act: DealerAct) -> None:
    """One act as a finger does it."""
    match act:
        case TurnCards(place):
            page.locator(f'[data-at="cards {place}"]').click()
        case CallHand(_, hand):
            page.locator(f'[data-call="{hand}"]').click()
        case TakeBet(seat, spot, amount):
            choose(page, seat, spot)
            page.locator('[data-verb="take"]').click()
            assert amount
        case PushBet(seat, spot):
            choose(page, seat, spot)
            page.locator('[data-verb="push"]').click()
        case PayBet(seat, spot):
            choose(page, seat, spot)
            lay(page, act, seat, spot)
            page.locator('[data-verb="pay"]').click()
        case DropFee(seat):
            choose(page, seat, "fee")
            lay(page, act, seat, "fee")
            page.locator('[data-verb="drop"]').click()
        case PressKey(key):
            page.locator(f'[data-key-press="{key}"]').click()
        case LockUp():
            page.locator('[data-at="lock"]').click()
        case DealOut():
            page.locator('[data-at="deal"]').click()
        case CallSupervisor():
            page.locator('[data-at="supervisor"]').click()


@pytest.mark.parametrize(("size", "name"), SIZES, ids=["desk", "phone"])
def test_a_table_is_settled_by_moving_chips(place: Place, browser: Browser, size: dict, name: str) -> None:
    table = table_of("107")
    screen = Screen(browser, place, viewport=size)
    page = screen.page
    page.goto("/learn/dealer/felt?game=uth&table=house&seed=107")
    last = table.acts[-1]
    assert isinstance(last, TakeBet | PushBet | PayBet)
    choose(page, last.seat, last.spot)
    page.keyboard.press("p")
    expect(page.locator("#log li")).to_have_count(1)
    expect(page.locator("#judged")).to_contain_text(re.compile("Out of order|Not right"))
    for number, act in enumerate(table.acts, 2):
        by_touch(page, act)
        expect(page.locator("#log li")).to_have_count(number)
        expect(page.locator("#judged")).to_contain_text("Right.")
        if number == len(table.acts) // 2:
            screen.look(f"settlement-half-{name}")
    expect(page.locator("#score")).to_contain_text(f"{len(table.acts) - 1} of {len(table.acts)}")
    screen.look(f"settlement-over-{name}")
    screen.close()


@thorough
@pytest.mark.parametrize(
    ("kind", "seed", "size", "name"),
    [(TableKind.LINK, "11", PHONE, "phone"), (TableKind.BANK, "118", TABLET, "tablet")],
    ids=["link", "bank"],
)
def test_a_lock_a_collection_and_the_keys_are_acts_too(
    place: Place, browser: Browser, kind: TableKind, seed: str, size: dict, name: str
) -> None:
    table = table_of(seed, kind)
    screen = Screen(browser, place, viewport=size)
    page = screen.page
    page.goto(f"/learn/dealer/felt?game=uth&table={kind.value}&seed={seed}")
    for number, act in enumerate(table.acts, 1):
        if isinstance(act, DealOut):
            screen.look(f"settlement-{kind.value}-before-{name}")
        by_touch(page, act)
        expect(page.locator("#log li")).to_have_count(number)
        expect(page.locator("#judged")).to_contain_text("Right.")
    expect(page.locator("#score")).to_contain_text(f"{len(table.acts)} of {len(table.acts)} right at once")
    screen.look(f"settlement-{kind.value}-{name}")
    screen.close()


@thorough
def test_chips_are_carried(place: Place, browser: Browser) -> None:
    """From the tray to a bet, from a bet to the tray, from a bet to its player's cards."""
    screen = Screen(browser, place)
    page = screen.page
    page.goto("/learn/dealer/felt?game=uth&table=house&seed=browser")
    seat = table_of("browser").round.seats[0].number
    bet = page.locator(f'[data-at="bet {seat} ante"]')
    page.locator('[data-chip="500"]').drag_to(bet)
    expect(bet).to_contain_text("+ $5")
    page.locator('[data-chip="2500"]').drag_to(bet)
    expect(page.locator('[data-verb="pay"]')).to_contain_text("Pay $30")
    page.keyboard.press("Backspace")
    expect(page.locator('[data-verb="pay"]')).to_contain_text("Pay $5")
    page.keyboard.press("Backspace")
    expect(page.locator('[data-verb="pay"]')).to_be_disabled()
    bet.drag_to(page.locator(".dealing-tray"))
    expect(page.locator("#log li")).to_have_count(1)
    expect(page.locator("#log li")).to_contain_text(f"Seat {seat}, Ante: take")
    bet.drag_to(page.locator(f'[data-at="cards {seat}"]'))
    expect(page.locator("#log li").last).to_contain_text(f"Seat {seat}, Ante: push")
    screen.close()


@thorough
def test_a_dealer_who_errs_is_stopped(place: Place, browser: Browser) -> None:
    seed = "26"
    story = told_story(table_of(seed), Draw(f"story/uth/house/{seed}"))
    assert story.wrong, "the story of this seed has an error"
    screen = Screen(browser, place)
    page = screen.page
    page.goto(f"/learn/dealer/felt?game=uth&table=house&seed={seed}&watch=true")
    for number in range(story.wrong):
        expect(page.locator("#log li")).to_have_count(number + 1)
        page.keyboard.press("n")
    expect(page.locator("#log li")).to_have_count(story.wrong + 1)
    screen.look("settlement-watch")
    page.get_by_role("button", name="Stop: that is wrong").click()
    expect(page.locator("#judged")).to_contain_text("Found.")
    expect(page.locator("#judged")).to_contain_text(story.error.value)
    screen.look("settlement-found")
    screen.close()


@thorough
def test_the_felt_in_a_form_writes_the_answer(place: Place, browser: Browser) -> None:
    """Where a table is a question, nothing is judged before the form is sent."""
    asked = question(COURSE["qualified"], "uth", "43", 2)
    assert isinstance(asked.asks, Acts)
    screen = Screen(browser, place, viewport=PHONE)
    page = screen.page
    page.goto("/learn/dealer/qualified?game=uth&seed=43&number=2")
    for done, text in enumerate(asked.answer, 1):
        by_touch(page, parse_act(text))
        expect(page.locator(".done[role=status]")).to_contain_text(f"{done} done")
    screen.look("settlement-form")
    page.get_by_role("button", name="Take back the last act").click()
    expect(page.locator(".done[role=status]")).to_contain_text(f"{len(asked.answer) - 1} done")
    by_touch(page, parse_act(asked.answer[-1]))
    expect(page.locator(".done[role=status]")).to_contain_text(f"{len(asked.answer)} done")
    written = page.locator("textarea").input_value().splitlines()
    assert mark(asked, read_answer(asked, written)).right
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#verdict")).to_contain_text("Right.")
    screen.look("settlement-form-verdict")
    screen.close()
