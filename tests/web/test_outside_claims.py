"""Wins of other games on a Multi-Game Link, in the pit: what is known is shown, and they are paid or refused there."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place
from web_screen import Screen
from web_staff import PIN, open_link, staff

from croupier.floor.audit.auditor import audit
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.roles import Person
from croupier.jackpot.buttons import parse_button
from croupier.ledger.accounts import meter
from depth import thorough


@pytest.fixture
def people(own_place: Place) -> dict[str, Person]:
    """A royal at C1, seat 3, where DJ Wild is dealt by others; its dealer has pressed the hand."""
    people = staff(own_place)
    own_place.employ_boss(people["ada"])
    open_link(own_place, "MGL-01")
    desk = OutsideDesk(own_place.house.links)
    desk.join("main", "C1", "dj-wild", BOSS, "join C1")
    desk.lock("C1", {1: 100, 3: 100}, people["dora"], "lock")
    desk.show("C1", {1: "3c 5d 8d Jc Qd", 3: "As Ks Qs Js Ts"}, people["dora"], "show")
    claim(own_place, people, "first")
    return people


def claim(place: Place, people: dict[str, Person], id: str) -> None:
    for button in ("seat 3", "hand royal_flush"):
        OutsideDesk(place.house.links).press("C1", parse_button(button), people["dora"], f"{id}/{button}")


def unpaid(place: Place) -> int:
    return len(OutsideDesk(place.house.links).table("C1").unpaid)


@thorough
def test_a_win_of_another_game_is_shown_refused_and_paid_in_the_pit(
    browser: Browser, own_place: Place, people: dict[str, Person]
) -> None:
    sue = Screen(browser, own_place, people["sue"])
    sue.page.goto("/staff/pit")
    shown = sue.page.get_by_label("Claim 1 at C1")
    expect(shown.get_by_role("heading")).to_have_text("C1, seat 3: royal flush")
    expect(shown).to_contain_text("DJ Wild Stud Poker, dealt by others")
    expect(shown).to_contain_text("The cards make a royal flush.")
    expect(shown).to_contain_text("$5,000.40")
    expect(shown.locator("svg.card")).to_have_count(5)
    expect(shown.get_by_role("link", name="C1-1")).to_have_count(0)
    sue.look("pit-outside-claim")
    shown.get_by_role("link", name="Its reports").click()
    sue.page.wait_for_url("**/staff/journal**")
    expect(sue.page.locator("tbody").first).to_contain_text("C1-1")
    sue.page.goto("/staff/pit")
    shown.get_by_label("PIN", exact=True).fill(PIN)
    shown.get_by_label("Or refuse: why").fill("show the cards again")
    shown.get_by_role("button", name="Refuse").click()
    expect(sue.page.get_by_label("Claim 1 at C1")).to_have_count(0)
    assert unpaid(own_place) == 1
    claim(own_place, people, "again")
    again = sue.page.get_by_label("Claim 2 at C1")
    again.get_by_label("PIN", exact=True).fill(PIN)
    again.get_by_role("button", name="Verify and pay").click()
    expect(again).to_have_count(0)
    assert unpaid(own_place) == 0
    assert own_place.store.balance(meter("main", "main")) == 500_004
    sue.page.goto("/staff/links/main")
    hits = sue.page.locator("tr", has_text="Win 1")
    expect(hits).to_contain_text("C1, seat 3, C1-1")
    expect(hits.get_by_role("link", name="C1-1")).to_have_count(0)
    assert audit(own_place.store).findings == ()
    sue.close()


def test_its_keypad_takes_a_button_and_it_leaves_the_link_by_the_page(
    own_place: Place, people: dict[str, Person]
) -> None:
    sue = own_place.visit(people["sue"])

    def button(words: str, id: str) -> httpx.Response:
        body = {"button": words, "command": f"button-{id}"}
        return sue.http.post("/api/staff/tables/C1/buttons", json=body, headers={"x-csrf": sue.token})

    assert button("confirm", "1").status_code == 200
    assert button("swipe", "2").status_code == 200
    assert unpaid(own_place) == 0
    assert sue.post("/staff/claims/C9", what="verify", pin=PIN, command="no-such").status_code == 404
    OutsideDesk(own_place.house.links).end("C1", people["dora"], "end")
    left = sue.post("/staff/links/main", what="leave", table="C1", command="leave-C1")
    assert left.status_code == 303, left.text
    assert "C1" not in own_place.house.links.desk.link("main").tables
