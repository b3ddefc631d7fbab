"""Face up as it is approved (R17): how many spots, who overrides, and what is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest
from card_room import ADMIN, ANN, BOB, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.choices.making import chosen, customary
from croupier.floor.choices.notices import beats_house, notices, spots_words
from croupier.floor.choices.upkeep import AllowSpots, SpotsAllowed
from croupier.floor.orders import parse_order
from croupier.floor.record import happening_from_plain
from croupier.floor.roles import PRACTICE_HOST, Person, Role
from croupier.floor.table import Settings, TableChanged, TableOpened
from croupier.games import GAMES, ruleset
from croupier.rules.face_up import NOT_A_TITLE
from croupier.rules.seat import SEATS
from croupier.rules.view import AtSeat, view
from croupier.store.entry import contents
from croupier.store.unit import Unit, Write

EVE = Person("eve", Role.EXECUTIVE)
ADVISED = {
    "uth": None, "three-card": None, "let-it-ride": None, "caribbean": 5, "mississippi": 4, "four-card": None,
    "crazy-four": None, "dj-wild": 4,
}  # fmt: skip
"""GAMES.md: the most spots that the report advises; nothing where it calls a game not beatable."""


@pytest.fixture
def at(tmp_path: Path) -> CardRoom:
    room = CardRoom(f"sqlite:///{tmp_path}/room.db")
    room.furnish("mississippi")
    room.people.register("eve", Role.EXECUTIVE, None, ADMIN, "eve")
    return room


def face_up(rules: str, spots: int) -> Settings:
    return chosen(customary(ruleset(rules)), {"face_up": "WSGC 7", "open_spots": str(spots)})


def events(at: CardRoom, name: str = "T1") -> list[object]:
    return [happening_from_plain(event) for entry in at.store.read(f"table/{name}") for event in contents(entry).events]


CHANGE = 'change {"face_up": "WSGC 7", "open_spots": "6"} ref WSGC 7'


def test_r17_the_reports_advice_is_a_fact_of_each_game() -> None:
    assert {game.key: game.letter.most_spots for game in GAMES.values() if game.letter is not None} == ADVISED


def test_r17_the_edge_is_the_players_at_these_numbers_of_spots() -> None:
    """The stored runs: Mississippi from five spots on, Four Card at six, whatever the report says of it."""
    usual = [customary(game.rule_sets[0]).terms for game in GAMES.values()]
    beaten = {at.game.key: [spots for spots in SEATS if beats_house(at, spots)] for at in usual}
    assert {key: spots for key, spots in beaten.items() if spots} == {"mississippi": [5, 6], "four-card": [6]}


def test_r17_a_pay_table_that_gives_more_away_is_reckoned_with(at: CardRoom) -> None:
    """MS-02 gives 1.16 % of the Ante more than MS-01, face down; at four spots that is more than the house keeps."""
    generous = chosen(face_up("mississippi", 4), {"pays.mississippi": "MS-02"})
    with pytest.raises(
        Refused, match=r"has 0\.50 % of the Ante over the house, reckoned from the usual pay table; at 3"
    ):
        at.room.open_table("T2", generous, SUPERVISOR, at.id())
    at.room.open_table("T2", chosen(generous, {"open_spots": "3"}), SUPERVISOR, at.id())
    at.do(SUPERVISOR, CHANGE.replace('"6"', '"4"'))
    assert "4 spots cannot be open" in at.refusal(SUPERVISOR, 'change {"pays.mississippi": "MS-02"}')


def test_r17_advice_and_computed_edge_stand_side_by_side() -> None:
    said = spots_words(face_up("mississippi", 3).terms)
    assert said == (
        "Face up: house edge 2.01 % of the Ante against one who uses all cards of 3 players. The report advises 4 "
        "spots at most. At 4: house edge 0.65 % of the Ante against one who uses all cards of 4 players."
    )
    assert "assumes 3 players, calls the game not beatable" in notices(face_up("wa-2018", 3))["face_up"]
    assert "It takes two people to open so many" in notices(face_up("mississippi", 6))["face_up"]
    said = spots_words(face_up("dj-wild", 6).terms)
    assert "The report advises 4 spots at most. At 4: house edge 2.2" in said


@pytest.mark.parametrize(("rules", "spots"), [("mississippi", 6), ("mississippi", 5), ("four-card", 6)])
def test_r17_spots_at_which_the_edge_is_the_players_are_refused(at: CardRoom, rules: str, spots: int) -> None:
    with pytest.raises(Refused, match=f"{spots} spots cannot be open face up at .* over the house; at"):
        at.room.open_table("T2", face_up(rules, spots), SUPERVISOR, at.id())
    at.room.open_table("T2", face_up(rules, spots - 2), SUPERVISOR, at.id())
    at.room.open_table("play-x", face_up(rules, spots), PRACTICE_HOST, at.id())  # nobody loses money there


def test_r17_two_people_override_it_and_both_are_in_the_record(at: CardRoom) -> None:
    assert "Two people can override it" in at.refusal(SUPERVISOR, CHANGE)
    at.do(SUPERVISOR, "allow 6 spots a trial week")
    assert "Two people can override it" in at.refusal(SUPERVISOR, CHANGE), "nobody allows themselves"
    at.restart()
    assert at.do(EVE, CHANGE).settings.terms.spots == 6
    assert events(at)[-2] == SpotsAllowed(6, "a trial week", "sue")
    changed = events(at)[-1]
    assert isinstance(changed, TableChanged)
    assert (changed.reference, changed.allowed_by) == ("WSGC 7", "sue")
    assert "has 2.27 % of the Ante over the house" in changed.warning
    at.do(EVE, 'change {"open_spots": "4"}')
    assert "Two people can override it" in at.refusal(EVE, 'change {"open_spots": "6"}'), "it held for one change"
    assert not audit(at.store).findings


def test_r17_an_allowance_that_nobody_gave_is_found(at: CardRoom) -> None:
    at.do(SUPERVISOR, "allow 6 spots a trial week")
    at.do(EVE, CHANGE)
    *_, last = at.store.read("table/T1")
    (event,) = contents(last).events
    at.do(SUPERVISOR, "face-down")
    back = {**event, "allowed_by": "sam"}
    write = Write("table/T1", None, (back,))
    at.store.commit(Unit(command=at.id(), actor="staff/eve", time_ms=at.tick(), writes=(write,), request=CHANGE))
    assert "table/T1" in " | ".join(map(str, audit(at.store).findings))


def test_r17_an_allowance_outlives_a_round_and_is_for_its_number_alone(at: CardRoom) -> None:
    at.do(SUPERVISOR, "allow 6 spots a trial week")
    at.do(DEALER, "open")
    at.restart()
    assert "5 spots cannot be open" in at.refusal(EVE, CHANGE.replace('"6"', '"5"'))
    assert at.do(EVE, CHANGE).settings.terms.spots == 6


def test_r17_a_table_that_has_them_is_changed_in_other_ways(at: CardRoom) -> None:
    at.do(SUPERVISOR, "allow 6 spots a trial week")
    at.do(EVE, CHANGE)
    assert at.do(SUPERVISOR, 'change {"clock": "20"}').settings.terms.clock_s == 20


@pytest.mark.parametrize(
    ("order", "why"),
    [("allow 4 spots why not", "nothing speaks against 4 spots"), ("allow 9 spots x", "not an order|no seat")],
)
def test_r17_what_needs_no_allowance_has_none(at: CardRoom, order: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        at.do(SUPERVISOR, order)
    assert "may not change or close a table" in at.refusal(DEALER, "allow 6 spots a trial week")
    assert parse_order("allow 6 spots a trial week") == AllowSpots(6, "a trial week")


def test_r17_a_face_up_table_with_a_bet_of_no_title_is_marked() -> None:
    own = (
        '[lucky]\nname = "Lucky"\ngames = ["uth"]\ncards = "hole"\nbest = 2\nafter_fold = "plays"\nlimits = "1-50"\n\n'
        '[lucky.pays]\n"pair" = "9 to 1"'
    )
    marked = chosen(face_up("wa-2018", 3), {"own_bets": own})
    assert notices(marked)["title"] == (
        "Its title: Ultimate Texas Hold'em with Trips, Bad Beat, Pairs and Lucky, not among the titles of the 2020 "
        "letter: Lucky."
    )
    assert NOT_A_TITLE not in notices(face_up("wa-2018", 3))["title"]
    assert "title" not in notices(chosen(marked, {"face_up": ""}))


def test_r17_face_up_ends_at_once_and_the_open_round_is_finished_as_it_was_dealt(at: CardRoom) -> None:
    at.do(SUPERVISOR, CHANGE.replace('"6"', '"4"'))
    at.do(ANN, "sit 2")
    at.do(BOB, "sit 4")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(BOB, "bet 10")
    at.do(DEALER, "lock", "deal")
    table = at.do(SUPERVISOR, "face-down letter 9")
    assert (table.settings.terms.face_up, table.settings.terms.open_spots, table.deals_face_up) == (False, None, True)
    assert table.in_play is not None
    other = view(table.in_play, AtSeat(2)).seats[1]
    assert other.cards is not None, "what lies open stays open until the round is over"
    changed = events(at)[-1]
    assert isinstance(changed, TableChanged)
    assert changed.reference == "letter 9"
    at.do(ANN, "fold")
    at.do(BOB, "fold")
    at.do(DEALER, *["third", "fourth", "fifth", "settle", "end", "open"])
    assert not at.room.table("T1").deals_face_up
    assert "deals face down already" in at.refusal(SUPERVISOR, "face-down")
    assert "may not change or close a table" in at.refusal(DEALER, "face-down")
    assert not audit(at.store).findings


def test_r17_a_closed_table_does_not_come_back_face_up(at: CardRoom) -> None:
    at.room.open_table("T2", face_up("mississippi", 4), SUPERVISOR, at.id())
    at.room.do("T2", parse_order("close"), SUPERVISOR, command=at.id())
    assert at.room.table("T2").settings.terms.face_up
    at.room.do("T2", parse_order("face-down"), SUPERVISOR, command=at.id())
    at.room.do("T2", parse_order("reopen"), SUPERVISOR, command=at.id())
    assert not at.room.table("T2").settings.terms.face_up


def test_r17_more_than_three_spots_are_recorded_with_their_warning(at: CardRoom) -> None:
    at.room.open_table("T2", face_up("mississippi", 4), SUPERVISOR, at.id())
    at.room.open_table("T3", face_up("mississippi", 3), SUPERVISOR, at.id())
    (four,), (three,) = events(at, "T2"), events(at, "T3")
    assert isinstance(four, TableOpened) and isinstance(three, TableOpened)  # noqa: PT018
    assert four.warning.startswith("Face up: house edge 0.65 % of the Ante")
    assert three.warning == ""
