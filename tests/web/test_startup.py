"""How a room opens: without the compiler of the lab, for which whoever asks it pays, and when its database answers."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from croupier.errors import Refused
from croupier.store.location import NoAnswer
from croupier.web.gate.closed_doors import WAIT_S, open_when_it_answers
from croupier.web.server import listen
from depth import thorough

NOBODY_THERE = "postgresql://room:secret@127.0.0.1:1/room"

FRESH = """
import json, sys
from starlette.testclient import TestClient
from croupier.store.journal import open_store
from croupier.store.timeouts import in_event_loop
from croupier.web.app import create_app

HEAVY = ("numpy", "numba", "llvmlite", "matplotlib")
in_loop = []

class Watching:
    def find_spec(self, name, path=None, target=None):
        if name in HEAVY and in_event_loop():
            in_loop.append(name)

def heavy():
    return [name for name in HEAVY if name in sys.modules]

with open_store(sys.argv[1]) as store, TestClient(create_app(store)) as visit:
    built = heavy()
    sys.meta_path.insert(0, Watching())
    for path in ("/", "/learn", "/learn/how/uth", "/learn/first/uth", "/lab", "/healthz"):
        visit.get(path).raise_for_status()
    looked = heavy()
    visit.get("/learn/first/uth?did=ante,blind,deal").raise_for_status()
    print(json.dumps({"built": built, "looked": looked, "asked": heavy(), "in_loop": in_loop}))
"""


@thorough
def test_a_room_opens_without_the_lab_and_who_asks_a_rule_loads_its_arrays_in_a_thread(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FRESH, str(tmp_path / "room.db")], check=True, capture_output=True, encoding="utf-8"
    )
    found = json.loads(ran.stdout.splitlines()[-1])
    assert found["built"] == []
    assert found["looked"] == []
    assert "numpy" in found["asked"], "or nothing was asked here that needs it"
    assert "numba" not in found["asked"], "a rule is read off the cards, without the lab"
    assert found["in_loop"] == []


def test_a_server_whose_database_does_not_answer_waits_and_is_unhealthy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(WAIT_S, "0.01")
    said: list[str] = []
    answers: list[httpx.Response] = []
    with listen("127.0.0.1", 0) as doors:
        url = f"http://127.0.0.1:{doors.getsockname()[1]}"

        def visit(_: float) -> None:
            answers.extend((httpx.get(f"{url}/healthz"), httpx.get(url), httpx.post(f"{url}/sign-in")))
            time.sleep(0.01)

        with pytest.raises(NoAnswer):
            open_when_it_answers(NOBODY_THERE, doors, said.append, sleep=visit)
    assert [answer.status_code for answer in answers] == [503] * 3
    health = answers[0].json()
    assert (health["ok"], health["writable"]) == (False, False)
    assert "has not answered" in health["wrong"][0]
    assert all(answer.headers["retry-after"] and answer.headers["x-content-type-options"] for answer in answers)
    (words,) = said
    assert "waited for, for 0.01 s at most (CROUPIER_WAIT_S)" in words
    assert "secret" not in words + answers[0].text + answers[1].text


def test_a_server_need_not_wait_and_a_setting_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as doors:
        monkeypatch.setenv(WAIT_S, "0")
        with pytest.raises(NoAnswer):
            open_when_it_answers(NOBODY_THERE, doors, pytest.fail)
        monkeypatch.setenv(WAIT_S, "a while")
        with pytest.raises(Refused, match="want seconds, such as 300"):
            open_when_it_answers(NOBODY_THERE, doors, pytest.fail)
