"""Links of the card room: opened, configured, joined, claimed, adjusted and checked; one call, one command.

Every call takes the command id of whoever asks: repeated, it is answered as before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from croupier.errors import Refused
from croupier.floor.claiming import commit, press, presser
from croupier.floor.desk import PREFIX, Beside
from croupier.floor.guest import Guest, noted
from croupier.floor.linked import LinkTo, Unlink
from croupier.floor.practice import is_practice
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room, check_name
from croupier.jackpot.adjustments import ApproveAdjustment, AskAdjustment, DropAdjustment
from croupier.jackpot.claim import Button
from croupier.jackpot.commands import (
    CheckBooks,
    Command,
    Configure,
    JoinTable,
    LeaveTable,
    OpenLink,
    ResumeLink,
    StopLink,
)
from croupier.jackpot.events import AdjustmentAsked, Reason
from croupier.jackpot.link import Link, Shown
from croupier.jackpot.record import from_plain
from croupier.jackpot.terms import LinkTerms
from croupier.money import Cents
from croupier.store.entry import contents
from croupier.store.unit import Receipt, StaleVersion

GAME: Final = "uth"
DESK: Final = Person("link-desk", Role.SUPERVISOR)
"""Who splits pools and checks links, when nobody has to."""
_TRIES: Final = 20


class Links:
    """What people do with the links of a room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.desk = room.desk

    def open(self, name: str, terms: LinkTerms, who: Person, command: str, *, override: str = "") -> Link:
        """Open a link; every meter starts at its seed."""
        check_name(name)
        asked = OpenLink(link=name, terms=terms, by=presser(who), override=override)
        self._write(name, who, command, f"open link {name}", lambda: self.desk.part(name, asked))
        return self.desk.link(name)

    def configure(self, name: str, terms: LinkTerms, who: Person, command: str, *, override: str = "") -> Link:
        """Change a link's terms. Each of its tables notes it in the same transaction, so none can begin a round
        in between."""
        for _ in range(_TRIES):
            link = self.desk.link(name)
            tables = [table for table in link.tables if self._is_ours(table)]
            guests = [Guest.load(self.room.store, table) for table in link.tables if table not in tables]
            playing = tuple(table for table in tables if self.room.table(table).in_play is not None)
            playing += tuple(guest.name for guest in guests if guest.round is not None)
            asked = Configure(terms=terms, by=presser(who), playing=playing, override=override)
            try:
                part = self.desk.part(name, asked, split_pool=True)
                part = Beside(
                    (*part.writes, *(noted(guest, terms.stake, terms.paytable) for guest in guests)), part.transfers
                )
                if tables:
                    self.room.together(tables, _link_to(name, terms), who, command=command, beside=part)
                else:
                    commit(self.room, part, who, command, f"configure link {name}")
                return self.desk.link(name)
            except StaleVersion:
                continue
            except Refused:
                if self._before(who, command) is None:
                    raise
                return self.desk.link(name)
        raise _busy(name)

    def join(self, name: str, table: str, who: Person, command: str) -> Receipt | None:
        """Put one of our tables on a link."""
        link = self.desk.link(name)
        if is_practice(table):
            raise Refused(f"{table} is a practice table with play chips; a link takes money only")
        on = self.room.table(table).link
        if on is not None and self._before(who, command) is None:
            raise Refused(f"{table} is on link {on!r} already; take it off first")
        order = _link_to(name, link.terms)
        return self._at(name, table, order, who, command, lambda: JoinTable(table, GAME, presser(who)))

    def leave(self, name: str, table: str, who: Person, command: str) -> Receipt | None:
        """Take one of our tables off a link, between rounds."""
        return self._at(
            name,
            table,
            Unlink(),
            who,
            command,
            lambda: LeaveTable(table=table, by=presser(who), playing=self.room.table(table).in_play is not None),
        )

    def press(self, table: str, button: Button, who: Person, command: str) -> Receipt | None:
        """Press a button of a table's keypad."""
        return press(self.room, table, button, who, command)

    def shown(self, name: str) -> tuple[Shown, ...]:
        """What displays show of a link."""
        return self.desk.shown(name)

    def ask(
        self, name: str, level: str, change: Cents, reason: Reason, document: str, who: Person, command: str
    ) -> int:
        """Ask for a meter to be set by hand; the number of the adjustment."""
        asked = AskAdjustment(level=level, change=change, reason=reason, document=document, by=presser(who))
        words = f"ask for {level} {change:+} cents, {reason.value}"
        receipt = self._do(name, asked, who, command, words, split_pool=True)
        assert receipt is not None, "what is asked for is written"
        events = (from_plain(plain) for entry in receipt.entries for plain in contents(entry).events)
        return next(event.adjustment for event in events if isinstance(event, AdjustmentAsked))

    def approve(self, name: str, adjustment: int, who: Person, command: str) -> Receipt | None:
        """Make an adjustment that somebody else asked for."""
        asked = ApproveAdjustment(adjustment, presser(who))
        return self._do(name, asked, who, command, f"approve adjustment {adjustment}", split_pool=True)

    def drop(self, name: str, adjustment: int, reason: str, who: Person, command: str) -> Receipt | None:
        """Put an adjustment aside."""
        asked = DropAdjustment(adjustment, presser(who), reason)
        return self._do(name, asked, who, command, f"drop adjustment {adjustment}: {reason}")

    def stop(self, name: str, reason: str, who: Person, command: str) -> Receipt | None:
        """Stop a link: its tables take no progressive wagers."""
        return self._do(name, StopLink(reason, presser(who)), who, command, f"stop link {name}: {reason}")

    def resume(self, name: str, who: Person, approver: Person, command: str) -> Receipt | None:
        """Let a stopped link run again; the books must agree, and two people."""

        def part() -> Beside:
            resumed = ResumeLink(by=presser(who), approver=presser(approver), books=self.desk.books(name))
            return self.desk.part(name, resumed)

        return self._write(name, who, command, f"resume link {name}", part)

    def split_pool(self, name: str) -> Receipt | None:
        """Split what lies in the pool over the levels."""
        version = self.desk.standing(name, fresh=True).version
        command = f"{PREFIX}{name}@{version}/split"
        return self._write(name, DESK, command, "split the pool", lambda: self.desk.part(name, split_pool=True))

    def check(self, name: str) -> str | None:
        """The self-check: compare a link with the ledger, and stop it if they differ; the fault, if there is one."""

        def part() -> Beside:
            seen = self.desk.standing(name, fresh=True).version
            made = self.desk.part(name, CheckBooks(self.desk.books(name)))
            if made.writes and made.writes[0].expected != seen:
                # The link moved on while the books were read, so a difference between the two says nothing.
                raise StaleVersion(PREFIX + name, seen, made.writes[0].expected or 0)
            return made

        version = self.desk.standing(name, fresh=True).version
        self._write(name, DESK, f"{PREFIX}{name}@{version}/check", "self-check", part)
        return self.desk.link(name).fault

    def tick(self) -> None:
        """Split every pool and check every link: a server does this every few seconds."""
        for name in self.desk.names():
            if self.desk.link(name).fault is None:
                self.split_pool(name)
                self.check(name)

    def _is_ours(self, table: str) -> bool:
        return self.room.store.head(f"table/{table}").version > 0

    def _do(
        self, name: str, asked: Command, who: Person, command: str, words: str, *, split_pool: bool = False
    ) -> Receipt | None:
        self.desk.link(name)
        return self._write(name, who, command, words, lambda: self.desk.part(name, asked, split_pool=split_pool))

    def _at(
        self, name: str, table: str, order: LinkTo | Unlink, who: Person, command: str, asked: Callable[[], Command]
    ) -> Receipt | None:
        for _ in range(_TRIES):
            try:
                part = self.desk.part(name, asked())
                return self.room.do(table, order, who, command=command, beside=part)[1]
            except StaleVersion:
                continue
            except Refused:
                before = self._before(who, command)
                if before is None:
                    raise
                return before
        raise _busy(name)

    def _write(self, name: str, who: Person, command: str, words: str, part: Callable[[], Beside]) -> Receipt | None:
        for _ in range(_TRIES):
            try:
                return commit(self.room, part(), who, command, words)
            except StaleVersion:
                continue
            except Refused:
                before = self._before(who, command)
                if before is None:
                    raise
                return before
        raise _busy(name)

    def _before(self, who: Person, command: str) -> Receipt | None:
        before = self.room.store.receipt(command)
        return before if before is not None and before.entries[0].actor == who.actor else None


def _link_to(name: str, terms: LinkTerms) -> LinkTo:
    return LinkTo(name, terms.stake, terms.paytable, "meter" if terms.all_pays_off_meter else "tray")


def _busy(name: str) -> Refused:
    return Refused(f"link {name!r} moved on {_TRIES} times while this was decided; ask again")
