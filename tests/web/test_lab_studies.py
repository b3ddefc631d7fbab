"""The lab's forms over HTTP: every subject of every game has its page, its answer and its files; long work says how far
it is and can be stopped."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from web_place import Place

from croupier.games import GAMES
from croupier.studies.subjects import SUBJECTS, answer_to_dict
from croupier.web.lab.lanes import SlowLane, WorkStopped
from depth import thorough

pytestmark = pytest.mark.lab

TIMEOUT_S = 180


@pytest.fixture(scope="module")
def http(place: Place) -> Iterator[httpx.Client]:
    """Somebody who asks the lab."""
    with httpx.Client(base_url=place.url, timeout=TIMEOUT_S) as client:
        client.get("/lab/faceup")
        yield client


def asked(http: httpx.Client, path: str, **query: Any) -> httpx.Response:
    """An answer, however long it takes."""
    until = time.monotonic() + TIMEOUT_S
    while (answer := http.get(f"/api/lab/bench/{path}", params=query)).status_code == 202:
        assert {"progress", "share"} <= set(answer.json())
        assert time.monotonic() < until, "the lab answers"
        time.sleep(0.05)
    return answer


def test_every_subject_of_every_game_has_its_page(place: Place) -> None:
    visit = place.visit()
    for subject in SUBJECTS.values():
        for key in (key for key, game in GAMES.items() if subject.has(game)):
            path = f"/lab/{subject.key}" if key == "uth" else f"/lab/{key}/{subject.key}"
            page = visit.json(path)
            assert [field["key"] for field in page["form"]] == [one.key for one in subject.fields(GAMES[key])]
            here = [one for one in page["places"] if one["here"]]
            assert [one["words"] for one in here] == [subject.words]
            assert 'aria-current="page"' in visit.get(path).text
    assert visit.get("/lab/uth/simulate").headers["location"] == "/lab/simulate"


@thorough
def test_the_mathematics_report_is_a_file_to_print_and_other_answers_are_none(http: httpx.Client) -> None:
    paper = asked(http, "report.html", game="three-card", six_card="none", table="T7")
    assert paper.headers["content-disposition"] == 'attachment; filename="three-card-report.html"'
    assert "Table T7: Washington" in paper.text
    assert "@media print" in paper.text
    other = http.get("/api/lab/bench/faceup.html", params={"game": "caribbean"})
    assert other.status_code == 409
    assert "this answer is no paper; want json, csv or svg" in other.text


def test_an_answer_and_its_files_say_the_same(http: httpx.Client) -> None:
    query = {"game": "caribbean", "players": "4"}
    told = asked(http, "faceup", **query).json()
    alone = answer_to_dict("faceup", "caribbean", {"players": "4"}, lambda *_: None)
    assert told["command"] == "croupier faceup --game caribbean"
    assert told["headline"] == alone["headline"]
    assert asked(http, "faceup.json", **query).text == alone["json"]
    assert asked(http, "faceup.csv", **query).text == alone["csv"]
    drawn = asked(http, "faceup.svg", **query)
    assert drawn.text == alone["svg"]
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert "attachment" in drawn.headers["content-disposition"]


def test_files_that_a_command_reads_can_be_had(http: httpx.Client) -> None:
    query = {"b": "UTH-02", "a": "UTH-01", "b_changes": "flush: 7 to 1"}
    told = asked(http, "versus", **query).json()
    assert told["command"] == "croupier compare UTH-01 b.toml"
    assert http.get("/api/lab/bench/versus/b.toml", params=query).text == told["files"]["b.toml"]
    assert http.get("/api/lab/bench/versus/c.toml", params=query).status_code == 404


def test_rules_of_ones_own_come_as_csv_json_and_svg(http: httpx.Client) -> None:
    query = {"game": "three-card", "set": "dealer.qualifies:king high", "name": "K"}
    edge = http.get("/api/lab/variant", params=query).json()["figures"][0]["value"]
    found = json.loads(http.get("/api/lab/variant.json", params=query).text)
    assert found["b"]["edge"] == edge
    rows = list(csv.DictReader(io.StringIO(http.get("/api/lab/variant.csv", params=query).text)))
    assert float(rows[0]["b"]) == edge
    assert {row["rule"]: row["b"] for row in rows if row["rule"]} == {"dealer.qualifies": "king high"}
    assert http.get("/api/lab/variant.svg", params=query).text.startswith("<svg")


@pytest.mark.parametrize(
    ("path", "query", "status", "said"),
    [
        ("simulate", {"rounds": "0"}, 422, "want 1,000 to"),
        ("banking", {"game": "caribbean"}, 409, "no 'banking' for Caribbean Stud"),
        ("whist", {}, 409, "no 'whist'"),
        ("seek", {"set": "ante.tie"}, 422, "says nothing"),
        ("versus", {"a": "UTH-02", "b": "BLIND"}, 409, "different kinds"),
        ("kelly", {"table": "../etc/passwd"}, 422, "no '../etc/passwd' here"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(
    http: httpx.Client, path: str, query: dict[str, str], status: int, said: str
) -> None:
    answer = asked(http, path, **query)
    assert answer.status_code == status
    assert said in answer.json()["error"]


def test_long_work_says_how_far_it_is_and_stops_when_nobody_waits(place: Place, http: httpx.Client) -> None:
    query = {"game": "three-card", "rounds": "50,000,000", "seed": "9"}
    first = http.get("/api/lab/bench/simulate", params=query)
    assert first.status_code == 202, "fifty million rounds take their time"
    assert first.json()["progress"]
    other = http.get("/api/lab/design", params={"table": "UTH-02"})
    assert other.status_code == 200, "nobody's pay table waits for somebody's simulation"
    stopped = http.post("/api/lab/stop", json={"subject": "simulate"})
    assert stopped.status_code == 200, stopped.text
    assert not place.house.coach.pending._pending
    # What comes next does not wait for what was stopped.
    assert asked(http, "ruin", game="three-card", bankroll="200").status_code == 200


def test_a_lane_lets_go_of_what_waits_and_ends_what_is_worked_on() -> None:
    lane = SlowLane()
    lane.put(1, "study", "", {})
    lane.put(2, "study", "", {})
    assert lane.stop(2), "it waited"
    assert lane.take()[0] == 1
    lane.check(1)
    assert not lane.stop(1), "it is worked on"
    with pytest.raises(WorkStopped):
        lane.check(1)
    assert not lane.stop(7), "nobody knows it"
