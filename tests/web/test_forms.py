"""A refused form comes back with what was typed; a deep link leads through the sign-in and on."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import Screen
from web_staff import PIN, staff

from croupier.floor.house.choices import ChoiceBook
from croupier.floor.roles import Person, Role


def refusal(text: str) -> dict[str, object]:
    found = re.search(r'id="refusal">(.*?)</script>', text)
    assert found is not None, "the page says that a form of its own was refused"
    said: dict[str, object] = json.loads(found[1])
    return said


def test_a_refused_form_is_drawn_on_its_own_page_with_what_was_typed_but_no_pin(place: Place) -> None:
    sue = place.visit(Person("sue", Role.SUPERVISOR))
    place.open_table("T1")
    sue.http.headers["referer"] = f"{place.url}/staff/pit"
    answer = sue.post("/staff/cage", what="credit", table="T1", amount="20000", command="c-1", pin="1234")
    assert answer.status_code == 409
    assert "<h1>Pit" in answer.text, "the page that the form stands on"
    said = refusal(answer.text)
    assert said["values"] == {"what": "credit", "table": "T1", "amount": "20000"}
    assert "cannot be taken" in str(said["text"])
    assert said["path"] == "/staff/cage"


def test_a_form_from_nowhere_or_from_elsewhere_gets_a_page_of_its_own(place: Place) -> None:
    sue = place.visit(Person("sue", Role.SUPERVISOR))
    for referer in ("", "https://elsewhere.example/staff/pit", f"{place.url}/staff/no-such-page"):
        sue.http.headers["referer"] = referer
        answer = sue.post("/staff/cage", what="buy-in", player="nobody-here", amount="5", command="c-2")
        assert answer.status_code == 409
        assert "That cannot be" in answer.text


def test_a_refused_form_tells_a_program_in_json(place: Place) -> None:
    sue = place.visit(Person("sue", Role.SUPERVISOR))
    sue.http.headers.update({"referer": f"{place.url}/staff/pit", "accept": "application/json"})
    answer = sue.post("/staff/cage", what="buy-in", player="nobody-here", amount="5", command="c-3")
    assert answer.status_code == 409
    assert "no player" in answer.json()["error"]


def test_a_deep_link_leads_to_the_sign_in_and_on(own_place: Place) -> None:
    staff(own_place)
    visit = own_place.visit()
    door = visit.get("/staff/journal?stream=cage")
    assert door.status_code == 401
    assert 'name="then" value="/staff/journal?stream=cage"' in door.text
    wrong = visit.post("/sign-in", name="sue", pin="9999", then="/staff/journal?stream=cage")
    assert 'value="/staff/journal?stream=cage"' in wrong.text, "a wrong PIN does not forget where they were going"
    entered = visit.post("/sign-in", name="sue", pin=PIN, then="/staff/journal?stream=cage")
    assert (entered.status_code, entered.headers["location"]) == (303, "/staff/journal?stream=cage")


@pytest.mark.parametrize("then", ["//elsewhere.example", "https://elsewhere.example/", "/\\elsewhere.example", "x"])
def test_nobody_is_led_elsewhere(own_place: Place, then: str) -> None:
    staff(own_place)
    entered = own_place.visit().post("/sign-in", name="sue", pin=PIN, then=then)
    assert entered.headers["location"] == "/staff", "staff begin at their own page"


def test_the_first_admins_code_is_the_same_on_every_server_of_a_room(own_place: Place) -> None:
    from croupier.web.context import open_house

    assert open_house(own_place.store).first_code == own_place.house.first_code


def test_the_house_reads_the_clock_in_its_own_zone(own_place: Place) -> None:
    people = staff(own_place)
    boss = own_place.visit(people["ada"])
    assert boss.post("/staff/house", choice="zone", value="America/Los_Angeles", command="z-1").status_code == 303
    times = [row["time"] for row in boss.json("/staff/journal?stream=house")["entries"]]
    assert times
    assert all(time.endswith(("PST", "PDT")) for time in times)
    assert "time zone of the house America/Los_Angeles, not UTC" in boss.get("/staff/journal?stream=house").text


def test_a_choice_that_cannot_be_is_refused_at_its_field(own_place: Place) -> None:
    people = staff(own_place)
    boss = own_place.visit(people["ada"])
    boss.http.headers["referer"] = f"{own_place.url}/staff/house"
    answer = boss.post("/staff/house", choice="zone", value="Mars/Olympus", command="z-2")
    assert answer.status_code == 409
    said = refusal(answer.text)
    assert said["field"] == "value"
    assert said["values"] == {"choice": "zone", "value": "Mars/Olympus"}
    assert ChoiceBook(own_place.store).now().zone == "UTC"


def test_in_a_browser_the_refusal_stands_beside_the_field(own_place: Place, browser: Browser) -> None:
    people = staff(own_place)
    page = Screen(browser, own_place, people["ada"]).page
    page.goto("/staff/house")
    page.fill("#value-low_tray", "a lot")
    page.locator("form:has(#value-low_tray) button").click()
    field = page.locator("#value-low_tray")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("a lot")
    expect(page.locator("form:has(#value-low_tray) .refusal")).to_contain_text("a lot")
    expect(page.locator("#value-zone")).to_have_value("UTC")
