"""What a dealer is told to do by hand, ruling by ruling and at its moment (R52)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace

import pytest

from croupier.cards import parse_cards
from croupier.floor import table as tables
from croupier.floor.movements import applied
from croupier.floor.orders import parse_order
from croupier.floor.plan import plan
from croupier.floor.roles import Person, Role
from croupier.floor.staffing import miscount
from croupier.floor.table import DealtBy, Settings, Table, TableOpened
from croupier.games import register, ruleset, unregister
from croupier.games.uth import PAIRS, TRIPS
from croupier.money import dollars
from croupier.rules.collection import Schedule
from croupier.rules.deal import Procedure, stack
from croupier.rules.round import results_by_seat
from croupier.rules.terms import Terms, terms
from croupier.web.staff.keypad.handling import bank_cover, handling
from croupier.web.staff.keypad.keys import idle_words, keys
from croupier.web.staff.keypad.words import instruction, step_words
from own_game import COMMON_RULES, COMMON_THIRD, admitted

DORA, DAN = (Person(name, Role.DEALER) for name in ("dora", "dan"))
SUE = Person("sue", Role.SUPERVISOR)
PLAYERS = {seat: Person(name, Role.PLAYER) for seat, name in ((2, "ann"), (3, "bob"), (5, "cat"))}
TRIPS_WIN = ({2: "9c 9d", 3: "2c 7d", 5: "4h Jd"}, "Kc 6d", "9s 6c Qh 2d Th")
ROYAL = ({2: "Ac Kc", 3: "2d 7d", 5: "4h Jd"}, "3c 8d", "Qc Jc Tc 2s 8h")


ON_THE_TABLE = "Every card stays on the table: nobody takes theirs off it."
OTHER_DECK = "Load the red deck, and have the blue one, just used, shuffled while it is in play."


class Told:
    """A table as a value, its orders given without any record."""

    def __init__(self, chosen: Terms, *, by: DealtBy = DealtBy.PERSON) -> None:
        settings = Settings(terms=chosen, dealt_by=by)
        self.table: Table = applied(None, (TableOpened("T1", settings),), 1)[0]
        for seat, who in PLAYERS.items():
            self.do(who, f"sit {seat}")

    def do(self, who: Person, *orders: str) -> Told:
        for words in orders:
            self.table = plan(self.table, parse_order(words), who, "c", self.table.version + 2, b"\x01" * 32).after
        return self

    def on(self, paytable: str) -> Told:
        """The same table on a link."""
        return self.do(SUE, f"link main 1 {paytable} tray")

    def dealer(self, *orders: str) -> Told:
        return self.do(DORA, *orders)

    def all(self, *orders: str) -> Told:
        for who in PLAYERS.values():
            self.do(who, *orders)
        return self

    def says(self, *want: str) -> None:
        assert handling(self.table) == list(want)


def washington(*bets: str, **choices: object) -> Terms:
    rules = ruleset("wa-2018")
    return terms(rules, {bet: rules.tables[bet][0] for bet in bets}, **choices)


def stacked(monkeypatch: pytest.MonkeyPatch, cards: tuple[Mapping[int, str], str, str], dealt: Procedure) -> None:
    own, dealer, board = cards
    hands = {seat: parse_cards(text) for seat, text in own.items()}
    deck = stack(dealt, ruleset("wa-2018").game.layout, hands, parse_cards(dealer), parse_cards(board))
    monkeypatch.setattr(tables, "deck_of", lambda *_: deck)


def test_r52_nothing_is_said_where_there_is_nothing_to_handle() -> None:
    at = Told(washington(TRIPS)).dealer("open")
    at.says()
    at.all("bet 10").dealer("lock")
    at.says()
    at.dealer("deal").says(ON_THE_TABLE)
    at.all("check").dealer("flop").says()


def test_r17_a_face_up_table_is_told_to_deal_face_up() -> None:
    at = Told(washington(face_up_approval="WSGC 7")).dealer("open").all("bet 10").dealer("lock")
    words = "Two cards together, face up, to each seat from your left, then face down to yourself. No burn card."
    assert step_words(at.table) == words
    at = Told(washington(face_up_approval="WSGC 7", procedure=Procedure.PACKET)).dealer("open").all("bet 10")
    assert step_words(at.dealer("lock").table) == (
        "Five board cards face down first; then packets of two by seat, face up, and to yourself, face down; eject the "
        "rest."
    )
    at = Told(washington()).dealer("open").all("bet 10").dealer("lock")
    assert step_words(at.table).startswith("Two cards together, face down, to each seat")


def test_r21_the_first_pass_of_a_face_up_table_is_not_called_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, ({2: "9c 9d", 3: "2c 7d", 5: "4h Jd"}, "Kc 6d", "9s 5c Qh 3d Th"), Procedure.HAND_HELD)
    for approval, end in ((None, "return the Ante, cards unseen"), ("WSGC 7", "return the Ante")):
        at = Told(washington(face_up_approval=approval)).dealer("open").all("bet 10").dealer("lock", "deal")
        at.all("bet4").dealer("flop", "river", "dealer")
        told = instruction(at.table.in_play) if at.table.in_play else None
        assert told is not None
        assert told.heading == f"First pass, seat 5: {end}"


def test_r5_the_keypad_resolves_the_bets_of_a_seat_in_the_houses_order() -> None:
    at = Told(washington(TRIPS, bet_order=(TRIPS, "blind"))).dealer("open").all("bet 10 trips 5").dealer("lock", "deal")
    at.all("bet4").dealer("flop", "river", "dealer")
    while at.table.in_play and (told := instruction(at.table.in_play)) and told.heading.startswith("First pass"):
        at.dealer("settle next")
    assert told is not None
    assert [chore.felt for chore in told.chores][:2] == ["Trips", "Blind"]


def test_r52_the_shuffler_is_set_to_the_game_before_the_first_round() -> None:
    at = Told(washington(procedure=Procedure.PACKET))
    at.says("Set the shuffler to Ultimate Texas Hold'em.")
    at.dealer("open").all("bet 10").dealer("lock", "deal").all("bet4")
    at.dealer("flop", "river", "dealer", "settle", "end").says(OTHER_DECK)
    Told(washington()).says()  # a deck that is dealt from the hand needs no mode
    at = Told(washington()).dealer("open").all("bet 10").dealer("lock", "deal").all("bet4")
    at.dealer("flop", "river", "dealer", "settle", "end").do(SUE, 'change {"procedure": "packet"}')
    at.says("Set the shuffler to Ultimate Texas Hold'em.", OTHER_DECK)
    three = Told(terms(ruleset("three-card")))
    three.says("Set the shuffler to Three Card Poker.")


def test_r52_the_other_deck_is_loaded_while_the_one_just_used_is_shuffled() -> None:
    at = Told(washington()).dealer("open").all("bet 10").dealer("lock", "deal").all("bet4")
    at.dealer("flop", "river", "dealer", "settle", "end").says(OTHER_DECK)
    at.dealer("open").says()
    at.do(SUE, "void a test").says("Load the blue deck, and have the red one, just used, shuffled while it is in play.")


def test_r52_nobody_handles_what_a_machine_deals() -> None:
    at = Told(terms(ruleset("ca")), by=DealtBy.MACHINE)
    at.says()
    assert keys(at.table, None) == []
    assert idle_words(at.table, []) == "This table is dealt by machine: there is nothing to press."


def test_r52_progressive_chips_are_removed_after_the_lock() -> None:
    at = Told(washington()).on("UTH-P01").dealer("open")
    at.do(PLAYERS[2], "bet 10 progressive 1").do(PLAYERS[3], "bet 10").do(PLAYERS[5], "bet 10 progressive 1")
    at.says()
    at.dealer("lock").says("Remove the progressive chips of seats 2 and 5: the wagers are accepted.")
    at.dealer("deal").says(ON_THE_TABLE)


def test_r52_cards_are_tucked_under_the_pairs_bet_of_who_folds() -> None:
    at = Told(washington(PAIRS)).dealer("open")
    at.do(PLAYERS[2], "bet 10 pairs 5").do(PLAYERS[3], "bet 10").do(PLAYERS[5], "bet 10 pairs 5")
    at.dealer("lock", "deal").all("check").dealer("flop").all("check").dealer("river")
    at.do(PLAYERS[2], "fold")
    at.says("Seat 2 folded: tuck its cards under the Pairs bet, which stays in action.")
    at.do(PLAYERS[3], "fold").do(PLAYERS[5], "bet1")
    at.says("Seat 2 folded: tuck its cards under the Pairs bet, which stays in action.")
    at.dealer("dealer").says()


def test_r52_a_bet_of_any_game_says_itself_how_its_cards_are_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    colours = replace(COMMON_THIRD.side_bets[0], is_tucked=True, stays_face_up=True)
    game = replace(COMMON_THIRD, key="tucked", side_bets=(colours,))
    rules = (replace(COMMON_RULES, game=game, name="tucked"),)
    hands = {seat: parse_cards(text) for seat, text in ((2, "9c 9d"), (3, "2s 7s"), (5, "4h Jd"))}
    deck = stack(Procedure.PACKET, game.layout, hands, parse_cards("Kc 6d"), parse_cards("9s"))
    monkeypatch.setattr(tables, "deck_of", lambda *_: deck)
    with admitted(), ExitStack() as afterwards:
        register(rules)
        afterwards.callback(unregister, rules)
        at = Told(terms(rules[0], {"colours": "COL-01"})).dealer("open")
        at.all("bet 10 colours 5").dealer("lock", "deal").all("check").dealer("common")
        at.do(PLAYERS[2], "fold").says("Seat 2 folded: tuck its cards under the Colours bet, which stays in action.")
        at.do(PLAYERS[3], "bet1").do(PLAYERS[5], "bet1").dealer("dealer").says()
        at.dealer("settle next").says("Leave the cards of seat 3 face up until its Colours is paid.")


def test_r52_trips_winners_stay_face_up_until_they_are_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, TRIPS_WIN, Procedure.HAND_HELD)
    at = Told(washington(TRIPS)).dealer("open").all("bet 10 trips 5").dealer("lock", "deal").all("bet4")
    at.dealer("flop", "river", "dealer").says()
    at.dealer("settle next").says()  # seat 5 is done, seat 3 is next
    at.dealer("settle next").says("Leave the cards of seat 2 face up until its Trips is paid.")
    at.dealer("settle next").says()


def test_r36_a_hand_that_triggers_envy_stays_face_up_until_the_envy_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, ROYAL, Procedure.HAND_HELD)
    chosen = washington(settling_order=(2, 3, 5, 1, 4, 6))
    at = Told(chosen).on("MGL-01").dealer("open").all("bet 10 progressive 1").dealer("lock", "deal").all("bet4")
    locked = "Leave the royal flush of seat 2 face up and lock up the other hands until the envy is paid."
    at.dealer("flop", "river", "dealer").says(locked)
    at.dealer("settle next").says(locked)
    at.dealer("settle next").says(locked)
    at.dealer("settle next").says()


def test_r36_nobody_is_told_of_a_hand_before_its_seat_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, ROYAL, Procedure.HAND_HELD)
    at = Told(washington()).on("MGL-01").dealer("open").all("bet 10 progressive 1").dealer("lock", "deal")
    at.all("bet4").dealer("flop", "river", "dealer").says()


def california(at: Told) -> Told:
    """A round that bob banks in seat 3, with bets of ann and cat."""
    at.dealer("open")
    while (seat := at.table.bank_offered_to[0]) != 3:
        at.do(PLAYERS[seat], "pass")
    return at.do(PLAYERS[3], "bank 500").do(PLAYERS[2], "bet 10").do(PLAYERS[5], "bet 10 trips 5")


def test_r31_it_is_said_to_whom_the_bank_is_offered() -> None:
    at = Told(terms(ruleset("ca"))).dealer("open")
    at.says("Offer the bank to seat 2, ann.")
    at.do(PLAYERS[2], "pass").says("Offer the bank to seat 3, bob.")
    at.do(PLAYERS[3], "pass").do(PLAYERS[5], "pass")
    at.says("Everybody has let the bank go by: ask seats 2, 3 and 5 once more who takes it.")
    at.do(PLAYERS[5], "bank 500").says()


def test_r32_it_is_said_which_fee_is_taken_from_whom_before_any_card() -> None:
    at = california(Told(terms(ruleset("ca"), collection=Schedule.ONE)))
    at.says()
    at.dealer("lock").says(
        "Take the collection before any card: $1 from seat 3, the bank; $0.50 from each of seats 2 and 5."
    )
    at = california(Told(terms(ruleset("ca"), collection=Schedule.TWO))).dealer("lock")
    at.says("Take the collection before any card: $0.50 from seat 3, the bank.")
    at = california(Told(terms(ruleset("ca"), fee_per_circle=True))).dealer("lock")
    at.says(
        "Take the collection before any card: $1 from seat 3, the bank; $1 from each of seats 2 and 5, 2 betting "
        "circles at $0.50."
    )


def test_r29_keypad_and_pit_name_the_banks_wager_and_what_it_still_covers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bank in seat 3 has a pair of aces. Seat 5 loses first, clockwise; seat 2 then wins with three kings."""
    stacked(monkeypatch, ({2: "Kc Kd", 5: "9c 8d"}, "Ac 6d", "As 5c Qh 3d Kh"), Procedure.SHOE)
    at = Told(terms(ruleset("ca"), procedure=Procedure.SHOE))
    assert bank_cover(at.table) == ""
    california(at)
    # $10 Ante, $10 Blind and $40 Play of each seat, $5 Trips: $125 to take; a royal would cost more than the bank has.
    cover = "Seat 3, bob, banks $500, net coverage: at most $500 to pay and $125 to take."
    assert bank_cover(at.table) == cover
    at.dealer("lock", "deal").do(PLAYERS[2], "bet4").do(PLAYERS[5], "bet4").dealer("flop", "river", "dealer")
    at.dealer("settle next")
    assert bank_cover(at.table) == (
        "Seat 3, bob, banks $500, net coverage: +$65 so far; it still covers $565 to pay and $435 to take."
    )
    at.dealer("settle", "end")
    assert bank_cover(at.table) == "The bank of seat 3, $500, made +$15 in T1-1."


def test_r27_the_shuffler_is_unloaded_unseen_after_the_deal() -> None:
    at = california(Told(terms(ruleset("ca"), procedure=Procedure.SHUFFLER))).dealer("lock", "deal")
    at.says("Unload the shuffler: the cards left in it go to the discard rack unseen.", ON_THE_TABLE)
    at.do(PLAYERS[2], "check").do(PLAYERS[5], "check").dealer("flop").says()
    california(Told(terms(ruleset("ca"), procedure=Procedure.SHOE))).dealer("lock", "deal").says(ON_THE_TABLE)
    packet = Told(washington(procedure=Procedure.PACKET)).dealer("open").all("bet 10").dealer("lock")
    assert step_words(packet.table).endswith("eject the rest."), "the packet shuffler's rest is ejected as it deals"


def test_r27_each_fold_is_spread_and_counted_as_it_is_collected() -> None:
    at = california(Told(terms(ruleset("ca"), procedure=Procedure.SHOE))).dealer("lock", "deal")
    for step in ("flop", "river"):
        at.do(PLAYERS[2], "check").do(PLAYERS[5], "check").dealer(step)
    at.do(PLAYERS[2], "fold").says()
    at.do(PLAYERS[5], "fold")
    spread = "Spread the cards of seat {} face down, count them, two, and put them into the discard rack."
    assert handling(at.table)[0] == spread.format(5), "clockwise from the bank in seat 3"


def test_r29_a_fold_whose_trips_have_won_is_not_put_away(monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, ({2: "2c 7d", 5: "9c 9d"}, "Kc 6d", "9s 6c Qh 3d Th"), Procedure.SHOE)
    at = california(Told(terms(ruleset("ca"), procedure=Procedure.SHOE))).dealer("lock", "deal")
    for step in ("flop", "river"):
        at.do(PLAYERS[2], "check").do(PLAYERS[5], "check").dealer(step)
    at.do(PLAYERS[2], "fold").do(PLAYERS[5], "fold")
    leave = (
        "Spread the cards of seat 5 face down, count them, two, and leave them at its Trips, which has won and is paid"
    )
    assert handling(at.table)[0] == f"{leave} at its turn."
    assert handling(at.dealer("collect").table)[0].endswith("put them into the discard rack."), "ann's"


def test_r27_only_one_decks_cards_are_in_the_rack() -> None:
    at = california(Told(terms(ruleset("ca")))).dealer("lock", "deal").do(PLAYERS[2], "bet4").do(PLAYERS[5], "bet4")
    at.dealer("flop", "river", "dealer").says(
        "Bring the cards of seat 5 into the work area and turn them; settled, count them, two, into the discard rack."
    )
    at.dealer("settle", "end")
    at.says("Take the blue deck out of the discard rack: only one deck's cards are ever in it.", OTHER_DECK)
    at.dealer("open")
    assert len(handling(at.table)) == 1, "and then it is about the bank"


def test_r26_after_a_void_the_deck_is_set_aside_and_payouts_are_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stacked(monkeypatch, ({2: "As Ad", 3: "Ks Kd", 5: "2c 7d"}, "Qc Jd", "9s 8h 4c 3d 5h"), Procedure.HAND_HELD)
    at = Told(washington()).dealer("open").all("bet 10").do(SUE, "void nobody wants to play")
    at.says(OTHER_DECK)
    at.dealer("open").all("bet 10").dealer("lock", "deal").all("bet4").dealer("flop", "river", "dealer")
    at.dealer("settle").do(SUE, "void a card lies face up in the deck")
    taken_back, aside = handling(at.table)
    settled = {seat: rows for seat, rows in results_by_seat(at.table.round).items() if rows}
    paid = {seat: sum(row.net for row in rows if row.net > 0) for seat, rows in settled.items()}
    assert any(paid.values())
    words = ", ".join(f"{dollars(cents)} from seat {seat}" for seat, cents in sorted(paid.items()) if cents)
    assert taken_back == f"Take back what was paid: {words}."
    assert aside.startswith("Set the red deck aside: it is shuffled again when a supervisor")


def test_r27_the_last_key_says_that_52_cards_were_counted_and_a_miscount_keeps_it_dark() -> None:
    at = Told(washington()).dealer("open").all("bet 10").dealer("lock", "deal").all("bet4")
    at.dealer("flop", "river", "dealer", "settle")
    (end,) = [pad for pad in keys(at.table, None) if pad.lit]
    assert (end.label, end.says) == ("GAME OVER", "52 cards counted")
    at.do(DORA, f"call {miscount(52)}")
    pads = keys(at.table, None)
    assert not any(pad.lit for pad in pads)
    assert idle_words(at.table, pads).startswith("The cards do not count to 52: count again")


def test_only_the_assigned_dealer_has_a_lit_key_and_done_keys_are_ticked() -> None:
    at = Told(washington(TRIPS)).do(SUE, "dealer dora").dealer("open").all("bet 10").dealer("lock")
    pads = keys(at.table, None, None, DORA)
    assert [pad.label for pad in pads if pad.done] == ["OPEN BETS", "NO MORE BETS"]
    assert [pad.label for pad in pads if pad.lit] == ["DEAL"]
    dark = keys(at.table, None, None, DAN)
    assert idle_words(at.table, dark) == "Dora deals here; take the table over first."
    assert any(pad.lit for pad in keys(at.table, None, None, SUE)), "a supervisor presses anywhere"
