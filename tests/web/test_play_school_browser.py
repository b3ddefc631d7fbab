"""A player's course in a real browser: a first round, a drill with a mistake, its review, the puzzles, a hundred
decisions by key, and a certificate that a stranger opens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from web_place import Place
from web_screen import DESK, PHONE, Screen

from croupier.school.decision import parse_decision
from croupier.strategy.drills.position import judge_decision
from depth import thorough

pytestmark = pytest.mark.lab

GAME = "let-it-ride"
SIZES = (PHONE, DESK)


@pytest.fixture
def screens(browser: Browser) -> Iterator[list[Screen]]:
    opened: list[Screen] = []
    yield opened
    for screen in opened:
        screen.close()


def choices_of(page: Page) -> list[str]:
    """What is offered, best first, as one would know who knows everything."""
    expect(page.locator("#choices button[data-choice]:not(:disabled)").first).to_be_visible(timeout=60_000)
    cards = [
        "".join(str(card.get_attribute("data-card")) for card in page.locator(f"#{place} .card").all())
        for place in ("own", "board", "up")
    ]
    return list(judge_decision(parse_decision(" ".join([GAME, *(text or "-" for text in cards)]))).choices)


def press(page: Page, choice: str) -> None:
    page.keyboard.press(str(page.locator(f'[data-choice="{choice}"]').get_attribute("aria-keyshortcuts")))


def test_outs_are_counted_on_the_picture_before_anything_is_decided(
    browser: Browser, place: Place, screens: list[Screen]
) -> None:
    screen = Screen(browser, place, sizes=SIZES)
    screens.append(screen)
    page = screen.page
    page.goto(f"{place.url}/learn/play/{GAME}/drill?count=true&position={GAME} QhJhTh 2h")
    number = page.get_by_label("How many of the 48 unseen cards would give you a better line of the pay table?")
    expect(number).to_be_focused()
    expect(page.locator("[data-choice]")).to_have_count(0)
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    outs = page.locator("#felt #outs")
    expect(outs).to_contain_text("Not 17. 18 of the 48 unseen cards would give you a better line of the pay table.")
    expect(outs.locator(".card")).to_have_count(18)
    reason = outs.locator("li").filter(has_text="gives you a pair of jacks").locator(".card")
    expect(reason).to_have_count(3)
    assert reason.evaluate_all("all => all.map((one) => one.dataset.card)") == ["Jc", "Jd", "Js"]
    expect(page.locator("[data-choice]")).to_have_count(2)
    screen.look("outs-counted")
    page.keyboard.press("r")
    expect(page.locator("#verdict .rule")).to_have_text("Four suited: let it ride.")
    expect(page.locator("#verdict .reason")).to_contain_text("You have queen high. 18 of the 48 unseen cards")
    expect(page.locator("#verdict .outs")).to_have_count(0)
    expect(page.locator("#tally")).to_contain_text("1 of 1 right · 0 of 1 counted right")
    screen.look("outs-judged")


@thorough
def test_a_players_course(
    browser: Browser, place: Place, screens: list[Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen(browser, place, place.player("ann"), sizes=SIZES)
    screens.append(screen)
    page = screen.page
    page.goto(f"{place.url}/learn")
    page.get_by_role("link", name="First round of Let It Ride").click()
    expect(page.locator(".todo .main")).to_be_focused()
    while not page.get_by_role("button", name="Now play").is_visible():
        address, best = page.url, page.locator(".todo a.main")
        (best if best.count() else page.locator(".todo a").first).click()
        page.wait_for_url(lambda url, was=address: url != was)
    page.get_by_role("link", name="Drills", exact=True).and_(page.locator(".button")).click()
    page.get_by_role("link", name="Start a drill").click()
    asked = choices_of(page)
    assert page.locator("#verdict").is_hidden()
    cards = page.locator("#own .card").evaluate_all("all => all.map((one) => one.dataset.card)")
    press(page, asked[-1])
    expect(page.locator("#verdict")).to_contain_text("Not right.")
    expect(page.locator("#verdict")).to_contain_text("It will be asked again in a minute.")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_hidden(timeout=60_000)
    press(page, choices_of(page)[0])
    expect(page.locator("#verdict")).to_contain_text("Right.")

    # Two minutes later what went wrong comes first.
    before = place.house.drills.now_ms
    monkeypatch.setattr(place.house.drills, "now_ms", lambda: before() + 120_000)
    page.goto(f"{place.url}/learn/play/{GAME}")
    expect(page.locator("#due")).to_have_text("1")
    page.get_by_role("link", name="Review and drill").click()
    asked = choices_of(page)
    assert page.locator("#own .card").evaluate_all("all => all.map((one) => one.dataset.card)") == cards
    expect(page.locator("#tally")).to_contain_text("Review")
    press(page, asked[0])
    expect(page.locator("#verdict")).to_contain_text("Right.")

    page.goto(f"{place.url}/learn/play/{GAME}/puzzles")
    for number in range(1, 6):
        press(page, choices_of(page)[0])
        expect(page.locator("#ticks .done")).to_have_count(number)
        page.keyboard.press("Enter")
    page.wait_for_url(f"**/learn/play/{GAME}")
    expect(page.locator(".ticks .done")).to_have_count(5)

    page.get_by_role("button", name="Begin the test").click()
    for number in range(1, 101):
        expect(page.locator("#tally")).to_have_text(f"Decision {number} of 100")
        press(page, "pull" if number > 50 else choices_of(page)[0])
    expect(page.locator("#next")).to_contain_text("Hand in")
    page.keyboard.press("Enter")
    page.wait_for_url("**/certificates/*", timeout=60_000)
    expect(page.locator("#again")).to_contain_text("come out the same", timeout=60_000)
    screen.look("school-certificate")

    # Whoever is given the address sees whose it is, and that it is marked again on the spot; not what went wrong.
    stranger = Screen(browser, place)
    screens.append(stranger)
    stranger.page.goto(page.url)
    expect(stranger.page.locator("#again")).to_contain_text("come out the same", timeout=60_000)
    expect(stranger.page.locator("#result tr.best")).to_contain_text("ann")
    assert "You" not in stranger.page.locator("#result").inner_text()
    assert page.locator("#result .laid").count() > 0
    assert stranger.page.locator("#result .laid").count() == 0
