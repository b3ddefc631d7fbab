"""The lab pays what the felt pays: cells and rivers against settlement, one hand at a time."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import hands
from croupier.cards import DECK, Card, Cards
from croupier.games import ruleset
from croupier.games.uth import ANTE, BAD_BEAT, BLIND, PAIRS, PLAY, TRIPS, UTH
from croupier.lab.bets.stakes import RoundStakes, SideStake, round_stakes
from croupier.lab.hands.starts import hole_index
from croupier.lab.uth import decisions
from croupier.lab.uth.solve import GameSolution, solve_game
from croupier.rules.actions import FOLD, Bet
from croupier.rules.game import Hands
from croupier.rules.paytables import paytable
from croupier.rules.seat import Seat
from croupier.rules.settlement import settle
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import Stakes

CENTS = 100
BASE = (ANTE, BLIND, PLAY)
TABLES = {TRIPS: "UTH-02", BAD_BEAT: "BBB-01", PAIRS: "UPB-2"}
SIDES = tuple(SideStake(paytable(name, bet)) for bet, name in TABLES.items())
nine = st.permutations(DECK).map(lambda deck: tuple(deck[:9]))


def _settled(cards: tuple[Card, ...], decided: int, felt: Terms) -> dict[str, int]:
    """What each spot nets in cents: hole, dealer's hole, board, decided as the lab numbers decisions."""
    hole, dealer, board = (cards[0], cards[1]), (cards[2], cards[3]), cards[4:]
    multiple = decisions.PLAY[decided]
    seat = Seat(
        number=1,
        stakes=UTH.complete(Stakes(ante=CENTS, trips=CENTS, bad_beat=CENTS, pairs=CENTS)),
        line=(FOLD,) if not multiple else (Bet(multiple),),
        raised=Stakes(play=multiple * CENTS) if multiple else Stakes(),
        cards=hole,
    )
    shown = Hands(hands.strength((*hole, *board)), hands.strength((*dealer, *board)), hole, dealer, board)
    return {result.spot: result.net for result in settle(seat, shown, felt)}


def _cell(cards: tuple[Card, ...], decided: int) -> int:
    mine, theirs = (hands.strength((*cards[i : i + 2], *cards[4:])) for i in (0, 2))
    result = 0 if mine > theirs else 1 if mine == theirs else 2
    return ((decided * 10 + hands.category(mine)) * 10 + hands.category(theirs)) * 3 + result


@pytest.fixture(scope="module", params=[True, False], ids=["bad beat lives on", "bad beat folds"])
def felt_and_lab(request: pytest.FixtureRequest) -> tuple[Terms, RoundStakes]:
    lost = () if request.param else (BAD_BEAT,)
    felt = terms(ruleset("wa-2018"), TABLES, lost_by_fold=lost)
    return felt, round_stakes(None, SIDES, bad_beat_on_fold=request.param)


@given(cards=nine, decided=st.integers(0, 4))
def test_a_cell_pays_what_settlement_pays(
    felt_and_lab: tuple[Terms, RoundStakes], cards: tuple[Card, ...], decided: int
) -> None:
    felt, lab = felt_and_lab
    net = _settled(cards, decided, felt)
    cell = _cell(cards, decided)
    in_cents = {bet: int(by_cell[cell]) * CENTS // lab.unit for bet, by_cell in lab.by_cell.items()}
    aces = cards[2].rank == cards[3].rank == 12
    code = lab.hole_code[int(aces), hole_index(cards[0], cards[1])]
    assert in_cents["base"] == sum(net.get(spot, 0) for spot in BASE)
    assert in_cents["UTH-02"] == net[TRIPS]
    assert in_cents["BBB-01"] == net[BAD_BEAT]
    assert int(lab.code_net[code]) * CENTS // lab.unit == net[PAIRS]


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
    total = sum(net.get(spot, 0) for net in settled for spot in BASE)
    assert solution.choices(hole, board)["bet1"] == Fraction(total, CENTS * 990)
