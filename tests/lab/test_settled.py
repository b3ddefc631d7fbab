"""The lab pays what the felt pays: cells and rivers against settlement, one hand at a time."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import hands
from croupier.cards import DECK, Card, Cards
from croupier.lab.bets.stakes import SideStake, Staked, staked
from croupier.lab.hands.starts import hole_index
from croupier.lab.uth.decisions import PLAY
from croupier.lab.uth.solve import GameSolution, solve_game
from croupier.rules.paytables import Bet, paytable
from croupier.rules.rulesets import ruleset
from croupier.rules.seat import Folded, Played, Seat
from croupier.rules.settlement import Hands, settle
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import Stakes, Wager

ANTE = 100
BASE = (Wager.ANTE, Wager.BLIND, Wager.PLAY)
TABLES = {Bet.TRIPS: "UTH-02", Bet.BAD_BEAT: "BBB-01", Bet.PAIRS: "UPB-2"}
SIDES = tuple(SideStake(paytable(name, bet)) for bet, name in TABLES.items())
nine = st.permutations(DECK).map(lambda deck: tuple(deck[:9]))


def _settled(cards: tuple[Card, ...], decided: int, felt: Terms) -> dict[Wager, int]:
    """What each wager nets in cents: hole, dealer's hole, board, decided as the lab numbers decisions."""
    hole, dealer, board = (cards[0], cards[1]), (cards[2], cards[3]), cards[4:]
    seat = Seat(
        number=1,
        stakes=Stakes(ante=ANTE, trips=ANTE, bad_beat=ANTE, pairs=ANTE),
        decision=Played(PLAY[decided]) if PLAY[decided] else Folded(),
        hole=hole,
    )
    shown = Hands(hands.strength((*hole, *board)), hands.strength((*dealer, *board)), hole, dealer, board)
    return {result.wager: result.net for result in settle(seat, shown, felt)}


def _cell(cards: tuple[Card, ...], decided: int) -> int:
    mine, theirs = (hands.strength((*cards[i : i + 2], *cards[4:])) for i in (0, 2))
    result = 0 if mine > theirs else 1 if mine == theirs else 2
    return ((decided * 10 + hands.category(mine)) * 10 + hands.category(theirs)) * 3 + result


@pytest.fixture(scope="module", params=[True, False], ids=["bad beat lives on", "bad beat folds"])
def felt_and_lab(request: pytest.FixtureRequest) -> tuple[Terms, Staked]:
    felt = terms(ruleset("wa-2018"), TABLES, bad_beat_on_fold=request.param)
    return felt, staked(None, SIDES, bad_beat_on_fold=request.param)


@given(cards=nine, decided=st.integers(0, 4))
def test_a_cell_pays_what_settlement_pays(
    felt_and_lab: tuple[Terms, Staked], cards: tuple[Card, ...], decided: int
) -> None:
    felt, lab = felt_and_lab
    net = _settled(cards, decided, felt)
    cell = _cell(cards, decided)
    in_cents = {bet: int(by_cell[cell]) * ANTE // lab.unit for bet, by_cell in lab.by_cell.items()}
    aces = cards[2].rank == cards[3].rank == 12
    code = lab.hole_code[int(aces), hole_index(cards[0], cards[1])]
    assert in_cents["base"] == sum(net.get(wager, 0) for wager in BASE)
    assert in_cents["UTH-02"] == net[Wager.TRIPS]
    assert in_cents["BBB-01"] == net[Wager.BAD_BEAT]
    assert int(lab.code_net[code]) * ANTE // lab.unit == net[Wager.PAIRS]


@pytest.fixture(scope="module")
def solution() -> GameSolution:
    return solve_game()


@settings(max_examples=15)
@given(cards=nine)
def test_a_river_is_worth_the_mean_of_its_settlements(solution: GameSolution, cards: Cards) -> None:
    felt = terms(ruleset("wa-2018"), TABLES)
    hole, board = cards[:2], cards[4:]
    rest = [card for card in DECK if card not in (*hole, *board)]
    settled = [_settled((*hole, *pair, *board), 3, felt) for pair in combinations(rest, 2)]
    total = sum(net.get(wager, 0) for net in settled for wager in BASE)
    assert solution.choices(hole, board)["bet1"] == Fraction(total, ANTE * 990)
