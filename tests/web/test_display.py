"""The jackpot display (R47): it shows what is committed, and takes no input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place
from web_screen import Screen
from web_staff import ROYAL, Staffed, open_link, seeded

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.history.link_report import link_report
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.links.terms import link_terms
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.terms import LevelTerms
from croupier.web.links.reports import as_csv
from depth import first_of, thorough

WIDER = "one => one.scrollWidth > one.clientWidth"


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
    page.close()  # it would go on drawing beside the others


def test_the_house_gives_its_displays_a_name_and_a_colour_that_can_be_read_on(room: Staffed) -> None:
    choose, ada = room.place.house.choices.choose, room.people["ada"]
    shown = room.place.visit().json("/display/main")
    assert (shown["house"], shown["colour"]) == ("", "#17624a")
    choose("name", " The  Golden Nickel ", ada, "name")
    choose("colour", "Blue", ada, "colour")
    shown = room.place.visit().json("/display/main")
    assert (shown["house"], shown["colour"]) == ("The Golden Nickel", "#1d4a8a")
    for text, why in (
        ("#ffffff", "too light"),
        ("#7f8f9f", "too light"),
        ("sky", "no colour 'sky'"),
        ("#12", "no colour"),
    ):
        with pytest.raises(Refused, match=why):
            choose("colour", text, ada, f"colour/{text}")
    with pytest.raises(Refused, match="40 letters at most"):
        choose("name", "x" * 41, ada, "long")
    choose("colour", "", ada, "felt")
    choose("name", "", ada, "nameless")
    assert 'class="house unseen"' in room.place.visit().get("/display/main").text
    assert audit(room.place.store).findings == ()


@thorough
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
    expect(page.locator(".word")).to_have_text("Jackpot! T1, seat 2: royal flush first five")
    expect(page.locator(".amount")).to_have_text("$5,000.40")
    expect(page.locator(".now")).to_have_text("The next jackpot: $5,000.04")
    sizes = {name: page.locator(name).evaluate("one => one.clientHeight") for name in (".amount", ".now", ".word")}
    assert sizes[".amount"] > 2 * sizes[".now"], "from across the room the prize is read, not the meter after it"
    page.close()


@thorough
@pytest.mark.parametrize(("width", "height"), first_of([(1280, 720), (1920, 1080), (1024, 768), (720, 1280)]))
def test_a_display_of_three_levels_fits_its_screen_also_on_a_hit(room: Staffed, width: int, height: int) -> None:
    if "wide" not in room.place.house.links.desk.names():
        levels = [("mega", 123_456_789), ("major", 5_000_000), ("minor", 50_000)]
        made = tuple(LevelTerms(name=name, rate_bp=500, reserve_bp=100, seed=seed) for name, seed in levels)
        terms = link_terms("MGL-ML03", 5_000, made)
        room.place.house.links.open("wide", terms, BOSS, "open/wide", override="a test")
        outside = OutsideDesk(room.place.house.links)
        outside.join("wide", "C1", "dj-wild", BOSS, "join C1")
        outside.lock("C1", {3: 5_000}, BOSS, "lock C1")
        outside.show("C1", {3: "As Ks Qs Js Ts"}, BOSS, "show C1")
        for button in ("seat 3", "hand royal_flush"):
            outside.press("C1", parse_button(button), room.people["dora"], button)
    display = room.screen(None, "/display/wide", viewport={"width": width, "height": height})
    expect(display.page.locator(".level")).to_have_count(3)
    expect(display.page.locator(".amount").first).to_have_text("$1,234,570.39")
    assert cut_off(display) == [], "nothing is cut off while a claim waits"
    names = display.page.locator(".level h2").all_inner_texts()
    assert [name.casefold() for name in names] == ["mega", "major", "minor"]
    high = [
        one.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        for one in display.page.locator(".amount").all()
    ]
    assert high[0] > high[1] > high[2], "Mega is larger than Major, Major than Minor"
    display.look(f"display-{width}x{height}")
    page = room.place.visit().json("/display/wide")
    page["levels"][0] |= {"prize": 123_456_789, "hit": "C1, seat 3: royal flush", "cents": 100_000_000, "pending": []}
    display.page.route("**/display/wide", lambda route: route.fulfill(json=page))
    expect(display.page.locator(".level.hit .now")).to_have_text("The next jackpot: $1,000,000.00")
    assert cut_off(display) == [], "nothing is cut off on a hit"
    display.look(f"display-hit-{width}x{height}")
    display.page.close()


def cut_off(display: Screen) -> list[str]:
    """The texts of a display that do not lie in its window as a whole, each on its own."""
    parts = [one for one in display.page.locator(".level h2, .amount, .word, .now").all() if one.is_visible()]
    out = [one.inner_text() for one in parts if not display.in_view(one) or one.evaluate(WIDER)]
    boxes = [(one.inner_text(), box) for one in parts if (box := one.bounding_box()) is not None]
    return out + [
        f"{over} on {under}"
        for (over, above), (under, below) in pairwise(boxes)
        if above["y"] + above["height"] > below["y"] + 1
    ]


@thorough
def test_a_stopped_link_is_out_of_service_on_its_display(room: Staffed) -> None:
    page = room.screen(None, "/display/main").page
    links, sue, sam = room.place.house.links, room.people["sue"], room.people["sam"]
    links.stop("main", "a sensor is broken", sue, "stop")
    expect(page.locator("#fault")).to_have_text("Closed")
    assert "sensor" not in room.place.visit().get("/display/main").text, "why is for the staff"
    assert "sensor" not in str(room.place.visit().json("/display/main"))
    links.resume("main", sue, sam, "resume")
    expect(page.locator("#fault")).to_have_text("")
    page.close()


@thorough
def test_the_report_of_the_period_is_the_same_on_the_page_and_as_csv(room: Staffed) -> None:
    sue = room.screen("sue", "/staff/links/main")
    sue.page.get_by_role("link", name="Reports").click()
    page = sue.page
    whole = page.locator("section", has_text="Whole link")
    expect(whole).to_contain_text("$2")
    main = page.locator(".equation")
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
