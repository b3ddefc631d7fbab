"""What is shown of a table with real cards and chips (R58): every page of it answers at every moment of a round."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random

import pytest
from playwright.sync_api import Browser, expect
from test_alerts import derive, seen
from web_place import BOSS, Place, Visit
from web_screen import Screen
from web_staff import staff

from croupier.cards import DECK
from croupier.floor.roles import Person
from croupier.floor.table import DealtBy
from croupier.games import GAMES
from croupier.rules.deal import CardsFrom
from croupier.store.entry import contents
from croupier.web.permissions import DOORS
from croupier.web.staff.books.entry_words import entry_words
from depth import thorough

KINDS = ("text/html", "application/json")

ROUND = (
    "open", "all usual", "seat 4 bet 10 trips 5", "lock", "deal", "seat 3 bet4", "seat 3 undo",
    "all check", "cards AhKh", "cards Qh", "seat 3 check", "seat 4 check", "seat 5 bet2", "cards 2c3d",
    "seat 3 fold", "seat 4 fold", "cards 7c8d", "cards JhTc", "settle next", "cards 9h9c",
    "correct seat 4 9h9d misread", "settle next", "settle", "end",
)  # fmt: skip
"""Seat 5 wins; seat 3, who is ann, folds unseen; seat 4 folds with Trips, and one of its cards is corrected."""
FILLED = {
    "/rounds/{name}": ("/rounds/T1-1", "/rounds/T1-2"),
    "/api/rounds/{name}/review": ("/api/rounds/T1-1/review", "/api/rounds/T1-2/review"),
    "/staff/accounts/{account}": ("/staff/accounts/tray/T1", "/staff/accounts/chips", "/staff/accounts/player/ann"),
    "/staff/rounds": tuple(
        f"/staff/rounds?table=T1{more}" for more in ("", "&player=ann", "&format=csv", "&format=json")
    ),
    "/staff/rounds/export": ("/staff/rounds/export?table=T1",),
    "/staff/figures": ("/staff/figures?table=T1", "/staff/figures?by=game"),
    "/staff/journal": ("/staff/journal?stream=table/T1",),
    "/staff/journal/{position}": tuple(f"/staff/journal/{position}" for position in range(8, 46)),
    "/api/coach": ("/api/coach?table=T1",),
    "/api/coach/edges": ("/api/coach/edges?table=T1",),
}
"""Pages whose address says more than the name of a table."""
ELSEWHERE = (
    "/lab",
    "/api/lab",
    "/learn",
    "/api/learn",
    "/docs",
    "/staff/links",
    "/friends",
    "/t/",
    "/shared",
    "/api",
    "/openapi.json",
)
"""Where no table of the room is shown."""


def pages() -> Iterator[str]:
    """Every page that shows a table, its rounds or its money."""
    for door in DOORS:
        kind, _, path = door.partition(" ")
        if kind != "GET" or path.endswith("*") or (path.startswith(ELSEWHERE) and path not in FILLED):
            continue
        if path in FILLED:
            yield from FILLED[path]
        elif "{" not in path.replace("{name}", "T1"):
            yield path.replace("{name}", "T1")


class Felt:
    """Table T1 with real cards, its dealer, and whoever reads pages."""

    def __init__(self, place: Place, rules: str = "wa-2018") -> None:
        self.place, self.people = place, staff(place)
        place.employ_boss(self.people["ada"])
        self.people["ann"] = place.player("ann")
        place.house.cage.fund(10_000_000, BOSS, "fund")
        place.open_table("T1", rules, dealt_by=DealtBy.PERSON, cards_from=CardsFrom.FELT)
        place.house.cage.fill("T1", 1_000_000, BOSS, "fill/T1")
        self.visits: Mapping[str, Visit] = {name: place.visit(one) for name, one in self.people.items()}

    def do(self, *orders: str, who: str = "dora") -> None:
        for order in orders:
            self.place.order("T1", order, self.people[who])

    @property
    def dealer(self) -> Person:
        return self.people["dora"]


@pytest.fixture
def felt(own_place: Place) -> Felt:
    return Felt(own_place)


def walk(felt: Felt, *paths: str) -> None:
    """Every page, as a page and as data, for one of those who may see it."""
    for path in paths:
        for name in ("ann", "dora", "sue", "ada"):
            answers = [felt.visits[name].http.get(path, headers={"accept": kind}) for kind in KINDS]
            for answer in answers:
                assert answer.status_code < 500, (path, name, answer.text[-2000:])
            if answers[0].status_code != 403:
                break


def test_every_page_answers_while_a_round_is_entered(felt: Felt) -> None:
    felt.do("seat 3 name ann", "open", "seat 3 bet 10", "seat 5 bet 10")
    for order in ROUND[2:]:
        felt.do(order)
        if order in ("deal", "cards AhKh", "cards 2c3d", "cards 7c8d", "settle next", "cards 9h9c", "settle"):
            walk(felt, "/tables/T1", "/staff/keypad/T1")
    walk(felt, "/", "/staff/pit", "/rounds/T1-1", "/api/rounds/T1-1/review")


@thorough
def test_every_page_answers_when_rounds_are_over_or_void(felt: Felt) -> None:
    felt.do("seat 3 name ann", "open", "seat 3 bet 10", "seat 5 bet 10", "lock")
    felt.do("void a misdeal", who="sue")
    felt.do(*ROUND)
    walk(felt, *pages())


def test_nobodys_page_is_missed_where_players_sit_at_a_real_felt(felt: Felt) -> None:
    felt.do("seat 3 name ann", "open", "seat 3 bet 10", "seat 5 bet 10", "lock", "deal")
    assert derive(seen(felt.place, "T1", present={"T1": frozenset()})) == []
    (row,) = felt.visits["sue"].json("/staff/pit")["rows"]
    assert [(dot["seat"], dot["initials"], dot["state"]) for dot in row["dots"] if dot["state"] != "free"] == [
        (3, "AN", "to act"),
        (5, "5", "to act"),
    ]


SAID = {
    "SeatNamed": "ann plays in seat 3.",
    "CardsEntered": "Cards are entered for board: ace of hearts, king of hearts.",
    "CardsCorrected": "Seat 4 is corrected to nine of hearts, nine of diamonds: misread.",
    "DecisionUndone": "Seat 3: the decision was entered wrongly and is taken back.",
    "BetsPlaced": "Seat 3 bets Ante and Blind $10.",
}


def test_the_journal_has_words_for_what_was_entered(felt: Felt) -> None:
    felt.do("seat 3 name ann", "open", "seat 3 bet 10", "seat 5 bet 10", *ROUND[2:])
    game = felt.place.table("T1").settings.terms.game
    first: dict[str, str] = {}
    for entry in felt.place.store.read("table/T1"):
        for event in contents(entry).events:
            first.setdefault(event["event"], entry_words("table/T1", event, lambda _: game))
    assert {kind: first[kind] for kind in SAID} == SAID


@thorough
@pytest.mark.parametrize("rules", [game.rule_sets[-1].name for game in GAMES.values()])
def test_every_game_is_entered_from_the_bets_to_the_end(own_place: Place, rules: str) -> None:
    felt = Felt(own_place, rules)
    chance = Random(rules)
    felt.do("seat 1 name ann", "seat 2 name bob", "seat 3 name carl")
    for number in (1, 2):
        deck = [str(card) for card in DECK]
        chance.shuffle(deck)
        felt.do("open")
        table, seats = own_place.table("T1"), [1, 2, 3]
        if table.settings.terms.player_banked:
            bank = table.bank_offered_to[0]
            seats.remove(bank)
            felt.do(f"seat {bank} bank 2000")
        felt.do(*(f"seat {seat} bet 10" for seat in seats))
        while own_place.table("T1").in_play is not None:
            page = felt.visits["dora"].http.get("/staff/keypad/T1", headers={"accept": "application/json"})
            assert page.status_code == 200, page.text
            entry, keys = page.json()["entry"], [key for key in page.json()["keys"] if key["lit"]]
            choices = [key["order"] for seat in entry["seats"] for key in seat["keys"] if not key["quiet"]]
            if rules == "crazy-four":  # more than once the Ante is bet with a pair of aces alone
                choices = [order for order in choices if not order.endswith(("bet2", "bet3"))]
            if entry["due"]:
                felt.do(f"cards {''.join(deck.pop() for _ in range(entry['due_number']))}")
            elif choices and not keys:
                felt.do(chance.choice(choices))
            else:
                felt.do(keys[0]["order"])
        walk(felt, "/tables/T1", f"/rounds/T1-{number}", f"/api/rounds/T1-{number}/review")


@thorough
def test_the_form_of_a_table_opens_one_with_real_cards(browser: Browser, felt: Felt) -> None:
    screen = Screen(browser, felt.place, felt.people["sue"])
    screen.page.goto("/staff/tables/new?rules=wa-2018")
    screen.page.locator("[name=name]").fill("F1")
    screen.page.locator("[name=dealt_by]").select_option("person")
    screen.page.locator("[name=cards]").select_option("felt")
    screen.page.locator("[name=clock]").fill("")
    screen.page.locator("form:has([name=cards]) button.main").click()
    expect(screen.page).to_have_url(re.compile("/staff/tables/F1"))
    assert felt.place.table("F1").real_cards
    screen.page.goto("/staff/keypad/F1")
    expect(screen.page.locator("#seats .place")).to_have_count(6)
    screen.page.goto("/tables/F1")
    expect(screen.page.locator("#bar")).to_contain_text("Cards and chips are real here")
    screen.look("felt-table")
    screen.close()


def test_players_see_what_is_exposed_and_bet_on_the_felt(felt: Felt) -> None:
    felt.do("seat 3 name ann", "open", "seat 3 bet 10", "seat 5 bet 10", "lock", "deal")
    page = felt.visits["ann"].json("/tables/T1")
    assert page["you"]["seat"] == 3
    assert (page["legal"], page["beyond"], page["may_sit"]) == ([], [], False)
    assert page["table"]["real_cards"]
    (listed,) = felt.visits["ann"].json("/api/tables")
    assert (listed["real_cards"], listed["sit"]) == (True, False)
    assert not page["table"]["coached"]
    assert [line["text"] for line in page["log"]][-1] == "Cards are dealt."
    felt.do("all check", "cards AhKh")
    assert felt.visits["ann"].json("/tables/T1")["round"]["board"] == [], "the flop is shown when all of it lies there"
    felt.do("cards Qh")
    page = felt.visits["ann"].json("/tables/T1")
    assert page["round"]["board"] == ["Ah", "Kh", "Qh"]
    assert [line["text"] for line in page["log"]][-3:] == [
        "ann checks.",
        "Seat 5 checks.",
        "Flop: ace of hearts, king of hearts, queen of hearts.",
    ]


def test_the_round_page_promises_no_shuffle_and_names_who_entered_the_cards(felt: Felt) -> None:
    felt.do("seat 3 name ann", "open", "seat 3 bet 10", "seat 5 bet 10", "lock", "deal", "seat 3 bet4", "seat 3 undo")
    felt.do("all check", "cards AhKh")
    felt.do("cards Qh", who="sue")
    felt.do("seat 3 check", "seat 5 bet2", "cards 2c3d", "seat 3 fold", "cards 7c8d", "cards JhTc", "settle", "end")
    page = felt.visits["ann"].json("/rounds/T1-1")
    assert page["reveal"] is None
    assert page["entered_by"] == ["dora", "sue"]
    felt.do("open", "seat 3 bet 10", "lock", "deal")
    felt.do("correct round T1-1 seat 3 by +5 paid short", who="eve")
    felt.do("void misdeal", who="sue")
    assert felt.visits["ann"].json("/rounds/T1-2")["entered_by"] == [], "what eve asked for was of another round"
    assert page["decisions"] == 2, "seat 5's; what seat 3 held nobody knows, and what was undone is none"
    rows = felt.visits["sue"].json("/rounds/T1-1")["rows"]
    assert [(row["number"], row["name"], row["account"]) for row in rows] == [
        (3, "ann", ""),
        (5, "", ""),
    ], "who has told no name has none, and chips on the felt are in nobody's account"
    text = felt.visits["ann"].get("/rounds/T1-1").text
    assert "No shuffle was made or promised here" in text
    assert "by dora and sue" in text
    told = [step["text"] for step in page["steps"]]
    assert "ann (you): the decision was entered wrongly and is taken back." in told
    assert "ann (you) folded, cards unseen. Ante -$10, folded; Blind -$10, folded." in told
    shared = felt.place.visit().get(page["share"]["address"].removeprefix(felt.place.url))
    assert (shared.status_code, "No shuffle was made or promised here" in shared.text) == (200, True)
    pasted = felt.visits["ann"].post("/replay", notation=page["notation"])
    assert pasted.status_code == 200
    assert "No shuffle" not in pasted.text
