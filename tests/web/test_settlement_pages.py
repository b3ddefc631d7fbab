"""The dealer's felt over HTTP: a page holds a table and no answer; the server judges each act and tells each story."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

from web_place import Place, Visit

from croupier.games import GAMES
from croupier.school.acts import CallHand, PressKey
from croupier.school.course import COURSE, paper, question
from croupier.school.draw import Draw
from croupier.school.examination import AnswerSheet, graded
from croupier.school.question import Acts, Answer, Question, read_answer
from croupier.school.settlement.planted_errors import told_story
from croupier.school.settlement.table import DrillTable, TableKind, drawn_table
from croupier.web.learn.exam_papers import sent_answer
from croupier.web.learn.models import QuestionCard, question_card

FELT = "/api/learn/dealer/felt"


def table_of(game: str, kind: TableKind, seed: str) -> DrillTable:
    return drawn_table(GAMES[game], Draw(f"felt/{game}/{kind.value}/{seed}"), kind)


def send(visit: Visit, path: str, **body: Any) -> Any:
    return visit.http.post(path, json=body, headers={"x-csrf": visit.token, "accept": "application/json"})


def test_the_page_holds_a_table_and_nothing_of_its_answer(place: Place) -> None:
    """What is done with a bet stands nowhere: stakes, cards, keys and calls are all that the browser gets."""
    visit = place.visit()
    for kind in TableKind:
        page = visit.json(f"/learn/dealer/felt?game=uth&table={kind.value}&seed=web")
        assert set(page) == {
            "csrf", "you", "refusal", "games", "kinds", "game", "table", "seed", "fresh", "watch", "picture", "felt",
        }  # fmt: skip
        assert set(page["felt"]) == {"seats", "calls", "keys", "opens", "chips"}
        told, table = json.dumps([page["picture"], page["felt"]]), table_of("uth", kind, "web")
        assert not [str(act) for act in table.acts if f'"{act}"' in told]
        assert not [step.why.words for step in table.steps if step.why.words in told]
        calls = page["felt"]["calls"]
        assert all(len(calls[act.place]) > 1 for act in table.acts if isinstance(act, CallHand))
        assert (
            len(page["felt"]["keys"]) > len({act for act in table.acts if isinstance(act, PressKey)}) or not table.pad
        )


def test_every_act_is_judged_by_the_server(place: Place) -> None:
    visit, table = place.visit(), table_of("uth", TableKind.LINK, "web")
    which = {"game": "uth", "table": "link", "seed": "web"}
    log: list[str] = []
    early = send(visit, FELT, **which, acts=["deal"]).json()
    assert (early["last"]["verdict"], early["done"], early["over"], early["score"]) == ("out of order", [], False, None)
    assert early["last"]["why"]["rulings"] == ["R33"]
    assert send(visit, FELT, **which, acts=["push 1 nothing"]).json()["last"]["verdict"] == "wrong"
    said: Any = None
    for act in table.acts:
        hint = send(visit, FELT, **which, acts=log, hint=True).json()["hint"] if len(log) < 3 else ""
        log.append(str(act))
        said = send(visit, FELT, **which, acts=log, seconds=len(log)).json() if len(log) in (1, 2, 3) else None
        assert said is None or said["last"]["verdict"] == "right"
        assert said is None or said["last"]["words"] == hint
    over = send(visit, FELT, **which, acts=["deal", *log], seconds=99).json()
    assert over["over"]
    assert over["done"] == log
    assert {key: over["score"][key] for key in ("of", "right", "out_of_order", "wrong", "seconds", "flawless")} == {
        "of": len(log), "right": len(log) - 1, "out_of_order": 1, "wrong": 0, "seconds": 99, "flawless": False,
    }  # fmt: skip


def test_chips_count_by_their_sum_and_fewer_are_said(place: Place) -> None:
    visit, table = place.visit(), table_of("uth", TableKind.HOUSE, "107")
    acts = [str(act) for act in table.acts]
    at = next(i for i, text in enumerate(acts) if text.startswith("pay"))
    amount = acts[at].split()[-1]
    many = f"{acts[at].removesuffix(amount)}0.50x{2 * int(amount)}"
    said = send(visit, FELT, game="uth", seed="107", acts=[*acts[:at], many]).json()
    assert said["last"]["verdict"] == "right"
    assert said["last"]["chips"].startswith("1 × ") or " × " in said["last"]["chips"]


def test_a_story_is_shown_act_by_act_and_ends_with_its_error(place: Place) -> None:
    visit, table = place.visit(), table_of("uth", TableKind.HOUSE, "26")
    story = told_story(table, Draw("story/uth/house/26"))
    assert story.wrong
    which = {"game": "uth", "table": "house", "seed": "26"}
    first = send(visit, f"{FELT}/watch", **which, stops=[]).json()
    assert (first["acts"], first["over"], first["why"]) == ([str(story.acts[0])], False, None)
    passed = [False] * story.wrong
    at = send(visit, f"{FELT}/watch", **which, stops=passed).json()
    assert (len(at["acts"]), at["over"], at["right"], at["said"]) == (story.wrong + 1, False, False, "")
    found = send(visit, f"{FELT}/watch", **which, stops=[*passed, True]).json()
    assert (found["over"], found["right"], found["said"]) == (True, True, "Found.")
    missed = send(visit, f"{FELT}/watch", **which, stops=[*passed, False]).json()
    assert (missed["over"], missed["right"], missed["said"]) == (True, False, "It went by.")
    alarm = send(visit, f"{FELT}/watch", **which, stops=[True, *passed[1:], True]).json()
    assert (alarm["right"], alarm["alarms"]) == (False, 1)


def test_what_cannot_be_is_refused_in_words(place: Place) -> None:
    visit = place.visit()
    refused = send(visit, FELT, game="uth", seed="x", acts=["juggle"])
    assert refused.status_code == 409
    assert "not an act of a dealer: 'juggle'" in refused.json()["error"]
    assert "asks nothing of 'chess'" in send(visit, FELT, game="chess", seed="x", acts=[]).json()["error"]
    other = send(visit, FELT, game="caribbean", table="bank", seed="x", acts=[])
    assert "no table 'bank' of Caribbean Stud Poker; want one of house, link" in other.json()["error"]
    assert visit.json("/learn/dealer/felt?game=caribbean&table=bank&seed=x")["table"] == "house"


def asked_to_settle() -> tuple[int, Question]:
    """The first question of the web's practice that is a table to settle, and its number."""
    found = ((number, question(COURSE["qualified"], "uth", "web", number)) for number in range(20))
    return next((number, asked) for number, asked in found if isinstance(asked.asks, Acts))


def test_blank_lines_among_typed_acts_are_no_acts() -> None:
    _, asked = asked_to_settle()
    typed = "\r\n \r\n" + "\r\n\r\n".join(asked.answer) + "\r\n\r\n"
    assert sent_answer(asked, {"acts": typed}) == asked.answer
    assert sent_answer(asked, {"acts": "\r\n \r\n"}) == (), "nothing was filled in"


def test_who_types_the_acts_reads_what_can_be_called_and_pressed(place: Place) -> None:
    number, asked = asked_to_settle()
    assert isinstance(asked.asks, Acts)
    page = place.visit().get(f"/learn/dealer/qualified?game=uth&seed=web&number={number}").text
    text = unescape(page.partition('<details class="as-text">')[2].partition("</details>")[0])
    for at, hands in asked.asks.calls:
        told = text.partition(f"<code>call {at}</code>")[2].partition("</ol>")[0]
        assert tuple(re.findall("<li>(.*?)</li>", told)) == hands, "in the order of their numbers"
    for number, spots in asked.asks.seats:
        assert all(f"<code>{spot.key}</code>" in text for spot in spots), number


def blind(card: QuestionCard) -> list[str]:
    """What a script sends that reads the page and decides nothing: the first of what is offered, everything pushed."""
    match card.kind:
        case "choice" | "press":
            return ["1"]
        case "ordering":
            return [str(place) for place in range(1, len(card.options) + 1)]
        case "amounts":
            return ["push"] * len(card.slots)
        case "acts":
            assert card.felt is not None
            dealer = ["turn dealer", "call dealer 1"] if "dealer" in card.felt.calls else []
            seats = [seat for seat in reversed(card.felt.seats) if seat.spots]
            acts = [
                act
                for seat in seats
                for act in (
                    f"turn {seat.number}",
                    f"call {seat.number} 1",
                    *(f"push {seat.number} {spot.key}" for spot in seat.spots if spot.stake),
                )
            ]
            return [*(["deal"] if card.felt.opens else []), *dealer, *acts]


def test_no_examination_is_passed_by_a_script_that_decides_nothing() -> None:
    """It has the page's JSON and nothing else; what a table is worth it would have to settle."""
    for key in ("qualified", "link", "california"):
        asked = paper(COURSE[key], "uth", "script")
        answers: list[Answer] = [read_answer(each, blind(question_card(each))) for each in asked]
        sheet = AnswerSheet(chapter=key, game="uth", seed="script", answers=tuple(answers), seconds=10)
        result = graded(sheet)
        assert not result.passed
        tables = [mark.right for each, mark in zip(asked, result.marks, strict=True) if question_card(each).felt]
        assert tables
        assert not any(tables)
