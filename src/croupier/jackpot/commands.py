"""What tables and people ask of a link, and `decide`, which answers with events or refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.errors import Refused
from croupier.jackpot.adjustments import (
    ApproveAdjustment,
    AskAdjustment,
    DropAdjustment,
    approve_adjustment,
    ask_adjustment,
    drop_adjustment,
)
from croupier.jackpot.books import Books, faults
from croupier.jackpot.claim import Person
from croupier.jackpot.events import (
    Event,
    LinkConfigured,
    LinkOpened,
    LinkResumed,
    LinkStopped,
    TableJoined,
    TableLeft,
    WagersReturned,
    WagersSplit,
)
from croupier.jackpot.keypad import PressButton, press_button
from croupier.jackpot.level import feed, take_back
from croupier.jackpot.link import Link
from croupier.jackpot.terms import BadLink, Kind, LinkTerms, advice, check_game, check_terms
from croupier.money import Cents, dollars


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLink:
    """Start a link. Where R42 warns, `override` says why the terms shall stand all the same."""

    link: str
    terms: LinkTerms
    by: Person
    override: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Configure:
    """Change the terms. `playing` are the link's tables that have a round open."""

    terms: LinkTerms
    by: Person
    playing: tuple[str, ...] = ()
    override: str = ""


@dataclass(frozen=True, slots=True)
class JoinTable:
    """Put a table on the link."""

    table: str
    game: str
    by: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable:
    """Take a table off the link, between rounds."""

    table: str
    by: Person
    playing: bool = False


@dataclass(frozen=True, slots=True)
class SplitWagers:
    """Split what lies in the pool over the levels."""

    wagers: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnWagers:
    """Take the wagers of a voided round out again; `approver` is who voided it."""

    table: str
    round: str
    wagers: Cents
    by: str
    approver: str
    reason: str


@dataclass(frozen=True, slots=True)
class CheckBooks:
    """Compare the link with the ledger; a difference stops it."""

    books: Books


@dataclass(frozen=True, slots=True)
class StopLink:
    """Take no more wagers and answer no button, for a stated reason."""

    reason: str
    by: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeLink:
    """Let a stopped link run again: two people, and books that agree."""

    by: Person
    approver: Person
    books: Books


Command: TypeAlias = (
    OpenLink
    | Configure
    | JoinTable
    | LeaveTable
    | SplitWagers
    | ReturnWagers
    | PressButton
    | AskAdjustment
    | ApproveAdjustment
    | DropAdjustment
    | CheckBooks
    | StopLink
    | ResumeLink
)


class Warned(Refused):
    """Terms that R42 warns about, with nobody to answer for them."""

    def __init__(self, warnings: tuple[str, ...]) -> None:
        super().__init__(f"{'; '.join(warnings)}; change the terms, or override with a reason, which is recorded")
        self.warnings = warnings


class Busy(Refused):
    """A change that has to wait for rounds or claims to end."""


class Stopped(Refused):
    """A link that takes nothing at the moment."""

    def __init__(self, link: Link) -> None:
        super().__init__(f"link {link.id!r} is stopped: {link.fault}; two people let it run again")


def decide(link: Link | None, command: Command) -> tuple[Event, ...]:
    """What `command` makes happen on this link, or a refusal."""
    if isinstance(command, OpenLink):
        if link is not None:
            raise BadLink(f"link {link.id!r} is open already; choose another name, or configure it")
        check_terms(command.terms)
        _need_verifier(command.by, "open a link")
        overridden = _overridden(command.terms, command.override)
        return (LinkOpened(command.link, command.terms, command.by.name, overridden, command.override.strip()),)
    if link is None:
        raise BadLink("there is no such link; open it first")
    match command:
        case SplitWagers(wagers):
            return _split(link, wagers)
        case ReturnWagers():
            return _take_back(link, command)
        case PressButton():
            check_running(link)
            return press_button(link, command)
        case Configure():
            return _configure(link, command)
        case JoinTable(table, game, by):
            return _join(link, table, game, by)
        case LeaveTable():
            return _leave(link, command)
        case AskAdjustment():
            return ask_adjustment(link, command)
        case ApproveAdjustment():
            return approve_adjustment(link, command)
        case DropAdjustment():
            return drop_adjustment(link, command)
        case CheckBooks(books):
            found = faults(link, books)
            return (LinkStopped("; ".join(found), "self-check"),) if found and link.fault is None else ()
        case StopLink(reason, by):
            check_running(link)
            _need_verifier(by, "stop a link")
            if not reason.strip():
                raise BadLink("a link is stopped for a stated reason; say why")
            return (LinkStopped(reason.strip(), by.name),)
        case ResumeLink():
            return _resume(link, command)


def check_running(link: Link) -> None:
    """Refuse while the link is stopped: a table then takes no progressive wagers."""
    if link.fault is not None:
        raise Stopped(link)


def _split(link: Link, wagers: Cents) -> tuple[Event, ...]:
    if wagers < 0:
        raise BadLink(f"cannot split {dollars(wagers)}; wagers are returned by voiding their round")
    return (WagersSplit(wagers, feed(link.levels, wagers)[0]),) if wagers else ()


def _take_back(link: Link, command: ReturnWagers) -> tuple[Event, ...]:
    table, round = command.table, command.round
    if command.wagers <= 0:
        raise BadLink(f"cannot return {dollars(command.wagers)}; name the wagers of the voided round")
    if not command.reason.strip():
        raise BadLink("wagers are returned for a stated reason; say why")
    if command.by == command.approver:
        raise BadLink(f"{command.by} cannot both ask for and approve the return; another person voids the round")
    for claim in link.claims.values():
        if claim.table == table:
            raise Busy(
                f"table {table} has claim {claim.number} open ({claim.line}); refuse it before voiding the round"
            )
    paid = link.paid.get(table)
    if paid is not None and paid.round == round:
        raise Busy(f"round {round} has a logged win; only a manual adjustment backs that out")
    split = take_back(link.levels, command.wagers)[0]
    return (WagersReturned(table, round, command.wagers, split, command.by, command.approver, command.reason.strip()),)


def _configure(link: Link, command: Configure) -> tuple[Event, ...]:
    check_running(link)
    _need_verifier(command.by, "configure a link")
    check_terms(command.terms)
    _need_quiet(link, command.playing, "change the terms")
    old, new = ({level.name for level in terms.levels} for terms in (link.terms, command.terms))
    if old != new:
        raise BadLink(f"a link keeps its levels ({', '.join(sorted(old))}); open another link for others")
    if (link.terms.kind, link.terms.game) != (command.terms.kind, command.terms.game) and link.tables:
        raise BadLink("kind and game cannot change while tables are on the link; take them off first")
    for table, game in link.tables.items():
        check_game(command.terms, table, game)
    overridden = _overridden(command.terms, command.override)
    return (LinkConfigured(command.terms, command.by.name, overridden, command.override.strip()),)


def _join(link: Link, table: str, game: str, by: Person) -> tuple[Event, ...]:
    check_running(link)
    _need_verifier(by, "put a table on a link")
    if table in link.tables:
        raise BadLink(f"table {table} is on link {link.id!r} already")
    if link.terms.kind is Kind.SAME_GAME and game != link.terms.game:
        raise BadLink(f"link {link.id!r} is for {link.terms.game} only, not {game}; use a Multi-Game Link")
    check_game(link.terms, table, game)
    return (TableJoined(table, game, by.name),)


def _leave(link: Link, command: LeaveTable) -> tuple[Event, ...]:
    table = command.table
    _need_verifier(command.by, "take a table off a link")
    if table not in link.tables:
        raise BadLink(f"table {table} is not on link {link.id!r}; it has {', '.join(link.tables) or 'no tables'}")
    if command.playing or any(claim.table == table for claim in link.claims.values()):
        raise Busy(f"table {table} is in a round or has a claim open; take it off the link after Game Over")
    return (TableLeft(table, command.by.name),)


def _resume(link: Link, command: ResumeLink) -> tuple[Event, ...]:
    if link.fault is None:
        raise BadLink(f"link {link.id!r} is running; there is nothing to resume")
    _need_verifier(command.by, "resume a link")
    _need_verifier(command.approver, "approve that a link resumes")
    if command.by.name == command.approver.name:
        raise BadLink(f"{command.by.name} cannot both ask and approve; call another person")
    found = faults(link, command.books)
    if found:
        raise BadLink(f"the books still disagree: {'; '.join(found)}; correct that first")
    return (LinkResumed(command.by.name, command.approver.name),)


def _need_quiet(link: Link, playing: tuple[str, ...], asked: str) -> None:
    if link.claims:
        claim = next(iter(link.claims.values()))
        raise Busy(f"cannot {asked}: claim {claim.number} of table {claim.table} is open; finish it first")
    if playing:
        raise Busy(f"cannot {asked}: a round is open at {', '.join(playing)}; wait for Game Over")


def _need_verifier(by: Person, asked: str) -> None:
    if not by.rank.verifies:
        raise BadLink(f"{by.name} is a dealer and cannot {asked}; call a supervisor")


def _overridden(terms: LinkTerms, override: str) -> tuple[str, ...]:
    warned = tuple(str(warning) for warning in advice(terms))
    if warned and not override.strip():
        raise Warned(warned)
    return warned
