"""The dealer's keypad of a table with real cards (R58): touches, cards, corrections, and two tablets at one table."""

from __future__ import annotations

import re
import secrets
import time

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from test_felt_pages import Felt
from web_place import Place
from web_screen import PHONE, Screen
from web_staff import PIN, newest, open_link

from croupier.errors import Refused
from croupier.floor.roles import Role
from croupier.rules.round import Stage
from croupier.store.entry import contents
from croupier.web.staff.keypad.entry import FeltEntry, felt_entry
from croupier.web.staff.keypad.words import instruction, payouts, step_words
from depth import thorough

TABLET = {"width": 1024, "height": 768}
SEATED = ("open", "seat 3 bet 10", "seat 4 bet 10", "seat 5 bet 10")
TO_THE_FLOP = (*SEATED, "lock", "deal", "all check")


@pytest.fixture
def felt(own_place: Place) -> Felt:
    return Felt(own_place)


class Tablet:
    """The keypad of a table with real cards in a browser, which counts how often it is touched."""

    def __init__(self, browser: Browser, felt: Felt, name: str = "dora", **options: object) -> None:
        options.setdefault("viewport", TABLET)
        self.felt = felt
        self.screen = Screen(browser, felt.place, felt.people[name], **options)
        self.page: Page = self.screen.page
        self.page.goto("/staff/keypad/T1")
        self.touches = 0

    def touch(self, *things: str | Locator) -> None:
        """Touch keys by their labels, or cards by their names."""
        for thing in things:
            found = thing if isinstance(thing, Locator) else self.key(thing)
            found.click()
            self.touches += 1

    def key(self, label: str) -> Locator:
        if re.fullmatch("[2-9TJQKA][cdhs]", label):
            return self.page.locator(f'.face[data-card="{label}"]')
        if label.isupper():
            return self.page.locator("#pads .pad.lit").filter(has=self.page.get_by_text(label, exact=True))
        return self.page.locator(".touch").filter(has=self.page.get_by_text(label, exact=True))

    def at(self, seat: int, label: str) -> Locator:
        place = self.page.locator(f'.place[data-seat="{seat}"]')
        return place.locator(".touch").filter(has=self.page.get_by_text(label, exact=True))

    def who(self, seat: int) -> Locator:
        return self.page.locator(f'.place[data-seat="{seat}"] .who')

    def fits(self) -> None:
        """Nothing is out of sight, cut, covered or overlapped."""
        newest(self.screen)
        faults = self.screen.layout_faults()
        assert not faults, "\n".join(faults)

    def close(self) -> None:
        self.screen.close()


@thorough
def test_a_round_with_two_folds_and_a_showdown_takes_at_most_25_touches(browser: Browser, felt: Felt) -> None:
    felt.do(*SEATED, "lock")
    felt.do("void practice", who="sue")
    tablet = Tablet(browser, felt)
    began = time.monotonic()
    tablet.touch("OPEN BETS", "All usual bets", "NO MORE BETS", "DEAL", "All check", "Ah", "Kd", "7c")
    tablet.touch(tablet.at(5, "Bet 2x"), "The others check", "2c", "3d", "The others fold")
    tablet.fits()
    tablet.touch("Qs", "Jd", "As", "9h")
    expect(tablet.page.locator("#payouts .pay-step").first).to_contain_text("First pass, seat 5: return the Ante")
    expect(tablet.page.locator("#payouts")).to_contain_text("Seat 5 wins: pair of aces")
    tablet.fits()
    tablet.touch("NEXT SEAT")
    expect(tablet.page.locator("#payouts .pay-step").first).to_contain_text("Seat 5 wins")
    tablet.touch("NEXT SEAT")
    expect(tablet.page.locator("#payouts .pay-step").first).to_contain_text("Seat 4 folded")
    tablet.touch("Settle all seats", "GAME OVER")
    expect(tablet.page.locator("#step")).to_have_text("Open bets for the next round.")
    print(f"{tablet.touches} touches, {time.monotonic() - began:.1f} s")
    assert tablet.touches <= 25
    round = felt.place.table("T1").round
    assert round is not None
    assert round.stage is Stage.OVER
    assert [seat.number for seat in round.seats if not seat.cards] == [3, 4], "who folded was not looked at"
    tablet.close()


@pytest.mark.thorough
def test_another_tablet_goes_on_in_the_middle_of_a_hand_and_a_late_touch_is_refused(
    browser: Browser, felt: Felt
) -> None:
    felt.do(*TO_THE_FLOP, "cards Ah")
    first, second = Tablet(browser, felt), Tablet(browser, felt)
    for tablet in (first, second):
        expect(tablet.page.locator("#due")).to_have_text("Enter 2 cards of the board")
        expect(tablet.key("Ah")).to_have_accessible_name("ace of hearts, lies at the board")
    # No news come through to the first, until it has been refused.
    stale = felt.visits["dora"].json("/staff/keypad/T1")
    first.page.route("**/staff/keypad/T1", lambda route: route.fulfill(json=stale))
    first.page.on("response", lambda said: first.page.unroute("**/staff/keypad/T1") if said.status == 409 else None)
    second.touch("Kd")
    expect(second.page.locator("#due")).to_have_text("Enter 1 card of the board")
    first.touch("Kd")
    expect(first.page.locator("#say")).to_contain_text("moved on")
    expect(first.page.locator("#due")).to_have_text("Enter 1 card of the board")
    first.touch("7c")
    expect(second.page.locator("#step")).to_contain_text("decide on the flop")
    assert [str(card) for card in felt.place.table("T1").in_play.cards.board] == ["Ah", "Kd", "7c"]  # type: ignore[union-attr]
    for tablet in (first, second):
        tablet.close()


def ordered(felt: Felt, order: str, version: int, command: str) -> httpx.Response:
    visit = felt.visits["dora"]
    body = {"order": order, "version": version, "command": command}
    return visit.http.post("/api/staff/tables/T1/orders", json=body, headers={"x-csrf": visit.token})


def test_a_command_that_is_repeated_changes_nothing_and_two_tablets_cannot_enter_one_card(felt: Felt) -> None:
    felt.do(*TO_THE_FLOP)
    version, command = felt.place.table("T1").version, secrets.token_hex(12)
    assert ordered(felt, "cards Ah", version, command).status_code == 200
    assert ordered(felt, "cards Ah", version, command).status_code == 200, "the answer was lost, and is asked for again"
    assert felt.place.table("T1").version == version + 1
    late = ordered(felt, "cards Ah", version, secrets.token_hex(12))
    assert (late.status_code, "moved on" in late.json()["error"]) == (409, True)
    twice = ordered(felt, "cards Ah", version + 1, secrets.token_hex(12))
    assert (twice.status_code, "card twice" in twice.json()["error"] or "already" in twice.json()["error"]) == (
        409,
        True,
    )
    assert felt.place.table("T1").version == version + 1


def test_a_seat_has_what_its_player_may_do_and_all_seats_what_all_may(felt: Felt) -> None:
    def keys(seat: int) -> list[str]:
        return [key.label for key in now().seats[seat - 1].keys]

    def now() -> FeltEntry:
        entry = felt_entry(felt.place.table("T1"), felt.dealer)
        assert entry is not None
        return entry

    felt.do("seat 3 name Mr. Green", *SEATED[:2], "seat 4 bet 10 trips 5")
    assert [(one.name, one.taken, one.bets) for one in now().seats[2:5]] == [
        ("Mr. Green", True, "$10"),
        ("", True, "$10, Trips $5"),
        ("", False, ""),
    ]
    assert keys(3) == ["Withdraw"]
    felt.do("lock", "deal")
    assert keys(3) == ["Bet 4x", "Bet 3x", "Check"]
    assert [key.says for key in now().seats[2].keys] == ["$40", "$30", ""]
    assert [key.order for key in now().everybody] == ["all check"]
    felt.do("seat 3 bet4")
    assert keys(3) == ["Undo"]
    assert [key.label for key in now().everybody] == ["The others check"]
    felt.do("seat 4 check", "cards AhKd7c", "seat 4 check", "cards 2c3d")
    assert keys(3) == []
    assert [key.order for key in now().everybody] == ["all fold"], "on the river who does nothing folds"
    felt.do("seat 4 fold")
    assert (now().due, now().due_number) == ("2 cards of the dealer", 2)
    felt.do("void a misdeal", who="sue")
    felt.do("open")
    assert [key.label for key in now().everybody] == ["All usual bets"]
    assert [key.says for key in now().seats[3].keys] == ["$10, Trips $5"]


def test_what_is_paid_stands_in_the_order_of_the_settlement_as_chips(felt: Felt) -> None:
    felt.do(*SEATED[:2], "seat 4 bet 25 trips 5", "lock", "deal", "all check", "cards AhKd7c", "seat 3 bet2")
    felt.do("seat 4 check", "cards 2c3d", "seat 4 bet1", "cards 7h7d")
    round = felt.place.table("T1").in_play
    assert round is not None
    assert [one.heading for one in payouts(round)] == [f"Seat {seat}: its cards are not entered yet" for seat in (4, 3)]
    assert step_words(felt.place.table("T1")) == "Turn and enter 2 cards of seat 4."
    felt.do("cards AsAc")
    round = felt.place.table("T1").in_play
    assert round is not None
    first = instruction(round)
    assert first is not None
    assert first.heading == "Seat 4 wins: three of a kind, aces"
    chips = {chore.felt: (chore.verb, [(one.number, one.label) for one in chore.chips]) for chore in first.chores}
    assert chips == {
        "Ante": ("pay", [(1, "$25")]),
        "Play": ("pay", [(1, "$25")]),
        "Blind": ("push", []),
        "Trips": ("pay", [(3, "$5")]),
    }


def test_a_house_with_other_chips_is_told_in_those(felt: Felt) -> None:
    felt.place.house.choices.choose("chips", "1, 20, 100", felt.people["ada"], "chips")
    felt.do(*SEATED[:2], "lock", "deal", "seat 3 bet4", "cards AhKd7c", "cards 2c3d", "cards 7h7d", "cards AsAc")
    page = felt.visits["dora"].json("/staff/keypad/T1")
    assert page["entry"]["chips"] == [100, 2_000, 10_000]
    play = next(chore for chore in page["instruction"]["chores"] if chore["felt"] == "Play")
    assert play["chips"] == [{"value": 2_000, "label": "$20", "number": 2}]


def test_a_win_of_the_progressive_is_lit_and_its_wager_is_not_taken_twice(felt: Felt) -> None:
    open_link(felt.place, "UTH-P01", "T1")
    felt.do("open", "seat 3 bet 10 progressive 1", "seat 5 bet 10 progressive 1", "lock", "deal", "seat 3 bet4")
    felt.do("seat 5 bet4", "cards AhKhQh", "cards 2c3d", "cards 2h2d", "cards JhTh", "cards 9c9d")
    round = felt.place.table("T1").in_play
    assert round is not None
    told = [(one.seat, chore.verb, chore.felt, chore.lit) for one in payouts(round) for chore in one.chores]
    assert [row for row in told if "Progressive" in row[2]] == [(3, "claim", "Progressive, seat 5", True)]


def test_in_california_the_fees_are_taken_in_chips_before_any_card(own_place: Place) -> None:
    felt = Felt(own_place, "ca")
    felt.do("seat 1 name ann", "seat 2 name bob", "open")
    entry = felt_entry(own_place.table("T1"), felt.dealer)
    assert entry is not None
    assert [seat.number for seat in entry.seats if seat.may_bank] == [1]
    assert [key.label for key in entry.seats[0].keys] == ["Pass the bank"]
    felt.do("seat 1 bank 300", "seat 2 bet 20 trips 5", "lock")
    round = own_place.table("T1").in_play
    assert round is not None
    told = instruction(round)
    assert told is not None
    assert told.heading == "The collection, before any card"
    assert [(chore.verb, chore.felt, chore.amount) for chore in told.chores] == [
        ("take", "Seat 1", "$1"),
        ("take", "Seat 2", "$0.50"),
    ]
    felt.do("deal", "seat 2 check", "cards AhKd7c", "seat 2 check", "cards 2c3d", "seat 2 fold")
    assert undo(felt, 2) == ["Undo"]
    felt.do("cards 7d7h", "collect")
    assert undo(felt, 2) == []
    with pytest.raises(Refused, match="collected already"):
        felt.do("seat 2 undo")


def undo(felt: Felt, seat: int) -> list[str]:
    entry = felt_entry(felt.place.table("T1"), felt.dealer)
    assert entry is not None
    return [key.label for key in entry.seats[seat - 1].keys]


@thorough
def test_chips_typed_cards_and_a_correction_on_a_phone(browser: Browser, felt: Felt) -> None:
    phone = Tablet(browser, felt, viewport=PHONE, has_touch=True)
    phone.touch(phone.who(3))
    phone.page.get_by_label("Name of the player").fill("Mr. Green")
    phone.touch("Name")
    expect(phone.who(3)).to_have_text("3 · Mr. Green")
    phone.touch("OPEN BETS", phone.who(3), "$25", phone.page.locator(".spot-key").first, "$5")
    phone.touch(phone.page.locator(".spot-key").nth(1))
    phone.screen.look("felt-phone-bets")
    phone.touch("Put down $30", phone.who(4))
    phone.page.get_by_label("Or typed, in dollars").fill("10 trips 5")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator('.place[data-seat="4"]')).to_contain_text("$10, Trips $5")
    phone.touch("NO MORE BETS", "DEAL", "All check")
    phone.touch(phone.page.get_by_role("button", name="hearts", exact=True), "Ah", "Kh")
    phone.page.locator("body").press("7")  # a reader types wherever it is
    phone.page.keyboard.type("c")
    expect(phone.page.locator("#step")).to_contain_text("decide on the flop")
    expect(phone.key("Ah")).to_be_hidden()
    phone.touch(phone.page.get_by_role("button", name="Deck", exact=True))
    expect(phone.key("Ah")).to_be_visible()
    phone.touch("All check")
    phone.page.get_by_label("Enter 2 cards of the board").fill("10d 2s")
    expect(phone.page.locator("#step")).to_contain_text("decide")
    phone.touch(phone.at(4, "Bet 1x"), "The others fold")
    phone.screen.look("felt-phone-deck")
    phone.touch(phone.page.get_by_role("button", name="hearts", exact=True), "Ah", "Qh", "misread")
    expect(phone.page.locator("#board-cards .card").first).to_have_attribute("data-card", "Qh")
    said = [event for entry in felt.place.store.read("table/T1") for event in contents(entry).events]
    assert [one["reason"] for one in said if one["event"] == "CardsCorrected"] == ["misread"]
    phone.close()


@thorough
def test_a_key_stays_under_the_finger_and_what_it_meant_is_refused_when_the_table_has_moved_on(
    browser: Browser, felt: Felt
) -> None:
    felt.do(*SEATED, "lock", "deal")
    tablet = Tablet(browser, felt)
    tablet.at(3, "Check").hover()
    tablet.page.mouse.down()
    felt.do("seat 4 check")
    newest(tablet.screen)
    expect(tablet.at(4, "Check")).to_be_visible()
    tablet.page.mouse.up()
    expect(tablet.page.locator("#say")).to_contain_text("moved on")
    expect(tablet.at(4, "Undo")).to_be_visible()
    tablet.touch(tablet.at(3, "Check"))
    expect(tablet.at(3, "Undo")).to_be_visible()
    tablet.close()


@thorough
@pytest.mark.parametrize("size", [TABLET, {"width": 1180, "height": 820}], ids=["tablet", "larger tablet"])
def test_nothing_is_cut_at_a_full_table(browser: Browser, felt: Felt, size: dict[str, int]) -> None:
    open_link(felt.place, "MGL-01", "T1")
    felt.do("seat 5 name Mr. Green of the Valley", "open")
    tablet = Tablet(browser, felt, viewport=size)
    moments = (
        [f"seat {seat} bet 25 trips 5 pairs 5 progressive 1" for seat in range(1, 7)],
        ["lock"],
        ["deal"],
        ["seat 5 bet4", "seat 4 bet3", "all check"],
        ["cards Ah"],
        ["cards KhQh"],
        ["all check"],
        ["cards 2c3d"],
        ["all fold"],
        ["cards 7c7d"],
    )
    for orders in moments:
        felt.do(*orders)
        tablet.fits()
    tablet.screen.look("felt-tablet")
    tablet.touch("Ah")
    tablet.fits()
    tablet.close()


@thorough
def test_who_does_not_deal_here_is_told_so_and_enters_nothing(browser: Browser, felt: Felt) -> None:
    felt.do("dealer dora", who="sue")
    felt.do(*SEATED, "lock", "deal")
    other = felt.place.house.people.register("dan", Role.DEALER, PIN, felt.people["ada"], "dan")
    felt.people["dan"] = other
    tablet = Tablet(browser, felt, "dan")
    tablet.touch("All check")
    expect(tablet.page.locator("#say")).to_contain_text("dora deals")
    assert felt.place.table("T1").in_play.street.key == "preflop"  # type: ignore[union-attr]
    tablet.close()
