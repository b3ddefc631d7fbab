"""The table on a tablet and on a phone: whatever a player needs to act lies on the screen, beside the bar and not under
it, through every street of every game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from test_own_bets_pages import EXAMPLE
from web_place import Place
from web_screen import DESK, PHONE, Screen

from croupier.floor.roles import Person, Role
from croupier.games import GAMES
from depth import first_of, thorough

TABLET = {"width": 1024, "height": 768}
SIZES = {"tablet": TABLET, "tablet-upright": {"width": 768, "height": 1024}, "phone": PHONE}
SIDEWAYS = {"phone-sideways": {"width": 844, "height": 390}}
_GO_ON = re.compile("Bet|Check|Ride")
_OUT = """() => {
  const bar = document.getElementById("bar").getBoundingClientRect();
  const cards = ".dealer .card, .board .card, #my-cards .card, #my-hand";
  const needed = `${cards}, #spots .spot, .spot .result, #payouts li, #bar button`;
  return [...document.querySelectorAll(needed)].filter((one) => one.checkVisibility()).map((one) => {
    const box = one.getBoundingClientRect();
    const lowest = one.closest("#bar") ? innerHeight : Math.min(innerHeight, bar.top) + 1;
    const out = box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > lowest;
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const covered = over && over.closest("#bar, .side") && !one.closest("#bar");
    const what = one.dataset.spot || one.textContent || one.getAttribute("aria-label") || one.className.baseVal;
    return out || covered ? `${what} at ${[box.left, box.top, box.right, box.bottom].map(Math.round)}` : null;
  }).filter(Boolean);
}"""

_OVERLAPS = """() => {
  const cards = ".dealer .card, #dealer-hand, .board .card, #my-cards .card, #my-hand";
  const things = `.notices, ${cards}, .pod, .spot, #payouts, #bar`;
  const lie = [...document.querySelectorAll(things)].filter((one) => one.checkVisibility() && one.innerHTML);
  const called = (one) => one.id || one.getAttribute("class");
  const box = (one) => one.getBoundingClientRect();
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  return lie.flatMap((one, nth) => lie.slice(nth + 1).filter((other) => over(box(one), box(other)))
    .map((other) => `${called(one)} and ${called(other)}`));
}"""


def expect_all_in_reach(screen: Screen, when: str) -> None:
    """Nothing that this moment of the round needs sticks out, and nothing lies under the bar."""
    # A card grows in place while it is turned; the picture is judged once it lies.
    screen.page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))")
    assert not screen.page.evaluate(_OUT), when


@pytest.mark.parametrize("game", first_of(GAMES))
def test_cards_spots_and_payouts_lie_on_the_screen(browser: Browser, place: Place, game: str) -> None:
    screen = Screen(browser, place, viewport=PHONE, has_touch=True, is_mobile=True)
    page = screen.page

    def expect_all_in_reach_however_held(when: str) -> None:
        for size, box in (SIDEWAYS | SIZES).items():
            page.set_viewport_size(box)
            expect_all_in_reach(screen, f"{when}, {size}")

    screen.practise(next(rules.name for rules in GAMES[game].rule_sets if rules.name != "wa-base"))
    expect_all_in_reach_however_held("betting")
    for spot in page.locator("#spots .spot:enabled").all():
        spot.click()
    screen.bar("Deal").click()
    # A street without a decision goes by while a machine is busy elsewhere: what is waited for is a choice, or the end.
    decision, over = page.locator("#bar button", has_text=_GO_ON), page.locator("body[data-stage=over]")
    while True:
        decision.last.or_(over).wait_for()
        if over.is_visible():
            break
        stage = str(page.locator("body").get_attribute("data-stage"))
        expect_all_in_reach_however_held(stage)
        decision.last.click()
        expect(page.locator("body")).not_to_have_attribute("data-stage", stage)
    expect(page.locator("#payouts .total")).to_be_visible()
    expect_all_in_reach_however_held("over")
    screen.look(f"phone-{game}-over")
    screen.close()


@thorough
@pytest.mark.parametrize("size", first_of(SIZES))
def test_the_bank_of_california_lies_on_the_screen_too(browser: Browser, place: Place, size: str) -> None:
    screen = Screen(browser, place, viewport=SIZES[size], has_touch=True)
    screen.page.goto("/")
    screen.page.get_by_role("combobox", name="Rules").select_option("ca")
    screen.page.get_by_role("button", name="Deal me in").click()
    screen.bar("Take the bank").click()
    screen.stage("over")
    expect(screen.page.locator("#payouts .total")).to_be_visible()
    expect_all_in_reach(screen, "over")
    screen.look(f"{size}-ca-over")
    screen.close()


@thorough
@pytest.mark.parametrize("size", first_of((SIZES | SIDEWAYS).values()), ids=[*SIZES, *SIDEWAYS])
def test_the_longest_name_of_a_dealers_hand_lies_over_no_card(
    browser: Browser, place: Place, size: dict[str, int]
) -> None:
    screen = Screen(browser, place, viewport=size)
    screen.page.goto("/")
    screen.page.get_by_role("combobox", name="Rules").select_option("ca")
    screen.page.get_by_role("button", name="Deal me in").click()
    screen.bar("Take the bank").click()
    screen.stage("over")
    covered = screen.page.evaluate(
        """() => {
          const hand = document.getElementById("dealer-hand");
          hand.textContent = "three of a kind, queens, does not qualify";
          const name = hand.getBoundingClientRect();
          const beside = (one) => one.left >= name.right || one.right <= name.left;
          const over = (one) => !beside(one) && one.top < name.bottom && one.bottom > name.top;
          const lie = [...document.querySelectorAll(".cards svg, .pod:not(.empty) .name, .spot")];
          return lie.filter((one) => over(one.getBoundingClientRect())).map((one) => one.outerHTML.slice(0, 80));
        }"""
    )
    assert not covered
    screen.close()


@thorough
@pytest.mark.parametrize("high", first_of([900, 1000]))
def test_the_seats_of_a_desks_table_lie_over_no_card_of_the_board(browser: Browser, place: Place, high: int) -> None:
    screen = Screen(browser, place, viewport={"width": 1440, "height": high})
    screen.practise("wa-2018")
    screen.bet("ante")
    screen.act("Check")
    screen.stage("flop")
    touched = screen.page.evaluate(
        """() => {
          const box = (one) => one.getBoundingClientRect();
          const lowest = Math.max(...[...document.querySelectorAll(".board .card")].map((one) => box(one).bottom));
          return [...document.querySelectorAll(".pod")].filter((one) => box(one).top < lowest).length;
        }"""
    )
    assert not touched
    screen.close()


@thorough
def test_six_seats_and_two_bets_of_the_houses_own_leave_everything_on_the_screen(
    browser: Browser, place: Place
) -> None:
    """On every size at once: nothing out of reach, nothing under the bar, and nothing over anything else."""
    sizes = {"wall": {"width": 1920, "height": 1080}, "desk": DESK, **SIZES}
    visit = place.visit()
    two = EXAMPLE[EXAMPLE.index("[flush_rush]") : EXAMPLE.index("[board_straight]")]
    company = {f"company.{i}": "careful" for i in range(1, 6)}
    opened = visit.post("/practice", rules="wa-2018", whole="yes", own_bets=two, trips="UTH-02", **company)
    table = opened.headers["location"].rpartition("/")[2]
    screen = Screen(browser, place, Person(place.table(table).sittings[0].player, Role.PLAYER))

    def expect_all_in_reach_on_every_size(when: str) -> None:
        for size, box in sizes.items():
            screen.page.set_viewport_size(box)
            screen.page.evaluate("() => scrollTo(0, 0)")
            expect_all_in_reach(screen, f"{when}, {size}")
            assert not screen.page.evaluate(_OVERLAPS), f"{when}, {size}"

    screen.page.goto(f"/tables/{table}")
    screen.stage("betting")
    for spot in ("ante", "trips", "own_flush_rush", "own_suited_aces"):
        screen.spot(spot).click()
    expect_all_in_reach_on_every_size("betting")
    screen.page.set_viewport_size(DESK)
    screen.bar("Deal").click()
    screen.stage("preflop")
    expect_all_in_reach_on_every_size("preflop")
    screen.act("Bet 4x")
    screen.stage("over")
    expect(screen.page.locator("#payouts .total")).to_be_visible()
    # Whatever the cards were: the longest words that they could have brought.
    screen.page.evaluate(
        """() => {
          for (const words of document.querySelectorAll("#payouts li span:first-child")) {
            words.textContent = "Suited Aces · ace with a queen or a jack, suited";
          }
          document.getElementById("dealer-hand").textContent = "three of a kind, queens";
          document.getElementById("my-hand").textContent = "three of a kind, queens";
        }"""
    )
    expect_all_in_reach_on_every_size("over")
    screen.close()
