"""A player who is there by name, without a phone: the dealer acts for the seat, with the chips in front of it."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from card_room import ADMIN, ANN, DEALER, SUPERVISOR, CardRoom
from link_room import KEYED, ROYAL, LinkRoom, stacked
from test_forgeries import forge, found

from croupier.errors import Refused
from croupier.floor.cage.inventory import inventory
from croupier.floor.history.rounds import find_round
from croupier.floor.orders import parse_order
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy, bank_is_free
from croupier.games import GAMES
from croupier.ledger.accounts import CASH, CHIPS, owed, stack, tray
from croupier.rules.commands import next_step
from croupier.rules.round import Stage, due_seats, legal_actions
from croupier.store.entry import canonical, contents
from croupier.store.formats import stamped, unstamped
from croupier.store.unit import StaleVersion
from depth import first_of

GREEN = "Mr. Green (by name)"
EVE = Person("eve", Role.EXECUTIVE)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[CardRoom]:
    room = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    room.furnish(clock_s=20)
    yield room
    room.store.close()


def seat_green(at: CardRoom, dollars: int = 200) -> None:
    """Mr. Green sits down in seat 3 with chips that he has just bought at the table."""
    at.cage.sell_chips(100 * dollars, DEALER, at.id(), table="T1")
    at.do(DEALER, "seat 3 name Mr. Green", f"seat 3 chips {dollars}")


def clean(at: CardRoom) -> None:
    assert found(at) == ""
    held = inventory(at.store)
    assert held.there == held.came_in, "what is there is what came in"
    assert sum(at.money().values()) == 0


def pile(at: CardRoom, seat: int = 3) -> int:
    """What lies in front of a seat, by the table and by the ledger."""
    held = at.room.table("T1").stack_of(seat)
    assert held is not None
    assert at.store.balance(stack("T1", seat)) == held
    return held


def test_cash_becomes_chips_of_the_seat_and_the_player_leaves_with_what_lies_there(at: CardRoom) -> None:
    seat_green(at)
    assert (at.money()["drop/T1"], at.store.balance(tray("T1")), pile(at)) == (20_000, 980_000, 20_000)
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(DEALER, "seat 3 bet 10 trips 5")
    assert pile(at) == 17_500
    at.do(DEALER, "lock", "deal", "seat 3 bet4")
    assert pile(at) == 13_500
    at.do(ANN, "check")
    at.do(DEALER, "flop")
    at.do(ANN, "check")
    at.do(DEALER, "river")
    at.do(ANN, "fold")
    at.do(DEALER, "dealer", "settle", "end")
    past = find_round(at.store, "T1-1")
    assert past.players == {1: "ann", 3: GREEN}
    assert past.reveal is not None, "the shuffle was promised and shown as at any table"
    left = pile(at)
    at.do(DEALER, "seat 3 stand")
    assert (at.store.balance(CHIPS), at.store.balance(stack("T1", 3))) == (left, 0)
    at.cage.redeem_chips(left, SUPERVISOR, "redeem")
    assert at.store.balance(CHIPS) == 0
    assert at.has(ANN) == 100_000 - 2_000
    clean(at)


def test_the_record_has_the_dealer_as_the_author_for_that_seat(at: CardRoom) -> None:
    seat_green(at)
    at.do(DEALER, "open", "seat 3 bet 10", "lock", "deal", "seat 3 bet4")
    hands = [entry for entry in find_entries(at) if entry[1].startswith("seat 3")]
    assert hands == [("staff/dora", f"seat 3 {words}") for words in ("name Mr. Green", "chips 200", "bet 10", "bet4")]


def find_entries(at: CardRoom) -> list[tuple[str, str]]:
    return [(entry.actor, contents(entry).request) for entry in at.store.read("table/T1")]


def test_a_seat_bets_what_lies_in_front_of_it_and_no_more(at: CardRoom) -> None:
    seat_green(at, 50)
    at.do(DEALER, "open")
    assert "seat 3 at T1 has $50 in front of it, and $10 more is needed" in at.refusal(DEALER, "seat 3 bet 20 trips 20")
    at.do(DEALER, "seat 3 bet 20")
    at.do(DEALER, "seat 3 bet 25")
    assert pile(at) == 0, "what lay there before went back first"
    at.do(DEALER, "lock", "deal")
    assert "has $0 in front of it, and $100 more is needed" in at.refusal(DEALER, "seat 3 bet4")
    at.do(DEALER, "seat 3 chips 100", "seat 3 bet4")
    assert pile(at) == 0
    at.do(SUPERVISOR, "void misdeal")
    assert pile(at) == 15_000, "a void gives wagers back, and not the chips that were put down meanwhile"
    clean(at)


REFUSED = {
    "seat 1 bet 10": "ann plays in seat 1 at T1 with an account, and acts alone",
    "seat 1 chips 10": "ann plays in seat 1 at T1 with an account",
    "seat 1 name ann": "ann plays in seat 1 at T1 with an account",
    "seat 1 stand": "ann plays in seat 1 at T1 with an account",
    "seat 5 bet 10": "nobody plays in seat 5 at T1; seat them by name, with chips, first",
    "seat 3 chips 2000000": "cannot be put down",
    "seat 3 name Mrs. Black": "$200 lies in front of Mr. Green (by name) in seat 3",
    "seat 4 name Mr. Green": "sits at T1 already, in seat 3",
    "seat 3 seed lucky": "may not write SeedOffered",
    "cards Ah": "deals its own cards",
    "all usual": "no seat at T1 has usual bets",
}


@pytest.mark.parametrize(("order", "why"), REFUSED.items())
def test_what_a_dealer_may_not_do_for_a_seat_is_refused(at: CardRoom, order: str, why: str) -> None:
    seat_green(at)
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    assert why in at.refusal(DEALER, order)


def test_only_the_tables_own_dealer_acts_and_players_do_not(at: CardRoom) -> None:
    at.people.register("dan", Role.DEALER, None, ADMIN, "dan")
    seat_green(at)
    at.do(DEALER, "dealer dora", "open")
    dan = at.people.find("dan")
    assert dan is not None
    assert "dora deals at T1, not dan" in at.refusal(dan.person, "seat 3 bet 10")
    assert "may not press the dealer's steps" in at.refusal(ANN, "seat 3 bet 10")
    at.do(SUPERVISOR, "seat 3 bet 10")
    at.do(DEALER, "lock")
    assert "for which the dealer decides" in at.refusal(DEALER, "seat 3 stand")
    assert "for which the dealer decides" in at.refusal(SUPERVISOR, "unseat 3 gone")


def test_where_a_machine_deals_nobody_acts_for_a_player(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.furnish(by=DealtBy.MACHINE)
    assert "dealt by machine" in at.refusal(DEALER, "seat 3 name Mr. Green")
    with pytest.raises(Refused, match="dealt by machine, and its chips are in players' accounts"):
        at.cage.sell_chips(100, DEALER, "c", table="T1")
    at.store.close()


def test_a_machine_takes_over_when_those_who_are_there_by_name_have_left(at: CardRoom) -> None:
    seat_green(at)
    change = 'change {"dealt_by": "machine"}'
    assert "acts for players there" in at.refusal(SUPERVISOR, change)
    at.do(SUPERVISOR, "unseat 3 gone home")
    at.do(SUPERVISOR, change)
    assert at.store.balance(CHIPS) == 20_000
    clean(at)


def test_usual_bets_and_decisions_of_all_who_are_there_by_name_take_one_touch(at: CardRoom) -> None:
    seat_green(at)
    at.do(DEALER, "seat 5 chips 200")
    at.do(ANN, "sit 1")
    at.do(DEALER, "open", "seat 3 bet 10 trips 5", "seat 5 bet 15")
    at.do(ANN, "bet 10")
    at.do(SUPERVISOR, "void misdeal")
    at.do(DEALER, "open", "all usual")
    round = at.room.table("T1").in_play
    assert round is not None
    assert {seat.number: seat.stakes.on("ante") for seat in round.seats} == {3: 1_000, 5: 1_500}
    at.do(ANN, "bet 10")
    at.do(DEALER, "lock", "deal", "all check")
    round = at.room.table("T1").in_play
    assert round is not None
    assert due_seats(round) == (1,), "ann decides herself"
    clean(at)


def test_a_name_can_be_given_to_who_has_chips_already(at: CardRoom) -> None:
    at.do(DEALER, "seat 3 chips 100", "seat 3 name Mr. Green")
    assert (at.room.table("T1").player_at(3), pile(at)) == (GREEN, 10_000)
    clean(at)


def test_the_clock_decides_for_accounts_and_leaves_who_is_there_by_name_to_the_dealer(at: CardRoom) -> None:
    seat_green(at)
    at.do(ANN, "sit 1")
    at.do(DEALER, "open", "seat 3 bet 10")
    at.do(ANN, "bet 10")
    at.do(DEALER, "lock", "deal")
    assert at.room.deadline_of("T1") is not None
    at.now += 30_000
    table = at.room.advance("T1")
    assert table.in_play is not None
    assert due_seats(table.in_play) == (3,)
    assert (at.room.deadline_of("T1"), at.room.next_order("T1")) == (None, None), "the table waits for its dealer"
    at.do(DEALER, "seat 3 check")
    clean(at)


def test_a_table_goes_on_from_the_record_with_what_lies_in_front_of_its_seats(at: CardRoom) -> None:
    seat_green(at)
    for _ in range(33):  # past a snapshot
        at.do(DEALER, "open", "seat 3 bet 10")
        at.do(SUPERVISOR, "void misdeal")
    before = at.do(DEALER, "open", "seat 3 usual")
    at.restart()
    assert at.room.table("T1") == before
    clean(at)


def test_what_is_entered_for_a_seat_is_in_time_though_others_have_acted(at: CardRoom) -> None:
    seat_green(at)
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    seen = at.room.table("T1").version
    at.do(ANN, "bet 10")
    at.room.do("T1", parse_order("seat 3 bet 10"), DEALER, command="late", version=seen)
    at.do(SUPERVISOR, "void misdeal")
    at.do(DEALER, "open")
    seen = at.room.table("T1").version
    at.do(ANN, "bet 10")
    at.room.do("T1", parse_order("seat 3 usual"), DEALER, command="usual", version=seen)
    with pytest.raises(Refused):
        at.room.do("T1", parse_order("seat 3 bet 15"), DEALER, command="later", version=seen)
    at.do(DEALER, "lock")
    with pytest.raises(StaleVersion):
        at.room.do("T1", parse_order("seat 3 withdraw"), DEALER, command="latest", version=seen)


def test_chips_entered_twice_from_one_look_at_the_table_are_put_down_once(at: CardRoom) -> None:
    seat_green(at)
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    seen = at.room.table("T1").version
    at.do(ANN, "bet 10")
    at.room.do("T1", parse_order("seat 3 chips 100"), DEALER, command="once", version=seen)
    with pytest.raises(StaleVersion):
        at.room.do("T1", parse_order("seat 3 chips 100"), DEALER, command="twice", version=seen)
    assert pile(at) == 30_000


def test_a_decision_of_all_is_covered_by_the_chips_of_each(at: CardRoom) -> None:
    seat_green(at, 50)
    at.do(DEALER, "seat 5 chips 200", "open", "seat 3 bet 10", "seat 5 bet 10", "lock", "deal")
    assert "seat 3 at T1 has $30 in front of it, and $10 more is needed" in at.refusal(DEALER, "all bet4")


def test_who_is_there_by_name_leaves_a_table_in_rehearsal_with_their_chips(at: CardRoom) -> None:
    seat_green(at)
    at.do(SUPERVISOR, "rehearse")
    assert "it is in rehearsal" in at.refusal(DEALER, "seat 3 chips 100")
    assert "it is in rehearsal" in at.refusal(DEALER, "seat 4 name Mrs. Black")
    at.do(DEALER, "seat 3 stand")
    assert at.store.balance(CHIPS) == 20_000
    clean(at)


@pytest.mark.parametrize("rules", first_of(game.rule_sets[-1].name for game in GAMES.values()))
def test_every_game_is_played_for_a_seat_to_the_end(tmp_path: Path, rules: str) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.furnish(rules)
    at.do(DEALER, "seat 2 chips 2000", "seat 3 chips 2000", "open")
    table = at.room.table("T1")
    seats = [2, 3]
    if table.settings.terms.player_banked:
        seats.remove(table.bank_offered_to[0])
        at.do(DEALER, f"seat {table.bank_offered_to[0]} bank 500")
    at.do(DEALER, *(f"seat {seat} bet 10" for seat in seats), "lock", "deal")
    while (round := at.room.table("T1").in_play) is not None:
        due = due_seats(round)
        if due:
            at.do(DEALER, f"seat {due[0]} {legal_actions(round, due[0])[-1]}")
        elif round.stage is Stage.SHOWDOWN:
            at.do(DEALER, "settle", "end")
        else:
            at.do(DEALER, next_step(round).word)
    at.do(DEALER, "seat 2 stand", "seat 3 stand")
    assert not any(account.startswith(("stack", "escrow")) for account in at.money())
    clean(at)
    at.store.close()


ENTRIES = (
    """name Green|chips 300|chips 50|bet 10|bet 10|bet 15|usual|withdraw|check|fold|bet4|bet1|stand|bank 200|pass"""
)


@pytest.mark.thorough
@pytest.mark.parametrize("rules", ["wa-2018", "ca"])
def test_whatever_is_entered_money_is_conserved_and_the_audit_is_clean(tmp_path: Path, rules: str) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.furnish(rules, clock_s=20)
    chance, done = Random(f"by name {rules}"), Counter[str]()
    at.do(ANN, "sit 1")
    for _ in range(400):
        table, seat = at.room.table("T1"), chance.choice((3, 4, 5))
        due = () if table.in_play is None else due_seats(table.in_play)
        entered = f"seat {seat} {chance.choice(ENTRIES.split('|'))}"
        asked = [(DEALER, entered)] * 6 + [(ANN, chance.choice(("bet 10", "check", "fold", "pass")))] * 2
        asked += [(DEALER, next_step(table.in_play).word)] * (0 if due else 3)
        for number in due:
            assert table.in_play is not None
            asked.append((DEALER, f"seat {number} {legal_actions(table.in_play, number)[-1]}"))
        if bank_is_free(table):
            asked += [(DEALER, f"seat {number} bank 200") for number in table.bank_open_to] + [(ANN, "bank 200")]
        rare = [
            (SUPERVISOR, f"unseat {seat} why"),
            (SUPERVISOR, "void why"),
            (DEALER, "all usual"),
            (DEALER, "all check"),
        ]
        who, words = chance.choice(rare if chance.random() < 0.04 else asked)
        try:
            at.do(who, words)
            done[words] += 1
        except Refused:
            at.now += chance.choice((0, 25_000))  # somebody waits, and the clock decides for ann
            at.room.advance("T1")
        for sitting in at.room.table("T1").sittings:
            assert sitting.stack is None or at.store.balance(stack("T1", sitting.seat)) == sitting.stack >= 0
    assert done["end"] > 1, "rounds were played to their end"
    sitting = [one.seat for one in at.room.table("T1").sittings if one.stack is not None]
    if at.room.table("T1").in_play is not None:
        at.do(SUPERVISOR, "void the night is over")
    at.do(DEALER, *(f"seat {seat} stand" for seat in sitting))
    assert not any(account.startswith(("stack", "escrow", "bank")) for account in at.money())
    clean(at)
    at.store.close()


def test_a_jackpot_of_who_is_there_by_name_is_paid_outside_and_the_audit_knows_whose_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = LinkRoom(f"sqlite:///{tmp_path / 'room.db'}")
    stacked(monkeypatch, {"T1-1": ROYAL})
    at.link_up(KEYED)
    at.do(ANN, "sit 1")
    at.do(DEALER, "seat 4 chips 200", "seat 6 chips 200", "open")
    at.do(ANN, "bet 10 progressive 1")
    at.do(DEALER, "seat 4 bet 10 progressive 1", "seat 6 bet 10", "lock", "deal", "seat 4 bet4", "seat 6 check")
    at.do(ANN, "check")
    at.do(DEALER, "flop", "all check")
    at.do(ANN, "check")
    at.do(DEALER, "river", "all fold")
    at.do(ANN, "fold")
    at.do(DEALER, "dealer", "settle")
    at.press(DEALER, "hand royal_flush_first_five")
    at.press(SUPERVISOR, "key jph", "j-pot", "key run")
    at.press(DEALER, "game over")
    assert at.store.exchanged(CASH)[owed("main")] == 1_000_000 + 23 * 2
    clean(at)
    at.store.close()


BRIEF = ("open", "seat 3 bet 10", "lock", "deal", "all check", "flop", "all check", "river", "all fold", "dealer",
         "settle", "end")  # fmt: skip
WHY = "counted again"


def corrected(at: CardRoom, cents: int, round: str = "T1-1") -> None:
    at.do(SUPERVISOR, f"correct round {round} seat 3 by {cents / 100:+} {WHY}")
    at.do(EVE, "make correction")


def test_who_still_sits_there_is_paid_into_and_pays_from_what_lies_in_front_of_them(at: CardRoom) -> None:
    at.people.register("eve", Role.EXECUTIVE, None, ADMIN, "eve")
    at.do(DEALER, "seat 3 chips 200", *BRIEF)
    corrected(at, -500)
    assert pile(at) == 17_500
    at.do(DEALER, "seat 3 name Mr. Green", "open", "seat 3 bet 10")
    corrected(at, 2_000)
    assert pile(at) == 17_500, "they have been given a name, and have bet; they are still there"
    at.do(SUPERVISOR, "void misdeal")
    assert (pile(at), at.store.balance(CHIPS)) == (19_500, -20_000), "a void of another round leaves it"
    at.restart()
    assert pile(at) == 19_500
    clean(at)


def test_who_has_left_is_paid_in_their_hands_and_whoever_sits_there_now_pays_nothing(at: CardRoom) -> None:
    at.people.register("eve", Role.EXECUTIVE, None, ADMIN, "eve")
    seat_green(at)
    at.do(DEALER, *BRIEF)
    at.do(SUPERVISOR, f"correct round T1-1 seat 3 by -5 {WHY}")
    at.do(DEALER, "seat 3 stand", "seat 3 name Mr. Green", "seat 3 chips 10")
    at.do(EVE, "make correction")
    assert (pile(at), at.store.balance(CHIPS)) == (1_000, 18_000 - 500 - 1_000)
    at.do(DEALER, "seat 3 stand")
    at.do(ANN, "sit 3")
    corrected(at, -500)
    assert (at.has(ANN), at.store.balance(CHIPS)) == (100_000, 18_000 - 1_000)
    clean(at)


def test_who_has_lost_all_and_is_followed_by_another_is_paid_in_their_hands(at: CardRoom) -> None:
    at.people.register("eve", Role.EXECUTIVE, None, ADMIN, "eve")
    seat_green(at, 20)
    at.do(DEALER, *BRIEF, "seat 3 name Mrs. White", "seat 3 chips 100")
    corrected(at, 1_500)
    corrected(at, -500)
    assert pile(at) == 10_000
    clean(at)


def test_the_audit_finds_a_correction_that_somebody_else_has_paid(at: CardRoom) -> None:
    at.people.register("eve", Role.EXECUTIVE, None, ADMIN, "eve")
    seat_green(at)
    at.do(DEALER, *BRIEF, "seat 3 stand", "seat 3 name Mr. Green", "seat 3 chips 10")
    at.do(SUPERVISOR, f"correct round T1-1 seat 3 by -5 {WHY}")
    made = {"event": "RoundCorrected", "round": "T1-1", "seat": 3, "cents": -500, "reason": WHY, "asked_by": "sue"}
    moved = ((f"T1-1/3/corrected/{at.room.table('T1').version + 1}", "stack/T1/3", "tray/T1", 500),)
    forge(at, "table/T1", {**made, "player": GREEN}, "staff/eve", asked="make correction", moved=moved)
    assert "the rules make something else of 'make correction'" in found(at)


def test_no_more_is_taken_back_than_lies_in_front_of_a_seat(at: CardRoom) -> None:
    seat_green(at, 30)
    at.do(DEALER, *BRIEF)
    at.do(SUPERVISOR, f"correct round T1-1 seat 3 by -10.01 {WHY}")
    assert "seat 3 at T1 has $10 in front of it, so $10.01 cannot be taken back" in at.refusal(EVE, "make correction")
    at.do(DEALER, "seat 3 chips 0.01")
    at.do(EVE, "make correction")
    assert pile(at) == 0


def before_stacks_were_corrected(recent: list[dict[str, Any]]) -> None:
    for one in recent:
        one["players"] = [""]


def test_what_an_earlier_program_took_from_chips_that_people_carry_is_right(
    at: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It did not keep who is there by name, either: what was played then is corrected as then."""
    monkeypatch.setattr("croupier.floor.plan.SNAPSHOT_EVERY", 2)
    at.people.register("eve", Role.EXECUTIVE, None, ADMIN, "eve")
    seat_green(at)
    at.do(DEALER, *BRIEF)
    at.do(SUPERVISOR, f"correct round T1-1 seat 3 by -5 {WHY}")
    version = at.room.table("T1").version + 1
    made = {"event": "RoundCorrected", "round": "T1-1", "seat": 3, "cents": -500, "reason": WHY, "asked_by": "sue"}
    moved = ((f"T1-1/3/corrected/{version}", "chips", "tray/T1", 500),)
    forge(at, "table/T1", made, "staff/eve", asked="make correction", moved=moved)
    assert found(at) == ""
    at.restart()
    at.do(DEALER, *BRIEF)
    edit_snapshot(at, before_stacks_were_corrected)
    at.restart()
    corrected(at, -500)
    assert (pile(at), at.store.balance(CHIPS)) == (16_000, -1_000)
    corrected(at, -500, "T1-2")
    assert (pile(at), at.store.balance(CHIPS)) == (15_500, -1_000)
    at.do(DEALER, *BRIEF, "open")
    clean(at)


def edit_snapshot(at: CardRoom, edit: Callable[[list[dict[str, Any]]], None]) -> None:
    """Have the last snapshot of the table tell something else of its last rounds."""
    with closing(sqlite3.connect(str(at.store._engine.url.database))) as connection, connection:
        (text,) = connection.execute("SELECT state FROM snapshots WHERE stream = 'table/T1'").fetchone()
        state = json.loads(unstamped(text) or "")
        edit(state["recent"])
        connection.execute("UPDATE snapshots SET state = ? WHERE stream = 'table/T1'", (stamped(canonical(state)),))


def bet(seat: int, source: str) -> dict[str, Any]:
    """What a bet of $10 at a seat writes, with chips from some account."""
    rows = [(f"T1-1/{seat}/{spot}/bet/8", source, f"escrow/T1/{seat}", 1_000) for spot in ("ante", "blind")]
    return {
        "event": [
            {"event": "SeatNamed", "seat": seat, "player": GREEN},
            {"event": "BetsPlaced", "seat": seat, "stakes": {"ante": 1_000, "blind": 1_000}},
        ],
        "moved": tuple(rows),
    }


PUT: dict[str, Any] = {"event": [{"event": "ChipsPutDown", "seat": 3, "cents": 5_000}]}
SAT: dict[str, Any] = {"event": [{"event": "PlayerSat", "seat": 5, "player": "ann", "by_name": True}]}
CHECKED: dict[str, Any] = {"event": [{"event": "Acted", "seat": 3, "action": "check", "cause": "clock"}]}
FORGERIES = {
    "nothing wrong with it": ("staff/dora", "seat 3 bet 10", bet(3, "stack/T1/3"), ""),
    "for a player with an account": ("staff/dora", "seat 1 bet 10", bet(1, "player/ann"), "with an account, and acts"),
    "from an account": ("staff/dora", "seat 3 bet 10", bet(3, "player/ann"), "the money moved is not what happened"),
    "from the chips of another seat": ("staff/dora", "seat 3 bet 10", bet(3, "stack/T1/4"), "the money moved is not"),
    "more than lies there": ("staff/dora", "seat 4 bet 60", bet(4, "chips"), "more is needed"),
    "not the dealer of that table": ("staff/dan", "seat 3 bet 10", bet(3, "stack/T1/3"), "dora deals at T1, not dan"),
    "by another's phone": ("player/ann", "seat 3 bet 10", bet(3, "stack/T1/3"), "was not for player/ann to give"),
    "by a cashier": ("staff/carla", "seat 3 bet 10", bet(3, "stack/T1/3"), "was not for staff/carla to give"),
    "chips that came from an account": (
        "staff/dora",
        "seat 3 chips 50",
        {**PUT, "moved": (("T1/3/chips/8/put", "player/ann", "stack/T1/3", 5_000),)},
        "the money moved is not what happened",
    ),
    "chips that came from nowhere": ("staff/dora", "seat 3 chips 50", PUT, "the money moved is not what happened"),
    "an account seated by the dealer": ("staff/dora", "seat 5 name ann", SAT, "the rules make something else of"),
    "the clock for a seat of the dealer's": (
        "staff/clock",
        "clock 3",
        CHECKED,
        "decides for seat 3; the clock does not",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_the_audit_finds_a_hand_that_was_not_the_dealers_to_lend(at: CardRoom, what: str) -> None:
    actor, asked, forged, finding = FORGERIES[what]
    at.people.register("dan", Role.DEALER, None, ADMIN, "dan")
    at.people.register("carla", Role.CASHIER, None, ADMIN, "carla")
    at.do(ANN, "sit 1")
    seat_green(at)
    at.do(DEALER, "seat 4 chips 100", "dealer dora", "open")
    assert at.room.table("T1").version == 7
    first, *beside = forged["event"]
    forge(at, "table/T1", first, actor, asked=asked, moved=forged.get("moved", ()), beside=tuple(beside))
    assert finding in found(at)
    assert bool(finding) is bool(found(at))
