"""The rhythm of a table: cards before words before money, each for its time; chips that move, spots that do not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import PHONE, Screen

from croupier.games import GAMES
from depth import thorough

SHOWDOWN = ["flop", "river", "dealer", "words", "money"]
LEAST_MS = 400
_LATE_MS = 15
"""How much earlier than its time a timer may fire by the page's own clock, rounding included."""
# On a phone, where there is least room, one game of each layout; its likes take `make slow`.
LAYOUTS = {(game.layout.board, game.layout.dealer, len(game.streets)): key for key, game in GAMES.items()}
ON_SCREENS = [
    pytest.param("uth", "desk"),
    *(pytest.param(key, "phone", marks=[] if key in LAYOUTS.values() else [pytest.mark.slow]) for key in GAMES),
]
# Every step as the felt shows it: when, what is seen by then, and what has been said.
_WATCH = """() => {
  window.seen = [];
  const open = (where) => document.querySelectorAll(`${where} svg[data-card]:not([data-card=''])`).length;
  const look = () => ({
    at: performance.now(), board: open("#board-cards"), dealer: open("#dealer-cards"),
    words: document.getElementById("dealer-hand").textContent,
    paid: document.querySelectorAll("#payouts li").length, chips: document.getElementById("chips").textContent,
    said: [...document.querySelectorAll("#announcer p")].map((line) => line.textContent).join(" "),
    spots: JSON.stringify([...document.querySelectorAll("#spots .spot")].map((one) => one.getBoundingClientRect())),
    cards: JSON.stringify([...document.querySelectorAll("#board-cards, #my-cards")]
      .filter((place) => place.children.length).map((place) => place.getBoundingClientRect())),
    moving: document.querySelectorAll(".moving").length,
  });
  if (window.watching) window.watching.disconnect();
  window.watching = new MutationObserver((changes) => {
    const now = look();
    changes.forEach((one, i) => {
      const name = i + 1 < changes.length ? changes[i + 1].oldValue : document.body.dataset.step;
      window.seen.push({ ...now, name });
    });
  });
  window.watching.observe(document.body, { attributes: true, attributeFilter: ["data-step"], attributeOldValue: true });
}"""


def moved(boxes: Iterable[str]) -> float:
    """By how many pixels things moved at most, of which these were the boxes; what centres words rounds by a part."""
    sides = zip(*([side for box in json.loads(one) for side in box.values()] for one in boxes), strict=True)
    return max(max(places) - min(places) for places in sides)


@pytest.fixture
def guest(browser: Browser, place: Place) -> Iterator[Screen]:
    screen = Screen(browser, place, reduced_motion="no-preference")
    yield screen
    screen.close()


def watch(screen: Screen) -> None:
    screen.page.evaluate(_WATCH)


def steps(screen: Screen) -> list[dict[str, Any]]:
    """What was shown since somebody began to watch, the bets aside."""
    return [step for step in screen.page.evaluate("() => window.seen") if step["name"] != "bets"]


@pytest.mark.slow  # ten showdowns in their own time, by a stopwatch: a busy machine misses a frame
def test_after_4x_every_round_shows_flop_river_dealer_words_money_each_for_its_time(guest: Screen) -> None:
    guest.practise()
    guest.page.keyboard.press("2")
    guest.page.keyboard.press("a")
    before = 100_000
    for _ in range(10):
        guest.page.keyboard.press("Enter")
        expect(guest.bar("Bet 4x")).to_be_visible()
        watch(guest)
        guest.page.keyboard.press("4")
        guest.stage("over")
        shown = steps(guest)
        assert [step["name"] for step in shown] == SHOWDOWN
        held = [later["at"] - sooner["at"] for sooner, later in pairwise(shown)]
        assert min(held) >= LEAST_MS - _LATE_MS, held
        assert [step["board"] for step in shown] == [3, 5, 5, 5, 5]
        assert [step["dealer"] for step in shown] == [0, 0, 2, 2, 2]
        assert [bool(step["words"]) for step in shown] == [False, False, False, True, True]
        assert [bool(step["paid"]) for step in shown] == [False] * 4 + [True], "no result before its cards"
        assert moved(step["spots"] for step in shown) < 1, "no spot jumps"
        assert shown[-1]["moving"] > 0, "chips move with the money"
        # The purse says what it held after the raise until the money comes.
        assert {step["chips"] for step in shown[:-1]} == {f"${(before - 3_000) // 100:,}"}
        before = guest.place.house.sides.practice.hub._purses.of(guest.place.table(guest.table).sittings[0].player)
        assert shown[-1]["chips"] == f"${before // 100:,}" + (f".{before % 100:02d}" if before % 100 else "")


@thorough
def test_ears_hear_what_eyes_see_and_not_before(guest: Screen) -> None:
    guest.practise()
    guest.bet("ante")
    expect(guest.bar("Bet 4x")).to_be_visible()
    watch(guest)
    guest.act("Bet 4x")
    guest.stage("over")
    flop, river, dealer, words, money = (step["said"] for step in steps(guest))
    lines = ("Flop:", "Turn and river:", "Dealer shows", " with ")
    heard = [sum(line in said for line in lines) for said in (flop, river, dealer, words, money)]
    assert heard == [1, 2, 2, 3, 4], "the dealer's cards are told with their name, a result with its money"


@thorough
def test_space_hurries_and_a_focused_button_keeps_its_own_space(guest: Screen) -> None:
    guest.practise()
    guest.bet("ante")
    expect(guest.bar("Bet 4x")).to_be_visible()
    watch(guest)
    guest.page.keyboard.press("4")
    expect(guest.page.locator("body")).to_have_attribute("data-step", "flop")
    expect(guest.bar("Show it all now")).to_be_visible()
    guest.page.keyboard.press("Space")
    guest.stage("over")
    shown = steps(guest)
    assert [step["name"] for step in shown] == SHOWDOWN
    assert shown[-1]["at"] - shown[1]["at"] < LEAST_MS
    guest.page.get_by_text("Keys and cards").click()
    expect(guest.page.get_by_text("shows the rest of a round at once")).to_be_visible()
    guest.bar("Rebet").focus()
    guest.page.keyboard.press("Space")
    expect(guest.spot("ante")).to_contain_text("$5")


@thorough
def test_where_nothing_may_move_the_order_stays_and_nobody_waits(browser: Browser, place: Place) -> None:
    screen = Screen(browser, place, reduced_motion="reduce")
    screen.practise()
    screen.bet("ante")
    expect(screen.bar("Bet 4x")).to_be_visible()
    watch(screen)
    screen.act("Bet 4x")
    screen.stage("over")
    shown = steps(screen)
    assert [step["name"] for step in shown if step["name"] in ("flop", "river", "dealer", "money")] == [
        "flop",
        "river",
        "dealer",
        "money",
    ]
    assert shown[-1]["at"] - shown[0]["at"] < LEAST_MS
    assert {step["moving"] for step in shown} == {0}
    screen.close()


@thorough
@pytest.mark.parametrize(("game", "size"), ON_SCREENS)
def test_in_every_game_spots_stay_where_they_are_and_money_comes_last(
    browser: Browser, place: Place, game: str, size: str
) -> None:
    screen = Screen(browser, place, reduced_motion="no-preference", **({"viewport": PHONE} if size == "phone" else {}))
    screen.practise(next(rules.name for rules in GAMES[game].rule_sets if rules.name != "wa-base"))
    watch(screen)
    screen.page.locator("#spots .spot.dim, #spots .spot:enabled").first.wait_for()
    screen.page.keyboard.press("2")
    for spot in screen.page.locator("#spots .spot:enabled").all():
        spot.click()
    screen.bar("Deal").click()
    act = screen.page.locator("#choices button").filter(has_not_text=re.compile("Fold|Leave|Pull|Show|Take"))
    over = screen.page.locator("body[data-stage=over]")
    for _ in range(4):
        screen.page.locator("#bar button", has_text=re.compile("Bet|Check|Ride")).first.or_(over).wait_for()
        if over.count():
            break
        version = screen.page.locator("body").get_attribute("data-version")
        act.last.click()
        expect(screen.page.locator("body")).not_to_have_attribute("data-version", str(version))
    screen.stage("over")
    shown = screen.page.evaluate("() => window.seen")
    assert shown[-1]["name"] == "money"
    assert shown[-1]["paid"] > 0
    assert not any(step["paid"] for step in shown[:-1])
    assert moved(step["spots"] for step in shown) < 1, "no spot jumps"
    assert moved(step["cards"] for step in shown if step["cards"] != "[]") < 1, "no card makes room for words"
    screen.close()


@thorough
def test_sound_is_one_touch_away_off_until_asked_for_and_remembered(guest: Screen) -> None:
    guest.practise()
    sound = guest.bar("Sound of cards and chips")
    expect(sound).to_have_attribute("aria-pressed", "false")
    guest.spot("ante").click()
    expect(guest.page.locator("body")).not_to_have_attribute("data-sound", re.compile("."))
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(guest.page.locator("body")).to_have_attribute("data-sound", "chip")
    guest.bar("Deal").click()
    guest.act("Check")
    guest.stage("flop")
    expect(guest.page.locator("body")).to_have_attribute("data-sound", "card")
    guest.page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
