"""Whether a table or a link stands as it was approved (R50, R56): worked out from the approvals on record, its settings
and the day, whenever somebody asks. Nothing of it is stored, so a change outside the scope shows at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from croupier.errors import Refused
from croupier.floor.choices.every import choices
from croupier.floor.choices.making import NO_APPROVAL, customary
from croupier.floor.house.approval_scope import FIXED_OFF_METER, Scope, limit_of, switches
from croupier.floor.house.approvals import (
    CODEC,
    STREAM,
    Approval,
    ApprovalEvent,
    Approvals,
    decide_enter,
    decide_prolong,
    decide_withdraw,
    evolve,
)
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.live_tables import wall_clock_ms
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.table import Settings, Table
from croupier.floor.unit import retried, same_request, unit_of
from croupier.games import not_approved_words
from croupier.jackpot.link import Link
from croupier.jackpot.terms import LinkTerms
from croupier.money import dollars
from croupier.rules.own.bet import own_words
from croupier.rules.terms import Terms
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.entry import contents
from croupier.store.journal import Store
from croupier.store.unit import Receipt, Write

KEPT_S: Final = 2.0
"""What was entered or chosen elsewhere is known here so many seconds later."""
ONLY_APPROVED: Final = "only_approved"


@dataclass(frozen=True, slots=True)
class ApprovalStatus:
    """How a table or a link stands to its approval: whether it is approved as it stands, and that in words."""

    valid: bool
    words: str


Outside: TypeAlias = Callable[[Scope], Iterable[str]]
"""What of a table or a link a scope does not cover."""


def status_of(reference: str | None, approvals: Approvals, today: str, outside: Outside) -> ApprovalStatus:
    """How something that names an approval stands to it."""
    if not reference:
        return ApprovalStatus(False, NO_APPROVAL)
    approval = approvals.by_number.get(reference)
    if approval is None:
        return ApprovalStatus(False, f'"{reference}": not a record')
    if ended := _ended(approval, today):
        return ApprovalStatus(False, f"approval {reference} {ended}")
    if found := list(outside(approval.scope)):
        more = "" if len(found) < 4 else f" and {len(found) - 3} more"
        what = f"{', '.join(found[:3])}{more} {'are' if len(found) > 1 else 'is'} not in its scope"
        return ApprovalStatus(False, f"changed since its approval {reference}: {what}")
    until = f" until {approval.until}" if approval.until else ""
    return ApprovalStatus(True, f"approved by {reference}{until}")


def _ended(approval: Approval, today: str) -> str:
    if approval.withdrawn and approval.withdrawn <= today:
        return f"withdrawn on {approval.withdrawn}: {approval.why}"
    if approval.until and approval.until < today:
        return f"ended on {approval.until}"
    return f"begins on {approval.since}" if approval.since > today else ""


# Every state of a table that is shown asks, and what was found once is so for that day.
@lru_cache(maxsize=1024)
def table_status(settings: Settings, link: str | None, approvals: Approvals, today: str) -> ApprovalStatus:
    """How a table stands: to the approval that it names, and to those of its face-up dealing and its meter order."""
    terms = settings.terms
    status = status_of(settings.approval, approvals, today, lambda scope: _outside_table(scope, settings, link))
    on_record = settings.approval in approvals.by_number
    extra = []
    if (own_game := not_approved_words(terms.game)) and not on_record:
        extra.append(own_game)
    if terms.own_bets and not on_record:
        extra.append(own_words(terms.own_bets))
    if (own := terms.face_up_approval) and own != settings.approval:
        face_up = status_of(own, approvals, today, lambda scope: _outside_face_up(scope, terms))
        extra += [] if face_up.valid else [f"face up: {face_up.words}"]
    if (own := terms.meter_order_approval) and own != settings.approval:
        order = status_of(own, approvals, today, lambda scope: _outside_switches(scope, settings, ("meter_order",)))
        extra += [] if order.valid else [f"order of meter pays: {order.words}"]
    return ApprovalStatus(status.valid and not extra, "; ".join((status.words, *extra)))


def _outside_table(scope: Scope, settings: Settings, link: str | None) -> Iterator[str]:
    terms = settings.terms
    # Nobody approves any game of anybody's own: its rule set is listed by its name.
    listed = () if scope.rules is None and not_approved_words(terms.game) else scope.rules
    if listed is not None and terms.rules.name not in listed:
        yield f"rule set {terms.rules.name}"
    for bet, name in terms.tables.items():
        if (own := terms.own_bet(bet)) is not None:  # nobody approves any bet of anybody's own: it is listed by its key
            if bet not in (scope.paytables or ()):
                yield own.name
        elif scope.paytables is not None and name not in scope.paytables and _is_offered(terms, bet):
            yield f"pay table {name}"
    yield from _outside_limits(scope, terms)
    own_order = terms.meter_order_approval not in (None, settings.approval)
    keys = (key for key in switches(terms.rules) if not (key == "meter_order" and own_order))
    yield from _outside_switches(scope, settings, keys)
    if terms.face_up_approval in (None, settings.approval):
        yield from _outside_face_up(scope, terms)
    if link is not None and scope.links is not None and link not in scope.links:
        yield f"link {link}"


def _is_offered(terms: Terms, bet: str) -> bool:
    return terms.offers(bet) and (bet != PROGRESSIVE or terms.progressive_stake is not None)


def _outside_limits(scope: Scope, terms: Terms) -> Iterator[str]:
    if scope.limits is None or terms.limits is None:
        return
    listed, by_key = dict(map(limit_of, scope.limits)), terms.game.by_key
    for spot, span in terms.limits.spots.items():
        if spot not in by_key or not _is_offered(terms, spot) or terms.own_bet(spot) is not None:
            continue
        most = listed.get(spot)
        if most is None or span.minimum < most.minimum or span.maximum > most.maximum:
            yield f"{by_key[spot].felt} {span.words}"
    stake, most = terms.progressive_stake, listed.get(PROGRESSIVE)
    if stake is not None and (most is None or not most.minimum <= stake <= most.maximum):
        yield f"Progressive {dollars(stake)}"


def _outside_switches(scope: Scope, settings: Settings, keys: Iterable[str]) -> Iterator[str]:
    if scope.switches is None:
        return
    rules = settings.terms.rules
    known, usual = {choice.key: choice for choice in choices(rules)}, customary(rules)
    for key in keys:
        choice = known[key]
        covered = [item.partition("=")[2] for item in scope.switches if item.partition("=")[0] == key]
        if choice.text(settings) not in (covered or [choice.text(usual)]):
            yield f"{choice.label} {choice.words(settings)}"


def _outside_face_up(scope: Scope, terms: Terms) -> Iterator[str]:
    if terms.face_up and scope.face_up is not None and terms.spots > scope.face_up:
        yield f"face up on {terms.spots} spots"


def link_status(link: Link, approvals: Approvals, today: str) -> ApprovalStatus:
    """How a link stands to the approval that it names."""
    return status_of(link.terms.approval, approvals, today, lambda scope: _outside_link(scope, link))


def _outside_link(scope: Scope, link: Link) -> Iterator[str]:
    terms: LinkTerms = link.terms
    if scope.links is not None and link.id not in scope.links:
        yield f"link {link.id}"
    if scope.paytables is not None and terms.paytable and terms.paytable not in scope.paytables:
        yield f"pay table {terms.paytable}"
    if scope.limits is not None:
        most = dict(map(limit_of, scope.limits)).get(PROGRESSIVE)
        if most is None or not most.minimum <= terms.stake <= most.maximum:
            yield f"Progressive {dollars(terms.stake)}"
    fixed = "on" if terms.all_pays_off_meter else "off"
    if scope.switches is not None and fixed == "on" and f"{FIXED_OFF_METER}=on" not in scope.switches:
        yield "fixed pays off the meter"
    if scope.components is not None:
        for name, version in link.components.items():
            if f"{name} {version}" not in scope.components:
                yield f"{name} {version}"


class NotApproved(Refused):
    """A round, or a table on a link, that the house deals only with a valid approval (R56)."""


class ApprovalBook:
    """The book of approvals, and what the house makes of them. What was entered elsewhere is known here two seconds
    later."""

    def __init__(self, store: Store, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._store = store
        self._now_ms = store.clock(now_ms)
        self._cached: tuple[float, Approvals] | None = None
        self.choices = ChoiceBook(store, now_ms=now_ms)

    @property
    def is_fresh(self) -> bool:
        """Whether it can be asked without a look at the record."""
        return self._cached is not None and time.monotonic() - self._cached[0] <= KEPT_S and self.choices.is_fresh

    def now(self) -> Approvals:
        """Every approval on record."""
        if self._cached is None or time.monotonic() - self._cached[0] > KEPT_S:
            before, approvals = self._cached, self._read()
            same = before is not None and before[1].by_number == approvals.by_number
            self._cached = time.monotonic(), before[1] if before is not None and same else approvals
        return self._cached[1]

    def today(self) -> str:
        """The day, by the clock of the house."""
        return day_of(self._now_ms(), self.choices.now().zone)

    def of_table(self, table: Table) -> ApprovalStatus:
        """How a table stands to its approval now."""
        return self.of_settings(table.settings, table.link)

    def of_settings(self, settings: Settings, link: str | None = None) -> ApprovalStatus:
        """How a table with these settings would stand."""
        return table_status(settings, link, self.now(), self.today())

    def of_link(self, link: Link) -> ApprovalStatus:
        """How a link stands to its approval now."""
        return link_status(link, self.now(), self.today())

    def why_not_dealt(self, table: Table) -> str | None:
        """Why no round for money begins at a table, if the house deals only with a valid approval and it has none."""
        if not self.choices.now().only_approved:
            return None
        from croupier.floor.practice.names import is_practice  # whose package is made of rooms

        status = self.of_table(table)
        return None if status.valid or is_practice(table.name) else status.words

    def looks_again_s(self, table: Table) -> float | None:
        """After how many seconds a table that waits for its approval looks for it again; none where it does not."""
        return KEPT_S if table.in_play is None and self.why_not_dealt(table) is not None else None

    def check_deal(self, table: Table) -> None:
        """Refuse a round at a table that may not deal for money."""
        if (why := self.why_not_dealt(table)) is not None:
            raise NotApproved(
                f"{table.name} deals no further round for money: {why}, and the house deals only with a valid approval "
                "(R56); name one that covers the table, or change the table back into its scope"
            )

    def check_join(self, link: Link) -> None:
        """Refuse a table on a link that has no valid approval, where the house asks for one."""
        if self.choices.now().only_approved and not (status := self.of_link(link)).valid:
            raise NotApproved(
                f"link {link.id} takes no table: {status.words}, and the house deals only with a valid approval (R56); "
                "name one that covers the link"
            )

    def enter(self, approval: Approval, who: Person, command: str) -> Receipt:
        """Enter an approval."""
        words = f"enter approval {approval.number}"
        return self._write(who, command, words, lambda now: decide_enter(now, approval))

    def prolong(self, number: str, until: str, who: Person, command: str) -> Receipt:
        """Let an approval hold until another day, or for good."""
        words = f"prolong approval {number} until {until or 'it is withdrawn'}"
        return self._write(who, command, words, lambda now: decide_prolong(now, number, until))

    def withdraw(self, number: str, why: str, who: Person, command: str) -> Receipt:
        """Withdraw an approval from today on."""
        words = f"withdraw approval {number}: {why.strip()}"
        return self._write(who, command, words, lambda now: decide_withdraw(now, number, self.today(), why))

    def _write(self, who: Person, command: str, words: str, decide: Callable[[Approvals], ApprovalEvent]) -> Receipt:
        check_may(who, Duty.KEEP_APPROVALS)

        def attempt() -> Receipt:
            version = self._store.head(STREAM).version
            event = CODEC.to_plain(decide(self._read()))
            return self._store.commit(unit_of(who, command, self._now_ms(), words, Write(STREAM, version, (event,))))

        receipt = retried(self._store, who, command, "the book of approvals", same_request(STREAM, words), attempt)
        self._cached = None
        return receipt

    def _read(self) -> Approvals:
        approvals = Approvals()
        for entry in self._store.read(STREAM):
            for plain in contents(entry).events:
                approvals = evolve(approvals, CODEC.from_plain(plain))
        return approvals


def day_of(time_ms: int, zone: str) -> str:
    """The day of a moment, by the clock of the house."""
    return datetime.fromtimestamp(time_ms / 1000, ZoneInfo(zone)).date().isoformat()
