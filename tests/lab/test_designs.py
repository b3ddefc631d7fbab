"""Pay tables of one's own: approved ones, changed line by line, and compared with what they came from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from croupier.cards import parse_cards
from croupier.games.uth import BLIND
from croupier.lab.bets.designs import BadDesign, changed_lines, design, envy_lines, nearest, possible_lines, toml_text
from croupier.lab.uth.compare import Habit, changes, habit_of
from croupier.lab.uth.distribution import distribution_of
from croupier.lab.uth.playout import play_out
from croupier.lab.uth.playout_changes import play_out_changes
from croupier.lab.uth.solve import GameSolution, solve_game
from croupier.rules.paytables import For, Paytable, Share, To, kinds, names, parse_paytable, paytable
from croupier.rules.wagers import PROGRESSIVE
from depth import first_of, thorough

APPROVED = [paytable(name, bet) for bet in kinds() for name in names(bet)]
USUAL = paytable("BLIND", BLIND)
LINK = paytable("MGL-01", PROGRESSIVE)


@pytest.mark.parametrize("table", APPROVED, ids=lambda table: table.name)
def test_every_approved_table_can_be_designed_and_written_as_it_stands(table: Paytable) -> None:
    assert design(table, {}) is table
    assert list(table.pays) == [line for line in possible_lines(table) if line in table.pays]
    assert set(table.envy) <= set(envy_lines(table))
    assert parse_paytable(toml_text(table)) == table


@pytest.mark.parametrize("table", APPROVED, ids=lambda table: table.name)
def test_a_table_read_from_a_file_is_nearest_to_the_approved_one_that_it_is(table: Paytable) -> None:
    assert nearest(parse_paytable(toml_text(table)), APPROVED) is table


def test_a_change_is_spelled_out_and_known_by_its_line() -> None:
    mine = design(USUAL, {"flush": "2", "straight": "", "pair": " 1  to 10 "}, name="Mine 1")
    assert mine.pays["flush"] == To(2)
    assert mine.pays["pair"] == To(1, 10)
    assert "straight" not in mine.pays
    assert changed_lines(mine, USUAL) == ("flush", "straight", "pair")
    assert toml_text(mine).splitlines()[:6] == [
        'name = "Mine 1"', 'bet = "blind"', 'source = "designed from BLIND"', "", "[pays]", 'royal_flush = "500 to 1"',
    ]  # fmt: skip


def test_a_progressive_pays_for_one_or_from_a_meter_and_has_envy() -> None:
    mine = design(
        LINK, {"flush": "45", "straight_flush": "100 % of minor"}, {"full_house": "$1,005", "royal_flush": ""}
    )
    assert mine.pays["flush"] == For(45)
    assert mine.pays["straight_flush"] == Share(100, "minor")
    assert dict(mine.envy) == {"straight_flush": 300, "full_house": 1005}
    assert mine.levels == ("main", "minor")
    assert changed_lines(mine, LINK) == ("royal_flush", "straight_flush", "full_house", "flush")


REFUSED = """
  blind       | flush           | x             | 'x' is no pay; want '40 to 1' or '3 to 2'
  blind       | flush           | -1            | is no pay
  blind       | flush           | 3 to 0        | is no pay
  blind       | flush           | 2000000       | up to 1,000,000
  blind       | flush           | 5 % of main   | does not fit this bet
  blind       | no_such_hand    | 1             | has no line 'no_such_hand'
  bad_beat    | royal_flush     | 1             | has no line 'royal_flush'
  progressive | flush           | 3 to 2        | does not fit this bet; want '250 for 1' or '5 % of main'
  progressive | flush           | 101 % of main | is no pay
"""


@pytest.mark.parametrize("row", [row for row in REFUSED.splitlines() if row.strip()])
def test_what_no_felt_could_print_is_refused_where_it_stands(row: str) -> None:
    bet, line, text, why = (cell.strip() for cell in row.split("|"))
    base = next(table for table in APPROVED if table.bet == bet)
    with pytest.raises(BadDesign) as refused:
        design(base, {line: text})
    assert why in str(refused.value)
    assert refused.value.line == line


def test_an_empty_table_a_bad_name_and_bad_envy_are_refused() -> None:
    with pytest.raises(BadDesign, match="pays nothing"):
        design(USUAL, dict.fromkeys(USUAL.pays, ""))
    with pytest.raises(BadDesign, match="not a name"):
        design(USUAL, {}, name='x" [pays]')
    for line, text in (("flush", "5"), ("royal_flush", "much"), ("royal_flush", "2000000")):
        with pytest.raises(BadDesign):
            design(LINK, {}, {line: text})


@given(st.data())
def test_every_design_is_a_file_that_reads_back_as_the_same_table(data: st.DataObject) -> None:
    base = data.draw(st.sampled_from(APPROVED))
    to, per = st.integers(0, 1_000_000).map(str), st.integers(1, 1_000).map(str)
    if base.bet == PROGRESSIVE:
        pay = st.one_of(to, to.map("{} for 1".format), st.integers(1, 100).map("{} % of major".format), st.just(""))
    else:
        pay = st.one_of(to, st.tuples(to, per).map(" to ".join), st.tuples(to, per).map(":".join), st.just(""))
    pays = data.draw(st.dictionaries(st.sampled_from(possible_lines(base)), pay, max_size=6))
    assume(any({**dict.fromkeys(base.pays, "as it is"), **pays}.values()))
    mine = design(base, pays)
    assert parse_paytable(toml_text(mine)) == mine
    assert all((line in mine.pays) == bool(text) for line, text in pays.items())
    assert set(changed_lines(mine, base)) <= set(pays)


@pytest.fixture(scope="module")
def habit() -> Habit:
    solution = solve_game()
    return habit_of(solution, play_out(solution.decisions))


def solved(**pays: str) -> GameSolution:
    return solve_game(design(USUAL, pays))


@thorough
def test_the_same_table_changes_nothing(habit: Habit) -> None:
    same = changes(habit, habit.solution)
    assert (same.habit_cost, same.preflop, same.flop, same.river) == (0, 0, 0, 0)
    assert same.starts == same.flops == ()


@thorough
def test_pays_for_hands_that_nobody_folds_turn_no_decision(habit: Habit) -> None:
    """So the deals need not be counted again: their outcome is the habit's."""
    richer = solved(flush="2 to 1", royal_flush="1000 to 1")
    turned = changes(habit, richer)
    assert (turned.habit_cost, turned.preflop, turned.flop, turned.river) == (0, 0, 0, 0)
    assert distribution_of(habit.outcome, richer.blind).value == richer.value


@thorough
def test_a_pay_for_a_pair_turns_flops_and_rivers_that_the_values_confirm(habit: Habit) -> None:
    paired = solved(pair="1 to 1")
    turned = changes(habit, paired)
    assert turned.habit_cost == paired.value - habit.outcome.value(paired.blind) > 0
    assert turned.flops
    for example in turned.flops:
        hole, board = (parse_cards(text) for text in example.cards.split(" on "))
        before, now = (game.choices(hole, board) for game in (habit.solution, paired))
        assert before[example.before] > before[example.after]
        assert now[example.after] - now[example.before] == example.gain >= 0
    fewer = habit.solution.frequencies["fold"] - paired.frequencies["fold"]
    assert abs(fewer - (turned.river_bets - turned.river_folds)) <= turned.flop
    assert turned.river == turned.river_bets > 0
    told = turned.to_dict()
    assert told["flops"][0]["cards"] == turned.flops[0].cards


@thorough
@pytest.mark.parametrize(
    "pays",
    first_of(
        [
            {"flush": "2 to 1"},
            {"pair": "1 to 1"},
            {"three_of_a_kind": "2 to 1", "straight": ""},
            {"high_card": "9 to 2"},
        ]
    ),
    ids=["no decision", "a few", "fewer", "starting hands too"],
)
def test_the_outcome_shifted_from_the_habit_is_every_deal_counted_again(habit: Habit, pays: dict[str, str]) -> None:
    decisions = solved(**pays).decisions
    assert np.array_equal(play_out_changes(habit, decisions).joint, play_out(decisions).joint)


@thorough
def test_a_large_pay_for_nothing_at_all_turns_starting_hands(habit: Habit) -> None:
    turned = changes(habit, solved(high_card="20 to 1", pair="20 to 1"))
    assert turned.starts
    assert all(one.before != one.after and one.gain >= 0 for one in turned.starts)
    assert turned.preflop * 1326 == sum(one.times for one in turned.starts)
