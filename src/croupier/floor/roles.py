"""Who may do what: one table, and the only place that says so. Doors, pages and buttons all ask it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from croupier.errors import Refused


class Role(Enum):
    """What somebody is in the card room."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
    AUDITOR = "auditor"
    ADMIN = "admin"

    # There is one of each, so its place tells it apart. Enum's own hash works it out from the name, every time.
    __hash__ = object.__hash__


class Duty(Enum):
    """Something that not everybody may do, as it is said in a refusal."""

    PLAY = "sit down, bet and act"
    DEAL = "press the dealer's steps"
    ASSIGN_DEALER = "assign or relieve a dealer, or answer a call"
    VOID = "void a round"
    STOP = "stop or resume a table"
    OPEN_TABLE = "open a table"
    CHANGE_TABLE = "change or close a table, or send a player off"
    SELL_AT_TABLE = "sell chips at a table"
    CAGE = "sell or redeem chips at the cage"
    FILL = "fill a tray or take a credit"
    CLOSE_SHIFT = "close a shift"
    SECOND_PERSON = "be the second person for money"
    REGISTER_PLAYER = "register a player"
    REGISTER_STAFF = "register staff"
    UNLOCK = "unlock somebody or set a new PIN"
    AUDIT = "audit and export the record"
    PRESS_KEYPAD = "press a progressive keypad"
    RUN_LINK = "run a link, verify a win or adjust a meter"
    READ_BOOKS = "read the journal, the accounts, the meters and their reports"
    SEE_SIGNS = "see who uses the others' cards at a face-up table"
    SET_HOUSE = "make the choices of the house"
    TAKE_EXAM = "take an examination that counts"
    SEE_EXAMS = "see and print how examinations came out"
    SEE_STAFF_HOME = "see the home page of the staff"

    __hash__ = object.__hash__


#                            player  dealer  superv  exec    auditor admin
_TABLE: Final = """
    PLAY                     yes     -       -       -       -       -
    DEAL                     -       yes     yes     -       -       -
    ASSIGN_DEALER            -       -       yes     yes     -       -
    VOID                     -       -       yes     yes     -       -
    STOP                     -       -       yes     yes     -       yes
    OPEN_TABLE               -       -       yes     yes     -       yes
    CHANGE_TABLE             -       -       yes     yes     -       -
    SELL_AT_TABLE            -       yes     yes     -       -       -
    CAGE                     -       -       yes     yes     -       -
    FILL                     -       -       yes     yes     -       -
    CLOSE_SHIFT              -       -       yes     yes     -       -
    SECOND_PERSON            -       -       yes     yes     -       -
    REGISTER_PLAYER          -       yes     yes     yes     -       yes
    REGISTER_STAFF           -       -       -       -       -       yes
    UNLOCK                   -       -       -       -       -       yes
    AUDIT                    -       -       -       yes     yes     yes
    PRESS_KEYPAD             -       yes     yes     yes     -       -
    RUN_LINK                 -       -       yes     yes     -       -
    READ_BOOKS               -       -       yes     yes     yes     yes
    SEE_SIGNS                -       -       yes     yes     -       -
    SET_HOUSE                -       -       -       yes     -       yes
    TAKE_EXAM                -       yes     yes     yes     yes     yes
    SEE_EXAMS                -       -       yes     yes     yes     yes
    SEE_STAFF_HOME           -       yes     yes     yes     yes     yes
"""
_COLUMNS: Final = tuple(Role)
PERMISSIONS: Final[Mapping[Duty, frozenset[Role]]] = MappingProxyType(
    {
        Duty[name]: frozenset(role for role, cell in zip(_COLUMNS, cells, strict=True) if cell == "yes")
        for name, *cells in (row.split() for row in _TABLE.split("\n") if row.strip())
    }
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has signed in, or the house's own automata."""

    name: str
    role: Role

    @property
    def actor(self) -> str:
        """How the record names them."""
        return f"{'player' if self.role is Role.PLAYER else 'staff'}/{self.name}"


AUTOMATIC_DEALER: Final = Person("automatic-dealer", Role.DEALER)
CLOCK: Final = Person("clock", Role.DEALER)
RESERVED: Final = frozenset(
    {
        *(AUTOMATIC_DEALER.name, CLOCK.name, "link-desk", "practice-host", "front-desk", "first-start", "web"),
        "head-signer",
    }
)
"""Names under which the house itself acts: no person can have them."""


class NotAllowed(Refused):
    """Something that this role does not do."""

    def __init__(self, who: Person, duty: Duty) -> None:
        others = ", ".join(role.value for role in Role if role in PERMISSIONS[duty])
        super().__init__(f"{who.name} is {_a(who.role)} and may not {duty.value}; who may: {others}")
        self.duty = duty


def may(role: Role, duty: Duty) -> bool:
    """Whether a role has a duty."""
    return role in PERMISSIONS[duty]


def check_may(who: Person, duty: Duty) -> None:
    """Refuse what somebody's role does not do."""
    if who.role not in PERMISSIONS[duty]:
        raise NotAllowed(who, duty)


class NoSuchRole(Refused):
    """A word that is no role."""

    def __init__(self, text: object) -> None:
        super().__init__(f"no role {text!r}; there are {', '.join(role.value for role in Role)}")


def parse_role(text: str) -> Role:
    """The role that `text` names."""
    try:
        return Role(text)
    except ValueError:
        raise NoSuchRole(text) from None


def _a(role: Role) -> str:
    return f"an {role.value}" if role.value[0] in "aeiou" else f"a {role.value}"
