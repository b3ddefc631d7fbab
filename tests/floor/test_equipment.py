"""R57: a table keeps what stands on it, and a void for a malfunction names the device (R26)."""

from __future__ import annotations

from pathlib import Path

import pytest
from card_room import ANN, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.choices.equipment import PlaceDevice, RemoveDevice, parse_device, parse_equipment_order, standing
from croupier.floor.orders import parse_order
from croupier.floor.plan import load
from croupier.floor.roles import NotAllowed

SHUFFLER = parse_device("shuffler", "Shuffle Master", "Deck Mate 2", "DM2-4711", "WSGC 5")


@pytest.fixture
def at(tmp_path: Path) -> CardRoom:
    room = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    room.furnish()
    return room


def in_play(at: CardRoom) -> None:
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(DEALER, "lock", "deal")


def test_r57_a_table_keeps_what_stands_on_it_and_its_history(at: CardRoom) -> None:
    at.do(SUPERVISOR, str(PlaceDevice(SHUFFLER)))
    at.do(SUPERVISOR, str(PlaceDevice(parse_device("decks", "Gemaco", "Poker", "G-1"))))
    assert [device.serial for device in standing(at.room.table("T1").equipment)] == ["DM2-4711", "G-1"]
    at.do(SUPERVISOR, "remove DM2-4711 it goes to the maker")
    first, second = at.room.table("T1").equipment
    assert (first.why, second.until_ms) == ("it goes to the maker", None)
    assert first.until_ms is not None
    assert first.since_ms < second.since_ms < first.until_ms
    assert load(at.store, "T1").equipment == at.room.table("T1").equipment, "the record has it all"
    assert audit(at.store).findings == ()


def test_r57_a_void_for_a_malfunction_names_the_device_where_the_table_has_any(at: CardRoom) -> None:
    at.do(ANN, "sit 1")
    in_play(at)
    at.do(SUPERVISOR, "void shuffler malfunction")
    at.do(SUPERVISOR, str(PlaceDevice(SHUFFLER)))
    in_play(at)
    why = at.refusal(SUPERVISOR, "void shuffler malfunction")
    assert "a void for a malfunction names the device (R57); want such as 'malfunction of DM2-4711: why'" in why
    assert "malfunction of DM2-4711" in at.refusal(SUPERVISOR, "void malfunction of DM2-1: it jammed")
    at.do(SUPERVISOR, "void malfunction of DM2-4711: two cards stuck")
    (placement,) = at.room.table("T1").equipment
    (failed,) = placement.malfunctions
    assert (failed.round, failed.why) == ("T1-2", "two cards stuck")
    assert failed.time_ms == at.now
    assert at.has(ANN) == 100_000, "every wager went back"
    in_play(at)
    at.do(SUPERVISOR, "void a player fell ill")
    assert audit(at.store).findings == ()


def test_who_may_change_a_table_places_and_removes_what_stands_there(at: CardRoom) -> None:
    with pytest.raises(NotAllowed, match="may not change or close a table"):
        at.do(DEALER, str(PlaceDevice(SHUFFLER)))
    at.do(SUPERVISOR, str(PlaceDevice(SHUFFLER)))
    assert "stands at T1 already" in at.refusal(SUPERVISOR, str(PlaceDevice(SHUFFLER)))
    assert "no 'X-1' stands at T1" in at.refusal(SUPERVISOR, "remove X-1 lost")
    bad = PlaceDevice(parse_device("decks", "Gemaco", "Poker", "no serial"))
    assert "not a serial number: 'no serial'" in at.refusal(SUPERVISOR, str(bad))
    with pytest.raises(Refused, match="no 'chair' stands on a table; want shuffler, layout, decks, sensors, display"):
        parse_device("chair", "x", "y", "z")


def test_an_order_about_equipment_is_read_as_it_is_written() -> None:
    for order in (PlaceDevice(SHUFFLER), RemoveDevice("DM2-4711", "it goes to the maker")):
        assert parse_order(str(order)) == order
    assert parse_equipment_order("place", "{}") is None
    assert parse_equipment_order("remove", "DM2-4711") is None
