"""R49, R50: every choice at a table, changed between rounds by who may; players sent off; tables closed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from card_room import ADMIN, ANN, BOB, CAT, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.choices.choice import ChoiceKind
from croupier.floor.choices.every import choices
from croupier.floor.choices.making import changes, chosen, customary
from croupier.floor.choices.upkeep import Change, CloseTable, ReopenTable, Unseat
from croupier.floor.choices.upkeep_decisions import decide_upkeep
from croupier.floor.orders import NotAnOrder, parse_order
from croupier.floor.roles import NotAllowed, Person, Role
from croupier.floor.soak.run import close_as_recorded
from croupier.floor.table import DealtBy, Settings
from croupier.games import RULE_SETS, ruleset
from croupier.ledger.accounts import drop, fees, tray
from croupier.store.entry import contents

EXECUTIVE = Person("eve", Role.EXECUTIVE)

OTHERWISE = {
    "approval": "WSGC 2026-31",
    "limits.ante": "10-75",
    "limits.trips": "5-25",
    "unit": "5",
    "legal": "300",
    "cap": "20000",
    "pays.trips": "UTH-04",
    "pays.pairs": "",
    "lost_by_fold": "bad_beat",
    "dealt_by": "machine",
    "procedure": "packet",
    "settling_order": "1,2,3,4,5,6",
    "bet_order": "trips,ante",
    "meter_order": "1,2,3,4,5,6",
    "meter_order_approval": "WSGC 2026-32",
    "face_up": "WSGC 2026-33",
    "open_spots": "4",
    "clock": "20",
    "colours": "green,gold",
    "own_bets": (
        '[lucky]\nname = "Lucky"\ngames = ["uth"]\ncards = "hole"\nbest = 2\nafter_fold = "plays"\nlimits = "1-50"\n\n'
        '[lucky.pays]\n"pair" = "9 to 1"'
    ),
}
"""Every choice that a house-banked table with face-up dealing has, other than it customarily stands."""
IN_CALIFORNIA = {"procedure": "shoe", "coverage": "gross", "collection": "2", "player_fee": "0.50", "fee_per": "circle"}


@pytest.fixture
def at(tmp_path: Path) -> CardRoom:
    room = CardRoom(f"sqlite:///{tmp_path}/room.db")
    room.furnish()
    return room


def change(at: CardRoom, reference: str = "", who: Person = SUPERVISOR, **texts: str) -> Settings:
    order = Change({key.replace("__", "."): text for key, text in texts.items()}, reference)
    return at.room.do("T1", order, who, command=at.id()).table.settings


def last_event(at: CardRoom, stream: str = "table/T1") -> dict[str, Any]:
    *_, entry = at.store.read(stream)
    return dict(contents(entry).events[-1])


# What there is to choose.


@pytest.mark.parametrize("name", sorted(RULE_SETS))
def test_what_a_table_is_opened_with_says_itself_again(name: str) -> None:
    settings = customary(ruleset(name))
    said = {choice.key: choice.text(settings) for choice in choices(ruleset(name))}
    assert chosen(settings, said) == settings
    assert changes(settings, settings) == ()


def test_r49_every_choice_can_be_made_otherwise() -> None:
    usual = customary(ruleset("wa-2018"))
    made = chosen(usual, OTHERWISE)
    free = {choice.key for choice in choices(ruleset("wa-2018")) if not choice.fixed}
    assert free - OTHERWISE.keys() == {"cards", "limits.bad_beat", "limits.pairs", "pays.bad_beat"}
    assert {
        choice.key: choice.text(made) for choice in choices(ruleset("wa-2018")) if choice.key in OTHERWISE
    } == OTHERWISE
    assert len(changes(usual, made)) == len(OTHERWISE) - 1, "a machine dealt before, too"


def test_r49_california_has_choices_of_its_own() -> None:
    made = chosen(customary(ruleset("ca")), IN_CALIFORNIA)
    assert [(choice.label, choice.words(made)) for choice in choices(ruleset("ca")) if choice.key in IN_CALIFORNIA] == [
        ("Procedure", "shoe"),
        ("Coverage of the bank's wager", "gross: every cent that moves uses up a cent"),
        (
            "Schedule of the collection",
            "2: bank $0.50 up to $50, $2 up to $300, $3 above; players nothing, which is under review",
        ),
        ("Fee of each player", "$0.50"),
        ("That fee is taken", "once per betting circle, Ante and Blind; none for a bonus bet"),
    ]


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ("ca", "face_up"),
        ("ca", "cap"),
        ("ca", "settling_order"),
        ("ca", "bet_order"),
        ("ca", "legal"),
        ("wa-base", "face_up"),
        ("wa-base", "pays.pairs"),
        ("wa-base", "meter_order"),
        ("wa-2014", "open_spots"),
        ("wa-2018", "coverage"),
        ("wa-2018", "collection"),
        ("wa-2018", "fee_per"),
        ("wa-2018", "pays.progressive"),
        ("wa-2018", "pays.blind"),
    ],
)
def test_what_a_rule_set_does_not_leave_to_the_house_is_no_choice(rules: str, key: str) -> None:
    with pytest.raises(Refused, match=f"{rules} leaves no choice of '{key}' to the house; it leaves approval, "):
        chosen(customary(ruleset(rules)), {key: "7-8"})


@pytest.mark.parametrize(
    ("key", "text", "why"),
    [
        ("clock", "soon", "Clock: not a clock: 'soon'; want a whole number, or none"),
        ("clock", "0", "a clock of 0 s cannot run"),
        ("limits.ante", "5", "Ante: not limits: '5'; want the least and the most in dollars, such as 5-100"),
        ("limits.ante", "50-5", "Ante limits \\$50 to \\$5 leave no bet"),
        ("limits.ante", "5-200", "an Ante of \\$200 makes a 4x Play above the legal limit; at most \\$100"),
        ("unit", "0.25", "a unit of 25 cents cannot be paid 3 to 2"),
        ("unit", "", "Unit: a table has a unit"),
        ("cap", "100", "an aggregate cap below 50 times the largest wager"),
        ("pays.trips", "UTH-09", "UTH-09"),
        ("procedure", "shoe", "no dealing procedure 'shoe' here; there are hand-held, packet"),
        ("settling_order", "1,2,3", "a settling order must name each seat once"),
        ("bet_order", "trips,prayer", "no bet 'prayer' is settled at a seat here; there are ante, "),
        ("settling_order", "left", "Settling order: not an order of seats: 'left'"),
        ("meter_order", "1,2,3,4,5,6", "another order of meter pays needs an approval reference"),
        ("open_spots", "4", "only a face-up table says how many spots are open"),
        ("lost_by_fold", "trips", "the house has no choice about 'trips' after a fold"),
        ("colours", "blue,blue", "two decks have backs of two colours"),
        ("colours", "blue", "two decks take turns"),
        ("dealt_by", "robot", "Dealt by: a table is dealt by machine or by a person"),
        ("approval", "x" * 121, "Approval of the internal controls: 121 characters; want at most 120"),
    ],
)
def test_what_cannot_be_chosen_says_why(key: str, text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        chosen(customary(ruleset("wa-2018")), {key: text})


def test_r17_turning_face_up_on_opens_three_spots_and_off_closes_them() -> None:
    on = chosen(customary(ruleset("wa-2018")), {"face_up": "WSGC 7"})
    assert (on.terms.face_up, on.terms.open_spots) == (True, 3)
    off = chosen(chosen(on, {"open_spots": "5"}), {"face_up": "none"})
    assert (off.terms.face_up, off.terms.open_spots) == (False, None)


def test_every_choice_that_is_one_of_several_lists_them() -> None:
    for rules in RULE_SETS.values():
        for choice in choices(rules):
            assert bool(choice.options) == (choice.kind in (ChoiceKind.ONE, ChoiceKind.SOME)), choice.key
            assert choice.kind is not ChoiceKind.ONE or choice.text(customary(rules)) in dict(choice.options), (
                choice.key
            )


# Changing a table.


def test_r49_a_change_is_an_entry_with_author_old_and_new_value_and_reference(at: CardRoom) -> None:
    change(at, "memo 7", clock="20", limits__trips="5-25")
    event = last_event(at)
    *_, entry = at.store.read("table/T1")
    assert (entry.actor, event["event"], event["reference"]) == ("staff/sue", "TableChanged", "memo 7")
    assert "clock_s" not in event["old"]["terms"]
    assert event["new"]["terms"]["clock_s"] == 20
    assert contents(entry).request == 'change {"clock": "20", "limits.trips": "5-25"} ref memo 7'
    at.restart()
    assert at.room.table("T1").settings.terms.clock_s == 20
    assert audit(at.store).findings == ()


def test_r49_the_next_round_is_played_by_what_was_chosen(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    change(at, procedure="packet", pays__trips="UTH-04", colours="green,gold")
    round = at.do(DEALER, "open").in_play
    assert round is not None
    assert (round.terms.procedure.value, round.terms.tables["trips"], round.deck_colour) == (
        "packet",
        "UTH-04",
        "green",
    )


def test_r49_nothing_changes_while_bets_lie(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    refusal = at.refusal(SUPERVISOR, 'change {"clock": "20"}')
    assert refusal == (
        "cannot change T1 now: bets lie in round T1-1; stop the table, let the round end or void it, and then go on"
    )
    at.do(SUPERVISOR, "void a spill")
    assert change(at, clock="20").terms.clock_s == 20


def test_a_round_in_which_nobody_has_bet_makes_way(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    change(at, clock="20")
    table = at.room.table("T1")
    assert table.in_play is None
    assert table.round is not None
    assert table.round.void_reason == "nobody had bet"
    assert at.do(DEALER, "open").in_play is not None
    assert audit(at.store).findings == ()


def test_a_bank_that_was_taken_is_a_bet(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path}/ca.db")
    at.furnish("ca")
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bank 100")
    assert "bets lie in round T1-1" in at.refusal(SUPERVISOR, 'change {"clock": "20"}')


@pytest.mark.parametrize("who", [DEALER, ANN, ADMIN], ids=lambda who: who.role.value)
def test_who_may_not_change_a_table(at: CardRoom, who: Person) -> None:
    for order in (Change({"clock": "20"}), Unseat(1, "gone"), CloseTable()):
        with pytest.raises(NotAllowed, match="may not change or close a table, or send a player off"):
            at.room.do("T1", order, who, command=at.id())


def test_an_executive_may(at: CardRoom) -> None:
    assert change(at, who=EXECUTIVE, clock="30").terms.clock_s == 30


def test_a_change_that_changes_nothing_is_no_entry(at: CardRoom) -> None:
    change(at, clock="20")
    assert at.refusal(SUPERVISOR, 'change {"clock": "20"}') == "T1 stands like that already; nothing would change"


def test_a_face_up_table_needs_a_spot_for_everybody_who_sits_there(at: CardRoom) -> None:
    for who, seat in ((ANN, 1), (BOB, 2), (CAT, 3)):
        at.do(who, f"sit {seat}")
    with pytest.raises(Refused, match="3 players sit at T1, which would deal face up to 2"):
        change(at, face_up="WSGC 7", open_spots="2")
    assert change(at, face_up="WSGC 7").terms.spots == 3


def test_r32_a_california_table_with_another_fee_has_the_only_one_after_any_change() -> None:
    now = customary(ruleset("ca"))
    old = replace(now, terms=replace(now.terms, player_fee=9_900))
    made = chosen(old, {"clock": "20"})
    assert made == chosen(now, {"clock": "20"})
    assert [one.words for one in changes(old, made)] == ["Fee of each player: $99 → $0.50", "Clock: none → 20 s"]
    assert chosen(old, {}) == now


@pytest.mark.parametrize(
    "text",
    [
        'change {"clock": "20"}',
        'change {"face_up": "WSGC 7", "open_spots": "4"} ref letter of 3 May',
        "unseat 3 gone for an hour",
        "close",
        "reopen",
    ],
)
def test_these_orders_read_back_what_they_write(text: str) -> None:
    assert str(parse_order(text)) == text


@pytest.mark.parametrize(
    "text", ["change", "change {", "change 7", 'change {"clock": 20}', "unseat 3", "unseat x y", "close now"]
)
def test_what_is_no_such_order(text: str) -> None:
    with pytest.raises(NotAnOrder):
        parse_order(text)


# Sending a player off.


def test_who_is_sent_off_before_the_lock_has_their_bets_back(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10 trips 5")
    at.do(SUPERVISOR, "unseat 1 did not come back")
    assert at.has(ANN) == 100_000
    assert at.room.table("T1").sittings == ()
    assert last_event(at) == {"event": "PlayerUnseated", "seat": 1, "why": "did not come back"}
    assert audit(at.store).findings == ()


def test_r19_who_is_sent_off_with_wagers_in_play_checks_and_folds(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 2")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(BOB, "bet 10")
    at.do(DEALER, "lock", "deal")
    at.do(SUPERVISOR, "unseat 1 ill")
    assert at.room.table("T1").sittings[0].left
    assert "has left seat 1 already" in at.refusal(SUPERVISOR, "unseat 1 again")
    at.room.advance("T1")
    at.do(BOB, "bet4")
    at.do(DEALER, "flop")
    at.room.advance("T1")
    at.do(DEALER, "river")
    at.room.advance("T1")
    at.do(DEALER, "dealer", "settle", "end")
    assert at.has(ANN) == 98_000, "a fold loses Ante and Blind"
    assert [sitting.player for sitting in at.room.table("T1").sittings] == ["bob"]
    assert audit(at.store).findings == ()


def test_a_bank_that_nobody_bets_against_goes_home_with_its_player(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path}/ca.db")
    at.furnish("ca")
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bank 100")
    at.do(SUPERVISOR, "unseat 1 gone")
    assert at.has(ANN) == 100_000
    assert at.room.table("T1").sittings == ()
    assert audit(at.store).findings == ()


def test_nobody_can_be_sent_off_from_an_empty_seat(at: CardRoom) -> None:
    assert at.refusal(SUPERVISOR, "unseat 4 gone") == "nobody sits in seat 4 at T1; there is nobody to send off"


# Closing a table.


def emptied(at: CardRoom) -> None:
    at.cage.credit("T1", at.store.balance(tray("T1")), SUPERVISOR, "credit all")
    close_as_recorded(at.cage, "T1", SUPERVISOR, "last shift")


def test_a_table_is_closed_when_nothing_of_the_houses_lies_there(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    assert at.refusal(SUPERVISOR, "close") == (
        "cannot close T1: tray $10,000; credit the tray to the cage and close the shift first"
    )
    emptied(at)
    table = at.do(SUPERVISOR, "close")
    assert table.closed
    assert table.sittings == ()
    assert {at.store.balance(account("T1")) for account in (tray, drop, fees)} == {0}
    assert "T1 is closed" in at.refusal(ANN, "sit 1")
    assert "T1 is closed" in at.refusal(DEALER, "open")
    assert "T1 is closed" in at.refusal(SUPERVISOR, 'change {"clock": "20"}')
    with pytest.raises(Refused, match="T1 is closed, and no chips go there"):
        at.cage.fill("T1", 100, SUPERVISOR, at.id())
    at.restart()
    assert at.room.table("T1").closed
    assert audit(at.store).findings == ()


def test_a_table_with_bets_or_on_a_link_is_not_closed(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    assert "cannot close T1 now: bets lie in round T1-1" in at.refusal(SUPERVISOR, "close")
    linked = replace(at.room.table("T1"), link="north")
    with pytest.raises(Refused, match="T1 is on link north; take it off the link first"):
        decide_upkeep(linked, CloseTable(), "sue")


def test_a_closed_table_keeps_its_name_and_can_be_reopened_as_it_was(at: CardRoom) -> None:
    change(at, clock="20")
    emptied(at)
    at.do(SUPERVISOR, "close")
    with pytest.raises(Refused, match="there is a table T1 already"):
        at.room.open_table("T1", customary(ruleset("wa-base")), SUPERVISOR, at.id())
    at.room.do("T1", ReopenTable(), ADMIN, command=at.id())
    table = at.do(ANN, "sit 1")
    assert (table.closed, table.settings.terms.clock_s) == (False, 20)
    assert "T1 is open; there is nothing to reopen" in at.refusal(SUPERVISOR, "reopen")
    assert audit(at.store).findings == ()


# Approvals.


def test_r50_a_table_carries_its_approval_or_is_marked(at: CardRoom) -> None:
    assert at.room.approvals.of_table(at.room.table("T1")).words == "no approval on record"
    settings = change(at, approval="WSGC 2026-31")
    assert at.room.approvals.of_settings(settings).words == '"WSGC 2026-31": not a record'
    assert settings == Settings(terms=settings.terms, dealt_by=DealtBy.PERSON, approval="WSGC 2026-31")
