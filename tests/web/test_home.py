"""Home after signing in: what needs one's role, its figures and its doors, and nothing that stays shut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place
from web_screen import PHONE, Screen
from web_staff import open_link, staff

from croupier.floor.people import FIRST_START
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from croupier.web.staff.pit.home import rounds_before
from depth import thorough

MONEY = ["Win, running shifts", "Collection fees"]
# Who: what needs them, which figures beside tables, seats and rounds, whether keypads, which doors come first.
SHOWN: dict[str, tuple[list[str], list[str], list[str], list[str]]] = {
    "dora": ([], [], ["T1"], []),
    "sue": (["stopped"], MONEY, ["T1"], ["/staff/pit"]),
    "eve": (["stopped"], MONEY, [], ["/staff/pit", "/staff/links"]),
    "max": ([], MONEY, [], ["/staff/journal"]),
    "ada": (["stopped"], MONEY, [], ["/staff/people", "/staff/house"]),
}


@pytest.fixture(scope="module")
def people(place: Place) -> Iterator[dict[str, Person]]:
    """A room with a table dealt by hand, one dealt by the machine that is stopped, and a link."""
    made = staff(place)
    place.open_table("T1", dealt_by=DealtBy.PERSON)
    place.open_table("M1")
    open_link(place, "UTH-P01", "T1")
    place.order("T1", "sit 2", place.player("ann"))
    place.order("T1", "open", made["dora"])
    place.order("M1", "stop a drink was spilled", BOSS)
    return made


@pytest.mark.parametrize("who", SHOWN)
def test_home_shows_what_is_ones_own(place: Place, people: dict[str, Person], who: str) -> None:
    visit = place.visit(people[who])
    home = visit.json("/staff")
    alerts, figures, keypads, leads = SHOWN[who]
    assert [alert["kind"] for alert in home["alerts"]] == alerts
    assert [word for word, _ in home["figures"]][3:] == figures
    assert dict(home["figures"])["Rounds today"] == "1"
    assert dict(home["figures"])["Seats taken"] == "1 of 12"
    assert home["tables"] == keypads, "a table that the machine deals has no keypad to press"
    assert [path for path in home["leads"] if path not in ("/staff/cage", "/staff/shift")] == leads
    assert [(meter["link"], meter["shown"]) for meter in home["meters"]] == [("main", "$5,000")]
    for path in [alert["link"].partition("#")[0] for alert in home["alerts"]] + [door[0] for door in home["doors"]]:
        assert visit.get(path).status_code == 200, f"{path} is shown, and opens"


FIRST_DAY = [
    "Enter a supervisor and a dealer", "Choose the time zone", "Name the house", "Enter an approval", "Open a table",
    "Fund the cage", "Fill a tray", "Open a progressive link", "Say where the copies are",
]  # fmt: skip


def test_a_new_room_says_what_it_lacks_until_the_record_has_it(own_place: Place) -> None:
    house = own_place.house
    ada = house.people.register("ada", Role.ADMIN, "1234", FIRST_START, "first")
    admin = own_place.visit(ada)

    def to_do() -> list[str]:
        return [row["title"] for row in admin.json("/staff")["first_day"] if not row["done"]]

    assert to_do() == FIRST_DAY
    for row in admin.json("/staff")["first_day"]:
        assert not row["path"] or admin.get(row["path"].partition("#")[0]).status_code == 200, "its link opens"
    sue = house.people.register("sue", Role.SUPERVISOR, "1234", ada, "register/sue")
    assert to_do() == FIRST_DAY, "a dealer is missing still"
    house.people.register("dora", Role.DEALER, "1234", ada, "register/dora")
    house.choices.choose("zone", "UTC", ada, "zone")  # as it was: the record says that somebody has looked
    house.choices.choose("name", "The Golden Nickel", ada, "name")
    assert to_do() == FIRST_DAY[3:]
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    house.cage.fund(1_000_000, BOSS, "fund")
    assert to_do() == ["Enter an approval", "Fill a tray", "Open a progressive link", "Say where the copies are"]
    house.cage.fill("T1", 100_000, BOSS, "fill")
    open_link(own_place, "UTH-P01", "T1")
    house.choices.choose("backups", "vault of the other site, weekly", ada, "backups")
    assert to_do() == ["Enter an approval"]
    assert [row["title"] for row in own_place.visit(sue).json("/staff")["first_day"]] == FIRST_DAY
    assert own_place.visit(Person("dora", Role.DEALER)).json("/staff")["first_day"] == []
    assert (
        admin.post("/staff/house", choice="first_day", value="off", back="home", command="no-more").headers["location"]
        == "/staff"
    )
    assert admin.json("/staff")["first_day"] == []
    assert "The first day" not in own_place.visit(sue).get("/staff").text


def test_a_dealers_home_leads_with_the_keypads(browser: Browser, place: Place, people: dict[str, Person]) -> None:
    dora = Screen(browser, place, people["dora"], viewport=PHONE)
    dora.page.goto("/staff")
    expect(dora.page.locator("h2").first).to_have_text("Keypads")
    assert dora.in_view(dora.page.get_by_role("link", name="Open the keypad")), "one tap from the sign-in"
    expect(dora.page.get_by_text("Nothing needs you now.")).to_be_visible()
    dora.look("home-dealer-phone")
    dora.close()


@thorough
def test_an_alert_comes_by_itself_to_every_page_and_leads_right_there(
    browser: Browser, place: Place, people: dict[str, Person]
) -> None:
    sue = Screen(browser, place, people["sue"])
    page = sue.page
    page.goto("/staff")
    expect(page.locator("#alerts li")).to_have_count(1)
    page.get_by_label("Sound in this browser").check()
    expect(page.locator("body")).to_have_attribute("data-rang", "1")
    other = sue.tab()
    other.goto("/staff/links")
    expect(other).to_have_title("(1) Game Manager · Croupier")
    place.house.links.stop("main", "a sensor is broken", BOSS, "stop/1")
    expect(page.locator("#alerts li")).to_have_count(2)
    expect(page.locator("body")).to_have_attribute("data-rang", "2")
    expect(page.locator("#new-alerts")).to_have_text("main: link stopped: a sensor is broken.")
    for one in (page, other):
        expect(one.locator("#needing")).to_have_text("2 need you")
    assert other.title() == "(2) Game Manager · Croupier"
    sue.look("home-two-alerts")
    place.house.links.resume("main", BOSS, people["sam"], "resume/1")
    expect(page.locator("#needing")).to_have_text("1 needs you")
    page.get_by_role("link", name="Go there: M1").click()
    expect(page.get_by_role("dialog", name="M1").get_by_role("button", name="Resume")).to_be_visible()
    sue.close()


def test_rounds_are_counted_from_a_moment_on(own_place: Place) -> None:
    own_place.open_table("T1")
    own_place.order("T1", "sit 2", own_place.player("ann"))
    for count in (1, 2, 3):
        own_place.until("T1", lambda table, count=count: table.rounds == count and table.in_play is not None)
        if count < 3:
            own_place.order("T1", "void a test", BOSS)
    table, store = own_place.table("T1"), own_place.store
    opened = [entry.time_ms for entry in store.read("table/T1") if '"RoundOpened"' in entry.body]
    assert rounds_before(store, table, opened[0]) == 0
    assert rounds_before(store, table, table.since_ms + 1) == 3
