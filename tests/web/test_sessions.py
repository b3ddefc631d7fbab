"""A session: its cookie is verified once for each thing asked, and it ends with the PIN it began with."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection
from web_place import Place

from croupier.floor.roles import Person, Role
from croupier.web import visitors
from croupier.web.visitors import Visitor


def test_a_new_pin_ends_the_sessions_of_the_old_one(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "PINS_KEPT_S", 0)
    ann = place.visit(place.player("ann", pin="1234"))
    bob = place.visit(place.player("bob", pin="1234"))
    assert ann.json("/")["you"]["name"] == "ann"
    place.house.people.set_pin("ann", "4321", Person("ada", Role.ADMIN), "a new PIN for ann")
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
    assert verified == ["/sign-in", "/", "/staff", "/no-such-page", "/sign-in", "/live/tables/T1"]
