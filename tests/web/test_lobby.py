"""The lobby: jackpots lead, a table says what one would want to know before sitting down, and none is offered that
would refuse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place, Visit
from web_screen import PHONE, Screen
from web_staff import open_link

from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from depth import thorough


@pytest.fixture(scope="module")
def people(place: Place) -> Iterator[dict[str, Person]]:
    """A room with tables of several kinds, and a jackpot."""
    place.open_table("T1")
    place.open_table("T2", dealt_by=DealtBy.PERSON)
    place.open_table("Cal", "ca")
    place.open_table("Three", "three-card")
    place.open_table("Up", "caribbean", face_up_approval="WSGC 2020-06", open_spots=2)
    place.open_table("Closed")
    open_link(place, "UTH-P01", "T1")
    made = {name: place.player(name) for name in ("ann", "bob", "cyd")} | {"dan": place.player("dan", 100)}
    place.order("Up", "sit 1", made["ann"])
    place.order("Up", "sit 2", made["bob"])
    place.order("Three", "sit 4", made["cyd"])
    place.order("Closed", "stop for the night", BOSS)
    return made


def rows(visit: Visit) -> dict[str, Any]:
    return {row["name"]: row for row in visit.json("/api/tables")}


def test_jackpots_lead(place: Place, people: dict[str, Person]) -> None:
    page = place.visit().json("/")
    (jackpot,) = page["jackpots"]
    assert (jackpot["name"], jackpot["stake"], jackpot["stopped"], jackpot["tables"]) == ("main", "$1", False, 1)
    assert [(level["name"], level["shown"]) for level in jackpot["levels"]] == [("main", "$5,000")]
    text = place.visit().get("/").text
    assert text.index("Jackpots") < text.index("Choose a game") < text.index('id="tables"')


def test_a_table_says_what_one_wants_to_know(place: Place, people: dict[str, Person]) -> None:
    shown = rows(place.visit())
    assert shown["T1"]["limits"] == "$5 to $100"
    assert shown["T1"]["pays"][:2] == ["Trips UTH-02", "Bad Beat BBB-01"]
    assert shown["T1"]["link"] == "main"
    assert (shown["Up"]["face_up"], shown["T1"]["face_up"]) == (True, False), "R17"
    assert "who uses all cards" not in place.visit().get("/").text, "nobody is told how to beat the house"
    assert shown["Up"]["free"] == 0, "two spots are open, and both are taken"
    assert shown["Cal"]["bank"] == "A player banks; collection a round: bank $1 or $2, each player $0.50.", "R32"
    assert shown["T1"]["bank"] == ""
    assert (shown["Three"]["free"], shown["Three"]["taken"]) == (5, 1)


@pytest.mark.parametrize(
    ("who", "offered"),
    [
        ("ann", {"T1", "T2", "Cal", "Three"}),
        ("cyd", {"T1", "T2", "Cal"}),
        ("dan", set()),
        ("nobody", set()),
        ("staff", set()),
        ("guest", set()),
    ],
)
def test_no_table_is_offered_that_would_refuse(
    place: Place, people: dict[str, Person], who: str, offered: set[str]
) -> None:
    visit = place.visit({**people, "staff": BOSS, "nobody": None, "guest": None}[who])
    if who == "guest":
        visit.practise()
    assert {name for name, row in rows(visit).items() if row["sit"]} == offered


def test_ones_own_seat_comes_first(place: Place, people: dict[str, Person]) -> None:
    first, *_ = place.visit(people["ann"]).json("/api/tables")
    assert (first["name"], first["yours"], first["sit"]) == ("Up", True, False)


@thorough
def test_the_lobby_keeps_itself_up_to_date_and_shows_one_game_alone(
    browser: Browser, place: Place, people: dict[str, Person]
) -> None:
    cyd = Screen(browser, place, people["cyd"])
    page = cyd.page
    page.goto("/")
    expect(page.get_by_role("link", name="Back to your seat")).to_have_count(1)
    expect(page.get_by_role("link", name="Sit down")).to_have_count(3)
    place.order("T2", "stop for a change of dealer", BOSS)
    expect(page.locator('[data-table="T2"] [data-says]')).to_have_text("Stopped for now · dealt by a person")
    expect(page.get_by_role("link", name="Sit down")).to_have_count(2)
    place.order("T2", "resume", BOSS)
    page.get_by_label("Game").select_option("Caribbean Stud Poker")
    expect(page.locator(".tables > li").locator("visible=true")).to_have_count(2)  # and one's own seat
    page.get_by_label("Game").select_option("all games")
    cyd.look("lobby-tables")
    page.set_viewport_size(PHONE)
    cyd.look("lobby-tables-phone")
    cyd.close()


def test_an_empty_house_says_so(own_place: Place) -> None:
    visit = own_place.visit(own_place.house.people.register("ann", Role.PLAYER, None, BOSS, "ann"))
    assert "No table is open for players with an account." in visit.get("/").text
