"""A table from open to close: seats, bets, decisions, money, and everything that is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from card_room import ADMIN, ANN, BOB, CAT, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.orders import parse_order
from croupier.floor.plan import NoSuchTable
from croupier.floor.room import BadName
from croupier.floor.table import DealtBy, Settings
from croupier.floor.view import table_view
from croupier.games import ruleset
from croupier.rules.events import RoundEnded
from croupier.rules.round import Stage
from croupier.rules.terms import terms
from croupier.store.entry import contents
from croupier.store.unit import CommandIdTaken, StaleVersion


@pytest.fixture
def furnished(tmp_path: Path) -> Iterator[Callable[..., CardRoom]]:
    made: list[CardRoom] = []

    def make(*args: Any, **choices: Any) -> CardRoom:
        made.append(CardRoom(f"sqlite:///{tmp_path / 'room.db'}"))
        made[-1].furnish(*args, **choices)
        return made[-1]

    yield make
    for each in made:
        each.store.close()


def test_a_staffed_round_from_chips_to_game_over(furnished: Callable[..., CardRoom]) -> None:
    """Ann plays 4x, Bob checks down and folds; every step is the dealer's, and the tray gets the difference."""
    at = furnished()
    before = at.money()
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 4")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10 trips 5")
    at.do(BOB, "bet 20")
    table = at.do(DEALER, "lock", "deal")
    assert at.money()["escrow/T1/1"] == 2_500
    assert (at.has(ANN), at.has(BOB)) == (97_500, 96_000)
    at.do(ANN, "bet4")
    at.do(BOB, "check")
    at.do(DEALER, "flop")
    at.do(BOB, "check")
    at.do(DEALER, "river")
    at.do(BOB, "fold")
    table = at.do(DEALER, "dealer", "settle next", "settle next")
    assert table.round is not None
    assert table.in_play is not None
    table = at.do(DEALER, "end")
    assert table.in_play is None
    after = at.money()
    won = after["tray/T1"] - before["tray/T1"]
    assert at.has(ANN) + at.has(BOB) == 200_000 - won
    assert at.has(BOB) == 96_000
    assert not any(account.startswith("escrow") for account in after)
    assert sum(after.values()) == 0
    settled = [event for entry in at.store.read("table/T1") for event in contents(entry).events]
    assert [event["seat"] for event in settled if event["event"] == "SeatSettled"] == [4, 1]
    assert RoundEnded(52).cards_counted == next(e["cards_counted"] for e in settled if e["event"] == "RoundEnded")


def test_a_machine_deals_when_everybody_has_bet_and_decided(furnished: Callable[..., CardRoom]) -> None:
    at = furnished(by=DealtBy.MACHINE)
    at.do(ANN, "sit 2")
    table = at.room.advance("T1")
    assert table.in_play is not None
    assert table.in_play.stage is Stage.BETTING
    at.do(ANN, "bet 5")
    assert at.room.advance("T1").in_play.stage_key == "preflop"  # type: ignore[union-attr]
    at.do(ANN, "bet3")
    table = at.room.advance("T1", open_next=False)
    assert table.in_play is None
    assert at.refusal(DEALER, "open") == "T1 is dealt by machine; nobody else presses its steps"
    assert at.room.advance("T1").in_play is not None


REFUSED = """
    ann  | sit 7             | no seat 7; seats are numbered 1 to 6
    ann  | sit 4             | seat 4 at T1 is taken by bob; free seats: 1, 2, 3, 5, 6
    bob  | sit 1             | bob sits at T1 already, in seat 4; stand up first
    ann  | bet 10            | ann does not sit at T1; free seats: 1, 2, 3, 5, 6
    bob  | bet 3             | Ante $3 is outside this table's limits; want $5 to $100
    bob  | bet 10 progressive 1 | this table is on no progressive link; leave the Progressive out
    bob  | bank 100          | nobody banks under wa-2018: the house does
    bob  | check             | seat 4 is not in this round
    bob  | lock              | bob is a player and may not press the dealer's steps
    dora | lock              | nobody has bet
    dora | deal              | cannot deal now: the round is open for bets; next comes: call no more bets
    dora | void oops         | dora is a dealer and may not void a round
    dora | stop oops         | dora is a dealer and may not stop or resume a table
    sue  | resume            | T1 is not stopped; there is nothing to resume
    sue  | sit 1             | sue is a supervisor and may not sit down, bet and act
    sue  | clock 4           | sue cannot decide for somebody else; only the clock does
"""


@pytest.mark.parametrize("row", REFUSED.strip().split("\n"))
def test_what_is_refused_and_why(furnished: Callable[..., CardRoom], row: str) -> None:
    name, order, why = (cell.strip() for cell in row.split("|"))
    at = furnished()
    at.do(BOB, "sit 4")
    at.do(DEALER, "open")
    who = {person.name: person for person in (ANN, BOB, DEALER, SUPERVISOR)}[name]
    assert why in at.refusal(who, order)


def test_a_bet_beyond_the_purse_is_refused(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    at.cage.cash_out("ann", 99_000, SUPERVISOR, "out")
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    assert "cannot move $10 from player/ann to escrow/T1/1: it holds $0" in at.refusal(ANN, "bet 10")
    assert at.has(ANN) == 1_000


def test_bets_can_be_changed_and_taken_back_before_the_lock(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10 trips 5")
    at.do(ANN, "bet 20")
    assert at.money()["escrow/T1/1"] == 4_000
    at.do(ANN, "withdraw")
    assert at.has(ANN) == 100_000
    at.do(ANN, "bet 5", "stand")
    assert at.has(ANN) == 100_000
    assert at.room.table("T1").sittings == ()


def test_who_leaves_mid_round_stays_in_with_the_wagers(furnished: Callable[..., CardRoom]) -> None:
    """R19: the seat checks, folds at the river, and is settled; it is free again when the round is over."""
    at = furnished()
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 2")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(BOB, "bet 10")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "stand")
    assert "sits at T1 already, in seat 1 until the round is over" in at.refusal(ANN, "sit 3")
    assert "seat 1 at T1 is taken by ann" in at.refusal(CAT, "sit 1")
    at.do(BOB, "bet4")
    for key in ("flop", "river", "dealer"):
        at.room.advance("T1")
        at.do(DEALER, key)
    acted = [e for entry in at.store.read("table/T1") for e in contents(entry).events if e["event"] == "Acted"]
    assert [(e["action"], e["cause"]) for e in acted if e["seat"] == 1] == [
        ("check", "left"),
        ("check", "left"),
        ("fold", "left"),
    ]
    at.do(DEALER, "settle", "end")
    assert at.has(ANN) == 98_000
    assert [sitting.player for sitting in at.room.table("T1").sittings] == ["bob"]


def test_the_clock_decides_for_who_does_not_answer(furnished: Callable[..., CardRoom]) -> None:
    at = furnished(by=DealtBy.MACHINE, clock_s=30)
    at.do(ANN, "sit 1")
    at.room.advance("T1")
    at.do(ANN, "bet 10")
    table = at.room.advance("T1")
    assert at.room.deadline_of("T1") == table.since_ms + 30_000
    at.now = table.since_ms + 29_990
    assert at.room.advance("T1").version == table.version
    at.now = table.since_ms + 30_000
    assert at.room.advance("T1").in_play.stage_key == "flop"  # type: ignore[union-attr]


def test_bets_close_by_the_clock_too(furnished: Callable[..., CardRoom]) -> None:
    at = furnished(by=DealtBy.MACHINE, clock_s=30)
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 2")
    at.room.advance("T1")
    at.do(ANN, "bet 10")
    assert at.room.advance("T1").in_play.stage is Stage.BETTING  # type: ignore[union-attr]
    at.now += 30_000
    assert at.room.advance("T1").in_play.stage_key == "preflop"  # type: ignore[union-attr]


def test_a_stopped_table_finishes_its_round_and_begins_no_other(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(SUPERVISOR, "stop spilled drink")
    at.do(ANN, "bet 10")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "bet4")
    at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    assert at.refusal(DEALER, "open") == "T1 is stopped: spilled drink; a supervisor can resume it"
    at.do(SUPERVISOR, "resume")
    at.do(DEALER, "open")


STEPS = ["open", "bank", "bets", "lock", "deal", "act", "flop", "river", "dealer", "settle next", "settle next"]


@pytest.mark.parametrize("steps", range(1, len(STEPS) + 1))
@pytest.mark.parametrize("rules", ["wa-2018", "ca"])
def test_a_void_gives_everything_back_at_any_moment(furnished: Callable[..., CardRoom], rules: str, steps: int) -> None:
    """R26: every wager goes back, fees too, even when half the seats are settled."""
    at = furnished(rules)
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 4")
    at.do(CAT, "sit 6")
    before = at.money()
    for step in STEPS[:steps]:
        match step:
            case "bank":
                if rules == "ca":
                    at.do(ANN, "bank 300")
            case "bets":
                at.do(BOB, "bet 10 trips 5")
                at.do(CAT, "bet 20 trips 5")
            case "act":
                at.do(BOB, "bet4")
                at.do(CAT, "bet3")
            case _:
                at.do(DEALER, step)
    table = at.do(SUPERVISOR, "void shuffler malfunction")
    assert at.money() == before
    assert table.round is not None
    assert table.round.void_reason == "shuffler malfunction"
    last = list(at.store.read("table/T1"))[-1]
    assert [event["event"] for event in contents(last).events] == ["RoundVoided", "SeedRevealed"]
    assert "cannot void the round now" in at.refusal(SUPERVISOR, "void again") or "no round" in at.refusal(
        SUPERVISOR, "void again"
    )


def test_california_banks_collects_and_pays_from_the_bank(furnished: Callable[..., CardRoom]) -> None:
    at = furnished("ca")
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 2")
    at.do(DEALER, "open")
    assert at.refusal(BOB, "bank 100") == "the bank is not offered to seat 2 now; it is offered to seat 1"
    at.do(ANN, "bank 300")
    at.do(BOB, "bet 20 trips 5")
    table = at.do(DEALER, "lock")
    # Action is $45: schedule one takes $1 from the bank and $0.50 from each player.
    assert at.money()["fees/T1"] == 150
    assert (at.has(ANN), at.has(BOB)) == (100_000 - 30_000 - 100, 100_000 - 4_500 - 50)
    at.do(DEALER, "deal")
    at.do(BOB, "bet4")
    table = at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    assert at.has(ANN) + at.has(BOB) == 200_000 - 150
    assert at.money()["tray/T1"] == 1_000_000
    assert table.turn is not None
    assert (table.turn.seat, table.turn.rounds) == (1, 1)


def test_the_bank_is_held_for_two_rounds_then_offered_on(furnished: Callable[..., CardRoom]) -> None:
    """R31: nobody is forced; whoever passes is not asked again this round."""
    at = furnished("ca")
    for who, seat in ((ANN, 1), (BOB, 2), (CAT, 3)):
        at.do(who, f"sit {seat}")
    for _ in range(2):
        at.do(DEALER, "open")
        at.do(ANN, "bank 100")
        at.do(BOB, "bet 5")
        at.do(DEALER, "lock", "deal")
        at.do(BOB, "bet4")
        at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    table = at.do(DEALER, "open")
    assert table.bank_offered_to == (2, 3)
    assert "it is offered to seat 2" in at.refusal(ANN, "bank 100")
    table = at.do(BOB, "pass")
    assert table.bank_offered_to == (3,)
    at.do(CAT, "bank 100")
    assert "there is nothing to pass" in at.refusal(CAT, "pass")


def test_when_everybody_has_passed_whoever_wants_the_bank_takes_it(furnished: Callable[..., CardRoom]) -> None:
    """R31: nobody is forced, and nobody is locked out either."""
    at = furnished("ca")
    for who, seat in ((ANN, 1), (BOB, 2)):
        at.do(who, f"sit {seat}")
    at.do(DEALER, "open")
    at.do(ANN, "pass")
    table = at.do(BOB, "pass")
    assert table.bank_offered_to == ()
    assert "offered to nobody" in at.refusal(BOB, "pass")
    table = at.do(BOB, "bank 100")
    assert table.round is not None
    assert table.round.bank is not None
    assert table.round.bank.seat == 2


def test_a_repeated_command_is_answered_as_before_and_a_late_one_refused(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    bet = parse_order("bet 10")
    seen = at.room.table("T1").version
    _, first, _ = at.room.do("T1", bet, ANN, command="click", version=seen)
    table, again, _ = at.room.do("T1", bet, ANN, command="click", version=seen)
    assert (again.repeated, again.entries) == (True, first.entries)
    assert at.money()["escrow/T1/1"] == 2_000
    with pytest.raises(StaleVersion, match=f"you saw version {seen}, it is at {table.version}; look again"):
        at.room.do("T1", parse_order("withdraw"), ANN, command="late", version=seen)
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "check")
    at.do(DEALER, "flop")
    # The same click once more, streets later and without a version: still the same answer.
    assert at.room.do("T1", bet, ANN, command="click")[1].entries == first.entries
    with pytest.raises(Refused):
        at.room.do("T1", bet, BOB, command="click")
    with pytest.raises(CommandIdTaken, match="was used for another command"):
        at.room.do("T1", parse_order("stand"), ANN, command="click")
    with pytest.raises(CommandIdTaken):
        at.room.do("T1", parse_order("bank 10"), ANN, command="click")


def test_whoever_goes_away_while_the_entry_is_flushed_leaves_the_table_in_order(
    furnished: Callable[..., CardRoom],
) -> None:
    at = furnished()
    at.room.table("T1")  # what was read already is decided at once, so that one turn of the loop leads to the flush

    async def impatient() -> None:
        asked = asyncio.ensure_future(at.room.do_async("T1", parse_order("sit 1"), ANN, command="a"))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)

    asyncio.run(impatient())
    at.store.refresh()
    at.do(BOB, "sit 2")
    assert [sitting.player for sitting in at.room.table("T1").sittings] == ["ann", "bob"]


def test_decks_take_turns(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    at.do(ANN, "sit 1")
    colours = []
    for _ in range(4):
        colours.append(at.do(DEALER, "open").round.deck_colour)  # type: ignore[union-attr]
        at.do(SUPERVISOR, "void test")
    assert colours == ["blue", "red", "blue", "red"]


def test_a_table_needs_a_name_and_a_role_and_no_twin(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    settings = Settings(terms=terms(ruleset("wa-base")))
    with pytest.raises(BadName):
        at.room.open_table("no spaces", settings, ADMIN, at.id())
    with pytest.raises(Refused, match="there is a table T1 already"):
        at.room.open_table("T1", settings, ADMIN, at.id())
    with pytest.raises(Refused, match="dora is a dealer and may not open a table"):
        at.room.open_table("T2", settings, DEALER, at.id())
    with pytest.raises(NoSuchTable, match="there are T1"):
        at.room.table("T9")
    assert at.room.open_table("T1", at.room.table("T1").settings, ADMIN, "open T1").name == "T1"


def test_a_view_shows_nobody_elses_cards_before_the_end(furnished: Callable[..., CardRoom]) -> None:
    at = furnished()
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 2")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(BOB, "bet 10")
    table = at.do(DEALER, "lock", "deal")
    seen = {who: table_view(table, who) for who in ("ann", "bob", None)}
    for who, view in seen.items():
        assert view["seed"] is None
        assert view["deck"] == view["board"] == view["dealer"] == ""
        assert [seat["player"] for seat in view["seats"] if seat["cards"]] == ([who] if who else [])
    at.do(ANN, "bet4")
    at.do(BOB, "bet4")
    table = at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    assert table.seed is not None
    assert table_view(table)["seed"] == table.seed.hex()
    assert len(table_view(table)["deck"].split()) == 52


def test_r26_a_void_asks_nothing_of_a_purse(furnished: Callable[..., CardRoom]) -> None:
    """Ann changes her bet and spends the rest; the void gives back what lies on the felt, and needs no chip of hers."""
    at = furnished()
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 4")
    at.do(DEALER, "open")
    at.do(ANN, "bet 100 trips 50", "bet 5")
    at.do(BOB, "bet 10")
    at.cage.cash_out("ann", at.has(ANN), SUPERVISOR, "all of it")
    assert at.has(ANN) == 0
    at.do(DEALER, "lock", "deal")
    at.do(SUPERVISOR, "void misdeal")
    assert (at.has(ANN), at.has(BOB)) == (1_000, 100_000)
    assert not any(account.startswith("escrow") for account in at.money())
    assert audit(at.store).findings == ()


def test_r26_a_void_in_california_returns_bank_and_fees_to_who_has_nothing_left(
    furnished: Callable[..., CardRoom],
) -> None:
    at = furnished("ca")
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 4")
    at.do(DEALER, "open")
    at.do(ANN, "bank 500", "bank 300")
    at.do(BOB, "bet 10")
    at.do(DEALER, "lock", "deal")
    at.cage.cash_out("ann", at.has(ANN), SUPERVISOR, "all of it")
    at.do(SUPERVISOR, "void misdeal")
    assert (at.has(ANN), at.has(BOB)) == (30_100, 100_000)
    assert audit(at.store).findings == ()


def test_r17_a_face_up_table_opens_three_spots_unless_more_are_asked_for(furnished: Callable[..., CardRoom]) -> None:
    assert terms(ruleset("wa-2018"), face_up_approval="WSGC 2020-06").spots == 3
    at = furnished(face_up_approval="WSGC 2020-06", open_spots=2)
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 6")
    assert "deals face up to 2 players at a time" in at.refusal(CAT, "sit 4")
    at.do(BOB, "stand")
    at.do(CAT, "sit 4")


def test_r17_more_spots_face_up_and_six_face_down() -> None:
    rules = ruleset("wa-2018")
    assert terms(rules, face_up_approval="WSGC 2020-06", open_spots=6).spots == 6
    assert terms(rules).spots == 6
    with pytest.raises(Refused, match="only a face-up table says"):
        terms(rules, open_spots=3)
    with pytest.raises(Refused, match="7 spots cannot be open; want 1 to 6"):
        terms(rules, face_up_approval="WSGC 2020-06", open_spots=7)
