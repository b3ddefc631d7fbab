"""The coach at the table of every game: what the lab says of the cards that a player sees, and what a mistake cost."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place
from web_screen import PHONE, Screen

from croupier.cards import cards_text, parse_cards
from croupier.floor.roles import Person, Role
from croupier.games import GAMES
from croupier.lab.games.direct import choice_values
from depth import first_of, thorough

pytestmark = pytest.mark.lab

LEARNT_MS = 120_000


@pytest.fixture
def guest(browser: Browser, place: Place) -> Iterator[Screen]:
    screen = Screen(browser, place)
    yield screen
    screen.close()


# game | what is seen | base bets down
QUESTIONS = [
    ("three-card", {"own": "Qs6h4d"}, None),
    ("three-card", {"own": "Qs6h3d", "seen": "AcKcQhKdAdKh"}, None),
    ("caribbean", {"own": "AsKhQd5c2s", "up": "Qh"}, None),
    ("let-it-ride", {"own": "5h6h7h", "board": ""}, None),
    ("let-it-ride", {"own": "5h6h7h", "board": "2c"}, None),
    ("mississippi", {"own": "AsKh", "board": "2c"}, 4),
]


@pytest.mark.parametrize(("game", "sight", "down"), first_of(QUESTIONS))
def test_the_coach_says_what_the_lab_says(place: Place, game: str, sight: dict[str, str], down: int | None) -> None:
    query = {"game": game, **sight, **({} if down is None else {"down": down})}
    told = place.visit().http.get("/api/coach", params=query).json()
    cards = {name: parse_cards(text) for name, text in sight.items()}
    values = choice_values(GAMES[game], **cards, down=down)  # type: ignore[arg-type]
    assert [(one["action"], one["value"]) for one in told["choices"]] == [(k, float(v)) for k, v in values.items()]


# game | what is seen | the rule
RULES = [
    ("three-card", {"own": "Qs6h4d"}, "queen, six and four or better: bet 1x"),
    ("caribbean", {"own": "AsKhJd7c2s", "up": "6h"}, "ace and king without what the dealer's card asks for: fold"),
    ("four-card", {"own": "2s2h7d3c5h", "up": "8d"}, "a pair of twos, and the dealer shows no two: fold"),
    (
        "crazy-four",
        {"own": "KsQh8d4c2s"},
        "king, queen, eight and four or better, but less than a pair of aces: bet 1x",
    ),
    (
        "let-it-ride",
        {"own": "2s3s4s"},
        "nothing that pays, and no three suited that are close and high enough: pull back",
    ),
    ("mississippi", {"own": "6s5s"}, "6-5 suited: bet 1x"),
]


@pytest.mark.parametrize(("game", "sight", "words"), first_of(RULES))
def test_the_coach_says_the_rule_that_applies(place: Place, game: str, sight: dict[str, str], words: str) -> None:
    told = place.visit().http.get("/api/coach", params={"game": game, **sight}).json()
    rule, values = told["rule"], {one["action"]: one["value"] for one in told["choices"]}
    assert rule["words"] == words
    assert rule["agrees"] == (values[rule["action"]] == max(values.values()))
    assert "outs" not in told, "outs are counted where a board of five lies"


@thorough
def test_the_tables_of_the_felt_count(place: Place) -> None:
    """MS-02 pays five for a straight, so four to one are worth more by it."""
    query = {"game": "mississippi", "own": "9s8h", "board": "7c6d"}
    usual, better = (
        place.visit().http.get("/api/coach", params={**query, "tables": f"mississippi:{name}"}).json()["choices"]
        for name in ("MS-01", "MS-02")
    )
    assert better[0]["value"] > usual[0]["value"]
    edges = place.visit().json("/api/coach/edges?game=mississippi&tables=mississippi:MS-02")["edges"]
    assert edges["ante"] == pytest.approx(0.03759, abs=1e-5)


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("game=whist&own=As", "no game 'whist'"),
        ("game=three-card&own=AsKs", "want 3"),
        ("game=three-card&own=AsAsKs", "card twice"),
        ("game=caribbean&own=AsKsQs2d3d", "dealer's shown cards"),
        ("game=mississippi&own=AsKs&down=9", "no 9 Antes can be down"),
        ("game=three-card&own=AsKsQs&tables=ante_bonus:UTH-02", "no ante_bonus table 'UTH-02'"),
    ],
)
def test_a_question_that_cannot_be_is_answered_with_why(place: Place, query: str, why: str) -> None:
    assert why in place.visit().json(f"/api/coach?{query}")["error"]


# game | the key of the base bet | the stage and the key of each decision
ROUNDS = {
    "caribbean": ("a", [("decision", "f")]),
    "mississippi": ("a", [("third", "1"), ("fourth", "1"), ("fifth", "3")]),
    "let-it-ride": ("b", [("three", "r"), ("four", "p")]),
}


@thorough
@pytest.mark.parametrize("key", first_of(ROUNDS))
def test_a_guest_is_coached_through_a_round(guest: Screen, key: str) -> None:
    letter, decisions = ROUNDS[key]
    page, coach = guest.page, guest.page.locator("#coach")
    guest.practise(key)
    page.get_by_label("Values first").check()
    expect(page.locator("#coach-mode input:focus")).to_have_count(0)  # then keys are the table's again
    page.keyboard.press(letter)
    page.keyboard.press("Enter")
    for stage, pressed in decisions:
        guest.stage(stage)
        expect(coach.locator(".choice.best")).to_have_count(1, timeout=LEARNT_MS)
        expect(page.locator("#bar .say")).not_to_be_empty()
        buttons = page.locator("#choices button").all_inner_texts()
        named = {re.sub(r"^\S+\s+|\s*\$.*$", "", text) for text in buttons}
        assert set(coach.locator(".choice span:first-child").all_inner_texts()) == named
        expect(coach).to_contain_text(re.compile(r"better by|worth the same"))
        page.keyboard.press(pressed)
    guest.stage("over")
    expect(coach.locator("p.win, p.loss")).to_have_count(len(decisions))
    if key != "caribbean":  # it takes longest, and nobody has to wait for it
        expect(page.locator("#coach-edge")).to_contain_text(re.compile(r"played best: \d\.\d{3} %"), timeout=LEARNT_MS)
    guest.look(f"coach-{key}")


@thorough
def test_at_a_face_up_table_the_cards_of_others_count(browser: Browser, place: Place) -> None:
    place.house.choices.choose("coach", "on", Person("eve", Role.EXECUTIVE), "coach on")
    table = place.open_table("C1", "caribbean", bets=(), face_up_approval="WSGC 7", open_spots=6)
    ann, bob = place.player("ann"), place.player("bob")
    place.order(table, "sit 2", bob)
    screen = Screen(browser, place, ann, viewport=PHONE)
    page, asked = screen.page, []
    page.on("request", lambda request: asked.append(request.url) if "/api/coach?" in request.url else None)
    page.goto(f"/tables/{table}")
    screen.bar("Sit in seat 1").click()
    screen.stage("betting")
    page.get_by_label("Values first").check()
    expect(page.locator("#coach-mode input:focus")).to_have_count(0)  # then keys are the table's again
    place.order(table, "bet 10", bob)
    screen.bet("ante")
    screen.stage("decision")
    expect(page.locator("#coach")).to_contain_text("They count the cards of the other player, too.", timeout=LEARNT_MS)
    seats = {seat.number: seat for seat in place.table(table).round.seats}  # type: ignore[union-attr]
    assert len(asked) == 1
    assert f"seen={cards_text(seats[2].cards).replace(' ', '')}&" in asked[0]
    expect(page.locator(".notices")).to_contain_text("Players' cards are dealt face up.")
    expect(page.locator("#coach-edge")).to_have_text(
        "House edge of the Ante against one who uses the cards of both players: 4.66 %."
    )
    screen.look("coach-face-up-phone")
    raising = page.locator("#coach .choice").filter(has_text="Bet 2x").locator(".money").inner_text()
    up = place.table(table).round.deal.dealer[-1:]  # type: ignore[union-attr]
    exact = choice_values(GAMES["caribbean"], seats[1].cards, (), up, seats[2].cards)
    assert float(raising.replace("−", "-")) == pytest.approx(float(exact["bet2"]), abs=5e-5)
    screen.close()
    (row,) = place.visit(BOSS).json("/staff/pit")["rows"]
    assert row["face_up"].startswith("Face up: house edge 0.39 %"), "the pit is told what that gives away"


@thorough
def test_the_edges_of_side_bets_are_told_by_their_spots(place: Place) -> None:
    edges = place.visit().json("/api/coach/edges?game=three-card&tables=ante_bonus:AB-01,pair_plus:PP-01")["edges"]
    assert edges == {"ante": pytest.approx(0.03373, abs=1e-5), "pair_plus": pytest.approx(0.07276, abs=1e-5)}


def test_at_tables_for_money_the_coach_speaks_when_the_house_has_it_so(own_place: Place) -> None:
    own_place.open_table("T1")
    ann = own_place.visit(own_place.player("ann"))
    assert not ann.json("/tables/T1")["table"]["coached"]
    own_place.house.choices.choose("coach", "on", Person("eve", Role.EXECUTIVE), "coach on")
    assert ann.json("/tables/T1")["table"]["coached"]
