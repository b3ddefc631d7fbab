"""What an operator relies on: health, figures, logs without secrets, an API that is described as it is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from web_place import BOSS, Place

from croupier import __version__
from depth import thorough


def test_health_says_that_the_record_answers(place: Place) -> None:
    said = place.visit().json("/healthz")
    assert said["ok"] is True
    assert said["version"] == __version__
    assert said["position"] == place.store.position()


def test_figures_count_what_happens(place: Place) -> None:
    def figure(name: str) -> float:
        found = re.search(rf"^{name} (\S+)$", place.visit().get("/metrics").text, re.M)
        assert found is not None, name
        return float(found[1])

    before = figure("croupier_commands_total")
    visit = place.visit()
    table = visit.practise()
    stream = visit.watch(table)
    stream.next()
    watched = figure("croupier_watchers")
    assert watched >= 1
    visit.must(table, "bet 10")
    assert figure("croupier_commands_total") > before
    stream.close()
    assert "croupier_request_seconds_bucket" in place.visit().get("/metrics").text
    assert "croupier_refusals_total" in place.visit().get("/metrics").text


def test_what_nobody_foresaw_is_answered_kindly_and_told_without_values(
    own_place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def break_down() -> list[str]:
        raise RuntimeError("the ace of spades is under the dealer's sleeve")

    monkeypatch.setattr(own_place.house.room, "tables", break_down)
    answer = own_place.visit().get("/")
    assert answer.status_code == 500
    assert "Our mistake" in answer.text
    assert "sleeve" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    logged = capsys.readouterr().out
    assert "RuntimeError" in logged
    assert "sleeve" not in logged


@pytest.mark.thorough
def test_the_whole_api_is_described_and_shown(place: Place) -> None:
    described = place.visit().json("/openapi.json")
    assert described["info"]["version"] == __version__
    for path in ("/", "/tables/{name}", "/api/tables/{name}/orders", "/rounds/{name}", "/healthz", "/metrics"):
        assert path in described["paths"]
    page = place.visit().get("/api").text
    for path, operations in described["paths"].items():
        assert path in page
        for operation in operations.values():
            assert operation["summary"], f"{path} says what it is"
    names = [operation["operationId"] for path in described["paths"].values() for operation in path.values()]
    assert len(set(names)) == len(names)


SERVE = "from croupier.cli import main; main()"
_BRIEFLY = settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@thorough
def test_nothing_that_can_be_sent_makes_the_house_stumble(own_place: Place) -> None:
    """Drawn from our own description of the API, and sent by nobody, a guest at a table of theirs, a player and staff:
    refusals in plenty, mistakes of ours never."""
    import schemathesis  # a second, of which no other test has need
    from schemathesis.checks import not_a_server_error

    own_place.open_table("T1")
    visits = [own_place.visit(who) for who in (None, None, own_place.player("ann"), BOSS)]
    visits[1].practise()
    limits = own_place.house.rate_limits
    for limit in (
        limits.sign_ins,
        limits.tables,
        limits.practice,
        limits.practice_there,
        limits.money,
    ):
        limit._most = 10**6
    senders = [(visit.token, dict(visit.http.cookies)) for visit in visits]
    schema = schemathesis.openapi.from_dict(visits[0].json("/openapi.json"))
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.startswith(("/staff", "/api/staff", "/lab", "/api/lab", "/sign-in", "/join", "/first")):
            continue  # their own tests try them; a wrong PIN takes its time by design

        @_BRIEFLY
        def attempt(case: schemathesis.Case) -> None:
            nonlocal tried
            tried += 1
            case.path_parameters = {key: "T1" if tried % 2 else value for key, value in case.path_parameters.items()}
            for token, cookies in senders:  # to draw a request takes longer than to send it
                case.headers["x-csrf"] = token
                if isinstance(case.body, dict) and "csrf" in case.body and tried % 3:
                    case.body["csrf"] = token
                response = case.call(base_url=own_place.url, cookies=cookies)
                case.validate_response(response, checks=[not_a_server_error])

        given(case=operation.as_strategy())(attempt)()
    assert tried > 20


@thorough
def test_a_server_that_is_told_to_end_closes_its_record(tmp_path: Path) -> None:
    """As by a supervisor, or when a container is stopped: what lies there afterwards can be copied file by file."""
    command = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--db", str(tmp_path / "room.db")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("Croupier is open")
        assert (tmp_path / "room.db-wal").exists()
    finally:
        server.terminate()
        server.communicate(timeout=20)
    assert server.returncode == 0
    assert not list(tmp_path.glob("*-wal"))


def test_logs_are_json_and_hold_no_secret_and_no_unseen_card(tmp_path: Path) -> None:
    """A whole server, at its most talkative, through a round and a wrong PIN."""
    server = subprocess.Popen(
        [sys.executable, "-c", SERVE, "serve", "--port", "0", "--db", str(tmp_path / "room.db"), "--log", "info"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1].rstrip("/")
        assert address.startswith("http://127.0.0.1:")
        server.stdout.readline()
        code = server.stdout.readline().split()[-1]
        http = httpx.Client(base_url=address, headers={"accept": "application/json"}, timeout=20)
        token = http.get("/").json()["csrf"]
        http.post("/sign-in", data={"csrf": token, "name": "ann", "pin": "31415926"})
        table = http.post("/practice", data={"csrf": token}).headers["location"]
        cookie = http.cookies["croupier"]
        page = http.get(table).json()
        while page["round"] is None or not page["seats"][0]["cards"]:
            order = {"order": "bet 10", "version": page["version"], "command": "abcdefgh12"}
            http.post(f"/api{table}/orders", json=order, headers={"x-csrf": page["csrf"]})
            page = http.get(table).json()
        mine = page["seats"][0]["cards"]
    finally:
        server.terminate()
        out, err = server.communicate(timeout=20)
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert any(line["event"] == "request" and line["path"] == "/practice" for line in lines)
    for secret in ("31415926", cookie, token, page["csrf"], code):
        assert secret not in err
    for card in mine:
        assert f'"{card}"' not in err
    assert code not in out, "it is printed once"


def test_a_table_that_nobody_has_touched_since_the_start_can_be_looked_at(own_place: Place) -> None:
    own_place.open_table("T1")
    visit = own_place.visit()
    assert visit.get("/tables/T1").status_code == 200
    assert visit.json("/tables/T1")["free_seats"] == [1, 2, 3, 4, 5, 6]


def test_after_a_restart_a_table_goes_on_where_it_was(tmp_path: Path) -> None:
    first = Place(tmp_path)
    table = first.open_table("T1")
    ann = first.player("ann")
    visit = first.visit(ann)
    visit.must(table, "sit 3")
    visit.must(table, "bet 10 trips 5")
    before = first.until(table, lambda t: t.round is not None and t.round.stage_key == "preflop")
    first.close()
    second = Place(tmp_path)
    after = second.table(table)
    assert after.round == before.round, "the same round with the same cards"
    visit = second.visit(ann)
    visit.must(table, "bet4")
    over = second.until(table, lambda t: t.rounds == 2)
    assert over.version > before.version
    second.close()


def test_no_answer_is_held_back_for_a_fuller_packet() -> None:
    """Nagle's algorithm is off on what the server's socket accepts: it cost every answer 40 ms."""
    import asyncio
    import socket

    from croupier.web.server import listen

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def meet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            sock = writer.get_extra_info("socket")
            found.set_result(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listener = listen("127.0.0.1", 0)
        async with await asyncio.start_server(meet, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            told = await asyncio.wait_for(found, 10)
            writer.close()
            return told

    assert asyncio.run(accepted()) == 1
