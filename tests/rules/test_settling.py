"""The order of settlement, the two passes of the Ante, and the cap (R5, R12, R21)."""

from __future__ import annotations

import pytest

from croupier.games import ruleset
from croupier.games.uth import ANTE, BLIND, PLAY, TRIPS
from croupier.hands import strength
from croupier.rules.actions import BET1, CHECK, FOLD
from croupier.rules.commands import Act, decide
from croupier.rules.events import BetReturned, FoldCollected, SeatSettled, Settled
from croupier.rules.reasons import NOT_QUALIFIED
from croupier.rules.round import evolve
from croupier.rules.settlement import Outcome, result
from croupier.rules.steps import SETTLE_NEXT
from croupier.rules.terms import BadTerms, terms
from croupier.rules.view import Onlooker, view
from croupier.rules.wagers import Stakes
from draws import nets, run, showdown

THREE = {1: "Ah 8d", 4: "7c 6d", 6: "9c 8s"}
NO_PAIR = "Ks Qd"
BOARD = "As Jh 5c 3d 2s"
LINES = {1: "bet4", 4: "check check fold", 6: "check check bet1"}
ANTES = {1: Stakes(ante=500), 4: Stakes(ante=700, trips=100), 6: Stakes(ante=900)}


def steps(settled: tuple[Settled, ...]) -> list[tuple[str, int]]:
    return [(type(event).__name__, event.seat) for event in settled]


def test_r5_washington_settles_from_the_right_and_the_house_may_choose_otherwise() -> None:
    script = showdown("wa-base", THREE, "Jc Jd", BOARD, LINES, ANTES)
    assert steps(script.played().settled) == [("SeatSettled", seat) for seat in (6, 4, 1)]
    other = showdown("wa-base", THREE, "Jc Jd", BOARD, LINES, ANTES, settling_order=(3, 4, 5, 6, 1, 2))
    assert steps(other.played().settled) == [("SeatSettled", seat) for seat in (4, 6, 1)]
    assert nets(other.events()) == nets(script.events())


def test_r5_the_house_may_choose_the_order_of_bets_within_a_seat() -> None:
    stakes = Stakes(ante=500, trips=100)
    usual = showdown("wa-base", THREE, "Jc Jd", BOARD, LINES, stakes)
    other = showdown("wa-base", THREE, "Jc Jd", BOARD, LINES, stakes, bet_order=(TRIPS, PLAY))
    for script, order in ((usual, [ANTE, PLAY, BLIND, TRIPS]), (other, [TRIPS, PLAY, ANTE, BLIND])):
        first = script.played().settled[0]
        assert isinstance(first, SeatSettled)
        assert [row.spot for row in first.results] == order
    assert nets(other.events()) == nets(usual.events())


@pytest.mark.parametrize("order", [(), (TRIPS, TRIPS), ("envy",), ("pair_plus",)])
def test_r5_an_order_of_bets_names_bets_of_the_felt_once(order: tuple[str, ...]) -> None:
    with pytest.raises(BadTerms, match="bet"):
        terms(ruleset("wa-base"), bet_order=order)


def test_r29_a_bank_is_settled_in_one_order_of_bets() -> None:
    with pytest.raises(BadTerms, match="the bets of a seat are settled in one order"):
        terms(ruleset("ca"), bet_order=(TRIPS,))


@pytest.mark.parametrize("order", [(1, 2, 3), (1, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5), ()])
def test_r5_a_settling_order_names_each_seat_once(order: tuple[int, ...]) -> None:
    with pytest.raises(BadTerms, match="order"):
        terms(ruleset("wa-base"), settling_order=order)


def test_r5_california_settles_clockwise_from_the_bank_and_takes_no_other_order() -> None:
    script = showdown("ca", THREE, "Jc Jd", BOARD, dict.fromkeys(THREE, "bet4"), Stakes(ante=500), bank=(3, 10**6))
    assert steps(script.played().settled) == [("SeatSettled", seat) for seat in (4, 6, 1)]
    with pytest.raises(BadTerms, match="clockwise"):
        terms(ruleset("ca"), settling_order=(6, 5, 4, 3, 2, 1))


def test_r21_in_washington_both_passes_are_in_the_record() -> None:
    """The dealer has ace high: live Antes go back first, seat by seat, then the rest is settled."""
    script = showdown("wa-2014", THREE, NO_PAIR, BOARD, LINES, ANTES)
    first, second = script.played().settled[:2], script.played().settled[2:]
    assert first == (
        BetReturned(6, result(ANTE, 900, 0, NOT_QUALIFIED)),
        BetReturned(1, result(ANTE, 500, 0, NOT_QUALIFIED)),
    )
    assert steps(second) == [("SeatSettled", 6), ("SeatSettled", 4), ("SeatSettled", 1)]
    spots = {event.seat: [row.spot for row in event.results] for event in second if isinstance(event, SeatSettled)}
    assert spots == {
        6: [PLAY, BLIND],
        4: [ANTE, BLIND, TRIPS],
        1: [PLAY, BLIND],
    }
    assert nets(script.events()) == {
        (6, ANTE): 0, (6, PLAY): -900, (6, BLIND): -900,
        (4, ANTE): -700, (4, BLIND): -700, (4, TRIPS): -100,
        (1, ANTE): 0, (1, PLAY): 2000, (1, BLIND): 0,
    }  # fmt: skip


def test_r21_the_first_pass_looks_at_no_players_hand() -> None:
    script = showdown("wa-2014", THREE, NO_PAIR, BOARD, LINES, ANTES)
    round, _ = run(script.commands()[:-2])
    for _ in range(2):
        (event,) = decide(round, SETTLE_NEXT)
        assert isinstance(event, BetReturned)
        round = evolve(round, event)
    assert all(seat.cards is None for seat in view(round, Onlooker()).seats)


def test_r21_a_folded_ante_is_not_returned() -> None:
    script = showdown("wa-2014", {4: "7c 6d"}, NO_PAIR, BOARD, "check check fold", Stakes(ante=700))
    assert steps(script.played().settled) == [("SeatSettled", 4)]
    assert nets(script.events())[4, ANTE] == -700


def test_r21_a_qualified_dealer_makes_one_pass() -> None:
    script = showdown("wa-2014", THREE, "Jc Jd", BOARD, LINES, ANTES)
    assert not any(isinstance(event, BetReturned) for event in script.events())


def test_r21_california_returns_the_ante_seat_by_seat() -> None:
    script = showdown("ca", THREE, NO_PAIR, BOARD, LINES, ANTES, bank=(2, 10**6))
    settled = script.played().settled
    assert steps(settled) == [("FoldCollected", 4), ("SeatSettled", 4), ("SeatSettled", 6), ("SeatSettled", 1)]
    assert isinstance(settled[2], SeatSettled)
    ante = settled[2].results[0]
    assert (ante.spot, ante.stake, ante.net) == (ANTE, 900, 0)
    assert nets(script.events())[4, ANTE] == -700


def test_a_fold_is_known_as_a_fold_whatever_the_cards_are() -> None:
    script = showdown("wa-base", {4: "As Ac"}, "2c 3d", "Ah 9d 9c 6d 5s", "check check fold", Stakes(ante=700))
    (settled,) = script.played().settled
    assert isinstance(settled, SeatSettled)
    assert settled.outcome is Outcome.FOLD
    assert settled.strength == strength(script.played().cards.own[4] + script.played().cards.board)


# R12: the cap. Without a table's limits a cap may be low enough to read the cents.


def test_r12_a_cap_cuts_all_winnings_in_proportion_and_odd_cents_go_to_the_lowest_seat() -> None:
    """Three seats win Ante and Play, 500 each: 3,000 cut to 1,000. A sixth is 166, and four cents are odd."""
    holes = {2: "Ah 8d", 4: "Ad 8s", 6: "Ac 8h"}
    script = showdown(
        "wa-base", holes, "Jc Jd", "As Kh 5c 3d 2s", "check check bet1", Stakes(ante=500), aggregate_cap=1_000
    )
    found = nets(script.events())
    assert [found[seat, ANTE] for seat in (2, 4, 6)] == [167, 167, 166]
    assert [found[seat, PLAY] for seat in (2, 4, 6)] == [167, 167, 166]
    assert [found[seat, BLIND] for seat in (2, 4, 6)] == [0, 0, 0]
    assert sum(found.values()) == 1_000


def test_r12_losses_are_never_cut_and_do_not_make_room() -> None:
    holes = {1: "Ah 8d", 3: "9c 7d"}
    script = showdown(
        "wa-base", holes, "Jc Jd", "As Kh 5c 3d 2s", "check check bet1", Stakes(ante=500), aggregate_cap=900
    )
    found = nets(script.events())
    assert [found[1, spot] for spot in (ANTE, PLAY)] == [450, 450]
    assert [found[3, spot] for spot in (ANTE, PLAY, BLIND)] == [-500, -500, -500]


def test_r12_winnings_at_the_cap_are_left_alone_and_a_cent_above_is_cut() -> None:
    for cap, want in ((1_000, 500), (999, 500)):
        script = showdown(
            "wa-base", {1: "Ah 8d"}, "Jc Jd", "As Kh 5c 3d 2s", "check check bet1", Stakes(ante=500), aggregate_cap=cap
        )
        assert nets(script.events())[1, ANTE] == want
        assert sum(nets(script.events()).values()) == cap


def test_r12_side_bets_are_winnings_too_and_a_cap_does_not_follow_the_settling_order() -> None:
    holes = {1: "9h 9d", 6: "Ah 8d"}
    tables = {TRIPS: "UTH-02"}
    stakes = {1: Stakes(ante=500, trips=100), 6: Stakes(ante=500)}
    for order in ((6, 5, 4, 3, 2, 1), (1, 2, 3, 4, 5, 6)):
        script = showdown(
            "wa-base", holes, "2c 2d", "9s Ad 5c 3d 7s", "check check bet1", stakes,
            tables=tables, aggregate_cap=1_000, settling_order=order,
        )  # fmt: skip
        # Winnings: seat 1 Ante 500, Play 500, Trips 300; seat 6 Ante 500, Play 500. 1,000 of 2,300, two cents odd.
        found = nets(script.events())
        assert [found[1, spot] for spot in (ANTE, PLAY, TRIPS)] == [218, 218, 130]
        assert [found[6, spot] for spot in (ANTE, PLAY)] == [217, 217]


def test_settlement_waits_for_every_seat() -> None:
    script = showdown("wa-base", {1: "Ah 8d"}, "Jc Jd", "As Kh 5c 3d 2s", "check check bet1", Stakes(ante=500))
    commands = [c for c in script.commands() if not (isinstance(c, Act) and c.order in (BET1, CHECK, FOLD))]
    with pytest.raises(ValueError, match="cannot"):
        run(commands)


def test_folded_seats_are_collected_first_in_california() -> None:
    script = showdown("ca", THREE, "Jc Jd", BOARD, LINES, ANTES, bank=(5, 10**6))
    first = script.played().settled[0]
    assert isinstance(first, FoldCollected)
    assert {row.spot: row.net for row in first.results} == {ANTE: -700, BLIND: -700, TRIPS: -100}


def test_r21_the_first_pass_does_not_know_of_a_tie() -> None:
    """The Ante goes back because the dealer does not qualify: no hand has been looked at yet."""
    script = showdown("wa-base", {1: "2c 3d"}, "2h 3s", "Kd Qh Jc 9s 8c", "bet4", Stakes(ante=1000))
    returned = next(event for event in script.events() if isinstance(event, BetReturned))
    assert (returned.result.why, returned.result.reason) == ("dealer_not_qualified", "dealer does not qualify, push")
