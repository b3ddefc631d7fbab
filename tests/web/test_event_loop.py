"""Nobody waits for the database in the event loop: while one page looks at the record, every other page goes on."""

from __future__ import annotations

import ast
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event
from web_permissions import EXPECTED
from web_place import Place, Visit
from web_staff import staff

from croupier.store.timeouts import in_event_loop

WEB = Path(__file__).parents[2] / "src" / "croupier" / "web"
LOOKS = {
    *("page_response", "redirect_as", "you", "you_at", "own_names", "tables_for_money", "people_page", "pit_page"),
    *("is_outside", "link_at", "find_round", "answers_of", "round_for", "check_may_look", "who_orders"),
}
"""Functions of the pages that look at the record."""
PARTS = {"store", "people", "cage", "entrances", "exams", "drills", "choices", "figures", "books", "desk", "links"}
"""Parts of the house that look at it whatever is asked of them."""
NO_LOOK = {"writable", "commit_async", "now_ms", "tables_of", "why_lost"}


class Direct(ast.NodeVisitor):
    """The calls that a coroutine makes itself: what it hands to a thread, or makes a function of, is not among them."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_Lambda(self, node: ast.Lambda) -> None:
        pass

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        pass

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        pass

    def visit_Call(self, node: ast.Call) -> None:
        match node.func:
            case ast.Name(id=name) if name in LOOKS:
                self.found.append(f"{node.lineno}: {name}")
            case ast.Attribute(value=ast.Attribute(attr=part), attr=name) if part in PARTS and name not in NO_LOOK:
                self.found.append(f"{node.lineno}: {part}.{name}")
            case ast.Attribute(value=ast.Attribute(attr="room"), attr="table" | "tables" | "glance" | "reload" as name):
                self.found.append(f"{node.lineno}: room.{name}")
            case ast.Attribute(value=ast.Attribute(attr="cookies"), attr="end" | "write" as name):
                self.found.append(f"{node.lineno}: cookies.{name}")
        self.generic_visit(node)


def test_no_coroutine_of_the_pages_looks_at_the_record_itself() -> None:
    found = []
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.AsyncFunctionDef):
                direct = Direct()
                for line in node.body:
                    direct.visit(line)
                found += [f"{path.relative_to(WEB)}:{one} in {node.name}" for one in direct.found]
    assert found == []


@contextmanager
def no_query_in_the_loop(place: Place) -> Iterator[None]:
    """Fail for every question that the database was asked in the loop's own thread."""
    asked: list[str] = []

    def look(*_: Any) -> None:
        if in_event_loop():
            ours = [one for one in traceback.extract_stack() if "croupier/web" in one.filename]
            asked.append(" < ".join(f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in reversed(ours)))

    engines = [place.store._engine, place.store.practice._engine]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", look)
    try:
        yield
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", look)
    assert sorted(set(asked)) == []


def test_a_query_in_the_loop_is_found(place: Place) -> None:
    async def looks() -> int:
        return place.store.position()

    with pytest.raises(AssertionError), no_query_in_the_loop(place):
        place.run(looks())


def staff_order(visit: Visit, words: str, command: str, **more: str) -> httpx.Response:
    """A staff order at T1, as the pit sends it."""
    body = {"order": words, "command": command, **more}
    return visit.http.post("/api/staff/tables/T1/orders", json=body, headers={"x-csrf": visit.token})


@pytest.fixture(scope="module")
def visits(place: Place) -> dict[str, Visit]:
    people = staff(place)
    place.open_table("T1")
    by_role = {person.role.value: place.visit(person) for person in people.values()}
    return {**by_role, "nobody": place.visit(), "player": place.visit(place.player("ann", pin="1234"))}


def test_no_page_asks_the_database_in_the_loop(place: Place, visits: dict[str, Visit]) -> None:
    guest = place.visit()
    with no_query_in_the_loop(place):
        guest.practise()
        everybody = {**visits, "guest": guest}
        for door, cells in EXPECTED.items():
            method, path = door.split(" ", 1)
            opens = [column for column, cell in cells.items() if cell == "yes" and column in everybody]
            if method != "GET" or not opens or "/lab" in path or "coach" in path or "play" in path:
                continue
            path = path.replace("{name}", "T1").replace("{account}", "cage").replace("{ending}", "json")
            # Every role has lines of its own on a page; the first and the last that may see it are enough.
            for column in {opens[0], opens[-1]}:
                answer = everybody[column].get(path)
                assert answer.status_code < 500, (door, answer.text[:200])


def test_no_change_asks_the_database_in_the_loop(place: Place, visits: dict[str, Visit]) -> None:
    admin, sue = visits["admin"], visits["supervisor"]
    with no_query_in_the_loop(place):
        stranger = place.visit()
        assert stranger.post("/sign-in", name="ann", pin="9999").status_code == 403
        assert stranger.post("/sign-in", name="ann", pin="1234").status_code == 303
        assert stranger.order("T1", "sit 2").status_code == 200
        assert stranger.order("T1", "stand").status_code in (200, 409)
        assert stranger.post("/practice", rules="wa-2018").status_code == 303
        assert stranger.post("/sign-out").status_code == 303
        new = {"name": "newcomer", "role": "dealer", "pin": "4321", "pin_again": "4321"}
        assert admin.post("/staff/people", **new).status_code == 200
        for what in ("badge", "unlock", "deactivate", "activate"):
            assert admin.post("/staff/people/newcomer", what=what).status_code == 200
        assert staff_order(sue, "stop fire", "the-stop").status_code == 200
        assert staff_order(sue, "resume", "the-resume", about="fire").status_code == 200
        assert sue.post("/staff/tables/new", rules="wa-2018", name="T7", command="open-T7").status_code < 500
        counted = {"tray-T1-1": "5", "box-T1-1": "0"}
        assert sue.post("/staff/shift", command="count-1", what="count", **counted).status_code < 500
        assert sue.post("/staff/shift", command="close-1", what="close", **{"close-T1": "on"}).status_code < 500
        assert visits["executive"].post("/staff/links/main", what="stop", why="a test").status_code < 500


def test_a_void_is_bound_to_its_round(own_place: Place) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    own_place.order("T1", "sit 2", own_place.player("ann"))
    sue = own_place.visit(people["sue"])

    def void(about: str) -> int:
        sent = staff_order(sue, "void misdeal", "the-same-void", about=about)
        return sent.status_code if "used for another command" not in sent.text else 499

    own_place.until("T1", lambda table: table.in_play is not None and table.in_play.id == "T1-1")
    assert void("T1-1") == 200
    own_place.until("T1", lambda table: table.in_play is not None and table.in_play.id == "T1-2")
    assert void("T1-2") == 499, "the same id about another round is another request, and nothing is voided"
    assert void("T1-1") == 200, "the same request again is answered as before"
    assert own_place.table("T1").rounds == 2
