"""`croupier table`: a round from the command line, on both databases."""

from __future__ import annotations

import json

import pytest
from card_room_commands import Desk, cheap_hashes


@pytest.fixture
def desk(url: str, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    return Desk(url)


def test_a_round_dealt_by_machine(desk: Desk) -> None:
    desk.furnish("--rules", "wa-2018", "--pairs", "none", "--ante", "5-50")
    desk.ok("table", "do", "T1", "sit 3", by="ann")
    seen = json.loads(desk.ok("table", "do", "T1", "bet 10 trips 5", "--json", by="ann"))
    assert seen["state"] == "before the flop"
    assert seen["own_seat"] == 3
    assert len(seen["seats"][0]["cards"].split()) == 2
    assert seen["seats"][0]["legal"] == ["bet4", "bet3", "check"]
    public = json.loads(desk.ok("table", "show", "T1", "--json"))
    assert public["seats"][0]["cards"] == ""
    own = json.loads(desk.ok("table", "show", "T1", "--for", "ann", "--pin", "4444", "--json"))
    assert own["seats"][0]["cards"] == seen["seats"][0]["cards"]
    said = desk.ok("table", "do", "T1", "bet4", by="ann")
    assert "round T1-1: over" in said
    assert "seat 3 ann" in said
    assert "T1           wa-2018  between rounds" in desk.ok("table", "list")


def test_what_a_players_chips_do_not_cover_is_not_offered(desk: Desk) -> None:
    desk.furnish("--rules", "wa-2018", "--ante", "5-100")
    desk.ok("table", "do", "T1", "sit 3", by="ann")
    seen = json.loads(desk.ok("table", "do", "T1", "bet 100", "--json", by="ann"))
    assert seen["seats"][0]["legal"] == ["bet3", "check"], "$300 of $500 are left"
    assert seen["seats"][0]["beyond"] == ["bet4"]


def test_r17_who_opens_a_face_up_table_is_told_what_it_gives_away(desk: Desk) -> None:
    desk.furnish()
    said = desk.ok("table", "open", "T2", "--game", "mississippi", "--face-up", "WSGC 7", "--open-spots", "4", by="sue")
    assert "house edge 0.65 % of the Ante against one who uses all cards of 4 players" in said
    assert "Face up" not in desk.ok("table", "open", "T3", "--game", "mississippi", by="sue")


def test_a_round_dealt_by_a_person_in_california(desk: Desk) -> None:
    desk.furnish("--rules", "ca", "--dealt-by", "person", "--procedure", "shoe", "--coverage", "gross")
    desk.ok("table", "do", "T1", "sit 1", by="ann")
    desk.ok("table", "do", "T1", "sit 2", by="bob")
    for who, order in (
        ("dora", "open"),
        ("ann", "bank 100"),
        ("bob", "bet 10"),
        ("dora", "lock"),
        ("dora", "deal"),
        ("bob", "bet3"),
        ("dora", "flop"),
        ("dora", "river"),
        ("dora", "dealer"),
        ("dora", "settle"),
        ("dora", "end"),
    ):
        desk.ok("table", "do", "T1", order, by=who)
    both = [json.loads(desk.ok("cage", "balance", name, "--json"))["cents"] for name in ("ann", "bob")]
    assert sum(both) == 100_000 - 150


def test_the_same_id_is_the_same_command_and_an_old_version_is_refused(desk: Desk) -> None:
    desk.furnish("--dealt-by", "person")
    first = json.loads(desk.ok("table", "do", "T1", "sit 3", "--id", "click", "--json", by="ann"))
    again = json.loads(desk.ok("table", "do", "T1", "sit 3", "--id", "click", "--json", by="ann"))
    assert first == again
    late = desk.refused("table", "do", "T1", "sit 4", "--version", "1", by="bob")
    assert late == "croupier: table/T1 has moved on: you saw version 1, it is at 2; look again"


REFUSED = [
    (("table", "do", "T1", "dance"), "ann", "not an order: 'dance'"),
    (("table", "do", "T9", "stand"), "ann", "no table 'T9'; there are T1"),
    (("table", "do", "T1", "void oops"), "dora", "dora is a dealer and may not void a round"),
    (("table", "open", "T2"), "dora", "dora is a dealer and may not open a table"),
    (("table", "open", "T2", "--rules", "nv"), "sue", "no rule set 'nv'"),
    (("table", "open", "T2", "--procedure", "shoe"), "sue", "no dealing procedure 'shoe' here"),
    (("table", "open", "T2", "--dealt-by", "robot"), "sue", "want 'machine' or 'person'"),
    (("table", "open", "T2", "--ante", "5-500"), "sue", "above the legal limit"),
    (("table", "open", "T1"), "sue", "there is a table T1 already"),
]


@pytest.mark.parametrize(("arguments", "by", "why"), REFUSED)
def test_what_is_refused(
    tmp_path_factory: pytest.TempPathFactory,
    arguments: tuple[str, ...],
    by: str,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cheap_hashes(monkeypatch)
    desk = Desk(str(tmp_path_factory.mktemp("room") / "room.db"))
    desk.furnish()
    assert why in desk.refused(*arguments, by=by)


def test_a_record_that_is_not_there_is_not_made_by_looking(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("room") / "nothing.db"
    assert "there is no such file" in Desk(str(path)).refused("table", "list")
    assert not path.exists()


NOT_OPENED = [
    (("--rules", "ca", "--ante", "5-500"), "Ante $5 to $500 is outside California's limits"),
    (("--rules", "ca", "--ante", "1-50"), "Ante $1 to $50 is outside California's limits"),
    (("--colours", "blue,blue"), "two decks have backs of two colours, not 'blue' and 'blue'; want such as blue,red"),
    (("--colours", "blue,Blue"), "two decks have backs of two colours, not 'blue' and 'Blue'"),
    (("--colours", "blue"), "two decks take turns; want two colours, such as blue,red, not 'blue'"),
    (("--colours", "blue,red,green"), "want two colours, such as blue,red, not 'blue,red,green'"),
    (("--colours", "blue,4"), "no deck of colour '4'"),
]


def test_a_table_that_the_rules_do_not_allow_is_not_opened(desk: Desk) -> None:
    """R32 for California's limits, R4 and R49 for the decks."""
    desk.furnish()
    for options, why in NOT_OPENED:
        assert why in desk.refused("table", "open", "X1", *options, by="sue")
    assert "no table 'X1'" in desk.refused("table", "show", "X1")
    desk.ok("table", "open", "C1", "--rules", "ca", "--ante", "5-50", "--colours", "green, Red", by="sue")
    desk.ok("table", "do", "C1", "sit 1", by="ann")
    desk.ok("table", "do", "C1", "pass", by="ann")
    assert json.loads(desk.ok("table", "show", "C1", "--json"))["deck_colour"] == "green"
