"""Approvals as records of the house (R56): who approved, under which number, since when, until when, by which document,
and what for. They are entered, prolonged and withdrawn; nothing of one is ever changed otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from hashlib import sha256
from typing import Final, TypeAlias

from croupier.codec import Codec
from croupier.errors import Refused
from croupier.floor.house.approval_scope import BadApproval, Scope, check_scope
from croupier.values import replace

STREAM: Final = "approvals"
_LONGEST: Final = 120
_HASH: Final = re.compile(r"[0-9a-f]{64}")


class Authority(Enum):
    """Who approves."""

    STATE = "state"
    TRIBAL = "tribal"
    BUREAU = "bureau"

    @property
    def words(self) -> str:
        """The authority in full."""
        return _AUTHORITIES[self]


_AUTHORITIES: Final = {
    Authority.STATE: "the state",
    Authority.TRIBAL: "the tribal agency, with the state's concurrence",
    Authority.BUREAU: "California's Bureau of Gambling Control",
}


@dataclass(frozen=True, slots=True)
class Document:
    """The paper that an approval stands on: the name of its file, and the SHA-256 of what it holds."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """An approval. Dates are days, such as 2026-11-17; without `until` it holds until it is withdrawn."""

    number: str
    authority: Authority
    since: str
    until: str = ""
    document: Document | None = None
    scope: Scope = Scope()
    withdrawn: str = ""
    """The day on which it was withdrawn, if it was."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class ApprovalEntered:
    """An approval is on record."""

    approval: Approval


@dataclass(frozen=True, slots=True)
class ApprovalProlonged:
    """An approval holds until another day, or for good."""

    number: str
    old: str
    until: str


@dataclass(frozen=True, slots=True)
class ApprovalWithdrawn:
    """An approval holds no longer."""

    number: str
    day: str
    why: str


ApprovalEvent: TypeAlias = ApprovalEntered | ApprovalProlonged | ApprovalWithdrawn
CODEC: Final = Codec([ApprovalEntered, ApprovalProlonged, ApprovalWithdrawn])


@dataclass(frozen=True, slots=True, eq=False)
class Approvals:
    """Every approval on record, by number. One such value is told from another by identity, which is quick."""

    by_number: Mapping[str, Approval] = field(default_factory=dict)

    def known(self, number: str) -> Approval:
        """The approval of that number."""
        approval = self.by_number.get(number)
        if approval is None:
            raise Refused(f"no approval {number!r} on record; there are {', '.join(self.by_number) or 'none yet'}")
        return approval


def evolve(approvals: Approvals, event: ApprovalEvent) -> Approvals:
    """The approvals after an event."""
    match event:
        case ApprovalEntered(approval):
            changed = approval
        case ApprovalProlonged(number, _, until):
            changed = replace(approvals.by_number[number], until=until)
        case ApprovalWithdrawn(number, day, why):
            changed = replace(approvals.by_number[number], withdrawn=day, why=why)
    return Approvals({**approvals.by_number, changed.number: changed})


def decide_enter(approvals: Approvals, approval: Approval) -> ApprovalEntered:
    """Enter an approval, or say why not."""
    number = approval.number
    if not number or len(number) > _LONGEST or number != " ".join(number.split()):
        raise BadApproval("number", f"not the number of an approval: {number!r}; want such as 'WSGC 2026-31'")
    if number in approvals.by_number:
        raise BadApproval(
            "number",
            f"there is an approval {number!r} already; prolong or withdraw it, or enter this one under its own number",
        )
    _check_day("since", approval.since)
    if approval.until:
        _check_until(approval.since, approval.until)
    if approval.withdrawn or approval.why:
        raise BadApproval("number", f"{number!r} would be withdrawn before it is entered; leave that out")
    document = approval.document
    if document is not None and (not 0 < len(document.name) <= _LONGEST or not _HASH.fullmatch(document.sha256)):
        raise BadApproval("document", "a document has a name and a SHA-256 of 64 hexadecimal digits; want both")
    check_scope(approval.scope)
    return ApprovalEntered(approval)


def decide_prolong(approvals: Approvals, number: str, until: str) -> ApprovalProlonged:
    """Let an approval hold until another day; for good, where `until` is empty."""
    approval = approvals.known(number)
    if approval.withdrawn:
        raise Refused(f"approval {number!r} was withdrawn on {approval.withdrawn}; enter the new one under its number")
    if until:
        _check_until(approval.since, until)
    if until == approval.until:
        raise BadApproval(
            "until", f"approval {number!r} holds until {until or 'it is withdrawn'} already; say otherwise"
        )
    return ApprovalProlonged(number, approval.until, until)


def decide_withdraw(approvals: Approvals, number: str, day: str, why: str) -> ApprovalWithdrawn:
    """End an approval, from a day on."""
    approval = approvals.known(number)
    if approval.withdrawn:
        raise Refused(f"approval {number!r} was withdrawn on {approval.withdrawn} already")
    if not why.strip() or len(why) > _LONGEST:
        raise BadApproval(
            "why", f"an approval is withdrawn for a stated reason of at most {_LONGEST} characters; say why"
        )
    return ApprovalWithdrawn(number, _check_day("day", day), why.strip())


def read_day(field: str, text: str) -> str:
    """A day as people type it."""
    return _check_day(field, text.strip())


def _check_day(field: str, text: str) -> str:
    try:
        right = date.fromisoformat(text).isoformat() == text
    except ValueError:
        right = False
    if not right:
        raise BadApproval(field, f"not a day: {text!r}; want such as 2026-11-17")
    return text


def _check_until(since: str, until: str) -> None:
    if _check_day("until", until) < since:
        raise BadApproval("until", f"an approval of {since} cannot end on {until}; want a later day, or none")


def parse_authority(text: str) -> Authority:
    """Who approves."""
    try:
        return Authority(text.strip())
    except ValueError:
        there = ", ".join(authority.value for authority in Authority)
        raise BadApproval("authority", f"no authority {text!r}; there are {there}") from None


def document_of(name: str, content: bytes) -> Document:
    """A document by its name and what it holds, which is not kept."""
    return Document(name, sha256(content).hexdigest())
