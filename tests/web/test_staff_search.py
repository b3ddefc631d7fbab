"""The staff's navigation and search: on every page, of what somebody may open, and of nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place
from web_screen import PHONE, Screen
from web_staff import open_link, staff

from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from depth import thorough


@pytest.fixture(scope="module")
def people(place: Place) -> Iterator[dict[str, Person]]:
    """A room with two tables, one of which has had a round; a link, a table with real cards, and two players."""
    made = staff(place)
    admin = made["ada"]
    made["cleo"] = place.house.people.register("cleo", Role.CASHIER, "1234", admin, "register/cleo")
    made["vera"] = place.house.people.register("vera", Role.SURVEILLANCE, "1234", admin, "register/vera")
    made |= {name: place.player(name) for name in ("ann", "annette")}
    place.house.cage.fund(1_000_000, BOSS, "fund")
    place.open_table("T1", dealt_by=DealtBy.PERSON)
    place.open_table("M1")
    open_link(place, "UTH-P01", "M1")
    OutsideDesk(place.house.links).join("main", "REAL", "uth", BOSS, "join/REAL", real_cards=True)
    place.order("T1", "sit 2", made["ann"])
    place.order("T1", "open", made["dora"])
    place.order("T1", "bet 10", made["ann"])
    place.order("T1", "void a card was exposed", BOSS)
    return made


# Who looks for what, and all that they find. What is not listed is not found.
FINDS = """
  dora | T1       | /staff/keypad/T1
  sue  | T1       | /staff/keypad/T1 /staff/tables/T1 /staff/pit#T1 /staff/rounds?table=T1 /staff/tables/new?like=T1
  max  | m1       | /staff/tables/M1 /staff/pit#M1 /staff/rounds?table=M1
  sue  | 1        | /staff/tables/M1 /staff/keypad/T1
  vera | T1       | /staff/pit#T1 /staff/rounds?table=T1
  cleo | T1       |
  sue  | t1-1     | /rounds/T1-1
  dora | T1-1     |
  sue  | T1-99    |
  sue  | real     | /staff/link-keypad/REAL
  max  | real     |
  cleo | ann      | /staff/cage?player=ann /staff/cage?player=annette
  dora | annet    | /staff/cage?player=annette
  sue  | annet    | /staff/cage?player=annette /staff/rounds?player=annette
  vera | annet    | /staff/rounds?player=annette
  ada  | eve      | /staff/people#staff-eve
  sue  | eve      |
  eve  | main     | /staff/links/main /display/main
  dora | main     | /display/main
  ada  | time zone | /staff/house /staff/house#choice-zone
  sue  | time zone |
  sue  | open tab | /staff/tables /staff/tables/new
  max  | open tab | /staff/tables
  sue  | zzz      |
"""


LINES = [tuple(part.strip() for part in line.split("|")) for line in FINDS.strip().splitlines()]


@pytest.mark.parametrize(("who", "words", "paths"), LINES)
def test_a_search_finds_what_somebody_may_open_and_nothing_else(
    place: Place, people: dict[str, Person], who: str, words: str, paths: str
) -> None:
    page = place.visit(people[who]).json(f"/staff/search?q={words}")
    assert [one["path"] for group in page["groups"] for one in group["found"]] == paths.split()


@thorough
def test_whatever_is_found_opens(place: Place, people: dict[str, Person]) -> None:
    for who, _, paths in LINES:
        visit = place.visit(people[who])
        for path in paths.split():
            assert visit.get(path.partition("#")[0]).status_code == 200, f"{path} was found by {who}"


def test_the_search_is_a_plain_page_with_links_for_whoever_has_no_script(
    place: Place, people: dict[str, Person]
) -> None:
    sue = place.visit(people["sue"])
    text = sue.get("/staff/search?q=T1").text
    assert '<a href="/staff/keypad/T1"><b>Keypad of T1</b>' in text
    assert "Nothing that you may open fits" in sue.get("/staff/search?q=%3Cb%3E").text
    pages = [one["path"] for group in sue.json("/staff/search")["groups"] for one in group["found"]]
    assert {path for path, _, _ in sue.json("/staff")["doors"]} < set(pages), "without words it lists every page"


# A page, and the place of the navigation that it belongs to.
BELONGS = {
    "/staff": ("/staff", "page"),
    "/staff/cage": ("/staff/cage", "page"),
    "/staff/cage/cash": ("/staff/cage", "true"),
    "/staff/tables/T1": ("/staff/tables", "true"),
    "/staff/shift/past": ("/staff/shift/past", "page"),
    "/staff/people": ("/staff/people", "page"),
    "/staff/accounts/cage": ("/staff/journal", "true"),
    "/rounds/T1-1": ("/staff/rounds", "true"),
    "/staff/rounds/T1-1/seats/2": ("/staff/disputes", "true"),
    "/staff/search": None,
    "/staff/keypad/T1": None,
}


@pytest.mark.parametrize("path", BELONGS)
def test_every_page_of_the_staff_leads_on_and_marks_where_one_is(
    place: Place, people: dict[str, Person], path: str
) -> None:
    sue = place.visit(people["sue"])
    text = sue.get(path).text
    doors = ["/staff", *(door for door, _, _ in sue.json("/staff")["doors"])]
    for menu in re.findall(r'<nav[^>]*aria-label="Staff pages">.*?</nav>', text, re.DOTALL):
        assert sorted(re.findall(r'href="([^"]*)"', menu)) == sorted(doors)
        marked: list[Any] = re.findall(r'href="([^"]*)" aria-current="([a-z]+)"', menu)
        assert marked == ([BELONGS[path]] if BELONGS[path] else [])
    assert '<a class="find" id="open-search" href="/staff/search"' in text
    ids = re.findall(r'\sid="([^"]*)"', text)
    assert sorted(ids) == sorted(set(ids)), "no part of the navigation has the name of a part of the page"


def test_players_and_strangers_have_neither(place: Place, people: dict[str, Person]) -> None:
    for who in (people["ann"], None):
        visit = place.visit(who)
        text = visit.get("/").text
        assert "Staff pages" not in text
        assert "/staff/search" not in text
        assert visit.get("/staff/search").status_code in (303, 401, 403)


@thorough
def test_one_key_finds_a_table_from_any_page(browser: Browser, place: Place, people: dict[str, Person]) -> None:
    sue = Screen(browser, place, people["sue"])
    page = sue.page
    page.goto("/staff/tables")
    page.keyboard.press("/")
    field, found = page.get_by_role("combobox", name="Search people"), page.get_by_role("option")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.keyboard.type("t1")
    expect(found).to_have_count(5)
    expect(found.first).to_have_attribute("aria-selected", "true")
    sue.look("search-desk")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", name="Table T1")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{place.url}/staff/tables/T1")
    page.wait_for_load_state()  # the address is the new page's before its scripts listen
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("t1-1")
    page.keyboard.press("Enter")  # at once: it waits for the answer
    expect(page).to_have_url(f"{place.url}/rounds/T1-1")
    page.set_viewport_size(PHONE)
    page.get_by_text("Menu").click()
    page.get_by_role("link", name="Game Manager").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page).to_have_url(f"{place.url}/staff/links")
    page.get_by_text("Menu").click()
    expect(page.get_by_role("link", name="Game Manager")).to_have_attribute("aria-current", "page")
    sue.look("menu-phone")
    sue.close()
