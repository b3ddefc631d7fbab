"""A rehearsal over HTTP: one browser in it, others in the room, and the room's books the same before and after."""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place, Visit
from web_screen import Screen
from web_staff import PIN, Keypad, staff

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.links.terms import link_terms
from croupier.floor.roles import Person
from croupier.floor.table import DealtBy
from croupier.jackpot.terms import LevelTerms
from croupier.rules.round import due_seats
from croupier.store.entry import contents
from croupier.store.journal import open_store
from croupier.web.app import create_app
from croupier.web.gate.key import COOKIE_KEY
from croupier.web.rehearsal.rehearsals import Rehearsals
from croupier.web.sessions import COOKIE, REHEARSAL_COOKIE


def _room(place: Place) -> dict[str, Person]:
    """T1, dealt by a person, on a link whose upper level needs an executive; M1, dealt by the machine."""
    people = staff(place)
    place.employ_boss(people["ada"])
    people["ann"] = place.player("ann")
    place.house.cage.fund(10_000_000, BOSS, "fund")
    levels = (
        LevelTerms(name="mega", rate_bp=1_500, reserve_bp=300, seed=2_000_000),
        LevelTerms(name="major", rate_bp=700, reserve_bp=200, seed=500_000),
    )
    terms = link_terms("MGL-ML01", 500, levels, executive_above=1_000_000)
    place.house.links.open("main", terms, BOSS, "open/main", override="a test")
    place.open_table("T1", dealt_by=DealtBy.PERSON)
    place.open_table("M1")
    for name in ("T1", "M1"):
        place.house.cage.fill(name, 1_000_000, BOSS, f"fill/{name}")
    place.house.links.join("main", "T1", BOSS, "join/T1")
    return people


def _act(visit: Visit, path: str, **fields: str) -> None:
    answer = visit.post(path, command=secrets.token_hex(8), **fields)
    assert answer.status_code == 303, answer.text


def _entered(place: Place, who: Person) -> Visit:
    visit = place.visit(who)
    _act(visit, "/staff/rehearsal/enter")
    return visit


def _sent(visit: Visit, path: str, **body: Any) -> httpx.Response:
    return visit.http.post(path, json={**body, "command": secrets.token_hex(8)}, headers={"x-csrf": visit.token})


def _press(visit: Visit, *orders: str) -> None:
    for order in orders:
        version = visit.json("/staff/keypad/T1")["version"]
        answer = _sent(visit, "/api/staff/tables/T1/orders", order=order, version=version)
        assert answer.status_code == 200, answer.text


def _books(place: Place) -> Place:
    """The same helpers, over the books of the rehearsal."""
    inside = Place.__new__(Place)
    house = place.app.state.rehearsals.house
    assert house is not None
    inside.house, inside._loop, inside.store = house, place._loop, house.store
    return inside


@pytest.mark.thorough
def test_a_jackpot_of_level_mega_is_rehearsed_from_the_button_to_the_win_page_and_backed_out(own_place: Place) -> None:
    people, money = _room(own_place), own_place.store.balances()
    sue = own_place.visit(people["sue"])
    head = own_place.store.position()
    _act(sue, "/staff/rehearsal/T1/begin")
    assert "mark-bar" not in own_place.visit(people["sue"]).get("/staff/pit").text

    inside = {name: _entered(own_place, people[name]) for name in ("dora", "sue", "sam", "eve")}
    _act(inside["sue"], "/staff/rehearsal/T1/cards", scene="royal", seat="3")  # where company then sits
    assert "seat 3 As Ks; board Qs Js Ts" in inside["sue"].get("/staff/rehearsal").text

    books, dora = _books(own_place), inside["dora"]
    _press(dora, "dealer dora", "open")
    books.until("T1", lambda table: table.in_play is not None and bool(table.in_play.seats))
    _press(dora, "lock", "deal")
    for step in ("flop", "river", "dealer"):
        books.until("T1", lambda table: table.in_play is not None and not due_seats(table.in_play))
        _press(dora, step)
    _press(dora, "settle")
    for button in ("seat 3", "hand royal_flush"):
        assert _sent(dora, "/api/staff/tables/T1/buttons", button=button).status_code == 200
    assert own_place.visit().json("/display/main")["levels"][0]["pending"] == [], "the room's own display shows none"
    assert inside["sue"].json("/display/main")["levels"][0]["pending"]
    alone = inside["sue"].post("/staff/claims/T1", what="verify", pin=PIN, command="by-sue")
    assert alone.status_code == 409
    assert "swipe an Executive card" in alone.text
    _act(inside["eve"], "/staff/claims/T1", what="verify", pin=PIN)
    _press(dora, "end")
    (hit,) = inside["sue"].json("/staff/links/main")["hits"]
    win = f"/staff/links/main/wins/{hit['claim']}"
    assert inside["sue"].json(win)["cards"][:5] == ["As", "Ks", "Qs", "Js", "Ts"]
    _act(inside["sue"], win, what="back-out", proof="rehearsed", badge="sam", pin=PIN)
    assert "Backed out on" in inside["sue"].get(win).text
    assert own_place.visit(people["sue"]).get(win).status_code == 404
    # A foul deck, and a round that somebody disputes.
    _press(dora, "open")
    books.until("T1", lambda table: table.in_play is not None and bool(table.in_play.seats))
    _press(dora, "lock", "deal")
    void = {"order": "void a card is missing", "about": "T1-2", "version": None}
    voided = _sent(inside["sue"], "/api/staff/tables/T1/orders", **void)
    assert voided.status_code == 200, voided.text
    assert "deck aside" in dora.get("/staff/keypad/T1").text
    assert inside["sue"].get("/rounds/T1-1").status_code == 200
    assert own_place.visit(people["sue"]).get("/rounds/T1-1").status_code == 404
    assert audit(books.store).findings == ()

    assert (own_place.store.position(), own_place.store.balances()) == (head + 1, money)
    _act(sue, "/staff/rehearsal/T1/end", keep="true")
    said = [event for entry in own_place.store.read_all(after=head) for event in contents(entry).events]
    assert said == [{"event": "RehearsalBegan"}, {"event": "RehearsalEnded"}]
    assert audit(own_place.store).findings == ()
    (kept,) = sue.json("/staff/rehearsal")["kept"]
    with open_store(kept, writes=False) as store:
        assert audit(store).findings == ()
        with pytest.raises(Refused, match="the books of a rehearsal"):
            create_app(store)


@pytest.mark.thorough
def test_while_a_table_is_in_rehearsal_nobody_plays_there_and_other_tables_go_on(own_place: Place) -> None:
    people = _room(own_place)
    ann, sue = own_place.visit(people["ann"]), own_place.visit(people["sue"])
    _act(sue, "/staff/rehearsal/T1/begin")
    refused = ann.order("T1", "sit 3")
    assert refused.status_code == 409
    assert "it is in rehearsal" in refused.text
    ann.must("M1", "sit 3")
    assert "in rehearsal" in sue.get("/staff/rehearsal").text
    (row,) = (row for row in sue.json("/staff/pit")["rows"] if row["name"] == "T1")
    assert row["stage"] == "in rehearsal"
    ann.must("M1", "bet 10")
    busy = sue.post("/staff/rehearsal/M1/begin", command="busy")
    assert busy.status_code == 409
    assert "bets lie in round M1-1" in busy.text
    assert own_place.app.state.rehearsals.house.room.tables() == ["T1"], "what still plays is not in the books"
    head = own_place.store.head("table/T1")
    _act(sue, "/staff/rehearsal/T1/begin")
    assert own_place.store.head("table/T1") == head, "twice begun is begun once"
    _act(sue, "/staff/rehearsal/T1/end")
    assert own_place.app.state.rehearsals.house is None
    assert not own_place.app.state.rehearsals.folder.exists()
    assert "nothing is rehearsed" in sue.post("/staff/rehearsal/enter").text


def test_an_order_given_on_a_page_of_the_one_never_reaches_the_other(own_place: Place) -> None:
    people = _room(own_place)
    sue = own_place.visit(people["sue"])
    _act(sue, "/staff/rehearsal/T1/begin")
    of_the_room = sue.token
    _act(sue, "/staff/rehearsal/enter")
    of_the_rehearsal = sue.token
    for path in ("/staff", "/staff/pit", "/staff/keypad/T1", "/", "/tables/T1", "/sign-in"):
        assert 'class="mark-bar rehearsal" aria-label="Rehearsal"' in sue.get(path).text
    for papers in ("/staff/tables/T1/papers", "/staff/tables/T1/papers?what=placards&file=true"):
        assert '<p class="mark">Rehearsal: play chips, in books of its own</p>' in sue.get(papers).text
    display = sue.get("/display/main")
    assert "Rehearsal: nobody wins this" in display.text
    assert display.headers["x-mark"] == "rehearsal"
    assert "x-mark" not in own_place.visit().get("/display/main").headers
    assert sue.watch("T1").closed_with() == 4401, "a page of the room shows nothing of the rehearsal"
    mixed = sue.http.post("/staff/rehearsal/T1/cards", data={"csrf": of_the_room, "command": "x"})
    assert mixed.status_code == 403
    session = sue.http.cookies.get(REHEARSAL_COOKIE)
    assert sue.post("/rehearsal/leave").status_code == 303
    assert REHEARSAL_COOKIE not in sue.http.cookies
    assert "mark-bar" not in sue.get("/staff").text
    mixed = sue.http.post("/staff/rehearsal/T1/end", data={"csrf": of_the_rehearsal, "command": "x"})
    assert mixed.status_code == 403
    # What is done in the rehearsal is refused in the room, and the other way round.
    assert "in a rehearsal alone" in sue.post("/staff/rehearsal/M1/cards", command="y", scene="royal").text
    sue.http.cookies.set(REHEARSAL_COOKIE, str(session))
    assert "leave it first" in sue.post("/staff/rehearsal/M1/begin", command="z").text
    # A cookie that this rehearsal did not write leads nowhere.
    made_up = own_place.visit(people["sue"])
    made_up.http.cookies.set(REHEARSAL_COOKIE, "made up")
    assert "mark-bar" not in made_up.get("/staff").text
    again = own_place.visit(people["sue"])
    _act(again, "/staff/rehearsal/T1/end")
    _act(again, "/staff/rehearsal/T1/begin")
    again.http.cookies.set(REHEARSAL_COOKIE, str(session))
    assert "mark-bar" not in again.get("/staff").text, "of an earlier rehearsal"
    assert own_place.visit(people["dora"]).post("/staff/rehearsal/T1/begin", command="d").status_code == 403


def test_what_a_rehearsal_signs_holds_nowhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(COOKIE_KEY, "of the room and every server of it, 32 letters")
    place = Place(tmp_path)
    try:
        people = _room(place)
        _act(place.visit(people["sue"]), "/staff/rehearsal/T1/begin")
        inside = _entered(place, people["sue"])
        # Players of the room are not in these books, so that their names are free here.
        inside.post("/sign-out")
        _act(inside, "/join", name="ann", pin="9999")
        thief = place.visit()
        thief.http.cookies.set(COOKIE, str(inside.http.cookies.get(REHEARSAL_COOKIE)))
        assert thief.get("/you/statement").status_code == 401
        books = place.app.state.rehearsals.house
        assert books.cookies.signature("T1-1") != place.house.cookies.signature("T1-1"), "a link to a round"
        assert books.rate_limits is place.house.rate_limits, "its PINs are the room's: nobody has twice as many guesses"
    finally:
        place.close()


def test_who_signs_out_in_a_rehearsal_or_hands_the_keypad_over_is_signed_out_in_the_room(
    own_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = _room(own_place)
    _act(own_place.visit(people["sue"]), "/staff/rehearsal/T1/begin")
    sue, dora = _entered(own_place, people["sue"]), _entered(own_place, people["dora"])
    sue.post("/sign-out")
    token, now = sue.token, time.time
    with monkeypatch.context() as later:
        later.setattr(time, "time", lambda: now() + 3600)
        sue.http.post("/rehearsal/leave", data={"csrf": token})
    assert REHEARSAL_COOKIE not in sue.http.cookies, "a session that was renewed in the same answer would go on"
    assert sue.get("/staff").status_code == 401
    handed = _sent(dora, "/api/staff/tables/T1/dealer", badge="sam", pin=PIN)
    assert handed.status_code == 200, handed.text
    dora.post("/rehearsal/leave")
    assert dora.get("/staff").status_code == 401, "the room's session is dora's, and sam has the tablet"


@pytest.mark.thorough
def test_where_the_machine_deals_company_bets_when_it_is_told_to(own_place: Place) -> None:
    people = _room(own_place)
    _act(own_place.visit(people["sue"]), "/staff/rehearsal/M1/begin")
    sue = _entered(own_place, people["sue"])
    early = sue.post("/staff/rehearsal/M1/bets", command="early")
    assert early.status_code == 409
    _act(sue, "/staff/rehearsal/M1/company", seat="4")
    _act(sue, "/staff/rehearsal/M1/cards", cards="dealer AsAh board AdAc7h4d2c")
    books = _books(own_place)
    books.until("M1", lambda table: table.in_play is not None)
    _act(sue, "/staff/rehearsal/M1/bets")
    table = books.until("M1", lambda table: table.rounds == 2)
    assert table.in_play is not None
    assert not table.in_play.seats, "no round after it until they are told to bet again"
    assert "As" in sue.get("/rounds/M1-1").text


def test_of_two_servers_one_has_the_books_and_the_other_leaves_them_alone(own_place: Place) -> None:
    """On PostgreSQL several servers run one room, and those on one host may have been started in one folder."""
    people = _room(own_place)
    sue, one = people["sue"], own_place.app.state.rehearsals
    other = Rehearsals(own_place.house, address="10.0.0.2:8000")
    own_place.run(one.begin("T1", sue, "begin"))
    with pytest.raises(Refused, match="a rehearsal is open at the server at"):
        own_place.run(other.begin("M1", sue, "begin M1"))
    assert not own_place.table("M1").rehearsing
    assert (other.house, other.tables_here(), one.tables_here()) == (None, [], ["T1"])
    own_place.run(other.end("T1", sue, "end", keep=False))
    assert not own_place.table("T1").rehearsing
    assert (one.folder / "books.db").exists(), "the one still has them open"
    own_place.run(one.begin("M1", sue, "begin M1 here"))
    assert (one.tables_here(), len(one.kept())) == (["M1"], 1), "in new books; those of before are kept"
    own_place.run(one.end("M1", sue, "end M1", keep=False))
    assert not one.folder.exists()
    own_place.run(other.begin("T1", sue, "begin there"))
    own_place.run(other.end("T1", sue, "end there", keep=False))
    assert audit(own_place.store).findings == ()


@pytest.mark.thorough
def test_two_servers_rehearse_at_once_in_folders_of_their_own(own_place: Place, tmp_path: Path) -> None:
    people = _room(own_place)
    sue, one = people["sue"], own_place.app.state.rehearsals
    other = Rehearsals(own_place.house)
    other.folder = tmp_path / "elsewhere"
    own_place.run(one.begin("T1", sue, "begin"))
    own_place.run(other.begin("M1", sue, "begin M1"))
    own_place.run(other.end("M1", sue, "end M1", keep=False))
    assert (other.house, other.folder.exists()) == (None, False), "though T1 is still rehearsed"
    own_place.run(one.end("T1", sue, "end", keep=False))


@pytest.mark.thorough
def test_beside_a_table_that_is_only_on_the_link_others_of_it_are_rehearsed(own_place: Place) -> None:
    people = _room(own_place)
    for name, real_cards in (("C1", False), ("R1", True)):
        OutsideDesk(own_place.house.links).join("main", name, "dj-wild", BOSS, f"join {name}", real_cards=real_cards)
    sue = own_place.visit(people["sue"])
    for name in ("C1", "R1"):
        refused = sue.post(f"/staff/rehearsal/{name}/begin", command=secrets.token_hex(8)).text
        assert f"{name} has no seats and no rounds here, only its progressive" in refused
    _act(sue, "/staff/rehearsal/T1/begin")
    books = _books(own_place).house
    assert list(books.links.desk.link("main").tables) == ["T1"]
    _act(sue, "/staff/rehearsal/T1/end")


@pytest.mark.thorough
def test_a_rehearsal_outlives_the_server(tmp_path: Path) -> None:
    place = Place(tmp_path)
    people = _room(place)
    _act(place.visit(people["sue"]), "/staff/rehearsal/T1/begin")
    sue = _entered(place, people["sue"])
    _act(sue, "/staff/rehearsal/T1/cards", scene="royal", seat="3")
    place.close()
    place = Place(tmp_path)
    try:
        again = _entered(place, people["sue"])
        assert "seat 3 As Ks; board Qs Js Ts" in again.get("/staff/rehearsal").text
    finally:
        place.close()
    # Whatever becomes of its books, the room opens, and the table is given back.
    (tmp_path / "room-rehearsal" / "books.db").write_bytes(b"no books")
    place = Place(tmp_path)
    try:
        sue = place.visit(people["sue"])
        assert "in no books of this server" in sue.post("/staff/rehearsal/enter").text
        _act(sue, "/staff/rehearsal/T1/end")
        assert not place.table("T1").rehearsing
    finally:
        place.close()


@pytest.mark.thorough
def test_a_tablet_goes_into_the_rehearsal_deals_what_was_laid_there_and_comes_back(
    browser: Browser, own_place: Place
) -> None:
    people = _room(own_place)
    screen = Screen(browser, own_place, people["sue"], viewport={"width": 1024, "height": 768})
    page = screen.page
    page.goto("/staff/rehearsal")
    row = page.get_by_role("row").filter(has_text="T1")
    row.get_by_role("button", name="Rehearse").click()
    expect(row.get_by_role("button", name="End the rehearsal")).to_be_visible()
    page.get_by_role("button", name="Enter the rehearsal").click()
    mark = page.get_by_role("complementary", name="Rehearsal")
    expect(mark).to_contain_text("play chips")
    screen.look("rehearsal")
    company = page.get_by_role("group", name="Company sits down in seat")
    company.get_by_role("button", name="3").click()
    expect(company.get_by_role("button", name="3")).to_have_count(0)
    page.get_by_label("Next deal").select_option("royal")
    page.get_by_role("button", name="Lay it").click()
    expect(page.get_by_role("status")).to_contain_text("seat 3 As Ks; board Qs Js Ts")
    page.get_by_role("link", name="Keypad").click()
    expect(mark).to_be_visible()
    keypad = Keypad(screen)
    page.get_by_role("button", name="Take the table").click()
    expect(page.get_by_text("sue deals")).to_be_visible()
    keypad.press("OPEN BETS", "START GAME", "DEAL", "FLOP")
    for card in ("queen of spades", "jack of spades", "ten of spades"):
        expect(page.locator("#board-cards").get_by_label(card)).to_be_visible()
    screen.look("rehearsal-keypad")
    mark.get_by_role("button", name="Leave the rehearsal").click()
    expect(page.get_by_role("link", name="Rehearsal")).to_be_visible()
    expect(mark).to_have_count(0)
    screen.context.close()
    assert own_place.table("T1").rounds == 0
