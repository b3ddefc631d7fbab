"""Every door of the house and every role before it, cell by cell, against the running server."""

from __future__ import annotations

import re
import secrets

import httpx
import pytest
from web_permissions import COLUMNS, EXPECTED, doors_of
from web_place import BOSS, Place, Stream, Visit
from websockets.exceptions import ConnectionClosed

from croupier.errors import Refused
from croupier.floor.links.terms import link_terms
from croupier.floor.people import FIRST_START
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from croupier.jackpot.terms import LevelTerms
from croupier.web.permissions import DOORS, VISITORS, check_door, row_of

STAFF = tuple(Role(column) for column in COLUMNS[3:])
NAMES = {"tables": "T1", "people": "dealer", "links": "main", "display": "main", "rounds": "T1-1"}


@pytest.fixture(scope="module")
def house(place: Place) -> dict[str, Visit]:
    """A room with a table on a link, and one visit in the name of every column."""
    place.open_table("T1", dealt_by=DealtBy.PERSON)
    place.house.links.open("main", _terms(), BOSS, "open-main", override="a test")
    place.house.verification.start = lambda entries: None  # type: ignore[method-assign]
    place.house.signs_watch.start = lambda table, rounds: None  # type: ignore[method-assign]
    admin = place.house.people.register("admin", Role.ADMIN, "1234", FIRST_START, "first")
    for role in STAFF[:-1]:
        place.house.people.register(role.value, role, "1234", admin, f"register/{role.value}")
    visits = {role.value: place.visit(Person(role.value, role)) for role in STAFF}
    visits |= {"nobody": place.visit(), "player": place.visit(place.player("player")), "guest": place.visit()}
    visits["guest"].practise()
    visits["other guest"] = place.visit()
    visits["other guest"].practise()
    return visits


def _terms():
    level = LevelTerms(name="main", rate_bp=2000, reserve_bp=200, seed=500_000)
    return link_terms("UTH-P01", 100, (level,))


def practice_table(place: Place, visit: Visit) -> str:
    return next(row["name"] for row in visit.json("/api/tables") if row["yours"])


def path_to(door: str) -> str:
    """A door with names of things that are there."""
    path = door.partition(" ")[2].replace("*", "")
    kind = "tables" if "keypad" in path or "pit/" in path or "claims" in path else path.split("/{")[0].split("/")[-1]
    return path.replace("{name}", NAMES.get(kind, "T1")).replace("{account}", "cage").replace("{ending}", "json")


def knock(visit: Visit, door: str, path: str | None = None) -> httpx.Response:
    """A request with nothing in it: an open door answers it somehow, and nothing happens."""
    method = door.partition(" ")[0]
    token = visit.token
    headers = {"accept": "application/json", "x-csrf": token}
    if method == "GET":
        return visit.http.get(path or path_to(door), headers=headers)
    if method == "POST" and (path or path_to(door)).startswith("/api/"):
        return visit.http.post(path or path_to(door), headers=headers)
    return visit.http.post(path or path_to(door), data={"csrf": token}, headers=headers)


def is_open(answer: httpx.Response) -> bool:
    if answer.status_code == 401:
        return "sign in first" not in answer.text
    return not (answer.status_code == 403 and "this is not for" in answer.text)


def test_every_route_is_in_the_table_and_every_row_is_a_route(place: Place) -> None:
    doors = set(doors_of(place.app.routes))
    assert len(doors) > 50
    used = {row_of(door) for door in doors}
    assert {row for row in DOORS if not row.endswith("*")} <= used
    assert all("/lab" in row for row in DOORS if row.endswith("*")), "only the lab's doors are said by how they begin"


def test_the_table_of_this_test_has_every_door_and_everybody() -> None:
    assert set(EXPECTED) == set(DOORS)
    assert COLUMNS == VISITORS


def test_each_cell() -> None:
    opens = {door: {column for column, cell in cells.items() if cell != "-"} for door, cells in EXPECTED.items()}
    assert {door: DOORS[door].opens_for for door in EXPECTED} == opens


def test_a_door_that_nobody_has_spoken_of_opens_for_nobody() -> None:
    for person in (None, Person("ann", Role.PLAYER), Person("ada", Role.ADMIN)):
        with pytest.raises(Refused, match="nobody has said who may use GET /vault"):
            check_door(person, "GET /vault")


@pytest.mark.parametrize("door", [door for door in EXPECTED if not door.startswith("LIVE")])
def test_a_door_opens_for_those_whom_the_table_names_and_for_nobody_else(
    place: Place, house: dict[str, Visit], door: str
) -> None:
    wrong = []
    for column, cell in EXPECTED[door].items():
        visit = house[column]
        if door in ("POST /sign-out", "POST /practice", "POST /friends"):  # these change who the visitor is
            visit = place.visit(visit.who)
        answer = knock(visit, door, _own(place, house, door, column) if cell == "own" else None)
        if cell == "-" and column == "nobody":
            assert answer.status_code == 401
            assert "sign in first" in answer.json()["error"]
        elif cell == "-":
            assert answer.status_code == 403
            article = "" if column == "surveillance" else "an " if column[0] in "aeiou" else "a "
            assert f"this is not for {article}{column}; who may" in answer.text
            may = answer.json()["error"].rpartition("who may: ")[2].split(", ")
            assert may == [one for one in COLUMNS if EXPECTED[door][one] != "-"], "it says who may"
        if is_open(answer) != (cell != "-") or answer.status_code >= 500:
            wrong.append(f"{column}: {answer.status_code} {answer.text[:100]}")
    assert not wrong


def _own(place: Place, house: dict[str, Visit], door: str, column: str) -> str:
    if column != "guest":
        return path_to(door)
    table = practice_table(place, house[column])
    return path_to(door).replace("T1-1", f"{table}-1").replace("T1", table)


@pytest.mark.parametrize("column", COLUMNS)
def test_a_live_stream_opens_for_those_whom_the_table_names(place: Place, house: dict[str, Visit], column: str) -> None:
    table = "T1" if column != "guest" else practice_table(place, house["guest"])
    assert EXPECTED["LIVE /live/tables/{name}"][column] == ("own" if column == "guest" else "yes")
    stream = house[column].watch(table)
    assert stream.next()["table"]["id"] == table
    stream.close()


@pytest.mark.parametrize("column", [*COLUMNS, "other guest"])
def test_a_practice_table_is_its_guests_own(place: Place, house: dict[str, Visit], column: str) -> None:
    guest, visit = house["guest"], house[column]
    table = practice_table(place, guest)
    if not any(round["id"] == f"{table}-1" for round in guest.json(f"/tables/{table}")["rounds"]):
        for words in ("bet 10", "bet4"):
            guest.must(table, words)
        place.until(table, lambda t: t.rounds > 1)
    mine = column == "guest"
    assert visit.get(f"/tables/{table}").status_code == (200 if mine else 404)
    assert visit.get(f"/rounds/{table}-1").status_code == (200 if mine else 404)
    body = {"order": "seed my own words", "version": place.table(table).version, "command": secrets.token_hex(8)}
    answer = visit.http.post(f"/api/tables/{table}/orders", json=body, headers={"x-csrf": visit.token})
    may_order = EXPECTED["POST /api/tables/{name}/orders"][column.removeprefix("other ")] != "-"
    assert answer.status_code == (200 if mine else 404 if may_order else 401 if column == "nobody" else 403)
    if mine:
        assert stream_of(visit, table).next()["table"]["id"] == table
    else:
        with pytest.raises(ConnectionClosed) as closed:
            stream_of(visit, table).next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def stream_of(visit: Visit, table: str) -> Stream:
    return visit.watch(table)


def test_a_player_orders_only_for_the_own_seat(place: Place, house: dict[str, Visit]) -> None:
    answer = house["player"].order("T1", "bet 10")
    assert answer.status_code == 409
    assert "does not sit" in answer.json()["error"]


def test_staff_orders_and_players_orders_do_not_pass_through_each_others_doors(
    place: Place, house: dict[str, Visit]
) -> None:
    body = {"order": "bet 10", "version": place.table("T1").version, "command": secrets.token_hex(8)}
    dealer = house["dealer"]
    answer = dealer.http.post("/api/staff/tables/T1/orders", json=body, headers={"x-csrf": dealer.token})
    assert answer.status_code == 409
    assert "is a player's order" in answer.json()["error"]
    answer = house["player"].order("T1", "lock")
    assert answer.status_code == 409
    assert "not a player's order" in answer.json()["error"]


@pytest.mark.parametrize(
    ("role", "words", "said"),
    [
        ("dealer", "void misdeal", "may not void a round"),
        ("dealer", "stop for lunch", "may not stop or resume"),
        ("executive", "open", "may not press the dealer's steps"),
        ("admin", "open", "may not press the dealer's steps"),
        ("admin", "void misdeal", "may not void a round"),
        ("supervisor", "link main 1 UTH-P01 tray", "not for people to say"),
    ],
)
def test_behind_an_open_door_a_duty_is_still_somebodys(
    place: Place, house: dict[str, Visit], role: str, words: str, said: str
) -> None:
    visit = house[role]
    body = {"order": words, "version": place.table("T1").version, "command": secrets.token_hex(8)}
    answer = visit.http.post("/api/staff/tables/T1/orders", json=body, headers={"x-csrf": visit.token})
    assert answer.status_code == 409
    assert said in answer.json()["error"]


MACHINES = ("/between-servers/orders", "/api/games/{name}", "/api/device")


def test_a_change_without_the_pages_token_is_refused_everywhere(place: Place, house: dict[str, Visit]) -> None:
    wrong = []
    for door, cells in EXPECTED.items():
        method, _, path = door.partition(" ")
        if method != "POST" or "lab" in path or path in MACHINES:
            continue  # they take no cookie: other servers, other games and devices sign every request
        column = next(column for column, cell in reversed(cells.items()) if cell != "-")
        body = {"order": "seed x", "button": "confirm", "version": 1, "command": "x" * 12}
        filled = dict.fromkeys(("name", "rules", "pin", "code", "what", "amount", "command", "role"), "x")
        visit = house[column]
        sent = {"json": body} if path.startswith("/api/") else {"data": filled}
        answer = visit.http.post(path_to(door), headers={"accept": "application/json", "x-csrf": "guessed"}, **sent)
        if answer.status_code != 403 or "out of date" not in answer.text:
            wrong.append(f"{door} as {column}: {answer.status_code} {answer.text[:80]}")
    assert not wrong


def test_the_way_between_servers_needs_their_signature(place: Place, house: dict[str, Visit]) -> None:
    answer = house["nobody"].http.post("/between-servers/orders", json={}, headers={"accept": "application/json"})
    assert answer.status_code == 409
    assert "alone" in answer.json()["error"]


def test_surveillance_acts_on_nothing(place: Place, house: dict[str, Visit]) -> None:
    """R61: asking the Lab a question is looking, and so is a replay: neither leaves a trace. Answers in drills,
    chapters and examinations can be kept, so they are acts, and closed. What is left is signing in and out, and leaving
    a rehearsal."""
    open_posts = {row for row in EXPECTED if row.startswith("POST") and EXPECTED[row]["surveillance"] != "-"}
    questions = {row for row in open_posts if row.startswith(("POST /lab", "POST /api/lab"))}
    assert open_posts - questions == {"POST /replay", "POST /sign-in", "POST /sign-out", "POST /rehearsal/leave"}
    assert all(EXPECTED[row]["nobody"] == "yes" for row in questions)
    stores = (place.store, place.house.sides.practice.store)
    before = [store.position() for store in stores]
    for door in EXPECTED:
        if not door.startswith("LIVE") and door != "POST /sign-out":
            assert knock(house["surveillance"], door).status_code < 500
    assert [store.position() for store in stores] == before


def test_r61_where_answers_are_asked_for_surveillance_is_told_that_none_are_taken(house: dict[str, Visit]) -> None:
    for path in ("/learn/dealer/overview", "/learn/play/uth", "/learn/play/uth/drill"):
        for who in ("surveillance", "dealer"):
            page = house[who].get(path).text
            assert ("no answers are taken from you" in page) == (who == "surveillance"), (path, who)


def test_surveillance_cannot_act_by_any_way_into_the_room(place: Place, house: dict[str, Visit]) -> None:
    """Whatever is asked for under the doors, by command or file, is refused for want of the duty."""
    watcher, before = Person("surveillance", Role.SURVEILLANCE), place.store.position()
    for words in ("open", "void misdeal", "stop for lunch", "sit 3"):
        with pytest.raises(Refused, match="surveillance is surveillance and may not"):
            place.order("T1", words, watcher)
    for act in (place.house.cage.buy_in, place.house.cage.cash_out, place.house.cage.fill):
        with pytest.raises(Refused, match="may not"):
            act("player", 500, watcher, "watched")
    with pytest.raises(Refused, match="may not register a player"):
        place.house.people.register("zoe", Role.PLAYER, None, watcher, "zoe")
    assert place.store.position() == before


def test_an_auditor_looks_at_pit_cage_and_people_and_is_shown_nothing_to_send(house: dict[str, Visit]) -> None:
    for page in ("pit", "cage", "people"):
        answer = house["auditor"].get(f"/staff/{page}")
        assert answer.status_code == 200
        assert re.findall(r'method="post" action="([^"]+)"', answer.text) == ["/sign-out"], page
