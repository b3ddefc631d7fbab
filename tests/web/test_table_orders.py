"""Orders through the page of a table: who may give them, and what becomes of late, repeated and hostile ones."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpx
import pytest
from web_place import BOSS, Place, Visit
from web_staff import open_link

from croupier.floor.roles import Person, Role
from croupier.games import ruleset
from croupier.ledger.accounts import player

HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(2)">'


def test_a_late_click_is_refused_kindly_and_brings_the_newest_state(place: Place) -> None:
    visit = place.visit()
    table = visit.practise()
    visit.must(table, "bet 10")
    place.until(table, lambda t: t.in_play is not None and t.in_play.stage_key == "preflop")
    seen = visit.json(f"/tables/{table}")["version"]
    visit.must(table, "check")
    place.until(table, lambda t: t.in_play is not None and t.in_play.stage_key == "flop")
    answer = visit.order(table, "bet4", version=seen)
    assert answer.status_code == 409
    said = answer.json()
    assert "moved on" in said["error"]
    assert said["page"]["version"] == place.table(table).version > seen
    mine = next(seat for seat in place.table(table).in_play.seats if not seat.raised)  # type: ignore[union-attr]
    assert len(mine.line) == 1, "the press was for another street"


def test_three_players_press_at_the_same_moment_and_none_is_refused(own_place: Place) -> None:
    table = own_place.open_table("busy")
    visits = [own_place.visit(own_place.player(name)) for name in ("ann", "bob", "cat")]
    for seat, visit in enumerate(visits, 1):
        visit.must(table, f"sit {seat}")
    own_place.until(table, lambda t: t.in_play is not None)

    def pressed(words: str, seen: int, visit: Visit) -> httpx.Response:
        return visit.order(table, words, version=seen)

    for words, stage in (("bet 10", "betting"), ("check", "preflop"), ("check", "flop"), ("bet1", "river")):
        own_place.until(table, lambda t, stage=stage: t.in_play is not None and t.in_play.stage_key == stage)
        seen = visits[0].json(f"/tables/{table}")["version"]
        with ThreadPoolExecutor(3) as hands:
            answers = list(hands.map(partial(pressed, words, seen), visits))
        assert [answer.status_code for answer in answers] == [200] * 3, [answer.text for answer in answers]


def test_a_key_pressed_twice_is_no_alarm_and_counts_once(own_place: Place) -> None:
    table = own_place.open_table("twice")
    ann, bob = (own_place.visit(own_place.player(name)) for name in ("ann", "bob"))
    ann.must(table, "sit 1")
    bob.must(table, "sit 2")
    for words in ("bet 10", "bet4"):
        seen = ann.json(f"/tables/{table}")["version"]
        assert [ann.order(table, words, version=seen).status_code for _ in range(2)] == [200, 200]
        bob.must(table, words)
        if words == "bet 10":
            own_place.until(table, lambda t: t.in_play is not None and t.in_play.stage_key == "preflop")


def test_a_lone_program_at_its_own_table_is_never_refused(own_place: Place) -> None:
    visit = own_place.visit()
    table = visit.practise()
    refused = []
    for _ in range(20):
        for words in ("bet 10", "bet4"):
            # It looks once, and gives its order on what it saw, as a program does.
            if words == "bet4":
                own_place.until(table, lambda t: t.in_play is not None and t.in_play.stage_key == "preflop")
            answer = visit.order(table, words)
            if answer.status_code != 200:
                refused.append(answer.json()["error"])
        own_place.until(table, lambda t: t.in_play is not None and t.in_play.stage_key == "betting")
    assert refused == []


def test_a_repeated_command_is_answered_again_and_happens_once(place: Place) -> None:
    visit = place.visit()
    table = visit.practise()
    version = visit.json(f"/tables/{table}")["version"]
    first = visit.order(table, "bet 10", version=version, command="the-same-click")
    again = visit.order(table, "bet 10", version=version, command="the-same-click")
    assert (first.status_code, again.status_code) == (200, 200)
    assert visit.json(f"/tables/{table}")["you"]["chips"] == 100_000 - 2_000, "Ante and Blind, once"


def test_a_command_id_of_somebody_else_is_no_command_of_mine(place: Place) -> None:
    table = place.open_table("twins")
    ann, bob = (place.visit(place.player(name)) for name in ("ann", "bob"))
    ann.must(table, "sit 1")
    bob.must(table, "sit 2")
    assert ann.order(table, "bet 10", command="chosen-by-both").status_code == 200
    assert bob.order(table, "bet 5", command="chosen-by-both").status_code == 200
    place.until(table, lambda t: t.in_play is not None and len(t.in_play.seats) == 2)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("bet 3", "limits"),
        ("bet 10 bad_beat 5", "Trips"),
        ("bet nine", "not an amount"),
        ("dance", "not an order"),
        ("deal", "not a player's order"),
        ("void because I lost", "not a player's order"),
        ("clock 1", "not a player's order"),
        ("bet4", "not in this round"),
        ("bet 10 trips 1 trips 2", "not an order"),
        ("bet 10 progressive 5", "Progressive"),
        ("bank 100", "bank"),
        ("sit 2", "already"),
    ],
)
def test_an_order_that_cannot_be_is_refused_with_its_reason(place: Place, words: str, why: str) -> None:
    visit = place.visit()
    table = visit.practise()
    answer = visit.order(table, words)
    assert answer.status_code == 409
    assert why in answer.json()["error"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"order": "check", "version": "x", "command": "a" * 12},
        {"order": "check", "version": 1, "command": "short"},
        {"order": "x" * 201, "version": 1, "command": "a" * 12},
        {"order": "check", "version": 1, "command": "no spaces here"},
        {"order": "check", "version": 10**30, "command": "a" * 12},
    ],
)
def test_a_body_that_says_nothing_is_refused_in_words(place: Place, body: dict[str, object]) -> None:
    visit = place.visit()
    table = visit.practise()
    answer = visit.http.post(f"/api/tables/{table}/orders", json=body, headers={"x-csrf": visit.token})
    assert answer.status_code in (409, 422)
    assert answer.json()["error"]


def test_a_practice_table_is_its_guests_own(place: Place) -> None:
    owner, stranger, staff = place.visit(), place.visit(), place.visit(BOSS)
    table = owner.practise()
    assert owner.get(f"/tables/{table}").status_code == 200
    for other in (stranger, staff):
        assert other.get(f"/tables/{table}").status_code == 404
        assert table not in other.get("/").text
        assert table not in other.get("/api/tables").text
        assert other.get(f"/rounds/{table}-1").status_code == 404
        assert table not in other.get("/tables/none").text, "not even in a refusal"
    stranger.practise()
    assert stranger.order(table, "bet 10", version=1).status_code == 404, "not even for another guest"


def test_the_live_stream_of_a_practice_table_is_its_guests_own_too(place: Place) -> None:
    table = place.visit().practise()
    stream = place.visit().watch(table)
    with pytest.raises(Exception, match="4404"):
        stream.next()


def test_guests_and_money_do_not_meet(place: Place) -> None:
    money = place.open_table("cash-only")
    guest = place.visit()
    practice = guest.practise()
    answer = guest.order(money, "sit 1")
    assert answer.status_code == 409
    assert "play chips" in answer.json()["error"]
    rich = place.visit(place.player("rich"))
    assert rich.order(practice, "sit 2", version=1).status_code == 404
    assert place.table(practice).sittings[0].player.startswith("guest-")


def test_nobody_and_staff_do_not_play(place: Place) -> None:
    table = place.open_table("look-only")
    nobody = place.visit().order(table, "sit 1")
    assert nobody.status_code == 401
    assert "sign in" in nobody.json()["error"]
    staff = place.visit(BOSS).order(table, "sit 1")
    assert staff.status_code == 409
    assert "may not sit down, bet and act" in staff.json()["error"]


def test_one_cannot_act_for_another_seat(place: Place) -> None:
    table = place.open_table("hands-off")
    eve, zoe = (place.visit(place.player(name)) for name in ("eve", "zoe"))
    eve.must(table, "sit 1")
    eve.must(table, "bet 10")
    place.until(table, lambda t: t.round is not None and t.round.stage_key == "preflop")
    answer = zoe.order(table, "fold")
    assert answer.status_code == 409
    assert "does not sit" in answer.json()["error"]


def test_a_player_without_chips_is_told_and_bets_nothing(place: Place) -> None:
    table = place.open_table("poor")
    visit = place.visit(place.player("poor-joe", chips=1_500))
    visit.must(table, "sit 1")
    place.until(table, lambda t: t.in_play is not None)
    answer = visit.order(table, "bet 10")
    assert answer.status_code == 409
    assert "your chips do not cover this" in answer.json()["error"]
    assert place.store.balance(player("poor-joe")) == 1_500


# rule set | dollars left after $10 on the base bet | offered | not covered
THIN = """
  wa-2018     | 35 | bet3 check | bet4
  wa-2018     | 40 | bet4 bet3 check |
  wa-2018     | 5  | check      | bet4 bet3
  three-card  | 9  | fold       | bet1
  caribbean   | 20 | bet2 fold  |
  mississippi | 10 | bet1 fold  | bet3 bet2
  four-card   | 0  | fold       | bet3 bet2 bet1
  let-it-ride | 0  | ride pull  |
"""


@pytest.mark.parametrize("case", THIN.strip().splitlines())
def test_a_bet_that_a_players_chips_do_not_cover_is_not_offered(place: Place, case: str) -> None:
    rules, left, offered, beyond = (part.strip() for part in case.split("|"))
    name, game = f"thin-{rules}-{left}", ruleset(rules).game
    down = game.complete({game.base: 1_000}).total
    visit, table = place.visit(place.player(name, chips=down + int(left) * 100)), place.open_table(f"t-{name}", rules)
    visit.must(table, "sit 1")
    place.until(table, lambda t: t.in_play is not None)
    visit.must(table, "bet 10")
    place.until(table, lambda t: t.in_play is not None and t.in_play.stage_key == game.streets[0].key)
    page = visit.json(f"/tables/{table}")
    assert (page["legal"], page["beyond"]) == (offered.split(), beyond.split())
    for action in page["beyond"]:
        answer = visit.order(table, action)
        assert answer.status_code == 409
        assert "your chips do not cover this" in answer.json()["error"]


def test_a_stopped_table_says_so_to_who_comes_and_to_who_sits_there(place: Place) -> None:
    table = place.open_table("halt")
    visit = place.visit(place.player("sam"))
    visit.must(table, "sit 1")
    stream = visit.watch(table)
    place.order(table, "stop the shuffler jams", BOSS)
    page = stream.until(lambda state: state["table"]["stopped"])
    assert page["table"]["stopped"] is True
    assert page["log"][-1]["text"] == "The table is closed."
    assert not any("shuffler" in heard for heard in stream.heard), "why is for the staff"
    assert "stopped" in place.visit().get("/").text
    place.order(table, "resume", BOSS)
    assert stream.until(lambda state: not state["table"]["stopped"])
    stream.close()


def test_words_of_players_and_staff_are_text_and_never_markup(place: Place) -> None:
    table = place.open_table("injected")
    visit = place.visit(place.player("mallory"))
    visit.must(table, "sit 1")
    visit.must(table, f"seed {HOSTILE}"[:60])
    assert HOSTILE not in visit.order(table, HOSTILE).json().get("page", {})
    place.order(table, f"stop {HOSTILE}", BOSS)
    place.order(table, f"void {HOSTILE}", BOSS)
    for path in (f"/tables/{table}", "/", f"/tables/{HOSTILE}", f"/rounds/{HOSTILE}-1", f"/rounds/{table}-1"):
        text = visit.get(path).text
        assert "<img" not in text
        assert "<script>alert" not in text
    data = re.search(r'<script type="application/json" id="page">(.*?)</script>', visit.get(f"/tables/{table}").text)
    assert data is not None
    assert "<" not in data[1], "inside a script element nothing can close it"
    assert json.loads(data[1])["last"]["void_reason"] == HOSTILE
    pit = place.visit(BOSS).get("/staff/pit").text
    assert "<img" not in pit
    assert "<script>alert" not in pit


@pytest.mark.parametrize(
    "name", [HOSTILE, "a b", "", "guest-abcdefgh", "ivy.12345678", "ann/../bob", "x" * 33, "ann\n"]
)
def test_a_name_that_is_none_is_refused_and_shown_as_text(place: Place, name: str) -> None:
    answer = place.visit().post("/join", name=name, pin="1234")
    assert answer.status_code in (409, 422)
    assert "<img" not in answer.text
    assert "<script>alert" not in answer.text


def test_names_of_players_reach_others_as_they_are(place: Place) -> None:
    table = place.open_table("names")
    visit = place.visit(Person("ann.o-shea_2", Role.PLAYER))
    place.player("ann.o-shea_2")
    visit.must(table, "sit 4")
    assert place.visit().json(f"/tables/{table}")["seats"][0]["name"]


def test_a_player_is_not_told_why_the_progressive_is_closed(own_place: Place) -> None:
    ann = own_place.visit(own_place.player("ann"))
    own_place.open_table("T1")
    open_link(own_place, "UTH-P01", "T1")
    ann.must("T1", "sit 2")
    own_place.until("T1", lambda table: table.in_play is not None)
    own_place.house.links.stop("main", "a sensor is broken", BOSS, "stop")
    answer = ann.order("T1", "bet 10 progressive 1")
    assert answer.status_code == 409
    assert answer.json()["error"] == "the progressive is closed for now; leave it out"
    assert "sensor" not in answer.text
