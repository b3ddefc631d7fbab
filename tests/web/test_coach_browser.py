"""The coach at the table in a real browser: every decision of the round is judged, in words, and the quiz gives nothing
away. A lab that answers at once, or late, stands in for the real one, whose own answers are tested elsewhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from web_place import Place
from web_screen import PHONE, Screen

from croupier.floor.roles import Person, Role
from croupier.rules.round import Stage
from croupier.web.table.coach import Sight
from depth import thorough

pytestmark = pytest.mark.lab

_STREETS = {0: "preflop", 3: "flop", 5: "river"}
_VALUES = {
    "preflop": {"bet4": 0.5321, "bet3": 0.4123, "check": 0.2671},
    "flop": {"bet2": 0.2173, "check": 0.1113},
    "river": {"bet1": -1.2440, "fold": -2.0000},
}
_EDGES = {"ante": 0.02, "trips": 0.04}


class StandIn:
    """A lab with fixed values by street; it can be told to answer only when it is let go."""

    def __init__(self, place: Place) -> None:
        self.coach = place.house.coach
        self.before = self.coach.choices, self.coach.edges
        self.coach.choices, self.coach.edges = self.choices, self.edges  # type: ignore[method-assign]
        self.learning = False
        self.asked: list[str] = []

    async def choices(self, sight: Sight, owner: str = "") -> dict[str, Any]:
        street = _STREETS[len(sight.board)]
        self.asked.append(street)
        if self.learning:
            return {"progress": "flops, 40%"}
        values = _VALUES[street]
        told: dict[str, Any] = {"choices": [{"action": key, "value": value} for key, value in values.items()]}
        best = next(iter(values))
        rule = {"words": f"what fits the {street}: {best}", "action": best, "agrees": True, "strategy": "one"}
        return told | {"rule": rule} | ({"outs": 17} if street == "river" else {})

    async def edges(self, *_: object) -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"edges": dict(_EDGES)}

    def leave(self) -> None:
        self.coach.choices, self.coach.edges = self.before  # type: ignore[method-assign]


@pytest.fixture
def lab(place: Place) -> Iterator[StandIn]:
    standing = StandIn(place)
    yield standing
    standing.leave()


@pytest.fixture
def guest(browser: Browser, place: Place) -> Iterator[Screen]:
    screen = Screen(browser, place)
    yield screen
    screen.close()


def coached(screen: Screen, mode: str, rules: str = "wa-2018") -> Page:
    screen.practise(rules)
    screen.page.get_by_label(mode).check()
    return screen.page


def play_badly(guest: Screen) -> None:
    """Check, check and fold, where every bet was better."""
    guest.bet("ante", "ante")
    for stage, action in (("preflop", "Check"), ("flop", "Check"), ("river", "Fold")):
        guest.stage(stage)
        guest.act(action)
    guest.stage("over")


VERDICTS = [
    "Before the flop: Check cost you $2.65: Bet 4x was better.",
    "On the flop: Check cost you $1.06: Bet 2x was better.",
    "At the river: Fold cost you $7.56: Bet 1x was better.",
]


@thorough
def test_every_decision_of_the_round_is_kept_in_order(guest: Screen, lab: StandIn) -> None:
    page = coached(guest, "Values first")
    play_badly(guest)
    expect(page.locator("#coach p.loss")).to_have_text(VERDICTS)
    expect(page.locator("#coach .rule")).to_have_text(
        [
            "Rule: what fits the preflop: bet4.",
            "Rule: what fits the flop: bet2.",
            "Rule: what fits the river: bet1. The dealer has 17 outs.",
        ]
    )
    guest.look("coach-every-decision")


def test_before_you_act_there_are_values_a_rule_and_what_lies_behind(guest: Screen, lab: StandIn) -> None:
    page = coached(guest, "Values first")
    guest.bet("ante", "ante")
    guest.stage("preflop")
    guest.act("Check")
    guest.stage("flop")
    expect(page.locator("#coach .choice")).to_have_text(["Bet 2x+0.2173", "Check+0.1113"])
    expect(page.locator("#coach")).to_contain_text("Bet 2x is better by $1.06. Values are in Antes.")
    expect(page.locator("#coach .rule").first).to_have_text("Rule: what fits the flop: bet2.")
    expect(page.locator("#coach p.loss")).to_have_text(VERDICTS[:1])
    expect(page.locator("#choices .best")).to_have_attribute("data-action", "bet2")


_COLOUR = "(one) => getComputedStyle(one).backgroundColor"


@thorough
def test_the_best_button_carries_the_mark_whatever_it_is(
    guest: Screen, lab: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(_VALUES, "preflop", {"check": 0.5, "bet4": 0.4, "bet3": 0.3})
    page = coached(guest, "Off")
    guest.bet("ante", "ante")
    guest.stage("preflop")
    golden = guest.bar("Bet 4x").evaluate(_COLOUR)
    expect(page.locator("#choices .best")).to_have_count(0)
    page.get_by_label("Values first").check()
    expect(page.locator("#choices .best")).to_have_attribute("data-action", "check")
    expect(guest.bar("Check")).to_have_css("background-color", golden)
    expect(guest.bar("Bet 4x")).not_to_have_css("background-color", golden)
    page.get_by_label("Decide first (quiz)").check()
    expect(page.locator("#choices .best")).to_have_count(0)
    expect(guest.bar("Bet 4x")).not_to_have_css("background-color", golden)
    page.get_by_label("Off").check()
    expect(guest.bar("Bet 4x")).to_have_css("background-color", golden)
    guest.look("coach-mark")


@thorough
def test_decisions_made_before_the_values_came_are_judged_when_they_do_even_after_a_reload(
    guest: Screen, lab: StandIn
) -> None:
    lab.learning = True
    page = coached(guest, "Values first")
    guest.bet("ante", "ante")
    guest.stage("preflop")
    expect(page.locator("#coach")).to_contain_text("The coach is learning the whole game: flops, 40%")
    guest.act("Check")
    guest.stage("flop")
    page.reload()
    guest.stage("flop")
    expect(page.locator("#coach")).to_contain_text("Before the flop: Check. The coach is learning the whole game")
    guest.act("Check")
    guest.stage("river")
    guest.act("Fold")
    guest.stage("over")
    expect(page.locator("#coach p.muted").filter(has_text="The coach is learning")).to_have_count(1)
    expect(page.locator("#coach")).to_contain_text("On the flop: Check.")
    lab.learning = False
    expect(page.locator("#coach p.loss")).to_have_text(VERDICTS)
    page.reload()
    guest.stage("over")
    expect(page.locator("#coach p.loss")).to_have_text(VERDICTS)


@thorough
def test_what_the_clock_decides_is_named_so_and_no_question_of_the_quiz(browser: Browser, own_place: Place) -> None:
    lab = StandIn(own_place)
    own_place.house.choices.choose("coach", "on", Person("eve", Role.EXECUTIVE), "coach on")
    own_place.open_table("T1", clock_s=1)
    screen = Screen(browser, own_place, own_place.player("ann"))
    screen.page.goto("/tables/T1")
    screen.page.get_by_label("Decide first (quiz)").check()
    screen.bar("Sit in seat 1").click()
    screen.stage("betting")
    screen.bet("ante", "ante")
    screen.stage("over")
    clocked = [words.replace(": ", ", by the clock: ", 1) for words in VERDICTS]
    expect(screen.page.locator("#coach p.loss")).to_have_text(clocked)
    expect(screen.page.locator("#coach-score")).to_have_text("Quiz: nothing asked yet.")
    lab.leave()
    screen.close()


NUMBERS = [f"{abs(value):.4f}"[:5] for values in _VALUES.values() for value in values.values() if value != -2]


@pytest.mark.thorough
def test_the_quiz_gives_nothing_away_before_you_act(guest: Screen, lab: StandIn) -> None:
    page = coached(guest, "Decide first (quiz)")
    guest.bet("ante", "ante")
    score = page.locator("#coach-score")
    expect(score).to_have_text("Quiz: nothing asked yet.")
    guest.stage("preflop")
    expect(page.locator("#coach")).to_contain_text("Decide first.")
    page.wait_for_timeout(400)
    assert lab.asked == ["preflop"], "the lab has been asked, and has answered"
    seen = page.content()
    assert not [number for number in NUMBERS if number in seen]
    assert "what fits" not in seen
    expect(page.locator("#coach .choice, #coach .rule, #coach .win, #coach .loss")).to_have_count(0)
    guest.look("coach-quiz-asks")
    guest.act("Bet 3x")
    coach = page.locator("#coach")
    expect(coach).to_contain_text("Before the flop: Wrong. Bet 3x cost you $1.20: Bet 4x was better.")
    expect(coach).to_contain_text("Bet 4x +0.5321 · Bet 3x +0.4123 · Check +0.2671")
    expect(coach).to_contain_text("Rule: what fits the preflop: bet4.")
    expect(score).to_have_text("Quiz: 0 right of 1, 0.120 Antes given up.")
    guest.stage("over")
    guest.look("coach-quiz-over")


@thorough
def test_the_next_question_of_a_quiz_hides_its_values_too(guest: Screen, lab: StandIn) -> None:
    page = coached(guest, "Decide first (quiz)")
    guest.bet("ante", "ante")
    for stage, action in (("preflop", "Check"), ("flop", "Bet 2x")):
        guest.stage(stage)
        expect(page.locator("#coach")).to_contain_text("Decide first.")
        if stage == "flop":
            expect(page.locator("#coach")).to_contain_text("Wrong. Check cost you $2.65")
            page.wait_for_timeout(400)
            assert "0.2173" not in page.content()
        guest.act(action)
    guest.stage("over")
    expect(page.locator("#coach")).to_contain_text("On the flop: Right. Bet 2x was right.")
    expect(page.locator("#coach-score")).to_have_text("Quiz: 1 right of 2, 0.265 Antes given up.")
    page.reload()
    expect(page.locator("#coach-score")).to_have_text("Quiz: 1 right of 2, 0.265 Antes given up.")


@thorough
def test_who_has_looked_at_the_values_is_not_asked(guest: Screen, lab: StandIn) -> None:
    page = coached(guest, "Values first")
    guest.bet("ante", "ante")
    guest.stage("preflop")
    expect(page.locator("#coach .choice")).to_have_count(3)
    page.get_by_label("Decide first (quiz)").check()
    expect(page.locator("#coach .choice")).to_have_count(0)
    guest.act("Bet 4x")
    guest.stage("over")
    expect(page.locator("#coach")).to_contain_text("Bet 4x was right.")
    expect(page.locator("#coach-score")).to_have_text("Quiz: nothing asked yet.")


@thorough
def test_on_a_phone_verdict_and_values_are_a_line_in_the_bar(browser: Browser, place: Place, lab: StandIn) -> None:
    screen = Screen(browser, place, viewport=PHONE)
    page = coached(screen, "Values first")
    bar = page.locator("#bar #coach-line")
    screen.bet("ante", "ante")
    screen.stage("preflop")
    expect(bar).to_have_text("Bet 4x +0.53, best by $1.20 · Bet 3x +0.41 · Check +0.27")
    assert screen.in_view(bar)
    screen.look("coach-phone")
    screen.act("Check")
    screen.stage("flop")
    expect(bar).to_have_text("Bet 2x +0.22, best by $1.06 · Check +0.11")
    screen.act("Bet 2x")
    screen.stage("over")
    expect(bar).to_have_text("Bet 2x +0.22 was right · Check +0.11")
    assert screen.in_view(bar)
    screen.look("coach-phone-over")
    for size in ({"width": 844, "height": 390}, {"width": 768, "height": 1024}):
        page.set_viewport_size(size)
        assert screen.in_view(bar), "wherever the coach's box lies below the felt"
        assert screen.in_view(screen.bar("Deal"))
    page.set_viewport_size({"width": 1280, "height": 860})
    expect(bar).to_be_hidden()
    screen.close()


@thorough
def test_a_phones_line_holds_a_mistake_as_a_whole(browser: Browser, place: Place, lab: StandIn) -> None:
    screen = Screen(browser, place, viewport=PHONE)
    page = coached(screen, "Decide first (quiz)")
    bar = page.locator("#bar #coach-line")
    for _ in range(2):
        screen.spot("ante").click()
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#spots")).not_to_be_in_viewport()
    screen.bar("Deal").click()
    expect(page.locator("#my-cards")).to_be_in_viewport()  # Deal deals within sight
    screen.stage("preflop")
    screen.act("Check")
    screen.stage("flop")
    expect(bar).to_have_text("Decide. Check +0.27 cost you $2.65: Bet 4x +0.53 was best")
    assert not bar.evaluate("(line) => line.scrollWidth - line.clientWidth"), "nothing of it is cut off"
    screen.close()


@thorough
def test_the_curve_does_not_tell_what_a_round_brought_before_its_money(guest: Screen, lab: StandIn) -> None:
    page = coached(guest, "Values first")
    play_badly(guest)
    guest.bar("Deal").click()
    expect(guest.bar("Bet 4x")).to_be_visible()
    page.evaluate(
        """() => {
          window.told = [];
          const coach = document.getElementById("coach");
          const look = () => coach.textContent.includes("After 2 rounds") && told.push(document.body.dataset.step);
          new MutationObserver(look).observe(coach, { childList: true });
        }"""
    )
    guest.act("Bet 4x")
    guest.stage("over")
    expect(page.locator("#coach")).to_contain_text("After 2 rounds")
    assert set(page.evaluate("() => window.told")) == {"money"}


@thorough
@pytest.mark.parametrize("mode", ["off", "quiz"])
def test_whoever_made_the_table_may_have_chosen_for_all(guest: Screen, lab: StandIn, mode: str) -> None:
    """The table's facts say so; here the browser reads them so."""
    guest.page.add_init_script(
        f"""const parse = JSON.parse;
        JSON.parse = (...words) => {{
          const read = parse(...words);
          if (read && read.table && read.table.coached) read.table.coach = {mode!r};
          return read;
        }};"""
    )
    guest.practise()
    page = guest.page
    expect(page.get_by_label("Values first")).to_be_hidden()
    expect(page.locator("#coach-box")).to_be_visible(visible=mode == "quiz")
    guest.bet("ante")
    guest.stage("preflop")
    if mode == "quiz":
        expect(page.locator("#coach")).to_contain_text("Decide first.")
    guest.act("Bet 4x")
    guest.stage("over")
    if mode == "quiz":
        expect(page.locator("#coach-score")).to_have_text("Quiz: 1 right of 1, 0.000 Antes given up.")
    else:
        assert not lab.asked


def curve_of(page: Page) -> list[dict[str, float]]:
    kept: dict[str, Any] = json.loads(page.evaluate("() => sessionStorage.getItem('coach:visit')"))
    points: list[dict[str, float]] = kept["games"]["uth"]["curve"]
    return points


@thorough
def test_in_california_the_curve_counts_fees_and_bank_rounds(browser: Browser, own_place: Place) -> None:
    lab = StandIn(own_place)
    own_place.house.choices.choose("coach", "on", Person("eve", Role.EXECUTIVE), "coach on")
    table = own_place.open_table("Bank-1", "ca")
    screens = {seat: Screen(browser, own_place, own_place.player(name)) for seat, name in {1: "cal", 4: "dot"}.items()}
    before = 100_000
    for seat, screen in screens.items():
        screen.page.goto(f"/tables/{table}")
        screen.bar(f"Sit in seat {seat}").click()
        screen.stage("betting")
        screen.page.get_by_label("Values first").check()
    now = own_place.until(table, lambda t: t.rounds == 1 and t.round.stage is Stage.BETTING)  # type: ignore[union-attr]
    bank = now.bank_offered_to[0]
    banker, other = screens[bank], screens[5 - bank]
    banker.act("Take the bank")
    expect(other.page.locator("#bank")).to_contain_text("Bank: seat")
    other.bet("ante", "ante", "trips")
    other.stage("preflop")
    expect(other.page.locator("#coach .choice")).to_have_count(3)
    other.act("Bet 3x")
    other.stage("over")
    banker.stage("over")
    # $10 on the Ante and $5 on Trips; schedule 1 takes $1 of the bank and $0.50 of the player.
    edge = _EDGES["ante"] * 1000 + _EDGES["trips"] * 500
    mistake = (0.5321 - 0.4123) * 1000
    fees = {bank: 100, 5 - bank: 50}
    for seat, screen in screens.items():
        page = screen.page
        page.wait_for_function(
            "() => JSON.parse(sessionStorage.getItem('coach:visit') || '{}').games?.uth?.rounds === 1"
        )
        (point,) = curve_of(page)
        chips = page.evaluate("() => document.getElementById('chips').textContent").replace("$", "").replace(",", "")
        assert point["result"] == round(float(chips) * 100) - before, "what the round brought, fees included"
        expected = edge - fees[seat] if seat == bank else -edge - mistake - fees[seat]
        assert point["expected"] == pytest.approx(expected)
    lab.leave()
    for screen in screens.values():
        screen.close()


@thorough
def test_a_round_that_was_left_is_counted_later_and_games_have_a_total_each(guest: Screen, lab: StandIn) -> None:
    lab.learning = True
    page = coached(guest, "Values first")
    guest.bet("ante")
    guest.stage("preflop")
    guest.act("Bet 4x")
    guest.stage("over")
    expect(page.locator("#coach")).to_contain_text("1 round is still being worked out.")
    guest.practise("three-card")
    guest.bet("ante")
    guest.stage("decision")
    guest.act("Bet 1x")
    guest.stage("over")
    expect(page.locator("#coach")).to_contain_text("1 round is still being worked out.")
    lab.learning = False
    expect(page.locator("#coach")).to_contain_text("Ultimate Texas Hold'em: After 1 round you are")
    expect(page.locator("#coach")).not_to_contain_text("still being worked out")
    guest.bar("Deal").click()
    guest.stage("decision")
    guest.act("Bet 1x")
    guest.stage("over")
    expect(page.locator("#coach")).to_contain_text("After 2 rounds you are")
    expect(page.locator("#coach")).to_contain_text("Ultimate Texas Hold'em: After 1 round you are")
