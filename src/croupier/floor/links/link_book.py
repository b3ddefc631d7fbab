"""The book of a link: its state after an entry of the journal, and the sums of everything that happened on it.

What happened in a period is the book at its end less the book at its beginning. So a report reads two books, however
long the period is.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from croupier.floor.links.desk import PREFIX
from croupier.jackpot.events import AdjustmentMade, ClaimLogged, Event, LinkOpened, WagersReturned, WagersSplit
from croupier.jackpot.level import Split
from croupier.jackpot.link import Claim, Link, evolve
from croupier.jackpot.meter import Award
from croupier.jackpot.movements import InReserve, OnMeter, movements
from croupier.jackpot.office.deeds import TransferReceived, TransferSent
from croupier.jackpot.record import link_from_plain, link_to_plain
from croupier.ledger.accounts import pool
from croupier.money import Cents
from croupier.store.entry import canonical
from croupier.values import replace

Move: TypeAlias = tuple[str, str, str, Cents]
"""A movement of the ledger: id, debit, credit, cents."""
WHOLE, LEVEL, TABLE, LINE = "link", "level", "table", "line"
"""What figures are of."""
THEORY: Final = "theory"
"""A level's figure: what its rates make of the wagers, in ten-thousandths of a cent."""

Totals: TypeAlias = Counter[tuple[str, str, str]]
"""By what they are of, its name, and the figure."""


@dataclass(slots=True)
class LinkBook:
    """A link at some time. `version` is how far its stream has come; none of it: nobody has opened the link."""

    name: str
    link: Link | None = None
    version: int = 0
    totals: Totals = field(default_factory=Counter)

    def copy(self) -> LinkBook:
        """The same, to go on with."""
        return replace(self, totals=self.totals.copy())

    def follow(self, version: int, events: Iterable[Event]) -> None:
        """Take in the next entry of the link's stream."""
        for event in events:
            before, self.link = self.link, evolve(self.link, event)
            self._count(before, event, self.link)
        self.version = version

    def wager(self, moved: Move) -> None:
        """Take in a movement of the link's pool: a wager that was accepted, or one that went back."""
        id, debit, credit, cents = moved
        account = pool(self.name)
        if id.startswith(PREFIX) or account not in (debit, credit):
            return  # a movement of the link's own: the pool was split
        # The id of a wager is derived from its round, and a round's from its table: T1-57/3/progressive.
        table = id.partition("/")[0].rpartition("-")[0]
        self.totals[TABLE, table, "wagers" if credit == account else "returned"] += cents

    def _count(self, link: Link | None, event: Event, after: Link) -> None:
        match event:
            case LinkOpened(_, terms):
                for planned in terms.levels:
                    self._add(planned.name, "seeded", planned.seed)
            case WagersSplit(wagers, split):
                self._split(wagers, split, after)
                for name, cents in split.meter.items():
                    self._add(name, "contributions", cents)
            case WagersReturned(_, _, wagers, split):
                self._split(-wagers, split, after)
                for name, cents in split.meter.items():
                    self._add(name, "returned", -cents)
            case ClaimLogged(number, award) if link is not None:
                self._hit(link.claims[number], award)
            case AdjustmentMade(level=level, win=None):
                self._add(level, "adjustments", event.new - event.old)
            case AdjustmentMade(level=level, win=win) if win is not None:
                self._add(level, "backed_out", win.to_meter)
                self._add(level, "reserve_restored", win.to_reserve)
            case TransferSent() | TransferReceived():
                figure = "reserve_transferred" if event.reserve else "transferred"
                self._add(event.level, figure, event.new - event.old)
            case _:
                pass
        if link is not None and not isinstance(event, AdjustmentMade):
            for move in movements(link, event):
                if isinstance(move.source, OnMeter) and isinstance(move.target, InReserve):
                    self._add(move.source.level, "overflow", move.cents)

    def _split(self, wagers: Cents, split: Split, after: Link) -> None:
        self.totals[WHOLE, "", "split"] += wagers
        self.totals[WHOLE, "", "house"] += split.house - split.topped_up
        for name, level in after.levels.items():
            self._add(name, THEORY, wagers * level.meter.rate_bp)
            self._add(name, "reserve_in", split.reserve[name])

    def _hit(self, claim: Claim, award: Award) -> None:
        for figure, many in (
            ("hits", 1),
            ("awards", award.amount),
            ("topped_up", award.topped_up),
            ("seeded", award.seeded),
            ("from_reserve", award.from_reserve),
        ):
            self._add(claim.level, figure, many)
        for of, name, paid in ((TABLE, claim.table, "awards"), (LINE, claim.line, "paid")):
            self.totals[of, name, "hits"] += 1
            self.totals[of, name, paid] += award.amount

    def _add(self, level: str, figure: str, cents: int) -> None:
        self.totals[LEVEL, level, figure] += cents


def book_text(book: LinkBook) -> str:
    """A book as text."""
    totals = sorted([*key, many] for key, many in book.totals.items() if many)
    return canonical({"link": None if book.link is None else link_to_plain(book.link), "totals": totals})


def read_book(name: str, version: int, text: str) -> LinkBook:
    """The book that `book_text` wrote."""
    plain = json.loads(text)
    link = None if plain["link"] is None else link_from_plain(plain["link"])
    return LinkBook(
        name, link, version, Counter({(of, what, figure): many for of, what, figure, many in plain["totals"]})
    )
