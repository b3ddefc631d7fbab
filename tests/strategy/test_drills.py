"""Drills: the engine agrees with every answer, near decisions come more often, what went wrong comes back, and a rating
moves as its description says."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import combinations
from random import Random
from statistics import median

import pytest

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.games import GAMES, game
from croupier.rules.actions import parse_action
from croupier.rules.game import Game, Hands
from croupier.rules.seat import Seat, acted, bet_cents
from croupier.rules.settlement import settle
from croupier.rules.terms import terms
from croupier.rules.wagers import BASE
from croupier.school.decision import street_of
from croupier.strategy.drills.drawing import deal_decision, draw_position, puzzles
from croupier.strategy.drills.position import DrillPosition, judge_decision, parse_position
from croupier.strategy.drills.rating import GlickoRating, of_margin, rate
from croupier.strategy.drills.schedule import PastAnswer, due, schedule
from depth import first_of

MINUTE, DAY = 60_000, 86_400_000


def settled(position: DrillPosition, choice: str) -> Fraction:
    """What a choice is worth at the last street, from the engine's own settlement against every dealer's hand."""
    of, stake = position.game, 200
    at = terms(of.rule_sets[0])
    seat = Seat(number=1, stakes=of.complete({BASE: stake}), cards=position.own)
    for street in of.streets[: position.street]:
        seat = acted(seat, parse_action("check"), street, 0)
    street, action = of.streets[position.street], parse_action(choice)
    seat = acted(seat, action, street, bet_cents(seat, of, street, action))
    unseen = [card for card in DECK if card not in (*position.own, *position.board, *position.up)]
    rank, total, deals = of.ranking.strength, 0, 0
    own = rank((*position.own, *position.board))
    for rest in combinations(unseen, of.layout.dealer - len(position.up)):
        cards = (*position.up, *rest)
        hands = Hands(own, rank((*cards, *position.board)), position.own, cards, position.board)
        total += sum(result.net for result in settle(seat, hands, at))
        deals += 1
    return Fraction(total, deals * stake)


@pytest.mark.parametrize("seed", range(6))
def test_the_engine_agrees_with_every_answer_at_the_river(seed: int) -> None:
    found = draw_position(game("uth"), Random(seed), street=2)
    assert dict(found.choices) == {choice: settled(found, choice) for choice in found.choices}


@pytest.mark.parametrize("seed", range(2))
def test_the_engine_agrees_with_every_answer_of_three_cards(seed: int) -> None:
    found = draw_position(game("three-card"), Random(seed))
    assert dict(found.choices) == {choice: settled(found, choice) for choice in found.choices}


LONGEST = pytest.param(GAMES["holdem-bonus"], marks=pytest.mark.slow)


@pytest.mark.parametrize(
    "of", [*first_of(of for of in GAMES.values() if of.key != "holdem-bonus"), LONGEST], ids=lambda of: of.key
)
def test_a_position_is_found_again_by_its_key_and_judges_what_is_offered(of: Game) -> None:
    found = draw_position(of, Random(11))
    assert parse_position(found.key) == found
    offered = {str(action) for action in of.open_to(found.street, found.own)}
    assert set(found.choices) <= offered
    assert found.cost(found.best) == 0 < found.margin
    assert sorted(found.choices.values(), reverse=True) == list(found.choices.values())
    with pytest.raises(Refused, match="is no choice here"):
        found.cost("dance")


def test_near_decisions_come_more_often_than_they_are_dealt() -> None:
    of, street = game("uth"), 1
    plain, taught = Random(3), Random(3)
    as_dealt = median(float(judge_decision(deal_decision(of, plain, street)).margin) for _ in range(60))
    as_drawn = median(float(draw_position(of, taught, street=street).margin) for _ in range(60))
    assert as_drawn < as_dealt / 2


def test_a_drill_keeps_to_what_was_asked_for() -> None:
    of = game("uth")
    pairs = draw_position(
        of, Random(5), street=street_of(of, "preflop"), belongs=lambda p: p.own[0].rank == p.own[1].rank
    )
    assert pairs.own[0].rank == pairs.own[1].rank
    assert pairs.board == ()
    with pytest.raises(Refused, match="has no street 'turn'; want one of preflop, flop, river"):
        street_of(of, "turn")
    with pytest.raises(Refused, match="ask for less"):
        draw_position(of, Random(5), belongs=lambda _: False)


def test_the_puzzles_of_a_day_are_everybodys_and_of_that_day() -> None:
    of = game("uth")
    today = [each.key for each in puzzles(of, date(2026, 11, 15))]
    assert today == [each.key for each in puzzles(of, date(2026, 11, 15))]
    assert len(set(today)) == 5
    assert set(today).isdisjoint(each.key for each in puzzles(of, date(2026, 11, 16)))


def test_what_went_wrong_comes_back_later_and_later_and_what_never_did_does_not() -> None:
    wrong = PastAnswer("a", 0.2, 4, 0)
    assert due([wrong, PastAnswer("b", 0, 4, 0)], 10 * MINUTE) == ("a",)
    answers, gaps, now = [wrong], [], 0
    for _ in range(5):
        now_due = schedule(answers)["a"]
        gaps.append(now_due - now)
        now = now_due
        answers.append(PastAnswer("a", 0, 4, now))
    assert gaps == sorted(gaps)
    assert gaps[-1] > DAY
    assert schedule([*answers, PastAnswer("a", 0.2, 4, now + 1)])["a"] < now + DAY, "wrong again: soon again"


def test_a_rating_moves_as_its_description_says() -> None:
    """The worked example of the description: three opponents, one beaten."""
    others = [(GlickoRating(1400, 30), 1.0), (GlickoRating(1550, 100), 0.0), (GlickoRating(1700, 300), 0.0)]
    after = rate(GlickoRating(1500, 200), others)
    assert (round(after.rating, 2), round(after.deviation, 2)) == (1464.05, 151.52)
    assert round(after.volatility, 5) == 0.06
    assert rate(GlickoRating(1500, 200), []).deviation > 200, "who does not play is less well known"


def test_a_close_position_is_a_strong_opponent() -> None:
    margins = [1.0, 0.3, 0.1, 0.03, 0.01, 0.001]
    strengths = [of_margin(margin).rating for margin in margins]
    assert strengths == sorted(strengths)
    assert of_margin(0.1).rating == 1500
