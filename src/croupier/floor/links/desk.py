"""The desk of the links: what each link's stream says, and what a table's order writes there with its own entry.

Progressive wagers never wait here. A lock moves them to the link's pool with the table's own entry; the pool is
split over the levels now and then, and before everything that needs exact cents.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.floor.orders import Order
from croupier.floor.roles import Person
from croupier.floor.table import Table
from croupier.jackpot.books import Books
from croupier.jackpot.commands import Command, ReturnWagers, SplitWagers, decide
from croupier.jackpot.display import LevelDisplay, displays
from croupier.jackpot.events import ClaimRefused, Event, MeterAdjusted
from croupier.jackpot.link import Link, evolve
from croupier.jackpot.movements import Elsewhere, House, InReserve, OnMeter, Owed, Place, Pool, Winner, movements
from croupier.jackpot.record import command_to_plain, from_plain, link_from_plain, link_to_plain, to_plain
from croupier.ledger.accounts import CASH, HOUSE, PLAY, Account, meter, owed, player, pool, reserve
from croupier.ledger.transfers import Transfer, transfer_id
from croupier.money import Cents
from croupier.rules.commands import VoidRound
from croupier.rules.steps import END
from croupier.store.entry import Entry, canonical, contents
from croupier.store.journal import Store
from croupier.store.unit import Receipt, Write

PREFIX: Final = "link/"
SNAPSHOT_EVERY: Final = 64


@dataclass(frozen=True, slots=True)
class PaidWin:
    """A win whose meter is adjusted: the award goes to its table."""

    seat: int
    line: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class RefusedClaim:
    """A win whose claim is refused: its table notes it."""

    seat: int
    line: str
    reason: str


@dataclass(frozen=True, slots=True)
class LinkPart:
    """A link's part of a transaction, alone or with a table's order; its transfers come before the table's.

    `events` are what the writes say, `after` is the link once they are durable, and `paid` or `refused` the win among
    them that its table has to note.
    """

    writes: tuple[Write, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    snapshots: tuple[tuple[str, str], ...] = ()
    events: tuple[Event, ...] = ()
    after: Link | None = None
    paid: PaidWin | None = None
    refused: RefusedClaim | None = None


NO_PART: Final = LinkPart()


@dataclass(frozen=True, slots=True)
class LinkState:
    """A link as its stream has it, and how far that has come. `None`: nobody has opened it."""

    link: Link | None
    version: int


class NoSuchLink(Refused):
    """A link that nobody has opened."""

    def __init__(self, name: str, there: list[str]) -> None:
        super().__init__(f"no link {name!r}; there are {', '.join(there) or 'none yet'}")


class Desk:
    """Every link of a record. It is told of each durable entry, so what it remembers is what is on disk."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, LinkState] = {}
        self._newest: dict[str, int] = {}
        self._lock = threading.RLock()
        self._stop: Callable[[], None] | None = None

    def names(self, *, closed: bool = False) -> list[str]:
        """The names of all links that are open; `closed`: of those that are over, too."""
        there = [stream.removeprefix(PREFIX) for stream in self._store.streams(PREFIX)]
        return there if closed else [name for name in there if not self._is_over(name)]

    def _is_over(self, name: str) -> bool:
        link = self.standing(name).link
        return link is not None and link.closed is not None

    def standing(self, name: str, *, fresh: bool = False) -> LinkState:
        """A link as it stands; `fresh`: other processes' entries included."""
        with self._lock:
            if self._stop is None:
                self._stop = self._store.watch(self._note_newest, is_link)
            known = self._known.get(name) or self._from_shortcut(name)
            if fresh or name not in self._known or known.version < self._newest.get(name, 0):
                for entry in self._store.read(PREFIX + name, after=known.version):
                    known = followed(known, entry)
                if known.version:
                    self._known[name] = known
            return known

    def _from_shortcut(self, name: str) -> LinkState:
        """The latest shortcut of a link's stream, or its beginning."""
        shortcut = self._store.snapshot(PREFIX + name)
        return (
            LinkState(None, 0) if shortcut is None else LinkState(link_from_plain(json.loads(shortcut[1])), shortcut[0])
        )

    def link(self, name: str) -> Link:
        """A link as it stands, or `NoSuchLink`."""
        link = self.standing(name, fresh=True).link
        if link is None:
            raise NoSuchLink(name, self.names())
        return link

    def why_lost(self, name: str) -> str | None:
        """Why a table on this link takes no progressive wagers now, if it does not."""
        link = self.standing(name).link
        if link is None:
            return f"link {name!r} is not in the record"
        return None if link.fault is None else f"link {name!r} is stopped: {link.fault}"

    def pool(self, name: str) -> Cents:
        """Accepted wagers of a link that are not split yet."""
        return self._store.balance(pool(name))

    def displays(self, name: str) -> tuple[LevelDisplay, ...]:
        """What displays show of a link, to the cent: the levels, and what the pool will make of them."""
        while True:
            before = self.standing(name, fresh=True)
            held = self.pool(name)
            # Had somebody split the pool in between, the pool's cents would be missing from both.
            if before.link is not None and self._store.head(PREFIX + name).version == before.version:
                return displays(before.link, held)
            if before.link is None:
                raise NoSuchLink(name, self.names())

    def books(self, name: str) -> Books:
        """What the ledger says a link has."""
        link = self.link(name)
        return Books(
            {level: self._store.balance(meter(name, level)) for level in link.levels},
            {level: self._store.balance(reserve(name, level)) for level in link.levels},
            self._store.balance(owed(name)),
        )

    def part_of_order(self, table: Table, order: Order, who: Person) -> LinkPart | None:
        """What an order at a table writes into its link: a void takes the accepted wagers out again. A round that ends
        without a win that was refused asks that its link stands still: nobody may have claimed it again meanwhile."""
        if order == END and table.link is not None and table.unpaid:
            return LinkPart((Write(PREFIX + table.link, self.standing(table.link, fresh=True).version, ()),))
        if not isinstance(order, VoidRound) or table.link is None or not table.accepted:
            return None
        round = table.in_play
        assert round is not None, "accepted wagers lie in a round"
        back = ReturnWagers(
            table=table.name,
            round=round.id,
            wagers=table.accepted,
            by=f"table/{table.name}",
            approver=who.name,
            reason=order.reason,
        )
        return self.part(table.link, back, split_pool=True)

    def part(self, name: str, *commands: Command, split_pool: bool = False) -> LinkPart:
        """The link's part of a transaction: first the split of the pool if `split_pool`, then these commands one after
        another."""
        before = self.standing(name, fresh=True)
        link, events, recorded, paid, refused = before.link, [], [], None, None
        for command in (*((SplitWagers(self.pool(name)),) if split_pool and link is not None else ()), *commands):
            decided = decide(link, command)
            if decided:
                recorded.append(command_to_plain(command))
            for event in decided:
                events.append(event)
                paid, refused = _paid(link, event) or paid, _refused(link, event) or refused
                link = evolve(link, event)
        if not events:
            return NO_PART
        version = before.version + 1
        return LinkPart(
            writes=(Write(PREFIX + name, before.version, tuple(to_plain(event) for event in events), tuple(recorded)),),
            transfers=transfers_of(name, before.link, version, tuple(events)),
            snapshots=_snapshot(name, link, version),
            events=tuple(events),
            after=link,
            paid=paid,
            refused=refused,
        )

    def wrote(self, part: LinkPart, receipt: Receipt) -> Receipt:
        """Remember a link that this process has just written, so that it need not be read again."""
        link = part.after
        if link is not None and not receipt.repeated:
            version = receipt.version(PREFIX + link.id)
            with self._lock:
                if link.id in self._known and self._known[link.id].version < version:
                    self._known[link.id] = LinkState(link, version)
        return receipt

    def forget(self, name: str) -> None:
        """Keep a link in memory no longer."""
        with self._lock:
            self._known.pop(name, None)

    def close(self) -> None:
        """Stop listening."""
        if self._stop is not None:
            self._stop()
            self._stop = None

    def _note_newest(self, entries: tuple[Entry, ...]) -> None:
        """Note how far links have come. Their entries are read when somebody asks, because this runs in the committer's
        thread."""
        for entry in entries:
            self._newest[entry.stream.removeprefix(PREFIX)] = entry.version


def is_link(stream: str) -> bool:
    """Whether a stream is a link's."""
    return stream.startswith(PREFIX)


def followed(standing: LinkState, entry: Entry) -> LinkState:
    """A link after one more entry of its stream."""
    link = standing.link
    for plain in contents(entry).events:
        link = evolve(link, from_plain(plain))
    return LinkState(link, entry.version)


def transfers_of(name: str, link: Link | None, version: int, events: tuple[Event, ...]) -> tuple[Transfer, ...]:
    """The transfers that these events make as entry `version` of a link's stream."""
    transfers = []
    for number, event in enumerate(events):
        after = evolve(link, event)
        house = PLAY if after.terms.play_chips else HOUSE
        for move in movements(link, event):
            winner = link.claims[event.claim].player if isinstance(event, MeterAdjusted) and link is not None else ""
            id = transfer_id(PREFIX.rstrip("/"), name, version, number, move.why)
            source, target = (_account(name, place, winner, house) for place in (move.source, move.target))
            transfers.append(Transfer(id, source, target, move.cents))
        link = after
    return tuple(transfers)


def _paid(link: Link | None, event: Event) -> PaidWin | None:
    if not isinstance(event, MeterAdjusted):
        return None
    assert link is not None, "a claim belongs to a link"
    claim = link.claims[event.claim]
    assert claim.award is not None, "a claim is logged before its meter is adjusted"
    return PaidWin(claim.seat, claim.line, claim.award.amount)


def _refused(link: Link | None, event: Event) -> RefusedClaim | None:
    if not isinstance(event, ClaimRefused):
        return None
    assert link is not None, "a claim belongs to a link"
    claim = link.claims[event.claim]
    return RefusedClaim(claim.seat, claim.line, event.reason)


def _snapshot(name: str, link: Link | None, version: int) -> tuple[tuple[str, str], ...]:
    """A shortcut now and then: opening a link replays at most a few entries."""
    if link is None or version % SNAPSHOT_EVERY:
        return ()
    return ((PREFIX + name, canonical(link_to_plain(link))),)


def _account(name: str, place: Place, winner: str, house: Account) -> Account:
    """The account of a place; a winner whom we do not hold an account for is paid outside."""
    match place:
        case Pool():
            return pool(name)
        case OnMeter(level):
            return meter(name, level)
        case InReserve(level):
            return reserve(name, level)
        case Owed():
            return owed(name)
        case House():
            return house
        case Winner():
            return player(winner) if winner else CASH
        case Elsewhere(link, level, saved):
            return reserve(link, level) if saved else meter(link, level)
