"""Who looks on: all six seats are seen, and nobody is offered a seat that they would be refused."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import Screen
from web_staff import staff

from depth import first_of

SAYS = {
    "sue": "You are looking on.",
    "": "You are looking on. Sign in to take a seat.",
    "zoe": "Take a seat to play.",
}


@pytest.mark.parametrize("name", first_of(list(SAYS)))
def test_who_looks_on_sees_six_seats_and_no_button_that_only_refuses(
    browser: Browser, own_place: Place, name: str
) -> None:
    people = staff(own_place) | {who: own_place.player(who) for who in ("ann", "zoe")}
    own_place.open_table("T1")
    own_place.order("T1", "sit 6", people["ann"])
    screen = Screen(browser, own_place, people.get(name))
    screen.page.goto("/tables/T1")
    expect(screen.page.locator("#arc .pod")).to_have_count(6)
    expect(screen.page.locator("#arc .pod").nth(5)).to_contain_text("6 · ann")
    places = [pod.bounding_box() for pod in screen.page.locator("#arc .pod").all()]
    lefts = [place["x"] for place in places if place is not None]
    assert lefts == sorted(lefts, reverse=True), "R5: seat 1 is at the dealer's left hand, the right of who looks on"
    expect(screen.page.locator("#bar .say")).to_have_text(SAYS[name])
    expect(screen.page.locator("#choices button")).to_have_count(5 if name == "zoe" else 0)
    screen.look(f"looking-on-{name or 'stranger'}")
    if name == "zoe":
        screen.bar("Sit in seat 3").click()
        expect(screen.page.locator("#arc .pod")).to_have_count(5)
        expect(screen.page.locator("#arc .pod").nth(4)).to_contain_text("6 · ann")
    screen.close()
