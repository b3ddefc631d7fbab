"""The authors of events: who may write what in which stream. One table, written by hand, for people of every role,
devices and the house's automata.

The doors ask it of whoever writes (`check_says`). The audit asks it of whoever was there at that place, in the role
that the journal itself gives them (`floor.audit.roster`), whatever the doors asked then. The attack forges every entry
that it does not allow. A duty (`floor.roles`) says who may ask for something; this says in whose name it may stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from croupier.errors import Refused
from croupier.floor.roles import (
    AUTOMATIC_DEALER,
    CLOCK,
    FIRST_START,
    FRONT_DESK,
    HEAD_SIGNER,
    LINK_DESK,
    PRACTICE_HOST,
    WEB,
    Person,
    Role,
    with_article,
)

# yes    as long as they are there in that role, and not before nor after
# own    the same, and only of themselves
# after  of themselves, also after they were deactivated: what happens at the door
#   stream    event             playr dealr suprv exec  cashr survl audit devic admin automata
_TABLE: Final = """
    table     RoundOpened       -     yes   yes   -     -     -     -     -     -     automatic-dealer
    table     HandButtonsAsked  -     yes   yes   -     -     -     -     -     -
    table     BetsPlaced        yes   yes   yes   -     -     -     -     yes   -     automatic-dealer
    table     BetsWithdrawn     yes   yes   yes   yes   -     -     -     -     -     practice-host
    table     SeedOffered       yes   -     -     -     -     -     -     -     -
    table     BankTaken         yes   yes   yes   -     -     -     -     -     -
    table     BankPassed        yes   yes   yes   -     -     -     -     -     -     clock practice-host
    table     BetsLocked        -     yes   yes   -     -     -     -     -     -     automatic-dealer
    table     CardsDealt        -     yes   yes   -     -     -     -     -     -     automatic-dealer
    table     Acted             yes   yes   yes   -     -     -     -     -     -     clock practice-host
    table     CardsShown        -     yes   yes   -     -     -     -     yes   -     automatic-dealer
    table     CardsEntered      -     yes   yes   -     -     -     -     yes   -
    table     CardsCorrected    -     yes   yes   -     -     -     -     -     -
    table     DecisionUndone    -     yes   yes   -     -     -     -     -     -
    table     FoldCollected     -     yes   yes   -     -     -     -     -     -     automatic-dealer
    table     BetReturned       -     yes   yes   -     -     -     -     -     -     automatic-dealer
    table     SeatSettled       -     yes   yes   -     -     -     -     -     -     automatic-dealer
    table     EnvyPaid          -     yes   yes   -     -     -     -     -     -     automatic-dealer
    table     MeterWon          -     yes   yes   -     -     -     -     -     -     automatic-dealer
    table     AwardPaid         -     -     yes   yes   -     -     -     -     -     practice-host
    table     AwardRefused      -     -     yes   yes   -     -     -     -     -
    table     RefusalSigned     -     -     yes   yes   -     -     -     -     -
    table     TrayWinPressed    -     yes   yes   yes   -     -     -     -     -
    table     TrayWinReleased   -     yes   yes   yes   -     -     -     -     -
    table     TrayWinVerified   -     -     yes   yes   -     -     -     -     -
    table     RoundEnded        -     yes   yes   -     -     -     -     -     -     automatic-dealer
    table     RoundVoided       -     -     yes   yes   -     -     -     -     -     practice-host
    table     SeedRevealed      -     yes   yes   yes   -     -     -     -     -     automatic-dealer practice-host
    table     CorrectionAsked   -     -     yes   yes   -     -     -     -     -
    table     CorrectionDropped -     -     yes   yes   -     -     -     -     -
    table     RoundCorrected    -     -     yes   yes   -     -     -     -     -
    table     DisputeOpened     -     yes   yes   yes   -     -     -     -     -
    table     DisputeNoted      -     yes   yes   yes   -     -     -     -     -
    table     DisputeClosed     -     -     yes   yes   -     -     -     -     -
    table     PlayerSat         yes   yes   yes   -     -     -     -     -     -
    table     SeatNamed         -     yes   yes   -     -     -     -     -     -
    table     ChipsPutDown      -     yes   yes   -     -     -     -     -     -
    table     PlayerStood       yes   yes   yes   -     -     -     -     -     -
    table     PlayerUnseated    -     -     yes   yes   -     -     -     -     -     practice-host
    table     DealerSeated      -     yes   yes   yes   -     -     -     -     -
    table     DealerRelieved    -     yes   yes   yes   -     -     -     -     -
    table     SupervisorCalled  -     yes   yes   -     -     -     -     yes   -
    table     CallWithdrawn     -     yes   yes   -     -     -     -     -     -
    table     CallAnswered      -     -     yes   yes   -     -     -     -     -
    table     TableOpened       -     -     yes   yes   -     -     -     -     yes   practice-host
    table     TableChanged      -     -     yes   yes   -     -     -     -     -
    table     SpotsAllowed      -     -     yes   yes   -     -     -     -     -
    table     DevicePlaced      -     -     yes   yes   -     -     -     -     -
    table     DeviceRemoved     -     -     yes   yes   -     -     -     -     -
    table     DeviceFailed      -     -     yes   yes   -     -     -     -     yes
    table     TableStopped      -     -     yes   yes   -     -     -     -     yes
    table     TableResumed      -     -     yes   yes   -     -     -     -     yes
    table     RehearsalBegan    -     -     yes   yes   -     -     -     -     -
    table     RehearsalEnded    -     -     yes   yes   -     -     -     -     -
    table     DeckStacked       -     -     yes   yes   -     -     -     -     -
    table     TableClosed       -     -     yes   yes   -     -     -     -     -
    table     TableReopened     -     -     yes   yes   -     -     -     -     yes
    table     TableLinked       -     -     yes   yes   -     -     -     -     -     practice-host
    table     TableUnlinked     -     -     yes   yes   -     -     -     -     -
    link      LinkOpened        -     -     yes   yes   -     -     -     -     -     practice-host
    link      LinkConfigured    -     -     yes   yes   -     -     -     -     -
    link      LinkStopped       -     -     yes   yes   -     -     -     -     -     link-desk
    link      LinkResumed       -     -     yes   yes   -     -     -     -     -
    link      LinkClosed        -     -     yes   yes   -     -     -     -     -
    link      TableJoined       -     -     yes   yes   -     -     -     -     -     practice-host
    link      TableLeft         -     -     yes   yes   -     -     -     -     -
    link      WagersSplit       -     yes   yes   yes   -     -     -     -     -     automatic-dealer link-desk practice-host
    link      WagersReturned    -     -     yes   yes   -     -     -     -     -     practice-host
    link      SeatSelected      -     yes   yes   yes   -     -     -     -     -     automatic-dealer
    link      ClaimPressed      -     yes   yes   yes   -     -     -     -     -     automatic-dealer
    link      ClaimReleased     -     yes   yes   yes   -     -     -     -     -
    link      KeyTurned         -     -     yes   yes   -     -     -     -     -
    link      ClaimConfirmed    -     -     yes   yes   -     -     -     -     -     practice-host
    link      ClaimRefused      -     -     yes   yes   -     -     -     -     -
    link      ClaimLogged       -     -     yes   yes   -     -     -     -     -     practice-host
    link      MeterAdjusted     -     -     yes   yes   -     -     -     -     -     practice-host
    link      WinnerNoted       -     -     yes   yes   -     -     -     -     -
    link      ComponentNoted    -     -     yes   yes   -     -     -     -     -
    link      AdjustmentAsked   -     -     yes   yes   -     -     -     -     -
    link      AdjustmentMade    -     -     yes   yes   -     -     -     -     -
    link      AdjustmentDropped -     -     yes   yes   -     -     -     -     -
    link      TransferSent      -     -     yes   yes   -     -     -     -     -
    link      TransferReceived  -     -     yes   yes   -     -     -     -     -
    game      GameJoined        -     -     yes   yes   -     -     -     -     -
    game      GameLeft          -     -     yes   yes   -     -     -     -     -
    game      TermsNoted        -     -     yes   yes   -     -     -     -     -
    game      ChipsPresent      -     yes   yes   -     -     -     -     -     -
    game      GameLocked        -     yes   yes   -     -     -     -     -     -
    game      HandsShown        -     yes   yes   -     -     -     -     -     -
    game      SeatPicked        -     yes   yes   yes   -     -     -     -     -
    game      WinClaimed        -     yes   yes   yes   -     -     -     -     -
    game      WinDropped        -     yes   yes   yes   -     -     -     -     -
    game      WinCardsEntered   -     -     yes   yes   -     -     -     -     -
    game      TrayWinPressed    -     yes   yes   yes   -     -     -     -     -
    game      TrayWinReleased   -     yes   yes   yes   -     -     -     -     -
    game      TrayWinVerified   -     -     yes   yes   -     -     -     -     -
    game      GamePaid          -     -     yes   yes   -     -     -     -     -
    game      GameEnded         -     yes   yes   -     -     -     -     -     -
    game      GameVoided        -     -     yes   yes   -     -     -     -     -
    cage      CageFunded        -     -     yes   yes   -     -     -     -     -
    cage      BoughtIn          -     yes   yes   yes   yes   -     -     -     -
    cage      CashedOut         -     -     yes   yes   yes   -     -     -     -
    cage      TrayFilled        -     -     yes   yes   -     -     -     -     -
    cage      TrayCredited      -     -     yes   yes   -     -     -     -     -
    count     TableCounted      -     -     yes   yes   -     -     -     -     -
    shift     ShiftClosed       -     -     yes   yes   -     -     -     -     -
    staff     Registered        -     -     -     -     -     -     -     -     yes   first-start
    staff     RoleChanged       -     -     -     -     -     -     -     -     yes
    staff     Deactivated       -     -     -     -     -     -     -     -     yes
    staff     Reactivated       -     -     -     -     -     -     -     -     yes
    staff     PinSet            -     own   own   own   own   own   own   -     yes
    staff     BadgeIssued       -     -     -     -     -     -     -     -     yes
    staff     Unlocked          -     -     -     -     -     -     -     -     yes
    staff     SignedIn          -     own   own   own   own   own   own   -     own
    staff     SignInFailed      -     after after after after after after -     after
    staff     SignedOut         -     after after after after after after -     after
    staff     SigningKeyMade    -     -     -     -     -     -     -     -     -     web
    staff     SigningKeyMoved   -     -     -     -     -     -     -     -     -     web
    player    Registered        -     yes   yes   yes   -     -     -     -     yes   front-desk practice-host
    player    Deactivated       -     -     -     -     -     -     -     -     yes
    player    Reactivated       -     -     -     -     -     -     -     -     yes
    player    PinSet            own   -     -     -     -     -     -     -     yes
    player    Unlocked          -     -     -     -     -     -     -     -     yes
    player    SignedIn          own   -     -     -     -     -     -     -     -
    player    SignInFailed      after -     -     -     -     -     -     -     -
    player    SignedOut         after -     -     -     -     -     -     -     -
    player    PlayChipsLent     -     -     -     -     -     -     -     -     -     practice-host
    player    PracticeOpened    -     -     -     -     -     -     -     -     -     practice-host
    house     HouseChose        -     -     -     yes   -     -     -     -     yes
    house     LawChanged        -     -     -     yes   -     -     -     -     yes
    approvals ApprovalEntered   -     -     -     yes   -     -     -     -     yes
    approvals ApprovalProlonged -     -     -     yes   -     -     -     -     yes
    approvals ApprovalWithdrawn -     -     -     yes   -     -     -     -     yes
    devices   DeviceRegistered  -     -     -     yes   -     -     -     -     yes
    devices   DeviceKeyRenewed  -     -     -     yes   -     -     -     -     yes
    devices   DeviceWithdrawn   -     -     -     yes   -     -     -     -     yes
    school    ExamTaken         -     own   own   own   -     -     own   -     own
    drills    DecisionAnswered  own   own   own   own   own   -     own   -     own
    drills    DecisionsTested   own   own   own   own   own   -     own   -     own
    practice  PracticeOpened    -     -     -     -     -     -     -     -     -     practice-host
    practice  LetIn             -     -     -     -     -     -     -     -     -     practice-host
    heads     HeadsSigned       -     -     -     -     -     -     -     -     -     head-signer
    shared    RoundShared       -     -     -     -     -     -     -     -     -     practice-host
    trimmed   StreamsGone       -     -     -     -     -     -     -     -     -     practice-host
    trimmed   StreamTrimmed     -     -     -     -     -     -     -     -     -     practice-host
"""  # noqa: E501
_ROLES: Final = tuple(Role)


@dataclass(frozen=True, slots=True)
class Authors:
    """Who may write an event: people and devices by role, and automata by name."""

    roles: frozenset[Role]
    automata: frozenset[str]
    own: frozenset[Role]
    """Those who write it only of themselves."""
    after: bool
    """Whether it is written of somebody after they were deactivated, too."""


def _read(row: str) -> tuple[tuple[str, str], Authors]:
    stream, event, *cells = row.split()
    words, automata = cells[: len(_ROLES)], cells[len(_ROLES) :]
    assert len(words) == len(_ROLES), f"a row has a cell for every role: {row}"
    by = dict(zip(_ROLES, words, strict=True))
    return (stream, event), Authors(
        roles=frozenset(role for role, word in by.items() if word != "-"),
        automata=frozenset(automata),
        own=frozenset(role for role, word in by.items() if word in ("own", "after")),
        after="after" in words,
    )


AUTHORS: Final[Mapping[tuple[str, str], Authors]] = MappingProxyType(
    dict(_read(row) for row in _TABLE.split("\n") if row.strip())
)
"""By kind of stream and event. What is not here, nobody writes."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """A part of the house that acts without a person: as whom, and by kind of stream all that it may say."""

    person: Person
    says: Mapping[str, frozenset[str]]

    def list_for(self, stream: str) -> frozenset[str]:
        """The events that it may write in a stream."""
        return self.says.get(kind_of_stream(stream), frozenset())


def _automaton(person: Person) -> Automaton:
    says: dict[str, frozenset[str]] = {}
    for (stream, event), authors in AUTHORS.items():
        if person.name in authors.automata:
            says[stream] = says.get(stream, frozenset()) | {event}
    return Automaton(person, MappingProxyType(says))


AUTOMATA: Final[Mapping[str, Automaton]] = MappingProxyType(
    {
        person.actor: _automaton(person)
        for person in (
            *(AUTOMATIC_DEALER, CLOCK, LINK_DESK, PRACTICE_HOST),
            *(HEAD_SIGNER, FRONT_DESK, FIRST_START, WEB),
        )
    }
)
"""The house's own automata, as the record names them."""
RESERVED: Final = frozenset(automaton.person.name for automaton in AUTOMATA.values())
"""Names under which the house itself acts: no person can have them."""


def is_reserved(name: str) -> bool:
    """Whether a name is an automaton's, or would be read as one: `Web`, `front_desk`."""
    return _letters(name) in _RESERVED_LETTERS


def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


_RESERVED_LETTERS: Final = frozenset(map(_letters, RESERVED))


def kind_of_stream(stream: str) -> str:
    """The kind of a stream, as the table has it: `table` of `table/T1`."""
    return stream.partition("/")[0]


class NotOnTheList(Refused):
    """Something that an automaton has no business to say."""

    def __init__(self, automaton: Automaton, stream: str, event: object) -> None:
        name, listed = automaton.person.name, ", ".join(sorted(automaton.list_for(stream))) or "nothing"
        super().__init__(f"{name} is an automaton and may not write {event} in {stream}; on its list there: {listed}")


class NotTheirs(Refused):
    """Something that somebody of this role has no business to write."""

    def __init__(self, who: Person, stream: str, event: object) -> None:
        authors = AUTHORS.get((kind_of_stream(stream), str(event)))
        others = "nobody" if authors is None else ", ".join(sorted(role.value for role in authors.roles)) or "automata"
        name, role = who.name, with_article(who.role.value)
        super().__init__(f"{name} is {role} and may not write {event} in {stream}; who may: {others}")


@lru_cache(maxsize=10_000)
def unlisted(role: Role, automaton: str, kind: str, events: tuple[str, ...]) -> str | None:
    """The first of some events that a role, or the automaton of a name, may not write in a kind of stream."""
    for event in events:
        authors = AUTHORS.get((kind, event))
        if authors is None or (automaton not in authors.automata if automaton else role not in authors.roles):
            return event
    return None


def check_says(who: Person, stream: str, events: Iterable[Mapping[str, object]]) -> None:
    """Refuse what somebody, or an automaton, may not write in a stream."""
    automaton = AUTOMATA.get(who.actor)
    names = tuple(str(event.get("event")) for event in events)
    event = unlisted(who.role, "" if automaton is None else who.name, kind_of_stream(stream), names)
    if event is not None:
        raise NotTheirs(who, stream, event) if automaton is None else NotOnTheList(automaton, stream, event)
