"""What programs read from the pages and the API keeps its keys and types, of every page that a kept room can show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from web_place import Place

from croupier.floor.roles import Person, Role
from depth import thorough
from golden_files import check_golden, shape
from old_records import ROOMS, unpacked

ANN, SAM, SUE = Person("ann", Role.PLAYER), Person("sam", Role.ADMIN), Person("sue", Role.SUPERVISOR)
AS_JSON = {"accept": "application/json"}
TABLES = ("F1", "L2", *(f"G{number}" for number in range(1, 12)))
ROUNDS = ("F1-2", "G3-2", "L1-1", "L2-1", *(f"G{number}-1" for number in range(1, 12)))
ANYBODY = {
    **{path: (path,) for path in (
        "/", "/api/tables", "/replay", "/sign-in", "/display/levels", "/healthz", "/learn", "/learn/dealer",
        "/learn/dealer/qualified", "/learn/play", "/lab", "/lab/progressive", "/lab/side-bet",
    )},
    "/tables/{name}": tuple(f"/tables/{name}" for name in TABLES),
    "/position": ("/position?game=uth&own=Kc5d", "/position?game=caribbean&own=AsKd9h7c2s&up=9d"),
    "/rounds/{name}": tuple(f"/rounds/{name}" for name in ROUNDS),
    "/learn/how/{game}": ("/learn/how/uth", "/learn/how/mississippi"),
    "/learn/first/{game}": ("/learn/first/uth", "/learn/first/mississippi"),
    "/learn/dealer/felt": tuple(f"/learn/dealer/felt?table={kind}&seed=shape" for kind in ("house", "link", "bank")),
    "/learn/play/{game}": ("/learn/play/uth", "/learn/play/mississippi"),
    "/lab/{game}/rules": ("/lab/rules", "/lab/mississippi/rules"),
}  # fmt: skip
"""Pages, and addresses at which a kept room shows them."""
PLAYER = {path: (path,) for path in ("/tables/L2", "/you", "/you/review", "/you/statement", "/rounds/L2-1")}
STAFF = {
    path: (path,)
    for path in (
        "/staff", "/api/staff/alerts", "/staff/pit", "/staff/tables", "/staff/tables/new", "/staff/tables/F1",
        "/staff/receipts/24", "/staff/rehearsal", "/staff/shift/past", "/staff/links", "/staff/links/levels",
        "/staff/links/single/report",
        "/staff/links/single/wins/2", "/staff/people", "/staff/house", "/staff/school", "/staff/journal",
        "/staff/journal/100", "/staff/rounds", "/staff/rounds/L2-1/seats/1", "/staff/disputes?table=L2",
        "/staff/accounts/cage",
    )
}  # fmt: skip
SUPERVISOR = {path: (path,) for path in ("/staff/cage", "/staff/shift", "/staff/keypad/L2")}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("shapes")
    unpacked(ROOMS[-1], folder)
    (folder / "kept.db").rename(folder / "room.db")
    made = Place(folder)
    yield made
    made.close()


def shapes(room: Place, who: Person | None, pages: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    client = room.visit(who).http
    told = {}
    for page, paths in pages.items():
        answers = [client.get(path, headers=AS_JSON, follow_redirects=True) for path in paths]
        assert [answer.status_code for answer in answers] == [200] * len(paths), page
        told[page] = shape(*(answer.json() for answer in answers))
    return told


def test_pages_and_api_of_tables_rounds_lobby_lab_and_school_keep_their_keys(room: Place) -> None:
    check_golden("pages.txt", shapes(room, None, ANYBODY))


@thorough
def test_pages_of_a_player_keep_their_keys(room: Place) -> None:
    check_golden("pages-of-players.txt", shapes(room, ANN, PLAYER))


@thorough
def test_pages_of_the_staff_keep_their_keys(room: Place) -> None:
    check_golden("pages-of-staff.txt", shapes(room, SAM, STAFF) | shapes(room, SUE, SUPERVISOR))


@thorough
def test_figures_on_their_page_keep_their_keys(room: Place) -> None:
    check_golden("page-of-figures.txt", shapes(room, SAM, {"/staff/figures": ("/staff/figures",)}))
