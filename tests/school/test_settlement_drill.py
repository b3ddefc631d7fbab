"""Laws of the settlement drill: the right acts settle every seat to the cent as the game does, all others are wrong."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.money import DOLLAR, ChipStack
from croupier.rules.commands import next_step
from croupier.rules.events import BetReturned, MeterWon, SeatSettled
from croupier.rules.plan import plan
from croupier.rules.round import Round, Stage
from croupier.rules.wagers import PROGRESSIVE
from croupier.school.acts import (
    DEALER,
    CallHand,
    CallSupervisor,
    DealerAct,
    DealOut,
    DropFee,
    LockUp,
    NotAnAct,
    PayBet,
    PressKey,
    PushBet,
    TakeBet,
    TurnCards,
    fewest_chips,
    parse_act,
)
from croupier.school.course import COURSE, question
from croupier.school.draw import Draw
from croupier.school.makers.settling import results_of
from croupier.school.question import Acts, NotAnAnswer, mark, read_answer
from croupier.school.rounds import played
from croupier.school.settlement.judging import PAR_S, ActVerdict, judged, score
from croupier.school.settlement.planted_errors import PlantedError, first_wrong, told_story, watched
from croupier.school.settlement.table import DrillTable, TableKind, drawn_table, kinds_of

KINDS = [(game, kind) for game in GAMES.values() for kind in kinds_of(game)]
seeds = st.integers(0, 2**40).map(str)
tables = st.builds(lambda of, seed: drawn_table(of[0], Draw(seed), of[1]), st.sampled_from(KINDS), seeds)


def settled(round: Round) -> Round:
    """The round as the engine settles it, step by step."""
    while round.stage is Stage.SHOWDOWN:
        round = played(round, [next_step(round)])
    return round


@given(tables)
def test_the_right_acts_settle_every_wager_to_the_cent(table: DrillTable) -> None:
    """What goes back to each spot by the acts is what the engine's own round gives it."""
    round = table.round
    engine = results_of(settled(round).settled)
    moved = {(act.seat, act.spot): act for act in table.acts if isinstance(act, TakeBet | PushBet | PayBet)}
    for at, row in engine.items():
        match moved.get(at):
            case PayBet(_, _, amount):
                assert amount == row.won
            case TakeBet(_, _, amount):
                assert amount == -row.net
            case PushBet():
                assert row.net == 0
            case None:
                assert at[1] == PROGRESSIVE, "all but a chip that was locked up is settled"
                assert row.won == 0
    assert set(moved) <= set(engine)
    bets = [act for act in table.acts if isinstance(act, TakeBet | PushBet | PayBet)]
    assert len(bets) == len(moved), "no wager is settled twice"


@given(tables)
def test_the_acts_come_in_the_order_of_the_engine(table: DrillTable) -> None:
    """R5, R21, R29: seats and passes as the round's own plan has them, bets in the order that the facts say."""
    said = [(act.seat, act.spot) for act in table.acts if isinstance(act, TakeBet | PushBet | PayBet)]
    rows = [at for event in plan(table.round) if not isinstance(event, MeterWon) for at in results_of((event,))]
    assert said == [at for at in rows if at in said]
    facts = dict(table.picture.facts)
    order = facts["Bets of a seat"].split(", ")
    for event in plan(table.round):
        if isinstance(event, SeatSettled):
            felts = [table.round.game.by_key[row.spot].felt for row in event.results]
            assert [felt for felt in order if felt in felts] == [felt for felt in felts if felt in order]
    # R21: every live Ante goes back before any player's hand is turned.
    returned = [event for event in plan(table.round) if isinstance(event, BetReturned)]
    turned = [i for i, act in enumerate(table.acts) if isinstance(act, TurnCards) and act.place != DEALER]
    for event in returned:
        assert all(i > table.acts.index(PushBet(event.seat, event.result.spot)) for i in turned)


@given(tables)
def test_the_right_acts_are_right_are_read_back_and_can_be_called(table: DrillTable) -> None:
    assert all(each.verdict is ActVerdict.RIGHT for each in judged(table, table.acts))
    assert tuple(parse_act(str(act)) for act in table.acts) == table.acts
    points = score(table, table.acts, 30)
    assert (points.right, points.out_of_order, points.wrong, points.flawless) == (points.of, 0, 0, True)
    assert points.par_s == PAR_S * len(table.acts)
    calls = dict(table.calls)
    for act in table.acts:
        if isinstance(act, CallHand):
            assert act.hand in calls[act.place]
    for hands in calls.values():
        assert len(set(hands)) == len(hands) >= 2
        assert list(hands) == sorted(hands), "their order tells nothing"


@given(tables)
def test_what_the_dealers_hand_may_be_called_tells_nothing_of_it(table: DrillTable) -> None:
    """Where it may fail to qualify, every hand that is offered is offered both ways."""
    if table.round.game.qualifies is None:
        return
    offers = dict(table.calls)[DEALER]
    ways: dict[str, set[str]] = {}
    for offer in offers:
        hand, _, way = offer.rpartition(", ")
        ways.setdefault(hand, set()).add(way)
    assert list(ways.values()) == [{"qualifies", "does not qualify"}] * 2


def altered(act: DealerAct) -> DealerAct:
    """Another act about the same thing."""
    match act:
        case PayBet(seat, spot, amount):
            return PayBet(seat, spot, amount + DOLLAR)
        case TakeBet(seat, spot, _):
            return PushBet(seat, spot)
        case PushBet(seat, spot):
            return TakeBet(seat, spot, DOLLAR)
        case DropFee(seat, amount):
            return DropFee(seat, amount + 50)
        case CallHand(place, _):
            return CallHand(place, "five aces")
        case _:
            return PressKey("nothing")


@given(tables, st.data())
def test_an_act_swapped_dropped_or_altered_is_judged_wrong(table: DrillTable, data: st.DataObject) -> None:
    acts = table.acts
    i = data.draw(st.integers(0, len(acts) - 1))
    before = list(acts[:i])
    wrong = judged(table, [*before, altered(acts[i])])[-1]
    assert wrong.verdict is ActVerdict.WRONG
    assert wrong.why.rulings
    assert judged(table, [*before, altered(acts[i]), *acts[i:]])[-1].verdict is ActVerdict.RIGHT, "the right one is due"
    later = data.draw(st.integers(i, len(acts) - 1))
    assume(acts[later] != acts[i])
    swapped = judged(table, [*before, acts[later]])[-1]
    assert swapped.verdict is ActVerdict.ORDER
    assert swapped.why.rulings
    dropped = (*before, *acts[i + 1 :])
    assert [each.verdict for each in judged(table, dropped)].count(ActVerdict.RIGHT) < len(acts)


@given(tables, seeds)
def test_a_planted_error_is_found_and_only_it(table: DrillTable, seed: str) -> None:
    story = told_story(table, Draw(seed))
    assert story.wrong == first_wrong(table, story.acts)
    if story.wrong is None:
        assert story.error is PlantedError.NONE
        assert story.acts == table.acts
        assert watched(story, [False] * len(story.acts)).over
        return
    verdicts = [each.verdict for each in judged(table, story.acts[: story.wrong + 1])]
    assert verdicts[:-1] == [ActVerdict.RIGHT] * story.wrong
    assert verdicts[-1] is not ActVerdict.RIGHT
    passed = [False] * story.wrong
    assert watched(story, [*passed, True]).found
    assert watched(story, [*passed, False]).missed
    early = watched(story, [True] * (story.wrong + 1))
    assert (early.found, early.alarms) == (True, story.wrong)
    assert watched(story, passed).shown == story.wrong + 1
    assert not watched(story, passed).over


def test_every_kind_of_error_is_planted_and_some_tables_have_none() -> None:
    table = [drawn_table(GAMES["uth"], Draw(str(seed)), TableKind.LINK) for seed in range(3)]
    found = Counter(told_story(each, Draw(str(seed))).error for each in table for seed in range(30))
    assert set(found) == set(PlantedError)


def test_a_slip_costs_the_act_that_it_was_made_for() -> None:
    table = drawn_table(GAMES["uth"], Draw("slip"), TableKind.HOUSE)
    log = [altered(table.acts[0]), table.acts[2], *table.acts]
    points = score(table, log, 12)
    assert (points.right, points.wrong, points.out_of_order, points.flawless) == (points.of - 1, 1, 1, False)


def test_a_link_begins_with_the_lock_and_ends_with_the_game() -> None:
    """R33, R52, R44 to R46."""
    for seed in range(12):
        table = drawn_table(GAMES["uth"], Draw(str(seed)), TableKind.LINK)
        key = PressKey("coin in") if dict(table.asks.keys).get("coin in") else PressKey("start game")
        assert table.acts[:3] == (key, LockUp(), DealOut())
        assert table.acts[-1] == PressKey("game over")
        for i, act in enumerate(table.acts):
            if isinstance(act, PayBet) and act.spot == PROGRESSIVE:
                before = table.acts[i - 1] if not isinstance(table.acts[i - 1], CallSupervisor) else table.acts[i - 2]
                assert isinstance(before, PressKey)
                assert before.key.startswith("hand ")
                assert isinstance(table.acts[i - 1], CallSupervisor) == (act.amount >= 500 * DOLLAR)


def test_california_drops_the_fees_first_and_turns_the_bank_after_the_folds() -> None:
    """R29, R32."""
    for seed in range(12):
        table = drawn_table(GAMES["uth"], Draw(str(seed)), TableKind.BANK)
        fees = [act for act in table.acts if isinstance(act, DropFee)]
        assert [(fee.seat, fee.amount) for fee in fees] == [(fee.seat, fee.amount) for fee in table.round.fees]
        assert table.acts[len(fees)] == DealOut()
        turn = table.acts.index(TurnCards(DEALER))
        folded = {seat.number for seat in table.round.seats if seat.folded}
        assert all(act.seat in folded for act in table.acts[:turn] if isinstance(act, TakeBet))


def test_m4_a_folded_hand_is_not_turned_for_a_bet_on_the_community_cards() -> None:
    bonuses = 0
    for seed in range(12):
        table = drawn_table(GAMES["mississippi"], Draw(str(seed)), TableKind.HOUSE)
        folded = {str(seat.number) for seat in table.round.seats if seat.folded}
        assert not [act for act in table.acts if isinstance(act, TurnCards | CallHand) and act.place in folded]
        bonus = [act for act in table.acts if isinstance(act, PayBet | TakeBet) and act.spot == "three_card_bonus"]
        bonuses += sum(str(act.seat) in folded for act in bonus)
    assert bonuses, "the bonus of a folded seat is settled all the same"


def test_what_a_game_has_no_table_for_is_refused() -> None:
    with pytest.raises(Refused, match="no table 'bank' of Caribbean Stud Poker; want one of house, link"):
        drawn_table(GAMES["caribbean"], Draw("x"), TableKind.BANK)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take 7 ante 5",
        "take 6 ante",
        "pay 6 ante five",
        "push 6",
        "turn 9",
        "call 6",
        "dance 6 x",
        "x" * 200,
    ],
)
def test_what_is_no_act_is_refused(text: str) -> None:
    with pytest.raises(NotAnAct, match="not an act of a dealer"):
        parse_act(text)


def test_acts_are_spelled_out() -> None:
    assert parse_act("  pay 6  blind 25x1 5x2 ") == PayBet(6, "blind", 3500)
    assert str(PayBet(6, "blind", 1250)) == "pay 6 blind 12.50"
    assert parse_act("call dealer pair of nines, qualifies") == CallHand(DEALER, "pair of nines, qualifies")
    assert parse_act("call supervisor") == CallSupervisor()
    assert parse_act("drop 3 0.50") == DropFee(3, 50)
    assert fewest_chips("pay 1 ante 1x5") == (ChipStack(500, 1),)


def test_a_sheet_says_which_act_was_wrong_first() -> None:
    of = COURSE["qualified"]
    asked = next(asked for number in range(9) if isinstance((asked := question(of, "uth", "acts", number)).asks, Acts))
    assert isinstance(asked.asks, Acts)
    typed = [f"{text}.00" if text.startswith("take") else text for text in asked.answer]
    assert read_answer(asked, typed) == asked.answer, "amounts are read as amounts"
    place, hands = asked.asks.calls[0]
    assert read_answer(asked, [f"call {place} 1"]) == (f"call {place} {hands[0]}",)
    with pytest.raises(NotAnAnswer):
        read_answer(asked, ["deal"] * 500)
    swapped = (asked.answer[1], asked.answer[0], *asked.answer[2:])
    marked = mark(asked, swapped)
    assert not marked.right
    assert marked.wrong[0].words.startswith("Act 1: ")
    assert mark(asked, asked.answer[:-1]).wrong[0].words.startswith(f"Act {len(asked.answer)}: ")
    assert "nothing more" in mark(asked, (*asked.answer, "deal")).wrong[0].words
