"""A fast route is the same route: whoever asks it is answered as the framework would answer, word for word."""

from __future__ import annotations

import json
import secrets
import socket
import time
from typing import BinaryIO
from urllib.parse import urlparse

import httpx
import pytest
from web_place import Place

from croupier.floor.roles import Person, Role
from croupier.web.gate.fast_routes import FastRoute, FastRoutes
from croupier.web.gate.middleware import SAFETY
from croupier.web.sessions import COOKIE, LASTS_S
from croupier.web.table.routes import OrderBody, carry_out

PLAYERS, STAFFS = "/api/tables/{}/orders", "/api/staff/tables/{}/orders"
QUICK = "application/json"
ORDINARY = "application/json; charset=utf-8"
"""The same to the framework; a fast route leaves it to the framework."""


def body(**said: object) -> bytes:
    whole = {"order": "check", "version": 1, "command": "abcdefgh1"} | said
    return json.dumps({name: value for name, value in whole.items() if value is not None}).encode()


BODIES = {
    "in order": body(),
    "no order of a player's": body(order="void spilt drink"),
    "no order at all": body(order="<b>bet"),
    "too long": body(order="x" * 201),
    "no order": body(order=None),
    "no version": body(version=None),
    "a version in words": body(version="7"),
    "a version that is none": body(version="seven"),
    "half a version": body(version=1.5),
    "a huge version": body(version=10**30),
    "a short command": body(command="short"),
    "a command with a line's end": body(command="abcdefgh1\n"),
    "more than is asked for": body(also="this"),
    "a list": b"[1]",
    "half": b'{"order": "check", ',
    "nothing": b"",
    "not a number": b'{"order": "check", "version": NaN, "command": "abcdefgh1"}',
    "half a letter": b'{"order": "\\ud800", "version": 1, "command": "abcdefgh1"}',
    "twice the same": b'{"order": "fold", "order": "check", "version": 1, "command": "abcdefgh1"}',
    "not even text": b"\xff\xfe\x00",
}


def answers(place: Place, path: str, who: Person | None, sent: bytes, token: str | None = "") -> list[tuple[int, str]]:
    """What is answered by the fast route and by the framework; without a `token` that of whoever asks is sent."""
    found = []
    visit = place.visit(who)
    for kind in (QUICK, ORDINARY):
        headers = {b"content-type": kind.encode()}
        if token is not None:
            headers[b"x-csrf"] = (token or visit.token).encode("latin-1")
        answer = visit.http.post(path, content=sent, headers=headers)
        assert {name: answer.headers[name] for name in SAFETY} == SAFETY
        found.append((answer.status_code, answer.json().get("error", "")))
    return found


@pytest.mark.parametrize("case", BODIES)
def test_whatever_is_sent_is_answered_as_ever(place: Place, case: str) -> None:
    quick, ordinary = answers(place, PLAYERS.format("nowhere"), Person("ann", Role.PLAYER), BODIES[case])
    assert quick == ordinary
    quick, ordinary = answers(place, STAFFS.format("nowhere"), Person("sue", Role.SUPERVISOR), BODIES[case])
    assert quick == ordinary


@pytest.mark.parametrize("path", [PLAYERS, STAFFS])
@pytest.mark.parametrize("role", [None, *(role for role in Role if role is not Role.DEVICE)])  # who signs in nowhere
def test_whoever_comes_is_let_in_or_refused_as_ever(place: Place, path: str, role: Role | None) -> None:
    who = None if role is None else Person(f"some-{role.value}", role)
    for table, token in (
        *((table, "") for table in ("nowhere", "practice-nobodys", "two words", "%2e%2e", "%00")),
        *(("nowhere", token) for token in (None, "forged", "é")),
    ):
        quick, ordinary = answers(place, path.format(table), who, BODIES["in order"], token)
        assert quick == ordinary, (table, token)


def test_only_what_is_usual_goes_by_a_fast_route() -> None:
    routes = FastRoutes(FastRoute("POST " + PLAYERS.format("{name}"), OrderBody, carry_out))

    def asked(method: str = "POST", path: str = "/api/tables/T1/orders", kind: str = QUICK) -> str | None:
        found = routes.match({"method": method, "path": path, "headers": [(b"content-type", kind.encode())]})
        return None if found is None else found[1]

    assert asked() == "T1"
    assert asked(method="GET") is asked(kind=ORDINARY) is asked(kind="text/plain") is None
    assert asked(path="/api/tables//orders") is asked(path="/api/tables/a/b/orders") is None
    assert asked(path="/api/tables/orders") is asked(path="/api/tables/T1/orders/") is None


def test_an_order_in_pieces_is_one_order(place: Place) -> None:
    table = place.open_table("pieces")
    visit = place.visit(place.player("pia"))
    whole = json.dumps({"order": "sit 3", "version": place.table(table).version, "command": "in-pieces"}).encode()
    headers = {"content-type": QUICK, "x-csrf": visit.token}
    pieces = (whole[at : at + 7] for at in range(0, len(whole), 7))
    answer = visit.http.post(PLAYERS.format(table), content=pieces, headers=headers)
    assert answer.status_code == 200
    assert place.table(table).sittings[0].player == "pia"


def test_a_remembered_cookie_ends_when_it_is_old_and_when_its_session_does(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = place.open_table("old")
    visit, other = place.visit(place.player("old-ann")), place.visit(place.player("old-bob"))

    def ask(who: httpx.Client, token: str) -> int:
        said = {"order": "check", "version": place.table(table).version, "command": secrets.token_hex(8)}
        return who.post(PLAYERS.format(table), json=said, headers={"x-csrf": token}).status_code

    first, second = visit.token, other.token
    assert ask(visit.http, first) == ask(other.http, second) == 409, "known, and not seated"
    kept = other.http.cookies[COOKIE]
    other.post("/sign-out")
    other.http.cookies.clear()
    other.http.cookies.set(COOKIE, kept)
    assert ask(other.http, second) == 401
    now = time.time
    monkeypatch.setattr("croupier.web.sessions.time.time", lambda: now() + LASTS_S + 2)
    assert ask(visit.http, first) == 401


def test_clicks_that_come_at_once_or_over_an_old_line_are_answered_alike(place: Place) -> None:
    """Each in its turn, with the same headers."""
    table = place.open_table("pieces-of-answers")
    visit = place.visit(place.player("eve"))
    token = visit.token  # asked for first: it may bring the cookie
    where = urlparse(place.url)

    def click(version: str, order: str) -> bytes:
        said = {"order": order, "version": place.table(table).version, "command": secrets.token_hex(8)}
        text = json.dumps(said).encode()
        head = f"POST {PLAYERS.format(table)} HTTP/{version}\r\nhost: {where.netloc}\r\ncontent-type: {QUICK}\r\n"
        head += (
            f"cookie: {COOKIE}={visit.http.cookies[COOKIE]}\r\nx-csrf: {token}\r\ncontent-length: {len(text)}\r\n\r\n"
        )
        return head.encode() + text

    with socket.create_connection((where.hostname or "", where.port or 0), timeout=20) as line:
        line.sendall(click("1.1", "sit 1") + click("1.1", "sit 1"))
        both = line.makefile("rb")
        first, second = (answer_on(both) for _ in range(2))
        line.sendall(click("1.1", "stand"))
        alone = answer_on(both)
        line.sendall(click("1.0", "sit 2"))
        old = answer_on(both)
        assert both.read() == b"", "an old line is closed after its answer"
    assert [status for status, _, _ in (first, second, alone, old)] == [200, 409, 200, 200]
    for _, headers, said in (first, alone, old):
        assert {name: headers[name] for name in SAFETY} == SAFETY
        assert headers["content-type"] == QUICK
        assert "date" in headers
        assert list(json.loads(said)) == ["version"]


def answer_on(line: BinaryIO) -> tuple[int, dict[str, str], bytes]:
    """The next answer: its status, headers and body."""
    status = int(line.readline().split()[1])
    headers = {}
    while (text := line.readline().decode().strip()) != "":
        name, _, value = text.partition(": ")
        headers[name] = value
    return status, headers, line.read(int(headers["content-length"]))
