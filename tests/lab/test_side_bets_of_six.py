"""The side bets of the six other games: their counts, counted again from the grades, and published edges."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from croupier.cards import RANKS
from croupier.games import GAMES, RULE_SETS
from croupier.hands import Category
from croupier.hands.four import FourCards
from croupier.hands.three import ThreeCards
from croupier.jackpot.terms import NAMED
from croupier.lab.bets.progressive import MeterTerms, progressive
from croupier.lab.bets.sidebets import NoSideBet, side_bet, side_bet_kinds
from croupier.lab.bets.ways import line_ways
from croupier.lab.capabilities import priced_bets
from croupier.lab.games.grades import best_five_of_six, best_four_of_five, three_cards
from croupier.lab.hands import counts
from croupier.rules.game import Game
from croupier.rules.paytables import FIRST_FIVE, kinds, names, paytable
from croupier.rules.rulesets import approved_paytable
from croupier.rules.wagers import PROGRESSIVE
from depth import thorough


def test_three_cards_and_four_of_five_are_counted_as_they_are_graded() -> None:
    three, four = three_cards(), best_four_of_five()
    found = Counter((three.strength >> 12)[three.of_set].tolist())
    assert {ThreeCards(kind): n for kind, n in found.items()} == dict(counts.THREE_CARDS)
    found = Counter((four.strength >> 16)[four.of_set].tolist())
    assert {FourCards(kind): n for kind, n in found.items()} == dict(counts.FOUR_OF_FIVE)
    pairs = Counter((four.strength >> 12)[four.of_set].tolist())
    high = {rank: pairs[FourCards.PAIR << 4 | RANKS.index(rank)] for rank in "AKQ"}
    assert high == dict(counts.HIGH_PAIRS_OF_FOUR)


@thorough
def test_best_five_of_six_are_counted_as_they_are_graded() -> None:
    six = best_five_of_six()
    found = np.bincount((six.strength >> 20)[six.of_set], minlength=10)
    assert {kind: int(found[kind]) for kind in Category} == dict(counts.SIX_CARDS)


@pytest.mark.parametrize(
    ("name", "bet", "edge"),
    [
        ("PP-01", "pair_plus", "7.28"),
        ("PP-02", "pair_plus", "2.32"),
        ("AU-01", "aces_up", "3.89"),
        ("QU-01", "queens_up", "4.52"),
        ("SIX-01", "six_card", "10.22"),
    ],
)
def test_what_the_approved_tables_cost(name: str, bet: str, edge: str) -> None:
    assert f"{float(side_bet(paytable(name, bet)).edge) * 100:.2f}" == edge


@pytest.mark.parametrize("kind", side_bet_kinds())
def test_every_line_that_a_side_bet_may_have_is_counted(kind: str) -> None:
    for name in names(kind):
        deals, ways = line_ways(paytable(name, kind))
        paid = [ways[line] for line in paytable(name, kind).pays]
        assert all(paid)
        assert sum(paid) < deals
    assert set(kinds()[kind]) <= set(line_ways(paytable(names(kind)[0], kind))[1]) or kind == "pairs"


def test_every_bet_of_every_rule_set_can_be_priced() -> None:
    assert set(priced_bets()) == set(kinds())
    for rules in RULE_SETS.values():
        for bet, offered in rules.tables.items():
            table = approved_paytable(rules, bet, offered[0])
            if bet in rules.game.side_bet:
                assert 0 < side_bet(table).edge < 1
            elif bet != PROGRESSIVE:
                with pytest.raises(NoSideBet, match="want one for trips"):
                    side_bet(table)


def test_bets_that_games_share_have_the_words_of_the_first() -> None:
    assert priced_bets()["pair_plus"] == "Pair Plus"
    assert priced_bets()["mississippi"] == "Mississippi Stud"
    assert next(iter(priced_bets())) == "blind"
    assert list(priced_bets())[-1] == PROGRESSIVE


MULTI_GAME = [
    (rules.game, name)
    for rules in RULE_SETS.values()
    for name in rules.tables.get(PROGRESSIVE, ())
    if paytable(name, PROGRESSIVE).cards == FIRST_FIVE
]


@pytest.mark.parametrize(("game", "name"), MULTI_GAME, ids=lambda value: getattr(value, "key", value))
def test_r59_every_line_of_a_multi_game_link_has_the_chance_of_five_cards_in_every_game(game: Game, name: str) -> None:
    table = paytable(name, PROGRESSIVE)
    bet = progressive(table, stake=100, levels={level: MeterTerms(meter=0) for level in table.levels}, game=game)
    five = {kind.key: Fraction(n, 2_598_960) for kind, n in counts.FIVE_CARDS.items()}
    assert {line.line: line.probability for line in bet.lines} == {line: five[line] for line in table.pays}
    assert bet.lines[0].probability == Fraction(1, 649_740)


def test_r59_the_games_that_may_join_a_multi_game_link_are_all_there() -> None:
    assert {game.key for game, _ in MULTI_GAME} == set(NAMED) & set(GAMES)
