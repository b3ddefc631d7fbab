"""Another game's machine on a Multi-Game Link over HTTP: the example as a process of its own, and what is refused."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from web_place import TIMEOUT_S, Place

from croupier.client import Declined, Device
from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.house.devices import DeviceBook
from croupier.floor.links.hits import hits
from croupier.floor.links.terms import link_terms
from croupier.floor.people import FIRST_START, MOST_FAILURES
from croupier.floor.reports import ReporterKind
from croupier.floor.roles import Person, Role
from croupier.jackpot.terms import LevelTerms
from depth import thorough

EXAMPLE = Path(__file__).parents[2] / "examples" / "other_game.py"
STAFF = {"dora": Role.DEALER, "sue": Role.SUPERVISOR, "eve": Role.EXECUTIVE}
LEVELS = (
    LevelTerms(name="mega", rate_bp=1_500, reserve_bp=300, seed=2_000_000),
    LevelTerms(name="major", rate_bp=700, reserve_bp=200, seed=500_000),
)


@pytest.fixture
def room(own_place: Place) -> Place:
    house = own_place.house
    house.people.register("sam", Role.ADMIN, None, FIRST_START, "first")
    for name, role in STAFF.items():
        house.people.register(name, role, "1234", Person("sam", Role.ADMIN), name)
    terms = link_terms("MGL-ML01", 500, LEVELS, executive_above=1_000_000)
    house.links.open("main", terms, Person("eve", Role.EXECUTIVE), "open", override="test")
    return own_place


@thorough
def test_the_example_wagers_claims_and_wins_over_http(room: Place) -> None:
    signed = [f"--{role.value}={name}:1234" for name, role in STAFF.items()]
    command = [
        sys.executable,
        str(EXAMPLE),
        "--at",
        room.url,
        "--key",
        machine_key(room, "C1"),
        "--link",
        "main",
        "--games",
        "5",
        "--lucky",
        "2",
        *signed,
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "swipe an Executive card" in done.stdout
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["games"] == 5
    assert {(hit["game"], hit["cents"]) for hit in told["hits"]} == {
        (hit.round, hit.amount) for hit in hits(room.store, "main", last=None)
    }
    assert len(told["hits"]) >= 2
    assert told["envy"] > 0
    assert audit(room.store).findings == ()


def machine_key(room: Place, table: str) -> str:
    """The key of a table's machine: a new one whenever it is asked for."""
    book, eve = DeviceBook(room.store), Person("eve", Role.EXECUTIVE)
    name, id = f"{table}-box", secrets.token_hex(8)
    if name in book.now().by_name:
        return book.renew(name, eve, id)
    return book.register(name, ReporterKind.GAME_MACHINE, table, eve, id)


def send(room: Place, who: tuple[str, str] | None, key: str | None = None, **body: object) -> httpx.Response:
    body.setdefault("command", "c" * 8)
    asked = {"accept": "application/json", "x-machine-key": machine_key(room, "C1") if key is None else key}
    return httpx.post(f"{room.url}/api/games/C1", json=body, auth=who, headers=asked, timeout=TIMEOUT_S)


@pytest.mark.parametrize(
    ("who", "body", "says"),
    [
        (None, {"report": "end"}, "nobody has signed"),
        (("dora", "9999"), {"report": "end"}, "do not match"),
        (("dora", "1234"), {"report": "end"}, "no table 'C1' of another game"),
        (("dora", "1234"), {"report": "join", "link": "main", "game": "dj-wild"}, "is a dealer"),
        (("sue", "1234"), {"report": "join", "link": "nowhere", "game": "dj-wild"}, "no link 'nowhere'"),
        (("sue", "1234"), {"report": "join", "link": "main", "game": "stud"}, "no game 'stud' joins a Multi-Game"),
    ],
)
def test_what_a_machine_is_refused(
    room: Place, who: tuple[str, str] | None, body: dict[str, object], says: str
) -> None:
    answer = send(room, who, **body)
    # Also for a link that is not there: the address is the table's, and "not found" would say that it is wrong.
    assert answer.status_code == 409
    assert says in answer.json()["error"]


def test_a_report_under_the_same_id_is_answered_as_before(room: Place) -> None:
    dora = ("dora", "1234")
    assert send(room, ("sue", "1234"), report="join", link="main", game="dj-wild").status_code == 200
    first = send(room, dora, report="lock", wagers={"3": 500}, command="lock-one")
    again = send(room, dora, report="lock", wagers={"3": 500}, command="lock-one")
    assert first.json()["round"] == again.json()["round"] == "C1-1"
    assert again.json()["wrote"] == first.json()["wrote"]
    keyed = {"x-machine-key": machine_key(room, "C1")}
    looked = httpx.get(f"{room.url}/api/games/C1", auth=dora, headers=keyed, timeout=TIMEOUT_S)
    assert looked.json()["round"] == "C1-1"
    assert send(room, dora, report="button", button="dance", command="buttons-").status_code == 409
    assert send(room, dora, report="sing", command="sings-it").status_code == 422


def test_a_stranger_who_guesses_locks_no_machine_out_and_learns_nothing(room: Place) -> None:
    key, dora = machine_key(room, "C1"), ("dora", "1234")
    assert send(room, ("sue", "1234"), key, report="join", link="main", game="dj-wild").status_code == 200
    before = room.store.position()
    for guess in range(2 * MOST_FAILURES):
        for strange in ("", f"C1-box.{guess:064x}"):
            answer = send(room, ("dora", f"{guess:04}"), strange, report="end")
            assert answer.status_code in (401, 429), "no PIN is looked at without the machine's key"
    assert room.store.position() == before
    lock = send(room, dora, key, report="lock", wagers={"3": 500}, command="after-all-that")
    assert lock.json()["round"] == "C1-1"


def test_wrong_pins_at_one_machine_close_that_machine_alone(room: Place) -> None:
    key, other = machine_key(room, "C1"), machine_key(room, "C2")
    for _ in range(MOST_FAILURES):
        send(room, ("dora", "0000"), key, report="end")
    assert "locked out" in send(room, ("dora", "1234"), key, report="end").json()["error"]
    at_another = httpx.get(
        f"{room.url}/api/games/C2", auth=("dora", "1234"), headers={"x-machine-key": other}, timeout=TIMEOUT_S
    )
    assert "no table 'C2' of another game" in at_another.text
    elsewhere = send(room, ("dora", "1234"), other, report="end")
    assert "C2-box, game machine at C2 reports for no other table, such as 'C1'" in elsewhere.json()["error"]
    assert room.house.people.sign_in("dora", "1234").name == "dora"


def test_a_game_machine_is_of_a_table_that_is_dealt_elsewhere(room: Place) -> None:
    room.open_table("T1")
    book, eve = DeviceBook(room.store), Person("eve", Role.EXECUTIVE)
    with pytest.raises(Refused, match="T1 is a table of this house"):
        book.register("t1-box", ReporterKind.GAME_MACHINE, "T1", eve, "t1-box")
    with pytest.raises(Declined) as refused:
        Device(room.url, machine_key(room, "C1")).look()
    assert refused.value.status == 401
