"""What is somebody's own opens for them and for nobody else, whatever their role: every cell, against the server."""

from __future__ import annotations

import re
import secrets

import pytest
from web_owners import COLUMNS, ROWS, WHOSE
from web_permissions import EXPECTED, row_for
from web_place import BOSS, Place, Visit
from websockets.exceptions import ConnectionClosed

from croupier.floor.people import FIRST_START
from croupier.floor.practice import as_guest, let_in
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from croupier.web.friends.links import round_path, table_path
from croupier.web.lab.worker import LabFailed


def _closed(*_: object) -> None:
    raise LabFailed("the lab is closed tonight")


class Owned:
    """One visit in the name of every column, and what the letters of the table stand for."""

    def __init__(self, place: Place) -> None:
        self.place = place
        # Nobody's play is judged here, which would begin with learning a game.
        place.house.coach.lab._send = place.house.coach.lab.wake = _closed  # type: ignore[method-assign, assignment]
        admin = place.house.people.register("admin", Role.ADMIN, None, FIRST_START, "first")
        people = {role: Person(role, Role(role)) for role in COLUMNS[7:]}
        for name, person in people.items():
            if name != "admin":
                place.house.people.register(name, person.role, None, admin, f"register/{name}")
        people |= {name: place.player(name) for name in ("seated", "player")}
        self.visits: dict[str, Visit] = {name: place.visit(person) for name, person in people.items()}
        self.visits["nobody"] = place.visit()
        maker = self.visits["maker"] = place.visit()
        self.table = maker.practise()
        practice = place.house.sides.practice
        guests = {name: as_guest(practice.people, practice.room, None, name) for name in COLUMNS[1:4]}
        self.visits |= {name: place.visit(guest) for name, guest in guests.items()}
        for name, seat in (("friend", True), ("watcher", False)):
            let_in(practice.room, guests[name], self.table, guests[name], seat=seat)
        for words in ("bet 10", "bet4"):
            maker.must(self.table, words)
        place.until(self.table, lambda table: table.rounds > 1)
        place.order(self.table, "sit 3", guests["friend"])
        place.open_table("T1", dealt_by=DealtBy.PERSON)
        place.order("T1", "sit 2", people["seated"])
        for words in ("open", "void misdeal", "open"):
            place.order("T1", words, BOSS)

    def path(self, path: str) -> str:
        """A path of the table with the names of things that are there."""
        cookies = self.place.house.cookies
        ways = {"S": table_path(cookies, self.table, seat=True), "W": table_path(cookies, self.table, seat=False)}
        links = {f"/t/{letter}": way for letter, way in ways.items()}
        links |= {f"/t/{letter}?": f"{way[:-1]}{'a' if way[-1] != 'a' else 'b'}" for letter, way in ways.items()}
        links["/t/W-as-S"] = re.sub(r"^(/t/.{8})w", r"\1s", ways["W"])
        shared = round_path(cookies, f"{self.table}-1")
        links |= {"/shared/R": shared, "/shared/R?": f"{shared[:-1]}{'a' if shared[-1] != 'a' else 'b'}"}
        links["/shared/P-2"] = round_path(cookies, f"{self.table}-2")
        return links.get(path) or re.sub(r"(?<=/)P(?=[/-]|$)", self.table, path)

    def answer(self, column: str, row: str) -> str:
        """What somebody is answered who does what a row says, as its cells have it."""
        method, _, named = row.partition(" ")
        visit, path = self.visits[column], self.path(named)
        if method == "LIVE":
            stream = visit.watch(path.rpartition("/")[2])
            try:
                stream.next()
            except ConnectionClosed as closed:
                return str(closed.rcvd.code if closed.rcvd is not None else None)
            finally:
                stream.close()
            return "yes"
        # A connection for each request: on a busy machine a kept one is closed for idleness just as it is used again.
        headers = {"accept": "application/json", "x-csrf": visit.token, "connection": "close"}
        if method == "GET":
            return str(visit.http.get(path, headers=headers).status_code)
        if path.startswith("/api/"):
            body = {"order": "seed my own words", "version": self.version(path), "command": secrets.token_hex(8)}
            body |= {"button": "confirm", "name": "dealer", "pin": "1234", "badge": ""}
            return str(visit.http.post(path, json=body, headers=headers).status_code)
        filled = dict.fromkeys(("what", "amount", "command", "reason", "counted", "why"), "x") | {
            "seat": "1",
            "how": "watch",
        }
        form = {"csrf": visit.token, **filled}
        return str(visit.http.post(path, data=form, headers=headers).status_code)

    def version(self, path: str) -> int:
        """The version of the table that a path speaks of."""
        return self.place.table("T1" if "/T1/" in path else self.table).version


@pytest.fixture(scope="module")
def owned(place: Place) -> Owned:
    """A room in which everybody has something of their own."""
    return Owned(place)


def door_of(row: str) -> str:
    """The row of `web_permissions` that a row here belongs to."""
    method, _, path = row.partition(" ")
    return row_for(method, path.partition("?")[0])


def test_every_door_with_a_name_in_it_says_whose_the_thing_is() -> None:
    named = {door for door in EXPECTED if "{" in door}
    own = {door_of(row) for row in ROWS}
    assert named - own == set(WHOSE), "each door has its rows, or a reason why it needs none"
    assert all(WHOSE.values())


@pytest.mark.parametrize("row", ROWS)
def test_what_is_somebodys_own_opens_for_them_and_for_nobody_else(owned: Owned, row: str) -> None:
    wrong = []
    for column, cell in ROWS[row].items():
        if cell != "-" and (answer := owned.answer(column, row)) != cell:
            wrong.append(f"{column}: {answer}, want {cell}")
    assert not wrong


def test_a_statement_is_of_who_asks_whomever_they_ask_for(owned: Owned) -> None:
    for path in (
        "/you?who=seated",
        "/you/statement?who=seated",
        "/you/review?who=seated",
        "/you/rounds.jsonl?who=seated",
    ):
        said = owned.visits["player"].http.get(path, headers={"accept": "application/json"}).text
        assert "seated" not in said
