"""Learning to play over HTTP: no answer before it is given, answers kept for who has a name, tests handed in once."""

from __future__ import annotations

import time
from typing import Any

import pytest
from web_place import Place, Visit

from croupier.floor.audit.auditor import audit
from croupier.floor.roles import Person
from croupier.games import GAMES, game
from croupier.school.decision import hundred
from depth import thorough

pytestmark = pytest.mark.lab

JSON = {"accept": "application/json"}


@pytest.fixture(scope="module")
def ann(place: Place) -> Person:
    place.employ_boss()
    return place.player("ann")


def asked(visit: Visit, path: str) -> Any:
    """What the lab answers, once it has learnt what it needs."""
    for _ in range(120):
        answer = visit.http.get(path, headers=JSON, timeout=60)
        if answer.status_code != 202:
            assert answer.status_code == 200, answer.text
            return answer.json()
        assert "progress" in answer.json()
        time.sleep(0.5)
    raise AssertionError("the lab never learnt the game")


def sent(visit: Visit, path: str, **body: Any) -> Any:
    return visit.http.post(path, json=body, headers={**JSON, "x-csrf": visit.token}, timeout=60)


def test_a_question_has_its_cards_and_nothing_of_the_answer(place: Place) -> None:
    visit = place.visit()
    for key in GAMES:
        assert visit.get(f"/learn/play/{key}").status_code == 200
    found = asked(visit, "/api/learn/play/three-card/next?class=queen-high")
    assert set(found["question"]) == {"own", "board", "up", "street", "hand", "choices", "count", "token"}
    assert not found["question"]["count"], "no card of one's own is to come"
    assert [choice["key"] for choice in found["question"]["choices"]] == ["1", "f"]
    said = sent(visit, "/api/learn/play/three-card/answer", token=found["question"]["token"], choice="fold").json()
    assert said["right"] == (said["best"] == "fold")
    assert said["rule"].endswith((": fold.", ": bet 1x."))
    assert said["again_s"] is None, "nobody's answers are not kept"


@thorough
def test_outs_are_counted_before_anything_is_decided(place: Place) -> None:
    """The rule asks for fewer than 21 outs of the dealer's."""
    visit, path = place.visit(), "/api/learn/play/uth"
    question = asked(visit, f"{path}/next?count=true&position=uth Qc4d 9h9sKc7d2h -")["question"]
    assert question["count"] == "How many of the 45 unseen cards would beat you, each alone with the board?"
    counted = sent(visit, f"{path}/outs", token=question["token"], number=14).json()
    assert (counted["right"], counted["counted"], counted["number"]) == (False, 14, 15)
    assert {"why": "gives the dealer two pair, kings and nines", "cards": ["Kd", "Kh", "Ks"]} in counted["groups"]
    assert sent(visit, f"{path}/outs", token=question["token"], number=15).json()["right"]
    verdict = sent(visit, f"{path}/answer", token=question["token"], choice="bet1").json()
    assert sum(len(group["cards"]) for group in verdict["outs"]["groups"]) == verdict["outs"]["number"] == 15
    assert verdict["rule"].endswith("there are 15: bet 1x."), verdict["rule"]
    assert verdict["reason"].startswith("You have a pair of nines. 15 of the 45 unseen cards would beat you")


def test_where_there_are_no_outs_none_are_asked_for(place: Place) -> None:
    visit, path = place.visit(), "/api/learn/play/three-card"
    question = asked(visit, f"{path}/next?count=true")["question"]
    assert not question["count"]
    refused = sent(visit, f"{path}/outs", token=question["token"], number=3)
    assert refused.json()["error"] == "at the decision there are no outs to count; decide"


def test_what_went_wrong_is_kept_and_asked_once(place: Place, ann: Person) -> None:
    visit, path = place.visit(ann), "/api/learn/play/three-card"
    token = asked(visit, f"{path}/next")["question"]["token"]
    first = sent(visit, f"{path}/answer", token=token, choice="fold").json()
    again = sent(visit, f"{path}/answer", token=token, choice="bet1").json()
    assert again["chose"] == "fold", "a question is answered once"
    assert first["rating"]
    kept = place.house.drills.answers("ann")
    assert len(kept) == 1
    assert (first["again_s"] is None) == first["right"]
    other = sent(place.visit(), f"{path}/answer", token=token, choice="fold")
    assert other.status_code == 409
    assert "put to somebody else" in other.json()["error"]
    assert sent(visit, f"{path}/answer", token="made-up", choice="fold").status_code == 409
    assert sent(visit, f"{path}/answer", token=token, choice="dance").status_code == 409
    without = visit.http.post(f"{path}/answer", json={"token": token, "choice": "fold"}, headers=JSON)
    assert without.status_code == 403


def test_a_decision_of_ones_own_can_be_drilled(place: Place, ann: Person) -> None:
    """As the page of one's own play links to it."""
    visit, path = place.visit(ann), "/api/learn/play/three-card"
    question = asked(visit, f"{path}/next?position=three-card Qs6h3d - -")["question"]
    assert question["own"] == ["Qs", "6h", "3d"]
    assert sent(visit, f"{path}/answer", token=question["token"], choice="fold").json()["right"]
    wrong = visit.http.get(f"{path}/next?position=uth Kc5d - -", headers=JSON)
    assert (wrong.status_code, "not of Three Card Poker" in wrong.text) == (409, True)


def test_the_puzzles_are_everybodys_and_ticked(place: Place, ann: Person) -> None:
    visit, path = place.visit(ann), "/api/learn/play/let-it-ride"
    mine, theirs = (asked(one, f"{path}/puzzles")["puzzles"] for one in (visit, place.visit()))
    assert [each["question"]["own"] for each in mine] == [each["question"]["own"] for each in theirs]
    sent(visit, f"{path}/answer", token=mine[1]["question"]["token"], choice="ride")
    assert [each["done"] for each in asked(visit, f"{path}/puzzles")["puzzles"]] == [False, True, False, False, False]
    assert visit.json("/learn/play/let-it-ride")["solved"] == [2]


def written(visit: Visit, path: str, paper: str, choices: list[str]) -> dict[str, Any]:
    """A test with these answers, one after the other: each gives the next question."""
    step: dict[str, Any] = {"paper": paper}
    for choice in choices:
        step = sent(visit, f"/api{path}/answer", paper=step["paper"], choice=choice).json()
    return step


def test_only_who_has_answered_a_question_of_a_test_sees_the_next(place: Place) -> None:
    visit, path = place.visit(), "/learn/play/three-card/test"
    paper = visit.get(path).headers["location"].partition("paper=")[2]
    first = visit.json(f"{path}?paper={paper}")["question"]
    no_such = sent(visit, f"/api{path}/answer", paper=paper, choice="raise")
    assert "'raise' cannot be chosen here; want one of" in no_such.json()["error"]
    second = written(visit, path, paper, ["fold"])
    assert second["question"]["own"] != first["own"]
    assert visit.json(f"{path}?paper={second['paper']}")["question"] == second["question"]
    forged = sent(visit, f"/api{path}/answer", paper=second["paper"][:-2] + "xx", choice="fold")
    assert forged.status_code == 409


def test_a_test_is_handed_in_once_and_anybody_can_verify_it(place: Place, ann: Person) -> None:
    visit, path = place.visit(ann), "/learn/play/three-card/test"
    paper = visit.get(path).headers["location"].partition("paper=")[2]
    first, second = (visit.json(f"{path}?paper={paper}") for _ in range(2))
    assert first["question"] == second["question"], "loading it again asks the same"
    stolen = place.visit().http.get(f"{path}?paper={paper}", headers=JSON)
    assert stolen.status_code == 409
    short = written(visit, path, paper, ["fold"] * 99)
    assert "99 of 100 decisions are made" in sent(visit, f"/api{path}", paper=short["paper"]).json()["error"]
    whole = written(visit, path, paper, ["bet1"] * 100)
    assert whole["question"] is None
    assert "hand the test in" in sent(visit, f"/api{path}/answer", paper=whole["paper"], choice="fold").json()["error"]
    result = sent(visit, f"/api{path}", paper=whole["paper"]).json()
    assert result["right"] + len(result["mistakes"]) == 100
    assert {score["title"] for score in result["scores"]} == {"You", "Queen, six and four"}
    better = sent(visit, f"/api{path}", paper=written(visit, path, short["paper"], ["fold"])["paper"]).json()
    assert better["right"] == result["right"], "a paper is handed in once"
    number = result["certificate"]
    seed = place.house.drills.certificate(number).seed
    assert seed not in visit.get(f"{path}?paper={paper}").text
    assert [each.key for each in place.house.drills.certificate(number).paper] == [
        each.key for each in hundred(game("three-card"), seed)
    ]
    stranger = place.visit()
    assert "ann" in stranger.get(f"/certificates/{number}").text
    assert seed not in stranger.get(f"/certificates/{number}").text
    marked = asked(stranger, f"/api/certificates/{number}")
    assert (marked["same"], marked["result"]["right"]) == (True, result["right"])
    assert marked["result"]["mistakes"] == [], "what somebody got wrong is their own"
    assert [score["title"] for score in marked["result"]["scores"]] == ["ann", "Queen, six and four"], (
        "not you, but ann"
    )
    mine = asked(visit, f"/api/certificates/{number}")["result"]
    assert mine["mistakes"]
    assert mine["scores"][0]["title"] == "You"


def test_a_forged_certificate_is_refused(place: Place) -> None:
    answer = place.visit().http.get("/certificates/aaaa-bbbb-cccc", headers=JSON)
    assert answer.status_code == 404
    assert "no certificate 'aaaa-bbbb-cccc' in the record of this house" in answer.json()["error"]
    assert place.visit().http.get("/learn/play/chess", headers=JSON).status_code == 404


def test_the_record_of_all_this_audits_clean(place: Place, ann: Person) -> None:
    assert audit(place.store).findings == ()
