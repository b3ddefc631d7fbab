"""Who may write what: the table by hand, what doors refuse by it, and what the audit finds by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from card_room import ADMIN, ANN, DEALER, SUPERVISOR, CardRoom

from croupier.floor.audit.auditor import audit
from croupier.floor.audit.cage import AT_THE_CAGE
from croupier.floor.audit.registrations import ABOUT_PLAYER, ABOUT_STAFF
from croupier.floor.authors import AUTHORS, RESERVED, NotTheirs, check_says
from croupier.floor.house.approvals import ApprovalEvent
from croupier.floor.house.devices import DeviceEvent
from croupier.floor.links.outside_events import OutsideEvent
from croupier.floor.roles import Duty, Person, Role, may
from croupier.floor.table import Happening
from croupier.jackpot.events import Event as LinkEvent
from croupier.store.unit import Unit, Write

NOT_WRITTEN = {"Dealt", "SeedSealed"}
OTHERS = {
    "count": {"TableCounted"},
    "shift": {"ShiftClosed"},
    "house": {"HouseChose", "LawChanged"},
    "school": {"ExamTaken"},
    "drills": {"DecisionAnswered", "DecisionsTested"},
    "practice": {"PracticeOpened", "LetIn"},
    "heads": {"HeadsSigned"},
    "shared": {"RoundShared"},
    "trimmed": {"StreamsGone", "StreamTrimmed"},
}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[CardRoom]:
    room = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    room.furnish()
    yield room
    room.store.close()


def test_every_event_that_is_written_has_its_row_and_every_row_its_event() -> None:
    unions = {"table": Happening, "link": LinkEvent, "game": OutsideEvent}
    unions |= {"approvals": ApprovalEvent, "devices": DeviceEvent}
    written = {stream: {kind.__name__ for kind in get_args(union)} - NOT_WRITTEN for stream, union in unions.items()}
    written |= {"staff": set(ABOUT_STAFF), "player": set(ABOUT_PLAYER), "cage": set(AT_THE_CAGE)} | OTHERS
    assert set(AUTHORS) == {(stream, event) for stream, events in written.items() for event in events}


def test_every_row_has_an_author_and_knows_only_automata_that_there_are() -> None:
    for row, authors in AUTHORS.items():
        assert authors.roles or authors.automata, row
        assert authors.automata <= RESERVED, row
        assert authors.own <= authors.roles, row


BY_DUTY = {
    ("table", "RoundOpened"): Duty.DEAL,
    ("table", "RoundVoided"): Duty.VOID,
    ("table", "RoundCorrected"): Duty.CORRECT_ROUND,
    ("table", "DisputeOpened"): Duty.DISPUTE,
    ("table", "DisputeClosed"): Duty.CORRECT_ROUND,
    ("table", "RefusalSigned"): Duty.RUN_LINK,
    ("table", "TableStopped"): Duty.STOP,
    ("table", "TableOpened"): Duty.OPEN_TABLE,
    ("table", "TableChanged"): Duty.CHANGE_TABLE,
    ("table", "CallAnswered"): Duty.ASSIGN_DEALER,
    ("table", "SeedOffered"): Duty.PLAY,
    ("link", "ClaimPressed"): Duty.PRESS_KEYPAD,
    ("link", "AdjustmentMade"): Duty.RUN_LINK,
    ("cage", "CashedOut"): Duty.CAGE,
    ("cage", "TrayFilled"): Duty.FILL,
    ("count", "TableCounted"): Duty.CLOSE_SHIFT,
    ("shift", "ShiftClosed"): Duty.CLOSE_SHIFT,
    ("staff", "Registered"): Duty.REGISTER_STAFF,
    ("staff", "BadgeIssued"): Duty.UNLOCK,
    ("player", "Registered"): Duty.REGISTER_PLAYER,
    ("house", "HouseChose"): Duty.SET_HOUSE,
    ("approvals", "ApprovalEntered"): Duty.KEEP_APPROVALS,
    ("devices", "DeviceRegistered"): Duty.KEEP_DEVICES,
    ("school", "ExamTaken"): Duty.TAKE_EXAM,
    ("drills", "DecisionAnswered"): Duty.PRACTISE,
}


@pytest.mark.parametrize("row", BY_DUTY, ids="/".join)
def test_who_may_ask_for_something_may_be_its_author(row: tuple[str, str]) -> None:
    """Two tables that were written apart say the same where one duty makes one event."""
    assert AUTHORS[row].roles == {role for role in Role if may(role, BY_DUTY[row])}


@pytest.mark.parametrize(
    ("who", "stream", "event"),
    [
        (ANN, "table/T1", "RoundOpened"),
        (DEALER, "cage", "TrayFilled"),
        (ADMIN, "shift/T1", "ShiftClosed"),
        (Person("cam", Role.SURVEILLANCE), "table/T1", "TableStopped"),
        (Person("cas", Role.CASHIER), "house", "HouseChose"),
        (Person("rail", Role.DEVICE), "table/T1", "Acted"),
        (SUPERVISOR, "heads", "HeadsSigned"),
        (SUPERVISOR, "table/T1", "Gift"),
    ],
)
def test_the_doors_refuse_whoever_may_not_be_the_author(who: Person, stream: str, event: str) -> None:
    with pytest.raises(NotTheirs, match=rf"{who.name} is .* and may not write {event} in {stream}; who may: "):
        check_says(who, stream, ({"event": event},))


@pytest.mark.parametrize(
    ("role", "stream", "event"),
    [
        (Role.AUDITOR, "table/T1", {"event": "TableStopped", "reason": "x"}),
        (Role.CASHIER, "house", {"event": "HouseChose", "choice": "low_tray", "old": None, "new": 5}),
        (Role.SURVEILLANCE, "player/ann", {"event": "Unlocked", "name": "ann"}),
        (Role.DEALER, "devices", {"event": "DeviceRegistered", "name": "rail", "kind": "card-reader", "table": "T1"}),
    ],
)
def test_the_audit_finds_an_author_who_might_not_be(
    at: CardRoom, role: Role, stream: str, event: dict[str, Any]
) -> None:
    at.people.register("mallory", role, None, ADMIN, "mallory")
    assert audit(at.store).findings == ()
    request = "stop x" if stream.startswith("table/") else ""
    unit = Unit(
        command="forged",
        actor="staff/mallory",
        time_ms=at.tick(),
        writes=(Write(stream, None, (event,)),),
        request=request,
    )
    at.store.commit(unit)
    assert "mallory" in str(audit(at.store).findings)
