"""Your play, your statement, and the review of a round: exact, and nobody else's."""

from __future__ import annotations

import re
import time
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place, Visit
from web_screen import PHONE, Screen

from croupier.cards import parse_cards
from croupier.floor.history.decisions import decisions
from croupier.floor.history.rounds import find_round
from croupier.floor.roles import Person, Role
from croupier.floor.table import Table
from croupier.games.uth import UTH
from croupier.lab.prices import price
from croupier.ledger.accounts import player
from croupier.money import parse_dollars, signed_dollars
from croupier.rules.round import due_seats
from croupier.strategy.advice import advise
from croupier.web.table.commentary import told
from depth import first_of, thorough

pytestmark = pytest.mark.lab

ROUNDS = 6
LINES = ("bet3", "check check fold", "bet4", "check bet2", "check check bet1", "check check fold")


@pytest.fixture(scope="module")
def played(place: Place) -> Place:
    """ann and bob at T1: six rounds, each line of play one after the other."""
    people = [place.player("ann"), place.player("bob")]
    place.open_table("T1")
    for seat, who in enumerate(people, 1):
        place.order("T1", f"sit {seat}", who)
    for number in range(1, ROUNDS + 1):
        name = f"T1-{number}"
        place.until("T1", partial(_is_on, name))
        for who in people:
            place.order("T1", "bet 10 trips 5", who)
        lines = {1: LINES[number - 1].split(), 2: ["bet4"]}
        for street in range(3):
            table = place.until("T1", partial(_waits_or_over, name))
            if table.in_play is None or table.in_play.id != name:
                break
            for seat in due_seats(table.in_play):
                place.order("T1", lines[seat][street], people[seat - 1])
    place.until("T1", lambda table: table.in_play is not None and table.in_play.id == f"T1-{ROUNDS + 1}")
    return place


def _is_on(name: str, table: Table) -> bool:
    return table.in_play is not None and table.in_play.id == name


def _waits_or_over(name: str, table: Table) -> bool:
    return table.in_play is None or table.in_play.id != name or bool(due_seats(table.in_play))


def ready(visit: Visit, path: str) -> Any:
    """A page's model once nothing is being worked out any more."""
    for _ in range(300):
        page = visit.json(path)
        if not page["progress"]:
            return page
        time.sleep(0.2)
    raise AssertionError(f"{path} never came: {page['progress']}")


ANN, BOB = Person("ann", Role.PLAYER), Person("bob", Role.PLAYER)


def mistakes_of(place: Place, who: str) -> Fraction:
    """The sum over all decisions of best less chosen, worked out anew by advice."""
    whole = Fraction(0)
    for number in range(1, ROUNDS + 1):
        for one in decisions(find_round(place.store, f"T1-{number}")):
            if one.player == who:
                whole += advise(UTH, one.own, one.board).cost(one.choice) * one.base
    return whole


@thorough
def test_the_costs_are_the_best_less_the_chosen(played: Place) -> None:
    page = ready(played.visit(ANN), "/you")
    cost = mistakes_of(played, "ann")
    assert cost > 0, "3x is never best"
    assert page["mistakes_cents"] == round(cost)
    assert abs(sum(row["cents"] for row in page["streets"]) - cost) <= len(page["streets"])
    assert sum(row["decisions"] for row in page["streets"]) == page["decisions"]
    assert page["rounds"] == ROUNDS
    assert [row["words"] for row in page["against"]][1:] == [
        "The Wizard of Odds' practical strategy",
        "The house's own: as easy as the Wizard's, and cheaper",
    ]
    worst = page["worst"][0]
    assert worst["link"] == f"/rounds/{worst['round']}#decision-{worst['link'].rpartition('-')[2]}"
    assert parse_dollars(worst["cost"]) == max(parse_dollars(one["cost"]) for one in page["worst"])


def test_result_and_expectation_are_those_of_the_ledger_and_the_edges(played: Place) -> None:
    page = ready(played.visit(ANN), "/you?period=all&game=uth")
    net = played.store.balance(player("ann")) - 100_000
    assert page["result"] == signed_dollars(net)
    edges = ROUNDS * (1_000 * price("uth/BLIND").edge + 500 * price("trips/UTH-02").edge)
    expected = -round(edges) - float(mistakes_of(played, "ann"))
    shown = parse_dollars(page["expected"].lstrip("+-")) * (-1 if page["expected"].startswith("-") else 1)
    assert abs(shown - expected) <= 1


def test_nobody_reads_anothers_play_or_statement(played: Place) -> None:
    ann, bob = (ready(played.visit(who), "/you") for who in (ANN, BOB))
    assert (ann["who"], bob["who"]) == ("ann", "bob")
    assert bob["mistakes_cents"] != ann["mistakes_cents"]
    assert ready(played.visit(BOB), "/you?who=ann&player=ann")["who"] == "bob"
    mine = played.visit(BOB).json("/you/statement?account=player/ann&player=ann")
    assert mine["account"] == "player/bob"
    for path in ("/you", "/you/statement", "/api/you/progress"):
        assert played.visit(None).http.get(path, headers={"accept": "application/json"}).status_code == 401
    guest = played.visit(None)
    guest.practise()
    page = guest.json("/you/statement")
    assert page["account"].startswith("player/guest-")
    assert ready(guest, "/you")["rounds"] == 0


def test_an_own_statement_comes_out_and_leads_to_its_rounds(played: Place) -> None:
    page = played.visit(ANN).json("/you/statement")
    opening, came, went, closing = (parse_dollars(page[name]) for name in ("opening", "came_in", "went_out", "closing"))
    assert opening + came - went == closing
    rounds = [row["round"] for row in page["rows"] if row["round"]]
    assert rounds[-ROUNDS:] == [f"T1-{number}" for number in range(ROUNDS, 0, -1)]
    text = played.visit(ANN).get("/you/statement").text
    assert 'href="/staff/' not in text
    assert "/rounds/T1-3" in text


def test_the_review_says_what_each_choice_was_worth(played: Place) -> None:
    visit = played.visit(ANN)
    visit.json("/rounds/T1-2")
    said = ready(visit, "/api/rounds/T1-2/review")
    own = [one for one in said["decisions"] if one["you"]]
    assert [one["did"] for one in own] == ["checked", "checked", "folded"]
    assert {one["seat"] for one in said["decisions"]} == {1, 2}, "all cards are open, so all seats are judged"
    for one in said["decisions"]:
        found = advise(UTH, parse_cards(" ".join(one["own"])), parse_cards(" ".join(one["board"])))
        chosen = next(choice for choice in one["choices"] if choice["chosen"])
        value = {f"{float(worth):+.4f}" for worth in found.choices.values()}
        assert chosen["worth"] in value
        assert one["right"] == (one["cents"] == 0)
        assert one["rule"]
    assert "ann (you)" in {one["who"] for one in said["decisions"]}
    assert "bob" in {one["who"] for one in said["decisions"]}


def test_a_sentence_has_one_full_stop(played: Place) -> None:
    past = find_round(played.store, "T1-1")
    lines = [line for event in past.events for line in told(event, past.players, past.round.game)]
    assert not [line for line in lines if ". ." in line or ".." in line]


def test_a_guest_of_california_reads_bank_and_fees(own_place: Place) -> None:
    people = {name: own_place.player(name) for name in ("cal", "dot")}
    own_place.open_table("C1", "ca")
    for seat, who in enumerate(people.values(), 1):
        own_place.order("C1", f"sit {seat}", who)
    own_place.until("C1", lambda table: table.in_play is not None)
    own_place.order("C1", "bank 100", people["cal"])
    own_place.order("C1", "bet 10", people["dot"])
    own_place.until("C1", lambda table: table.in_play is not None and bool(due_seats(table.in_play)))
    own_place.order("C1", "bet4", people["dot"])
    own_place.until("C1", lambda table: table.rounds > 1)
    page = own_place.visit(people["cal"]).json("/rounds/C1-1")
    steps = [step["text"] for step in page["steps"]]
    assert "The house collects its fees: cal (you, bank) $1, dot $0.50." in steps
    assert any(step.startswith("cal (you, bank) ") and step.split()[3] in ("wins", "loses", "comes") for step in steps)
    assert page["yours"].startswith("You ")
    assert page["yours"].endswith("and paid a fee of $1.")
    assert not [step for step in steps if ". ." in step or ".." in step]
    assert ready(own_place.visit(people["cal"]), "/you")["banked"] == 1


def test_a_player_dealer_is_told_what_a_bank_is_taken_on_and_reads_what_it_came_to(own_place: Place) -> None:
    """R28 to R32: exposure before it is taken, the running result within the wager, then result, fees and hours."""
    people = {name: own_place.player(name) for name in ("cal", "dot")}
    own_place.open_table("C1", "ca")
    for seat, who in enumerate(people.values(), 1):
        own_place.order("C1", f"sit {seat}", who)
    own_place.until("C1", lambda table: table.in_play is not None)
    cal, sue = own_place.visit(people["cal"]), own_place.visit(BOSS)
    page = cal.json("/tables/C1")
    # One seat at the limits: $50 Ante, Blind and Trips and $200 Play; a royal is 500 to 1 and 50 to 1.
    facts = {"coverage": "net", "pays": 2_775_000, "takes": 35_000, "seats": 5, "fee": 200}
    assert {key: page["table"]["bank"][key] for key in facts} == facts
    assert page["round"]["exposure"] == {"pays": 0, "takes": 0}
    own_place.order("C1", "bank 100", people["cal"])
    own_place.order("C1", "bet 10", people["dot"])
    own_place.until("C1", lambda table: table.in_play is not None and bool(due_seats(table.in_play)))
    bank = cal.json("/tables/C1")["round"]["bank"]
    assert (bank["wager"], bank["net"], bank["can_pay"], bank["can_take"]) == (10_000, 0, 10_000, 10_000)
    own_place.order("C1", "bet4", people["dot"])
    own_place.until("C1", lambda table: table.rounds > 1)

    held = own_place.store.balance(player("cal")) - 100_000  # nothing else has moved but result and fee
    mine = cal.json("/you/bank")
    total = mine["total"]
    assert (total["rounds"], total["fees"], total["net"]) == (1, "$1", signed_dollars(held))
    assert total["result"] == signed_dollars(held + 100)
    (row,) = mine["sessions"][0]["banked"]
    assert (row["round"], row["wager"], row["fee"]) == ("C1-1", "$100", "$1")
    theirs = sue.json("/staff/banks/cal")
    assert (theirs["total"], theirs["sessions"]) == (mine["total"], mine["sessions"]), "both read the same record"
    assert cal.json("/you/bank?until=2001-01-01")["total"]["rounds"] == 0
    assert cal.json("/you/bank?who=dot")["who"] == "cal", "nobody reads another's"
    assert "no player" in sue.get("/staff/banks/nobody").text
    assert "No round was banked" in own_place.visit(people["dot"]).get("/you/bank").text


@pytest.mark.parametrize("size", first_of(["desk", "phone"]))
def test_from_the_worst_decision_to_its_place_in_the_replay(browser: Browser, played: Place, size: str) -> None:
    options = {"viewport": PHONE} if size == "phone" else {"viewport": {"width": 1440, "height": 900}}
    screen = Screen(browser, played, ANN, **options)
    screen.page.goto("/")
    screen.page.locator("header a.me").click()
    expect(screen.page.locator(".tiles")).to_be_visible(timeout=60_000)
    screen.look(f"your-play-{size}")
    first = screen.page.locator(".worst li").first
    cost = first.locator("b").inner_text()
    first.get_by_role("link", name="Round").click()
    expect(screen.page.locator("#step-verdict")).to_have_text(
        re.compile(rf"^Worth {re.escape(cost)} less than to .*\.$")
    )
    expect(screen.page.locator("#decisions li.wrong").first).to_have_text(re.compile(r": best was to .*\."))
    expect(screen.page.locator(".film button.wrong").first).to_be_visible()
    expect(screen.page.locator("#decisions li").first).to_contain_text("ann (you)")
    screen.look(f"round-reviewed-{size}")
    screen.page.goto("/you/statement")
    expect(screen.page.get_by_role("heading", name="Your statement")).to_be_visible()
    screen.look(f"your-statement-{size}")
    screen.close()
