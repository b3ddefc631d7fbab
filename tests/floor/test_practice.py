"""Private tables with play chips: made with choices, guests under names of their own, company of several strengths."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from card_room import ANN, DEALER, CardRoom

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.history.rounds import last_rounds
from croupier.floor.orders import parse_order
from croupier.floor.practice import (
    CompanyStrength,
    Making,
    as_guest,
    check_guest_name,
    check_right_chips,
    company_order,
    entrances,
    guests_of,
    is_guest,
    is_practice,
    let_in,
    open_practice,
    practice_settings,
    practice_tables,
    shown_name,
    welcome,
)
from croupier.floor.practice.chips import note
from croupier.floor.roles import Person, Role
from croupier.floor.table import CoachMode
from croupier.games import GAMES, ruleset
from croupier.ledger.accounts import player
from croupier.rules.actions import BET1
from croupier.rules.notation import notation, parse_notation
from croupier.rules.round import replay
from depth import first_of
from high_card import HIGH_CARD_RULES, registered


@pytest.fixture
def at(tmp_path: Path) -> Iterator[CardRoom]:
    room = CardRoom(str(tmp_path / "room.db"))
    room.furnish()
    yield room
    room.store.close()


def play_round(at: CardRoom, table: str, guest: Person) -> None:
    """One round to its end: the guest bets the least and does what the clock would."""
    over = at.room.table(table).rounds + 1
    at.room.advance(table, open_next=True)
    for _ in range(200):
        now = at.room.table(table)
        if now.in_play is None and now.rounds >= over:
            return
        step = at.room.next_order(table) or company_order(now)
        if step is None:
            round = now.in_play
            assert round is not None
            seat = now.sitting_of(guest.name).seat
            if round.street is not None:
                step = parse_order(str(round.street.late)), guest
            elif round.bank is None and round.terms.player_banked:
                step = parse_order("bank 300" if now.bank_offered_to[:1] == (seat,) else "pass"), guest
            else:
                step = parse_order("bet 10"), guest
        elif str(step[0]) == "open" and now.rounds >= over:
            return
        at.room.do(table, step[0], step[1], command=at.id())
    raise AssertionError("the round does not end")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a", "2 to 16"),
        ("x" * 17, "2 to 16"),
        ("an na", "2 to 16"),
        ("anna.guest", "2 to 16"),
        ("_anna", "2 to 16"),
        ("Dealer", "house calls"),
        ("ivy", "house calls"),
        ("guest-12", "house calls"),
        ("ANNA", "there is a"),
    ],
)
def test_a_name_that_a_guest_cannot_take(name: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        check_guest_name(name, frozenset({"anna"}))


def test_a_guest_is_shown_by_the_name_that_was_taken(at: CardRoom) -> None:
    anna = as_guest(at.people, at.room, None, "Anna")
    assert shown_name(anna.name) == "Anna"
    assert is_guest(anna.name)
    assert at.store.balance(player(anna.name)) == 100_000, "with play chips"
    assert as_guest(at.people, at.room, anna, "Anna") == anna, "the same name again is the same guest"
    assert as_guest(at.people, at.room, anna) == anna


def test_an_account_practises_as_a_guest_of_its_own_and_its_money_stays_where_it_is(at: CardRoom) -> None:
    table = open_practice(at.room, at.people, ruleset("wa-2018"), ANN)
    (guest,) = guests_of(at.store, "ann")
    assert shown_name(guest) == "ann"
    assert at.room.table(table).sittings[0].player == guest
    assert practice_tables(at.room, "ann") == [table]
    money = at.store.balance(player("ann"))
    play_round(at, table, Person(guest, Role.PLAYER))
    assert at.store.balance(player("ann")) == money
    again = open_practice(at.room, at.people, ruleset("three-card"), ANN)
    assert at.room.table(again).sittings[0].player == guest, "one account, one guest"
    with pytest.raises(Refused, match="play chips"):
        check_right_chips(table, "ann")
    with pytest.raises(Refused, match="for money"):
        check_right_chips("T1", guest)
    assert audit(at.store).clean


def test_staff_practise_too(at: CardRoom) -> None:
    open_practice(at.room, at.people, ruleset("wa-2018"), DEALER)
    assert [shown_name(guest) for guest in guests_of(at.store, "dora")] == ["dora"]
    assert audit(at.store).clean


def test_who_was_let_in_is_in_the_record(at: CardRoom) -> None:
    table = open_practice(at.room, at.people, ruleset("wa-2018"), ANN)
    bea = as_guest(at.people, at.room, None, "bea")
    let_in(at.room, bea, table, bea, seat=False)
    at.restart()
    assert not entrances(at.store, bea.name)[table].seat
    let_in(at.room, bea, table, bea, seat=True)
    before = at.store.position()
    let_in(at.room, bea, table, bea, seat=False)
    let_in(at.room, bea, table, bea, seat=True)
    assert at.store.position() == before, "what was said already is not said again"
    assert entrances(at.store, bea.name)[table].seat, "a seat once given stays"
    assert audit(at.store).clean


def test_a_guest_of_yesterdays_record_still_has_the_own_table(at: CardRoom) -> None:
    guest = welcome(at.people, at.room)
    note(at.room, f"player/{guest.name}", "old", "practice", {"event": "PracticeOpened", "table": "practice-12345678"})
    assert practice_tables(at.room, guest.name) == ["practice-12345678"]


def test_a_door_that_was_forged_is_found(at: CardRoom) -> None:
    event = {"event": "LetIn", "table": "T1", "guest": "ann", "seat": True}
    note(at.room, "practice/ann", "forged", "let in", event)
    assert ["only guests are" in finding.what for finding in audit(at.store).findings] == [True]


MAKING: dict[str, str] = {"limits.ante": "10-50", "pays.trips": "UTH-01", "pays.pairs": "", "clock": "20"}


def test_whoever_makes_a_table_chooses_as_the_house_does(at: CardRoom) -> None:
    making = Making(
        rules=ruleset("wa-2018"),
        choices={**MAKING, "face_up": "on"},
        company=(CompanyStrength.PERFECT, CompanyStrength.BEGINNER),
        coach=CoachMode.QUIZ,
    )
    table = at.room.table(open_practice(at.room, at.people, making, ANN))
    terms = table.settings.terms
    assert terms.limits is not None
    assert (terms.limits.of("ante").minimum, terms.clock_s, terms.tables["trips"]) == (1_000, 20, "UTH-01")
    assert "pairs" not in terms.tables
    assert terms.face_up
    assert table.settings.coach is CoachMode.QUIZ
    assert [shown_name(one.player) for one in table.sittings] == ["ann", "ivy", "max"]
    at.restart()
    assert at.room.table(table.name).settings.coach is CoachMode.QUIZ, "the record remembers it"


@pytest.mark.parametrize(
    ("rules", "choices", "company", "friends", "why"),
    [
        ("wa-2018", {"pays.trips": "UTH-99"}, 0, False, "UTH-99"),
        ("wa-base", {"face_up": "on"}, 0, False, "no choice of 'face_up'"),
        ("ca", {"limits.ante": "1-10"}, 0, False, "R32"),
        ("wa-2018", {"approval": "mine"}, 0, False, "no choice of 'approval'"),
        ("wa-2018", {"dealt_by": "person"}, 0, False, "no choice of 'dealt_by'"),
        ("wa-2018", {"limits.ante": "9-3"}, 0, False, "leave no bet"),
        ("wa-2018", {"own_bets": "[p]\ncards = \"dealer's hole\"\npays = {pair = '9 to 1'}"}, 0, False, "R9"),
        ("wa-2018", {"face_up": "on"}, 3, False, "at most 2 in company"),
        ("wa-2018", {}, 5, True, "at most 4 in company"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_words(
    rules: str, choices: dict[str, str], company: int, friends: bool, why: str
) -> None:
    making = Making(
        rules=ruleset(rules), choices=choices, company=(CompanyStrength.CAREFUL,) * company, friends=friends
    )
    with pytest.raises(Refused, match=why):
        practice_settings(making)


def test_who_plays_perfectly_plays_a_game_of_anybodys_by_its_exact_value(at: CardRoom) -> None:
    """In High Card Duel every card is worth a bet, also where plain sense folds."""
    with registered():
        making = Making(rules=HIGH_CARD_RULES, choices={}, company=(CompanyStrength.PERFECT,))
        table = open_practice(at.room, at.people, making, ANN)
        guest = Person(at.room.table(table).sittings[0].player, Role.PLAYER)
        play_round(at, table, guest)
        (past,) = last_rounds(at.store, table, 1)
        company = past.round.seats[1]
        assert company.line == (BET1,)


@pytest.mark.parametrize("game", first_of(GAMES))
def test_company_of_every_strength_plays_every_game(at: CardRoom, game: str) -> None:
    making = Making(rules=GAMES[game].rule_sets[0], choices={}, company=tuple(CompanyStrength))
    table = open_practice(at.room, at.people, making, ANN)
    assert is_practice(table)
    guest = Person(at.room.table(table).sittings[0].player, Role.PLAYER)
    for _ in range(3):
        play_round(at, table, guest)
    rounds = last_rounds(at.store, table, 3)
    assert all(len(past.round.seats) == 4 for past in rounds)
    for past in rounds:
        assert parse_notation(notation(past.events)) == past.events
        assert replay(parse_notation(notation(past.events))) == past.round, "what is written is played to the same end"
    report = audit(at.store)
    assert report.clean, report.findings


def test_company_waits_for_a_guest_where_a_clock_runs(at: CardRoom) -> None:
    making = Making(rules=ruleset("wa-2018"), choices={"clock": "20"}, company=(CompanyStrength.CAREFUL,))
    table = open_practice(at.room, at.people, making, ANN)
    at.room.advance(table)
    assert company_order(at.room.table(table)) is None, "their bet would start the clock"
    guest = Person(at.room.table(table).sittings[0].player, Role.PLAYER)
    at.room.do(table, parse_order("bet 10"), guest, command=at.id())
    assert company_order(at.room.table(table)) is not None


def test_company_bets_within_the_limits(at: CardRoom) -> None:
    from croupier.floor.practice import company_stakes

    making = Making(rules=ruleset("wa-2018"), choices={"limits.ante": "25-50", "unit": "5", "limits.trips": "7-12"})
    stakes = company_stakes(practice_settings(making).terms)
    assert dict(stakes) == {"base": 2_500, "trips": 1_000}


@pytest.mark.parametrize(
    ("hole", "raised"),
    [("2s 2h", False), ("3s 3h", True), ("Kh 4c", False), ("Kh 5c", True), ("Kh 2h", True), ("Qs 7d", False),
     ("Qs 8d", True), ("Qs 5s", False), ("Qs 6s", True), ("Jh Tc", True), ("Jh 9c", False), ("Jh 8h", True),
     ("Jh 7h", False), ("Th 9h", False), ("Ah 2c", True)],
)  # fmt: skip
def test_a_perfect_player_raises_by_the_chart_of_the_solved_game(hole: str, raised: bool) -> None:
    from croupier.lab.solver.hold_em import is_raised

    assert is_raised(parse_cards(hole)) == raised
