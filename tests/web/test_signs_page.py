"""R53 on the staff's pages: a supervisor has a face-up table looked at, beside the tables, and reads who looks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import PHONE
from web_staff import Staffed

from croupier.floor.table import DealtBy
from croupier.rules.round import due_seats
from croupier.web.staff.signs_watch import SignsWatch
from depth import thorough
from face_up_rounds import THREE_CARD

WAIT_MS = 60_000


@pytest.fixture(scope="module")
def room(browser: Browser, place: Place) -> Iterator[Staffed]:
    """T1 deals Three Card Poker face up and has dealt the staged rounds; T2 deals face down."""
    place.house.room._draw = THREE_CARD.draw(place.house.room._draw)
    place.house.signs_watch._db = place.store._engine.url.render_as_string()
    settings = {"rules": "three-card", "bets": ("pair_plus", "ante"), "dealt_by": DealtBy.MACHINE}
    with Staffed(browser, place, **settings, face_up_approval="WSGC 2020-06") as made:
        place.open_table("T2", dealt_by=DealtBy.PERSON)
        people = {"ann": made.people["ann"], "bob": made.people["bob"], "cat": place.player("cat")}
        for seat, who in enumerate(people.values(), 1):
            place.order("T1", f"sit {seat}", who)
        for number, played in enumerate(THREE_CARD.rounds, 1):
            place.until("T1", lambda table, number=number: table.rounds == number and table.in_play is not None)
            for name, who in people.items():
                place.order("T1", "bet 10" if name == "ann" else f"bet 10 {THREE_CARD.side} 5", who)
            place.until("T1", lambda table: table.in_play is not None and bool(due_seats(table.in_play)))
            for name, who in people.items():
                place.order("T1", getattr(played, name), who)
        place.until("T1", lambda table: table.rounds > len(THREE_CARD.rounds))
        yield made


@thorough
def test_a_supervisor_reads_who_uses_the_others_cards(room: Staffed) -> None:
    screen = room.screen("sue", "/staff/pit#T1", viewport={"width": 1280, "height": 800})
    page = screen.page
    expect(page.get_by_role("link", name="Signs of looking")).to_have_count(1)
    page.get_by_role("link", name="Signs of looking").click()
    page.get_by_role("button", name="Look").click()
    players = page.get_by_role("region", name="Players")
    expect(players).to_be_visible(timeout=WAIT_MS)
    verdicts = [row.locator(".verdict").inner_text() for row in players.locator("tbody tr").all()]
    assert verdicts == ["strong", "none", "none"]
    expect(players.locator("tbody tr").first).to_contain_text("ann")
    looked = page.get_by_role("region", name="Decisions of ann")
    expect(looked.locator("tbody tr")).to_have_count(len(THREE_CARD.rounds))
    expect(looked.locator("tbody tr").nth(1)).to_contain_text("3c 7s Qd")
    screen.look("signs")
    page.set_viewport_size(PHONE)
    screen.look("signs-phone")
    found = room.place.visit(room.people["eve"]).json("/staff/signs/T1")
    assert found["report"]["players"][0]["looked"] == len(THREE_CARD.rounds)


@thorough
def test_a_table_that_deals_face_down_is_refused_in_words(room: Staffed) -> None:
    page = room.screen("sue", "/staff/signs/T2").page
    expect(page.locator("main")).to_contain_text("This table deals face down now")
    page.get_by_role("button", name="Look").click()
    expect(page.locator("#say")).to_contain_text("no signs to look for at T2", timeout=WAIT_MS)


def test_one_table_is_looked_at_at_a_time(room: Staffed, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = SignsWatch("")
    monkeypatch.setattr(room.place.house, "signs_watch", watch)
    watch.state = {"running": True, "done": 0, "of": 1, "table": "T1"}
    sue = room.place.visit(room.people["sue"])
    headers = {"x-csrf": sue.token, "accept": "application/json"}
    refused = sue.http.post("/api/staff/signs/T2", headers=headers)
    assert refused.status_code == 409
    assert "T1 is being looked at; one table at a time" in refused.json()["error"]
    assert sue.http.post("/api/staff/signs/T1", headers=headers).json()["running"] is True
    assert sue.http.get("/api/staff/signs/T2").json()["running"] is False
    watch.state = {"running": False, "done": 0, "of": 0}
    assert sue.http.post("/api/staff/signs/T9", headers=headers).status_code == 404
    assert sue.http.post("/api/staff/signs/T1?rounds=0", headers=headers).status_code == 422
