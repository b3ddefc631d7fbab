"""A demonstration in the browser: *Enter as …* there and nowhere else, marks on every page, and the tours."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from web_permissions import doors_of
from web_place import TIMEOUT_S, Place
from web_screen import Screen

from croupier.errors import Refused
from croupier.floor.demo.cast import FELT_TABLE, HELD_TABLE, KEYPAD_TABLE, LINK, VISITORS, demo_tables
from croupier.floor.demo.folder import RECORD
from croupier.floor.demo.history import begin
from croupier.floor.roles import PEOPLE, Role
from croupier.store.entry import Entry, contents
from croupier.store.journal import open_store
from croupier.web.app import create_app
from croupier.web.demo.demonstration import Demonstration
from croupier.web.demo.tours import tours
from croupier.web.permissions import DEMO_DOORS, opens
from depth import first_of, thorough


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demonstration with a round a table and shift behind it."""
    folder = tmp_path_factory.mktemp("demo") / "made"
    folder.mkdir()
    with open_store(str(folder / RECORD)) as store:
        begin(store, most_rounds=1)
    return folder


@pytest.fixture(scope="module")
def shown(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """An open demonstration whose people take their time: whoever looks at its pages should not wait for them."""
    yield from _opened(made, tmp_path_factory.mktemp("shown"), slowness=1000.0)


@pytest.fixture
def lively(made: Path, tmp_path: Path) -> Iterator[Place]:
    """One whose people do not wait at all."""
    yield from _opened(made, tmp_path, slowness=0.0)


def _opened(made: Path, folder: Path, slowness: float) -> Iterator[Place]:
    shutil.copytree(made, folder, dirs_exist_ok=True)
    place = Place(folder, record=RECORD, demo=Demonstration(slowness=slowness))
    yield place
    place.close()


def test_no_other_room_has_the_doors_of_a_demonstration(place: Place) -> None:
    assert DEMO_DOORS.isdisjoint(doors_of(place.app.routes))
    visit = place.visit()
    assert visit.get("/demo").status_code == 404
    assert visit.post("/demo", name="adam").status_code == 404
    assert visit.post("/demo/again").status_code == 404
    assert "demo" not in visit.get("/").text
    assert visit.get("/staff").status_code == 401


def test_a_demonstration_is_opened_as_one_and_no_other_record_is(shown: Place, place: Place) -> None:
    with pytest.raises(Refused, match="no demonstration's record"):
        create_app(place.store, demo=Demonstration())
    with pytest.raises(Refused, match="the record of a demonstration; `croupier demo` opens it"):
        create_app(shown.store)


@pytest.mark.thorough
def test_a_demonstration_describes_the_api_of_any_room(shown: Place, place: Place) -> None:
    assert shown.visit().json("/openapi.json")["paths"] == place.visit().json("/openapi.json")["paths"]
    assert shown.visit().get("/api").status_code == 200


def test_whoever_comes_enters_as_anybody_and_every_page_is_marked(shown: Place) -> None:
    assert set(doors_of(shown.app.routes)) >= DEMO_DOORS
    for who in VISITORS:
        visit = shown.visit()
        entered = visit.post("/demo", name=who.name)
        assert entered.headers["location"] == tours()[who.role].steps[0].path
        page = visit.get("/")
        assert "invented people, invented money" in page.text
        assert f">{who.name}<" in page.text
    assert "Demonstration" in shown.visit().get(f"/display/{LINK}").text
    answer = shown.visit().post("/demo", name="dan")
    assert answer.status_code == 409, "those who play by themselves are left to it"


@pytest.mark.thorough
def test_from_a_rehearsal_nobody_enters_the_demonstration_or_starts_it_over(shown: Place) -> None:
    visit = shown.visit()
    visit.post("/demo", name=next(who.name for who in VISITORS if who.role is Role.SUPERVISOR))
    for table in (row["name"] for row in visit.json("/staff/rehearsal")["tables"]):
        if visit.post(f"/staff/rehearsal/{table}/begin", command=f"begin-{table}").status_code == 303:
            break
    assert visit.post("/staff/rehearsal/enter").status_code == 303
    for answer in (visit.get("/demo"), visit.post("/demo", name="adam"), visit.post("/demo/again")):
        assert (answer.status_code, "leave it first" in answer.text) == (409, True)
    visit.post("/rehearsal/leave")
    assert visit.post(f"/staff/rehearsal/{table}/end", command="end").status_code == 303
    assert visit.get("/demo").status_code == 200


MARK = '<p class="mark">Demonstration: invented people, invented money</p>'


def test_papers_and_placards_of_a_demonstration_carry_its_mark_on_every_sheet(shown: Place) -> None:
    visit = shown.visit()
    visit.post("/demo", name=next(who.name for who in VISITORS if who.role is Role.SUPERVISOR))
    for of in (f"/staff/tables/{KEYPAD_TABLE}", f"/staff/links/{LINK}"):
        for file in ("", "&file=true"):
            assert visit.get(f"{of}/papers?what=papers{file}").text.count(MARK) == 1
            placards = visit.get(f"{of}/papers?what=placards{file}").text
            assert placards.count(MARK) == placards.count('<section class="placard">') > 0


def test_every_role_has_a_tour_of_five_to_eight_steps_behind_doors_that_open_for_it() -> None:
    assert set(tours()) == {who.role for who in VISITORS} == set(PEOPLE)
    for who in VISITORS:
        steps = tours()[who.role].steps
        assert 5 <= len(steps) <= 8
        for step in steps:
            assert opens(who, f"GET {_route(step.path)}"), f"{who.role.value}: {step.path}"


def _route(path: str) -> str:
    plain = path.partition("?")[0]
    for begins, name in (("/tables/", "name"), ("/staff/keypad/", "name"), ("/staff/signs/", "name"),
                         ("/staff/links/", "name"), ("/staff/accounts/", "account")):  # fmt: skip
        if plain.startswith(begins):
            return f"{begins}{{{name}}}"
    return plain


def test_the_tables_play_by_themselves_and_a_visitor_brings_a_jackpot_and_a_dispute(lively: Place) -> None:
    happened: list[tuple[str, str, str | None]] = []

    def note(entries: Sequence[Entry]) -> None:
        for entry in entries:
            happened.extend((entry.stream, one["event"], one.get("line")) for one in contents(entry).events)

    lively.store.watch(note)
    lively.visit().post("/demo", name="vic")
    # sid verifies the one and answers the other, for here nobody else comes.
    wanted = {
        (f"table/{FELT_TABLE}", "AwardPaid", "straight_flush"),
        (f"table/{KEYPAD_TABLE}", "SupervisorCalled", None),
        (f"table/{KEYPAD_TABLE}", "CallAnswered", None),
        *((f"table/{name}", "RoundEnded", None) for name in demo_tables() if name != HELD_TABLE),
    }
    lively.until(FELT_TABLE, lambda _: wanted <= set(happened))
    assert not [one for one in happened if one[0] == f"table/{HELD_TABLE}" and one[1] == "RoundOpened"]


@pytest.mark.parametrize("role", first_of([Role.DEALER, *(role for role in PEOPLE if role is not Role.DEALER)]))
def test_a_tour_is_walked_and_points_at_what_it_speaks_of(browser: Browser, shown: Place, role: Role) -> None:
    steps, screen = tours()[role].steps, _entered(browser, shown, role)
    panel = screen.page.locator(".demo-tour")
    for number, step in enumerate(steps, 1):
        expect(panel.locator(".count")).to_have_text(f"Step {number} of {len(steps)}")
        expect(panel.locator("h2")).to_have_text(step.title)
        expect(screen.page.locator("[data-tour]")).to_be_attached()
        panel.get_by_role("button", name="Next" if number < len(steps) else "Done").click()
    expect(panel).to_have_count(0)
    screen.close()


def _entered(browser: Browser, shown: Place, role: Role) -> Screen:
    screen = Screen(browser, shown)
    screen.page.goto("/demo")
    screen.page.get_by_role("button", name=f", {role.value}").click()
    return screen


@thorough
def test_a_tour_is_skipped_and_taken_up_again(browser: Browser, shown: Place) -> None:
    screen = _entered(browser, shown, Role.AUDITOR)
    panel = screen.page.locator(".demo-tour")
    panel.get_by_role("button", name="Skip the tour").click()
    expect(panel).to_have_count(0)
    screen.page.goto("/staff/figures")
    expect(panel).to_have_count(0)
    screen.page.locator("#demo-tour-key").click()
    expect(panel.locator(".count")).to_have_text(f"Step 1 of {len(tours()[Role.AUDITOR].steps)}")
    screen.close()


def test_one_key_starts_it_over(shown: Place) -> None:
    demo = shown.house.demo
    assert demo is not None
    closed = threading.Event()
    demo.close = closed.set
    before = shown.visit().json("/demo")["run"]
    answer = shown.visit().post("/demo/again")
    assert f'data-run="{before}"' in answer.text, "its page waits for another run"
    assert demo.again
    assert closed.wait(TIMEOUT_S), "once it is answered, the doors are closed"
