"""The example of another game, run in processes of its own beside ours, on both databases."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from card_room import ADMIN
from link_room import CARD, EVE, SUE, LinkRoom

from croupier.floor.audit.auditor import audit
from croupier.floor.history.link_report import link_report
from croupier.floor.links.control import Links
from croupier.floor.links.hits import hits
from croupier.floor.people import FIRST_START
from croupier.floor.roles import Role
from croupier.ledger.accounts import pool
from depth import thorough

EXAMPLE = Path(__file__).parents[2] / "examples" / "other_game.py"
STAFF = {"dora": Role.DEALER, "sue": Role.SUPERVISOR, "eve": Role.EXECUTIVE}


def start(url: str, table: str, *more: str) -> subprocess.Popen[str]:
    signed = [f"--{role.value}={name}:1234" for name, role in STAFF.items()]
    command = [sys.executable, str(EXAMPLE), "--at", url, "--link", "main", "--table", table, *signed, *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_two_tables_of_another_game_wager_claim_and_win(url: str) -> None:
    at = LinkRoom(url)
    at.people.register("sam", Role.ADMIN, None, FIRST_START, "first")
    for name, role in STAFF.items():
        at.people.register(name, role, "1234", ADMIN, name)
    links = Links(at.room)
    links.open("main", CARD, EVE, "open", override="test")

    running = [start(url, table, "--games", "12", "--lucky", "4", "--seed", table[1]) for table in ("C1", "C2")]
    told = []
    for process in running:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        assert "swipe an Executive card" in out
        told.append(json.loads(out.splitlines()[-1]))

    links.split_pool("main")
    assert at.store.balance(pool("main")) == 0
    report = link_report(at.store, "main")
    assert report.wagers == sum(game["wagered"] for game in told)
    assert {row.table: row.wagers for row in report.tables} == {game["table"]: game["wagered"] for game in told}
    won = {(hit.round, hit.seat, hit.amount) for hit in hits(at.store, "main", last=None)}
    assert won >= {(hit["game"], hit["seat"], hit["cents"]) for game in told for hit in game["hits"]}
    assert sum(len(game["hits"]) for game in told) >= 6
    assert all(game["envy"] > 0 for game in told)
    assert audit(at.store).findings == ()
    at.store.close()


@thorough
def test_it_says_why_it_cannot_play(url: str) -> None:
    at = LinkRoom(url)
    at.people.register("sam", Role.ADMIN, None, FIRST_START, "first")
    for name, role in STAFF.items():
        at.people.register(name, role, "1234", ADMIN, name)
    links = Links(at.room)
    links.open("main", CARD, EVE, "open", override="test")
    links.stop("main", "display dark", SUE, "stop")
    process = start(url, "C1")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "link 'main' is stopped: display dark" in err
    at.store.close()
