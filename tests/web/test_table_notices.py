"""What a player is told when somebody else decides: a void, the clock, a claim that is refused or still open."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect
from test_staff_work import automatic_royal, claims
from web_place import Place
from web_screen import Screen
from web_staff import NO_PAIR, PIN, Staffed, bets, newest, seeded

from depth import thorough


@thorough
def test_r26_a_void_round_gives_the_bets_back_and_says_why_and_turns_no_card(
    browser: Browser, own_place: Place
) -> None:
    seeded(own_place, {"T1-1": NO_PAIR})
    with Staffed(browser, own_place) as room:
        dora, ann, bob = room.dealer(), room.seated("ann", 2), room.seated("bob", 5)
        dora.press("OPEN BETS")
        bets(ann, "ante", "trips")
        bets(bob, "ante")
        dora.press("NO MORE BETS", "DEAL")
        for player in (ann, bob):
            player.stage("preflop")
            newest(player)
            player.act("Check")
        dora.press("FLOP")
        ann.stage("flop")
        own_place.order("T1", "void the shuffler jammed", room.people["sue"])
        told = "Round T1-1 is void: the shuffler jammed. Every bet is back with its owner."
        for player in (ann, bob):
            expect(player.page.locator("#stopped")).to_have_text(told)
            expect(player.page.locator("#bar .say")).to_have_text(told)
            expect(player.page.locator("#spots .stack")).to_have_count(0)
            expect(player.page.locator("#my-hand")).to_have_text("")
            expect(player.page.locator("#chips")).to_have_text("$1,000")
            expect(player.page.locator("#board-cards [data-card]:not([data-card=''])")).to_have_count(3)
            expect(player.page.locator("#dealer-cards [data-card]:not([data-card=''])")).to_have_count(0)
            expect(player.page.locator("#arc [data-card]:not([data-card=''])")).to_have_count(0)
            expect(player.page.locator("#arc .status").filter(has_text=re.compile(r"\$"))).to_have_count(0)
        expect(dora.step).to_have_text(
            "Round T1-1 is void: the shuffler jammed. Give every bet back and take the cards in; then open bets."
        )
        ann.look("table-void")
        dora.screen.look("keypad-void")
        dora.press("OPEN BETS")
        expect(dora.step).to_contain_text("Bets are open.")


def test_r19_a_player_is_told_what_the_clock_did(browser: Browser, own_place: Place) -> None:
    ann = own_place.player("ann")
    own_place.open_table("T1", clock_s=1)
    own_place.order("T1", "sit 2", ann)
    own_place.until("T1", lambda table: table.in_play is not None)
    own_place.order("T1", "bet 10", ann)
    screen = Screen(browser, own_place, ann)
    screen.page.goto("/tables/T1")
    expect(screen.page.locator("#stopped")).to_have_text("Your time ran out: the clock checked for you.")
    screen.close()


def test_r46_a_win_is_pending_until_it_is_paid_and_a_refusal_says_why(browser: Browser, own_place: Place) -> None:
    people = automatic_royal(own_place)
    own_place.until("T1", lambda _: claims(own_place) == [1])
    ann = Screen(browser, own_place, people["ann"])
    ann.page.goto("/tables/T1")
    expect(ann.spot("progressive").locator(".result")).to_have_text("pending")
    expect(ann.page.locator("#payouts")).to_contain_text("pending")
    expect(ann.page.locator("#payouts")).not_to_contain_text("-$1")
    expect(ann.page.locator("#bar")).to_contain_text("the win is being verified")
    ann.look("table-pending")
    sue = own_place.visit(people["sue"])
    sue.post("/staff/claims/T1", what="refuse", pin=PIN, why="the cards were exposed", command="refuse-1")
    refused = "The claim of seat 2, royal flush first five, was refused: the cards were exposed."
    expect(ann.page.locator("#bar")).to_contain_text(refused)
    expect(ann.page.locator("#bar")).not_to_contain_text("being verified")
    ann.look("table-refused")
    ann.close()
