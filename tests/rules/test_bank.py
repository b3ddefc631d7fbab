"""California: the player-dealer's bank, its rotation, and the collection (R28 to R32)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games import ruleset
from croupier.games.uth import ANTE, BLIND, PLAY, TRIPS, UTH
from croupier.rules.bank import BankTurn, Coverage, Purse, offers, parse_coverage, purse, turn_after
from croupier.rules.collection import Fee, Schedule, action, bank_fee, collection
from croupier.rules.commands import Act, OpenRound, PlaceBets, TakeBank, decide
from croupier.rules.events import BetsLocked, FoldCollected, SeatSettled
from croupier.rules.exposure import exposure, largest_wagers, purse_left
from croupier.rules.paytables import To
from croupier.rules.record import terms_to_plain
from croupier.rules.round import results_by_seat
from croupier.rules.settlement import Outcome
from croupier.rules.steps import LOCK
from croupier.rules.terms import BadTerms, terms
from croupier.rules.view import Onlooker, view
from croupier.rules.wagers import Stakes
from draws import Script, nets, run, scripts, showdown

SPOTS = (ANTE, PLAY, BLIND, TRIPS)

# The bank sits in seat 2 and holds queens. Seat 3 loses $15 (Ante, Play, Blind), seat 5 wins $10 (Ante, Play),
# seat 1 wins $7.50 more with a flush in clubs: Ante, Play, Blind 3 to 2.
HOLES = {1: "9c 8c", 3: "Jh Td", 5: "Ah 7d"}
DEALER, BOARD = "Qh Qs", "Ac Kc 2c 4d 6s"

# coverage | wager | seat 3 | seat 5 | seat 1, each Ante Play Blind | bank | the ruling
COVERAGE = """
  net   | 100000 | -500 -500 -500 |  500  500    0 |  500  500  750 | -1250 | R29 a large bank covers everything
  gross | 100000 | -500 -500 -500 |  500  500    0 |  500  500  750 | -1250 | R29 a large bank covers everything
  net   |   1500 | -500 -500 -500 |  500  500    0 |  500  500  750 | -1250 | R30 what it collected pays later seats
  net   |   1000 | -500 -500    0 |  500  500    0 |  500  500    0 | -1000 | R30 at +10 a loser keeps the rest; later results move the bank again, to -10
  net   |    600 | -500 -100    0 |  500  500    0 |  200    0    0 |  -600 | R30 a wager is covered in part, lost or won; what was returned stays returned
  net   |      1 |   -1    0    0 |    2    0    0 |    0    0    0 |    -1 | R30 one cent of bank moves from one side of its limit to the other
  gross |   2700 | -500 -500 -500 |  500  500    0 |  200    0    0 |   300 | R30 every cent paid or collected uses up one cent
  gross |   1500 | -500 -500 -500 |    0    0    0 |    0    0    0 |  1500 | R30 gross coverage is used up by collecting alone
  gross |    600 | -500 -100    0 |    0    0    0 |    0    0    0 |   600 | R30 of a loser only what is left is taken
"""  # noqa: E501
ROWS = [[cell.strip() for cell in line.split("|")] for line in COVERAGE.strip("\n").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]} {row[-1]}")
def test_what_the_bank_covers(row: list[str]) -> None:
    coverage, wager, *wants, bank_net, words = row
    script = showdown(
        "ca",
        HOLES,
        DEALER,
        BOARD,
        "check check bet1",
        Stakes(ante=500),
        bank=(2, int(wager)),
        coverage=Coverage(coverage),
    )
    found = nets(script.events())
    for seat, want in zip((3, 5, 1), wants, strict=True):
        got = [found[seat, spot] for spot in SPOTS[:3]]
        assert got == [int(cents) for cents in want.split()], f"{words}, seat {seat}"
    assert -sum(found.values()) == int(bank_net)


def test_r29_within_a_seat_the_order_is_ante_play_blind_trips() -> None:
    """A bank of $12 against a losing seat with $5 on each: Ante and Play are taken, $2 of the Blind, no Trips."""
    stakes = Stakes(ante=500, trips=500)
    script = showdown("ca", {3: "Jh Td"}, DEALER, BOARD, "check check bet1", stakes, bank=(2, 1200))
    assert [nets(script.events())[3, spot] for spot in SPOTS] == [-500, -500, -200, 0]
    (settled,) = [event for event in script.events() if isinstance(event, SeatSettled)]
    assert [row.spot for row in settled.results] == list(SPOTS)
    assert "returned" in settled.results[3].reason


def test_r29_folds_are_collected_first_and_a_folded_seats_winning_trips_at_its_turn() -> None:
    """Seat 6 folded last in order, yet its money is the first the bank gets; seat 5's Trips waits for its turn."""
    script = showdown(
        "ca",
        {4: "Ah 7d", 5: "9c 8c", 6: "Jh Td"},
        DEALER,
        BOARD,
        {4: "check check bet1", 5: "check check fold", 6: "check check fold"},
        Stakes(ante=500, trips=100),
        bank=(2, 100_000),
    )
    settled = script.played().settled
    assert [(type(event), event.seat) for event in settled] == [
        (FoldCollected, 5),
        (FoldCollected, 6),
        (SeatSettled, 4),
        (SeatSettled, 5),
        (SeatSettled, 6),
    ]
    paid = {
        (type(event).__name__, event.seat, row.spot): row.net
        for event in settled
        if isinstance(event, FoldCollected | SeatSettled)
        for row in event.results
    }
    assert paid["FoldCollected", 6, TRIPS] == -100
    assert ("FoldCollected", 5, TRIPS) not in paid
    assert paid["SeatSettled", 5, TRIPS] == 600
    assert isinstance(settled[3], SeatSettled)
    assert settled[3].outcome is Outcome.FOLD


def test_r29_money_collected_from_folds_covers_the_seats_before_them() -> None:
    """A net bank of $5 collects $10 from the fold in seat 6, up to its limit of +$5, and can then pay $10."""
    script = showdown(
        "ca",
        {3: "Ah 7d", 6: "Jh Td"},
        DEALER,
        BOARD,
        {3: "check check bet1", 6: "check check fold"},
        Stakes(ante=500),
        bank=(2, 500),
    )
    found = nets(script.events())
    assert [found[6, ANTE], found[6, BLIND]] == [-500, 0]
    assert [found[3, ANTE], found[3, PLAY]] == [500, 500]


def test_r30_a_push_uses_no_coverage() -> None:
    purse = Purse(Coverage.GROSS, 100, 100)
    assert purse.after(0) == (0, purse)


def test_r30_the_default_is_net_and_others_do_not_exist() -> None:
    assert terms(ruleset("ca")).coverage is Coverage.NET
    assert parse_coverage("gross") is Coverage.GROSS
    for other in ("full", None, [], 1):
        with pytest.raises(ValueError, match="net"):
            parse_coverage(other)


@given(scripts(("ca",)))
def test_r28_the_house_has_no_stake_in_the_result(script: Script) -> None:
    """What the players win the bank loses; only the collection, taken before any card, goes to the house."""
    round = script.played()
    won = sum(seat.net for seat in view(round, Onlooker()).seats)
    bank_net = -sum(nets(script.events()).values())
    assert won + bank_net == 0


# R31: who is offered the bank.

ANN, BOB, CAT = "ann", "bob", "cat"
OFFERS = [
    ("nobody has banked yet: from seat 1", None, {2: ANN, 4: BOB, 6: CAT}, (2, 4, 6)),
    ("after one round the banker may go on", BankTurn(4, BOB, 1), {2: ANN, 4: BOB, 6: CAT}, (4, 6, 2)),
    ("after two it is offered on clockwise, and not to them", BankTurn(4, BOB, 2), {2: ANN, 4: BOB, 6: CAT}, (6, 2)),
    ("past seat 6 comes seat 1", BankTurn(6, CAT, 2), {1: ANN, 2: BOB, 6: CAT}, (1, 2)),
    ("a banker who left is not asked", BankTurn(4, BOB, 1), {2: ANN, 6: CAT}, (6, 2)),
    ("alone after two rounds: nobody is asked, no round is dealt", BankTurn(4, BOB, 2), {4: BOB}, ()),
    ("another seat does not make another player", BankTurn(4, BOB, 2), {2: ANN, 5: BOB, 6: CAT}, (6, 2)),
    ("who has one round left has it in any seat", BankTurn(4, BOB, 1), {2: ANN, 5: BOB, 6: CAT}, (5, 6, 2)),
    ("who takes over the seat is asked, last", BankTurn(4, BOB, 2), {2: ANN, 4: CAT, 6: BOB}, (2, 4)),
    ("and is not asked first for the other's sake", BankTurn(4, BOB, 1), {2: ANN, 4: CAT}, (2, 4)),
]


@pytest.mark.parametrize(("words", "turn", "seated", "want"), OFFERS, ids=[f"R31 {row[0]}" for row in OFFERS])
def test_whom_the_bank_is_offered_to(
    words: str, turn: BankTurn | None, seated: dict[int, str], want: tuple[int, ...]
) -> None:
    assert offers(turn, seated) == want, words


@given(st.lists(st.tuples(st.sampled_from(range(6)), st.permutations(range(1, 7))), max_size=20), st.integers(2, 6))
def test_r31_nobody_banks_three_rounds_in_a_row(picks: list[tuple[int, list[int]]], players: int) -> None:
    """However they change seats between rounds."""
    turn, bankers = None, []
    for pick, places in picks:
        seated = {seat: f"player {n}" for n, seat in enumerate(places[:players])}
        asked = offers(turn, seated)
        seat = asked[pick % len(asked)]
        turn = turn_after(turn, seat, seated[seat])
        bankers.append(seated[seat])
    assert all(len(set(bankers[i : i + 3])) > 1 for i in range(len(bankers) - 2))


# R32: the collection.

FEES = [
    (Schedule.ONE, 1_000, 100),
    (Schedule.ONE, 5_000, 100),
    (Schedule.ONE, 5_001, 200),
    (Schedule.ONE, 100_000, 200),
    (Schedule.TWO, 5_000, 50),
    (Schedule.TWO, 5_001, 200),
    (Schedule.TWO, 30_000, 200),
    (Schedule.TWO, 30_001, 300),
]


@pytest.mark.parametrize(("schedule", "total", "fee"), FEES, ids=[f"R32 schedule {s.value} {t}" for s, t, _ in FEES])
def test_what_the_bank_pays_for_the_action(schedule: Schedule, total: int, fee: int) -> None:
    assert bank_fee(schedule, total) == fee


def test_r32_action_is_ante_blind_and_trips_of_all_seats() -> None:
    down = [UTH.complete(Stakes(ante=500, trips=200)), UTH.complete(Stakes(ante=1000))]
    assert action(down) == 500 + 500 + 200 + 1000 + 1000


def test_r32_each_player_pays_once_per_seat_under_schedule_one_and_nothing_under_two() -> None:
    stakes = [(1, UTH.complete(Stakes(ante=500, trips=5000))), (4, UTH.complete(Stakes(ante=500)))]
    assert collection(Schedule.ONE, 6, stakes) == (Fee(6, 200), Fee(1, 50), Fee(4, 50))
    assert collection(Schedule.TWO, 6, stakes) == (Fee(6, 200),)
    assert collection(Schedule.ONE, 6, stakes, player_fee=100) == (Fee(6, 200), Fee(1, 100), Fee(4, 100))


def test_r32_per_betting_circle_ante_and_blind_cost_a_fee_each_and_trips_none() -> None:
    at = terms(ruleset("ca"), fee_per_circle=True)
    assert at.fee_circles == ("ante", "blind")
    with_trips, without = UTH.complete(Stakes(ante=500, trips=5000)), UTH.complete(Stakes(ante=500))
    stakes = [(1, with_trips), (4, without)]
    assert collection(Schedule.ONE, 6, stakes, 50, at.fee_circles) == (Fee(6, 200), Fee(1, 100), Fee(4, 100))
    assert collection(Schedule.TWO, 6, stakes, 50, at.fee_circles) == (Fee(6, 200),)
    assert (at.seat_fee(with_trips), terms(ruleset("ca")).seat_fee(with_trips)) == (100, 50)
    assert terms(ruleset("ca"), fee_per_circle=True, collection=Schedule.TWO).seat_fee(without) == 0


def test_r32_a_record_that_does_not_say_so_takes_the_fee_once_per_seat() -> None:
    assert "fee_per_circle" not in terms_to_plain(terms(ruleset("ca")))
    assert terms_to_plain(terms(ruleset("ca"), fee_per_circle=True))["fee_per_circle"] is True


def test_r32_the_collection_is_taken_at_the_lock_before_any_card() -> None:
    at = terms(ruleset("ca"), collection=Schedule.TWO)
    betting = [OpenRound(round="1", terms=at), Act(6, TakeBank(5000)), Act(1, PlaceBets(Stakes(ante=2500)))]
    assert decide(run(betting)[0], LOCK) == (BetsLocked((Fee(6, 50),)),)
    raised = [*betting, Act(1, PlaceBets(Stakes(ante=2500, trips=500)))]
    assert decide(run(raised)[0], LOCK) == (BetsLocked((Fee(6, 200),)),)


def test_r32_only_california_has_a_collection_and_nobody_is_paid_to_play() -> None:
    with pytest.raises(BadTerms, match="collection"):
        terms(ruleset("wa-2018"), collection=Schedule.ONE)
    with pytest.raises(BadTerms, match="fee"):
        terms(ruleset("ca"), player_fee=-50)
    assert terms(ruleset("ca")).collection is Schedule.ONE


def test_r29_what_a_bank_stands_to_win_and_to_lose_is_known_before_it_is_taken() -> None:
    """By hand: Ante $5, Blind $5 at 500 to 1, Play 4x at 1 to 1, Trips $10 at 50 to 1."""
    at = terms(ruleset("ca"))
    assert max(pay.win for pay in at.table(BLIND).pays.values() if isinstance(pay, To)) == 500
    assert max(pay.win for pay in at.table(TRIPS).pays.values() if isinstance(pay, To)) == 50
    one = Stakes(ante=500, blind=500, trips=1000)
    assert exposure(at, [one]) == (500 + 250_000 + 2_000 + 50_000, 500 + 500 + 2_000 + 1_000)
    assert exposure(at, [one, one]) == (605_000, 8_000)
    assert exposure(at, [one, one]).within(100_000) == (100_000, 8_000)
    assert exposure(at, []) == (0, 0)
    assert largest_wagers(at) == Stakes(ante=5_000, blind=5_000, trips=5_000)


@given(scripts(("ca",)))
def test_r29_no_bank_wins_or_loses_more_than_was_said_before_the_deal(script: Script) -> None:
    assert script.bank is not None
    over = replace(script, bank=(script.bank[0], 10**12)).played()
    net = -sum(row.net for rows in results_by_seat(over).values() for row in rows)
    pays, takes = exposure(over.terms, [seat.stakes for seat in over.seats])
    assert -pays <= net <= takes


@given(scripts(("ca",)))
def test_r30_what_is_left_of_a_bank_is_its_wager_less_what_was_used(script: Script) -> None:
    over = script.played()
    assert over.bank is not None
    # The purse as the settlement goes through it, seat by seat; what is left does not depend on the order.
    walked, rows = purse(over.bank), []
    for event in over.settled:
        for row in event.results if isinstance(event, SeatSettled | FoldCollected) else ():
            covered, walked = walked.after(row.net)
            assert covered == row.net
            rows.append(row.net)
            assert purse_left(over.bank, rows) == purse_left(over.bank, reversed(rows)) == walked
