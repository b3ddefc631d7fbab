"""A room opens without the lab's compiler: who asks for a figure pays for it, once, and not in the event loop."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from depth import thorough

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
