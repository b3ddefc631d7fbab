"""The hand side of the progressive: who won which line, envy, folds and the order (R33 to R38, R40)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier.cards import DECK, parse_cards
from croupier.errors import Refused
from croupier.games import RULE_SETS, ruleset
from croupier.hands import BY_KEY, category, strength
from croupier.rules.commands import Act, OpenRound, PlaceBets, WithdrawBets, decide
from croupier.rules.deal import deal
from croupier.rules.events import EnvyPaid, MeterWon, SeatSettled
from croupier.rules.game import Hands
from croupier.rules.paytables import FIRST_FIVE, For, Share, paytable
from croupier.rules.rulesets import RuleSet
from croupier.rules.steps import LOCK
from croupier.rules.terms import BadTerms, FixedPays, terms
from croupier.rules.wagers import PROGRESSIVE, Stakes
from draws import Script, nets, run, showdown

ROYAL = "Ah Kh | Qh Jh Th 2c 3d"


def one_seat(table: str, hole: str, board: str, line: str = "bet4", **choices: Any) -> Script:
    rules = "wa-2014" if table == "UTH-P01" else "wa-2018"
    tables = {PROGRESSIVE: table}
    stakes = Stakes(ante=500, progressive=500)
    return showdown(rules, {3: hole}, "4s 4d", board, line, stakes, tables=tables, **choices)


def worth(script: Script) -> tuple[int, str]:
    """The tray's side of seat 3's progressive wager in cents, and what the meter owes it."""
    events = script.events()
    owed = [str(event.pay) for event in events if isinstance(event, MeterWon)]
    return nets(events)[3, PROGRESSIVE], owed[0] if owed else "-"


# hole | board, flop first | UTH-P01: net in cents on $5, and what the meter owes | the ruling
ALL_SEVEN = """
  Ah Kh | Qh Jh Th 2c 3d |    -500 | 100 % of main | R34 royal in the first five
  Ah Kh | Qh Jh 2c Th 3d |    -500 | 5 % of main   | R34 royal with the turn
  Ah 2c | Kh Qh Jh 3d Th |    -500 | 5 % of main   | R34 royal with one hole card
  2c 3d | Ah Kh Qh Jh Th | 1499500 | -             | R34 royal on the board: 3,000 for 1
  Ah 9h | Kh Qh Jh Th 2c |    -500 | 5 % of main   | R34 royal over a king-high straight flush: the highest line only
  9h 8h | 7h 6h 5h 2c 3d |  124500 | -             | R34 straight flush: 250 for 1
  2c 3d | 9h 8h 7h 6h 5h |  124500 | -             | R34 straight flush on the board counts too
  9h 9d | 9c 9s 5h 2c 3d |   49500 | -             | R34 four of a kind: 100 for 1
  9h 9d | 9c 5s 5h 2c 3d |    4500 | -             | R34 full house: 10 for 1
  Ah 9h | Kh 5h 4h 2c 3d |    -500 | -             | R34 a flush pays nothing
  9h 8d | 7h 6h 5c 2c 3d |    -500 | -             | R34 a straight pays nothing
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in ALL_SEVEN.strip("\n").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[-1])
def test_the_same_game_progressive_looks_at_all_seven_cards(row: list[str]) -> None:
    hole, board, net, owed, words = row
    assert worth(one_seat("UTH-P01", hole, board)) == (int(net), owed), words


# hole | board | MGL-01 | MGL-ML01 | MGL-ML03: net in cents on $5, or what the meter owes | the ruling
FIRST_FIVE_PAYS = """
  Ah Kh | Qh Jh Th 2c 3d | 100 % of main | 100 % of mega  | 100 % of mega  | R35 royal flush
  Ah Kh | Qh Jh 2c Th 3d | -500          | -500           | -500           | R35 a royal with the turn is too late
  2c 3d | Ah Kh Qh Jh Th | -500          | -500           | -500           | R35 a royal on the board counts for nothing
  9h 8h | 7h 6h 5h 2c 3d | 10 % of main  | 100 % of major | 100 % of major | R35 straight flush
  Ah 2h | 3h 4h 5h 9c 9d | 10 % of main  | 100 % of major | 100 % of major | R35 ace to five is a straight flush
  9h 9d | 9c 9s 5h 2c 3d | 149500        | 149500         | 100 % of minor | R35 four of a kind
  9h 9d | 9c 5s 5h 2c 3d | 24500         | 24500          | 24500          | R35 full house: 50 for 1
  Ah 9h | Kh 5h 4h 2c 3d | 19500         | 19500          | 19500          | R35 flush: 40 for 1
  9h 8d | 7h 6h 5c 2c 3d | 14500         | 14500          | 14500          | R35 straight: 30 for 1
  9h 9d | 9c 6s 5h 2c 3d | 4000          | 4000           | 4000           | R35 three of a kind: 9 for 1
  9h 9d | 6c 6s 5h 9c 3d | -500          | -500           | -500           | R35 the full house comes too late
"""
FIVE_ROWS = [[cell.strip() for cell in line.split("|")] for line in FIRST_FIVE_PAYS.strip("\n").splitlines()]


@pytest.mark.parametrize("row", FIVE_ROWS, ids=lambda row: row[-1])
def test_a_multi_game_link_looks_at_the_first_five_cards(row: list[str]) -> None:
    hole, board, *wants, words = row
    for table, want in zip(("MGL-01", "MGL-ML01", "MGL-ML03"), wants, strict=True):
        expected = (-500, want) if "%" in want else (int(want), "-")
        assert worth(one_seat(table, hole, board)) == expected, f"{words}, {table}"


def test_r35_multi_game_links_and_envy_are_offered_by_the_two_newest_washington_sets_only() -> None:
    for name in ("wa-2018", "wa-lnw"):
        assert terms(ruleset(name), {PROGRESSIVE: "MGL-ML01"})
    for name in ("wa-base", "wa-2014", "ca"):
        with pytest.raises(Refused, match="does not offer"):
            terms(ruleset(name), {PROGRESSIVE: "MGL-ML01"})


# R59: equal chances.

MULTI_GAME = [
    (rules, name)
    for rules in RULE_SETS.values()
    for name in rules.tables.get(PROGRESSIVE, ())
    if paytable(name, PROGRESSIVE).cards == FIRST_FIVE
]
EVERY_HAND = (
    "Ah Kh Qh Jh Th", "9h 8h 7h 6h 5h", "9h 9d 9c 9s 5h", "9h 9d 9c 5s 5h", "Ah 9h Kh 5h 4h", "9h 8d 7h 6h 5c",
    "9h 9d 9c 6s 5h", "9h 9d 6c 6s 5h", "9h 9d 7c 6s 5h", "Ah 9d 7c 6s 5h",
)  # fmt: skip


@pytest.mark.parametrize(("rules", "name"), MULTI_GAME, ids=lambda value: getattr(value, "name", value))
def test_r59_on_a_multi_game_link_five_cards_count_and_their_places_in_the_deck_do_not_depend_on_them(
    rules: RuleSet, name: str
) -> None:
    """So they are any five of the fifty-two, each equally often, in every game. The cards around them say nothing."""
    game, table, chance = rules.game, paytable(name, PROGRESSIVE), Random(f"{rules.name} {name}")
    assert {category(strength(parse_cards(hand))).key for hand in EVERY_HAND} == set(BY_KEY)
    for procedure in rules.procedures:
        first = deal(procedure, game.layout, (2, 3, 5), DECK)
        # Ultimate Texas Hold'em has two more, for its own progressive; its first five are those of the link.
        places = [DECK.index(card) for card in game.progressive_cards(first, 3)[:5]]
        assert len(set(places)) == 5
        for hand in EVERY_HAND * 20:
            cards = chance.sample(parse_cards(hand), 5)
            rest = chance.sample([card for card in DECK if card not in cards], 47)
            at = dict(zip(places, cards, strict=True))
            deck = tuple(at.get(place) or rest.pop() for place in range(52))
            dealt = deal(procedure, game.layout, (2, 3, 5), deck)
            hands = Hands(game.rank(dealt.own[3], dealt.board), 0, dealt.own[3], dealt.dealer, dealt.board)
            line = game.progressive(table, hands)
            assert table.pays.get(line or "") == table.pays.get(category(strength(cards)).key)


# R36: envy.

TWO_HITS = {1: "9h 8h", 3: "3h 4h", 6: "Kc Kd"}
HIT_BOARD = "7h 6h 5h 2c Jd"


def envies(script: Script) -> dict[int, int]:
    return {event.seat: event.result.net for event in script.events() if isinstance(event, EnvyPaid)}


def link(stakes: dict[int, Stakes], lines: str | dict[int, str] = "bet4", **choices: Any) -> Script:
    tables = {PROGRESSIVE: "MGL-01"}
    holes = {seat: TWO_HITS[seat] for seat in stakes}
    return showdown("wa-2018", holes, "4s 4d", HIT_BOARD, lines, stakes, tables=tables, **choices)


def test_r36_everybody_else_with_a_progressive_wager_envies_each_hit_times_their_own_wager() -> None:
    """Seats 1 and 3 have straight flushes, $300 each; seat 6 has $5 down and envies both."""
    script = link({1: Stakes(ante=500, progressive=100), 3: Stakes(ante=500, progressive=100),
                   6: Stakes(ante=500, progressive=500)})  # fmt: skip
    assert envies(script) == {1: 30_000, 3: 30_000, 6: 300_000}


def test_r36_without_the_wager_there_is_no_envy_and_no_hit_to_envy() -> None:
    assert envies(link({1: Stakes(ante=500, progressive=100), 6: Stakes(ante=500)})) == {}
    assert envies(link({1: Stakes(ante=500), 6: Stakes(ante=500, progressive=100)})) == {}


def test_r36_nobody_envies_oneself_or_the_dealer() -> None:
    assert envies(link({1: Stakes(ante=500, progressive=100)})) == {}
    tables = {PROGRESSIVE: "MGL-01"}
    script = showdown(
        "wa-2018", {6: "Kc Kd"}, "9h 8h", HIT_BOARD, "bet4", Stakes(ante=500, progressive=100), tables=tables
    )
    assert envies(script) == {}


def test_r36_envy_of_a_royal_is_a_thousand_times_the_wager_and_quads_are_not_envied() -> None:
    stakes = Stakes(ante=500, progressive=100)
    tables = {PROGRESSIVE: "MGL-ML03"}
    royal = showdown("wa-lnw", {1: "Ah Kh", 2: "2s 7d"}, "4s 4d", "Qh Jh Th 2c 3d", "bet4", stakes, tables=tables)
    assert envies(royal) == {2: 100_000}
    quads = showdown("wa-lnw", {1: "9h 9d", 2: "2s 7d"}, "4s 4d", "9c 9s Th 2c 3d", "bet4", stakes, tables=tables)
    assert envies(quads) == {}


def test_r36_envy_comes_after_every_seat_and_before_the_meter() -> None:
    script = link({1: Stakes(ante=500, progressive=100), 6: Stakes(ante=500, progressive=100)})
    kinds = [type(event) for event in script.played().settled]
    assert kinds == [SeatSettled, SeatSettled, EnvyPaid, MeterWon]


def test_r36_a_same_game_link_has_no_envy() -> None:
    stakes = Stakes(ante=500, progressive=100)
    tables = {PROGRESSIVE: "UTH-P01"}
    holes = {1: "9h 8h", 6: "Kc Kd"}
    assert envies(showdown("wa-2014", holes, "4s 4d", HIT_BOARD, "bet4", stakes, tables=tables)) == {}


# R40: folds.


def test_r40_a_folded_hand_plays_for_the_meter_unless_the_house_says_no() -> None:
    fold = "check check fold"
    assert worth(one_seat("UTH-P01", "Ah Kh", "Qh Jh Th 2c 3d", fold)) == (-500, "100 % of main")
    assert worth(one_seat("UTH-P01", "Ah Kh", "Qh Jh Th 2c 3d", fold, lost_by_fold=("progressive",))) == (-500, "-")
    assert worth(one_seat("MGL-01", "9h 9d", "9c 5s 5h 2c 3d", fold)) == (24_500, "-")
    assert worth(one_seat("MGL-01", "9h 9d", "9c 5s 5h 2c 3d", fold, lost_by_fold=("progressive",))) == (-500, "-")
    assert worth(one_seat("MGL-01", "9h 9d", "9c 5s 5h 2c 3d", "bet4", lost_by_fold=("progressive",))) == (24_500, "-")


def test_r40_the_switch_governs_the_envy_a_fold_triggers_and_not_who_receives_it() -> None:
    stakes = {1: Stakes(ante=500, progressive=100), 6: Stakes(ante=500, progressive=100)}
    winner_folds = {1: "check check fold", 6: "bet4"}
    recipient_folds = {1: "bet4", 6: "check check fold"}
    assert envies(link(stakes, winner_folds)) == {6: 30_000}
    assert envies(link(stakes, winner_folds, lost_by_fold=("progressive",))) == {}
    assert envies(link(stakes, recipient_folds, lost_by_fold=("progressive",))) == {6: 30_000}


# R37, R38: where pays come from, and in which order.


def test_r37_fixed_pays_come_from_the_tray_and_in_2014_from_the_meter_if_the_house_chooses() -> None:
    quads = ("9h 9d", "9c 9s 5h 2c 3d")
    assert worth(one_seat("UTH-P01", *quads)) == (49_500, "-")
    assert worth(one_seat("UTH-P01", *quads, fixed_pays=FixedPays.METER)) == (-500, "100 for 1")
    for name in ("wa-2018", "wa-lnw", "wa-base", "ca"):
        with pytest.raises(BadTerms, match="tray"):
            terms(ruleset(name), fixed_pays=FixedPays.METER)


def wins(script: Script) -> list[MeterWon]:
    return [event for event in script.events() if isinstance(event, MeterWon)]


def test_r38_meter_pays_come_from_seat_six_to_seat_one_whatever_the_settling_order() -> None:
    stakes = {1: Stakes(ante=500, progressive=100), 3: Stakes(ante=500, progressive=500)}
    for order in ((1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1)):
        assert wins(link(stakes, settling_order=order)) == [
            MeterWon(3, "straight_flush", Share(10, "main"), 500),
            MeterWon(1, "straight_flush", Share(10, "main"), 100),
        ]


def test_r38_another_order_of_meter_pays_needs_an_approval() -> None:
    stakes = {1: Stakes(ante=500, progressive=100), 3: Stakes(ante=500, progressive=100)}
    upward = (1, 2, 3, 4, 5, 6)
    approved = link(stakes, meter_order=upward, meter_order_approval="internal controls 4.2")
    assert [win.seat for win in wins(approved)] == [1, 3]
    for approval in (None, ""):
        with pytest.raises(BadTerms, match="approval"):
            link(stakes, meter_order=upward, meter_order_approval=approval)
    with pytest.raises(BadTerms, match="each seat once"):
        link(stakes, meter_order=(1, 2), meter_order_approval="internal controls 4.2")


def test_r37_a_fixed_pay_off_the_meter_names_its_stake() -> None:
    tables = {PROGRESSIVE: "UTH-P01"}
    stakes = Stakes(ante=500, progressive=500)
    script = showdown(
        "wa-2014",
        {3: "9h 9d"},
        "4s 4d",
        "9c 9s 5h 2c 3d",
        "bet4",
        stakes,
        tables=tables,
        fixed_pays=FixedPays.METER,
    )
    assert wins(script) == [MeterWon(3, "four_of_a_kind", For(100), 500)]


# R33: the lock.


def test_r33_a_progressive_wager_is_gone_once_the_bets_are_locked() -> None:
    at = terms(ruleset("wa-2014"), progressive_stake=100)
    betting = [OpenRound(round="1", terms=at), Act(3, PlaceBets(Stakes(ante=500, progressive=100)))]
    assert decide(run(betting)[0], Act(3, WithdrawBets()))
    locked, _ = run([*betting, LOCK])
    with pytest.raises(Refused):
        decide(locked, Act(3, WithdrawBets()))


def test_r33_a_seat_without_an_accepted_wager_wins_nothing() -> None:
    script = showdown("wa-2014", {3: "Ah Kh"}, "4s 4d", "Qh Jh Th 2c 3d", "bet4", Stakes(ante=500))
    assert wins(script) == []
    assert (3, PROGRESSIVE) not in nets(script.events())
