"""Who may do what: one table, and the only place that says so. Doors, pages and buttons all ask it.

In whose name which event may stand in the record, `floor.authors` says.
"""

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
    CASHIER = "cashier"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    DEVICE = "device"
    ADMIN = "admin"

    # There is one of each, so its place tells it apart. Enum's own hash works it out from the name, every time.
    __hash__ = object.__hash__


class Duty(Enum):
    """Something that not everybody may do, as it is said in a refusal."""

    PLAY = "sit down, bet and act"
    PRACTISE = "play with play chips, or keep what they answer in drills"
    DEAL = "press the dealer's steps"
    ASSIGN_DEALER = "assign or relieve a dealer, or answer a call"
    VOID = "void a round"
    CORRECT_ROUND = "correct a finished round"
    DISPUTE = "open a player's dispute of a finished round, or note something on it"
    STOP = "stop or resume a table"
    REHEARSE = "put a table into rehearsal or lay its cards there"
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
    WATCH = "watch every table as a camera does"
    FIND_ROUND = "look up any finished round"
    READ_BOOKS = "read the journal, the accounts, the meters and their reports"
    SEE_SIGNS = "see who uses the others' cards at a face-up table"
    SET_HOUSE = "make the choices of the house"
    KEEP_APPROVALS = "enter, prolong or withdraw an approval"
    TAKE_EXAM = "take an examination that counts"
    SEE_EXAMS = "see and print how examinations came out"
    SEE_STAFF_HOME = "see the home page of the staff"
    BE_CALLED = "be called to what needs a person"
    KEEP_DEVICES = "register, renew or withdraw a device"
    REPORT = "report what it reads at its table"

    __hash__ = object.__hash__


#                            player  dealer  superv  exec    cashier surveil auditor device  admin
_TABLE: Final = """
    PLAY                     yes     -       -       -       -       -       -       -       -
    PRACTISE                 yes     yes     yes     yes     yes     -       yes     -       yes
    DEAL                     -       yes     yes     -       -       -       -       -       -
    ASSIGN_DEALER            -       -       yes     yes     -       -       -       -       -
    VOID                     -       -       yes     yes     -       -       -       -       -
    CORRECT_ROUND            -       -       yes     yes     -       -       -       -       -
    DISPUTE                  -       yes     yes     yes     -       -       -       -       -
    STOP                     -       -       yes     yes     -       -       -       -       yes
    REHEARSE                 -       -       yes     yes     -       -       -       -       -
    OPEN_TABLE               -       -       yes     yes     -       -       -       -       yes
    CHANGE_TABLE             -       -       yes     yes     -       -       -       -       -
    SELL_AT_TABLE            -       yes     yes     -       -       -       -       -       -
    CAGE                     -       -       yes     yes     yes     -       -       -       -
    FILL                     -       -       yes     yes     -       -       -       -       -
    CLOSE_SHIFT              -       -       yes     yes     -       -       -       -       -
    SECOND_PERSON            -       -       yes     yes     -       -       -       -       -
    REGISTER_PLAYER          -       yes     yes     yes     -       -       -       -       yes
    REGISTER_STAFF           -       -       -       -       -       -       -       -       yes
    UNLOCK                   -       -       -       -       -       -       -       -       yes
    AUDIT                    -       -       -       yes     -       -       yes     -       yes
    PRESS_KEYPAD             -       yes     yes     yes     -       -       -       -       -
    RUN_LINK                 -       -       yes     yes     -       -       -       -       -
    WATCH                    -       -       -       -       -       yes     -       -       -
    FIND_ROUND               -       -       yes     yes     -       yes     yes     -       yes
    READ_BOOKS               -       -       yes     yes     -       -       yes     -       yes
    SEE_SIGNS                -       -       yes     yes     -       -       -       -       -
    SET_HOUSE                -       -       -       yes     -       -       -       -       yes
    KEEP_APPROVALS           -       -       -       yes     -       -       -       -       yes
    TAKE_EXAM                -       yes     yes     yes     -       -       yes     -       yes
    SEE_EXAMS                -       -       yes     yes     -       -       yes     -       yes
    SEE_STAFF_HOME           -       yes     yes     yes     yes     yes     yes     -       yes
    BE_CALLED                -       yes     yes     yes     yes     -       yes     -       yes
    KEEP_DEVICES             -       -       -       yes     -       -       -       -       yes
    REPORT                   -       -       -       -       -       -       -       yes     -
"""
_COLUMNS: Final = tuple(Role)
PERMISSIONS: Final[Mapping[Duty, frozenset[Role]]] = MappingProxyType(
    {
        Duty[name]: frozenset(role for role, cell in zip(_COLUMNS, cells, strict=True) if cell == "yes")
        for name, *cells in (row.split() for row in _TABLE.split("\n") if row.strip())
    }
)


PEOPLE: Final = tuple(role for role in Role if role is not Role.DEVICE)
"""The roles that somebody can have. A device has a key and is in a book of its own (R58)."""
_ACTORS: Final = {Role.PLAYER: "player", Role.DEVICE: "device"}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has signed in, one of the house's own automata, or a device with a key of its own."""

    name: str
    role: Role

    @property
    def actor(self) -> str:
        """How the record names them."""
        return f"{_ACTORS.get(self.role, 'staff')}/{self.name}"


AUTOMATIC_DEALER: Final = Person("automatic-dealer", Role.DEALER)
CLOCK: Final = Person("clock", Role.DEALER)
LINK_DESK: Final = Person("link-desk", Role.DEALER)
"""Splits pools and checks links, when nobody has to."""
PRACTICE_HOST: Final = Person("practice-host", Role.SUPERVISOR)
"""Opens practice tables and lets guests in."""
HEAD_SIGNER: Final = Person("head-signer", Role.AUDITOR)
"""Signs the heads at a shift close."""
FRONT_DESK: Final = Person("front-desk", Role.DEALER)
"""Registers players who make an account themselves."""
FIRST_START: Final = Person("first-start", Role.ADMIN)
"""Registers the first admin of a record, and nobody else."""
WEB: Final = Person("web", Role.AUDITOR)
"""Notes that the key for cookies was made, or moved out of the record."""


class NotAllowed(Refused):
    """Something that this role does not do."""

    def __init__(self, who: Person, duty: Duty) -> None:
        others = ", ".join(role.value for role in Role if role in PERMISSIONS[duty])
        super().__init__(f"{who.name} is {with_article(who.role.value)} and may not {duty.value}; who may: {others}")
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
        super().__init__(f"no role {text!r}; there are {', '.join(role.value for role in PEOPLE)}")


def parse_role(text: str) -> Role:
    """The role of a person that `text` names."""
    for role in PEOPLE:
        if role.value == text:
            return role
    raise NoSuchRole(text)


def with_article(role: str) -> str:
    """A role as a sentence names it: a dealer, an auditor; of surveillance nobody says "a"."""
    if role == Role.SURVEILLANCE.value:
        return role
    return f"an {role}" if role[0] in "aeiou" else f"a {role}"
