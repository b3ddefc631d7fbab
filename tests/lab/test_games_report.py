"""The pages of the six games: base game, side bets and progressives of every rule set."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.games import GAMES, ruleset
from croupier.hands import category, strength
from croupier.lab.bets.report import NoSuchBet
from croupier.lab.capabilities import NotCounted
from croupier.lab.games.folds import folded_hands
from croupier.lab.games.solve import SIX_GAMES, solved_game
from croupier.lab.solver.report import edge_report
from croupier.rules.paytables import parse_paytable
from depth import first_of, thorough

RAISE = 'name = "mine"\nbet = "raise"\n[pays]\n'
EVERY_HAND = "\n".join(
    f'{line} = "{pays}"'
    for line, pays in {
        "royal_flush": "100 to 1",
        "straight_flush": "50 to 1",
        "four_of_a_kind": "20 to 1",
        "full_house": "7 to 1",
        "flush": "5 to 1",
        "straight": "4 to 1",
        "three_of_a_kind": "3 to 1",
        "two_pair": "2 to 1",
        "pair": "3 to 2",
        "high_card": "1 to 1",
    }.items()
)


@pytest.mark.parametrize("key", first_of(SIX_GAMES))
def test_every_rule_set_has_a_page_with_all_its_bets(key: str) -> None:
    (rules,) = GAMES[key].rule_sets
    report = edge_report(rules)
    told = json.loads(json.dumps(report.to_dict()))
    priced = [(bet["bet"], bet["paytable"]) for bet in told["bets"]]
    sides = [(spot, name) for spot in rules.tables if spot not in GAMES[key].base_tables for name in rules.tables[spot]]
    assert priced == sides
    assert told["base"]["edge"] == float(solved_game(GAMES[key]).edge)
    assert len(told["others"]) == sum(len(rules.tables[bet]) - 1 for bet in GAMES[key].base_tables)


@thorough
def test_the_second_approved_table_of_mississippi_stands_beside_the_first() -> None:
    (other,) = edge_report(ruleset("mississippi")).others
    assert round(float(other.edge) * 100, 3) == 3.759


@thorough
def test_a_base_table_of_ones_own_takes_the_approved_ones_place() -> None:
    mine = parse_paytable(RAISE + EVERY_HAND)
    report = edge_report(ruleset("caribbean"), [mine])
    assert report.solution.tables["raise"].name == "mine"
    assert report.solution.edge < solved_game(GAMES["caribbean"]).edge
    assert report.others == ()


def test_a_side_table_of_ones_own_stands_after_the_approved() -> None:
    mine = parse_paytable('name = "mine"\nbet = "pair_plus"\n[pays]\npair = "1 to 1"\n')
    named = [(bet.bet, bet.paytable) for bet in edge_report(ruleset("let-it-ride"), [mine]).bets]
    assert named[:2] == [("three_card_bonus", "PP-01"), ("three_card_bonus", "mine")]


def test_refusals() -> None:
    with pytest.raises(NoSuchBet, match="mine is a raise table; Mississippi Stud has mississippi, pair_plus"):
        edge_report(ruleset("mississippi"), [parse_paytable(RAISE + EVERY_HAND)])
    with pytest.raises(Refused, match="'mine' pays nothing for 'royal_flush'; a Raise that wins is paid for every"):
        edge_report(ruleset("caribbean"), [parse_paytable(RAISE + 'flush = "9 to 1"')])
    layout = replace(GAMES["caribbean"].layout, up=2)
    faro = replace(ruleset("caribbean"), game=replace(GAMES["caribbean"], key="faro", name="Faro", layout=layout))
    with pytest.raises(NotCounted, match="Faro shows 2 cards of the dealer's; the lab counts games that show one"):
        edge_report(faro)


@thorough
def test_nobody_folds_what_pays_but_where_cards_are_to_come() -> None:
    paying = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind")
    for key in ("caribbean", "crazy-four", "let-it-ride"):
        lost = folded_hands(GAMES[key])
        assert not any(lost.lines.get(line) for line in paying)
    caribbean = folded_hands(GAMES["caribbean"])
    folds = solved_game(GAMES["caribbean"]).frequencies["decision"]["fold"]
    assert Fraction(sum(caribbean.lines.values()), caribbean.deals) == folds


@pytest.mark.parametrize("key", first_of(["three-card", "mississippi"]))
def test_every_fold_is_counted_once_and_by_the_hand_that_it_would_have_been(key: str) -> None:
    game, lost = GAMES[key], folded_hands(GAMES[key])
    shares = solved_game(game).frequencies.values()
    assert Fraction(sum(lost.lines.values()), lost.deals) == sum(share["fold"] for share in shares)
    # Mississippi's and Three Card's simple ways to play fold about as much; dealt at random, they agree roughly.
    chance, found, rounds = random.Random(key), Counter[str](), 6_000
    for _ in range(rounds):
        # Five cards count in both games: the own ones, and two of the dealer's or the board.
        cards = tuple(chance.sample(DECK, 5))
        own, board = cards[: game.layout.own], cards[5 - game.layout.board :] if game.layout.board else ()
        if any(str(game.sense(street, own, board[:street])) == "fold" for street in range(len(game.streets))):
            found[category(strength(cards)).key] += 1
    for line in ("pair", "two_pair", "high_card"):
        assert found[line] / rounds == pytest.approx(lost.lines[line] / lost.deals, abs=0.06)


@thorough
def test_a_progressive_costs_more_where_a_fold_loses_it() -> None:
    rules = ruleset("mississippi")
    kept, lost = edge_report(rules), edge_report(rules, progressive_on_fold=False)
    for before, after in zip(kept.bets, lost.bets, strict=True):
        assert (after.edge > before.edge) == (before.bet == "progressive")
