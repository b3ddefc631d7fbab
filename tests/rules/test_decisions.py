"""Decisions street by street, the clock, and void rounds (R18, R19, R26)."""

from __future__ import annotations

import pytest

from croupier.errors import Refused
from croupier.games import ruleset
from croupier.games.uth import PLAY, SHOW_FLOP, SHOW_RIVER, UTH
from croupier.rules.actions import BET1, BET2, BET3, BET4, CHECK, FOLD, Bet, parse_action
from croupier.rules.clock import deadline_s, gone, overdue
from croupier.rules.commands import (
    Act,
    Command,
    DealCards,
    IllegalAction,
    OpenRound,
    PlaceBets,
    VoidRound,
    decide,
    next_step,
)
from croupier.rules.deal import DECK
from croupier.rules.events import Acted, Cause, RoundVoided
from croupier.rules.round import Round, Stage, due_seats, evolve, legal_actions
from croupier.rules.steps import END, LOCK, OPEN, SETTLE, SETTLE_NEXT, SHOW_DEALER, WAIT
from croupier.rules.terms import BadTerms, terms
from croupier.rules.view import AtSeat, Onlooker, view
from croupier.rules.wagers import Stakes
from draws import run, showdown


def dealt(*then: Command, **choices: object) -> Round:
    """Seats 2 and 5 have cards, and the given commands have followed."""
    at = terms(ruleset("wa-base"), **choices)
    bets = [Act(2, PlaceBets(Stakes(ante=500))), Act(5, PlaceBets(Stakes(ante=1000)))]
    return run([OpenRound(round="1", terms=at), *bets, LOCK, DealCards(DECK), *then])[0]


FLOP: tuple[Command, ...] = (Act(2, CHECK), Act(5, CHECK), SHOW_FLOP)
RIVER: tuple[Command, ...] = (*FLOP, Act(2, CHECK), Act(5, CHECK), SHOW_RIVER)


def test_r18_what_each_street_offers() -> None:
    assert legal_actions(dealt(), 2) == (BET4, BET3, CHECK)
    assert legal_actions(dealt(*FLOP), 2) == (BET2, CHECK)
    assert legal_actions(dealt(*RIVER), 2) == (BET1, FOLD)
    assert legal_actions(dealt(), 3) == ()


def test_r18_one_play_bet_a_round_and_it_cannot_be_changed() -> None:
    for bet in (BET4, BET3):
        round = dealt(Act(2, bet))
        assert legal_actions(round, 2) == ()
        for action in (BET4, BET3, BET2, BET1, CHECK, FOLD):
            with pytest.raises(IllegalAction):
                decide(round, Act(2, action))


def test_r18_a_play_bet_is_a_multiple_of_the_seats_own_ante() -> None:
    round = dealt(Act(2, BET3), Act(5, BET4))
    assert [seat.raised for seat in round.seats] == [Stakes(play=1500), Stakes(play=4000)]
    assert [seat.on(PLAY) for seat in round.seats] == [1500, 4000]


def test_r18_a_street_ends_when_every_live_seat_has_decided_and_not_before() -> None:
    round = dealt(Act(5, CHECK))
    assert due_seats(round) == (2,)
    assert next_step(round) is WAIT
    for early in (SHOW_FLOP, WAIT):
        with pytest.raises(Refused, match="wait for the seats"):
            decide(round, early)
    (acted,) = decide(round, Act(2, BET4))
    assert next_step(evolve(round, acted)) is SHOW_FLOP


def test_r18_seats_may_decide_in_any_order_and_once_a_street() -> None:
    round = dealt(Act(5, CHECK))
    with pytest.raises(IllegalAction, match="legal actions: none"):
        decide(round, Act(5, CHECK))
    assert due_seats(dealt(Act(2, BET4), Act(5, CHECK), SHOW_FLOP)) == (5,)


def test_a_refusal_names_what_is_legal() -> None:
    with pytest.raises(IllegalAction, match="seat 2 cannot bet4 on the flop; legal actions: bet2, check"):
        decide(dealt(*FLOP), Act(2, BET4))


@pytest.mark.parametrize("text", ["bet5", "bet0", "BET4", "", "raise", " check", None, 4])
def test_a_text_that_is_no_action_is_refused(text: object) -> None:
    with pytest.raises(Refused, match="not an action"):
        parse_action(text)


def test_actions_and_lines_have_one_text_form() -> None:
    for action in (BET4, BET3, BET2, BET1, CHECK, FOLD):
        assert parse_action(str(action)) == action
    assert UTH.parse_line("check check bet1") == (CHECK, CHECK, BET1)
    with pytest.raises(Refused, match="illegal line"):
        UTH.parse_line("check fold")
    with pytest.raises(IllegalAction):
        decide(dealt(), Act(2, Bet(5)))


# R19: the clock.


def test_r19_who_does_not_answer_checks_or_folds_at_the_river() -> None:
    for before, action in (((), CHECK), (FLOP, CHECK), (RIVER, FOLD)):
        round = dealt(*before, clock_s=30)
        deadline = deadline_s(round, waiting_since_s=100.0)
        assert deadline == 130.0
        assert overdue(round, deadline, now_s=129.9) == ()
        late = overdue(round, deadline, now_s=130.0)
        assert late == (Act(2, action, Cause.CLOCK), Act(5, action, Cause.CLOCK))
        assert decide(round, late[0]) == (Acted(2, action, Cause.CLOCK),)


@pytest.mark.parametrize("cause", [Cause.CLOCK, Cause.LEFT])
def test_r19_nobody_but_the_player_makes_the_play_bet(cause: Cause) -> None:
    for before, bet in (((), BET4), ((), BET3), (FLOP, BET2), (RIVER, BET1)):
        with pytest.raises(Refused, match="only a player bets"):
            decide(dealt(*before), Act(2, bet, cause))


def test_r19_the_clock_speaks_only_for_seats_that_are_due() -> None:
    round = dealt(Act(2, BET4), clock_s=30)
    assert overdue(round, 130.0, now_s=200.0) == (Act(5, CHECK, Cause.CLOCK),)
    decided = dealt(Act(2, BET4), Act(5, CHECK), clock_s=30)
    assert deadline_s(decided, 100.0) is None
    assert overdue(decided, 130.0, 200.0) == ()


def test_r19_after_an_interruption_the_full_clock_runs_again() -> None:
    round = dealt(clock_s=30)
    assert deadline_s(round, waiting_since_s=100.0, resumed_at_s=500.0) == 530.0
    assert deadline_s(round, waiting_since_s=600.0, resumed_at_s=500.0) == 630.0
    assert overdue(round, 530.0, now_s=529.0) == ()


def test_r19_a_table_without_a_clock_waits() -> None:
    assert deadline_s(dealt(), waiting_since_s=0.0) is None
    assert overdue(dealt(), None, now_s=10**9) == ()
    with pytest.raises(BadTerms, match="clock"):
        terms(ruleset("wa-base"), clock_s=0)


def test_r19_a_player_who_leaves_is_treated_the_same_and_stays_responsible() -> None:
    assert gone(dealt(), frozenset({5})) == (Act(5, CHECK, Cause.LEFT),)
    assert gone(dealt(*RIVER), frozenset({5, 6})) == (Act(5, FOLD, Cause.LEFT),)
    assert gone(dealt(Act(5, BET4)), frozenset({5})) == ()
    round = dealt(*RIVER, Act(5, FOLD, Cause.LEFT), Act(2, BET1), SHOW_DEALER, SETTLE)
    lost = {UTH.by_key[row.spot].felt: row.net for seat in view(round, Onlooker()).seats[1:] for row in seat.results}
    assert lost == {"Ante": -1000, "Blind": -1000}


# R26: void rounds.

SCRIPT = showdown(
    "wa-base", {2: "As Ks", 5: "7c 2d"}, "2c 3d", "4h 9h Js Jd Qc", {2: "bet4", 5: "check check fold"}, Stakes(ante=500)
)


@pytest.mark.parametrize("done", range(1, len(SCRIPT.commands())))
def test_r26_an_unfinished_round_can_be_voided_at_any_point_and_nothing_stands(done: int) -> None:
    round, _ = run(SCRIPT.commands()[:done])
    (voided,) = decide(round, VoidRound("shuffler malfunction"))
    assert voided == RoundVoided("shuffler malfunction")
    void = evolve(round, voided)
    assert void.stage is Stage.VOID
    seen = view(void, Onlooker())
    assert seen.void_reason == "shuffler malfunction"
    assert all(seat.results == () and seat.meter_won == () and seat.outcome is None for seat in seen.seats)
    for command in SCRIPT.commands()[1:]:
        with pytest.raises(Refused):
            decide(void, command)
    assert next_step(void) is OPEN


def test_r26_a_round_can_be_voided_between_two_seats_of_the_settlement() -> None:
    round, _ = run([*SCRIPT.commands()[:-2], SETTLE_NEXT])
    assert len(round.settled) == 1
    void = evolve(round, decide(round, VoidRound("misdeal"))[0])
    assert all(seat.net == 0 for seat in view(void, Onlooker()).seats)


def test_r26_a_void_turns_no_card_over() -> None:
    before, _ = run(SCRIPT.commands()[:6])
    void = evolve(before, decide(before, VoidRound("misdeal"))[0])
    for viewer in (Onlooker(), *(AtSeat(seat.number) for seat in before.seats)):
        was, seen = view(before, viewer), view(void, viewer)
        assert [seat.cards for seat in seen.seats] == [seat.cards for seat in was.seats]
        assert (seen.board, seen.dealer, seen.deck) == (was.board, was.dealer, ())
        assert not any(seat.hand for seat in seen.seats), "a void round has no hands to name"
        assert seen.dealer_hand is None


@pytest.mark.parametrize("reason", ["", "   "])
def test_r26_a_void_needs_a_reason(reason: str) -> None:
    with pytest.raises(Refused, match="reason"):
        decide(dealt(), VoidRound(reason))


def test_r26_a_finished_round_cannot_be_voided() -> None:
    with pytest.raises(Refused, match="the round is over"):
        decide(SCRIPT.played(), VoidRound("too late"))


def test_a_round_ends_only_when_every_seat_is_settled() -> None:
    round, _ = run(SCRIPT.commands()[:-2])
    with pytest.raises(Refused, match="settle the next seat"):
        decide(round, END)


def test_a_round_is_opened_before_anything_else_and_not_twice() -> None:
    with pytest.raises(Refused, match="there is no round"):
        decide(None, LOCK)
    with pytest.raises(Refused):
        decide(dealt(), OpenRound(round="2", terms=terms(ruleset("wa-base"))))
    assert decide(SCRIPT.played(), OpenRound(round="2", terms=terms(ruleset("wa-base"))))
