"""The dealer school's pages: nothing gives an answer away, every answer is explained, the staff's results are kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from web_place import Place, Visit
from web_staff import staff

from croupier.floor.roles import Person
from croupier.school.course import COURSE, PASS, QUESTIONS, chapter, paper, question
from croupier.school.question import Acts, Amounts, Choice, Ordering, Press, Question
from croupier.web.learn.exam_papers import ExamPapers
from depth import first_of

JSON = {"accept": "application/json"}


@pytest.fixture(scope="module")
def people(place: Place) -> dict[str, Person]:
    return staff(place)


def fields(asked: Question, prefix: str = "", *, right: bool = True) -> dict[str, str]:
    """The fields of a form that answer a question, rightly or not."""
    match asked.asks:
        case Choice(options) | Press(options):
            wrong = next(option for option in options if option != asked.answer[0])
            return {f"{prefix}answer": asked.answer[0] if right else wrong}
        case Ordering(items):
            order = asked.answer if right else tuple(reversed(asked.answer))
            return {f"{prefix}place-{i}": str(order.index(item) + 1) for i, item in enumerate(items)}
        case Amounts():
            made = {}
            for i, text in enumerate(asked.answer):
                verb = "pay" if text.startswith("+") else "take" if text.startswith("-") else "push"
                made |= {f"{prefix}verb-{i}": verb, f"{prefix}amount-{i}": text.lstrip("+-") if verb != "push" else ""}
            if not right:
                made |= {f"{prefix}verb-0": "pay", f"{prefix}amount-0": "987654"}
            return made
        case Acts():
            return {f"{prefix}acts": "\n".join(asked.answer if right else asked.answer[1:])}


def practise(visit: Visit, key: str, seed: str, number: int, **answer: str) -> Any:
    game = COURSE[key].games[0]
    data = {"csrf": visit.token, "game": game, "seed": seed, "number": str(number), **answer}
    return visit.http.post(f"/learn/dealer/{key}", data=data, headers=JSON)


@pytest.mark.parametrize("key", COURSE)
def test_a_chapter_is_practised_by_anybody_and_explains_itself(place: Place, key: str) -> None:
    visit = place.visit()
    for number in range(len(COURSE[key].makers)):
        asked = question(chapter(key), COURSE[key].games[0], "web", number)
        page = practise(visit, key, "web", number, **fields(asked)).json()
        assert page["verdict"]["right"] is True
        page = practise(visit, key, "web", number, **fields(asked, right=False)).json()
        assert page["verdict"]["right"] is False
        assert page["verdict"]["why"]["rulings"]
        assert page["verdict"]["answer"]


@pytest.mark.parametrize("key", COURSE)
def test_no_page_holds_an_answer_before_it_is_given(place: Place, key: str) -> None:
    """Neither the model nor the page: what is right and why stands nowhere."""
    visit, game = place.visit(), COURSE[key].games[0]
    for number in range(len(COURSE[key].makers)):
        path = f"/learn/dealer/{key}?game={game}&seed=web&number={number}"
        asked = question(chapter(key), game, "web", number)
        page = visit.json(path)
        assert page["verdict"] is None
        assert set(page["question"]) == {"prompt", "kind", "options", "slots", "felt", "picture"}
        assert asked.why.words not in visit.get(path).text
        if isinstance(asked.asks, Amounts) and any(text.startswith("+") for text in asked.answer):
            assert json.dumps(list(asked.answer)) not in json.dumps(page)
        if isinstance(asked.asks, Acts):
            told = json.dumps(page["question"])
            assert not [text for text in asked.answer if f'"{text}"' in told]


def test_an_empty_answer_comes_back_in_its_form(place: Place) -> None:
    visit = place.visit()
    path = "/learn/dealer/overview?game=uth&seed=web&number=0"
    data = {"csrf": visit.token, "game": "uth", "seed": "web", "number": "0"}
    answer = visit.http.post("/learn/dealer/overview", data=data, headers={"referer": place.url + path})
    assert answer.status_code == 409
    assert "nothing is answered yet" in answer.text
    assert question(chapter("overview"), "uth", "web", 0).prompt.replace("'", "&#39;") in answer.text


def begin(visit: Visit, key: str, **query: str) -> str:
    """A paper, as the address of an examination carries it."""
    answer = visit.http.get(f"/learn/dealer/{key}/exam", params=query)
    assert answer.status_code == 303
    return answer.headers["location"].partition("paper=")[2]


def hand_in(place: Place, visit: Visit, key: str, token: str, who: str, right: int) -> Any:
    given = ExamPapers(place.house.key).read(token, who)
    sheet: dict[str, str] = {}
    for number, asked in enumerate(paper(chapter(key), given.game, given.seed)):
        if number < right:
            sheet |= fields(asked, f"q{number}-")
    data = {"csrf": visit.token, "paper": token, **sheet}
    return visit.http.post(f"/learn/dealer/{key}/exam", data=data, headers=JSON)


def test_a_dealers_examination_goes_into_the_record(place: Place, people: dict[str, Person]) -> None:
    dora, sue = place.visit(people["dora"]), place.visit(people["sue"])
    token = begin(dora, "qualified", game="three-card", clock="600")
    page = hand_in(place, dora, "qualified", token, "dora", right=PASS).json()
    assert (page["score"], page["passed"], page["who"]) == (PASS, True, "dora")
    again = hand_in(place, dora, "qualified", token, "dora", right=QUESTIONS).json()
    assert (again["number"], again["score"]) == (page["number"], PASS), "a paper is handed in once"
    (row,) = [row for row in sue.json("/staff/school")["exams"] if row["number"] == page["number"]]
    assert (row["who"], row["game"], row["score"], row["of"], row["passed"]) == (
        "dora",
        "Three Card Poker",
        8,
        10,
        True,
    )
    kept = sue.json(f"/staff/school/{page['number']}")
    assert [mine["verdict"]["right"] for mine in kept["asked"]] == [number < PASS for number in range(QUESTIONS)]
    assert sue.json("/staff/school?who=nobody")["exams"] == []
    course = dora.json("/learn/dealer")
    assert course["counts"] is True
    assert next(row for row in course["chapters"] if row["key"] == "qualified")["passed"] == ["three-card"]


def test_a_guest_is_examined_and_nothing_is_kept(place: Place) -> None:
    visit = place.visit()
    before = len(place.house.exams.taken())
    page = hand_in(place, visit, "pairs", begin(visit, "pairs"), "", right=3).json()
    assert (page["score"], page["passed"], page["number"]) == (3, False, None)
    assert len(place.house.exams.taken()) == before


def test_a_paper_stays_the_same_when_it_is_looked_at_again(place: Place) -> None:
    visit = place.visit()
    token = begin(visit, "link", game="uth")
    first, second = (visit.json(f"/learn/dealer/link/exam?paper={token}") for _ in range(2))
    assert first["asked"] == second["asked"]
    assert all(mine["verdict"] is None for mine in first["asked"])


def test_the_seed_of_a_paper_is_nowhere_to_be_read(place: Place) -> None:
    visit = place.visit()
    token = begin(visit, "link", game="uth")
    given = ExamPapers(place.house.key).read(token, "")
    page = visit.get(f"/learn/dealer/link/exam?paper={token}").text
    assert given.seed not in page
    assert given.seed not in token


def test_a_paper_is_its_owners_and_its_chapters(place: Place, people: dict[str, Person]) -> None:
    visit, dora = place.visit(), place.visit(people["dora"])
    token = begin(dora, "card")
    refused = visit.http.get(f"/learn/dealer/card/exam?paper={token}", headers=JSON)
    assert refused.status_code == 409
    assert "given to somebody else" in refused.json()["error"]
    other = dora.http.get(f"/learn/dealer/keyed/exam?paper={token}", headers=JSON)
    assert "this is a paper of 'A win with cards" in other.json()["error"]
    forged = dora.http.get("/learn/dealer/card/exam?paper=made-up", headers=JSON)
    assert "begin the examination again" in forged.json()["error"]
    assert dora.http.get("/learn/dealer/cooking/exam", headers=JSON).status_code == 404
    assert dora.http.get("/learn/dealer/card/exam?clock=7", headers=JSON).status_code == 409


def test_the_mock_keypad_answers_like_the_houses_own(place: Place) -> None:
    visit = place.visit()
    page = visit.json("/learn/dealer/keypad?flow=keyed&seed=web")
    over = visit.json(f"/learn/dealer/keypad?flow=keyed&seed=web&who={page['who']}&press=game%20over")
    assert over["refused"] is True
    assert "nobody has claimed it" in over["say"]
    while not page["over"]:
        query = {"flow": "keyed", "seed": "web", "pressed": page["pressed"]}
        hint = visit.http.get("/learn/dealer/keypad", params={**query, "hint": "true"}, headers=JSON).json()["say"]
        who, _, label = hint.removeprefix("Next: ").rstrip(".").partition(" presses ")
        press = next(key["press"] for key in page["keys"] if key["label"] == label)
        asked = {**query, "who": who.partition(",")[0], "press": press}
        page = visit.http.get("/learn/dealer/keypad", params=asked, headers=JSON).json()
        assert page["refused"] is False
    assert page["say"] == "The game is over, and every win is paid."
    wrong = visit.http.get("/learn/dealer/keypad?seed=web&pressed=Zoe|hand%20x", headers=JSON)
    assert "nobody here is called 'Zoe'" in wrong.json()["error"]


def test_the_manual_holds_every_chapter_game_and_ruling(place: Place) -> None:
    page = place.visit().get("/learn/dealer/manual").text
    for of in COURSE.values():
        assert f'id="{of.key}"' in page
    for ruling in ("R13", "R20", "R36", "R52", "T4", "Z4"):
        assert f'id="{ruling}"' in page
    assert "Mississippi Stud" in page


@pytest.mark.parametrize("seed", first_of(["1", "2", "3"]))
def test_what_a_ruling_links_to_is_there(seed: str) -> None:
    """Every ruling that a question can name has its line in the manual's index."""
    from croupier.school.manual import index

    named = {
        ruling
        for of in COURSE.values()
        for game in of.games
        for asked in paper(of, game, seed)
        for ruling in asked.rulings
    }
    assert named <= set(index())
