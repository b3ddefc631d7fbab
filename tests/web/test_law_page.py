"""The law of the house on its page (R55): shown, changed by two people, and what stands outside it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Browser, expect
from test_forms import refusal
from web_place import Place
from web_screen import Screen
from web_staff import PIN, open_link, staff

from croupier.floor.house.law import LawBook
from croupier.floor.table import DealtBy
from croupier.rules.law import LAW, Jurisdiction
from croupier.web.background_tasks import show_law

WA = Jurisdiction.WASHINGTON
TODAY = datetime.now(UTC).date()
SAID = {"place": "Washington", "reference": "WSGC 12", "day": str(TODAY), "badge": "eve", "pin": PIN}


def test_r55_the_page_shows_the_profiles_in_force_and_the_history(own_place: Place) -> None:
    boss = own_place.visit(staff(own_place)["ada"])
    page = boss.json("/staff/house")
    washington, california = page["law"]
    assert (washington["place"], washington["since"], page["law_changes"]) == ("Washington", "built in", [])
    assert {field["name"]: field["value"] for field in washington["fields"]} == {
        "largest_wager": "400",
        "face_up": "all",
        "face_up_spots": "6",
        "link_games": "all",
    }
    assert [field["name"] for field in california["fields"]] == [
        "largest_wager",
        "named_wagers",
        "schedules",
        "player_fee",
    ]
    later = str(TODAY + timedelta(days=9))
    done = boss.post("/staff/house/law", **{**SAID, "day": later}, largest_wager="300", command="l-1")
    assert done.status_code == 303
    (change,) = boss.json("/staff/house")["law_changes"]
    assert (change["who"], change["second"], change["day"], change["to_come"]) == ("ada", "eve", later, True)
    assert change["words"] == "Largest single wager: 400 → 300"
    assert f"The law of Washington from {later} on, by WSGC 12" in boss.get("/staff/journal?stream=house").text


def test_r55_a_change_that_cannot_be_is_refused_at_its_field(own_place: Place) -> None:
    boss = own_place.visit(staff(own_place)["ada"])
    boss.http.headers["referer"] = f"{own_place.url}/staff/house"

    def field_of(**sent: Any) -> tuple[str, str]:
        answer = boss.post("/staff/house/law", **{**SAID, **sent}, command="l-2")
        assert answer.status_code in (403, 409)
        said = refusal(answer.text)
        assert "pin" not in said["values"]
        return said["field"], said["text"]

    assert field_of(largest_wager="0")[0] == "largest_wager"
    assert field_of(link_games="whist")[0] == "link_games"
    assert field_of(largest_wager="300", day="2001-01-01")[0] == "day"
    assert field_of(largest_wager="300", reference=" ")[0] == "reference"
    assert field_of(largest_wager="300", badge="")[0] == "badge"
    assert field_of(largest_wager="300", badge="ada")[0] == "badge"
    assert field_of(largest_wager="300", pin="0000")[0] == "pin"
    assert "sue is a supervisor" in field_of(largest_wager="300", badge="sue")[1]
    assert LawBook(own_place.store).now() is LAW


def test_r55_a_table_and_a_link_outside_are_flagged_with_what_the_profile_says_and_since_when(
    own_place: Place,
) -> None:
    people = staff(own_place)
    own_place.employ_boss(people["ada"])
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    open_link(own_place, "UTH-P01", "T1")
    boss, sue = own_place.visit(people["ada"]), own_place.visit(people["sue"])
    assert boss.post("/staff/house/law", **SAID, largest_wager="0.50", command="l-3").status_code == 303
    since = f"so says Washington's legal profile since {TODAY} (WSGC 12)"
    assert since in sue.json("/staff/tables/T1")["state"]
    link = sue.json("/staff/links/main")["link"]
    assert "a stake of $1 is above the legal limit of $0.50" in link["outside_law"]
    assert since in link["outside_law"]
    assert "Outside the law" in sue.get("/staff/links/main").text
    alerts = {(one["kind"], one["about"]): one["words"] for one in sue.json("/api/staff/alerts")["alerts"]}
    assert since in alerts["law", "T1"]
    assert since in alerts["law", "main"]
    assert boss.post("/staff/house/law", **SAID, largest_wager="400", command="l-4").status_code == 303
    assert sue.json("/staff/links/main")["link"]["outside_law"] is None


def test_r55_tables_are_shown_again_when_the_law_is_another(own_place: Place) -> None:
    people = staff(own_place)
    own_place.employ_boss(people["ada"])
    own_place.open_table("T1")
    ann = own_place.player("ann")
    before = own_place.run(show_law(own_place.house, None))
    assert before is LAW
    line = own_place.visit(ann).watch("T1")
    assert not line.next()["table"]["stopped"]
    own_place.visit(people["ada"]).post("/staff/house/law", **SAID, largest_wager="100", command="l-5")
    now = own_place.run(show_law(own_place.house, before))
    assert now[WA].largest_wager == 10_000
    assert line.until(lambda page: page["table"]["stopped"])
    line.close()


def test_r55_the_form_is_filled_in_and_confirmed_in_a_browser(own_place: Place, browser: Browser) -> None:
    screen = Screen(browser, own_place, staff(own_place)["ada"])
    page = screen.page
    page.goto("/staff/house")
    page.locator("summary", has_text="Change Washington's profile").click()
    screen.look("law")
    page.fill("#Washington-largest_wager", "300")
    page.fill("#Washington-reference", "WSGC 12")
    page.fill("#Washington-badge", "eve")
    page.fill("#Washington-pin", PIN)
    page.locator("form:has(#Washington-badge) button", has_text="Change the law").click()
    page.get_by_role("button", name=f"Change Washington's law from {TODAY}").click()
    expect(page.locator("#law")).to_contain_text("Largest single wager: 400 → 300")
    assert LawBook(own_place.store).now()[WA].largest_wager == 30_000
