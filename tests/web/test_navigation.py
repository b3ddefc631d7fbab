"""Whoever walks through the house from the lobby finds every door that opens for them, and none that does not."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest
from web_permissions import COLUMNS, EXPECTED, row_for
from web_place import BOSS, Place, Visit
from web_staff import ROYAL, open_link, seeded

from croupier.floor.choices.equipment import PlaceDevice, parse_device
from croupier.floor.choices.upkeep import CloseTable
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.people import FIRST_START
from croupier.floor.roles import Person, Role
from croupier.floor.soak.run import close_as_recorded
from croupier.floor.table import DealtBy
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.events import AdjustmentReason
from croupier.school.course import QUESTIONS
from croupier.school.examination import AnswerSheet
from croupier.web.context import HERE
from depth import thorough

# Every page that anybody can reach is read, which takes long; `test_permissions` has every role × route.
pytestmark = thorough

TAUGHT = ("/lab", "/learn", "/docs", "/rules")
"""What is taught and written: half of all pages, the same whatever has happened at a table, and read by some alone."""
READERS = ("nobody", "player", "dealer", "auditor")

HOME = {
    "dealer": ["Dealer school", "Rehearsal", "Cage", "People", "Disputes"],
    "supervisor": [
        "Dealer school",
        "Pit",
        "Tables",
        "Rehearsal",
        "Cage",
        "Shift",
        "Win sheets",
        "Game Manager",
        "People",
        "Approvals",
        "Devices",
        "Figures",
        "School",
        "Audit",
        "Rounds",
        "Disputes",
    ],
    "executive": [
        "Dealer school",
        "Pit",
        "Tables",
        "Rehearsal",
        "Cage",
        "Shift",
        "Win sheets",
        "Game Manager",
        "People",
        "House",
        "Approvals",
        "Devices",
        "Figures",
        "School",
        "Audit",
        "Rounds",
        "Disputes",
    ],
    "cashier": ["Cage"],
    "surveillance": ["Pit", "Rounds", "Disputes"],
    "auditor": [
        "Dealer school",
        "Pit",
        "Tables",
        "Rehearsal",
        "Cage",
        "Shift",
        "Win sheets",
        "Game Manager",
        "People",
        "House",
        "Approvals",
        "Devices",
        "Figures",
        "School",
        "Audit",
        "Rounds",
        "Disputes",
    ],
    "admin": [
        "Dealer school",
        "Pit",
        "Tables",
        "Rehearsal",
        "Cage",
        "Shift",
        "Win sheets",
        "Game Manager",
        "People",
        "House",
        "Approvals",
        "Devices",
        "Figures",
        "School",
        "Audit",
        "Rounds",
        "Disputes",
    ],
}
# The pit's script sends these to one door; which of them somebody may give is said here by hand.
PIT_ORDERS = {
    "supervisor": {"answer", "stop", "resume", "void"},
    "executive": {"answer", "stop", "resume", "void"},
    "admin": {"stop", "resume"},
}
# Scripts that ask a door of their own, by the element that starts them.
SCRIPTED = {"verify": "POST /api/staff/audit", "look-for-signs": "POST /api/staff/signs/{name}"}


_LOOKED_FOR = re.compile(rf'<(?:a|form)\b[^>]*>|<[^>]*\bid="(?:{"|".join(SCRIPTED)})"[^>]*>')


@dataclass
class Walk:
    """What somebody was shown: links, buttons, and the answers behind the links."""

    pages: set[str] = field(default_factory=set)
    buttons: set[str] = field(default_factory=set)
    orders: set[str] = field(default_factory=set)
    closed: list[str] = field(default_factory=list)


class _Shown(HTMLParser):
    """The links, forms and orders of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.buttons: list[str] = []
        self.orders: list[str] = []
        # The rest of a page is most of it, and nothing that is looked for here.
        self.feed("".join(_LOOKED_FOR.findall(text)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "a" and found["href"].startswith("/"):
            self.links.append(found["href"])
        elif tag == "form" and "data-order" in found:
            self.orders.append(found["data-order"])
        elif tag == "form" and "action" in found:
            self.buttons.append(row_for(found.get("method", "get").upper(), urlsplit(found["action"]).path))
        elif found.get("id") in SCRIPTED:
            self.buttons.append(SCRIPTED[found["id"]])


def walk(visit: Visit, into: Walk, *, leave: tuple[str, ...] = ("/lab",)) -> None:
    """Follow every link once, from the lobby on. The lab is for everybody, and wakes a worker: it is left alone.
    So is the documentation, whose links are followed when it is built.

    A page that asks for a choice first is another one once it is chosen, so one link is followed of every set of
    parameters that a path is shown with."""
    waiting, seen = ["/"], {_way("/")}
    while waiting:
        path = waiting.pop()
        answer = visit.get(path)
        row = row_for("GET", urlsplit(path).path)
        into.pages.add(row)
        if answer.status_code == 303:
            continue  # it leads on to a page of the lab
        if answer.status_code != 200:
            into.closed.append(f"{path}: {answer.status_code}")
        if "html" not in answer.headers["content-type"]:
            continue
        shown = _Shown(answer.text)
        into.buttons |= set(shown.buttons)
        into.orders |= set(shown.orders)
        for link in shown.links:
            if _way(link) not in seen and not link.startswith((*leave, "/docs/")):
                seen.add(_way(link))
                waiting.append(link)


def _way(link: str) -> tuple[str, frozenset[str]]:
    """Where a link leads, whatever its parameters are set to."""
    parts = urlsplit(link)
    return parts.path, frozenset(parse_qs(parts.query))


@pytest.fixture(scope="module")
def walks(place: Place) -> dict[str, Walk]:
    """Everybody's walk, twice: while a win waits to be verified, and with the win paid, the table stopped and another
    in rehearsal; then what is shown inside the rehearsal."""
    seeded(place, {"T1-1": ROYAL})
    admin = place.house.people.register("admin", Role.ADMIN, "1234", FIRST_START, "first")
    staff = {role: place.house.people.register(role, Role(role), "1234", admin, role) for role in COLUMNS[3:-1]}
    ann, bob, dealer = place.player("ann"), place.player("bob"), staff["dealer"]
    place.house.cage.fund(10_000_000, BOSS, "fund")
    place.house.choices.choose("tray_par", "10000", admin, "par")  # so that all trays can be filled at once
    place.open_table("T1", dealt_by=DealtBy.PERSON, face_up_approval="WSGC 2020-06")
    shuffler = PlaceDevice(parse_device("shuffler", "Shuffle Master", "Deck Mate 2", "DM2-4711"))
    place.house.room.do("T1", shuffler, Person("sue", Role.SUPERVISOR), command="place/T1")
    place.house.cage.fill("T1", 1_000_000, BOSS, "fill")
    open_link(place, "UTH-P01", "T1")
    OutsideDesk(place.house.links).join("main", "REAL", "uth", BOSS, "join/REAL", real_cards=True)
    for name in ("EMPTY", "CLOSED"):  # a table without chips can be closed, and a closed one opened again
        place.open_table(name)
    place.open_table("STUD", "mississippi", dealt_by=DealtBy.PERSON)  # at which some face-up spots take two people
    place.run(place.house.hub.order("CLOSED", CloseTable(), staff["supervisor"], command="closed", version=None))
    place.house.links.ask("main", "main", -2_550, AdjustmentReason.MALFUNCTION, "incident 12", BOSS, "ask")
    sheet = AnswerSheet(chapter="pairs", game="uth", seed="1", answers=((),) * QUESTIONS, seconds=60)
    place.house.exams.hand_in(sheet, dealer, "exam/1")
    place.order("T1", "sit 2", ann)
    place.order("T1", "sit 5", bob)
    steps: list[tuple[str, Person]] = [("open", dealer)]
    steps += [("bet 10 progressive 1", who) for who in (ann, bob)] + [(words, dealer) for words in ("lock", "deal")]
    steps += [("bet4", who) for who in (ann, bob)]
    steps += [(words, dealer) for words in ("flop", "river", "dealer", "settle")]
    for words, who in steps:
        place.order("T1", words, who)

    visits = {role: place.visit(who) for role, who in staff.items()} | {"admin": place.visit(admin)}
    visits |= {"nobody": place.visit(), "guest": place.visit(), "player": place.visit(ann)}
    visits["guest"].practise()
    found = {column: Walk() for column in COLUMNS}
    place.house.links.press("T1", parse_button("hand royal_flush_first_five"), dealer, "press")
    for column in COLUMNS:
        walk(visits[column], found[column], leave=("/lab",) if column in READERS else TAUGHT)
    for button in ("key jph", "j-pot", "key run"):
        place.house.links.press("T1", parse_button(button), BOSS, button)
    place.order("T1", "end", dealer)
    place.order("T1", "stop a spilled drink", BOSS)
    close_as_recorded(place.house.cage, "T1", BOSS, "close")
    place.run(place.app.state.rehearsals.begin("EMPTY", staff["supervisor"], "rehearse"))
    for column in COLUMNS:
        walk(visits[column], found[column], leave=TAUGHT)
        if "POST /staff/rehearsal/enter" in found[column].buttons:
            assert visits[column].post("/staff/rehearsal/enter").status_code == 303
            found[column].buttons |= set(_Shown(visits[column].get("/staff/rehearsal").text).buttons)
            assert visits[column].post("/rehearsal/leave").status_code == 303
    return found


@pytest.mark.parametrize("column", COLUMNS)
def test_every_link_that_is_shown_leads_somewhere(walks: dict[str, Walk], column: str) -> None:
    assert not walks[column].closed
    assert len(walks[column].pages) > 3


@pytest.mark.parametrize("column", COLUMNS)
def test_every_button_that_is_shown_works_for_whoever_sees_it(walks: dict[str, Walk], column: str) -> None:
    assert {row for row in walks[column].buttons if EXPECTED[row][column] == "-"} == set()


@pytest.mark.parametrize("column", COLUMNS)
def test_no_page_and_no_button_of_the_staff_is_hidden_from_whom_it_is_for(walks: dict[str, Walk], column: str) -> None:
    open_rows = {row for row, cells in EXPECTED.items() if cells[column] != "-" and "/staff" in row}
    by_keypad = {f"POST /api/staff/tables/{{name}}/{what}" for what in ("orders", "buttons", "dealer", "seats")}
    by_keypad |= {"POST /api/staff/link-tables/{name}", "GET /api/staff/tables/{name}/seats/{seat}/cards"}
    shown = walks[column].pages | walks[column].buttons
    # The keypads' scripts draw their keys; audit, signs and alerts are asked again by the scripts that show them.
    asked_again = {"GET /api/staff/audit", "GET /api/staff/signs/{name}", "GET /api/staff/alerts"}
    assert {row for row in shown if "/staff" in row} == open_rows - by_keypad - asked_again


@pytest.mark.parametrize("column", COLUMNS)
def test_the_pit_offers_the_orders_that_somebody_may_give(walks: dict[str, Walk], column: str) -> None:
    assert walks[column].orders == PIT_ORDERS.get(column, set())


@pytest.mark.parametrize("column", HOME)
def test_the_home_of_the_staff_shows_a_door_if_and_only_if_it_opens(place: Place, walks: object, column: str) -> None:
    visit = place.visit(Person(column, Role(column)))
    home = visit.json("/staff")
    assert [title for _, title, _ in home["doors"]] == HOME[column]
    shown = {path for path, _, _ in home["doors"]}
    for path in ("/staff/pit", "/staff/links", "/staff/people", "/staff/journal"):
        assert (path in shown) == (visit.get(path).status_code == 200)
    keypads = {keypad["path"] for keypad in home["keypads"]}
    for path in ("/staff/keypad/T1", "/staff/link-keypad/REAL"):
        assert (path in keypads) == (visit.get(path).status_code == 200)
    assert bool(home["tables"]) == bool(keypads)


def test_no_template_and_no_script_asks_for_a_role() -> None:
    for file in (*HERE.glob("templates/**/*.html"), *HERE.glob("static/**/*.js")):
        assert "you.role" not in file.read_text(encoding="utf-8"), f"{file.name}: ask `opens(door)` or `may(duty)`"
