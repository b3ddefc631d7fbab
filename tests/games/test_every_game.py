"""For every game every study, drill, chapter, lesson, environment and table of figures answers, or refuses in words.

Shown with a game that the house does not have (`high_card`), registered for these tests alone. What the pages and the
commands do with it is in `web/test_pages_of_every_game.py` and `cli/test_commands_of_every_game.py`; the laws of
`rules/test_game.py` hold for it, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import gymnasium
import pytest

import croupier
from croupier import data
from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.floor.orders import parse_order
from croupier.games import GAMES, RULE_SETS, NoSuchGame, game, register, ruleset, unregister, versions
from croupier.games.caribbean import CARIBBEAN, WASHINGTON
from croupier.gym import environments
from croupier.gym import register as register_environments
from croupier.gym.judge import judge
from croupier.gym.many import ManyTables
from croupier.gym.one import OneTable
from croupier.lab.capabilities import priced_bets
from croupier.lab.custom_bets import price_side_bet
from croupier.rules.lines import base_bets_at, check_base_bets
from croupier.rules.own.felt import game_with
from croupier.rules.own.file import parse_side_bet
from croupier.rules.paytables import NoSuchPaytable, kinds, paytable
from croupier.rules.rulings import Rulings
from croupier.rules.steps import Step
from croupier.rules.teaching import Teaching
from croupier.rules.terms import terms
from croupier.rules.variants.fields import variant_of
from croupier.school.course import COURSE, paper, question
from croupier.school.primer.lesson import moment, parts
from croupier.school.primer.words import primer
from croupier.school.rulings import is_taught
from croupier.strategy.drills import reasons
from croupier.strategy.drills.drawing import class_of, draw_position, puzzles
from croupier.strategy.drills.marking import mark_paper
from croupier.strategy.drills.position import position
from croupier.strategy.language.parser import parse
from croupier.strategy.language.published import published
from croupier.strategy.pricing.price import price
from croupier.strategy.review import DecisionContext, by_strategies, rule_words, titles, worth
from croupier.strategy.rule_search import search
from croupier.studies.subjects import SUBJECTS, answer_to_dict, question_of
from depth import first_of
from high_card import CARIBBEAN_WITH_REDS, HIGH_CARD, HIGH_CARD_RULES, PAYTABLES, REDS, registered
from own_game import COMMON_RULES, COMMON_THIRD, admitted

KING = parse_cards("Kh")


@pytest.fixture
def small_games() -> Iterator[None]:
    with registered():
        yield


# A game from elsewhere


def test_a_registered_game_is_a_game_of_the_house_until_it_is_withdrawn() -> None:
    before = dict(GAMES), dict(RULE_SETS), dict(kinds()), priced_bets()
    with registered():
        assert game("high-card") is HIGH_CARD
        assert ruleset("high-card") is HIGH_CARD_RULES
        assert HIGH_CARD.rule_sets == (HIGH_CARD_RULES,)
        assert terms(HIGH_CARD_RULES).table("suited") == paytable("HC-01", "suited")
    assert (dict(GAMES), dict(RULE_SETS), dict(kinds()), priced_bets()) == before
    with pytest.raises(NoSuchGame):
        game("high-card")
    with pytest.raises(NoSuchPaytable):
        paytable("HC-01", "suited")


def test_nothing_that_is_there_is_replaced_unawares() -> None:
    with pytest.raises(Refused, match="rule set 'caribbean' is one of Caribbean Stud Poker in version 1; want another"):
        register([replace(WASHINGTON)])
    with pytest.raises(Refused, match="rule set 'caribbean' is one of Caribbean Stud Poker"):
        register([replace(HIGH_CARD_RULES, name="caribbean", version=2)])
    with pytest.raises(Refused, match="pay table 'CS-01' is approved already; want another name"):
        register([HIGH_CARD_RULES], [replace(PAYTABLES[0], name="CS-01")])
    assert "high-card" not in GAMES


def test_how_many_base_bets_can_lie_there_follows_from_what_is_offered() -> None:
    there = {key: [base_bets_at(game, street) for street in range(len(game.streets))] for key, game in GAMES.items()}
    assert there["mississippi"] == [(1,), (2, 3, 4), (3, 4, 5, 6, 7)]
    assert there["holdem-bonus"] == [(1,), (3,), (3, 4)]
    assert there["uth"] == [(2,), (2,), (2,)]
    with pytest.raises(Refused, match="no 5 Antes can be down there; want 3 or 4"):
        check_base_bets(GAMES["holdem-bonus"], 2, 5)


@pytest.mark.parametrize("change", [{"settle": None}, {"bets": CARIBBEAN.bets}], ids=["nowhere", "twice"])
def test_a_game_says_once_what_becomes_of_its_base_bets(change: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="High Card Duel must say once what becomes of its base bets; want rules in bets"):
        register([replace(HIGH_CARD_RULES, game=replace(HIGH_CARD, **change))])


def test_a_later_version_of_a_rule_set_stands_before_the_earlier_one(small_games: None) -> None:
    assert [rules.version for rules in versions("caribbean")] == [1, 2]
    assert WASHINGTON.latest.game is game("caribbean") is CARIBBEAN_WITH_REDS
    assert CARIBBEAN.rule_sets == CARIBBEAN_WITH_REDS.rule_sets


def test_a_step_that_no_other_game_has_is_an_order_while_its_game_is_there() -> None:
    spin = Step("spin", "spin the wheel")
    wheel = replace(HIGH_CARD, key="wheel", reveals=(replace(HIGH_CARD.reveals[0], step=spin),))
    rules = (replace(HIGH_CARD_RULES, game=wheel, name="wheel"),)
    register(rules)
    assert parse_order("spin") == spin
    unregister(rules)
    with pytest.raises(Refused, match="not an order: 'spin'"):
        parse_order("spin")


def test_a_side_bet_of_ones_own_lies_on_a_felt_without_link_spots() -> None:
    with registered():
        pip = parse_side_bet('[pip]\ngames = ["high-card"]\ncards = "hole"\npays = { "spades" = "2 to 1" }\n')
        made = game_with(HIGH_CARD, (pip,))
        assert [spot.key for spot in made.spots] == ["ante", "play", "suited", "own_pip"]
        assert price_side_bet(pip).priced.lines[0].ways == 13


# What the lab knows of it, and what it does not


def faced() -> DecisionContext:
    return DecisionContext(game=HIGH_CARD, own=KING, tables={})


ANSWERED: dict[str, Callable[[], Any]] = {
    "solve": lambda: float(croupier.solve("high-card").edge) == 5 / 51,
    "simulate": lambda: croupier.simulate("high-card", 10).rounds == 10,
    "best_decision": lambda: croupier.best_decision("high-card", "Kh").best == "bet1",
    "the best of a round": lambda: (
        set(croupier.deal("high-card", {1: {"ante": 1000}}, seed=1).best(1).choices) == {"bet1", "fold"}
    ),
    "a drill": lambda: draw_position(HIGH_CARD, Random(1)).game is HIGH_CARD,
    "puzzles": lambda: len(puzzles(HIGH_CARD, date(2026, 11, 15))),
    "a position": lambda: position(HIGH_CARD, KING).best == "bet1",
    "a decision faced": lambda: list(worth(faced())) == ["bet1", "fold"],
    "data.chart": lambda: [row["best"] for row in data.chart("high-card")] == ["bet1"],
    "data.edges": lambda: list(data.edges("high-card")),
    "data.lines": lambda: list(data.lines("high-card")),
    "data.results": lambda: list(data.results("high-card")),
    "a written strategy": lambda: price(parse("name: x\ngame: high-card\nbet 1x with high card 8+\n", "x")).cost > 0,
    "a search": lambda: search("high-card", 2).price.cost >= 0,
    "many tables": lambda: ManyTables(2, "high-card").reset(seed=1)[0].shape[0] == 2,
    "a judged policy": lambda: judge(lambda seen, mask: mask.argmax(axis=1), "high-card").edge >= 5 / 51,
}


@pytest.mark.parametrize("what", ANSWERED)
def test_what_follows_from_a_games_value_is_answered_for_every_game(what: str, small_games: None) -> None:
    assert ANSWERED[what]()


REFUSED: dict[str, Callable[[], Any]] = {
    "the rule for it": lambda: rule_words(faced(), {}),
    "a variant": lambda: variant_of(HIGH_CARD, {}, "mine"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_nobody_can_answer_for_a_game_is_refused_in_words_that_name_it(what: str, small_games: None) -> None:
    with pytest.raises(Refused, match="High Card Duel"):
        REFUSED[what]()


ANY_GAME: dict[str, dict[str, str]] = {
    "simulate": {"rounds": "1000"}, "ruin": {}, "seek": {}, "versus": {}, "strategies": {}, "frontier": {"rules": "2"},
    "faceup": {}, "report": {},
}  # fmt: skip
"""The studies that need nothing but a game's value."""


@pytest.mark.parametrize("key", SUBJECTS)
def test_a_study_of_the_lab_answers_for_any_game_or_refuses_it_in_words(key: str, small_games: None) -> None:
    if key in ANY_GAME:
        assert answer_to_dict(key, "high-card", ANY_GAME[key], lambda words, share: None)["headline"]
        return
    with pytest.raises(
        Refused, match=f"no '{key}' for High Card Duel in the Lab; there are simulate, ruin, seek, versus, strategies"
    ):
        question_of(key, "high-card", {})


def test_the_lab_computes_what_its_face_up_table_is_worth_when_asked_again(small_games: None) -> None:
    typed, steps = {"players": "3", "samples": "16", "again": "on"}, list[float]()
    told = answer_to_dict("faceup", "high-card", typed, lambda words, share: steps.append(share))
    assert told["command"] == "croupier faceup --game high-card --players 3 --samples 16 --seed 1 --recompute"
    assert steps[-1] == 1.0
    assert [len(sheet["rows"]) for sheet in told["sheets"]] == [1], "nothing is kept to lay beside it"
    assert json.loads(told["json"])["samples"] == 16
    assert told["svg"].startswith("<svg")


def test_what_there_is_of_it_is_nothing_where_a_list_is_asked_for(small_games: None) -> None:
    assert published("high-card") == {}
    assert titles(HIGH_CARD) == by_strategies(faced()) == {}


def test_the_coach_says_that_nobody_has_written_a_strategy_for_it(small_games: None) -> None:
    with pytest.raises(Refused, match="nobody has written a strategy for High Card Duel; there is one for Ultimate"):
        rule_words(faced(), {})


def test_a_drill_of_it_has_no_rule_in_words_and_no_strategy_to_compare_with(small_games: None) -> None:
    king = position(HIGH_CARD, KING)
    rule = reasons.rule_words(king)
    assert rule.startswith("No rule is written for High Card Duel, so the values decide: to bet 1x +"), rule
    assert reasons.reason_words(king).startswith("You have "), "what the hand has is said in any case"
    assert mark_paper([king], ["bet1"]).others == ()
    with pytest.raises(Refused, match="High Card Duel has no class 'courts'; it has none; leave the class out"):
        class_of(HIGH_CARD, "courts")


def test_a_strategy_that_its_game_names_and_nobody_has_written_is_refused(small_games: None) -> None:
    named = replace(HIGH_CARD, teaching=Teaching(drills=("courts",)))
    with pytest.raises(Refused, match="no strategy 'courts' for High Card Duel; there are none"):
        rule_words(replace(faced(), game=named), {})


def test_one_table_of_it_is_played_like_any_other(small_games: None) -> None:
    """Many tables at once need the lab's numbers; one table needs the engine alone."""
    register_environments()
    assert environments()["croupier/HighCardDuel-v0"] == "high-card"
    table = gymnasium.make("croupier/HighCardDuel-v0").unwrapped
    assert isinstance(table, OneTable)
    table.reset(seed=3)
    _, reward, over, _, _ = table.step(1)
    assert over
    assert reward in (-2.0, 0.0, 1.0, 2.0)


# What the school has no words for


@pytest.mark.parametrize("key", COURSE)
def test_a_chapter_refuses_a_game_that_the_school_does_not_teach(key: str, small_games: None) -> None:
    assert "high-card" not in COURSE[key].games
    with pytest.raises(Refused, match="the school does not teach High Card Duel yet; want one of Ultimate Texas"):
        question(COURSE[key], "high-card", "law", 0)


def test_so_do_its_page_and_its_first_round(small_games: None) -> None:
    for asked in (primer, parts, lambda game: moment(game, 0, ())):
        with pytest.raises(Refused, match="the school does not teach High Card Duel yet"):
            asked(HIGH_CARD)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if is_taught(game)])
def test_a_game_that_the_school_teaches_has_a_primer(key: str) -> None:
    assert primer(GAMES[key]).deals


@pytest.mark.parametrize("key", first_of(of for of, chapter in COURSE.items() if "caribbean" in chapter.games))
def test_a_chapter_asks_about_a_side_bet_that_it_was_not_written_for(key: str, small_games: None) -> None:
    asked = [made for seed in "abcde" for made in paper(COURSE[key], "caribbean", seed)]
    assert asked


def test_a_chapter_asks_what_it_can_of_a_taught_game_without_link_bank_or_trips() -> None:
    rulings = Rulings(overview=("H1",), decision="H2", base="H3", fold="H2")
    rules = (replace(HIGH_CARD_RULES, game=replace(HIGH_CARD, rulings=rulings)),)
    register(rules, PAYTABLES[:1])
    try:
        asking = [chapter for chapter in COURSE.values() if "high-card" in chapter.games]
        assert {"overview", "additional", "paytables"} <= {chapter.key for chapter in asking}
        assert all(paper(chapter, "high-card", "law") for chapter in asking)
    finally:
        unregister(rules, PAYTABLES[:1])


def test_papers_are_the_same_whatever_games_are_registered_beside_those_that_are_taught() -> None:
    before = [paper(COURSE["overview"], "uth", seed) for seed in "abc"]
    with registered():
        assert [paper(COURSE["overview"], "uth", seed) for seed in "abc"] == before


@pytest.mark.parametrize("key", COURSE)
def test_a_chapter_asks_only_what_a_game_on_no_link_has(key: str) -> None:
    """Common Third is on no link; without its side bet it has no pay table either."""
    bare = replace(
        COMMON_THIRD,
        key="bare",
        name="Bare",
        spots=COMMON_THIRD.spots[:2],
        side_bets=(),
        layout=replace(COMMON_THIRD.layout, felt=("ante", "play")),
    )
    rules = (replace(COMMON_RULES, game=bare, name="bare", tables={}, most_games=None),)
    with admitted():
        register(rules)
        try:
            for game in ("common-third", "bare"):
                if game in COURSE[key].games:
                    assert [made for seed in "abc" for made in paper(COURSE[key], game, seed)]
        finally:
            unregister(rules)


# A side bet of the house's own


def test_the_house_settles_a_side_bet_that_no_table_of_the_lab_knows(small_games: None) -> None:
    round = croupier.deal("caribbean", {1: {"ante": 1000, REDS: 500}}, seed=2)
    (row,) = (row for row in round.act(1, "fold").results(1) if row.spot == REDS)
    assert (row.stake, row.net, row.reason) == (500, -500, "not all red")
