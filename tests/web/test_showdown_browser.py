"""A showdown in a real browser: the cards that play are lit, a line says why, chips come from what pays them and
cover no amount, and own cards lie in the middle, just above the spots."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import DESK, PHONE, Screen

from croupier.games import GAMES
from depth import first_of, thorough

SIZES = {
    "desk": DESK,
    "low desk": {"width": 1280, "height": 800},
    "wall": {"width": 1920, "height": 1080},
    "tablet": {"width": 1024, "height": 768},
    "tablet upright": {"width": 768, "height": 1024},
    "phone": PHONE,
}
_GO_ON = re.compile("Bet|Check|Ride")
# $99 is eleven chips in two piles.
_TALL = "3{0}{0}{0}2{0}{0}{0}{0}1{0}{0}{0}{0}"
_ON_EVERY_SPOT = """() => {
  const tall = document.querySelector(".spot .stack");
  for (const spot of document.querySelectorAll(".spot")) {
    if (!spot.querySelector(".stack")) spot.append(tall.cloneNode(true));
    spot.querySelector(".amount").textContent = "$9,999";
  }
}"""
_LIE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const all = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility() && one.textContent);
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const lines = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    // The letters of a line are less high than its box.
    return [...range.getClientRects()].map(({ left, right, top, bottom }) => {
      const air = (bottom - top) / 5;
      return { left, right, top: top + air, bottom: bottom - air };
    });
  };
  const stacks = [...document.querySelectorAll(".spot .stack")];
  const cards = [...document.querySelectorAll("#my-cards .card")].map(box);
  const middle = (left, right) => Math.round((left + right) / 2);
  const spots = [...document.querySelectorAll("#spots .spot")].map(box);
  const table = document.querySelector(".felt"), felt = box(table);
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    covered: stacks.flatMap((stack) => all(".spot .amount, .spot .word, #my-hand")
      .filter((one) => lines(one).some((line) => over(box(stack), line)))
      .map((one) => `${stack.parentElement.dataset.spot} covers ${one.textContent}`)),
    off: middle(cards[0].left, cards.at(-1).right) - middle(felt.left, felt.right),
    above: Math.round(Math.min(...spots.map((one) => one.top)) - cards[0].bottom),
    wide: cards[0].width,
    one_size: parseFloat(getComputedStyle(table).getPropertyValue("--card")) * rem,
  };
}"""


def played(screen: Screen) -> None:
    """Go on to the end of the round, whatever the game offers."""
    decision, over = (
        screen.page.locator("#choices button", has_text=_GO_ON),
        screen.page.locator("body[data-stage=over]"),
    )
    while True:
        decision.last.or_(over).first.wait_for()
        if over.is_visible():
            return
        stage = str(screen.page.locator("body").get_attribute("data-stage"))
        decision.last.click()
        expect(screen.page.locator("body")).not_to_have_attribute("data-stage", stage)


@pytest.mark.parametrize("game", first_of(["uth", "let-it-ride", "crazy-four", "flushes-gone-wild"]))
def test_the_cards_that_play_are_lit_and_a_line_says_why(browser: Browser, place: Place, game: str) -> None:
    screen = Screen(browser, place)
    page = screen.page
    screen.practise(next(rules.name for rules in GAMES[game].rule_sets if rules.name != "wa-base"))
    screen.page.locator(f"[data-spot='{GAMES[game].base}']").click()
    screen.bar("Deal").click()
    played(screen)
    expect(page.locator("#payouts .total")).to_be_visible()
    state = page.evaluate(
        "() => fetch(location, { headers: { accept: 'application/json' } }).then((got) => got.json())"
    )
    last = state["last"]
    (seat,) = (one for one in last["seats"] if one["you"])
    expect(page.locator("#my-hand")).to_have_text(seat["why"])
    board = set(last["board"])
    for where, hand, mark in (
        ("#my-cards", seat["plays"], "yours"),
        ("#dealer-cards", last["dealer_plays"], "dealers"),
    ):
        own = set(hand) - board
        assert lit(page.locator(f"{where} .{mark}")) == own
        assert not lit(page.locator(f"{where} .rest")) & own
        assert lit(page.locator(f"#board-cards .{mark}")) == set(hand) & board
    assert lit(page.locator("#board-cards .rest")) == board - {*seat["plays"], *last["dealer_plays"]}
    screen.look(f"{game}-showdown")
    page.locator("#last a").click()
    expect(page.locator(".place .why")).to_have_text(seat["why"])
    assert lit(page.locator(".place .cards .yours")) == set(seat["plays"]) - board
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".place .why")).to_have_text("")
    expect(page.locator(".replay .yours, .replay .rest")).to_have_count(0)
    screen.close()


def lit(cards: Any) -> set[str]:
    return set(cards.evaluate_all("(found) => found.map((one) => one.dataset.card)"))


@thorough
@pytest.mark.parametrize("game", ["caribbean", "uth", "mississippi"])
def test_own_cards_lie_in_the_middle_at_one_size_and_chips_cover_no_amount(
    browser: Browser, place: Place, game: str
) -> None:
    screen = Screen(browser, place)
    screen.practise(next(rules.name for rules in GAMES[game].rule_sets if rules.name != "wa-base"))
    base = GAMES[game].by_key[GAMES[game].base]
    for key in _TALL.format(base.letter):
        screen.page.keyboard.press(key)
    expect(screen.page.locator(f"[data-spot='{base.key}']")).to_contain_text("$99")
    screen.bar("Deal").click()
    expect(screen.page.locator("#choices button", has_text=_GO_ON).last).to_be_enabled()
    screen.page.evaluate(_ON_EVERY_SPOT)
    for size, box in SIZES.items():
        screen.page.set_viewport_size(box)
        lie = screen.page.evaluate(_LIE)
        assert not lie["covered"], size
        assert abs(lie["off"]) <= 2, size
        assert 0 < lie["above"] < 60, size
        assert abs(lie["wide"] - lie["one_size"]) <= 1, size
    screen.close()


_PAID = """async () => {
  const here = [...document.scripts].find((one) => one.src.includes("/table/table.js")).src;
  const { chipMoves } = await import(here.replace("/table/table.js", "/table/chips.js"));
  const line = document.querySelector("[data-line^='trips:']");
  const seat = { number: 1, you: true, stakes: {}, raised: {}, cards: [] };
  const rows = [
    { spot: "ante", stake: 1000, net: 1000, why: "even_money", line: null },
    { spot: "trips", stake: 500, net: 3000, why: "pays", line: line.dataset.line.split(":")[1] },
    { spot: "blind", stake: 1000, net: -1000, why: "dealer_wins", line: null },
  ];
  line.closest("details").open = true;
  line.scrollIntoView({ block: "center" });
  const before = new Set(document.querySelectorAll(".moving"));
  const felt = (results) => ({ id: 1, seats: [{ ...seat, results }] });
  chipMoves.step("money", felt([]), felt(rows));
  const spots = rows.map(({ spot }) => [spot, document.querySelector(`[data-spot=${spot}]`)]);
  const places = [["dealer", document.getElementById("dealer-cards")], ["line", line], ...spots];
  return [...document.querySelectorAll(".moving")].filter((stack) => !before.has(stack)).map((stack) => {
    const [x, y] = [parseFloat(stack.style.left), parseFloat(stack.style.top)];
    return places.find(([, place]) => {
      const box = place.getBoundingClientRect();
      return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    })?.[0];
  });
}"""


@thorough
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_is_won_comes_from_what_pays_it(browser: Browser, place: Place, motion: str) -> None:
    screen = Screen(browser, place, reduced_motion=motion)
    screen.practise("wa-2018")
    screen.bet("ante", "trips")
    screen.stage("preflop")
    started = screen.page.evaluate(_PAID)
    if motion == "reduce":
        assert started == []
    else:  # the dealer's hand pays the Ante, a line of its table the Trips; what is lost leaves its spot
        assert started == ["dealer", "ante", "ante", "line", "trips", "trips", "blind"]
    screen.close()
