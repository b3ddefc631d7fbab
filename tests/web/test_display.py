"""The jackpot display (R47): it shows what is committed, and takes no input."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_staff import ROYAL, Staffed, open_link, seeded

from croupier.floor.links.reports import link_report
from croupier.jackpot.buttons import parse_button
from croupier.web.links.reports import as_csv


@pytest.fixture(scope="module")
def room(browser: Browser, place: Place) -> Iterator[Staffed]:
    """T1 on a link, with a royal at seat 2 that is settled and not claimed yet."""
    seeded(place, {"T1-1": ROYAL})
    with Staffed(browser, place) as made:
        open_link(place, "UTH-P01", "T1")
        dora, ann, bob = (made.people[name] for name in ("dora", "ann", "bob"))
        for words, who in (("sit 2", ann), ("sit 5", bob), ("open", dora)):
            place.order("T1", words, who)
        yield made


def press(room: Staffed, who: str, *buttons: str) -> None:
    for button in buttons:
        command = f"{who}/{button}/{room.place.store.position()}"
        room.place.house.links.press("T1", parse_button(button), room.people[who], command)


def test_a_display_takes_no_input_and_nothing_can_be_reached_from_it(room: Staffed) -> None:
    page = room.screen(None, "/display/main").page
    expect(page.locator(".amount")).to_have_text("$5,000.00")
    assert page.locator("input, button, select, textarea, form, a, [tabindex], [contenteditable], summary").count() == 0
    for method in ("post", "put", "patch", "delete"):
        assert getattr(room.place.visit().http, method)("/display/main").status_code == 405


def test_a_display_counts_up_then_shows_pending_then_the_hit_then_the_reseeded_meter(room: Staffed) -> None:
    display = room.screen(None, "/display/main", reduced_motion="no-preference")
    page, level = display.page, display.page.locator(".level")
    dora, ann, bob = (room.people[name] for name in ("dora", "ann", "bob"))
    for who in (ann, bob):
        room.place.order("T1", "bet 10 progressive 1", who)
    room.place.order("T1", "lock", dora)
    expect(page.locator(".amount")).to_have_text("$5,000.40")
    room.place.order("T1", "deal", dora)
    for who in (ann, bob):
        room.place.order("T1", "bet4", who)
    for words in ("flop", "river", "dealer", "settle"):
        room.place.order("T1", words, dora)

    press(room, "dora", "hand royal_flush_first_five")
    expect(level).to_have_class(re.compile(r"\bpending\b"))
    expect(page.locator(".word")).to_have_text("Pending: T1, seat 2: royal flush first five")
    expect(page.locator(".amount")).to_have_text("$5,000.40")
    display.look("display-pending")
    press(room, "sue", "refuse misread")
    expect(level).not_to_have_class(re.compile(r"\bpending\b"))
    press(room, "dora", "hand royal_flush_first_five")
    press(room, "sue", "key jph", "j-pot")
    expect(level).to_have_class(re.compile(r"\bpending\b"))
    press(room, "sue", "key run")
    expect(level).to_have_class(re.compile(r"\bhit\b"))
    expect(page.locator(".word")).to_have_text("Jackpot! T1, seat 2: royal flush first five, $5,000.40")
    expect(page.locator(".amount")).to_have_text("$5,000.04")


def test_a_stopped_link_is_out_of_service_on_its_display(room: Staffed) -> None:
    page = room.screen(None, "/display/main").page
    links, sue, sam = room.place.house.links, room.people["sue"], room.people["sam"]
    links.stop("main", "a sensor is broken", sue, "stop")
    expect(page.locator("#fault")).to_have_text("Out of service: a sensor is broken")
    links.resume("main", sue, sam, "resume")
    expect(page.locator("#fault")).to_have_text("")


def test_the_report_of_the_period_is_the_same_on_the_page_and_as_csv(room: Staffed) -> None:
    sue = room.screen("sue", "/staff/links/main")
    sue.page.get_by_role("link", name="Reports by period").click()
    page = sue.page
    whole = page.locator("section", has_text="Whole link")
    expect(whole).to_contain_text("$2")
    main = page.locator("section", has_text="Level main")
    expect(main.get_by_role("link", name="$5,000.40")).to_have_count(1)
    main.get_by_role("link", name="$5,000.40").click()
    expect(page.locator("tbody").first).to_contain_text("sue logs claim 2: $5,000.40 of $5,000.40")
    visit = room.place.visit(room.people["sue"])
    answer = visit.get("/staff/links/main/report.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.text == as_csv(link_report(room.place.store, "main"))
    rows = answer.text.splitlines()
    assert rows[0] == "part,name,figure,unit,value"
    assert "level,main,awards,cents,500040" in rows
    assert "link,main,wagers,cents,200" in rows
    empty = visit.get("/staff/links/main/report.csv?until=2020-01-01").text.splitlines()
    assert "level,main,awards,cents,0" in empty
    assert visit.get("/staff/links/main/report?since=yesterday").status_code == 409
