"""The page of the figures: what it shows, where each number leads, what it refuses, and how it looks."""

from __future__ import annotations

import csv
import io

import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place
from web_screen import PHONE, Screen

from croupier.floor.people import FIRST_START
from croupier.floor.roles import Person, Role
from croupier.rules.round import due_seats

AUDITOR = Person("max", Role.AUDITOR)


@pytest.fixture(scope="module")
def played(place: Place) -> Place:
    """T1, at which Ann and Bob have played three rounds, each a $10 Ante raised four times and $5 on Trips."""
    ada = place.house.people.register("ada", Role.ADMIN, "1234", FIRST_START, "first")
    place.house.people.register("max", Role.AUDITOR, "1234", ada, "max")
    place.open_table("T1")
    place.house.cage.fund(10_000_000, BOSS, "fund")
    place.house.cage.fill("T1", 1_000_000, BOSS, "fill")
    people = [place.player("ann"), place.player("bob")]
    place.house.cage.buy_in_at("T1", "ann", 20_000, BOSS, "at the table")
    for seat, who in enumerate(people, 1):
        place.order("T1", f"sit {seat}", who)
    for number in range(1, 4):
        place.until("T1", lambda table, number=number: table.rounds == number and table.in_play is not None)
        for who in people:
            place.order("T1", "bet 10 trips 5", who)
        place.until("T1", lambda table: table.in_play is not None and bool(due_seats(table.in_play)))
        for who in people:
            place.order("T1", "bet4", who)
    place.until("T1", lambda table: table.rounds > 3)
    return place


def test_the_page_shows_every_figure_of_the_shift(played: Place) -> None:
    page = played.visit(AUDITOR).json("/staff/figures")
    assert page["chosen"]["period"] == "shift"
    (row,) = page["rows"]
    told = dict(zip([heading for heading, _ in page["headings"]], [one["text"] for one in row["numbers"]], strict=True))
    assert row["name"]["text"] == "T1"
    assert (told["Rounds"], told["Handle"], told["Drop"], told["Seats"]) == ("3", "$390", "$200", "2.0")
    assert told["Win"].replace("+", "") == page["total"]["numbers"][2]["text"].replace("+", "")
    assert told["Theory"] == "+$2", "2.185 % of $60 and 1.904 % of $30"
    assert [(bet["name"], bet["handle"]) for bet in page["bets"]] == [("Base game", "$360"), ("Trips", "$30")]
    assert "After 3 rounds the house has" in page["chart"]["words"]


def test_every_number_with_a_path_leads_somewhere(played: Place) -> None:
    visit = played.visit(AUDITOR)
    for by in ("table", "game", "shift", "day"):
        page = visit.json(f"/staff/figures?period=all&by={by}")
        paths = {one["path"] for row in page["rows"] for one in (row["name"], *row["numbers"]) if one["path"]}
        assert paths, by
        for path in (*paths, page["csv"]):
            assert visit.get(path).status_code == 200, path
    rounds = visit.json("/staff/figures?period=all")["rows"][0]["numbers"][0]["path"]
    assert len(visit.json(rounds)["entries"]) == 3, "the three entries that ended a round"


def test_the_sheet_has_a_line_for_each_row_the_whole_and_each_bet(played: Place) -> None:
    answer = played.visit(AUDITOR).get("/staff/figures.csv?period=all")
    assert answer.headers["content-type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(line["part"], line["name"]) for line in lines] == [
        ("table", "T1"),
        ("total", "All"),
        ("bet", "uth Base game BLIND"),
        ("bet", "uth Trips UTH-02"),
    ]
    assert (lines[0]["handle"], lines[0]["rounds"], lines[0]["drop"]) == ("39000", "3", "20000")


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("period=between&since=2026-11-15&until=2026-11-01", "want an end after the beginning"),
        ("period=fortnight", "no period"),
        ("table=T9", "there are T1"),
        ("by=moon", "want table, game, shift or day"),
    ],
)
def test_a_choice_that_cannot_be_comes_back_in_the_chooser(played: Place, query: str, why: str) -> None:
    answer = played.visit(AUDITOR).get(f"/staff/figures?{query}")
    assert answer.status_code == 409
    assert why in answer.text
    assert 'id="chooser"' in answer.text


def test_a_long_record_is_read_in_several_requests(played: Place) -> None:
    kept = played.house.figures.catch_up
    played.house.figures.catch_up = lambda most_s=None: 0.43  # type: ignore[method-assign]
    try:
        page = played.visit(AUDITOR).json("/staff/figures")
    finally:
        played.house.figures.catch_up = kept  # type: ignore[method-assign]
    assert (page["reading"], page["rows"]) == (43, [])


def test_the_figures_are_a_door_of_the_staffs_home(played: Place) -> None:
    assert "/staff/figures" in played.visit(AUDITOR).get("/staff").text


def test_the_page_in_a_browser(played: Place, browser: Browser) -> None:
    screen = Screen(browser, played, AUDITOR, viewport={"width": 1440, "height": 900})
    page = screen.page
    page.goto("/staff/figures?period=all")
    expect(page.get_by_role("img", name="After 3 rounds")).to_be_visible()
    expect(page.get_by_label("From")).to_be_hidden()
    screen.look("figures")
    page.get_by_label("A row for each").select_option("day")
    expect(page.get_by_role("columnheader", name="Day")).to_be_visible()
    page.get_by_label("Period").select_option("between")
    expect(page.get_by_label("From")).to_be_visible()
    for name, size in (("tablet", {"width": 1024, "height": 768}), ("phone", PHONE)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        screen.look(f"figures-{name}")
    screen.close()
