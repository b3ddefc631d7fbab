"""Another game's machine on a Multi-Game Link over HTTP: the example as a process of its own, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from web_place import TIMEOUT_S, Place

from croupier.floor.audit.auditor import audit
from croupier.floor.links.hits import hits
from croupier.floor.links.terms import link_terms
from croupier.floor.people import FIRST_START
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


def send(room: Place, who: tuple[str, str] | None, **body: object) -> httpx.Response:
    body.setdefault("command", "c" * 8)
    asked = {"accept": "application/json"}
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
    looked = httpx.get(f"{room.url}/api/games/C1", auth=dora, timeout=TIMEOUT_S)
    assert looked.json()["round"] == "C1-1"
    assert send(room, dora, report="button", button="dance", command="buttons-").status_code == 409
    assert send(room, dora, report="sing", command="sings-it").status_code == 422
