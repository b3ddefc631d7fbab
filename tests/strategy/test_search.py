"""The search: more rules are never worse, what it says it found is what pricing says, and the same is found again."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.games.uth import UTH
from croupier.strategy import card_svg, card_text, parse, price, published, search
from croupier.strategy.language.conditions import Is
from croupier.strategy.language.holdem import RANKS_ALONE
from croupier.strategy.pricing.price import pricing_model_of
from croupier.strategy.pricing.uth import river_seen
from croupier.strategy.rule_search import Search, SearchResult
from croupier.strategy.search_classes import classes_of
from croupier.strategy.search_conditions import conditions_on
from croupier.strategy.search_moves import CandidateRule
from depth import thorough


@pytest.fixture(scope="module")
def riding() -> SearchResult:
    return search("let-it-ride", 5)


@thorough
def test_more_rules_are_never_worse(riding: SearchResult) -> None:
    costs = [step.cost for step in riding.steps]
    assert [step.size for step in riding.steps] == [1, 2, 3, 4, 5]
    assert costs == sorted(costs, reverse=True)
    fewer = search("let-it-ride", 3)
    assert fewer.steps == riding.steps[:3]


@pytest.mark.thorough
def test_what_is_found_costs_what_pricing_its_text_says(riding: SearchResult) -> None:
    for step in riding.steps:
        again = price(parse(str(step.strategy)))
        assert (again.cost, again.edge) == (step.cost, step.edge)
    assert riding.price.cost == riding.steps[-1].cost
    assert riding.strategy.size <= 5
    assert riding.price.cost < price(published("let-it-ride")["simple"]).cost


def test_three_card_poker_needs_one_rule() -> None:
    found = search("three-card", 4)
    assert [str(rule) for rule in found.strategy.on("decision")] == ["1x with Q-6-4 or better"]
    assert found.price.cost == 0
    assert len(found.steps) == 1


def test_one_street_is_searched_with_the_best_play_on_the_others() -> None:
    found = search("let-it-ride", 3, street="four")
    assert set(found.strategy.rules) == {"four"}
    whole = found.price.edge - found.price.best_edge
    assert whole == found.price.cost == sum(used.cost for used in found.price.used)
    assert {used.street for used in found.price.used} == {"four"}


@thorough
def test_starts_are_found_with_the_best_play_later() -> None:
    found = search("uth", 3, street="preflop")
    assert found.price.cost < price(published("uth")["pocket"]).cost
    assert found.strategy.size == 3


def test_the_best_choice_needs_no_rule_where_the_last_one_is_the_best() -> None:
    work = Search(pricing_model_of(GAMES["three-card"]))
    table, gains = work.table(0), work.gains(0, ((),))
    first = table.best_move((), gains, instead=False)
    assert first is not None
    assert first.gain > 0
    assert table.best_move((), gains, instead=False, above=first.gain) is None
    assert table.best_move((first.rule,), gains, instead=False) is None
    assert table.best_move((first.rule,), gains, instead=True) is None


def test_classes_say_what_the_conditions_say_of_every_situation() -> None:
    model = pricing_model_of(GAMES["mississippi"])
    place = model.places[1]
    conditions = tuple(rule.when for rule in published("mississippi")["points"].on("fourth") if rule.when is not None)
    classes = classes_of(place, conditions)
    for number, condition in enumerate(conditions):
        fits = np.broadcast_to(place.parts[0].fits(condition), place.parts[0].shape)
        assert (classes.fits[number][classes.of[0]] == fits).all()


def test_the_best_rule_is_the_best_of_all_of_its_form() -> None:
    """Every rule of one or two conditions tried one by one, on a street where each choice is good for something."""
    work = Search(pricing_model_of(GAMES["mississippi"]))
    table, gains = work.table(1), work.gains(1, ((CandidateRule(2, -1),), (), (CandidateRule(2, -1),)))
    every = np.arange(gains.shape[1])

    def gain(rule: CandidateRule) -> float:
        return float((gains[table.choosing((rule,)), every] - gains[-1]).sum())

    conditions = range(len(table.conditions.each))
    rules = [CandidateRule(choice, -1) for choice in range(3)]
    rules += [CandidateRule(choice, one) for choice in range(3) for one in conditions]
    for unless in (False, True):
        rules += [CandidateRule(2, one, other, unless) for one in conditions for other in conditions]
    best = table.best_move((), gains, instead=False, only=2)
    assert best is not None
    assert best.gain == gain(best.rule) == max(gain(rule) for rule in rules if rule.choice == 2)
    whole = table.best_move((), gains, instead=False)
    assert whole is not None
    assert whole.gain >= max(map(gain, rules))


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(Refused, match="no street 'turn'"):
        search("uth", 3, street="turn")
    with pytest.raises(Refused, match="want 1 to"):
        search("uth", 0)
    with pytest.raises(Refused, match="want 3 to"):
        search("mississippi", 2)


def test_the_card_has_every_rule_and_its_exact_cost(riding: SearchResult) -> None:
    text = card_text(riding.price)
    drawing = card_svg(riding.price)
    root = ElementTree.fromstring(drawing)
    assert (root.get("width"), root.get("height")) == ("85.6mm", "54.0mm")
    words = " ".join(node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text"))
    for rules in riding.strategy.rules.values():
        for rule in rules:
            assert str(rule) in text
            assert str(rule) in words
    edge = f"{float(riding.price.edge) * 100:.4f} %"
    assert edge in text
    assert edge in words
    assert len({len(line) for line in text.splitlines()}) == 1


def test_a_long_strategy_is_written_smaller_and_stays_on_the_card() -> None:
    root = ElementTree.fromstring(card_svg(price(published("mississippi")["points"])))
    lows = [float(node.get("y") or 0) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert max(lows) < 54


@pytest.mark.slow
def test_five_rules_for_ultimate_texas_holdem_cost_less_than_one_percent() -> None:
    found = search("uth", 5)
    assert found.price.cost < 0.01
    assert [step.cost for step in found.steps] == sorted((step.cost for step in found.steps), reverse=True)


@thorough
def test_phrases_that_go_by_ranks_alone_read_the_same_where_the_ranks_are_the_same() -> None:
    """So the flush boards of a river need not be looked at for them: a tenth of the rows tells."""
    seen = river_seen(flush=True)
    assert seen.by_ranks is not None
    assert seen.board is not None
    assert seen.there is not None
    rows, columns = seen.by_ranks.rows[::10], seen.by_ranks.columns
    some = replace(seen, shape=(len(rows), seen.shape[1]), board=seen.board[::10], _read={}, _kept={})
    there = seen.there[::10]
    asked = {each.phrase.name: each.phrase for each in conditions_on(UTH, UTH.streets[-1]).each if isinstance(each, Is)}
    assert RANKS_ALONE & asked.keys()
    for name in sorted(RANKS_ALONE & asked.keys()):
        by_ranks = np.broadcast_to(seen.by_ranks.seen.read(asked[name]), seen.by_ranks.seen.shape)
        whole = np.broadcast_to(some.read(asked[name]), some.shape)
        assert (whole == by_ranks[rows[:, None], columns])[there].all(), name
