"""Texas Hold'em Bonus in the lab: what the fast solver says is what dealing out says, and what the general one says."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from croupier.cards import DECK, Cards, parse_cards
from croupier.errors import Refused
from croupier.games.holdem_bonus import ANTE_PAYS, HOLDEM_BONUS
from croupier.lab.games.holdem_bonus import dealt_out, holdem_bonus
from croupier.lab.solver import solver
from croupier.lab.solver.any_game import AnyGame
from croupier.rules.game import Hands
from croupier.rules.paytables import paytable
from croupier.rules.seat import Seat, acted, bet_cents
from croupier.rules.settlement import settle_base
from croupier.rules.terms import terms

RULES = HOLDEM_BONUS.rule_sets[0]


def settled(line: str, own: Cards, board: Cards, seen: Cards) -> Fraction:
    """What a line nets on average over the last card and the dealer's hand, dealt out by the rules, in base bets."""
    at, seat = terms(RULES), Seat(number=1, stakes=HOLDEM_BONUS.complete({"ante": 100}))
    for action, street in zip(HOLDEM_BONUS.parse_line(line), HOLDEM_BONUS.streets, strict=True):
        seat = acted(seat, action, street, bet_cents(seat, HOLDEM_BONUS, street, action))
    total = count = 0
    rest = [card for card in DECK if card not in {*own, *board, *seen}]
    for last in rest:
        whole = (*board, last)
        mine = HOLDEM_BONUS.rank(own, whole)
        for dealer in combinations([card for card in rest if card != last], 2):
            hands = Hands(mine, HOLDEM_BONUS.rank(dealer, whole), own, dealer, whole)
            total += sum(row.net for row in settle_base(HOLDEM_BONUS, seat, hands, at))
            count += 1
    return Fraction(total, 100 * count)


@pytest.mark.thorough
@pytest.mark.parametrize(("down", "before"), [(3, "bet2 check"), (4, "bet2 bet1")])
def test_after_the_turn_card_a_choice_is_worth_what_the_rules_pay(down: int, before: str) -> None:
    own, board = parse_cards("9h 8h"), parse_cards("7h 6h 2c Qd")
    # Most of the deck has been seen, so that the rest can be dealt out one by one.
    seen = tuple(random.Random(5).sample([card for card in DECK if card not in {*own, *board}], 36))
    values = solver(HOLDEM_BONUS).advise(own, board, seen=seen, down=down)
    assert values == {line: settled(f"{before} {line}", own, board, seen) for line in ("bet1", "check")}


@pytest.mark.thorough
def test_on_the_flop_the_better_river_follows_each_turn_card() -> None:
    own, board, table = parse_cards("As Kd"), parse_cards("Qh 7s 2d"), paytable("THB-01", ANTE_PAYS)
    rest, bet, deals = dealt_out(own, board, table)
    after = [dealt_out(own, (*board, card), table) for card in DECK if card not in {*own, *board}]
    assert rest == sum(one.rest + max(0, one.bet) for one in after)
    assert (bet, deals) == (sum(one.bet for one in after), sum(one.deals for one in after))


def test_what_would_take_the_whole_game_is_refused_at_once() -> None:
    lab = solver(HOLDEM_BONUS)
    assert lab.choose(parse_cards("7h 2d")) == "fold"
    assert lab.choose(parse_cards("7h 2h")) == lab.choose(parse_cards("4h 3d")) == "bet2"
    assert lab.choose(parse_cards("4h 3d"), designs={ANTE_PAYS: paytable("THB-02", ANTE_PAYS)}) == "fold"
    with pytest.raises(Refused, match="ask again when the flop lies there"):
        lab.advise(parse_cards("7h 2d"), seen=parse_cards("As"))


@pytest.mark.slow
def test_the_whole_game_by_both_solvers() -> None:
    quick, general = solver(HOLDEM_BONUS).solve(), AnyGame(HOLDEM_BONUS).solve()
    assert quick.edge == general.edge == Fraction(578_107_733, 28_381_438_800)
    assert f"{float(quick.edge) * 100:.2f}" == "2.04"
    assert quick.frequencies == general.frequencies
    assert (quick.bet, quick.unit) == (general.bet, general.unit)
    for mine, theirs in ((quick.net, general.net), (quick.ways, general.ways)):
        assert np.array_equal(mine, theirs)


@pytest.mark.slow
def test_which_starting_hands_are_folded() -> None:
    for name, folded in (("THB-01", 60), ("THB-02", 72)):
        game = holdem_bonus({ANTE_PAYS: paytable(name, ANTE_PAYS)})
        assert int((~game.best.start).sum()) == folded
        assert solver(HOLDEM_BONUS).habit({ANTE_PAYS: game.table})({ANTE_PAYS: game.table}) == game.solution.value


@pytest.mark.slow
def test_the_flop_by_both_solvers() -> None:
    own, board = parse_cards("As Kd"), parse_cards("Qh 7s 2d")
    assert solver(HOLDEM_BONUS).advise(own, board) == AnyGame(HOLDEM_BONUS).advise(own, board)
