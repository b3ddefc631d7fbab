"""A link: its state, and how events move it. `jackpot.commands.decide` says what happens.

Wagers do not queue here. A table's lock moves them to the link's pool; now and then, and before every claim, the
pool is split over the levels in one event. The split depends on the total alone, so what a display shows is
`jackpot.display.displays(link, pool)`, to the cent, at every moment in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from croupier.jackpot.claim import READY, Armed, Confirmed, Logged, Pad, Pressed, SeatChosen
from croupier.jackpot.events import (
    AdjustmentAsked,
    AdjustmentDropped,
    AdjustmentMade,
    AdjustmentReason,
    ClaimConfirmed,
    ClaimLogged,
    ClaimPressed,
    ClaimRefused,
    ClaimReleased,
    Event,
    KeyTurned,
    LinkConfigured,
    LinkOpened,
    LinkResumed,
    LinkStopped,
    MeterAdjusted,
    SeatSelected,
    TableJoined,
    TableLeft,
    WagersReturned,
    WagersSplit,
)
from croupier.jackpot.level import Level, feed, freeze, pay_off, take_back, thaw
from croupier.jackpot.meter import Award, Meter
from croupier.jackpot.office.deeds import ComponentNoted, LinkClosed, TransferReceived, TransferSent, WinnerNoted
from croupier.jackpot.terms import LinkTerms
from croupier.money import Cents
from croupier.values import replace


def levels_after(
    levels: Mapping[str, Level], event: AdjustmentMade | TransferSent | TransferReceived
) -> dict[str, Level]:
    """The levels after a meter was set by hand, a win backed out, or money sent or received."""
    level = levels[event.level]
    change, saved, recovered = event.new - event.old, 0, 0
    if isinstance(event, AdjustmentMade):
        recovered = -change if event.reason is AdjustmentReason.SEED_RECOVERY else 0
        if event.win is not None:
            saved, recovered = event.win.to_reserve, event.win.award.seeded
    elif event.reserve:
        change, saved = 0, change
    meter = replace(level.meter, amount=level.meter.amount + change, reserve=level.meter.reserve + saved)
    return {**levels, event.level: replace(level, meter=meter, seeded=level.seeded - recovered)}


K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Win:
    """A meter pay that a round's cards support."""

    seat: int
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A claim that is not finished. `award` is set once it is logged."""

    number: int
    table: str
    round: str
    seat: int
    line: str
    level: str
    pressed_by: str
    player: str = ""
    cards: str = ""
    award: Award | None = None

    @property
    def win(self) -> Win:
        return Win(self.seat, self.line)


@dataclass(frozen=True, slots=True)
class Paid:
    """What of a table's latest round with wins has been logged and adjusted."""

    round: str
    wins: tuple[Win, ...]


@dataclass(frozen=True, slots=True)
class SentBack:
    """A claim that was refused, until the table claims again."""

    round: str
    win: Win
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Everything that is true of a link. `backed_out` are the claims whose logged wins were undone (R46), `components`
    the versions of what it runs on (R51); `closed` says why it is over."""

    id: str
    terms: LinkTerms
    levels: Mapping[str, Level]
    tables: Mapping[str, str] = field(default_factory=dict)
    pads: Mapping[str, Pad] = field(default_factory=dict)
    claims: Mapping[int, Claim] = field(default_factory=dict)
    paid: Mapping[str, Paid] = field(default_factory=dict)
    sent_back: Mapping[str, SentBack] = field(default_factory=dict)
    asked: Mapping[int, AdjustmentAsked] = field(default_factory=dict)
    wagers: Cents = 0
    claims_made: int = 0
    adjustments_asked: int = 0
    fault: str | None = None
    backed_out: tuple[int, ...] = ()
    components: Mapping[str, str] = field(default_factory=dict)
    closed: str | None = None

    def pad(self, table: str) -> Pad:
        """The state of a table's keypad."""
        return self.pads.get(table, READY)


def evolve(link: Link | None, event: Event) -> Link:
    """The link after `event`."""
    if isinstance(event, LinkOpened):
        return Link(id=event.link, terms=event.terms, levels=_opened(event.terms))
    assert link is not None, "a link begins with LinkOpened"
    match event:
        case WagersSplit(wagers):
            return replace(link, levels=feed(link.levels, wagers)[1], wagers=link.wagers + wagers)
        case WagersReturned(_, _, wagers):
            return replace(link, levels=take_back(link.levels, wagers)[1], wagers=link.wagers - wagers)
        case LinkConfigured(terms):
            return replace(link, terms=terms, levels=_configured(link.levels, terms))
        case TableJoined(table, game):
            return replace(link, tables={**link.tables, table: game})
        case TableLeft(table):
            return replace(link, tables=_without(link.tables, table), paid=_without(link.paid, table))
        case SeatSelected(table, seat):
            return _with_pad(link, table, SeatChosen(seat) if seat else READY)
        case AdjustmentAsked():
            waiting = {**link.asked, event.adjustment: event}
            return replace(link, asked=waiting, adjustments_asked=event.adjustment)
        case AdjustmentMade() | TransferSent():
            undone = event.win if isinstance(event, AdjustmentMade) else None
            return replace(
                link,
                levels=levels_after(link.levels, event),
                asked=_without(link.asked, event.adjustment),
                backed_out=link.backed_out if undone is None else (*link.backed_out, undone.claim),
            )
        case TransferReceived():
            return replace(link, levels=levels_after(link.levels, event))
        case AdjustmentDropped(number):
            return replace(link, asked=_without(link.asked, number))
        case LinkStopped(fault):
            return replace(link, fault=fault)
        case LinkResumed():
            return replace(link, fault=None)
        case ComponentNoted(component, version):
            others = _without(link.components, component)
            return replace(link, components={**others, component: version} if version else others)
        case WinnerNoted():
            return link
        case LinkClosed(reason):
            return replace(link, closed=reason)
        case _:
            return _claimed(link, event)


def _claimed(
    link: Link,
    event: ClaimPressed | ClaimReleased | ClaimRefused | KeyTurned | ClaimConfirmed | ClaimLogged | MeterAdjusted,
) -> Link:
    if isinstance(event, ClaimPressed):
        return _pressed(link, event)
    claim = link.claims[event.claim]
    level = link.levels[claim.level]
    match event:
        case ClaimReleased() | ClaimRefused():
            back = dict(link.sent_back)
            if isinstance(event, ClaimRefused):
                back[claim.table] = SentBack(claim.round, claim.win, event.reason)
            return replace(
                _with_pad(link, claim.table, READY),
                levels={**link.levels, claim.level: thaw(level, claim.number)},
                claims=_without(link.claims, claim.number),
                sent_back=back,
            )
        case KeyTurned(_, jph, _, cards):
            pad = Armed(claim.number, claim.line) if jph else Pressed(claim.number, claim.line)
            return _with_pad(_with_cards(link, claim, cards), claim.table, pad)
        case ClaimConfirmed(_, _, cards):
            return _with_pad(_with_cards(link, claim, cards), claim.table, Confirmed(claim.number, claim.line))
        case ClaimLogged():
            pay = link.terms.pay(claim.line)
            assert pay is not None, "terms do not change while a claim is open"
            award, after = pay_off(level, claim.number, pay.pay)
            return replace(
                _with_pad(link, claim.table, Logged(claim.number, claim.line)),
                levels={**link.levels, claim.level: after},
                claims={**link.claims, claim.number: replace(claim, award=award)},
            )
        case MeterAdjusted():
            before = link.paid.get(claim.table)
            wins = before.wins if before is not None and before.round == claim.round else ()
            return replace(
                _with_pad(link, claim.table, READY),
                claims=_without(link.claims, claim.number),
                paid={**link.paid, claim.table: Paid(claim.round, (*wins, claim.win))},
            )


def _pressed(link: Link, event: ClaimPressed) -> Link:
    claim = Claim(
        number=event.claim,
        table=event.table,
        round=event.round,
        seat=event.seat,
        line=event.line,
        level=event.level,
        pressed_by=event.by,
        player=event.player,
        cards=event.cards,
    )
    return replace(
        _with_pad(link, event.table, Pressed(event.claim, event.line)),
        levels={**link.levels, event.level: freeze(link.levels[event.level], event.claim)},
        claims={**link.claims, event.claim: claim},
        sent_back=_without(link.sent_back, event.table),
        claims_made=event.claim,
    )


def replay(events: Iterable[Event]) -> Link:
    """The link that these events make; the first is `LinkOpened`."""
    link: Link | None = None
    for event in events:
        link = evolve(link, event)
    assert link is not None, "a link has at least one event"
    return link


def _opened(terms: LinkTerms) -> dict[str, Level]:
    return {
        level.name: Level(
            meter=Meter(amount=level.seed, seed=level.seed, rate_bp=level.rate_bp, reserve_rate_bp=level.reserve_bp),
            maximum=level.maximum,
            seeded=level.seed,
        )
        for level in terms.levels
    }


def _configured(levels: Mapping[str, Level], terms: LinkTerms) -> dict[str, Level]:
    return {
        new.name: replace(
            levels[new.name],
            meter=replace(levels[new.name].meter, seed=new.seed, rate_bp=new.rate_bp, reserve_rate_bp=new.reserve_bp),
            maximum=new.maximum,
        )
        for new in terms.levels
    }


def _with_pad(link: Link, table: str, pad: Pad) -> Link:
    pads = _without(link.pads, table) if pad == READY else {**link.pads, table: pad}
    return replace(link, pads=pads)


def _with_cards(link: Link, claim: Claim, cards: str) -> Link:
    """The link once a verifier has entered the cards of a claim."""
    if not cards:
        return link
    return replace(link, claims={**link.claims, claim.number: replace(claim, cards=cards)})


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {name: value for name, value in mapping.items() if name != key}
