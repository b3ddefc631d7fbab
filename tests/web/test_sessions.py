"""A session: its cookie is verified once for each thing asked, and it ends with the PIN it began with."""

from __future__ import annotations

import time
from itertools import groupby
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from web_place import Place

from croupier.floor.house.names import SESSION_LASTS_MS
from croupier.floor.people import FIRST_START, MOST_FAILURES
from croupier.floor.roles import Person, Role
from croupier.games.uth import UTH
from croupier.school.examination import CLOCKS_S
from croupier.web import sessions
from croupier.web.gate.key import CLOCKS_APART_S
from croupier.web.learn.exam_papers import ExamPapers
from croupier.web.learn.play_papers import PlayPapers
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
    # 4401 is for good; 1012 asks who is still signed in to come back. Signing out ends the streams of a name so, unless
    # whoever looks after ended sessions was quicker.
    assert stream.closed_with() in ((1012, 4401) if what == "sign-out" else (4401,))


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


def test_who_makes_a_badge_for_themselves_stays_signed_in_there(
    own_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "PINS_CACHED_S", 0)
    ada = own_place.house.people.register("ada", Role.ADMIN, None, FIRST_START, "first")
    here, elsewhere = own_place.visit(ada), own_place.visit(ada)
    assert here.post("/staff/people/ada", what="badge").status_code == 200
    assert here.json("/")["you"]["name"] == "ada"
    assert elsewhere.json("/")["you"]["name"] == ""


def test_a_stranger_who_guesses_does_not_lock_out_who_signs_in_where_they_always_do(own_place: Place) -> None:
    own_place.player("ann", pin="2580")
    ann, stranger = own_place.visit(), own_place.visit()
    assert ann.post("/sign-in", name="ann", pin="2580").status_code == 303
    ann.post("/sign-out")
    for _ in range(MOST_FAILURES):
        assert stranger.post("/sign-in", name="ann", pin="1111").status_code == 403
    assert stranger.post("/sign-in", name="ann", pin="2580").status_code == 403
    assert ann.post("/sign-in", name="ann", pin="2580").status_code == 303
    forged = own_place.visit()
    forged.http.cookies.set(sessions.COOKIE + sessions.KNOWN, "eyJhbm4iOiJ4In0.made.up")
    assert forged.post("/sign-in", name="ann", pin="2580").status_code == 403


@pytest.mark.parametrize(
    ("off_s", "who"),
    [(-2, "ann"), (-299, "ann"), (-310, ""), (sessions.LASTS_S - 5, "ann"), (sessions.LASTS_S + 5, "")],
)
def test_a_server_whose_clock_is_a_little_behind_knows_whom_another_has_signed_in(
    place: Place, monkeypatch: pytest.MonkeyPatch, off_s: int, who: str
) -> None:
    """Also one on which a clock was set back. Beyond five minutes, and after twelve hours, the session is over."""
    name = place.player(f"ann{off_s}".replace("-", "m")).name
    visit = place.visit(Person(name, Role.PLAYER))
    there, cookie = place.visit(), visit.http.cookies[sessions.COOKIE]
    there.http.cookies.set(sessions.COOKIE, cookie)
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + off_s)
    answer = there.http.get("/", headers={"accept": "application/json"})
    known = answer.json()["you"]["name"]
    assert known == (name if who else "")
    assert who == "" or off_s > 0 or "set-cookie" not in answer.headers, "and does not overwrite their cookie"


def test_a_session_is_over_before_the_record_forgets_that_it_was_ended() -> None:
    """Whatever the clocks: signed five minutes ahead, and looked at five minutes behind."""
    assert sessions.LASTS_S + 2 * CLOCKS_APART_S <= SESSION_LASTS_MS / 1000


def test_papers_hold_by_a_clock_that_is_a_little_behind(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    exams, plays, ann = ExamPapers(place.house.key), PlayPapers(place.house.key), Visitor("mark")
    paper, test = exams.give("ann", "overview", "uth", CLOCKS_S[0]), plays.give_test(UTH, ann)
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() - 2)
    assert exams.read(paper, "ann").seconds == 0
    assert plays.read_test(test, ann, UTH).seconds == 0
