"""The hits of a link: every logged win with everything that a win page shows (R48), from the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from croupier.floor.links.desk import Desk
from croupier.floor.links.link_projection import deed_events
from croupier.jackpot.events import (
    AdjustmentMade,
    ClaimConfirmed,
    ClaimLogged,
    ClaimPressed,
    ClaimRefused,
    KeyTurned,
    MeterAdjusted,
)
from croupier.jackpot.office.deeds import LoggedWin, WinnerNoted
from croupier.money import Cents
from croupier.store.journal import Store

LAST_HITS: Final = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class BackOut:
    """How a win was backed out (R46): by which adjustment, who asked, who approved."""

    adjustment: int
    author: str
    approver: str
    document: str
    time_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerPapers:
    """Who won, as somebody noted it at a time."""

    name: str
    document: str
    tax_form: str
    tax_number: str
    withheld: Cents
    by: str
    time_ms: int


@dataclass(slots=True, kw_only=True)
class Hit:
    """A win that was logged, with everything that a win page shows (R48). `number` counts the wins of the link, as
    people do; `claim` counts the hand buttons, those turned off or refused among them. `papers` are what was noted of
    the winner, the newest last; they are nobody's business who may not read the books."""

    number: int
    claim: int
    level: str
    table: str
    round: str
    seat: int
    player: str
    cards: str
    line: str
    amount: Cents
    before: Cents
    after: Cents
    topped_up: Cents
    seeded: Cents
    from_reserve: Cents
    pressed_by: str
    pressed_ms: int
    verified_by: str
    logged_by: str
    logged_ms: int
    record_hash: str
    adjusted_by: str = ""
    adjusted_ms: int = 0
    cards_by: str = ""
    """Who has entered the cards, where they are real ones and no shuffle of ours has dealt them (R58)."""
    backed_out: BackOut | None = None
    papers: list[WinnerPapers] = field(default_factory=list, repr=False)


def hits(store: Store, name: str, *, level: str | None = None, last: int | None = LAST_HITS) -> list[Hit]:
    """The latest hits of a level, or of each level of a link; the newest first."""
    by_level: dict[str, list[Hit]] = {}
    for hit in every_hit(store, name):
        if level in (None, hit.level):
            by_level.setdefault(hit.level, []).append(hit)
    latest = [hit for rows in by_level.values() for hit in (rows if last is None else rows[-last:])]
    return sorted(latest, key=lambda hit: -hit.claim)


def every_hit(store: Store, name: str) -> Iterator[Hit]:
    """Every hit, in the order in which they were logged."""
    pressed: dict[int, tuple[int, ClaimPressed]] = {}
    verified: dict[int, str] = {}
    entered: dict[int, tuple[str, str]] = {}
    by_claim: dict[int, Hit] = {}
    for entry, event in deed_events(store, name):
        match event:
            case ClaimPressed(claim):
                pressed[claim] = (entry.time_ms, event)
            case KeyTurned(claim, True, by, cards) | ClaimConfirmed(claim, by, cards):
                verified[claim] = by
                if cards:
                    entered[claim] = cards, by
            case ClaimLogged(claim, award, before, after, by):
                at, button = pressed.pop(claim)
                hand, cards_by = entered.pop(claim, (button.cards, ""))
                by_claim[claim] = Hit(
                    number=len(by_claim) + 1,
                    claim=claim,
                    level=button.level,
                    table=button.table,
                    round=button.round,
                    seat=button.seat,
                    player=button.player,
                    cards=hand,
                    cards_by=cards_by,
                    line=button.line,
                    amount=award.amount,
                    before=before,
                    after=after,
                    topped_up=award.topped_up,
                    seeded=award.seeded,
                    from_reserve=award.from_reserve,
                    pressed_by=button.by,
                    pressed_ms=at,
                    verified_by=verified.pop(claim, by),
                    logged_by=by,
                    logged_ms=entry.time_ms,
                    record_hash=entry.hash,
                )
            case MeterAdjusted(claim, by):
                by_claim[claim].adjusted_by, by_claim[claim].adjusted_ms = by, entry.time_ms
            case AdjustmentMade(number, _, _, _, _, document, author, approver, win=LoggedWin(claim)):
                by_claim[claim].backed_out = BackOut(
                    adjustment=number, author=author, approver=approver, document=document, time_ms=entry.time_ms
                )
            case WinnerNoted():
                by_claim[event.claim].papers.append(
                    WinnerPapers(
                        name=event.name,
                        document=event.document,
                        tax_form=event.tax_form,
                        tax_number=event.tax_number,
                        withheld=event.withheld,
                        by=event.by,
                        time_ms=entry.time_ms,
                    )
                )
            case _:
                pass
    yield from by_claim.values()


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedHit:
    """A win whose claim was refused, and which was not claimed again and logged (R46): refused, not paid."""

    claim: int
    level: str
    table: str
    round: str
    seat: int
    player: str
    line: str
    by: str
    reason: str
    time_ms: int


def refused_hits(store: Store, name: str, since_ms: int, until_ms: int) -> list[RefusedHit]:
    """The wins of a link that were refused in a period and never paid, the newest first; each with its last refusal."""
    pressed: dict[int, ClaimPressed] = {}
    refused: dict[tuple[str, str, int, str], RefusedHit] = {}
    for entry, event in deed_events(store, name):
        match event:
            case ClaimPressed(claim):
                pressed[claim] = event
            case ClaimRefused(claim, by, reason):
                one = pressed[claim]
                refused[one.table, one.round, one.seat, one.line] = RefusedHit(
                    claim=claim,
                    level=one.level,
                    table=one.table,
                    round=one.round,
                    seat=one.seat,
                    player=one.player,
                    line=one.line,
                    by=by,
                    reason=reason,
                    time_ms=entry.time_ms,
                )
            case ClaimLogged(claim):
                one = pressed[claim]
                refused.pop((one.table, one.round, one.seat, one.line), None)
            case _:
                pass
    within = [one for one in refused.values() if since_ms <= one.time_ms < until_ms]
    return sorted(within, key=lambda one: -one.claim)


def undone_hits(store: Store, name: str, since_ms: int, until_ms: int) -> list[Hit]:
    """The hits of a period that were backed out, whenever that was done."""
    if not Desk(store).link(name).backed_out:
        return []
    logged = (hit for hit in every_hit(store, name) if since_ms <= hit.logged_ms < until_ms)
    return [hit for hit in logged if hit.backed_out is not None]


def public(hit: Hit) -> dict[str, Any]:
    """A hit as plain data, without what was noted of the winner."""
    plain = asdict(hit)
    del plain["papers"]
    return plain
