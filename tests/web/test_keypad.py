"""At the table: a second person at the dealer's keypad, calls, dealers who take over, and a keypad that fits."""

from __future__ import annotations

import re
import secrets

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect
from web_place import BOSS, Place
from web_screen import PHONE
from web_staff import (
    NO_PAIR,
    PIN,
    QUADS,
    ROYAL,
    Keypad,
    Staffed,
    bets,
    newest,
    open_link,
    play_to_showdown,
    seeded,
    staff,
)

from croupier.floor.people import MOST_FAILURES
from croupier.floor.roles import Role
from croupier.floor.table import DealtBy
from croupier.store.entry import contents
from depth import first_of, thorough

TABLET = {"width": 1024, "height": 768}
DESKTOP = {"width": 1440, "height": 900}


def royal(room: Staffed, keypad: Keypad, lock: str) -> None:
    """A round in which ann, in seat 2, has a royal flush that waits to be claimed."""
    ann, bob = room.seated("ann", 2), room.seated("bob", 5)
    keypad.press("OPEN BETS")
    bets(ann, "ante", "progressive")
    bets(bob, "ante", "progressive")
    play_to_showdown(keypad, lock, ann, bob)
    keypad.press("NEXT SEAT")
    expect(keypad.task).to_contain_text("CLAIM")
    keypad.press("NEXT SEAT")
    expect(keypad.step).to_contain_text("Seat 2 has a royal flush")


def actors(place: Place, event: str) -> list[str]:
    """Who made something happen, as the record has it."""
    return [
        entry.actor
        for entry in place.store.read_all()
        if any(said.get("event") == event for said in contents(entry).events)
    ]


@thorough
def test_r44_a_supervisor_keys_a_win_at_the_dealers_keypad_and_the_dealer_stays_signed_in(
    browser: Browser, own_place: Place
) -> None:
    seeded(own_place, {"T1-1": ROYAL})
    with Staffed(browser, own_place) as room:
        open_link(own_place, "UTH-P01", "T1")
        dora = room.dealer()
        expect(dora.page.locator("#progressive")).to_be_hidden()
        royal(room, dora, "COIN IN")
        dora.page.get_by_role("button", name="Call supervisor").click()
        expect(dora.page.locator("#called-words")).to_have_text(
            "dora calls a supervisor: seat 2 has a royal flush first five"
        )
        dora.claim("ROYAL FLUSH FIRST FIVE", "KEY TO JPH")
        expect(dora.panel).to_contain_text("Seat 2, royal flush first five: $5,000.40 from main.")
        dora.screen.look("keypad-second-person")
        for _ in range(MOST_FAILURES + 1):
            dora.second("", badge="sue")
            expect(dora.panel).to_contain_text("no PIN was entered")
        dora.second("9999", badge="sue")
        expect(dora.panel).to_contain_text("name and PIN do not match")
        expect(dora.page.get_by_label("Badge or name")).to_have_value("sue")
        expect(dora.page.get_by_label("PIN", exact=True)).to_have_value("")
        dora.second(PIN)
        expect(dora.panel).to_be_hidden()
        expect(dora.page.locator("#called")).to_be_hidden()
        expect(dora.page.get_by_role("button", name="Void the round")).to_be_visible()
        dora.claim("J-POT")
        expect(dora.page.get_by_label("Badge or name")).to_have_value("sue")
        dora.page.get_by_label("PIN", exact=True).fill(PIN)
        dora.panel.get_by_role("button", name="J-POT + KEY TO RUN").click()  # two acts, one signature
        expect(dora.panel).to_be_hidden()
        expect(dora.page.locator("#seats .place").first).to_contain_text("win, +$7,524.40")  # with what the meter paid
        expect(dora.page.get_by_role("button", name="Void the round")).to_be_hidden()
        dora.press("GAME OVER")
        expect(dora.step).to_have_text("Open bets for the next round.")
        expect(dora.page.locator("header")).to_contain_text("dora")
        assert actors(own_place, "ClaimLogged") == actors(own_place, "CallAnswered") == ["staff/sue"]
        assert actors(own_place, "RoundEnded") == ["staff/dora"]


@thorough
def test_what_is_pressed_while_a_key_is_on_its_way_is_sent_after_it_and_once(
    browser: Browser, own_place: Place
) -> None:
    with Staffed(browser, own_place) as room:
        dora = room.dealer()
        held: list[Route] = []
        dora.page.route("**/orders", lambda route: route.continue_() if held else held.append(route))
        for _ in range(2):
            dora.lit("OPEN BETS").click()
        for _ in range(2):
            dora.page.get_by_role("button", name="Call supervisor").click()
        while not held:
            dora.page.wait_for_timeout(10)
        held[0].continue_()
        expect(dora.page.locator("#called-words")).to_contain_text("dora calls a supervisor")
        expect(dora.page.locator("#say")).to_have_text("")
        assert len(actors(own_place, "SupervisorCalled")) == 1


@thorough
def test_r44_a_win_of_the_tray_has_its_hand_button_and_a_supervisor_verifies_it_there(
    browser: Browser, own_place: Place
) -> None:
    seeded(own_place, {"T1-1": QUADS})
    with Staffed(browser, own_place) as room:
        own_place.house.choices.choose("verify_tray_wins_from", "100", room.people["eve"], "from 100")
        open_link(own_place, "UTH-P01", "T1")
        dora, ann, bob = room.dealer(), room.seated("ann", 2), room.seated("bob", 5)
        dora.press("OPEN BETS")
        bets(ann, "ante", "progressive")
        bets(bob, "ante")
        play_to_showdown(dora, "COIN IN", ann, bob)
        dora.press("NEXT SEAT", "NEXT SEAT")
        expect(dora.step).to_have_text("Seat 2 has four of a kind, $100 from the tray: press its hand below.")
        expect(dora.lit("GAME OVER")).to_have_count(0)
        hand = dora.page.locator("#tray-wins .pad").first
        expect(hand).to_have_text("SEAT 2 FOUR OF A KIND $100press")
        hand.click()
        expect(hand).to_contain_text("on; again: off")
        hand.click()
        expect(hand).to_contain_text("press")
        expect(dora.page.locator("#tray-wins .pad")).to_have_count(1)
        newest(dora.screen)
        hand.click()
        expect(ann.page.locator("#bar")).to_contain_text("the win is being verified")
        dora.screen.look("keypad-tray-win")
        dora.page.locator("#tray-wins .pad").nth(1).click()
        dora.second(PIN, badge="dora")
        expect(dora.panel).to_contain_text("dora is a dealer and may not run a link, verify a win or adjust a meter")
        dora.second(PIN, badge="sue")
        expect(dora.panel).to_be_hidden()
        expect(hand).to_contain_text("pressed by dora, verified by sue")
        dora.press("GAME OVER")
        expect(dora.step).to_have_text("Open bets for the next round.")
        assert actors(own_place, "TrayWinVerified") == ["staff/sue"]


@thorough
def test_r45_a_badge_confirms_and_swipes_at_the_keypad_but_never_that_of_who_pressed_the_hand(
    browser: Browser, own_place: Place
) -> None:
    seeded(own_place, {"T1-1": ROYAL})
    with Staffed(browser, own_place) as room:
        open_link(own_place, "MGL-01", "T1", executive_above=100_000)
        badge = own_place.house.people.issue_badge("sue", room.people["ada"], "badge")
        sam = room.dealer("sam")
        royal(room, sam, "START GAME")
        sam.claim("SEAT 2", "ROYAL FLUSH", "CONFIRM")
        sam.second(PIN, badge="sam")
        expect(sam.panel).to_contain_text("sam pressed the hand button and cannot also confirm")
        expect(sam.panel).to_contain_text("It takes an Executive card: $5,000.40 is above $1,000.")
        sam.page.get_by_label("Badge or name").fill(badge)
        sam.page.get_by_label("PIN", exact=True).fill(PIN)
        sam.panel.get_by_role("button", name="CONFIRM + SWIPE CARD").click()
        expect(sam.panel).to_be_hidden()
        expect(sam.page.locator("#say")).to_contain_text("swipe an Executive card")  # the first act stands
        sam.claim("SWIPE CARD")
        sam.second(PIN, badge="sue")
        expect(sam.panel).to_contain_text("$5,000.40 is above $1,000; swipe an Executive card")
        sam.second(PIN, badge="eve")
        expect(sam.panel).to_be_hidden()
        sam.press("END GAME")
        expect(sam.step).to_have_text("Open bets for the next round.")
        assert actors(own_place, "ClaimConfirmed") == ["staff/sue"]
        assert actors(own_place, "ClaimLogged") == ["staff/eve"]


@pytest.mark.parametrize(
    ("paytable", "hand", "verifies", "together"),
    first_of([
        ("MGL-01", ("seat 2", "hand royal_flush"), "confirm", ["swipe"]),
        ("UTH-P01", ("hand royal_flush_first_five",), "key jph", ["j-pot", "key run"]),
    ]),
)  # fmt: skip
def test_r44_r45_one_signature_verifies_and_pays_and_every_act_is_an_entry_of_its_own(
    own_place: Place, paytable: str, hand: tuple[str, ...], verifies: str, together: list[str]
) -> None:
    """Two clicks and one PIN: the verifier's button, then all of its panel."""
    seeded(own_place, {"T1-1": ROYAL})
    people = staff(own_place) | {name: own_place.player(name) for name in ("ann", "bob")}
    own_place.house.cage.fund(10_000_000, BOSS, "fund")
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    own_place.house.cage.fill("T1", 1_000_000, BOSS, "fill/T1")
    open_link(own_place, paytable, "T1")
    players = [people["ann"], people["bob"]]
    for who, seat in zip(players, ("sit 2", "sit 5"), strict=True):
        own_place.order("T1", seat, who)
    steps = [("open", None), ("bet 10 progressive 1", players), ("lock", None), ("deal", None), ("bet4", players)]
    for words, asked in [*steps, *((words, None) for words in ("flop", "river", "dealer", "settle"))]:
        for who in asked or [people["dora"]]:
            own_place.order("T1", words, who)
    dora = own_place.visit(people["dora"])

    def press(button: str, **more: object) -> httpx.Response:
        body = {"button": button, "command": secrets.token_hex(8), **more}
        return dora.http.post("/api/staff/tables/T1/buttons", json=body, headers={"x-csrf": dora.token})

    assert dora.json("/staff/keypad/T1")["together"] == {}, "nothing is claimed yet"
    for button in hand:
        assert press(button).status_code == 200
    assert dora.json("/staff/keypad/T1")["together"] == {verifies: together}
    assert press(verifies, together=together, badge="dora", pin=PIN).status_code == 409, "who pressed does not verify"
    assert press(verifies, together=together, badge="sue", pin="9999").status_code == 409
    assert press(verifies, together=together, badge="sue", pin=PIN).json()["as"] == "sue"
    page = dora.json("/staff/keypad/T1")
    assert (page["claim"], page["together"], page["you"]["name"]) == ("", {}, "dora")
    acts = [contents(entry).request for entry in own_place.store.read_all() if entry.actor == "staff/sue"]
    assert [request for request in acts if request.startswith("T1 ")] == [
        f"T1 {button}" for button in (verifies, *together[:-1])
    ]
    assert acts[-1].startswith("award "), "the last one pays"
    own_place.order("T1", "end", people["dora"])


@thorough
def test_a_claim_is_refused_and_a_round_voided_at_the_keypad_with_a_reason(browser: Browser, own_place: Place) -> None:
    seeded(own_place, {"T1-1": ROYAL})
    with Staffed(browser, own_place) as room:
        open_link(own_place, "MGL-01", "T1")
        dora = room.dealer()
        royal(room, dora, "START GAME")
        dora.claim("SEAT 2", "ROYAL FLUSH")
        dora.page.get_by_role("button", name="Refuse the claim").click()
        dora.page.get_by_label("Why").fill("the cards were exposed")
        dora.page.get_by_label("Badge or name").focus()
        dora.second(PIN, badge="sue")
        refused = "The claim of seat 2, royal flush, was refused: the cards were exposed."
        expect(dora.page.locator("#refused")).to_have_text(refused)
        dora.page.get_by_role("button", name="Sign: not paid").click()
        dora.second(PIN, badge="sam")
        expect(dora.panel).to_be_hidden()
        expect(dora.page.locator("#refused")).to_have_text(f"{refused} Not paid, signed by sam.")
        expect(dora.lit("END GAME")).to_be_visible()
        dora.page.get_by_role("button", name="Void the round").click()
        dora.page.get_by_label("Badge or name").focus()
        dora.second(PIN, badge="eve")
        expect(dora.panel).to_contain_text("Say why.")
        dora.page.get_by_label("Why").fill("the deck was fouled")
        dora.page.get_by_label("PIN", exact=True).focus()
        dora.second(PIN)
        expect(dora.step).to_contain_text("Round T1-1 is void: the deck was fouled.")
        assert actors(own_place, "RoundVoided")[0] == "staff/eve"


@thorough
def test_space_presses_the_lit_key_and_the_keypad_fits_a_tablet(browser: Browser, own_place: Place) -> None:
    seeded(own_place, {"T1-1": NO_PAIR})
    with Staffed(browser, own_place, clock_s=600) as room:
        dora = Keypad(room.screen("dora", "/staff/keypad/T1", viewport=TABLET))
        ann = room.seated("ann", 2)
        expect(dora.page.locator("#seats .here")).to_have_count(1)

        def space(label: str) -> None:
            expect(dora.lit(label)).to_be_visible()
            newest(dora.screen)
            fits(dora)
            dora.page.keyboard.press("Space")

        space("OPEN BETS")
        bets(ann, "ante")
        dora.page.keyboard.press("Tab")  # who goes from key to key has the lit one under Space all the same
        dora.page.locator("#pads .pad").first.focus()
        space("NO MORE BETS")
        space("DEAL")
        ann.stage("preflop")
        expect(dora.page.locator("#idle")).to_have_text("Waiting for seat 2 to decide.")
        expect(dora.page.locator("#seats .due .seconds")).to_have_text(re.compile(r"^\d{3} s$"))
        fits(dora)
        dora.page.keyboard.press("Space")
        expect(dora.page.locator("#say")).to_contain_text("Waiting for seat 2 to decide.")
        newest(ann)
        ann.act("Bet 4x")
        for label in ("FLOP", "TURN · RIVER", "DEALER'S CARDS", "NEXT SEAT"):
            space(label)
        expect(dora.task.locator("h2")).to_have_text(re.compile("^Seat 2 "))  # the first pass is done
        space("NEXT SEAT")
        expect(dora.lit("GAME OVER")).to_contain_text("52 cards counted")
        ticked = dora.page.locator("#pads .done .pad-label").all_inner_texts()
        assert ticked[0] == "OPEN BETS"
        assert "GAME OVER" not in ticked
        for size in (DESKTOP, TABLET):
            dora.page.set_viewport_size(size)
            fits(dora)
        dora.page.set_viewport_size(PHONE)
        dora.screen.look("keypad-phone")
        assert dora.screen.in_view(dora.lit("GAME OVER")), "the lit key is under a thumb at once"
        dora.page.evaluate("document.activeElement.blur()")
        newest(dora.screen)
        dora.page.keyboard.press("Enter")
        expect(dora.step).to_have_text("Open bets for the next round.")
        ann.context.close()
        dora.page.set_viewport_size(TABLET)
        expect(dora.page.locator("#seats .away")).to_have_count(1)


def fits(keypad: Keypad) -> None:
    over = keypad.page.evaluate("() => document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, f"{over} pixels are out of sight"


@thorough
def test_a_table_is_taken_handed_over_and_left_and_only_its_dealer_has_lit_keys(
    browser: Browser, own_place: Place
) -> None:
    with Staffed(browser, own_place) as room:
        room.people["dan"] = own_place.house.people.register("dan", Role.DEALER, PIN, room.people["ada"], "dan")
        dora, dan = room.dealer(), room.dealer("dan")
        dora.page.get_by_role("button", name="Take the table").click()
        expect(dora.page.locator("#dealer")).to_contain_text("dora deals")
        expect(dora.lit("OPEN BETS")).to_be_visible()
        expect(dan.page.locator("#idle")).to_have_text("Dora deals here; take the table over first.")
        dan.refused("OPEN BETS", "dora deals here; take the table over first")
        dora.page.get_by_role("button", name="Hand over").click()
        dora.second(PIN, badge="ann")
        expect(dora.panel).to_contain_text("name and PIN do not match")
        dora.second(PIN, badge="dan")
        expect(dora.page.locator("#dealer")).to_contain_text("dan deals")
        expect(dora.page.locator("header")).to_contain_text("dan")
        dora.press("OPEN BETS")
        expect(dora.step).to_contain_text("Bets are open.")
        assert actors(own_place, "RoundOpened") == ["staff/dan"], "the keypad is the next dealer's"
        # What the page asked for while it was handed over is refused to the dealer before, and the console says so.
        dora.screen.complaints[:] = [said for said in dora.screen.complaints if "status of 401" not in said]
        dan.page.get_by_role("button", name="Leave").click()
        expect(dan.page.locator("#dealer")).to_have_text("Nobody is assigned")
        sue = room.dealer("sue")
        sue.page.get_by_role("button", name="Assign a dealer").click()
        sue.page.get_by_label("Name", exact=True).fill("ann")
        sue.page.get_by_role("button", name="Assign", exact=True).click()
        expect(sue.panel).to_contain_text("ann is a player and may not press the dealer's steps")
        sue.page.get_by_label("Name", exact=True).fill("dora")
        sue.page.get_by_label("Name", exact=True).press("Enter")
        expect(dan.page.locator("#dealer")).to_contain_text("dora deals")


@thorough
def test_r19_who_is_gone_from_a_table_without_a_clock_is_sent_off_at_the_keypad(
    browser: Browser, own_place: Place
) -> None:
    with Staffed(browser, own_place, clock_s=None) as room:
        dora, ann = room.dealer(), room.seated("ann", 2)
        dora.press("OPEN BETS")
        bets(ann, "ante")
        dora.press("NO MORE BETS", "DEAL")
        expect(dora.page.locator("#idle")).to_have_text("Waiting for seat 2 to decide.")
        expect(dora.page.locator("#send-off")).to_be_hidden()
        ann.context.close()
        dora.page.get_by_role("button", name="Send seat 2 off").click()
        dora.page.get_by_label("Badge or name").focus()
        dora.second(PIN, badge="sue")
        expect(dora.panel).to_be_hidden()
        dora.press("FLOP", "TURN · RIVER")
        expect(dora.page.locator("#seats")).to_contain_text("fold")
        assert actors(own_place, "PlayerUnseated") == ["staff/sue"]


@thorough
def test_a_call_waits_in_words_and_is_withdrawn_or_answered_where_it_was_made(
    browser: Browser, own_place: Place
) -> None:
    with Staffed(browser, own_place) as room:
        dora, sue = room.dealer(), room.dealer("sue")

        def call() -> None:
            """Call, and see the call on both keypads: on neither of them is one from before still shown."""
            for keypad in (dora, sue):
                expect(keypad.page.locator("#called")).to_be_hidden()
            dora.page.get_by_role("button", name="Call supervisor").click()
            for keypad in (dora, sue):
                expect(keypad.page.locator("#called-words")).to_have_text("dora calls a supervisor")

        call()
        dora.screen.look("keypad-called")
        dora.page.get_by_role("button", name="Withdraw the call").click()
        call()
        sue.page.get_by_role("button", name="I am here").click()
        call()
        dora.page.get_by_role("button", name="A supervisor is here").click()
        dora.second(PIN, badge="sam")
        expect(dora.page.locator("#called")).to_be_hidden()
        assert actors(own_place, "CallAnswered") == ["staff/sue", "staff/sam"]


def test_a_table_dealt_by_machine_says_so_and_has_nothing_to_press(browser: Browser, own_place: Place) -> None:
    with Staffed(browser, own_place) as room:
        own_place.open_table("M1")
        dora = Keypad(room.screen("dora", "/staff/keypad/M1"))
        expect(dora.page.locator("#idle")).to_have_text("This table is dealt by machine: there is nothing to press.")
        expect(dora.page.locator("#pads .pad")).to_have_count(0)
        expect(dora.page.get_by_role("button", name="Take the table")).to_be_hidden()
        dora.screen.look("keypad-machine")
