"""Coming in and going out: cookies, forged requests, sign-in and its brakes, the first admin."""

from __future__ import annotations

import re
import time
from pathlib import Path

import httpx
import pytest
from starlette.requests import HTTPConnection
from web_place import BOSS, Place

from croupier.floor.people import LOCKED_FOR_MS, MOST_FAILURES
from croupier.floor.roles import Person, Role
from croupier.web import sessions
from croupier.web.context import HERE
from croupier.web.gate.middleware import SAFETY
from depth import thorough

PAGES = (
    "/",
    "/sign-in",
    "/join",
    "/first-admin",
    "/api",
    "/tables/T1",
    "/rounds/T1-1",
    "/nowhere",
    "/static/croupier.css",
)


@pytest.fixture(scope="module", autouse=True)
def table(place: Place) -> str:
    return place.open_table("T1")


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_forbids_whatever_is_not_ours(place: Place, path: str) -> None:
    headers = place.visit().get(path).headers
    policy = headers["content-security-policy"]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")
    assert "http:" not in policy
    for header, value in SAFETY.items():
        if not (header == "cache-control" and path.startswith("/static")):
            assert headers[header] == value


def test_who_is_signed_in_is_named_on_the_pages_of_the_lab(place: Place) -> None:
    """One page of each kind; at others the lab would begin to learn."""
    visit = place.visit(place.player("lena"))
    for path in ("/lab/side-bet", "/lab/rules", "/lab/ruin"):
        text = visit.get(path).text
        assert "Sign out" in text
        assert "/sign-in" not in text


@pytest.mark.parametrize("path", PAGES[:-1])
def test_a_page_holds_no_script_or_style_of_its_own_and_nothing_from_elsewhere(place: Place, path: str) -> None:
    text = place.visit().get(path).text
    for script in text.split("<script")[1:]:
        assert script.startswith(
            (' type="module" src="/static/', ' src="/static/', ' type="application/json" id="page"')
        )
    assert "<style" not in text
    assert " style=" not in text
    assert "javascript:" not in text
    for word in ("onclick", "onload", "onerror", "onsubmit"):
        assert f" {word}=" not in text
    assert 'src="http' not in text
    assert 'rel="stylesheet" href="http' not in text


@pytest.mark.parametrize("path", [path for path in PAGES if path != "/static/croupier.css"])
def test_a_page_says_in_its_head_what_it_is(place: Place, path: str) -> None:
    (words,) = re.findall(r'<meta name="description" content="([^"]*)">', place.visit().get(path).text)
    assert 30 <= len(words) <= 200


def test_what_is_the_same_for_all_is_compressed_and_pages_with_a_token_are_not(place: Place) -> None:
    """Beside a token, the length of a compressed page would tell a stranger who chooses some of its words."""
    visit = place.visit()
    style = visit.get("/static/croupier.css")
    assert style.headers["content-encoding"] == "gzip"
    assert style.headers["vary"] == "Accept-Encoding"
    assert style.text == (HERE / "static" / "croupier.css").read_text("utf-8")
    assert "content-encoding" not in visit.get("/").headers


def test_a_static_file_whose_address_carries_its_hash_is_kept_for_a_year(place: Place) -> None:
    visit = place.visit()
    (address,) = re.findall(r'href="(/static/[0-9a-f]{12}/croupier\.css)"', visit.get("/").text)
    style = visit.get(address)
    assert style.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert style.text == visit.get("/static/croupier.css").text
    assert visit.get("/static/croupier.css").headers["cache-control"] == "public, max-age=300"
    missing = visit.get("/static/0123456789ab/new.js")
    assert missing.status_code == 404
    assert missing.headers["cache-control"] == "no-store", "another server of the room may have it already"
    of_another = visit.get("/static/0123456789ab/croupier.css")
    assert (of_another.status_code, of_another.headers["cache-control"]) == (200, "no-cache")
    assert visit.get(address.replace("croupier.css", "nothing.css")).status_code == 404
    for file in (HERE / "static").rglob("*.js"):
        assert "/static/" not in file.read_text("utf-8"), f"{file.name}: found from beside, by the same hash"


def test_a_cookie_is_for_http_alone_and_for_our_own_site(place: Place) -> None:
    cookie = place.visit().get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert f"Max-Age={sessions.LASTS_S}" in cookie
    assert "Secure" not in cookie, "on a plain address the browser would not send it back"


def test_behind_https_the_cookie_travels_by_https_alone(tmp_path: Path) -> None:
    place = Place(tmp_path, secure=True)
    assert "Secure" in place.visit().get("/").headers["set-cookie"]
    place.close()


def test_a_cookie_that_somebody_else_made_is_nobodys(place: Place) -> None:
    visit = place.visit(BOSS)
    assert visit.json("/")["you"]["role"] == "supervisor"
    cookie = visit.http.cookies[sessions.COOKIE]
    body, _, signed = cookie.rpartition(".")
    other = f"{body}.{'A' if signed[0] != 'A' else 'B'}{signed[1:]}"  # of its last letter not every bit counts
    for forged in (other, "x" + cookie, "", "a.b.c", cookie.split(".")[0]):
        visit.http.cookies.clear()
        visit.http.cookies.set(sessions.COOKIE, forged)
        assert visit.json("/")["you"]["name"] == ""


def test_who_does_nothing_for_long_is_signed_out(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    visit = place.visit(BOSS)
    assert visit.json("/")["you"]["name"] == "boss"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + sessions.LASTS_S - 10)
    answer = visit.get("/")
    assert "set-cookie" in answer.headers, "who comes in time is good for as long again"
    visit.http.cookies.clear()
    monkeypatch.setattr(time, "time", lambda: now)
    visit.http.cookies.set(sessions.COOKIE, place.cookie(BOSS))
    monkeypatch.setattr(time, "time", lambda: now + sessions.LASTS_S + 10)
    assert visit.json("/")["you"]["name"] == ""


@pytest.mark.parametrize("path", ["/practice", "/sign-in", "/join", "/first-admin", "/sign-out"])
@pytest.mark.parametrize("token", ["", "0" * 64, "of somebody else"])
def test_a_form_that_did_not_come_from_our_pages_changes_nothing(place: Place, path: str, token: str) -> None:
    visit = place.visit()
    visit.get("/")
    sent = place.visit().token if token == "of somebody else" else token
    answer = visit.http.post(path, data={"csrf": sent, "name": "eve", "pin": "1234", "code": "x", "rules": "ca"})
    assert answer.status_code == 403
    assert "out of date" in answer.text
    assert place.house.people.find("eve") is None


@pytest.mark.parametrize("token", [None, "", "0" * 64])
def test_an_order_without_our_token_changes_nothing(place: Place, token: str | None) -> None:
    visit = place.visit()
    table = visit.practise()
    body = {"order": "bet 10", "version": place.table(table).version, "command": "a" * 12}
    headers = {} if token is None else {"x-csrf": token}
    answer = visit.http.post(f"/api/tables/{table}/orders", json=body, headers=headers)
    assert answer.status_code == 403
    assert place.table(table).version == body["version"]


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_a_page_of_another_site_cannot_listen(place: Place, origin: str) -> None:
    from websockets.sync.client import connect

    address = place.url.replace("http://", "ws://") + "/live/tables/T1"
    with connect(address, origin=origin) as socket, pytest.raises(Exception, match="4401"):  # type: ignore[arg-type]
        socket.recv(timeout=10)
    with connect(address, origin=place.url) as socket:  # type: ignore[arg-type]
        assert socket.recv(timeout=10)


def test_a_player_joins_signs_out_and_signs_in_again(own_place: Place) -> None:
    visit = own_place.visit()
    assert visit.post("/join", name="ann", pin="2580").status_code == 303
    expected = {"name": "ann", "shown": "ann", "role": "player", "guest": False, "watching": False, "seat": None}
    assert visit.json("/")["you"] == expected | {"host": False, "chips": 0}
    before = visit.http.cookies[sessions.COOKIE]
    assert visit.post("/sign-out").status_code == 303
    assert visit.json("/")["you"]["name"] == ""
    assert visit.post("/sign-in", name="ann", pin="0000").status_code == 403
    assert visit.post("/sign-in", name="nobody", pin="2580").status_code == 403
    assert visit.post("/sign-in", name="ann", pin="2580").status_code == 303
    assert visit.json("/")["you"]["name"] == "ann"
    assert visit.http.cookies[sessions.COOKIE] != before
    again = own_place.visit().post("/join", name="ann", pin="9999")
    assert again.status_code == 409
    assert "already" in again.text


def test_a_script_that_is_turned_away_leaves_the_browsers_cookie_alone(own_place: Place) -> None:
    """As when a keypad was handed over while its page was asking: the browser has the next dealer's cookie by then."""
    ann = own_place.player("ann")
    old = own_place.cookie(ann)
    own_place.house.people.sign_out("ann", _session_of(own_place, old))
    own_place.house.cookies.forget("ann")
    for accept, written in (("application/json", False), ("text/html", True)):
        answer = httpx.get(f"{own_place.url}/staff", cookies={sessions.COOKIE: old}, headers={"accept": accept})
        assert answer.status_code == 401
        assert (sessions.COOKIE in answer.cookies) is written, "a page to sign in at needs one; a script does not"


def _session_of(place: Place, cookie: str) -> str:
    plain = place.house.cookies._signer.read(cookie)[0]
    return sessions.Visitor(plain["mark"], Person(plain["name"], Role(plain["role"]))).session


def test_a_cookie_that_somebody_kept_is_worth_nothing_after_signing_out(own_place: Place) -> None:
    ada = Person("ada", Role.ADMIN)
    visit = own_place.visit(own_place.house.people.register("sue", Role.SUPERVISOR, "2580", ada, "sue"))
    kept = visit.http.cookies[sessions.COOKIE]
    thief = own_place.visit()
    thief.http.cookies.set(sessions.COOKIE, kept)
    assert thief.get("/staff/pit").status_code == 200
    assert visit.post("/sign-out").status_code == 303
    thief.http.cookies.clear()
    thief.http.cookies.set(sessions.COOKIE, kept)
    assert thief.get("/staff/pit").status_code == 401


def test_nobody_learns_from_a_refusal_whether_a_name_exists(own_place: Place) -> None:
    own_place.player("known", pin="2580")
    for _ in range(MOST_FAILURES + 1):  # the last where a name that there is, is locked
        said = [
            own_place.visit().post("/sign-in", name=name, pin="1111").text.replace(name, "…")
            for name in ("known", "other")
        ]
        told = [text[text.index('role="alert"') :].partition("</")[0] for text in said]
        assert told[0] == told[1]


def test_five_wrong_pins_lock_an_account_and_a_restart_of_the_browser_does_not_help(own_place: Place) -> None:
    own_place.player("ann", pin="2580")
    for _ in range(MOST_FAILURES - 1):
        assert "do not match" in own_place.visit().post("/sign-in", name="ann", pin="1111").text
    assert "or 5 in a row did not" in own_place.visit().post("/sign-in", name="ann", pin="1111").text
    refused = own_place.visit().post("/sign-in", name="ann", pin="2580")
    assert refused.status_code == 403
    assert "in 15 min, with a badge" in refused.text
    now = own_place.house.people._now_ms()
    own_place.house.people._now_ms = lambda: now + LOCKED_FOR_MS + 1_000
    assert own_place.visit().post("/sign-in", name="ann", pin="2580").status_code == 303


def test_who_tries_too_often_from_one_address_has_to_wait(own_place: Place) -> None:
    visit = own_place.visit()
    statuses = []
    for number in range(30):
        answer = visit.post("/sign-in", name=f"guess{number}.x", pin="")
        statuses.append(answer.status_code)
        if answer.status_code == 429:
            break
    assert statuses[-1] == 429
    assert "the sign-ins from your network come faster" in answer.text
    assert visit.post("/join", name="quick", pin="1234").status_code == 429
    assert visit.get("/").status_code == 200, "looking is not trying"


def test_the_first_admin_needs_the_code_and_the_code_works_once(own_place: Place) -> None:
    wrong = own_place.visit().post("/first-admin", name="root", pin="4711", pin_again="4711", code="00000000")
    assert wrong.status_code == 403
    assert "not the code" in wrong.text
    assert not own_place.house.people.staff()
    code = own_place.house.first_code
    differs = own_place.visit().post("/first-admin", name="root", pin="4711", pin_again="4712", code=code)
    assert "the two PINs differ" in differs.text
    assert not own_place.house.people.staff(), "a PIN that was mistyped would be nobody's"
    visit = own_place.visit()
    assert visit.post("/first-admin", name="root", pin="4711", pin_again="4711", code=f" {code} ").status_code == 303
    assert visit.json("/")["you"]["role"] == "admin"
    again = own_place.visit().post("/first-admin", name="second", pin="4711", pin_again="4711", code=code)
    assert again.status_code == 403
    assert list(own_place.house.people.staff()) == ["root"]


def test_the_code_is_in_no_page(own_place: Place) -> None:
    code = own_place.house.first_code
    for path in ("/", "/first-admin", "/sign-in", "/api", "/openapi.json", "/metrics", "/healthz"):
        assert code not in own_place.visit().get(path).text


def test_a_player_is_told_where_chips_come_from(own_place: Place) -> None:
    own_place.open_table("T1")
    poor = own_place.visit(own_place.house.people.register("joe", Role.PLAYER, None, BOSS, "joe"))
    assert "no chips yet. The cage sells them" in poor.get("/").text
    rich = own_place.visit(own_place.player("rich", chips=123_450)).get("/").text
    assert "$1,234.50" in rich
    assert "cage" not in own_place.visit().get("/").text, "who has no account needs no cage"


@thorough
def test_a_visitor_keeps_their_name_across_a_restart_of_the_server(tmp_path: Path) -> None:
    first = Place(tmp_path)
    cookie = first.cookie(Person("ann", Role.PLAYER))
    first.close()
    second = Place(tmp_path)
    visit = second.visit()
    visit.http.cookies.set(sessions.COOKIE, cookie)
    assert visit.json("/")["you"]["name"] == "ann"
    second.close()


def test_nobody_joins_under_a_name_that_passes_for_anothers(own_place: Place) -> None:
    own_place.player("ada", pin="2580")
    own_place.employ_boss()
    for name in ("Ada", "ADA", "aDa", "Boss", "ROOT"):
        refused = own_place.visit().post("/join", name=name, pin="2580")
        assert refused.status_code == 409
        assert "differs only in its capitals" in refused.text
    assert own_place.visit().post("/join", name="Adam", pin="2580").status_code == 303


@pytest.mark.parametrize(
    ("scheme", "host", "origins", "elsewhere"),
    [
        ("http", "room.example", [], False),
        ("http", "room.example", ["http://room.example"], False),
        ("http", "Room.example:8000", ["http://room.EXAMPLE:8000"], False),
        ("http", "[::1]:8000", ["http://[::1]:8000"], False),
        ("http", "room.example", ["https://room.example"], False),  # a proxy that does not say what it speaks
        ("https", "room.example:443", ["https://room.example"], False),  # as some proxies name it
        ("https", "room.example", ["http://room.example"], True),  # anybody on the way may have written that page
        ("wss", "room.example", ["http://room.example"], True),
        ("http", "room.example:8000", ["http://room.example"], True),
        ("http", "room.example:443", ["http://room.example"], True),
        ("http", "room.example", ["http://room.example."], True),
        ("http", "room.example", ["http://evil@room.example"], True),
        ("http", "room.example", ["http://evil.example//room.example"], True),
        ("http", "room.example", ["evil//room.example"], True),
        ("http", "room.example", ["ftp://room.example"], True),
        ("http", "room.example", ["http://room.example", "http://evil.example"], True),
        ("http", "room.example", ["http://evil.example, http://room.example"], True),
        ("http", "room.example", ["null"], True),
        ("http", "room.example", [""], True),
        ("http", "", ["null"], True),
        ("http", "", ["http://"], True),
    ],
)
def test_a_page_is_ours_by_scheme_host_and_port(scheme: str, host: str, origins: list[str], elsewhere: bool) -> None:
    headers = [(b"host", host.encode()), *((b"origin", one.encode()) for one in origins)]
    scope = {"type": "http", "scheme": scheme, "headers": headers}
    assert sessions.is_from_elsewhere(HTTPConnection(scope)) is elsewhere


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://127.0.0.1:1"])
def test_a_change_that_another_sites_page_sends_is_refused_whatever_it_brings(place: Place, origin: str) -> None:
    visit = place.visit(BOSS)
    fields = {"csrf": visit.token, "rules": "wa-2018"}
    for path, sent in (
        ("/practice", {"data": fields}),
        ("/api/tables/T1/orders", {"json": {}, "headers": {"x-csrf": visit.token}}),
        ("/replay", {"data": {"notation": "x"}}),
    ):
        headers = {**sent.pop("headers", {}), "origin": origin}
        answer = visit.http.post(path, **sent, headers=headers)
        assert answer.status_code == 403
        assert "a page of another address sent this" in answer.text
    assert visit.http.post("/practice", data=fields, headers={"origin": place.url}).status_code == 303
    assert visit.http.get("/", headers={"origin": origin}).status_code == 200, "whoever looks changes nothing"
