"""The solved game: its known figures, and the laws that tie its tables together."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import hands
from croupier.cards import DECK, Card, Cards, CardTwice, WrongNumberOfCards, parse_cards
from croupier.games.uth import BLIND, TRIPS
from croupier.lab.hands.shapes import FLUSH_BOARDS, PLAIN_BOARDS, PLAIN_PAIRS, STRIDE
from croupier.lab.hands.starts import NotAStart, combos, hole_cards, hole_pairs, parse_start, start_name, start_of_hole
from croupier.lab.kernel import in_order, spread
from croupier.lab.uth.blind import NotABlind
from croupier.lab.uth.boards import BLOCKS, LARGEST, NO_HAND, Block, Counts, boards, no_counts, passing_boards
from croupier.lab.uth.flops import CLASSES, class_of, flops
from croupier.lab.uth.rivers import Values, no_values, sum_rivers
from croupier.lab.uth.rows import example_hands, possible, row_of
from croupier.lab.uth.solve import GameSolution, solve_game
from croupier.lab.uth.sums import sum_classes
from croupier.lab.uth.views import VIEWS, views
from croupier.rules.paytables import Paytable, To, paytable
from depth import first_of, thorough


@pytest.fixture(scope="module")
def solution() -> GameSolution:
    return solve_game()


def test_the_value_of_the_game_is_known_to_the_last_deal(solution: GameSolution) -> None:
    assert solution.deals == 27_813_810_024_000
    assert solution.value == Fraction(-50_643_648_973, 2_317_817_502_000)
    assert float(solution.edge) == pytest.approx(0.0218497, abs=5e-8)
    assert float(solution.average_bet) == pytest.approx(4.1523, abs=5e-5)
    assert float(solution.edge_of_action) == pytest.approx(0.00526, abs=5e-6)


def test_five_hundred_hands_bet_4x_and_none_3x(solution: GameSolution) -> None:
    assert combos()[solution.decisions.preflop == 4].sum() == 500
    assert not (solution.decisions.preflop == 3).any()
    assert sum(solution.frequencies.values()) == 1
    assert solution.frequencies["bet4"] == Fraction(500, 1326)


@pytest.mark.parametrize(
    ("hand", "best"),
    [("AA", "bet4"), ("33", "bet4"), ("22", "check"), ("A2o", "bet4"), ("K4o", "check"), ("K5o", "bet4"),
     ("K2s", "bet4"), ("Q7o", "check"), ("Q8o", "bet4"), ("Q6s", "bet4"), ("J9o", "check"), ("JTo", "bet4"),
     ("J8s", "bet4"), ("T9s", "check"), ("72o", "check")],
)  # fmt: skip
def test_the_chart_is_the_one_players_know(solution: GameSolution, hand: str, best: str) -> None:
    assert solution.start(hand).best == best


def test_equal_values_bet(solution: GameSolution) -> None:
    assert (solution.decisions.flop == (solution.flop_bet2 >= solution.flop_check)).all()


def test_the_starting_hands_are_the_sum_of_their_flops(solution: GameSolution) -> None:
    table = flops()
    best = np.maximum(solution.flop_check, solution.flop_bet2)
    for name in ("AA", "AKs", "72o"):
        start = parse_start(name)
        mine = start_of_hole()[table.hole] == start
        assert (best * table.class_weight)[mine].sum() == solution.check[start] * combos()[start]


@pytest.mark.parametrize("cards", ["Ah Kd | 2h 7d 9c", "7h 6h | 8h 9h 2c", "3c 3d | Kc Kd 3h", "2c 7d | Qs Js Ts"])
def test_a_flop_is_the_sum_of_its_rivers(solution: GameSolution, cards: str) -> None:
    hole, flop = (parse_cards(part) for part in cards.split(" | "))
    rest = [card for card in DECK if card not in (*hole, *flop)]
    rivers = [solution.choices(hole, (*flop, *pair)) for pair in combinations(rest, 2)]
    choices = solution.choices(hole, flop)
    assert choices["check"] == sum(max(river.values()) for river in rivers) / 1081
    bets = sum(river["bet1"] >= river["fold"] for river in rivers)
    assert solution.flop_plays[class_of((hole[0], hole[1]), (flop[0], flop[1], flop[2]))] == bets


def test_choices_name_what_the_street_allows(solution: GameSolution) -> None:
    hole, board = parse_cards("Ah Kd"), parse_cards("2h 7d 9c Tc Jc")
    assert list(solution.choices(hole)) == ["check", "bet3", "bet4"]
    assert list(solution.choices(hole, board[:3])) == ["check", "bet2"]
    assert list(solution.choices(hole, board)) == ["bet1", "fold"]
    assert solution.choices(hole, board)["fold"] == -2


def test_a_river_is_worth_what_its_dealer_hands_pay(solution: GameSolution) -> None:
    hole, board = parse_cards("4h 4c"), parse_cards("Ah 9h 5d 2h Kh")
    rest = [card for card in DECK if card not in (*hole, *board)]
    mine = hands.strength((*hole, *board))
    assert hands.category(mine) is hands.Category.FLUSH
    total = Fraction(0)
    for pair in combinations(rest, 2):
        dealer = hands.strength((*pair, *board))
        ante = 1 if hands.category(dealer) >= hands.Category.PAIR else 0
        if mine > dealer:
            total += 1 + ante + Fraction(3, 2)
        elif mine < dealer:
            total -= 1 + ante + 1
    assert solution.choices(hole, board)["bet1"] == total / 990


@pytest.mark.parametrize(
    ("hole", "board", "error"),
    [
        ("Ah", "", WrongNumberOfCards),
        ("Ah Kd", "2c 3c", WrongNumberOfCards),
        ("Ah Kd", "2c 3c 4c 5c", WrongNumberOfCards),
        ("Ah Ah", "", CardTwice),
        ("Ah Kd", "2c 3c Kd", CardTwice),
    ],
)
def test_impossible_cards_are_refused(solution: GameSolution, hole: str, board: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        solution.choices(parse_cards(hole), parse_cards(board))


def test_only_a_blind_table_is_a_blind() -> None:
    with pytest.raises(NotABlind, match="trips"):
        solve_game(paytable("UTH-02", TRIPS))
    with pytest.raises(NotABlind, match="too much"):
        solve_game(Paytable("vast", BLIND, {"royal_flush": To(1_000_000), "flush": To(1, 997)}))
    with pytest.raises(NotABlind, match="x to y"):
        solve_game(Paytable("taking", BLIND, {"flush": To(-1)}))


def test_starting_hands_have_names(solution: GameSolution) -> None:
    assert [parse_start(start_name(i)) for i in range(169)] == list(range(169))
    assert start_of_hole()[-1] == parse_start("AA")
    assert combos().sum() == 1326
    with pytest.raises(NotAStart, match="AKx"):
        solution.start("AKx")


def test_the_summary_is_plain_data(solution: GameSolution) -> None:
    summary = solution.to_dict()
    assert summary["exact"] == {"numerator": -50_643_648_973, "denominator": 2_317_817_502_000}
    starts = summary["starts"]
    assert isinstance(starts, list)
    assert len(starts) == 169


def test_progress_runs_from_nothing_to_all() -> None:
    shares: list[float] = []
    solve_game(progress=lambda _what, share: shares.append(share))
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert shares == sorted(shares)


seven = st.permutations(DECK).map(lambda deck: (tuple(deck[:2]), tuple(deck[2:7])))


@given(seven)
def test_a_row_has_the_category_of_its_cards(cards: tuple[Cards, Cards]) -> None:
    hole, board = cards
    row = row_of(hole, board)
    counts = boards().flush if row.flush else boards().plain
    assert counts.category[row.board, row.pair] == hands.category(hands.strength((*hole, *board)))


@pytest.mark.parametrize("flush", first_of([False, True]), ids=["plain", "flush"])
def test_every_row_has_an_example_that_falls_into_it(flush: bool) -> None:
    examples, there = example_hands(flush=flush), possible(flush=flush)
    rows = np.argwhere(there)
    for board, pair in rows[:: len(rows) // 2000].tolist():
        cards = tuple(Card(card) for card in examples[board, pair])
        assert row_of(cards[:2], cards[2:]) == (flush, board, pair)
    assert not examples[~there].any()


def test_a_class_and_its_concrete_cards_are_one() -> None:
    table = flops()
    assert len(table.flop) == CLASSES
    assert table.class_weight.sum() == 1326 * 19_600
    for number in range(0, CLASSES, 7919):
        hole = hole_cards()[table.hole[number]].tolist()
        assert class_of((hole[0], hole[1]), tuple(table.cards[table.flop[number]].tolist())) == number


@settings(max_examples=50)
@given(st.permutations(range(52)), st.permutations(range(4)))
def test_renaming_suits_changes_no_class(deck: list[int], suits: list[int]) -> None:
    renamed = [card & ~3 | suits[card & 3] for card in deck[:5]]
    assert class_of((deck[0], deck[1]), (deck[2], deck[3], deck[4])) == class_of(
        (renamed[0], renamed[1]), (renamed[2], renamed[3], renamed[4])
    )


def test_every_class_has_1081_boards_and_as_many_with_a_flush_as_can_be_counted() -> None:
    """The sums run on ones instead of money: all boards in the first column, flush boards in the second."""
    table, view = flops(), views()
    ones = (boards().plain.category != NO_HAND).astype(np.int32)
    flush_ones = (boards().flush.category != NO_HAND).astype(np.int32)
    assert ones.shape == (PLAIN_BOARDS, PLAIN_PAIRS)
    assert flush_ones.shape == (FLUSH_BOARDS, STRIDE)

    def one_each(block: Block, _counts: Counts, values: Values) -> None:
        values[0][:] = values[1][:] = flush_ones[block.start : block.stop]
        values[2][:] = 0

    nothing = np.zeros_like(ones)
    by_ranks, by_view = sum_rivers(boards(), (ones, nothing, nothing), one_each)
    all_boards, flush_boards = np.empty(CLASSES, np.int64), np.empty(CLASSES, np.int64)
    totals = np.zeros((1, 169, 5), np.int64)
    sum_classes(
        0, 1755, 0, table.start, table.ranks, view.of_flop, table.hole, table.class_weight, hole_pairs(),
        start_of_hole(), by_ranks, by_view, all_boards, flush_boards, np.empty(CLASSES, np.int32),
        np.empty(CLASSES, np.int16), 1081, totals,
    )  # fmt: skip
    assert (all_boards == 1081).all()
    for number in range(0, CLASSES, 50_021):
        hole = hole_cards()[table.hole[number]].tolist()
        flop = table.cards[table.flop[number]].tolist()
        rest = [card for card in range(52) if card not in (*hole, *flop)]
        suits = [[card & 3 for card in (*flop, *pair)] for pair in combinations(rest, 2)]
        assert flush_boards[number] == sum(max(map(board.count, range(4))) >= 3 for board in suits)


@thorough
def test_a_view_is_the_sum_of_the_boards_that_are_listed_for_it() -> None:
    """What is summed in steps, blocks and halves is what one gets who adds up the completions one by one."""
    drawn = np.random.default_rng(17)
    possible_rows = boards().flush.category != NO_HAND
    rows = [np.where(possible_rows, drawn.integers(-(1 << 40), 1 << 40, possible_rows.shape), 0) for _ in range(2)]
    packed = np.where(possible_rows, drawn.integers(-(1 << 20), 1 << 20, possible_rows.shape), 0).astype(np.int32)

    def known(block: Block, _counts: Counts, values: Values) -> None:
        for made, value in zip((*rows, packed), values, strict=True):
            value[:] = made[block.start : block.stop]

    _, by_view = sum_rivers(boards(), no_values((PLAIN_BOARDS, PLAIN_PAIRS), np.int64), known)
    view = views()
    for number in (*range(0, VIEWS, 97), VIEWS - 1):
        completions = slice(view.start[number], view.start[number + 1])
        times = view.times[view.kind[completions]].astype(np.int64)
        for column, made in enumerate((*rows, packed)):
            assert (by_view[number, :, column] == (times * made[view.board[completions]]).sum(axis=0)).all()
    assert not by_view[VIEWS, :, :3].any(), "a suit that sees nothing of the flop adds nothing"


def test_boards_counted_in_passing_are_those_that_are_kept() -> None:
    passing, room = passing_boards(), no_counts(LARGEST, STRIDE)
    for block in BLOCKS[::7]:
        now, kept = passing.block(block, room), boards().block(block, room)
        for counted in ("win", "win_qualified", "lose", "lose_qualified", "category"):
            assert (getattr(now, counted) == getattr(kept, counted)).all(), (block, counted)
    assert sorted(board for block in BLOCKS for board in range(block.start, block.stop)) == list(range(FLUSH_BOARDS))


def test_a_kernel_job_may_spread_work_of_its_own() -> None:
    """A pool thread that waited for the pool would wait for itself."""
    seen: list[int] = []

    def inner(job: int) -> int:
        spread(lambda start, stop: seen.extend(range(start, stop)), 10, 3)
        return sum(in_order(lambda n: n * job, [1, 2, 3]))

    assert list(in_order(inner, range(8))) == [6 * job for job in range(8)]
    assert sorted(seen) == sorted(list(range(10)) * 8)
