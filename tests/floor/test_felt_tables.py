"""A table with real cards and chips (R58): the dealer enters what happens on the felt, and the record has all of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from card_room import ADMIN, ANN, DEALER, SUPERVISOR, CardRoom
from link_room import KEYED, LinkRoom, stacked

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.choices.every import choices
from croupier.floor.choices.making import chosen, customary
from croupier.floor.history.rounds import find_round
from croupier.floor.orders import parse_order
from croupier.floor.table import DealtBy, Settings, Table
from croupier.games import ruleset
from croupier.ledger.accounts import CASH, CHIPS, owed, tray
from croupier.rules.deal import CardsFrom
from croupier.rules.notation import notation, parse_notation
from croupier.rules.round import Stage
from croupier.rules.terms import terms

ROUND = (
    "open", "seat 3 bet 10 trips 5", "seat 4 bet 10", "seat 5 bet 10", "lock", "deal",
    "all check", "cards Ah", "cards Kh", "cards Qh", "seat 3 check", "seat 4 check", "seat 5 bet2", "cards 2c3d",
    "seat 3 fold", "seat 4 fold", "cards 7c8d", "cards JhTc", "cards AsAd", "settle", "end",
)  # fmt: skip
"""Seat 5 wins with a straight against a dealer who does not qualify; of two folds one has Trips."""
NET = {"seat 3": -2000 + 1500, "seat 4": -2000, "seat 5": 2000 + 1000}


@pytest.fixture
def felt(url: str) -> Iterator[CardRoom]:
    at = CardRoom(url)
    at.furnish(cards_from=CardsFrom.FELT)
    yield at
    at.store.close()


def clean(at: CardRoom) -> None:
    report = audit(at.store)
    assert not report.findings, [str(finding) for finding in report.findings]


def test_a_round_is_entered_settled_and_paid_from_the_tray(felt: CardRoom) -> None:
    table = felt.do(DEALER, *ROUND)
    assert table.round is not None
    assert table.round.stage is Stage.OVER
    won = sum(NET.values())
    assert felt.money()["tray/T1"] == 1_000_000 - won
    assert felt.store.balance(CHIPS) == won, "what players have won lies in front of them"
    clean(felt)


def test_no_shuffle_is_promised_and_none_is_checked(felt: CardRoom) -> None:
    felt.do(DEALER, *ROUND)
    past = find_round(felt.store, "T1-1")
    assert past.seed is None
    assert past.reveal is None
    assert past.round.commitment == ""
    assert past.papers["cards"]["seat 5"] == "Jh Tc"
    assert "seat 4" not in past.papers["cards"]
    assert list(parse_notation(notation(past.events))) == list(past.events)
    assert all("seed" not in entry.body.lower() for entry in felt.store.read("table/T1"))


def test_the_usual_bets_are_back_with_one_touch(felt: CardRoom) -> None:
    felt.do(DEALER, *ROUND, "open", "all usual")
    round = felt.room.table("T1").in_play
    assert round is not None
    assert {seat.number: dict(seat.stakes) for seat in round.seats} == {
        3: {"ante": 1000, "blind": 1000, "trips": 500},
        4: {"ante": 1000, "blind": 1000},
        5: {"ante": 1000, "blind": 1000},
    }
    assert "usual bets" in felt.refusal(DEALER, "all usual")
    felt.do(DEALER, "seat 4 withdraw", "seat 4 stand")
    assert "seat 4 has bet nothing yet" in felt.refusal(DEALER, "seat 4 usual")
    felt.do(SUPERVISOR, "void misdeal")
    felt.do(DEALER, "open", "all usual")
    assert [seat.number for seat in felt.room.table("T1").in_play.seats] == [3, 5]  # type: ignore[union-attr]
    clean(felt)


def test_a_seat_may_have_a_name_and_its_rounds_are_found_by_it(felt: CardRoom) -> None:
    felt.do(DEALER, "seat 5 name ann", *ROUND)
    past = find_round(felt.store, "T1-1")
    assert (past.players[5], past.players[3]) == ("ann", "seat 3")
    assert felt.has(ANN) == 100_000, "chips on the felt are not in an account"
    felt.do(DEALER, "seat 5 name Mr. Green")
    assert [sitting.player for sitting in felt.room.table("T1").sittings] == ["seat 3", "seat 4", "Mr. Green"]
    felt.do(DEALER, "open", "seat 5 bet 10")
    assert "named between rounds" in felt.refusal(DEALER, "seat 5 name ann")
    clean(felt)


@pytest.mark.parametrize("at", range(1, len(ROUND)))
def test_after_a_crash_the_round_stands_where_it_was(felt: CardRoom, at: int) -> None:
    felt.do(DEALER, *ROUND[:at])
    before = felt.room.table("T1")
    felt.restart()
    assert felt.room.table("T1") == before
    felt.do(DEALER, *ROUND[at:])
    assert felt.store.balance(CHIPS) == sum(NET.values())
    clean(felt)


def test_a_correction_moves_the_money_anew(felt: CardRoom) -> None:
    felt.do(DEALER, *ROUND[:-1], "correct seat 5 6h5c a jack taken for a six", "settle")
    felt.do(DEALER, "end")
    assert felt.store.balance(CHIPS) == NET["seat 3"] + NET["seat 4"] - 3000, "Play and Blind lose, the Ante pushed"
    assert "a jack taken for a six" in notation(find_round(felt.store, "T1-1").events)
    clean(felt)


def test_a_correction_may_be_corrected_and_the_round_be_voided(felt: CardRoom) -> None:
    felt.do(DEALER, *ROUND[:-1], "correct seat 5 6h5c one", "settle", "correct seat 5 JhTc two", "settle")
    felt.do(SUPERVISOR, "void two wrong entries")
    assert felt.store.balance(CHIPS) == 0
    assert felt.store.balance(tray("T1")) == 1_000_000
    clean(felt)


def test_a_decision_is_undone_with_its_money(felt: CardRoom) -> None:
    felt.do(DEALER, "open", "seat 3 bet 10", "lock", "deal", "seat 3 bet4")
    assert felt.money()["escrow/T1/3"] == 6000
    felt.do(DEALER, "seat 3 undo")
    assert felt.money()["escrow/T1/3"] == 2000
    felt.do(DEALER, "seat 3 bet4", "seat 3 undo", "seat 3 bet3")
    assert felt.money()["escrow/T1/3"] == 5000
    felt.do(DEALER, "cards AhKhQh", "cards 2c3d", "cards 7c8d", "cards JhTc", "settle", "end")
    clean(felt)


def test_what_was_entered_shows_the_cards_with_the_last_of_them(felt: CardRoom) -> None:
    felt.do(DEALER, "open", "seat 3 bet 10", "lock", "deal", "all check", "cards AhKh")
    assert felt.room.table("T1").in_play.shown == 0  # type: ignore[union-attr]
    felt.do(DEALER, "cards Qh")
    assert felt.room.table("T1").in_play.shown == 1  # type: ignore[union-attr]


REFUSALS = [
    (DEALER, "cards Ah", "no cards are due now, before the flop; seat 3 decides first"),
    (DEALER, "cards seat 3 AhAh", "card twice"),
    (DEALER, "cards seat 2 Ah", "seat 2 is not in this round"),
    (DEALER, "seat 2 check", "nobody plays in seat 2"),
    (DEALER, "seat 9 bet 10", "no seat 9"),
    (DEALER, "seat 3 bet2", "seat 3 cannot bet2 before the flop"),
    (DEALER, "seat 3 undo", "decided nothing on this street"),
    (ANN, "sit 1", "bet and decide on the felt"),
    (ANN, "seat 3 check", "ann is a player and may not press the dealer's steps"),
    (ANN, "cards AhKhQh", "ann is a player and may not press the dealer's steps"),
]


@pytest.mark.parametrize(("who", "order", "why"), REFUSALS, ids=[order for _, order, _ in REFUSALS])
def test_what_is_against_the_procedure_is_refused(felt: CardRoom, who: object, order: str, why: str) -> None:
    felt.do(DEALER, "open", "seat 3 bet 10", "lock", "deal")
    assert why in felt.refusal(who, order)  # type: ignore[arg-type]


def test_nothing_is_entered_where_the_room_shuffles(url: str) -> None:
    at = CardRoom(url)
    at.furnish()
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    assert "plays in seat 1 at T1 with an account" in at.refusal(DEALER, "seat 1 bet 10")
    assert "none are entered here" in at.refusal(DEALER, "cards Ah")
    assert "players sit at T1" in at.refusal(SUPERVISOR, 'change {"cards": "felt"}')
    at.store.close()


def test_a_table_changes_to_real_cards_and_back_between_rounds(url: str) -> None:
    at = CardRoom(url)
    at.furnish(clock_s=20)
    at.do(SUPERVISOR, 'change {"cards": "felt"}')
    assert at.room.table("T1").settings.terms.clock_s is None
    at.do(DEALER, *ROUND)
    at.do(SUPERVISOR, "unseat 3 home", "unseat 4 home", "unseat 5 home", 'change {"cards": "shuffle"}')
    at.do(ANN, "sit 1")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(DEALER, "lock", "deal")
    clean(at)
    at.store.close()


def test_a_form_that_names_every_choice_opens_a_table_with_real_cards() -> None:
    usual = customary(ruleset("wa-2018"))
    texts = {choice.key: choice.text(usual) for choice in choices(ruleset("wa-2018")) if not choice.fixed}
    made = chosen(usual, {**texts, "cards": "felt"})
    assert (made.dealt_by, made.terms.cards_from) == (DealtBy.PERSON, CardsFrom.FELT)


def test_a_machine_deals_no_real_cards(felt: CardRoom) -> None:
    assert "a machine cannot deal real cards" in felt.refusal(SUPERVISOR, 'change {"dealt_by": "machine"}')
    assert "no clock decides" in felt.refusal(SUPERVISOR, 'change {"clock": "20"}')


ORDERS = [
    "cards AhKd", "cards board Ah", "cards seat 3 AhKd", "correct seat 3 AhKd misread", "correct board none too early",
    "seat 3 bet 10 trips 5", "seat 3 bet4", "seat 3 undo", "seat 3 name Mr. Green", "seat 3 usual", "seat 3 stand",
    "seat 3 bank 500", "seat 3 pass", "all check", "all usual",
]  # fmt: skip


@pytest.mark.parametrize("text", ORDERS)
def test_what_a_dealer_enters_has_one_text(text: str) -> None:
    assert str(parse_order(text)) == text


@pytest.mark.parametrize(
    "text", ["cards", "cards seat 3 xx", "correct AhKd why", "correct board AhKd", "seat 3 seat 3 check", "all bet 10"]
)
def test_what_is_no_entry_is_refused_in_words(text: str) -> None:
    with pytest.raises(Refused):
        parse_order(text)


def test_in_california_the_dealer_enters_bank_bets_and_cards(url: str) -> None:
    at = CardRoom(url)
    at.furnish("ca", cards_from=CardsFrom.FELT)
    at.do(DEALER, "seat 1 name ann", "seat 2 name bob", "open", "seat 1 bank 300", "seat 2 bet 20 trips 5")
    at.do(DEALER, "lock", "deal", "seat 2 check", "cards AhKd7c", "seat 2 check", "cards 2c3d", "seat 2 fold")
    at.do(DEALER, "cards 7d7h", "collect")
    table: Table = at.do(DEALER, "cards 9s9d", "settle", "end")
    assert table.turn is not None
    assert table.turn.player == "ann"
    clean(at)
    at.store.close()


# One link, one pit: real and software tables side by side.

ROYAL = (
    "open", "seat 4 bet 10 progressive 1", "seat 6 bet 10 progressive 1", "lock", "deal", "all check",
    "cards QhJhTh", "all check", "cards 2d6c", "all bet1", "cards Kc5d", "cards 4cJd", "cards AhKh", "settle",
)  # fmt: skip
"""Seat 4 has a royal flush in the first five cards."""


def test_real_and_software_tables_share_a_link_and_a_royal_on_the_felt_is_paid_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = LinkRoom(f"sqlite:///{tmp_path / 'room.db'}")
    stacked(monkeypatch, {})
    links = at.link_up(KEYED, tables=1)
    settings = Settings(terms=terms(ruleset("wa-2018"), cards_from=CardsFrom.FELT), dealt_by=DealtBy.PERSON)
    at.room.open_table("F1", settings, ADMIN, "open F1")
    links.join("main", "F1", SUPERVISOR, "join F1")
    at.sit()
    at.bet("1")
    at.play_out()
    at.do(DEALER, "end")
    at.at_table("F1", DEALER, *ROYAL)
    with pytest.raises(Refused, match="seat 4 has won with royal flush first five"):
        at.at_table("F1", DEALER, "end")
    at.press(DEALER, "hand royal_flush_first_five", table="F1")
    with pytest.raises(Refused, match="a win of this round is claimed; a supervisor refuses the claim before"):
        at.at_table("F1", DEALER, "correct seat 4 AhKs misread")
    at.press(SUPERVISOR, "key jph", "j-pot", "key run", table="F1")
    with pytest.raises(Refused, match="a meter has paid a win of this round"):
        at.at_table("F1", DEALER, "correct seat 4 AhKs misread")
    at.press(DEALER, "game over", table="F1")
    assert at.room.table("F1").in_play is None
    grown = 23 * 5  # 23 % of five wagers, of three at one table and two at the other
    assert at.store.exchanged(CASH)[owed("main")] == 1_000_000 + grown, "a winner with real chips is paid outside"
    clean(at)


def test_in_california_who_sits_down_may_take_the_bank_at_once(url: str) -> None:
    at = CardRoom(url)
    at.furnish("ca", cards_from=CardsFrom.FELT)
    at.do(DEALER, "open", "seat 4 bank 300", "seat 2 bet 20", "lock")
    assert at.money()["bank/T1"] == 30_000
    at.store.close()


def test_r44_a_full_house_on_the_felt_has_its_button_and_a_correction_takes_the_press_back(tmp_path: Path) -> None:
    at = LinkRoom(f"sqlite:///{tmp_path / 'room.db'}")
    links = at.link_up(KEYED, tables=0)
    at.do(SUPERVISOR, 'change {"cards": "felt"}')
    links.join("main", "T1", SUPERVISOR, "join T1")
    at.do(DEALER, "open", "seat 4 bet 10 progressive 1", "lock", "deal", "seat 4 bet4", "cards AsAd9h", "cards 9d2c")
    at.do(DEALER, "cards KcQd", "cards Ah3h", "settle")
    assert "press its hand button first" in at.refusal(DEALER, "end")
    at.do(DEALER, "hand 4 full_house", "correct seat 4 Ah9s a nine taken for a three", "settle")
    assert "press its hand button first" in at.refusal(DEALER, "end")
    at.do(DEALER, "hand 4 full_house", "correct seat 4 5h3h both misread", "settle", "end")
    clean(at)
    at.store.close()
