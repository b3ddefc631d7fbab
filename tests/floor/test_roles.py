"""Who may do what, cell by cell: this table was written by hand, from the design, and not from the code."""

from __future__ import annotations

import pytest

from croupier.floor.roles import PEOPLE, Duty, NoSuchRole, NotAllowed, Person, Role, check_may, may, parse_role

EXPECTED = {
    Duty.PLAY: "player",
    Duty.PRACTISE: "player dealer supervisor executive cashier auditor admin",
    Duty.DEAL: "dealer supervisor",
    Duty.ASSIGN_DEALER: "supervisor executive",
    Duty.VOID: "supervisor executive",
    Duty.CORRECT_ROUND: "supervisor executive",
    Duty.DISPUTE: "dealer supervisor executive",
    Duty.STOP: "supervisor executive admin",
    Duty.REHEARSE: "supervisor executive",
    Duty.OPEN_TABLE: "supervisor executive admin",
    Duty.CHANGE_TABLE: "supervisor executive",
    Duty.SELL_AT_TABLE: "dealer supervisor",
    Duty.CAGE: "supervisor executive cashier",
    Duty.FILL: "supervisor executive",
    Duty.CLOSE_SHIFT: "supervisor executive",
    Duty.SECOND_PERSON: "supervisor executive",
    Duty.REGISTER_PLAYER: "dealer supervisor executive admin",
    Duty.REGISTER_STAFF: "admin",
    Duty.UNLOCK: "admin",
    Duty.AUDIT: "executive auditor admin",
    Duty.PRESS_KEYPAD: "dealer supervisor executive",
    Duty.RUN_LINK: "supervisor executive",
    Duty.WATCH: "surveillance",
    Duty.FIND_ROUND: "supervisor executive surveillance auditor admin",
    Duty.READ_BOOKS: "supervisor executive auditor admin",
    Duty.SEE_SIGNS: "supervisor executive",
    Duty.SET_HOUSE: "executive admin",
    Duty.KEEP_APPROVALS: "executive admin",
    Duty.TAKE_EXAM: "dealer supervisor executive auditor admin",
    Duty.SEE_EXAMS: "supervisor executive auditor admin",
    Duty.SEE_STAFF_HOME: "dealer supervisor executive cashier surveillance auditor admin",
    Duty.BE_CALLED: "dealer supervisor executive cashier auditor admin",
    Duty.KEEP_DEVICES: "executive admin",
    Duty.REPORT: "device",
}


def test_the_table_of_this_test_has_every_duty() -> None:
    assert set(EXPECTED) == set(Duty)


@pytest.mark.parametrize("role", Role)
def test_each_cell(role: Role) -> None:
    who = Person("somebody", role)
    allowed = {duty for duty, roles in EXPECTED.items() if role.value in roles.split()}
    assert {duty for duty in Duty if may(role, duty)} == allowed
    for duty in allowed:
        check_may(who, duty)
    for duty in set(Duty) - allowed:
        with pytest.raises(NotAllowed, match=rf"somebody is (an? )?{role.value} and may not {duty.value}; who may: "):
            check_may(who, duty)


def test_a_role_is_its_word() -> None:
    assert [parse_role(role.value) for role in PEOPLE] == list(PEOPLE)
    for word in ("device", "boss"):
        with pytest.raises(
            NoSuchRole, match="there are player, dealer, supervisor, executive, cashier, surveillance, auditor, admin"
        ):
            parse_role(word)


def test_a_device_reports_and_has_no_other_duty() -> None:
    """R58: it has a key instead of a PIN, and nobody is registered or promoted to be one."""
    assert {duty for duty in Duty if may(Role.DEVICE, duty)} == {Duty.REPORT}
    assert Person("shoe-1", Role.DEVICE).actor == "device/shoe-1"
    assert set(Role) - set(PEOPLE) == {Role.DEVICE}


def test_a_cashier_has_the_cage_and_surveillance_only_looks() -> None:
    """R61, said a second time from the other side: all that each of the two has."""
    duties = {role: {duty for duty in Duty if may(role, duty)} for role in Role}
    # A cashier is called for what is the cage's: a player's cash of a day.
    assert duties[Role.CASHIER] == {Duty.CAGE, Duty.BE_CALLED, Duty.SEE_STAFF_HOME, Duty.PRACTISE}
    assert duties[Role.SURVEILLANCE] == {Duty.WATCH, Duty.FIND_ROUND, Duty.SEE_STAFF_HOME}
