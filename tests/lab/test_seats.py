"""Seats of every game on cards that are dealt: they are settled as the engine settles them, with every side bet, and
come to what the exact figures say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

from croupier.cards import Card, Cards
from croupier.games import GAMES
from croupier.games.uth import TRIPS, UTH
from croupier.lab.bets.stakes import SideStake
from croupier.lab.capabilities import bets_along, has_whole_tables
from croupier.lab.chance.hold import known_seats
from croupier.lab.chance.run import stream
from croupier.lab.chance.session import round_outcomes
from croupier.lab.games.flushes import flushes
from croupier.lab.games.holdem_bonus import HoldemBonus, Played
from croupier.lab.games.mississippi import Mississippi
from croupier.lab.games.nets import Posted, tables_of, unit_of
from croupier.lab.games.one_decision import OneDecision
from croupier.lab.games.simulate import SeatPlay, dealt, seat_play, simulate_seat
from croupier.lab.games.solve import playable
from croupier.lab.hands.starts import STARTS
from croupier.lab.known_cards.decks import WHOLE, classes
from croupier.lab.seats import play as seats
from croupier.lab.seats.bets import house_bet, own_bet
from croupier.lab.seats.rounds import RoundPlay, bets_together, simulate_rounds
from croupier.lab.seats.table import deal_shifts
from croupier.lab.solution_cache import cached_distribution
from croupier.lab.solver import solver
from croupier.lab.uth.decisions import Decisions
from croupier.lab.variants.solve import best_play
from croupier.rules.actions import BET1, BET2, BET4, CHECK, FOLD, PULL, RIDE, Action
from croupier.rules.game import Game, Hands
from croupier.rules.own.bet import CountedCards, cards_of, how_many, judge
from croupier.rules.own.file import parse_side_bet
from croupier.rules.paytables import paytable
from croupier.rules.seat import Seat, acted, bet_cents
from croupier.rules.settlement import settle_base
from croupier.rules.terms import Terms
from croupier.rules.variants.fields import variant_of
from depth import first_of, thorough

THREE_CARD = GAMES["three-card"]


def always(key: str, *actions: Action) -> SeatPlay:
    """A game in which every hand does the same."""
    game = GAMES[key]
    match key:
        case "uth":
            rivers = cached_rivers()
            decided = Decisions(
                np.full(STARTS, 4 if actions[0] == BET4 else 0, np.int8),
                np.full(flop_classes(), BET2 in actions),
                *(np.full_like(river, BET1 in actions) for river in rivers),
            )
            return seats.seat_of(game, way=decided)
        case "holdem-bonus":
            table = tables_of(game)["holdem_bonus"]
            nothing = np.zeros((0, 0), np.int32)
            made = HoldemBonus(table, unit_of({table.bet: table}), nothing, nothing.astype(np.int64))
            three, four = ((len(classes(WHOLE, size)), 1326) for size in (3, 4))
            turn, river = actions[1:2] == (BET1,), actions[2:] == (BET1,)
            way = Played(np.full(1326, actions[0] == BET2), np.full(three, turn), (np.full(four, river),) * 2)
            return seats._holdem_bonus(made, way)
        case "flushes-gone-wild":
            return seats._flushes(flushes(), np.full(len(classes(WHOLE, 5)), actions[0] == BET2))
    made_game = playable(game)
    match made_game:
        case OneDecision():
            chosen = np.full(made_game.duels.up.shape, made_game.choices.index(str(actions[0])), np.uint8)
            return seat_play(made_game, chosen)
        case Mississippi():
            bets = [0 if action == FOLD else action.multiple for action in actions]  # type: ignore[union-attr]
            bets += [0] * (3 - len(bets))
            return seat_play(made_game, tuple(np.full_like(t, b) for t, b in zip(made_game.best(), bets, strict=True)))
        case _:
            first, second = made_game.best()
            rides = np.full_like(first, actions[0] == RIDE), np.full_like(second, actions[1] == RIDE)
            return seat_play(made_game, rides)


def cached_rivers() -> tuple[Any, Any]:
    from croupier.lab.solution_cache import cached_solution

    decided = cached_solution().decisions
    return decided.river_plain, decided.river_flush


def flop_classes() -> int:
    from croupier.lab.uth.flops import CLASSES

    return CLASSES


def rounds_of(game: Game, many: int) -> tuple[Any, Iterator[Hands]]:
    """Some rounds dealt, as rows of cards and as the engine has them."""
    rows, layout = dealt(game, stream(5, 0), many), game.layout

    def hands() -> Iterator[Hands]:
        for row in rows.tolist():
            cards: Cards = tuple(map(Card, row))
            own, board, dealer = (
                cards[: layout.own],
                cards[layout.own : layout.own + layout.board],
                cards[layout.own + layout.board :],
            )
            strength = game.rank(dealer, board) if layout.dealer else 0
            yield Hands(game.rank(own, board), strength, own, dealer, board)

    return rows, hands()


def settled(game: Game, actions: tuple[Action, ...], hands: Hands, unit: int) -> int:
    """What the base bets net by the engine's own settlement."""
    seat = Seat(number=1, stakes=game.complete({game.base: unit}), cards=hands.own)
    for street, action in zip(game.streets, actions, strict=False):
        seat = acted(seat, action, street, bet_cents(seat, game, street, action))
    terms = cast("Terms", Posted(tables_of(game)))
    return sum(one.net for one in settle_base(game, seat, hands, terms))


LINES: list[tuple[str, tuple[Action, ...]]] = [
    ("three-card", (BET1,)),
    ("three-card", (FOLD,)),
    ("flushes-gone-wild", (BET2,)),
    ("flushes-gone-wild", (FOLD,)),
]
LONGER: list[tuple[str, tuple[Action, ...]]] = [
    ("let-it-ride", (RIDE, PULL)),
    ("mississippi", (BET1, BET2, BET1)),
    ("mississippi", (BET1, FOLD)),
    ("uth", (BET4,)),
    ("uth", (CHECK, BET2)),
    ("uth", (CHECK, CHECK, BET1)),
    ("uth", (CHECK, CHECK, FOLD)),
    ("holdem-bonus", (BET2, BET1, CHECK)),
    ("holdem-bonus", (BET2, CHECK, BET1)),
    ("holdem-bonus", (FOLD,)),
    ("crazy-four", (BET1,)),
]
LONGEST: list[tuple[str, tuple[Action, ...]]] = [
    ("caribbean", (BET2,)),
    ("four-card", (BET1,)),
    ("dj-wild", (BET2,)),
]


@pytest.mark.parametrize(
    ("key", "actions"),
    [
        *LINES,
        *(pytest.param(*one, marks=thorough) for one in LONGER),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in LONGEST),
    ],
)
def test_a_seat_nets_what_the_engine_settles(key: str, actions: tuple[Action, ...]) -> None:
    seat, game = always(key, *actions), GAMES[key]
    rows, hands = rounds_of(game, 200)
    cells = seat.play(rows)
    assert seat.net[cells].tolist() == [settled(game, actions, one, seat.unit) for one in hands]
    assert seat.folded[cells].tolist() == [FOLD in actions] * 200


def test_every_game_of_the_house_has_whole_tables_and_bets_along() -> None:
    assert {key for key, game in GAMES.items() if has_whole_tables(game)} == set(GAMES)
    assert bets_along(UTH) == ("trips", "bad_beat", "pairs")


OFFERED = [
    pytest.param(game.key, bet.key, marks=[] if game.key == "three-card" else thorough)
    for game in GAMES.values()
    for bet in game.side_bets
]


@pytest.mark.parametrize(("key", "spot"), OFFERED)
def test_a_side_bet_makes_the_line_that_the_house_judges(key: str, spot: str) -> None:
    game = GAMES[key]
    bet = game.side_bet[spot]
    for name in {name for rules in game.rule_sets for name in rules.tables.get(spot, ())}:
        table = paytable(name, bet.kind)
        rows, hands = rounds_of(game, 2_000)
        made = house_bet(game, bet, table).line_of(rows)
        names = [*table.pays, None]
        assert [names[line] for line in made] == [bet.judge(table, one).line for one in hands]


OWN = [
    ("three-card", "hole", 'pays = {"straight flush spades" = "90 to 1", "flush" = "3 to 1", "pair" = "1 to 1"}'),
    ("three-card", "both holes", 'best = 5\npays = {"flush or better" = "20 to 1", "straight" = "5 to 1"}'),
    ("uth", "hand", 'pays = {"flush hearts" = "20 to 1", "straight or better" = "5 to 1", "pair" = "push"}'),
    ("uth", "hole and flop", 'pays = {"flush or better" = "20 to 1", "pair" = "1 to 1"}'),
    ("uth", "dealer's hand", 'pays = {"full house or better" = "20 to 1"}'),
    ("holdem-bonus", "both holes", 'pays = {"pair or better" = "2 to 1"}'),
    ("four-card", "hole", 'best = 4\npays = {"flush or better" = "7 to 1"}'),
    ("caribbean", "dealer's up card", 'pays = {"A" = "11 to 1"}'),
    ("mississippi", "board", 'pays = {"pair or better" = "3 to 1"}'),
]


@pytest.mark.parametrize(("key", "cards", "rest"), first_of(OWN))
def test_a_bet_of_ones_own_makes_the_line_that_the_engine_judges(key: str, cards: str, rest: str) -> None:
    game = GAMES[key]
    bet = parse_side_bet(f'[mine]\nname = "Mine"\ngames = ["{key}"]\ncards = "{cards}"\n{rest}\n')
    rows, hands = rounds_of(game, 2_000)
    names = [*(line.key for line in bet.lines), None]
    made = [names[line] for line in own_bet(game, bet).line_of(rows)]
    assert made == [judge(bet, cards_of(CountedCards(cards), one, game.layout)).line for one in hands]
    assert how_many(bet.cards, game.layout) > 0


def pair_plus(stake: int = 1) -> Any:
    return house_bet(THREE_CARD, THREE_CARD.side_bet["pair_plus"], paytable("PP-01", "pair_plus"), stake)


def test_bets_that_the_own_cards_decide_go_together_exactly() -> None:
    solution = solver(THREE_CARD).solve()
    made = RoundPlay(seats.seat_of(THREE_CARD), (pair_plus(2),))
    together = bets_together(made, solution)
    assert (together.exact, together.rounds) == (True, 0)
    # Nobody folds a pair, so that a fold costs the bet nothing.
    assert together.means == {"base": solution.value, "PP-01": -2 * pair_plus().price.edge}
    assert together.outcomes.mean / together.outcomes.unit == pytest.approx(float(sum(together.means.values())))
    run = simulate_rounds(made, 60_000, seed=3)
    assert run.standard_deviation == pytest.approx(
        together.outcomes.standard_deviation / together.outcomes.unit, rel=0.05
    )
    for bet, mean in together.means.items():
        low, high = run.confidence_of(bet, 0.99999)
        assert low <= float(mean) <= high


@thorough
def test_every_deal_is_looked_at_where_the_board_decides() -> None:
    game = GAMES["let-it-ride"]
    solution, bet = solver(game).solve(), game.side_bet["three_card_bonus"]
    along = house_bet(game, bet, paytable("PP-01", bet.kind))
    together = bets_together(RoundPlay(seats.seat_of(game), (along,)), solution)
    assert together.exact
    assert together.means == {"base": solution.value, "PP-01": -along.price.edge}


@thorough
def test_measured_bets_have_their_exact_worth_and_nearly_the_exact_swing() -> None:
    table = paytable("UTH-02", TRIPS)
    exact = round_outcomes(cached_distribution().outcome, [SideStake(table)])
    made = RoundPlay(seats.seat_of(UTH), (house_bet(UTH, UTH.side_bet[TRIPS], table),))
    together = bets_together(made, solver(UTH).solve())
    assert not together.exact
    assert together.outcomes.mean / together.outcomes.unit == pytest.approx(exact.mean / exact.unit, abs=1e-6)
    assert together.outcomes.standard_deviation / together.outcomes.unit == pytest.approx(
        exact.standard_deviation / exact.unit, rel=0.01
    )


def test_a_table_wins_what_its_seats_lose_and_swings_by_their_covariance() -> None:
    made, players, rounds = RoundPlay(seats.seat_of(THREE_CARD), (pair_plus(),)), 3, 20
    shifts = deal_shifts(made, players=players, rounds=rounds, shifts=1_500, seed=2)
    together = bets_together(made, solver(THREE_CARD).solve())
    final = shifts.final / made.unit
    variance = (together.outcomes.standard_deviation / together.outcomes.unit) ** 2
    covariance, error = cast("float", shifts.covariance), cast("float", shifts.covariance_error)
    assert error > 0
    a_round = players * variance + players * (players - 1) * covariance
    expected = -float(sum(together.means.values())) * players * rounds
    assert abs(final.mean() - expected) < 5 * (a_round * rounds / 1_500) ** 0.5
    assert final.var() == pytest.approx(a_round * rounds, rel=0.25)
    assert (shifts.lowest <= np.minimum(shifts.final, 0)).all()
    alone = deal_shifts(made, players=1, rounds=2, shifts=10)
    assert (alone.covariance, alone.covariance_error) == (None, None)
    again = deal_shifts(made, players=players, rounds=rounds, shifts=1_500, seed=2)
    assert (again.final == shifts.final).all()


@thorough
def test_the_measured_covariance_is_the_counted_one() -> None:
    shifts = deal_shifts(RoundPlay(seats.seat_of(UTH)), players=4, rounds=240, shifts=800)
    exact = float(known_seats()["optimal"].covariance)
    assert abs(cast("float", shifts.covariance) - exact) < 5 * cast("float", shifts.covariance_error)


def agrees(seat: SeatPlay, value: float, deviation: float) -> None:
    run = simulate_seat(seat, 400_000, seed=8)
    assert abs(run.mean - value) < 5 * deviation / 400_000**0.5


CHANGES: list[tuple[str, dict[str, str]]] = [
    ("three-card", {"dealer.qualifies": "king high", "ante.unqualified": "plays"}),
    ("let-it-ride", {"streets.three": "ride"}),
    ("mississippi", {"streets.third": "bet1 check fold"}),
    ("uth", {"dealer.qualifies": "two pair", "ante.unqualified": "pays"}),
    ("uth", {"streets.river": "bet2 check fold"}),
]


@pytest.mark.parametrize(("key", "changes"), first_of(CHANGES))
def test_a_variant_is_dealt_as_it_is_solved(key: str, changes: dict[str, str]) -> None:
    variant = variant_of(GAMES[key], changes)
    exact = best_play(variant)
    agrees(seats.variant_seat(variant), float(exact.value), exact.standard_deviation)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["holdem-bonus", "flushes-gone-wild"])
def test_a_game_that_takes_minutes_to_solve_is_dealt_as_it_is_solved(key: str) -> None:
    exact = solver(GAMES[key]).solve()
    agrees(seats.seat_of(GAMES[key]), float(exact.value), exact.standard_deviation)
