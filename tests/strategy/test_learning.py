"""Learning to play: a class keeps to its hands, the rule that is said plays best, a rating comes from answers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from croupier.cards import DECK, parse_cards
from croupier.errors import Refused
from croupier.games import GAMES, game
from croupier.lab.games.dealer_hands import DealerHands, dealer_hands
from croupier.lab.games.direct import choice_values
from croupier.lab.solution_cache import cached_solution
from croupier.lab.solver import solver
from croupier.lab.solver.six_games import SixGames
from croupier.rules.game import Game
from croupier.school.decision import QUESTIONS, decision, grade_of, hundred, parse_decision
from croupier.strategy.advice import advise
from croupier.strategy.drills.drawing import class_of, classes_of, deal_decision, draw_position
from croupier.strategy.drills.marking import mark_paper, strategies_to_compare
from croupier.strategy.drills.position import DrillPosition, judge_decision
from croupier.strategy.drills.rating import standing
from croupier.strategy.drills.reasons import reason_words, rule_words
from croupier.strategy.drills.schedule import PastAnswer
from depth import first_of

DAY = 86_400_000
# To weigh Texas Hold'em Bonus takes longer than all the others.
LONGEST = pytest.param(GAMES["holdem-bonus"], marks=pytest.mark.slow)
EVERY = pytest.mark.parametrize(
    "of", [*first_of(of for of in GAMES.values() if of.key != "holdem-bonus"), LONGEST], ids=lambda of: of.key
)


@EVERY
def test_the_stated_best_is_the_labs_best_at_every_street(of: Game) -> None:
    for street in range(len(of.streets)):
        found = judge_decision(deal_decision(of, Random(street), street))
        again = _weighed(of, found)
        assert dict(found.choices) == dict(again)
        assert found.choices[found.best] == max(again.values())
        assert set(found.offered) == set(found.choices), "what is offered can be judged"


def _weighed(of: Game, found: DrillPosition) -> Mapping[str, Fraction]:
    """What the lab says, asked as directly as it can be: not every game is dealt out by `choice_values`."""
    if of.key == "uth":
        return cached_solution().choices(found.own, found.board)
    if isinstance(solver(of), SixGames):
        return choice_values(of, found.own, found.board, found.up)
    return advise(of, found.own, found.board, found.up).choices


@EVERY
def test_a_class_keeps_to_its_hands_and_a_rule_is_said(of: Game) -> None:
    for one in classes_of(of).values():
        found = draw_position(of, Random(2), street=one.streets[-1], belongs=one.belongs)
        assert one.belongs(found)
        assert rule_words(found).endswith((".", ":")), "the rule is a sentence"
    with pytest.raises(Refused, match="has no class 'cooking'"):
        class_of(of, "cooking")


BELONGS = """
  three-card Qs6h4d     | queen-high | yes | nothing made, and a queen the highest
  three-card QcJc4c     | queen-high | no  | a flush is made
  crazy-four Ks7d5c6s4d | king-high  | no  | a straight of four is made
  crazy-four Kd7d5d8s2d | king-high  | no  | a flush of four is made
  crazy-four KdJs5c8s2d | king-high  | yes | nothing made, and a king the highest
  caribbean AsKd9h7c2s - 9d | ace-king | yes | nothing made, with ace and king
  caribbean AsKs9s7s2s - 9d | ace-king | no | a flush is made
  mississippi 5h5c 9d   | low-pairs  | yes | one pair
  mississippi 5h5c 5d   | low-pairs  | no  | three of a kind is more than a pair
  mississippi 5h5c 9d9c | low-pairs  | no  | two pair is more than a pair
"""


@pytest.mark.parametrize("row", BELONGS.strip().splitlines(), ids=lambda row: row.split("|")[-1].strip())
def test_a_class_has_the_hands_that_its_words_name(row: str) -> None:
    decision, key, belongs, _why = (part.strip() for part in row.split("|"))
    asked = parse_decision(decision)
    assert class_of(asked.game, key).belongs(asked) is (belongs == "yes")


def test_the_rule_that_is_said_is_one_that_plays_the_position_best() -> None:
    for key, words in (
        ("uth Kc5d", "K5 offsuit or better: bet 4x."),
        ("three-card Qs6h3d", "fold."),
        ("mississippi 2h2d", "bet 3x."),
        ("let-it-ride 8sJs2s Ts", "let it ride."),
    ):
        assert rule_words(judge_decision(parse_decision(key))).endswith(words), rule_words(
            judge_decision(parse_decision(key))
        )
    deuces = judge_decision(parse_decision("uth 2c2d Kc7hJd"))
    assert deuces.best == "check"
    assert "deuces" in rule_words(deuces) or "threes" in rule_words(deuces)


def test_where_no_rule_decides_the_closest_one_and_the_reasons_do() -> None:
    sixes = judge_decision(parse_decision("uth 6c6h QsAs4s"))
    assert sixes.best == "check"
    assert rule_words(sixes) == (
        "The closest rule is “a hidden pair (a pair with a card of your own), except pocket deuces: bet 2x”. Here it "
        "errs, by 0.0382 of a base bet: the values decide, to check −0.6433, to bet 2x −0.6815."
    )
    assert reason_words(sixes) == (
        "You have a pair of sixes. 2 of the 47 unseen cards would give you a better kind of hand, and help the board "
        "alone less."
    )
    river = judge_decision(parse_decision("uth 8cAc 8h2h6cTc9s"))
    assert reason_words(river) == (
        "You have a pair of eights. 10 of the 45 unseen cards would beat you, each alone with the board. Of the "
        "dealer's 990 hands 46.5 % are better, 0.6 % as good and 52.9 % worse; 29.9 % do not qualify."
    )


def test_the_dealers_hands_are_those_that_the_rest_of_the_deck_makes() -> None:
    found = parse_decision("three-card Qs6h3d")
    of, mine = found.game, found.game.rank(found.own, ())
    assert of.qualifies is not None
    hands = [of.rank(three, ()) for three in combinations([card for card in DECK if card not in found.own], 3)]
    better, equal = sum(hand > mine for hand in hands), sum(hand == mine for hand in hands)
    unqualified = sum(not of.qualifies(hand) for hand in hands)
    assert dealer_hands(of, found.own) == DealerHands(better, equal, len(hands) - better - equal, unqualified)
    assert dealer_hands(GAMES["let-it-ride"], found.own) is None, "no dealer plays there"


@EVERY
def test_a_hundred_decisions_are_the_same_for_a_seed_and_reached(of: Game) -> None:
    paper = hundred(of, "one")
    assert len(paper) == QUESTIONS
    assert [asked.key for asked in paper] == [asked.key for asked in hundred(of, "one")]
    assert [asked.key for asked in paper] != [asked.key for asked in hundred(of, "two")]
    assert {asked.street for asked in paper} == set(range(len(of.streets)))
    assert all(parse_decision(asked.key) == asked for asked in paper)


def test_best_play_is_without_a_mistake_and_an_a() -> None:
    paper = [judge_decision(asked) for asked in hundred(game("uth"), "best")]
    done = mark_paper(paper, [found.best for found in paper])
    assert (done.own.right, done.own.cost, grade_of(done.own.cost)) == (100, 0, "A")
    assert {score.title for score in done.others} == {strategy.title for strategy in strategies_to_compare(game("uth"))}
    careless = mark_paper(paper, [list(found.choices)[-1] for found in paper])
    assert careless.own.right == 0
    assert careless.own.cost == sum(found.cost(list(found.choices)[-1]) for found in paper)
    with pytest.raises(Refused, match="99 answers to 100 questions"):
        mark_paper(paper, [found.best for found in paper[1:]])


def test_grades_are_what_a_decision_may_cost() -> None:
    costs = [Fraction(2, 10), Fraction(1), Fraction(3), Fraction(10), Fraction(11)]
    assert [grade_of(cost) for cost in costs] == ["A", "B", "C", "D", "E"]


def test_a_position_counts_for_the_rating_when_it_is_first_met() -> None:
    first = [PastAnswer("uth Kc5d - -", 0.1, 3, DAY, 0.1)]
    again = [*first, PastAnswer("uth Kc5d - -", 0, 3, DAY + 600_000, 0.1)]
    one, two = standing(first, DAY + 700_000), standing(again, DAY + 700_000)
    assert one.strength == two.strength
    assert (two.answered, two.right) == (2, 1)
    assert one.due == ("uth Kc5d - -",)
    assert two.due == ()
    assert standing(first, 60 * DAY).strength.deviation > one.strength.deviation


def test_a_decision_that_cannot_be_is_refused() -> None:
    for text in ("uth Kc", "uth KcKc", "uth Kc5d 2h", "caribbean 8sJhAc2cKc", "chess e4", ""):
        with pytest.raises(Refused, match="no position"):
            parse_decision(text)
    with pytest.raises(Refused, match="nobody decides"):
        decision(game("uth"), parse_cards("KcKd"), parse_cards("2h"))
