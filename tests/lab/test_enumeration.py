"""Side bets that the house has added: counted by asking the bet itself, as exactly as those that the lab knows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from croupier.cards import DECK
from croupier.games import GAMES, ruleset
from croupier.lab.bets.enumeration import LinesNotCounted, judged_ways
from croupier.lab.bets.report import bet_reports
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.bets.ways import line_ways
from croupier.rules.game import Hands, Judged
from croupier.rules.paytables import Paytable, To, paytable
from croupier.rules.reasons import PAYS
from depth import thorough
from high_card import HIGH_CARD, registered


@pytest.fixture(autouse=True)
def small_games() -> Iterator[None]:
    with registered():
        yield


def test_a_bet_is_priced_as_it_judges() -> None:
    """Two cards are of one suit in 52 x 12 of 52 x 51 deals, which pays 3 to 1."""
    priced = side_bet(paytable("HC-01", "suited"))
    assert (priced.lines[0].ways, priced.deals) == (52 * 12, 52 * 51)
    assert priced.edge == Fraction(1, 17)
    assert [bet.edge for bet in bet_reports(ruleset("high-card"), (), lambda table: None)] == [priced.edge]


def test_asked_itself_a_bet_has_the_counts_of_the_lab() -> None:
    game, table = GAMES["three-card"], paytable("PP-01", "pair_plus")
    deals, ways = judged_ways(game, game.side_bet["pair_plus"], table)
    known, counts = line_ways(table)
    assert deals == known
    assert {line: ways[line] for line in table.pays} == {line: counts[line] for line in table.pays}


def ace_and(table: Paytable, hands: Hands) -> Judged:
    """An ace pays; with any other card it is the dealer's that counts, if it beats a queen."""
    if hands.player == 0:
        return Judged("ace", PAYS)
    return Judged("lower" if hands.dealer < hands.player and hands.player > 10 else None, PAYS)


def test_where_a_bet_looks_at_less_one_answer_stands_for_every_deal_of_the_rest() -> None:
    bet = replace(HIGH_CARD.side_bets[0], lines=("ace", "lower", "never"), judge=ace_and)
    deals, ways = judged_ways(HIGH_CARD, bet, Paytable("X", "suited", {"ace": To(1), "lower": To(1)}))
    rank = HIGH_CARD.rank
    hands = (Hands(rank((a,), ()), rank((b,), ()), (a,), (b,), ()) for a, b in permutations(DECK, 2))
    found = Counter(ace_and(paytable("HC-01", "suited"), one).line for one in hands)
    assert deals == 52 * 51
    assert ways == {"ace": found["ace"], "lower": found["lower"], "never": 0}


def test_a_bet_that_looks_at_nothing_is_one_deal() -> None:
    bet = replace(HIGH_CARD.side_bets[0], judge=lambda table, hands: Judged("suited", PAYS))
    assert judged_ways(HIGH_CARD, bet, paytable("HC-01", "suited")) == (1, {"suited": 1})


@pytest.mark.parametrize(
    ("bet", "name", "why"),
    [
        (
            "bad_beat",
            "BBB-01",
            "Bad Beat of Ultimate Texas Hold'em goes by own and board cards, which lie in 2,809",
        ),
        ("pairs", "UPB-1", "Pairs of Ultimate Texas Hold'em goes by the order of the cards"),
    ],
)
def test_what_cannot_be_counted_so_is_refused_in_words(bet: str, name: str, why: str) -> None:
    with pytest.raises(LinesNotCounted, match=why):
        judged_ways(GAMES["uth"], GAMES["uth"].side_bet[bet], paytable(name, bet))


@thorough
def test_the_command_prices_a_bet_that_the_house_has_added(capsys: pytest.CaptureFixture[str]) -> None:
    """Of the 2,598,960 hands of five cards 65,780 are all red, and pay 30 to 1."""
    from croupier.cli.figures.edge import edge

    edge.callback(game="caribbean", json=True)  # type: ignore[misc]
    (reds,) = (bet for bet in json.loads(capsys.readouterr().out)["bets"] if bet["bet"] == "reds")
    assert reds["edge"] == pytest.approx(1 - 31 * 65_780 / 2_598_960)
    assert reds["lines"][0]["ways"] == 65_780
