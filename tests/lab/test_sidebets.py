"""Side bets against the figures printed on the approved tables (R23, R24, R25)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import isclose, sqrt

import numpy as np
import pytest

from croupier.cards import DECK
from croupier.games.uth import BAD_BEAT, BLIND, PAIRS, TRIPS
from croupier.hands import Category, category, strength
from croupier.lab.bets.sidebets import NoSideBet, side_bet
from croupier.lab.bets.ways import Folded
from croupier.lab.hands import counts
from croupier.rules.paytables import To, names, parse_paytable, paytable
from depth import thorough


@pytest.mark.parametrize("bet", [TRIPS, PAIRS])
def test_trips_and_pairs_reproduce_every_printed_edge(bet: str) -> None:
    for name in names(bet):
        priced = side_bet(paytable(name, bet))
        assert priced.printed_edge is not None
        assert abs(priced.edge - priced.printed_edge) <= Fraction(5, 100_000), name


@pytest.mark.parametrize(("name", "exact"), [("BBB-01", 0.2039), ("BBB-02", 0.1479), ("BBB-03", 0.1664)], ids=str)
def test_bad_beat_is_a_fifth_of_a_point_dearer_than_printed(name: str, exact: float) -> None:
    priced = side_bet(paytable(name, BAD_BEAT))
    assert round(float(priced.edge), 4) == exact
    assert round(float(priced.hit_frequency), 3) == 0.040  # printed: 3.9 %; exact: 3.979 %


def test_the_beaten_hands_are_those_that_stephen_how_counted_in_2012() -> None:
    """Somebody else's program, published on discountgambling.net on 8 June 2012 for what is BBB-02 here."""
    published = {
        Category.STRAIGHT_FLUSH: 10_300_592,
        Category.FOUR_OF_A_KIND: 471_040_512,
        Category.FULL_HOUSE: 8_435_225_376,
        Category.FLUSH: 19_434_208_592,
        Category.STRAIGHT: 18_271_076_976,
        Category.THREE_OF_A_KIND: 64_049_759_448,
        Category.TWO_PAIR: 399_099_149_640,
        Category.PAIR: 1_366_512_556_968,
        Category.HIGH_CARD: 791_967_420_480,
    }
    assert counts.SHOWDOWNS == 2_781_381_002_400
    assert published == counts.BEATEN
    assert counts.SHOWDOWNS - sum(published.values()) == 113_130_263_816, "the rest are ties"


def test_the_shipped_counts_cover_every_hand() -> None:
    assert sum(counts.FIVE_CARDS.values()) == counts.FIVE_CARD_HANDS
    assert sum(counts.SEVEN_CARDS.values()) == counts.SEVEN_CARD_HANDS


@thorough
def test_a_recount_from_nothing_gives_the_shipped_counts() -> None:
    from proofs.recount import EQUAL, GREATER, LESS, showdown_counts

    table = showdown_counts()
    assert int(table.sum()) == counts.SHOWDOWNS
    for kind in Category:
        # Each seven cards are 21 choices of hole cards; each of those meets 990 dealer hands.
        assert int(table[kind].sum()) == counts.SEVEN_CARDS[kind] * 21 * 990
        beaten = int(table[kind, :, GREATER].sum() + table[:, kind, LESS].sum())
        assert beaten == counts.BEATEN.get(kind, 0)
    assert np.array_equal(table[:, :, LESS], table[:, :, GREATER].T)
    assert np.array_equal(table[:, :, EQUAL], np.diag(np.diag(table[:, :, EQUAL])))


def test_five_card_counts_of_a_deck_of_tens_and_up() -> None:
    found = dict.fromkeys(Category, 0)
    for hand in combinations([card for card in DECK if card.rank >= 8], 5):
        found[category(strength(hand))] += 1
    assert found[Category.ROYAL_FLUSH] == 4
    assert found[Category.STRAIGHT] == 4**5 - 4
    assert found[Category.FOUR_OF_A_KIND] == 5 * 16
    assert found[Category.FULL_HOUSE] == 5 * 4 * 4 * 6


@pytest.mark.slow
def test_all_five_card_hands_have_the_shipped_categories() -> None:
    found = dict.fromkeys(Category, 0)
    for hand in combinations(DECK, 5):
        found[category(strength(hand))] += 1
    assert found == dict(counts.FIVE_CARDS)


def test_aces_against_aces_is_one_deal_in_270725() -> None:
    line = side_bet(paytable("UPB-2", PAIRS)).lines[0]
    assert line.probability == Fraction(1, 270_725)


def test_lines_add_up_and_outcomes_have_the_edge_for_mean() -> None:
    for bet in (TRIPS, BAD_BEAT, PAIRS):
        for name in names(bet):
            priced = side_bet(paytable(name, bet))
            values, chances = priced.outcomes()
            assert isclose(chances.sum(), 1, rel_tol=1e-12)
            assert isclose(values @ chances, -float(priced.edge), abs_tol=1e-12)
            spread = sqrt((values**2) @ chances - float(priced.edge) ** 2)
            assert isclose(spread, priced.standard_deviation, rel_tol=1e-9)


def test_a_table_of_ones_own() -> None:
    fair = parse_paytable('name = "half"\nbet = "pairs"\n[pays]\nother_pair = "33 to 2"\n')
    priced = side_bet(fair)
    assert priced.lines[0].pay == To(33, 2)
    assert priced.hit_frequency == Fraction(72, 1326)
    assert priced.edge == 1 - Fraction(72, 1326) * Fraction(35, 2)


def test_folded_wins_are_taken_off_their_line() -> None:
    table = paytable("BBB-01", BAD_BEAT)
    kept = side_bet(table, Folded(counts.DEALS, {"three_of_a_kind": 1_000_000}))
    assert not kept.on_fold
    assert kept.edge - side_bet(table).edge == Fraction(10 * 1_000_000, counts.DEALS)


def test_a_blind_table_is_no_side_bet() -> None:
    with pytest.raises(NoSideBet, match="want one for trips"):
        side_bet(paytable("BLIND", BLIND))
