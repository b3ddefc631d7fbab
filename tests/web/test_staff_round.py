"""Rounds that a person deals, in real browsers: chips to Game Over, and wins claimed, verified, paid and printed."""

from __future__ import annotations

import re

from playwright.sync_api import APIResponse, Browser, Page, Route, expect
from web_place import Place
from web_staff import NO_PAIR, PIN, ROYAL, Staffed, bets, newest, open_link, play_to_showdown, seeded

from croupier.ledger.accounts import meter, player
from depth import thorough


def verify(pit: Page, *, pin: str = PIN, badge: str | None = None) -> None:
    """Confirm the claim that stands in the pit."""
    if badge is not None:
        pit.get_by_label("Badge, or your name").fill(badge)
    pit.get_by_label("PIN", exact=True).fill(pin)
    pit.get_by_role("button", name="Verify and pay").click()


def refuse(pit: Page, why: str) -> None:
    pit.get_by_label("PIN", exact=True).fill(PIN)
    pit.get_by_label("Or refuse: why").fill(why)
    pit.get_by_role("button", name="Refuse").click()


@thorough
def test_a_staffed_round_from_chips_to_game_over_in_three_browsers(browser: Browser, own_place: Place) -> None:
    seeded(own_place, {"T1-1": NO_PAIR})
    with Staffed(browser, own_place) as room:
        dora, ann, bob = room.dealer(), room.seated("ann", 2), room.seated("bob", 5)
        expect(ann.page.locator("#bar")).to_contain_text("Waiting for the dealer.")
        expect(dora.page.locator("#seats .place")).to_have_count(2)
        dora.press("OPEN BETS")
        expect(dora.step).to_have_text("Bets are open. When all bets are down, call no more bets.")
        dora.refused("NO MORE BETS", "NO MORE BETS: nobody has bet yet")
        bets(ann, "ante", "trips")
        bets(bob, "ante")
        dora.screen.look("keypad-betting")
        dora.press("NO MORE BETS")
        expect(dora.step).to_contain_text("Two cards together, face down, to each seat")
        dora.press("DEAL")
        ann.stage("preflop")
        assert dora.page.locator("#seats [data-card]:not([data-card=''])").count() == 0, "the dealer sees no hole cards"
        dora.refused("FLOP", "FLOP: waiting for seats 2 and 5 to decide")
        newest(ann)
        ann.act("Bet 4x")
        expect(dora.step).to_have_text("Seat 5 decides before the flop.")
        newest(bob)
        bob.act("Check")
        dora.press("FLOP")
        newest(bob)
        bob.act("Check")
        expect(dora.step).to_have_text("Place turn and river.")
        dora.press("TURN · RIVER")
        newest(bob)
        bob.act("Bet 1x")
        dora.press("DEALER'S CARDS")
        expect(dora.page.locator("#dealer-hand")).to_contain_text("king high")

        headings = []
        for _ in range(4):
            expect(dora.lit("NEXT SEAT")).to_be_visible()
            heading = dora.task.locator("h2").inner_text()
            headings.append(heading)
            dora.screen.look(f"keypad-settling-{len(headings)}")
            dora.press("NEXT SEAT")
            expect(dora.task.get_by_text(heading)).to_be_hidden()
        assert headings == [
            "First pass, seat 5: return the Ante, cards unseen",
            "First pass, seat 2: return the Ante, cards unseen",
            "Seat 5 loses: queen high",
            "Seat 2 wins: flush, king high",
        ], "both passes of R21, from seat 6 to seat 1"
        expect(dora.step).to_have_text("Count the cards and end the round.")
        dora.press("GAME OVER")
        ann.stage("over")
        bob.stage("over")
        expect(ann.page.locator("#payouts")).to_contain_text("Blind · flush")
        expect(bob.page.locator("#payouts .total")).to_contain_text("-$10")
        expect(dora.step).to_have_text("Open bets for the next round.")
        expect(ann.page.locator("#bar")).to_contain_text("Waiting for the dealer.")
        store = own_place.store
        assert store.balance(player("bob")) == 100_000 - 1_000, "the Ante came back; Blind and Play of $5 each are lost"
        assert store.balance(player("ann")) == 100_000 + 750 + 2_000 + 3_000, "Blind 3 to 2, Play 4x, Trips 6 to 1 or 7"


@thorough
def test_a_lit_key_is_heard_while_the_answer_to_the_last_is_on_its_way(browser: Browser, own_place: Place) -> None:
    with Staffed(browser, own_place) as room:
        dora, ann = room.dealer(), room.seated("ann", 2)
        held: list[tuple[Route, APIResponse]] = []
        dora.page.route("**/staff/tables/T1/orders", lambda route: held.append((route, route.fetch())), times=1)
        dora.press("OPEN BETS")
        bets(ann, "ante")
        newest(dora.screen)
        dora.lit("NO MORE BETS").click()
        (route, answer) = held.pop()
        route.fulfill(response=answer)
        expect(dora.lit("DEAL")).to_be_visible()


@thorough
def test_a_royal_in_the_keyed_flow_is_claimed_verified_paid_and_printed(browser: Browser, own_place: Place) -> None:
    seeded(own_place, {"T1-1": ROYAL})
    with Staffed(browser, own_place) as room:
        sue = room.screen("sue", "/staff/links")
        sue.page.get_by_label("Name").fill("main")
        sue.page.get_by_label("Override of warnings: why").fill("as the approval says")
        sue.page.get_by_role("button", name="Open the link").click()
        sue.page.get_by_role("button", name="Put on").click()
        expect(sue.page.get_by_text("T1", exact=True).first).to_be_visible()
        display = room.screen(None, "/display/main")
        expect(display.page.locator(".amount")).to_have_text("$5,000.00")
        pit = room.screen("sue", "/staff/pit")

        dora, ann, bob = room.dealer(), room.seated("ann", 2), room.seated("bob", 5)
        dora.press("OPEN BETS")
        bets(ann, "ante", "progressive")
        expect(ann.page.locator(".light.on")).to_have_count(1)
        bets(bob, "ante", "progressive")
        play_to_showdown(dora, "COIN IN", ann, bob)
        expect(ann.page.locator(".light.on")).to_have_count(2)
        expect(display.page.locator(".amount")).to_have_text("$5,000.72")
        dora.press("NEXT SEAT")
        expect(dora.task).to_contain_text("CLAIM")
        dora.press("NEXT SEAT")
        expect(dora.step).to_contain_text("Seat 2 has a royal flush")
        expect(dora.lit("GAME OVER")).to_have_count(0)
        expect(ann.page.locator("#bar")).to_contain_text("the win is being verified")
        dora.refused("ROYAL FLUSH", "no seat has this to claim now", group="#buttons")
        dora.claim("ROYAL FLUSH FIRST FIVE")
        expect(display.page.locator(".level")).to_have_class(re.compile("pending"))
        expect(display.page.locator(".word")).to_contain_text("Pending: T1, seat 2: royal flush")
        dora.claim("KEY TO JPH")
        dora.second(PIN, badge="dora")
        expect(dora.panel).to_contain_text("dora is a dealer and cannot press key jph; call a supervisor")
        dora.panel.get_by_role("button", name="Cancel").click()

        claim = pit.page.get_by_label("Claim 1 at T1")
        expect(claim.locator(".cards svg")).to_have_count(7)
        expect(claim).to_contain_text("$5,000.72")
        expect(claim).to_contain_text("royal flush")
        pit.look("pit-claim")
        verify(pit.page, pin="9999")
        expect(claim.locator(".said")).to_contain_text("do not match")
        verify(pit.page)
        expect(pit.page.get_by_label("Claim 1 at T1")).to_have_count(0)
        expect(pit.page.locator("#paid")).to_contain_text("The win is logged and paid.")
        expect(pit.page.get_by_role("link", name="Its win page")).to_have_attribute("href", "/staff/links/main/wins/1")
        expect(display.page.locator(".level")).to_have_class(re.compile("hit"))
        expect(display.page.locator(".word")).to_have_text(re.compile(r"Jackpot! T1, seat 2: royal flush"))
        expect(display.page.locator(".amount")).to_have_text("$5,000.72")
        expect(display.page.locator(".now")).to_have_text(re.compile(r"The next jackpot: \$5,000\.0\d"))
        display.look("display-hit")
        dora.press("GAME OVER")
        ann.stage("over")
        expect(ann.page.locator("#payouts")).to_contain_text("Jackpot!")
        expect(ann.page.locator("#payouts")).to_contain_text("+$5,000.72")
        assert own_place.store.balance(meter("main", "main")) == 500_000 + 6, "seed, and what the reserve had"

        sue.page.goto("/staff/links/main")
        sue.look("link-after-hit")
        sue.page.get_by_role("link", name="Win 1").click()
        for text in ("main, main", "T1, seat 2", "T1-1", "ann", "$5,000.72", "dora, 20", "sue, 20", "royal flush"):
            expect(sue.page.locator(".paper")).to_contain_text(text)
        expect(sue.page.locator(".paper svg.card")).to_have_count(7)
        expect(sue.page.locator("#record-hash")).to_have_text(re.compile("^[0-9a-f]{64}$"))
        sue.look("win-page")
        sue.page.emulate_media(media="print")
        expect(sue.page.locator("header")).to_be_hidden()
        assert sue.page.pdf().startswith(b"%PDF"), "it can be printed"
        sue.page.emulate_media(media="screen")
        sue.page.get_by_role("link", name="Its entry").click()
        expect(sue.page.locator(".entry-events")).to_contain_text("logs claim 1: $5,000.72 of $5,000.72")


@thorough
def test_a_royal_in_the_card_flow_refused_once_then_paid_with_envy(browser: Browser, own_place: Place) -> None:
    seeded(own_place, {"T1-1": ROYAL})
    with Staffed(browser, own_place) as room:
        open_link(own_place, "MGL-01", "T1")
        badge = own_place.house.people.issue_badge("sue", room.people["ada"], "badge")
        sam, ann, bob = room.dealer("sam"), room.seated("ann", 2), room.seated("bob", 5)
        sam.press("OPEN BETS")
        bets(ann, "ante", "progressive")
        bets(bob, "ante", "progressive")
        sam.button("SEAT 2").evaluate("key => { key.dataset.finger = 'down'; }")
        play_to_showdown(sam, "START GAME", ann, bob)
        sam.press("NEXT SEAT")
        expect(sam.task).to_contain_text("Envy, seat 5")
        sam.screen.look("keypad-envy")
        sam.press("NEXT SEAT")
        expect(sam.step).to_contain_text("Seat 2 has a royal flush")
        finger = sam.button("SEAT 2").get_attribute("data-finger")
        assert finger == "down", "a key stays itself while the round moves on, or a press under way would be lost"
        sam.refused("ROYAL FLUSH", "no seat is selected", group="#buttons")
        sam.claim("SEAT 2", "ROYAL FLUSH")

        pit = room.screen("sam", "/staff/pit")
        verify(pit.page)
        expect(pit.page.locator("main")).to_contain_text("sam pressed the hand button and cannot also confirm")
        pit = room.screen("sue", "/staff/pit")
        refuse(pit.page, "the hole cards were not shown")
        expect(pit.page.get_by_label("Claim 1 at T1")).to_have_count(0)
        expect(sam.page.locator("#progressive-state")).to_contain_text("nothing is claimed")
        expect(sam.page.locator("#progressive-meters")).to_contain_text("$5,000.40")
        sam.claim("SEAT 2", "ROYAL FLUSH")
        expect(pit.page.get_by_label("Claim 2 at T1")).to_be_visible()
        verify(pit.page, badge=badge)
        expect(pit.page.get_by_label("Claim 2 at T1")).to_have_count(0)
        sam.press("END GAME")
        ann.stage("over")
        expect(ann.page.locator("#payouts")).to_contain_text("+$5,000.40")
        expect(bob.page.locator("#payouts")).to_contain_text("Envy")
        expect(bob.page.locator("#payouts")).to_contain_text("+$1,000")
        pit.page.goto("/staff/links/main/wins/2")
        for text in ("Kc", "ann", "sue", "sam"):
            assert text in pit.page.content()
        pit.page.goto("/staff/journal?stream=link/main&text=ClaimRefused")
        expect(pit.page.locator("tbody").first).to_contain_text("sue refuses claim 1: the hole cards were not shown.")


@thorough
def test_an_adjustment_is_approved_by_another_person_only(browser: Browser, own_place: Place) -> None:
    with Staffed(browser, own_place) as room:
        open_link(own_place, "UTH-P01", "T1")
        sue = room.screen("sue", "/staff/links/main")
        by_hand = sue.page.locator("details", has_text="Set a meter by hand")
        by_hand.locator("summary").click()
        by_hand.get_by_label("Change in dollars").fill("-25.50")
        by_hand.get_by_label("Reason").select_option("malfunction")
        by_hand.get_by_label("Document").fill("incident 12")
        by_hand.get_by_role("button", name="Ask for it").click()
        row = sue.page.locator("tr", has_text="incident 12")
        expect(row).to_contain_text("You asked for it: another person approves.")
        expect(row.get_by_role("button", name="Approve")).to_have_count(0)
        sue.look("adjustment-asked")
        forced = own_place.visit(room.people["sue"]).post(
            "/staff/links/main", what="approve", number="1", pin=PIN, command="x"
        )
        assert forced.status_code == 409
        assert "sue asked for adjustment 1 and cannot approve it; another must" in forced.text
        assert own_place.store.balance(meter("main", "main")) == 500_000
        sam = room.screen("sam", "/staff/links/main")
        unsigned = own_place.visit(room.people["sam"]).post(
            "/staff/links/main", what="approve", number="1", command="y"
        )
        assert (unsigned.status_code, own_place.store.balance(meter("main", "main"))) == (409, 500_000)
        row = sam.page.locator("tr", has_text="incident 12")
        row.get_by_label("Your PIN").fill(PIN)
        row.get_by_role("button", name="Approve").click()
        expect(sam.page.locator(".meter .value")).to_have_text("$4,974.50")
        expect(sam.page.get_by_text("None waits for approval.")).to_be_visible()
        sam.page.locator(".meter .value a").click()
        newest_move = sam.page.get_by_label("Movements, newest first").locator("li").first
        expect(newest_move).to_contain_text("-$25.50")
        newest_move.get_by_role("link", name="main adjustment").click()
        expect(sam.page.locator(".entry-events")).to_contain_text(
            "sam approves adjustment 1 of sue: main from $5,000 to $4,974.50"
        )


@thorough
def test_a_lost_link_is_said_at_the_table_and_its_wagers_are_handed_back(browser: Browser, own_place: Place) -> None:
    with Staffed(browser, own_place) as room:
        open_link(own_place, "UTH-P01", "T1")
        dora, ann = room.dealer(), room.seated("ann", 2)
        dora.press("OPEN BETS")
        bets(ann, "ante", "progressive")
        expect(dora.lit("COIN IN")).to_be_visible()
        sue = room.screen("sue", "/staff/links/main")
        sue.page.get_by_label("Stop the link: why").fill("a sensor is broken")
        sue.page.get_by_role("button", name="Stop", exact=True).click()
        expect(ann.page.locator("#stopped")).to_contain_text("The progressive is out of service")
        expect(dora.page.locator("#warning")).to_contain_text("a sensor is broken")
        expect(dora.lit("COIN IN")).to_have_count(0)
        dora.screen.look("keypad-link-lost")
        dora.press("HAND BACK", "COIN IN", "DEAL")
        ann.stage("preflop")
        assert own_place.store.balance(player("ann")) == 100_000 - 1_000, "Ante and Blind; the progressive came back"
        resuming = sue.page.locator("form", has=sue.page.get_by_role("button", name="Resume the link"))
        resuming.get_by_label("Second person").fill("sam")
        resuming.get_by_label("Their PIN").fill(PIN)
        resuming.get_by_role("button", name="Resume the link").click()
        expect(ann.page.locator("#stopped")).to_be_hidden()
