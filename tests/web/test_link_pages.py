"""The pages of the links as a shift manager uses them: R42 in the form, R43, R45, R46, R50, R51, papers, reports."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from test_forms import refusal
from test_staff_work import automatic_royal, claims
from web_place import BOSS, Place, Visit
from web_staff import PIN, Staffed, open_link, staff

from croupier.floor.audit.auditor import audit
from croupier.floor.links.terms import link_terms
from croupier.floor.roles import Person
from croupier.jackpot.terms import LevelTerms
from croupier.ledger.accounts import meter
from croupier.web.links.reports import periods


def from_page(visit: Visit, path: str) -> Visit:
    """The same visitor, whose forms stand on this page."""
    visit.http.headers["referer"] = f"{visit.place.url}{path}"
    return visit


def won(place: Place) -> dict[str, Person]:
    """A royal whose first claim was refused, and whose second was paid."""
    people = automatic_royal(place)
    place.until("T1", lambda _: claims(place) == [1])
    sue = place.visit(people["sue"])
    assert sue.post("/staff/claims/T1", what="refuse", pin=PIN, why="look again", command="no-1").status_code == 303
    links = place.house.links
    from croupier.jackpot.buttons import parse_button

    links.press("T1", parse_button("hand royal_flush_first_five"), Person("dora", people["dora"].role), "press-2")
    assert sue.post("/staff/claims/T1", what="verify", badge="sue", pin=PIN, command="yes-1").status_code == 303
    return people


def big(place: Place) -> None:
    """Another link, with two levels."""
    levels = (
        LevelTerms(name="mega", rate_bp=1_500, reserve_bp=300, seed=2_000_000),
        LevelTerms(name="major", rate_bp=700, reserve_bp=200, seed=500_000),
    )
    place.house.links.open("big", link_terms("MGL-ML01", 500, levels), BOSS, "open/big", override="a test")


def done(answer: Any) -> None:
    assert answer.status_code == 303, answer.text


def test_a_warning_comes_back_in_the_form_and_is_overridden_there(own_place: Place) -> None:
    """R42: what was typed stays, the warning stands beside the field that takes the reason."""
    eve = from_page(own_place.visit(staff(own_place)["eve"]), "/staff/links")
    terms = {"name": "main", "paytable": "UTH-P01", "stake": "1", "seed_main": "4000", "rate_main": "40",
             "reserve_main": "2"}  # fmt: skip
    answer = eve.post("/staff/links", command="open-1", **terms)
    said = refusal(answer.text)
    assert said["field"] == "override"
    assert "40 % is above the preconfigured 36 %" in str(said["text"])
    assert "the seed of $4,000 differs from the preconfigured $5,000" in str(said["text"])
    assert said["values"] == terms
    done(eve.post("/staff/links", command="open-2", override="letter of 3 May", **terms))
    page = eve.json("/staff/links/main")
    assert (page["link"]["levels"][0]["usual_seed"], page["link"]["levels"][0]["usual_rate"]) == ("$5,000", "36 %")
    assert "overridden: letter of 3 May" in page["deeds"][0]["words"]
    again = from_page(eve, "/staff/links/main").post(
        "/staff/links/main", what="configure", command="c-1", seed_main="4500"
    )
    assert refusal(again.text)["field"] == "override", "changing a link is measured too"


def test_an_empty_form_opens_a_link_as_preconfigured(own_place: Place) -> None:
    """R42: at any stake; and R37: fixed pays off the meter, where its pay table may."""
    eve = from_page(own_place.visit(staff(own_place)["eve"]), "/staff/links")
    done(eve.post("/staff/links", command="o-1", name="main", paytable="UTH-P01", stake="5", seed_main=""))
    done(eve.post("/staff/links", command="o-2", name="old", paytable="UTH-P01", stake="1", fixed="meter"))
    done(eve.post("/staff/links", command="o-3", name="big", paytable="MGL-ML03"))
    links = {link["name"]: link for link in eve.json("/staff/links")["links"]}
    figures = ("name", "seed", "rate", "reserve_rate")
    assert [[level[key] for key in figures] for link in links.values() for level in link["levels"]] == [
        ["mega", "$10,000", "15 %", "1 %"],
        ["major", "$1,000", "7 %", "1 %"],
        ["minor", "$300", "6 %", "1 %"],
        ["main", "$25,000", "36 %", "3 %"],
        ["main", "$5,000", "70 %", "7 %"],
    ]
    assert {name: link["fixed"] for name, link in links.items()} == {"main": "tray", "old": "meter", "big": "tray"}
    assert all(not link["economics"]["loses"] for link in links.values())
    never = eve.post("/staff/links", command="o-4", name="x", paytable="MGL-01", fixed="meter")
    assert refusal(never.text)["field"] == "fixed"
    done(eve.post("/staff/links/old", command="c-1", what="configure", fixed="tray", rate_main="36", override="x"))
    assert eve.json("/staff/links/old")["link"]["fixed"] == "tray"


def test_a_link_that_loses_takes_two_people_on_the_page(own_place: Place) -> None:
    """R59: whoever opens it, and another with a PIN."""
    eve = from_page(own_place.visit(staff(own_place)["eve"]), "/staff/links")
    losing = {"name": "pB", "paytable": "UTH-P01", "rate_main": "95", "reserve_main": "5", "seed_main": "10000",
              "override": "letter 12"}  # fmt: skip
    said = refusal(eve.post("/staff/links", command="o-1", **losing).text)
    assert (said["field"], "the house would lose 51.73 %" in str(said["text"])) == ("override", True)
    assert refusal(eve.post("/staff/links", command="o-2", badge="eve", pin=PIN, **losing).text)["field"] == "badge"
    done(eve.post("/staff/links", command="o-3", badge="sue", pin=PIN, **losing))
    page = eve.json("/staff/links/pB")
    assert page["link"]["economics"]["keeps"] == "-51.73 %"
    assert (page["deeds"][0]["by"], page["deeds"][0]["other"]) == ("eve", "sue")
    text = eve.get("/staff/links/pB").text
    assert "The house loses on this link in the long run" in text
    assert "1 in 649,740 wagers" in text
    said = eve.get("/staff/journal?stream=link/pB").text
    assert "The house keeps -51.73 % of a wager in the long run. sue answers for it with eve: letter 12." in said


def test_a_field_that_cannot_be_read_is_named(own_place: Place) -> None:
    eve = from_page(own_place.visit(staff(own_place)["eve"]), "/staff/links")
    answer = eve.post("/staff/links", command="o-1", name="main", paytable="UTH-P01", seed_main="much")
    assert refusal(answer.text)["field"] == "seed_main"


def test_the_first_win_is_win_one(own_place: Place) -> None:
    sue = own_place.visit(won(own_place)["sue"])
    (hit,) = sue.json("/staff/links/main")["hits"]
    assert (hit["number"], hit["claim"]) == (1, 2)
    assert "Progressive win 1, main" in sue.get("/staff/links/main/wins/2").text
    assert "Win 1</a>" in sue.get("/staff/links/main").text
    # The form that paid it, sent again as by who heard no answer, is answered as the first time.
    done(sue.post("/staff/claims/T1", what="verify", badge="sue", pin=PIN, command="yes-1"))
    assert len(sue.json("/staff/links/main")["hits"]) == 1


def test_a_win_is_backed_out_from_its_page_by_two_people(own_place: Place) -> None:
    people = won(own_place)
    sue = from_page(own_place.visit(people["sue"]), "/staff/links/main/wins/2")
    win = "/staff/links/main/wins/2"
    alone = sue.post(win, what="back-out", proof="report 12", badge="sue", pin=PIN, command="b-0")
    assert refusal(alone.text)["field"] == "badge"
    done(sue.post(win, what="back-out", proof="report 12", command="b-1"))
    assert "waits for a second person" in sue.get(win).text
    (waiting,) = sue.json("/staff/links/main")["adjustments"]
    assert waiting["what"] == "backs out the win of claim 2"
    sam = own_place.visit(people["sam"])
    for number in ("", "9" * 5_000, "²"):
        odd = sam.post("/staff/links/main", what="approve", number=number, pin=PIN, command="a-0")
        assert odd.status_code == 409
        assert "which adjustment?" in odd.text
    done(sam.post("/staff/links/main", what="approve", number="1", pin=PIN, command="a-1"))
    other = sam.post("/staff/links/main", what="approve", number="777", pin=PIN, command="a-1")
    assert other.status_code == 409
    assert "was used for another command" in other.text
    assert "Backed out on" in sue.get(win).text
    page = sue.json("/staff/links/main")
    assert page["hits"][0]["undone"] == "backed out by adjustment 1"
    assert [mark["kind"] for mark in page["charts"][0]["marks"]] == ["backed", "adjusted"]
    assert own_place.visit().json("/display/main")["levels"][0]["hit"] is None, "what is undone is not celebrated"
    report = sue.get("/staff/links/main/report").text
    assert "Wins backed out" in report
    assert "1, 1 backed out" in report
    assert audit(own_place.store).findings == ()


def test_two_people_at_one_screen_back_a_win_out_at_once(own_place: Place) -> None:
    people = won(own_place)
    sue = own_place.visit(people["sue"])
    before = own_place.store.balance(meter("main", "main"))
    form = {"what": "back-out", "proof": "report 12", "badge": "sam", "pin": PIN, "command": "b-1"}
    done(sue.post("/staff/links/main/wins/2", **form))
    assert own_place.store.balance(meter("main", "main")) != before
    assert not sue.json("/staff/links/main")["adjustments"]


def test_a_transfer_is_one_form_and_one_approval(own_place: Place) -> None:
    people = staff(own_place)
    open_link(own_place, "UTH-P01")
    big(own_place)
    sue = from_page(own_place.visit(people["sue"]), "/staff/links/main")
    form = {"what": "transfer", "level": "main", "of": "meter", "amount": "250", "to": "big/major", "document": "slip"}
    unknown = sue.post("/staff/links/main", **{**form, "to": "nix/major"}, command="t-0")
    assert refusal(unknown.text)["field"] == "to"
    done(sue.post("/staff/links/main", **form, badge="eve", pin=PIN, command="t-1"))
    assert own_place.store.balance(meter("main", "main")) == 475_000
    assert own_place.store.balance(meter("big", "major")) == 525_000
    kinds = [sue.json(f"/staff/links/{name}")["deeds"][0]["kind"] for name in ("main", "big")]
    assert kinds == ["transfer out", "transfer in"]


def test_no_approval_on_record_is_marked_wherever_the_link_is(own_place: Place) -> None:
    """R50."""
    people = won(own_place)
    pages = ("/staff/links", "/staff/links/main", "/staff/links/main/report", "/staff/links/main/wins/2")
    sue = own_place.visit(people["sue"])
    own_place.order("T1", "stop a change of terms", people["sue"])
    own_place.until("T1", lambda table: table.stopped is not None)
    for path in pages:
        assert "no approval on record" in sue.get(path).text, path
    round = own_place.table("T1").in_play
    if round is not None:
        own_place.order("T1", "void a change of terms", people["sue"])
    done(sue.post("/staff/links/main", what="configure", approval="WSGC 2018-4", override="x", command="c-1"))
    for path in pages:
        text = sue.get(path).text
        assert "no approval on record" not in text, path
        assert "&#34;WSGC 2018-4&#34;: not a record" in text, path


def test_components_are_kept_and_warned_about(own_place: Place) -> None:
    people = staff(own_place)
    open_link(own_place, "UTH-P01")
    sue = own_place.visit(people["sue"])
    assert "components: 4 to see to" in sue.get("/staff/links").text
    done(sue.post("/staff/links/main", what="component", component="ViPS", version="1.1", command="v-1"))
    row = next(one for one in sue.json("/staff/links/main")["components"] if one["name"] == "ViPS")
    below = "ViPS 1.1 is below the approved version, 1.2.0 or higher"
    assert row == {"name": "ViPS", "version": "1.1", "approved": "1.2.0 or higher", "below": True, "warning": below}
    done(sue.post("/staff/links/main", what="component", component="vips", version="1.2.0", command="v-2"))
    assert "components: 3 to see to" in sue.get("/staff/links").text


def test_the_winners_papers_are_for_who_may_read_the_books(own_place: Place) -> None:
    people = won(own_place)
    sue = from_page(own_place.visit(people["sue"]), "/staff/links/main/wins/2")
    win = "/staff/links/main/wins/2"
    form = {"what": "winner", "winner": "Ann Row", "document": "WA licence", "tax_form": "W-2G"}
    missing = refusal(sue.post(win, **form, command="w-0").text)
    assert "a tax form goes with its number" in str(missing["text"])
    done(sue.post(win, **form, tax_number="77", withheld="1200", command="w-1"))
    done(sue.post(win, **{**form, "winner": "Ann Roe"}, tax_number="77", withheld="1200", command="w-2"))
    page = own_place.visit(people["max"]).json(win)
    assert [(one["name"], one["withheld"], one["by"]) for one in page["papers"]] == [
        ("Ann Roe", "$1,200", "sue"),
        ("Ann Row", "$1,200", "sue"),
    ]
    assert own_place.visit(people["dora"]).get(win).status_code == 403
    refused = own_place.visit(people["max"]).post(win, **form, tax_number="7", command="w-3")
    assert refused.status_code == 403
    for path in ("/staff/links/main", "/staff/links/main/report", "/display/main"):
        assert "Ann Ro" not in own_place.visit(people["sue"]).get(path).text


def test_a_report_is_one_table_whose_lines_add_up(own_place: Place) -> None:
    people = won(own_place)
    report = own_place.visit(people["sue"]).json("/staff/links/main/report")
    meters = report["equations"][0]["rows"]
    assert [row["sign"] for row in meters][:3] == ["", "+", "+"]
    cents = {row["name"]: _cents(row["cells"][0]["value"]) for row in meters}
    signs = {"": 1, "+": 1, "−": -1, "±": 1}
    total = sum(signs[row["sign"]] * cents[row["name"]] for row in meters[:-1])
    assert total == cents["Closing"] == own_place.store.balance(meter("main", "main"))
    assert [one["name"] for one in report["periods"]] == ["Today", "Yesterday", "This week", "This month", "All"]
    text = own_place.visit(people["sue"]).get("/staff/links/main/report?since=2026-11-15T00:00&until=2026-11-14").text
    assert "the period ends before it begins" in text


def _cents(text: str) -> int:
    return round(float(re.sub(r"[$,+]", "", text).replace("−", "-")) * 100)


def test_the_periods_of_a_report_by_the_houses_clock() -> None:
    made = periods(datetime(2026, 11, 15, 21, 30, tzinfo=UTC), "2026-11-14T00:00", "2026-11-15T00:00")
    assert [(one.name, one.since, one.until, one.chosen) for one in made] == [
        ("Today", "2026-11-15T00:00", "", False),
        ("Yesterday", "2026-11-14T00:00", "2026-11-15T00:00", True),
        ("This week", "2026-11-09T00:00", "", False),
        ("This month", "2026-11-01T00:00", "", False),
        ("All", "", "", False),
    ]


def test_only_tables_that_can_join_are_offered(own_place: Place) -> None:
    people = staff(own_place) | {"ann": own_place.player("ann")}
    own_place.open_table("T1")
    own_place.open_table("BUSY")
    own_place.open_table("BASE", "wa-base")
    own_place.order("BUSY", "sit 1", people["ann"])
    own_place.until("BUSY", lambda table: table.in_play is not None)
    open_link(own_place, "UTH-P01")
    big(own_place)
    sue = own_place.visit(people["sue"])
    offered = {one["table"]: one["playing"] for one in sue.json("/staff/links/main")["free_tables"]}
    assert offered == {"T1": False, "BUSY": True}
    assert (
        "BUSY, Ultimate Texas Hold&#39;em (a round is in play: wait for its end)" in sue.get("/staff/links/main").text
    )
    mixed = {one["table"] for one in sue.json("/staff/links/big")["free_tables"]}
    assert {"T1", "BUSY"} <= mixed
    assert "BASE" not in mixed


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/staff/links/nix", "no link &#39;nix&#39;"),
        ("/staff/links/nix/report", "no link &#39;nix&#39;"),
        ("/staff/links/nix/wins/1", "no link &#39;nix&#39;"),
        ("/staff/links/main/wins/7", "claim 7 of link &#39;main&#39; is not logged"),
        ("/display/nix", "no link &#39;nix&#39;"),
    ],
)
def test_a_link_that_is_not_there_is_said_so(own_place: Place, path: str, says: str) -> None:
    people = staff(own_place)
    open_link(own_place, "UTH-P01")
    answer = own_place.visit(people["sue"]).get(path)
    assert answer.status_code == 404
    assert says in answer.text


def test_a_link_is_closed_and_its_pages_stay(own_place: Place) -> None:
    people = staff(own_place)
    open_link(own_place, "UTH-P01")
    big(own_place)
    sue = from_page(own_place.visit(people["sue"]), "/staff/links/main")
    early = sue.post("/staff/links/main", what="close", why="over", command="c-0")
    assert "main holds $5,000: recover $5,000 of its seed" in str(refusal(early.text)["text"])
    form = {"what": "ask", "level": "main", "change": "-5000", "reason": "seed recovery", "document": "slip"}
    done(sue.post("/staff/links/main", **form, badge="eve", pin=PIN, command="r-1"))
    done(sue.post("/staff/links/main", what="close", why="over", command="c-1"))
    assert [link["name"] for link in sue.json("/staff/links")["links"]] == ["big"]
    assert [link["name"] for link in sue.json("/staff/links?closed=true")["links"]] == ["big", "main"]
    assert "Closed: over. Its pages and reports stay." in sue.get("/staff/links/main").text
    assert sue.get("/staff/links/main/report").status_code == 200
    assert own_place.visit().json("/display/main")["closed"] is True


def test_a_shift_manager_opens_a_link_over_a_warning_in_the_browser(browser: Browser, own_place: Place) -> None:
    with Staffed(browser, own_place) as room:
        page = room.screen("sue", "/staff/links").page
        page.get_by_label("Name").fill("main")
        page.get_by_label("Approval: reference").fill("WSGC 2018-4")
        page.locator("#reserve_main").fill("0")
        page.get_by_role("button", name="Open the link").click()
        expect(page.locator("#refusal-words")).to_contain_text("no reserve")
        expect(page.get_by_label("Approval: reference")).to_have_value("WSGC 2018-4")
        page.get_by_label("Override of warnings: why").fill("the vendor's letter")
        page.get_by_role("button", name="Open the link").click()
        expect(page.locator("h1")).to_have_text("main")
        expect(page.locator(".level-chart svg")).to_have_count(1)
        expect(page.locator("body")).to_contain_text('"WSGC 2018-4": not a record')
