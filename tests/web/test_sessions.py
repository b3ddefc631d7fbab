"""A session: its cookie is verified once for each thing asked, and it ends with the PIN it began with."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from web_place import Place

from croupier.floor.people import MOST_FAILURES
from croupier.floor.roles import Person, Role
from croupier.web import sessions
from croupier.web.sessions import Visitor

ADA = Person("ada", Role.ADMIN)


def test_a_new_pin_ends_the_sessions_of_the_old_one(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "PINS_CACHED_S", 0)
    ann = place.visit(place.player("ann", pin="1234"))
    bob = place.visit(place.player("bob", pin="1234"))
    assert ann.json("/")["you"]["name"] == "ann"
    place.house.people.set_pin("ann", "4321", ADA, "a new PIN for ann")
    assert ann.json("/")["you"]["name"] == "", "whoever holds the old cookie is nobody now"
    assert bob.json("/")["you"]["name"] == "bob", "and nobody else notices"


def test_a_cookie_is_verified_once_a_request_and_once_a_live_stream(
    own_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookies, verified = own_place.house.cookies, []
    verify = cookies.visitor

    def counted(connection: HTTPConnection) -> tuple[Visitor, bool]:
        verified.append(connection.url.path)
        return verify(connection)

    monkeypatch.setattr(cookies, "visitor", counted)
    own_place.open_table("T1")
    visit = own_place.visit(own_place.player("ann"))
    token = visit.token
    visit.get("/")
    visit.get("/staff")
    visit.get("/no-such-page")
    visit.http.post("/sign-in", data={"csrf": token, "name": "ann", "pin": "0000"})
    stream = visit.watch("T1")
    assert stream.next()["you"]["name"] == "ann"
    stream.close()
    # What has to look at the record is begun again in a thread.
    asked = [path for path, _ in groupby(verified)]
    assert asked == ["/sign-in", "/", "/staff", "/no-such-page", "/sign-in", "/live/tables/T1"]


def test_a_cookie_that_was_kept_at_sign_out_opens_nothing_after_a_restart(tmp_path: Path) -> None:
    first = Place(tmp_path)
    ann = first.visit(first.player("ann", pin="1234"))
    kept = ann.http.cookies[sessions.COOKIE]
    ann.post("/sign-out")
    first.close()
    second = Place(tmp_path)
    thief = second.visit()
    thief.http.cookies.set(sessions.COOKIE, kept)
    assert thief.json("/")["you"]["name"] == ""
    assert second.visit(Person("ann", Role.PLAYER)).json("/")["you"]["name"] == "ann", "another session is not touched"
    second.close()


@pytest.mark.parametrize("what", ["a new PIN", "sign-out", "deactivation"])
def test_an_open_stream_ends_with_its_session(own_place: Place, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Also where another process ends it, which tells this server nothing."""
    monkeypatch.setattr(sessions, "PINS_CACHED_S", 0.05)
    people = own_place.house.people
    own_place.open_table("T1")
    who = people.register("dora", Role.DEALER, "1234", ADA, "dora")
    dora = own_place.visit(who)
    stream = dora.watch("T1")
    assert stream.next()["you"]["name"] == "dora"
    match what:
        case "a new PIN":
            people.set_pin("dora", "4321", ADA, "a new PIN for dora")
        case "sign-out":
            dora.post("/sign-out")
        case "deactivation":
            people.deactivate("dora", ADA, "dora goes")
    # 4401 is for good; 1012 asks who is still signed in to come back.
    assert stream.closed_with() == (1012 if what == "sign-out" else 4401)


def test_a_new_badge_ends_what_the_old_one_opened(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "PINS_CACHED_S", 0)
    people = own_place.house.people
    people.register("dora", Role.DEALER, "1234", ADA, "dora")
    badge = people.issue_badge("dora", ADA, "badge 1")
    visit = own_place.visit()
    assert visit.post("/sign-in", name=badge).status_code == 303
    assert visit.json("/")["you"]["name"] == "dora"
    people.issue_badge("dora", ADA, "badge 2")
    assert visit.json("/")["you"]["name"] == ""


def test_a_stranger_who_guesses_does_not_lock_out_who_signs_in_where_they_always_do(own_place: Place) -> None:
    own_place.player("ann", pin="2580")
    ann, stranger = own_place.visit(), own_place.visit()
    assert ann.post("/sign-in", name="ann", pin="2580").status_code == 303
    ann.post("/sign-out")
    for _ in range(MOST_FAILURES):
        assert stranger.post("/sign-in", name="ann", pin="1111").status_code == 403
    assert "locked out" in stranger.post("/sign-in", name="ann", pin="2580").text
    assert ann.post("/sign-in", name="ann", pin="2580").status_code == 303
    forged = own_place.visit()
    forged.http.cookies.set(sessions.KNOWN_COOKIE, "eyJhbm4iOiJ4In0.made.up")
    assert "locked out" in forged.post("/sign-in", name="ann", pin="2580").text
