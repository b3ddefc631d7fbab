"""The form for a table: every choice that its rules leave to the house, with the table as it would be (R49, R50)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect
from test_money_pages import Clicks
from web_place import Place, Visit
from web_screen import DESK, PHONE, Screen
from web_staff import open_link, staff

from croupier.floor.choices.every import choices
from croupier.floor.choices.making import customary
from croupier.floor.roles import Person, Role
from croupier.games import RULE_SETS, ruleset
from croupier.ledger.accounts import player
from depth import thorough


def fields(page: dict[str, Any]) -> dict[str, str]:
    """What the form would send: every field as it stands."""
    inputs = [one for group in page["groups"] for choice in group["fields"] for one in choice["inputs"]]
    return {one["name"]: one["value"] for one in inputs if one["form"] != "check" or one["value"]}


def opened(visit: Visit, rules: str, name: str, **otherwise: str) -> httpx.Response:
    """A table opened through the form, as it stands but for these fields."""
    sent = fields(visit.json(f"/staff/tables/new?rules={rules}")) | {"whole": "yes", "rules": rules, "name": name}
    return visit.post("/staff/tables/new", **(sent | otherwise), command=f"open-{name}")


@pytest.fixture
def sue(own_place: Place) -> Visit:
    return own_place.visit(staff(own_place)["sue"])


def test_r49_the_form_offers_what_the_rules_leave_to_the_house_and_nothing_else(sue: Visit) -> None:
    for name, rules in RULE_SETS.items():
        page = sue.json(f"/staff/tables/new?rules={name}")
        shown = {choice["key"] for group in page["groups"] for choice in group["fields"] if choice["inputs"]}
        assert shown == {choice.key for choice in choices(rules) if not choice.fixed}
        assert page["preview"]["refused"] == ""


def test_a_table_opened_as_the_form_stands_is_the_customary_one(own_place: Place, sue: Visit) -> None:
    answer = opened(sue, "wa-2018", "T1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/staff/tables/T1")
    assert own_place.table("T1").settings == customary(ruleset("wa-2018"))


def test_a_table_is_copied_with_two_clicks_and_its_choices(own_place: Place, sue: Visit) -> None:
    """Copy beside the table, then Open the table: nothing has to be typed."""
    assert opened(sue, "wa-2018", "H1", clock="30").status_code == 303
    assert '<a class="button small" href="/staff/tables/new?like=H1">Copy<span' in sue.get("/staff/tables").text
    page = sue.json("/staff/tables/new?like=H1")
    assert (page["name"], page["like"], page["rules"], page["preview"]["refused"]) == ("H2", "H1", "wa-2018", "")
    sent = fields(page) | {"whole": "yes", "rules": page["rules"], "name": page["name"]}
    assert sue.post("/staff/tables/new", **sent, command="copy-of-H1").status_code == 303
    assert own_place.table("H2").settings == own_place.table("H1").settings
    assert own_place.table("H2").settings.terms.clock_s == 30
    assert sue.json("/staff/tables/new?like=H1")["name"] == "H3", "a name that is free"
    assert sue.get("/staff/tables/new?like=NONE").status_code == 404


@thorough
def test_another_table_takes_three_clicks_from_any_page_and_nothing_typed(browser: Browser, own_place: Place) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    screen = Screen(browser, own_place, people["sue"])
    page = screen.page
    page.goto("/staff/pit")
    clicks = Clicks(page)
    clicks.press(page.get_by_role("navigation").get_by_role("link", name="Tables"))
    clicks.press(page.get_by_role("link", name="Copy T1"))
    clicks.press(page.get_by_role("button", name="Open the table"))
    expect(page.get_by_role("heading", name="Table T2")).to_be_visible()
    assert clicks.number == 3
    assert own_place.table("T2").settings == own_place.table("T1").settings
    screen.close()


def test_r17_a_face_up_table_is_opened_on_the_page_with_reference_spots_and_warning(
    own_place: Place, sue: Visit
) -> None:
    seen = sue.json("/staff/tables/new?rules=wa-2018&whole=yes&face_up=WSGC+7&open_spots=5")
    assert "against one who uses all cards of 5 players. The report, which assumes 3 players" in " ".join(
        seen["preview"]["notices"]
    )
    assert opened(sue, "wa-2018", "T1", face_up="WSGC 7", open_spots="5").status_code == 303
    terms = own_place.table("T1").settings.terms
    assert (terms.face_up_approval, terms.open_spots) == ("WSGC 7", 5)


def test_r17_two_people_override_the_players_edge_on_the_page(own_place: Place, sue: Visit) -> None:
    eve = own_place.visit(Person("eve", Role.EXECUTIVE))
    refused = opened(sue, "mississippi", "MS", face_up="WSGC 8", open_spots="6")
    assert refused.status_code == 409
    assert "Two people can override it" in refused.text
    assert opened(sue, "mississippi", "MS", face_up="WSGC 8", open_spots="4").status_code == 303
    page = sue.json("/staff/tables/MS")
    assert (page["to_allow"], page["allowed"], page["named"]) == (
        [5, 6], "", "Mississippi Stud with Three Card Bonus",
    )  # fmt: skip
    six = fields(page) | {"whole": "yes", "open_spots": "6"}
    assert sue.post("/staff/tables/MS/allow", spots="6", why=" ", command="a1").status_code == 409
    assert sue.post("/staff/tables/MS/allow", spots="6", why="a trial week", command="a2").status_code == 303
    assert sue.json("/staff/tables/MS")["allowed"] == "sue allows 6 spots"
    assert sue.post("/staff/tables/MS", **six, command="c1").status_code == 409
    assert eve.post("/staff/tables/MS", **six, command="c2").status_code == 303
    assert own_place.table("MS").settings.terms.spots == 6
    (change,) = eve.json("/staff/tables/MS")["changes"]
    assert "Open spots: 4 → 6 · allowed by sue · Face up: one who uses all cards of 6 players" in change["words"]


def test_r17_face_up_ends_at_one_table_or_everywhere_on_the_page(own_place: Place, sue: Visit) -> None:
    for name in ("T1", "T2", "T3"):
        opened(sue, "wa-2018", name, face_up="WSGC 7")
    opened(sue, "wa-2018", "T4")
    assert sue.post("/staff/tables/T1/face-down", reference="letter 9", command="d1").status_code == 303
    assert [own_place.table(name).settings.terms.face_up for name in ("T1", "T2", "T3")] == [False, True, True]
    assert "End face up everywhere" in sue.http.get("/staff/tables", headers={"accept": "text/html"}).text
    assert sue.post("/staff/face-down", reference="letter 9", command="d2").status_code == 303
    assert not any(table["face_up"] for table in sue.json("/staff/tables")["tables"])
    assert "reference letter 9" in sue.json("/staff/tables/T3")["changes"][0]["words"]


def test_r32_schedule_two_is_chosen_with_a_notice(own_place: Place, sue: Visit) -> None:
    seen = sue.json("/staff/tables/new?rules=ca&whole=yes&collection=2")
    assert "under review by the Bureau" in " ".join(seen["preview"]["notices"])
    assert "under review" not in " ".join(sue.json("/staff/tables/new?rules=ca")["preview"]["notices"])
    fee = next(c for g in seen["groups"] for c in g["fields"] if c["key"] == "player_fee")
    assert (fee["fixed"], fee["words"], fee["inputs"]) == (True, "$0.50", [])


def test_r32_the_fee_per_betting_circle_is_chosen_on_the_page_and_said_to_players(own_place: Place, sue: Visit) -> None:
    assert opened(sue, "ca", "T1", fee_per="circle").status_code == 303
    (row,) = sue.json("/")["tables"]
    said = "each player $0.50 for each betting circle, Ante and Blind, and none for a bonus bet"
    assert said in row["bank"]
    assert said in " ".join(sue.json("/tables/T1")["table"]["notices"])
    assert said in sue.get("/staff/tables/T1/papers").text
    page = sue.json("/staff/tables/T1")
    changed = sue.post("/staff/tables/T1", **(fields(page) | {"whole": "yes", "fee_per": "seat"}), command="change-T1")
    assert changed.status_code == 303
    assert not own_place.house.room.table("T1").settings.terms.fee_per_circle


OUTSIDE = [
    ("ca", {"player_fee": "99"}, "each player pays exactly $0.50 under schedule 1, not $99"),
    ("ca", {"limits.trips.least": "1", "limits.trips.most": "1000"}, "Trips $1 to $1,000 is outside California"),
    ("wa-2018", {"legal": "100000", "limits.ante.most": "25000"}, "no single wager passes $400"),
]


@pytest.mark.parametrize(("rules", "otherwise", "why"), OUTSIDE)
def test_r11_r32_what_passes_the_law_is_refused_over_http_too(
    own_place: Place, sue: Visit, rules: str, otherwise: dict[str, str], why: str
) -> None:
    answer = opened(sue, rules, "T1", **otherwise)
    assert (answer.status_code, why in answer.text) == (409, True)
    assert opened(sue, rules, "T1").status_code == 303
    page = sue.json("/staff/tables/T1")
    answer = sue.post("/staff/tables/T1", **(fields(page) | {"whole": "yes"} | otherwise), command="change-T1")
    assert (answer.status_code, why in answer.text) == (409, True)


def test_what_cannot_be_opened_comes_back_in_the_form(own_place: Place, sue: Visit) -> None:
    sent = {
        "whole": "yes",
        "rules": "wa-2018",
        "name": "T1",
        "clock": "soon",
        "limits.ante.least": "15",
        "limits.ante.most": "50",
    }
    page = f"{own_place.url}/staff/tables/new?rules=wa-2018"
    sue.http.headers["referer"] = page
    answer = sue.post("/staff/tables/new", **sent, command="open-T1")
    assert answer.status_code == 409
    assert "Clock: not a clock: &#39;soon&#39;; want a whole number, or none" in answer.text
    assert '"field":"clock"' in answer.text
    assert 'name="limits.ante.least" value="15"' in answer.text


def test_r49_a_change_on_the_page_is_an_entry_with_author_old_new_and_reference(own_place: Place, sue: Visit) -> None:
    opened(sue, "wa-2018", "T1")
    page = sue.json("/staff/tables/T1")
    sent = fields(page) | {"whole": "yes", "clock": "20", "pays.trips": "UTH-04", "reference": "memo 7"}
    assert sue.post("/staff/tables/T1", **sent, command="change-1").status_code == 303
    (made,) = sue.json("/staff/tables/T1")["changes"]
    assert (made["who"], made["words"]) == ("sue", "Trips: UTH-02 → UTH-04; Clock: none → 20 s · reference memo 7")
    journal = sue.json("/staff/journal?stream=table/T1")["entries"]
    said = [text for entry in journal for text in entry["events"]]
    assert "The house changes the table. Trips: UTH-02 → UTH-04; Clock: none → 20 s. Reference memo 7." in said


def test_r50_a_table_without_an_approval_is_marked_on_its_pages(own_place: Place, sue: Visit) -> None:
    opened(sue, "wa-2018", "T1")
    opened(sue, "wa-2018", "T2", approval="WSGC 2026-31")
    assert [row["approval"] for row in sue.json("/staff/tables")["tables"]] == [
        "no approval on record",
        '"WSGC 2026-31": not a record',
    ]
    assert [sue.json(f"/tables/{name}")["table"]["approval"] for name in ("T1", "T2")] == [
        "no approval on record",
        '"WSGC 2026-31": not a record',
    ]
    assert "No approval on record" in sue.get("/tables/T1").text
    own_place.order("T1", "sit 2", own_place.player("ann"))
    own_place.until("T1", lambda table: table.in_play is not None)
    own_place.order("T1", "void a spill", Person("sue", Role.SUPERVISOR))
    assert sue.json("/rounds/T1-1")["approval"] == "no approval on record"
    assert "no approval on record" in sue.get("/rounds/T1-1").text


def test_who_is_gone_is_sent_off_on_the_page(own_place: Place, sue: Visit) -> None:
    opened(sue, "wa-2018", "T1", dealt_by="person")
    ann, dora = own_place.player("ann"), Person("dora", Role.DEALER)
    own_place.order("T1", "sit 2", ann)
    own_place.order("T1", "open", dora)
    own_place.order("T1", "bet 10", ann)
    assert sue.json("/staff/tables/T1")["seats"] == [{"seat": 2, "player": "ann", "left": False, "wagers": True}]
    assert sue.post("/staff/tables/T1/unseat", seat="2", why="gone", command="off-1").status_code == 303
    assert own_place.store.balance(player("ann")) == 100_000
    assert sue.json("/staff/tables/T1")["seats"] == []


def test_a_closed_table_is_gone_from_lobby_and_pit_and_can_be_reopened(own_place: Place, sue: Visit) -> None:
    opened(sue, "wa-2018", "T1")
    assert sue.post("/staff/tables/T1/close", command="close-1").status_code == 303
    assert own_place.visit().json("/api/tables") == []
    assert sue.json("/staff/pit")["rows"] == []
    assert sue.json("/staff/tables/T1")["closed"]
    assert own_place.visit().get("/tables/T1").status_code == 200, "its page stays"
    assert sue.post("/staff/tables/T1/reopen", command="reopen-1").status_code == 303
    assert [row["name"] for row in own_place.visit().json("/api/tables")] == ["T1"]


def test_r36_the_posted_pay_table_has_the_envy_column_on_a_multi_game_link(own_place: Place, sue: Visit) -> None:
    opened(sue, "wa-2018", "T1")
    opened(sue, "wa-2018", "T2")
    open_link(own_place, "MGL-01", "T1")
    open_link(own_place, "UTH-P01", "T2", name="own")
    posted = {
        name: next(one for one in sue.json(f"/tables/{name}")["table"]["paytables"] if one["bet"] == "progressive")
        for name in ("T1", "T2")
    }
    envies = {line["line"]: line["envy"] for line in posted["T1"]["lines"] if line["envy"]}
    assert envies == {"royal_flush": "$1,000", "straight_flush": "$300"}
    assert (posted["T1"]["envy"], posted["T2"]["envy"]) == (True, False)
    assert "Envy for $1" in sue.get("/tables/T1").text
    assert "Envy for $1" not in sue.get("/tables/T2").text


@thorough
def test_a_table_is_opened_and_changed_in_a_browser(own_place: Place, browser: Browser) -> None:
    screen = Screen(browser, own_place, staff(own_place)["sue"], sizes=(PHONE, DESK))
    page = screen.page
    page.goto("/staff/tables/new")
    page.get_by_role("link", name="Washington 2018 and 2020").click()
    page.wait_for_url("**/new?*")
    page.wait_for_load_state("load")  # from then on the preview follows the form
    preview = page.locator("#preview")
    expect(preview.get_by_text("Trips", exact=True).first).to_be_visible()
    page.get_by_label("Pairs", exact=True).select_option("not offered")
    expect(preview.locator(".circle").filter(has_text="Pairs")).to_have_count(0)
    page.get_by_label("Ante to").fill("500")
    expect(preview).to_contain_text("above the legal limit; at most $100")
    page.get_by_label("Name").fill("T7")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".refusal")).to_contain_text("above the legal limit; at most $100")
    expect(page.locator(".refusal")).to_be_in_viewport(ratio=1)  # in a form that is longer than the window
    expect(page.get_by_label("Name")).to_have_value("T7")
    expect(page.get_by_label("Pairs", exact=True)).to_have_value("")
    page.get_by_label("Ante to").fill("75")
    page.get_by_label("Approval of the internal controls").fill("WSGC 2026-31")
    screen.look("table-form")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Table T7")).to_be_visible()
    page.get_by_label("Clock").fill("25")
    page.get_by_role("button", name="Change the table").click()
    expect(page.get_by_label("Changes", exact=True)).to_contain_text("Clock: none → 25 s")
    screen.look("table-choices")
    terms = own_place.table("T7").settings.terms
    assert terms.limits is not None
    assert (terms.limits.of("ante").words, "pairs" in terms.tables, terms.clock_s) == ("$5 to $75", False, 25)
    screen.close()


def test_what_is_typed_while_an_answer_arrives_is_previewed_too(own_place: Place, browser: Browser) -> None:
    screen = Screen(browser, own_place, staff(own_place)["sue"])
    page = screen.page
    page.goto("/staff/tables/new?rules=wa-2018")
    page.evaluate(
        """() => {
            const ask = window.fetch, field = document.getElementsByName("limits.ante.most")[0];
            window.fetch = async (...what) => {
                const answer = await ask(...what);
                window.fetch = ask;
                field.value = "75";
                field.dispatchEvent(new Event("input", { bubbles: true }));
                return new Response((await answer.text()).replace("data-pending", ""));
            };
        }"""
    )
    page.get_by_label("Pairs", exact=True).select_option("not offered")
    expect(page.locator("#preview")).to_contain_text("Ante $5 to $75")
    screen.close()


def test_who_looks_on_sees_what_the_house_changes(own_place: Place, browser: Browser) -> None:
    sue = staff(own_place)["sue"]
    own_place.open_table("T1")
    screen = Screen(browser, own_place, own_place.player("ann"))
    screen.page.goto("/tables/T1")
    expect(screen.page.get_by_text("UTH-02", exact=True)).to_be_visible()
    own_place.order("T1", 'change {"pays.trips": "UTH-04", "cap": "50000"}', sue)
    expect(screen.page.get_by_text("UTH-04", exact=True)).to_be_visible()
    expect(screen.page.get_by_text("All winnings of a round together: at most $50,000.")).to_be_visible()
    screen.close()


def test_r50_lobby_pit_and_shift_mark_a_table_without_an_approval(own_place: Place, sue: Visit) -> None:
    own_place.open_table("T1")
    own_place.house.room.open_table(
        "T2", replace(own_place.table("T1").settings, approval="WSGC 2026-17"), Person("sue", Role.SUPERVISOR), "open-2"
    )
    assert [table["approved"] for table in sue.json("/")["tables"]] == [False, False]
    rows = {row["name"]: row["approval"] for row in sue.json("/staff/pit")["rows"]}
    assert rows == {"T1": "no approval on record", "T2": '"WSGC 2026-17": not a record'}
    assert [row["approved"] for row in sue.json("/staff/shift")["rows"]] == [False, False]
    for path in ("/", "/staff/pit", "/staff/shift"):
        assert "no approval on record" in sue.get(path).text.lower(), path
