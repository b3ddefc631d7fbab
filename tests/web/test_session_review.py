"""A session to go through, a position for anybody, luck apart from skill, and one's own rounds as files."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place, Visit
from web_screen import PHONE, Screen

from croupier.cards import parse_cards
from croupier.floor.history.rounds import find_round
from croupier.floor.roles import CLOCK, Person, Role
from croupier.floor.table import Table
from croupier.games import GAMES
from croupier.lab.capabilities import NotCounted
from croupier.ledger.accounts import player
from croupier.money import parse_dollars, signed_dollars
from croupier.rules.notations import split_rounds
from croupier.rules.round import due_seats, replay
from croupier.strategy.review import DecisionContext, worth
from croupier.web.lab.decisions import judge_positions
from croupier.web.you import judge, review
from croupier.web.you.judge import Judge, JudgePosition
from croupier.web.you.plays import JudgingProgress
from depth import first_of, thorough

pytestmark = pytest.mark.lab
ANN, BOB = Person("ann", Role.PLAYER), Person("bob", Role.PLAYER)
STUD = [{1: ("bet2", "bet2", "bet2")}, {1: ("fold",)}]
"""In Mississippi Stud to bet twice is never best: what is worth betting on is worth three bets."""
SLOW = "holdem-bonus"
"""Its first decision takes half a minute to count."""
DUEL = [{1: ("bet1",), 2: ("fold",)}, {1: ("fold",), 2: ("bet1",)}]


@pytest.fixture(scope="module")
def played(place: Place) -> Place:
    """ann has played two rounds of Mississippi Stud alone, then two of Three Card Poker beside bob."""
    for name in ("ann", "bob"):
        place.player(name)
    play(place, "M1", "mississippi", [ANN], STUD)
    play(place, "D1", "three-card", [ANN, BOB], DUEL)
    return place


def play(
    place: Place, table: str, rules: str, people: list[Person], rounds: list[dict[int, tuple[str, ...]]], **terms: str
) -> None:
    """These rounds at a new table, with the decisions of each seat, where `clock` waits for the clock's; then everybody
    stands up."""
    place.open_table(table, rules, bets=(), **terms)
    for seat, who in enumerate(people, 1):
        place.order(table, f"sit {seat}", who)
    for number, lines in enumerate(rounds, 1):
        name = f"{table}-{number}"
        place.until(table, partial(_is_on, name))
        for who in people:
            place.order(table, "bet 10", who)
        left = {seat: iter(line) for seat, line in lines.items()}
        while (now := place.until(table, partial(_waits_or_over, name)).in_play) is not None and now.id == name:
            for seat in due_seats(now):
                word = next(left[seat])
                if word == "clock":
                    place.order(table, f"clock {seat}", CLOCK)
                else:
                    place.order(table, word, people[seat - 1])
    place.until(table, partial(_is_on, f"{table}-{len(rounds) + 1}"))
    for who in people:
        place.order(table, "stand", who)


def _is_on(name: str, table: Table) -> bool:
    return table.in_play is not None and table.in_play.id == name


def _waits_or_over(name: str, table: Table) -> bool:
    return table.in_play is None or table.in_play.id != name or bool(due_seats(table.in_play))


class FoldsAreWrong:
    """A lab that calls to bet two base bets better than to fold, whatever the cards."""

    progress = None

    async def ask(self, job: str, **what: Any) -> Any:
        verdict = {
            "choices": [("bet1", "1"), ("fold", "-1")],
            "left_out": False,
            "strategies": {},
            "kind": "pair",
            "rule": "",
        }
        return {"titles": {}, "verdicts": [verdict] * len(what["positions"])}


def ready(visit: Visit, path: str) -> Any:
    """An answer once nothing is being worked out any more."""
    for _ in range(1_200):
        page = visit.json(path)
        if not page["progress"]:
            return page
        time.sleep(0.05)
    raise AssertionError(f"{path} never came: {page['progress']}")


def chosen(options: list[Mapping[str, Any]]) -> list[str]:
    return [one["value"] for one in options if one["chosen"]]


def test_a_session_is_every_decision_as_it_was_played_and_its_parts_add_up(played: Place) -> None:
    page = ready(played.visit(ANN), "/you/review")
    assert [one["id"] for one in page["decisions"]] == ["M1-1/1", "M1-1/2", "M1-1/3", "M1-2/1", "D1-1/1", "D1-2/1"]
    assert len(page["sessions"]) == 1, "both tables within twenty minutes"
    assert (page["session"], page["rounds"], page["judged"]) == ("M1-1", 4, 6)
    net = played.store.balance(player("ann")) - 100_000
    assert page["result"] == signed_dollars(net)
    parts = {one["key"]: one["cents"] for one in page["parts"]}
    assert list(parts) == ["skill", "price", "luck"]
    assert sum(parts.values()) == net
    assert abs(parts["skill"] + sum(one["cents"] for one in page["decisions"])) <= len(page["decisions"])
    assert parts["skill"] < 0 > parts["price"]
    assert page["curve"]["rounds"] == "4 rounds"
    for one in page["decisions"]:
        assert {each["action"] for each in one["buttons"]} == {each["choice"] for each in one["choices"]}
        (chose,) = (each for each in one["choices"] if each["chosen"])
        assert chose["best"] == one["right"] == (not one["cents"] and not chose["less"])
    html = played.visit(ANN).get("/you/review").text
    assert 'href="/you/rounds.txt?session=M1-1"' in html
    assert "/you/review" in played.visit(ANN).get("/you").text
    assert played.visit(ANN).json("/rounds/D1-1")["session"] == "/you/review?session=D1-1&who=ann"


def test_mistakes_come_by_cost_and_game_street_and_hand_are_filters(played: Place) -> None:
    visit = played.visit(ANN)
    every = ready(visit, "/you/review")["decisions"]
    page = visit.json("/you/review?order=cost")
    costs = [one["cents"] for one in page["decisions"]]
    assert costs == sorted(costs, reverse=True)
    assert {one["id"] for one in page["decisions"]} == {one["id"] for one in every if not one["right"]}
    assert {"M1-1/1", "M1-1/2", "M1-1/3"} <= {one["id"] for one in page["decisions"]}
    stud = visit.json("/you/review?game=mississippi")
    assert [one["id"] for one in stud["decisions"]] == ["M1-1/1", "M1-1/2", "M1-1/3", "M1-2/1"]
    assert [one["words"] for one in stud["streets"]] == ["On 3rd Street", "On 4th Street", "On 5th Street"]
    assert stud["parts"] == page["parts"], "what a result is made of is of the whole session"
    fifth = visit.json("/you/review?game=mississippi&street=on+5th+Street")
    assert [one["id"] for one in fifth["decisions"]] == ["M1-1/3"]
    kind = fifth["decisions"][0]["kind"]
    assert [one["value"] for one in fifth["hands"]] == [kind]
    assert chosen(visit.json(f"/you/review?street=on+5th+Street&hand={kind}")["hands"]) == [kind]
    nothing = visit.json("/you/review?game=uth&street=nowhere&hand=six+aces")
    assert len(nothing["decisions"]) == len(every), "what fits nothing is dropped"


def test_what_the_clock_decided_is_shown_as_its_own_and_is_no_mistake_of_the_player(
    own_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R19: who is away has decided nothing."""
    monkeypatch.setattr(own_place.house.plays, "judge", Judge(FoldsAreWrong()))  # type: ignore[arg-type]
    own_place.player("ann")
    play(own_place, "T1", "three-card", [ANN], [{1: ("fold",)}, {1: ("clock",)}])
    visit = own_place.visit(ANN)
    page = ready(visit, "/you/review")
    assert [(one["right"], one["by_clock"], one["mistake"]) for one in page["decisions"]] == [
        (False, False, True), (False, True, False),
    ]  # fmt: skip
    assert (page["judged"], page["mistakes"]) == (2, 1)
    assert [one["id"] for one in visit.json("/you/review?order=cost")["decisions"]] == ["T1-1/1"]
    parts = {one["key"]: one["cents"] for one in page["parts"]}
    assert (parts["skill"], parts["clock"]) == (-2_000, -2_000)
    assert sum(parts.values()) == own_place.store.balance(player("ann")) - 100_000
    html = visit.get("/you/review").text
    assert "the clock folded" in html
    assert html.count('<li class="wrong">') == 1
    you = ready(visit, "/you")
    assert (you["decisions"], you["by_clock"], you["clock_cost"], you["mistakes_cents"]) == (2, 1, "$20", 2_000)
    assert [(row["decisions"], row["cents"]) for row in you["streets"]] == [(1, 2_000)]
    assert [row["round"] for row in you["worst"]] == ["T1-1"]
    (judged,) = ready(visit, "/api/rounds/T1-2/review")["decisions"]
    assert (judged["by_clock"], judged["mistake"], judged["cost"]) == (True, False, "$20")


def test_what_two_people_correct_later_is_in_the_result(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """R58."""
    monkeypatch.setattr(own_place.house.plays, "judge", Judge(FoldsAreWrong()))  # type: ignore[arg-type]
    own_place.player("ann")
    play(own_place, "T1", "three-card", [ANN], [{1: ("fold",)}, {1: ("fold",)}])
    visit = own_place.visit(ANN)
    assert ready(visit, "/you/review")["result"] == ready(visit, "/you")["result"] == "-$20"
    own_place.order("T1", "correct round T1-1 seat 1 by +7 misread", BOSS)
    own_place.order("T1", "make correction", Person("eve", Role.EXECUTIVE))
    page, you = ready(visit, "/you/review"), ready(visit, "/you")
    assert page["result"] == you["result"] == "-$13"
    assert page["corrected"] == you["corrected"] == "+$7"
    assert page["sessions"][0]["words"].endswith("-$13")
    assert sum(one["cents"] for one in page["parts"]) == -1_300
    for path in ("/you", "/you/review"):
        assert "of it +$7 by later corrections" in visit.get(path).text


def test_nobody_opens_the_session_of_another(played: Place) -> None:
    theirs = ready(played.visit(BOB), "/you/review?session=M1-1&who=ann")
    assert (theirs["who"], [one["id"] for one in theirs["decisions"]]) == ("bob", ["D1-1/2", "D1-2/2"])
    assert theirs["session"] == "D1-1"
    guest = played.visit(None)
    guest.practise()
    assert ready(guest, "/you/review")["rounds"] == 0
    assert "You have no finished round here yet" in guest.get("/you/review").text
    assert guest.get("/you/rounds.txt").text == guest.get("/you/rounds.jsonl").text == ""


def test_a_position_is_answered_by_anybody_and_says_nothing_of_anybody(played: Place) -> None:
    one = ready(played.visit(ANN), "/you/review?game=mississippi")["decisions"][1]
    query = dict(parse_qsl(urlsplit(one["position"]).query))
    assert query.keys() == {"game", "own", "board", "down", "table"}
    assert query | {"own": "", "board": ""} == {
        "game": "mississippi", "own": "", "board": "", "down": "3", "table": "MS-01",
    }  # fmt: skip
    stranger = played.visit(None)
    page = stranger.json(one["position"])
    assert sorted(page["question"]["own"]) == sorted(one["own"])
    assert [each["action"] for each in page["question"]["choices"]] == [each["action"] for each in one["buttons"]]
    text = stranger.get(one["position"]).text
    assert not re.search(r"\bann\b|\bM1\b|\$", text), "neither who, where nor for how much"
    assert not [each["worth"] for each in one["choices"] if each["worth"] in text], "values are told after the answer"
    answer = ready(stranger, f"/api{one['position']}")
    assert [(each["choice"], each["worth"]) for each in answer["choices"]] == [
        (each["choice"], each["worth"]) for each in one["choices"]
    ]
    assert {each["money"] for each in answer["choices"]} == {""}
    assert answer["best"] == one["best"]
    again = ready(played.visit(ANN), "/api/rounds/M1-1/review")["decisions"][1]
    assert again["position"] == one["position"], "the round's own page has the same link"


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("game=chess&own=Kc5d", "no game 'chess'"),
        ("game=uth&own=Kc", "2 own cards"),
        ("game=uth&own=KcKc", "twice"),
        ("game=uth&own=Kc5d&board=2h", "with 1 cards on the board nobody decides"),
        ("game=uth&own=Kc5d&table=LIR-01", "has no pay table 'LIR-01' of its base bets; there are BLIND"),
        ("game=uth&own=1x5d", "not a card: '1x"),
        ("game=mississippi&own=Kc5d&down=99", "no 99 Antes can be down there; want 1"),
        ("game=holdem-bonus&own=Kc5d&board=2h7dTs3c&down=5", "no 5 Antes can be down there; want 3 or 4"),
    ],
)
def test_an_address_that_is_no_position_is_refused_in_words(played: Place, query: str, why: str) -> None:
    for path in ("/position", "/api/position"):
        answer = played.visit(None).http.get(f"{path}?{query}", headers={"accept": "application/json"})
        assert (answer.status_code, why in answer.json()["error"]) == (409, True), answer.text


def test_own_rounds_are_files_that_replay_and_have_no_seat_of_others(played: Place) -> None:
    visit = played.visit(ANN)
    text = visit.get("/you/rounds.txt").text
    rounds = [replay(one.played()) for one in split_rounds(text, 100)]
    assert [one.id for one in rounds] == ["D1-1", "D1-2", "M1-1", "M1-2"], "by table"
    answer = visit.get("/you/rounds.jsonl")
    assert answer.headers["content-disposition"] == 'attachment; filename="rounds.jsonl"'
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert [(row["round"], row["player"]) for row in rows] == [(one.id, "ann") for one in rounds]
    assert "bob" not in answer.text
    assert sum(row["net_cents"] for row in rows) == played.store.balance(player("ann")) - 100_000
    assert visit.get("/you/rounds.jsonl?session=M1-1").text == answer.text, "one session is all there is"
    assert visit.http.get("/you/rounds.jsonl?session=M9-1").status_code == 409, "a file is never of another session"


def test_what_could_not_be_judged_is_not_called_right(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> JudgingProgress:
        return JudgingProgress("", 0.0, "the lab is closed")

    monkeypatch.setattr(played.house.plays, "under_way", fails)
    for order in ("played", "cost"):
        html = played.visit(ANN).get(f"/you/review?order={order}").text
        assert "could not be judged: the lab is closed" in html
        assert "No mistake among" not in html
        assert "nothing to decide" not in html


def test_a_long_session_says_what_it_leaves_out(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    every = ready(played.visit(ANN), "/you/review")["decisions"]
    monkeypatch.setattr(review, "_MOST_DECISIONS", 2)
    page = played.visit(ANN).json("/you/review")
    assert (page["decisions"], page["left_out"]) == (every[:2], len(every) - 2)
    assert f"{len(every) - 2} more decisions are not shown" in played.visit(ANN).get("/you/review").text


def test_at_a_table_dealt_face_up_a_decision_is_judged_with_the_cards_that_its_player_saw(own_place: Place) -> None:
    """R17. Nobody else has seen them, so there is no position to share, nor to drill."""
    for name in ("ann", "bob"):
        own_place.player(name)
    play(own_place, "F1", "three-card", [ANN, BOB], DUEL, face_up_approval="WSGC 2020-06")
    page = ready(own_place.visit(ANN), "/you/review")
    assert page["face_up"]
    assert {(one["position"], one["drill"]) for one in page["decisions"]} == {("", "")}
    game = GAMES["three-card"]
    for number, one in enumerate(page["decisions"], 1):
        (theirs,) = (seat for seat in find_round(own_place.store, f"F1-{number}").round.seats if seat.number == 2)
        assert sorted(one["seen"]) == sorted(map(str, theirs.cards or ()))
        own, seen = (parse_cards(" ".join(one[name])) for name in ("own", "seen"))
        exact = worth(DecisionContext(game=game, own=own, seen=seen, tables={"ante_bonus": "AB-01"}))
        assert [each["worth"] for each in one["choices"]] == [f"{float(value):+.4f}" for value in exact.values()]
    assert "judged with the others" in own_place.visit(ANN).get("/you/review").text


def test_a_game_that_cannot_be_valued_is_named_and_its_result_stands_apart(
    played: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(game: object) -> None:
        if game is GAMES["three-card"]:
            raise NotCounted("Three Card Poker is dealt in a way of its own")

    ready(played.visit(ANN), "/you/review")
    monkeypatch.setattr(review, "check_countable", check)
    monkeypatch.setattr(review, "is_countable", lambda game: game is not GAMES["three-card"])
    page = played.visit(ANN).json("/you/review")
    assert page["not_valued"] == ["Three Card Poker is dealt in a way of its own"]
    assert {one["game"] for one in page["decisions"]} == {"mississippi"}
    parts = {one["key"]: one["cents"] for one in page["parts"]}
    duel = [json.loads(line) for line in played.visit(ANN).get("/you/rounds.jsonl").text.splitlines()][:2]
    assert parts.get("unknown", 0) == sum(row["net_cents"] for row in duel)
    assert signed_dollars(sum(parts.values())) == page["result"]


@pytest.mark.parametrize("size", first_of(["phone", "desk"]))
def test_a_session_is_gone_through_by_keys_and_a_decision_tried_again(
    browser: Browser, played: Place, size: str
) -> None:
    page = ready(played.visit(ANN), "/you/review")["decisions"]
    wrong = [i for i, one in enumerate(page) if not one["right"]]
    screen = Screen(browser, played, ANN, **({"viewport": PHONE} if size == "phone" else {}))
    tab, sent = screen.page, []
    tab.on("request", lambda request: sent.append(request.method))
    tab.goto("/you/review")
    which, says = tab.locator("#which"), tab.locator("#says")
    expect(which).to_have_text(re.compile(r"^1 of 6 · Mississippi Stud · on 3rd Street"))
    screen.look(f"review-{size}")
    tab.keyboard.press("ArrowRight")
    expect(which).to_have_text(re.compile("^2 of 6 "))
    tab.keyboard.press("ArrowLeft")
    expect(which).to_have_text(re.compile("^1 of 6 "))
    tab.keyboard.press("m")
    expect(which).to_have_text(re.compile(f"^{wrong[1] + 1} of 6 "))
    one = page[wrong[1]]
    expect(says).to_contain_text(f"Mistake. You {one['did']}: {one['verdict']}.")
    tab.keyboard.press("t")
    expect(says).to_be_hidden()
    best = one["choices"][0]
    tab.locator(f"#choices [data-choice={best['choice']}]").click()
    expect(says).to_contain_text(f"worth {best['worth']} Antes, {best['money']}. At the table you")
    tab.keyboard.press("2")
    (less,) = (each["less"] for each in one["choices"] if each["chosen"])
    expect(says).to_contain_text(f"less than to {one['best']} by {less}.")
    screen.look(f"review-tried-{size}")
    screen.close()
    assert set(sent) == {"GET"}, "nothing is asked to change"
    assert played.visit(ANN).json("/you/review")["decisions"] == page, "and nothing in the record has changed"


class SlowLab(FoldsAreWrong):
    """One that answers when it is let go; it has noted how many positions it was asked for at a time."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.may_answer = asyncio.Event()

    async def ask(self, job: str, **what: Any) -> Any:
        self.asked.append(len(what["positions"]))
        await self.may_answer.wait()
        return await super().ask(job, **what)


def a_position(own: str) -> JudgePosition:
    return JudgePosition("three-card", own, "", "", "", None, (("ante_bonus", "AB-01"),))


def test_what_is_being_worked_out_is_not_asked_for_again(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by a page that looks again, nor by the session and the round that it is in at once."""

    async def impatient() -> tuple[list[str], list[int]]:
        lab = SlowLab()
        book = Judge(lab)  # type: ignore[arg-type]
        one, other = a_position("4d 4s 7s"), a_position("4d 5s 9s")
        said = [await book.work_awhile(GAMES["three-card"], [one]) for _ in range(3)]
        session = asyncio.ensure_future(book.work([one, other]))
        await asyncio.sleep(0)
        lab.may_answer.set()
        await session
        assert not book.unknown([one, other])
        return [*said, await book.work_awhile(GAMES["three-card"], [one])], lab.asked

    monkeypatch.setattr(judge, "_WAIT_S", 0.0)
    assert played.run(impatient()) == (["working it out"] * 3 + [""], [1, 1])


@pytest.mark.parametrize(("seconds", "asked"), [(float("inf"), [1, 2, 4, 2]), (0.0, [1] * 9)])
def test_of_positions_that_take_long_few_are_asked_at_a_time(
    played: Place, monkeypatch: pytest.MonkeyPatch, seconds: float, asked: list[int]
) -> None:
    """So that others' questions come between, and the page says how far it is."""

    async def session() -> list[int]:
        lab = SlowLab()
        lab.may_answer.set()
        await Judge(lab).work([a_position(f"{rank}d {rank}s As") for rank in "23456789T"])  # type: ignore[arg-type]
        return lab.asked

    monkeypatch.setattr(judge, "_BATCH_S", seconds)
    assert played.run(session()) == asked


def test_what_cannot_be_counted_with_the_others_cards_is_judged_without_them_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As before the flop of Texas Hold'em Bonus, which takes half a minute to solve: here another game refuses."""
    plain = {"own": "Kc 5d 2c", "board": "", "up": "", "down": None, "tables": {"ante_bonus": "AB-01"}}
    asked = [{**plain, "seen": seen} for seen in ("", "Ah Ad 7c")]
    without, looked = judge_positions("three-card", asked)["verdicts"]
    assert (without["left_out"], looked["left_out"]) == (False, False)
    assert looked["choices"] != without["choices"]

    def refusing(faced: DecisionContext) -> Mapping[str, Any]:
        if faced.seen:
            raise NotCounted("too many ways to look at one by one")
        return worth(faced)

    monkeypatch.setattr("croupier.strategy.review.worth", refusing)
    assert judge_positions("three-card", asked)["verdicts"] == [without, without | {"left_out": True}]


@thorough
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_stranger_answers_a_position_and_sees_every_value(browser: Browser, played: Place, size: str) -> None:
    one = ready(played.visit(ANN), "/you/review")["decisions"][0]
    screen = Screen(browser, played, None, **({"viewport": PHONE} if size == "phone" else {}))
    screen.page.goto(one["position"])
    says = screen.page.locator("#says")
    expect(screen.page.locator("#own svg")).to_have_count(2)
    expect(says).to_be_hidden()
    screen.look(f"position-asked-{size}")
    screen.page.keyboard.press("2")
    expect(says).to_contain_text("Not the best. Bet 2x is worth")
    expect(says.locator("table")).to_contain_text("bet 2x yours")
    expect(says.locator("tbody tr")).to_have_count(4)
    screen.look(f"position-{size}")
    screen.close()


@thorough
@pytest.mark.parametrize("key", sorted(GAMES.keys() - {SLOW}))
def test_every_game_is_reviewed_and_its_positions_are_put_to_others(own_place: Place, key: str) -> None:
    game = GAMES[key]
    own_place.player("ann")
    first = tuple(str(street.late) for street in game.streets)
    play(own_place, "T1", game.rule_sets[0].name, [ANN], [{1: first}])
    page = ready(own_place.visit(ANN), "/you/review")
    assert not page["not_valued"]
    assert not page["failed"]
    assert page["decisions"], "there was something to decide"
    assert sum(one["cents"] for one in page["parts"]) == parse_dollars(page["result"].lstrip("+-")) * (
        -1 if page["result"].startswith("-") else 1
    )
    for one in page["decisions"]:
        answer = ready(own_place.visit(None), f"/api{one['position']}")
        assert [each["worth"] for each in answer["choices"]] == [each["worth"] for each in one["choices"]]
