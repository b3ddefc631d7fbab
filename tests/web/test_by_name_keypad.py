"""The dealer's keypad and a player who is there by name, without a phone."""

from __future__ import annotations

import secrets
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect
from structlog.testing import capture_logs
from web_place import BOSS, Place, Visit
from web_screen import PHONE
from web_staff import PIN, Keypad, Staffed, newest, staff

from croupier.floor.audit.auditor import audit
from croupier.floor.orders import parse_order
from croupier.floor.roles import Role
from croupier.floor.table import DealtBy
from croupier.ledger.accounts import stack
from croupier.rules.seat import SEATS
from croupier.web.staff.books.entry_words import entry_words
from depth import thorough

TABLET = {"width": 1024, "height": 768}


class ByName:
    """A card room with one table that dora deals."""

    def __init__(self, place: Place, **settings: Any) -> None:
        self.place, self.people = place, staff(place)
        place.employ_boss(self.people["ada"])
        place.house.cage.fund(10_000_000, BOSS, "fund")
        place.open_table("T1", **{"dealt_by": DealtBy.PERSON, **settings})
        place.house.cage.fill("T1", 1_000_000, BOSS, "fill/T1")
        self.dora = place.visit(self.people["dora"])

    def post(self, visit: Visit | None = None, **body: Any) -> httpx.Response:
        visit = visit or self.dora
        said = {"command": secrets.token_hex(12), **body}
        return visit.http.post("/api/staff/tables/T1/seats", json=said, headers={"x-csrf": visit.token})

    def do(self, *orders: str) -> None:
        for order in orders:
            self.place.house.room.do("T1", parse_order(order), self.people["dora"], command=secrets.token_hex(8))

    def keypad(self) -> dict[str, Any]:
        page: dict[str, Any] = self.dora.json("/staff/keypad/T1")
        return page

    def seat(self, number: int) -> dict[str, Any]:
        return next(one for one in self.keypad()["by_name"]["seats"] if one["number"] == number)


@pytest.fixture
def room(own_place: Place) -> ByName:
    return ByName(own_place)


def test_a_player_is_seated_with_chips_for_cash_and_the_keypad_has_their_keys(room: ByName) -> None:
    command = secrets.token_hex(12)
    for _ in range(2):  # the answer was lost, and is asked for again
        assert room.post(seat=3, name="Mr. Green", cash="200", chips="50", command=command).status_code == 200
    green = room.seat(3)
    assert (green["name"], green["taken"], green["stack"]) == ("Mr. Green", True, 25_000)
    assert [one["number"] for one in room.keypad()["by_name"]["seats"] if not one["taken"]] == [1, 2, 4, 5, 6]
    assert room.place.store.balance(stack("T1", 3)) == 25_000
    room.do("open", "seat 3 bet 10 trips 5")
    assert [key["label"] for key in room.seat(3)["keys"]] == ["Withdraw"]
    room.do("lock", "deal")
    page = room.keypad()
    assert [key["order"] for key in room.seat(3)["keys"]] == ["seat 3 bet4", "seat 3 bet3", "seat 3 check"]
    assert page["idle"] == "Enter the decision of seat 3."
    assert (page["absent"], page["entry"]) == (0, None)
    (row,) = room.place.visit(room.people["sue"]).json("/staff/pit")["rows"]
    assert [dot["state"] for dot in row["dots"] if dot["state"] != "free"] == ["to act"], "nobody misses a page"
    assert audit(room.place.store).findings == ()


def test_the_dealer_shows_their_cards_to_who_is_there_by_name_and_nobody_elses(room: ByName) -> None:
    ann = room.place.player("ann")
    room.place.house.room.do("T1", parse_order("sit 1"), ann, command="sit-ann")
    room.do("seat 3 chips 200", "dealer dora", "open", "seat 3 bet 10")
    room.place.house.room.do("T1", parse_order("bet 10"), ann, command="bet-ann")
    room.do("lock", "deal")
    round = room.place.table("T1").in_play
    assert round is not None
    (green,) = (seat for seat in round.seats if seat.number == 3)
    assert green.cards is not None
    with capture_logs() as logged:
        shown = room.dora.json("/api/staff/tables/T1/seats/3/cards")
    assert shown["cards"] == [str(card) for card in green.cards]
    (look,) = (one for one in logged if one["event"] == "cards shown")
    where = {"table": "T1", "round": "T1-1", "seat": 3, "who": "dora"}
    assert look == {"event": "cards shown", "log_level": "warning", **where}, "who looked, and not what they saw"
    assert "nobody is there by name in seat 1" in room.dora.json("/api/staff/tables/T1/seats/1/cards")["error"]
    assert all(seat["cards"] == [] for seat in room.keypad()["by_name"]["seats"]), "they are not there unless asked for"
    dan = room.place.house.people.register("dan", Role.DEALER, PIN, room.people["ada"], "dan")
    assert "dora deals at T1" in room.place.visit(dan).json("/api/staff/tables/T1/seats/3/cards")["error"]
    assert room.place.visit(ann).get("/api/staff/tables/T1/seats/3/cards").status_code == 403


def test_what_cannot_be_is_refused_before_money_moves(room: ByName) -> None:
    ann = room.place.player("ann")
    room.place.house.room.do("T1", parse_order("sit 1"), ann, command="sit-ann")
    before = room.place.store.balances()
    for body, status, why in (
        ({"seat": 1, "cash": "100"}, 409, "with an account, and acts alone"),
        ({"seat": 1, "name": "ann"}, 409, "with an account, and acts alone"),
        ({"seat": 3}, 409, "nothing was entered"),
        ({"seat": 3, "cash": "20000"}, 409, "the tray of T1 holds"),
        ({"seat": 3, "cash": "much"}, 409, "amount"),
        ({"seat": 9, "cash": "10"}, 409, "no seat 9"),
    ):
        answer = room.post(**body)
        assert (answer.status_code, why in answer.json()["error"]) == (status, True), answer.text
    assert room.post(room.place.visit(ann), seat=3, cash="10").status_code == 403
    assert room.place.store.balances() == before


def test_above_the_houses_amount_a_second_person_signs_for_the_sale(room: ByName) -> None:
    room.place.house.choices.choose("second_person_above", "100", room.people["ada"], "above")
    assert room.keypad()["by_name"]["second_above"] == 10_000
    assert "second person" in room.post(seat=3, cash="200").json()["error"]
    assert room.post(seat=3, cash="200", badge="sue", pin=PIN).status_code == 200
    assert room.seat(3)["stack"] == 20_000


def test_machines_and_who_does_not_deal_are_offered_no_such_keys(own_place: Place) -> None:
    room = ByName(own_place, dealt_by=DealtBy.MACHINE)
    assert room.keypad()["by_name"] is None


def test_the_journal_has_words_for_chips_that_are_put_down(room: ByName) -> None:
    said = {"event": "ChipsPutDown", "seat": 3, "cents": 20_000}
    game = room.place.table("T1").settings.terms.game
    assert entry_words("table/T1", said, lambda _: game) == "$200 in chips is put down in front of seat 3."


@thorough
def test_a_dealer_plays_a_round_for_a_player_who_is_there_by_name(browser: Browser, own_place: Place) -> None:
    with Staffed(browser, own_place) as room:
        dora = room.dealer()
        page, screen = dora.page, dora.screen
        dialog, green = page.locator("#by-name"), page.locator("#seats .place").first
        page.get_by_role("button", name="Seat a player by name").click()
        dialog.get_by_role("button", name="3", exact=True).click()
        expect(dialog.get_by_role("button", name="3", exact=True)).to_have_attribute("aria-pressed", "true")
        dialog.get_by_label("Name").fill("Mr. Green")
        dialog.get_by_label("Buys chips for, in dollars").fill("200")
        screen.look("by-name-seat")
        dialog.get_by_role("button", name="Seat", exact=True).click()
        expect(dialog).to_be_hidden()
        expect(green).to_contain_text("3 · Mr. Green")
        expect(green).to_contain_text("$200")
        dora.press("OPEN BETS")
        green.get_by_role("button", name="Bets").click()
        dialog.get_by_role("button", name="$25", exact=True).click()
        dialog.locator(".spot-key").first.click()
        screen.look("by-name-bets")
        dialog.get_by_role("button", name="Put down $25").click()
        expect(dialog).to_be_hidden()
        expect(green).to_contain_text("$150")
        dora.press("NO MORE BETS", "DEAL")
        expect(green.get_by_role("button", name="Check")).to_be_visible()
        screen.look("by-name-decides")
        green.get_by_role("button", name="Show seat 3 its cards").click()
        expect(page.locator("#by-name-hand .card")).to_have_count(2)
        page.get_by_role("button", name="Turn the cards down").click()
        expect(page.locator("#by-name-cards")).to_be_hidden()
        green.get_by_role("button", name="Bet 4x").click()
        expect(green).to_contain_text("$50")
        dora.press("FLOP", "TURN · RIVER", "DEALER'S CARDS")
        expect(dora.lit("NEXT SEAT")).to_be_visible()
        own_place.order("T1", "settle", room.people["dora"])  # in one pass or two, as the cards fall
        dora.press("GAME OVER")
        expect(dora.lit("OPEN BETS")).to_be_visible()
        dora.press("OPEN BETS")
        green.get_by_role("button", name="Usual").click()
        expect(green.get_by_role("button", name="Withdraw")).to_be_visible()
        green.get_by_role("button", name="3 · Mr. Green").click()
        dialog.get_by_role("button", name="Leaves").click()
        expect(page.locator("#seats .place")).to_have_count(0)
        for number in SEATS:
            for words in (f"name Green {number}", "chips 500", "bet 25 trips 5"):
                own_place.order("T1", f"seat {number} {words}", room.people["dora"])
        fits(dora)
        dora.press("NO MORE BETS", "DEAL")
        expect(page.get_by_role("button", name="All by name check")).to_be_visible()
        fits(dora)
        assert audit(own_place.store).findings == ()


def fits(keypad: Keypad) -> None:
    """Nothing is cut or overlapped at a table whose six players are there by name."""
    for size in (PHONE, TABLET):
        keypad.page.set_viewport_size(size)
        newest(keypad.screen)
        faults = keypad.screen.layout_faults(scrolls=size is PHONE)
        assert not faults, "\n".join(faults)
