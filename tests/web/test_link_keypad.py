"""The keypad of a table with real cards, link only (R58): on one tablet, with one thumb."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Browser, Locator, expect
from web_place import BOSS, Place
from web_screen import PHONE, Screen
from web_staff import PIN, open_link, staff

from croupier.floor.audit.auditor import audit
from croupier.floor.house.devices import DeviceBook
from croupier.floor.links.hits import hits
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.reports import ReporterKind
from croupier.floor.roles import Person, Role
from croupier.jackpot.buttons import parse_button
from croupier.ledger.accounts import CASH, pool
from depth import thorough

TABLET = {"width": 1024, "height": 768}


@pytest.fixture
def people(own_place: Place) -> dict[str, Person]:
    people = staff(own_place)
    own_place.employ_boss(people["ada"])
    return people


def real_table(place: Place, paytable: str, game: str) -> OutsideDesk:
    open_link(place, paytable)
    desk = OutsideDesk(place.house.links)
    desk.join("main", "R1", game, BOSS, "join R1", real_cards=True)
    return desk


class LinkKeypad:
    """The keypad in a browser."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.page = screen, screen.page
        screen.page.goto("/staff/link-keypad/R1")

    def seat(self, number: int) -> Locator:
        return self.page.locator("#seats .seat-key").nth(number - 1)

    def main(self, label: str) -> None:
        """Press the key that comes next; one that has just come into the place of another waits a moment."""
        key = self.page.locator("#main-key")
        expect(key).to_have_class(re.compile("lit"))
        expect(key).to_contain_text(label)
        settled = "() => performance.now() - (document.getElementById('main-key').changed || 0) > 600"
        self.page.wait_for_function(settled)
        key.click()

    def button(self, label: str) -> Locator:
        return self.page.locator(".buttons .pad").filter(has=self.page.get_by_text(label, exact=True))

    def press(self, label: str) -> None:
        expect(self.button(label)).to_have_class(re.compile("lit"))
        self.button(label).click()

    def signs(self, name: str) -> None:
        self.page.get_by_label("Badge or name").fill(name)
        self.page.get_by_label("PIN", exact=True).fill(PIN)
        self.page.get_by_label("PIN", exact=True).press("Enter")

    @property
    def panel(self) -> Locator:
        return self.page.get_by_role("dialog")

    def says(self, words: str) -> None:
        expect(self.page.locator(".link-keypad")).to_contain_text(words)


def walk(browser: Browser, place: Place, people: dict[str, Person], viewport: dict[str, int], size: str) -> None:
    """Three touches without a win, then a win with envy, by the cards of the picture."""
    desk = real_table(place, "MGL-01", "caribbean")
    dora = LinkKeypad(Screen(browser, place, people["dora"], viewport=viewport))
    desk.lock("R1", {1: 100, 3: 100, 5: 100}, people["dora"], "earlier")
    desk.end("R1", people["dora"], "earlier end")
    dora.page.get_by_role("button", name="As last time: 1, 3, 5").click()
    expect(dora.seat(3)).to_contain_text("chip present")
    dora.screen.look(f"link-keypad-chips-{size}")
    dora.main("START GAME")
    dora.says("Remove the progressive chips of seats 1, 3 and 5: the wagers are accepted.")
    for told in ("#handling", "#main-key", "#hands"):
        assert dora.screen.in_view(dora.page.locator(told)), "all of it is there without scrolling"
    expect(dora.seat(3)).to_contain_text("accepted")
    dora.main("END GAME")
    dora.says("Touch the seats whose progressive chip lies on the sensor.")
    assert desk.table("R1").rounds == 2

    for seat, present in ((1, "true"), (3, "true"), (4, "true"), (4, "false")):
        dora.seat(seat).click()
        expect(dora.seat(seat)).to_have_attribute("aria-pressed", present)
    dora.main("START GAME")
    expect(dora.seat(3)).to_contain_text("accepted")
    dora.seat(3).click()
    dora.says("Seat 3: touch its hand.")
    dora.screen.look(f"link-keypad-hand-{size}")
    dora.press("ROYAL FLUSH")
    dora.says("Call a supervisor, who looks at the cards and enters them.")
    dora.says("Leave the royal flush of seat 3 face up and lock up the other hands until the envy is paid.")
    dora.press("CONFIRM")
    for rank in "AKQJ9":
        if viewport is PHONE:
            dora.panel.get_by_role("button", name="♥").click()
        dora.panel.locator(f'.deck-card[data-card="{rank}h"]').click()
    dora.screen.look(f"link-keypad-cards-{size}")
    dora.signs("sue")
    expect(dora.panel).to_contain_text("these cards make flush, not royal flush")
    dora.panel.locator('.deck-card[data-card="9h"]').click()
    dora.panel.locator('.deck-card[data-card="Th"]').click()
    dora.signs("sue")
    expect(dora.panel).to_be_hidden()
    dora.press("SWIPE CARD")
    expect(dora.page.get_by_label("Badge or name")).to_have_value("sue")
    dora.signs("sue")
    expect(dora.panel).to_be_hidden()
    expect(dora.page.locator("#pays")).to_have_text("Seat 1, envy $1,000")
    dora.screen.look(f"link-keypad-envy-{size}")
    dora.main("END GAME")
    dora.says("Touch the seats whose progressive chip lies on the sensor.")
    (hit,) = hits(place.store, "main")
    assert (hit.seat, hit.cards, hit.cards_by, hit.pressed_by) == (3, "Ah Kh Qh Jh Th", "sue", "dora")
    assert audit(place.store).findings == ()
    dora.screen.close()


@thorough
def test_a_round_and_a_win_on_a_tablet(browser: Browser, own_place: Place, people: dict[str, Person]) -> None:
    walk(browser, own_place, people, TABLET, "tablet")


@thorough
def test_a_round_and_a_win_on_a_phone(browser: Browser, own_place: Place, people: dict[str, Person]) -> None:
    walk(browser, own_place, people, PHONE, "phone")


@thorough
def test_another_tablet_takes_over_and_the_first_is_too_late(
    browser: Browser, own_place: Place, people: dict[str, Person]
) -> None:
    """The keyed flow; typed cards; a refused claim; and a void."""
    desk = real_table(own_place, "UTH-P01", "uth")
    before = own_place.store.balance(CASH)
    dora = LinkKeypad(Screen(browser, own_place, people["dora"], viewport=TABLET))
    dora.seat(2).click()
    dora.main("COIN IN")
    expect(dora.seat(2)).to_contain_text("accepted")
    dora.seat(2).click()
    dora.press("ROYAL FLUSH FIRST FIVE")
    expect(dora.button("KEY TO JPH")).to_be_visible()
    sam = LinkKeypad(Screen(browser, own_place, people["sam"], viewport=TABLET))
    sam.says("Seat 2: royal flush first five is on: a supervisor verifies.")
    for keypad in (dora, sam):
        keypad.press("KEY TO JPH")
        keypad.page.get_by_label("Or type them").fill("ah kh qh jh 10h")
    expect(sam.panel.locator("#slots svg.card")).to_have_count(5)
    sam.signs("sue")
    expect(sam.panel).to_be_hidden()
    dora.signs("sue")
    expect(dora.panel).to_contain_text("R1 has moved on since this keypad showed it; nothing was done, look again")
    dora.panel.get_by_role("button", name="Cancel").click()
    expect(dora.button("J-POT")).to_have_class(re.compile("lit"))
    sam.page.get_by_role("button", name="Refuse the claim").click()
    sam.page.get_by_label("Why").fill("a card of the board")
    sam.signs("sue")
    sam.says("Seat 2, royal flush first five, was refused: a card of the board.")
    sam.page.get_by_role("button", name="Void the game").click()
    sam.page.get_by_label("Why").fill("misdeal")
    sam.signs("sue")
    sam.says("Touch the seats whose progressive chip lies on the sensor.")
    assert desk.table("R1").round is None
    assert own_place.store.balance(CASH) == before
    assert own_place.store.balance(pool("main")) == 0
    assert audit(own_place.store).findings == ()
    for keypad in (dora, sam):
        keypad.screen.close()


def test_it_is_opened_on_the_links_page_and_found_at_home_and_in_the_pit(
    own_place: Place, people: dict[str, Person]
) -> None:
    open_link(own_place, "MGL-01")
    sue = own_place.visit(people["sue"])
    opened = sue.post("/staff/links/main", what="open-real", table="R1", game="dj-wild", command="open-R1")
    assert opened.status_code == 303, opened.text
    bad = sue.post("/staff/links/main", what="open-real", table="R2", game="pai-gow", command="open-R2")
    assert bad.status_code == 409
    assert "no game" in bad.text
    assert '<a href="/staff/link-keypad/R1">Keypad of R1</a>' in sue.get("/staff/links/main").text
    assert '<a href="/staff/link-keypad/R1">R1</a>' in sue.get("/staff/pit").text
    dora = own_place.visit(people["dora"])
    (keypad,) = dora.json("/staff")["keypads"]
    assert (keypad["name"], keypad["path"]) == ("R1", "/staff/link-keypad/R1")
    assert (keypad["game"], keypad["state"]) == ("DJ Wild Stud Poker", "between games")
    left = sue.post("/staff/links/main", what="leave", table="R1", command="leave-R1")
    assert left.status_code == 303
    assert dora.json("/staff")["keypads"] == []
    assert dora.get("/staff/link-keypad/R1").status_code == 404
    assert dora.get("/staff/link-keypad/R9").status_code == 404


def test_a_sensor_reports_a_chip_and_a_win_of_the_tray_calls_a_supervisor(
    own_place: Place, people: dict[str, Person]
) -> None:
    real_table(own_place, "MGL-01", "caribbean")
    own_place.house.choices.choose("verify_tray_wins_from", "100", people["ada"], "choose")
    key = DeviceBook(own_place.store).register(
        "rail-R1", ReporterKind.GAME_MACHINE, "R1", Person("eve", Role.EXECUTIVE), "rail-R1"
    )
    machine = httpx.Client(base_url=own_place.url, auth=("dora", PIN), headers={"x-machine-key": key})
    body = {"report": "chips", "seats": [4, 2], "command": "sensor-01"}
    assert machine.post("/api/games/R1", json=body).status_code == 200
    dora = own_place.visit(people["dora"])

    def touch(**what: object) -> httpx.Response:
        seen = dora.json("/staff/link-keypad/R1")["seen"]
        body = {"seen": seen, "command": f"touch-{seen.replace('/', '-')}", **what}
        return dora.http.post("/api/staff/link-tables/R1", json=body, headers={"x-csrf": dora.token})

    assert [seat["number"] for seat in dora.json("/staff/link-keypad/R1")["seats"] if seat["present"]] == [2, 4]
    assert touch(step="lock").status_code == 200
    touch(step="button", button="seat 4")
    page = touch(step="button", button="hand four_of_a_kind").json()
    assert page["claim"] == "Seat 4, four of a kind: $300 from the tray."
    assert (page["main"]["lit"], page["enough"]) == (False, [5])
    sue = own_place.visit(people["sue"])
    (alert,) = (one for one in sue.json("/api/staff/alerts")["alerts"] if one["kind"] == "claim")
    assert (alert["about"], alert["link"]) == ("R1", "/staff/link-keypad/R1")
    verified = touch(step="button", button="confirm", cards="4c4d4h4s2c", badge="sue", pin=PIN)
    assert verified.json()["pays"] == [{"seat": 4, "words": "four of a kind", "cents": 30_000}]
    assert touch(step="end").status_code == 200
    late = {"step": "lock", "seen": "1/Ready", "command": "much-too-late"}
    answer = dora.http.post("/api/staff/link-tables/R1", json=late, headers={"x-csrf": dora.token})
    assert answer.status_code == 409
    assert "has moved on" in answer.json()["error"]
    journal = sue.get("/staff/journal?stream=game/R1").text
    for words in (
        "R1 (caribbean) is on link main, with real cards: none of them comes from a shuffle.",
        "Chips on the sensors: seat 2, seat 4.",
        "Seat 4, four of a kind, $300 from the tray: the hand button is pressed.",
        "sue enters the cards of seat 4&#39;s four of a kind: 4c 4d 4h 4s 2c.",
    ):
        assert words in journal
    assert audit(own_place.store).findings == ()
    machine.close()


def test_a_claim_with_real_cards_is_verified_in_the_pit_with_typed_cards(
    own_place: Place, people: dict[str, Person]
) -> None:
    desk = real_table(own_place, "MGL-01", "caribbean")
    desk.lock("R1", {3: 100}, people["dora"], "lock")
    for button in ("seat 3", "hand royal_flush"):
        desk.press("R1", parse_button(button), people["dora"], button)
    sue = own_place.visit(people["sue"])
    assert "Who verifies looks at the cards and enters them." in sue.get("/staff/pit").text
    without = sue.post("/staff/claims/R1", what="verify", pin=PIN, command="without")
    assert "no cards were entered" in without.text
    paid = sue.post("/staff/claims/R1", what="verify", pin=PIN, command="with", cards="AhKhQhJhTh")
    assert paid.status_code == 303, paid.text
    assert hits(own_place.store, "main")[0].cards_by == "sue"
