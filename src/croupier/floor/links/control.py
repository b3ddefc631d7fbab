"""Links of the card room: opened, configured, joined, claimed, adjusted and checked; one call, one command.

Every call takes the command id of whoever asks: repeated, it is answered as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from croupier.errors import Refused
from croupier.floor.links.claiming import commit, link_person, press, second_of
from croupier.floor.links.desk import PREFIX, LinkPart
from croupier.floor.links.economics import economics, preconfigured, table_economics
from croupier.floor.links.linked import LinkTo, Unlink, link_to
from croupier.floor.links.outside import OutsideTable, write_of
from croupier.floor.links.outside_events import TermsNoted
from croupier.floor.links.terms import largest_stake, unlawful_stake
from croupier.floor.practice import is_practice
from croupier.floor.roles import LINK_DESK, Person
from croupier.floor.room import Room, check_name
from croupier.floor.unit import Same, T, events_in, receipt_of, retried, same_request
from croupier.jackpot.adjustments import ApproveAdjustment, AskAdjustment, DropAdjustment
from croupier.jackpot.buttons import Button
from croupier.jackpot.commands import CheckBooks, Command, ResumeLink, StopLink
from croupier.jackpot.display import LevelDisplay
from croupier.jackpot.events import (
    AdjustmentAsked,
    AdjustmentReason,
    Event,
    LinkConfigured,
    LinkOpened,
    TableJoined,
    TableLeft,
)
from croupier.jackpot.link import Link
from croupier.jackpot.office.deeds import TransferSent
from croupier.jackpot.office.setup import Configure, JoinTable, LeaveTable, OpenLink
from croupier.jackpot.office.transfer import received
from croupier.jackpot.record import from_plain
from croupier.jackpot.terms import BadLink, LinkTerms
from croupier.money import Cents
from croupier.store.entry import contents
from croupier.store.unit import CommandIdTaken, Receipt, StaleVersion
from croupier.values import replace


class Links:
    """What people do with the links of a room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.desk = room.desk
        self._outside: dict[str, OutsideTable] = {}

    def outside(self, table: str) -> OutsideTable:
        """A table whose cards we do not deal, as it stands."""
        self._outside[table] = at = OutsideTable.load(self.room.store, table, self._outside.get(table))
        return at

    def open(
        self, name: str, terms: LinkTerms, who: Person, command: str, *, override: str = "",
        approver: Person | None = None,
    ) -> Link:  # fmt: skip
        """Open a link; every meter starts at its seed. It is measured by what came with the system (R42), and by what
        it leaves the house in the long run (R59)."""
        check_name(name)
        terms = _checked(name, terms)
        link_command = OpenLink(
            link=name,
            terms=terms,
            by=link_person(who),
            override=override,
            largest_stake=self._largest_stake(terms),
            keeps_ppm=economics(terms).keeps_ppm,
            approver=second_of(approver),
        )
        self._retried(
            name,
            who,
            command,
            _with_terms(name, terms),
            lambda: commit(self.room, self.desk.part(name, link_command), who, command, f"open link {name}"),
        )
        return self.desk.link(name)

    def configure(
        self, name: str, terms: LinkTerms, who: Person, command: str, *, override: str = "",
        approver: Person | None = None,
    ) -> Link:  # fmt: skip
        """Change a link's terms. Each of its tables notes it in the same transaction, so that none can begin a round in
        between. The new terms are measured as those of a new link are (R42, R59)."""
        terms = _checked(name, terms)

        def attempt() -> Receipt | None:
            tables = self.desk.link(name).tables
            ours = [table for table in tables if self._is_ours(table)]
            outside = [self.outside(table) for table in tables if table not in ours]
            playing = [table for table in ours if self.room.table(table).in_play is not None]
            playing += [table.name for table in outside if table.round is not None]
            link_command = Configure(
                terms=terms,
                by=link_person(who),
                playing=tuple(playing),
                override=override,
                largest_stake=self._largest_stake(terms),
                keeps_ppm=economics(terms).keeps_ppm,
                approver=second_of(approver),
            )
            part = self.desk.part(name, link_command, split_pool=True)
            noted = TermsNoted(terms.stake, terms.paytable, "meter" if terms.all_pays_off_meter else "tray")
            part = replace(part, writes=(*part.writes, *(write_of(table, noted) for table in outside)))
            if ours:
                return self.room.together(ours, link_to(name, terms), who, command=command, link_part=part)
            return commit(self.room, part, who, command, f"configure link {name}")

        self._retried(name, who, command, _with_terms(name, terms), attempt)
        return self.desk.link(name)

    def join(
        self, name: str, table: str, who: Person, command: str, *, override: str = "", approver: Person | None = None
    ) -> Receipt | None:
        """Put one of our tables on a link; on one that loses in the long run, two people with a reference do (R59)."""
        link = self.desk.link(name)
        if is_practice(table) and table != name:
            raise Refused(f"{table} is a practice table with play chips; a link takes money only")
        on = self.room.table(table).link
        if on is not None and receipt_of(self.room.store, who, command, _at_both(name, table, LinkTo)) is None:
            raise Refused(f"{table} is on link {on!r} already; take it off first")

        def link_command() -> Command:
            self.room.approvals.check_join(link)
            game, most = self.room.game_at(table).key, self._largest_stake(link.terms)
            keeps_ppm = table_economics(link.terms, game).keeps_ppm
            return JoinTable(table, game, link_person(who), most, keeps_ppm, second_of(approver), override)

        return self._at(name, table, link_to(name, link.terms), who, command, link_command)

    def leave(self, name: str, table: str, who: Person, command: str) -> Receipt | None:
        """Take one of our tables off a link, between rounds."""

        def link_command() -> Command:
            return LeaveTable(table=table, by=link_person(who), playing=self.room.table(table).in_play is not None)

        return self._at(name, table, Unlink(), who, command, link_command)

    def press(self, table: str, button: Button, who: Person, command: str) -> Receipt | None:
        """Press a button of a table's keypad."""
        return press(self.room, table, button, who, command)

    def displays(self, name: str) -> tuple[LevelDisplay, ...]:
        """What displays show of a link."""
        return self.desk.displays(name)

    def ask(
        self, name: str, level: str, change: Cents, reason: AdjustmentReason, document: str, who: Person, command: str
    ) -> int:
        """Ask for a meter to be set by hand; the number of the adjustment."""
        words = f"ask for {level} {change:+} cents, {reason.value}, by {document}"
        before = receipt_of(self.room.store, who, command, same_request(PREFIX + name, words))
        if reason is AdjustmentReason.BACK_OUT and before is None:
            raise Refused("a back-out names the win that it undoes; ask for it on the page of that win, by its claim")
        link_command = AskAdjustment(level=level, change=change, reason=reason, document=document, by=link_person(who))
        return self.ask_for(name, link_command, who, command, words)

    def ask_for(self, name: str, link_command: Command, who: Person, command: str, words: str) -> int:
        """Ask for anything that takes a second person; the number of the adjustment."""
        self.desk.link(name)

        def attempt() -> Receipt | int:
            part = self.desk.part(name, link_command, split_pool=True)
            receipt = commit(self.room, part, who, command, words)
            assert receipt is not None, "what is asked for is written"
            return receipt if receipt.repeated else _adjustment_of(part.events, command)

        outcome = self._retried(name, who, command, same_request(PREFIX + name, words), attempt)
        if isinstance(outcome, int):
            return outcome
        before = contents(outcome.entries[0]).events
        return _adjustment_of((from_plain(plain) for plain in before), command)

    def approve(self, name: str, adjustment: int, who: Person, command: str) -> Receipt | None:
        """Make an adjustment that somebody else asked for."""
        link_command, words = ApproveAdjustment(adjustment, link_person(who)), f"approve adjustment {adjustment}"
        self.desk.link(name)

        def attempt() -> Receipt | None:
            part = self.desk.part(name, link_command, split_pool=True)
            sent = next((event for event in part.events if isinstance(event, TransferSent)), None)
            there = None
            if sent is not None and sent.to.link != name:
                receiving = received(name, sent, link_person(who))
                there = self.desk.part(sent.to.link, receiving, split_pool=True)
            return commit(self.room, part, who, command, words, there)

        return self._retried(name, who, command, same_request(PREFIX + name, words), attempt)

    def drop(self, name: str, adjustment: int, reason: str, who: Person, command: str) -> Receipt | None:
        """Put an adjustment aside."""
        link_command = DropAdjustment(adjustment, link_person(who), reason)
        return self.do(name, link_command, who, command, f"drop adjustment {adjustment}: {reason}")

    def stop(self, name: str, reason: str, who: Person, command: str) -> Receipt | None:
        """Stop a link: its tables take no progressive wagers."""
        return self.do(name, StopLink(reason, link_person(who)), who, command, f"stop link {name}: {reason}")

    def resume(self, name: str, who: Person, approver: Person, command: str) -> Receipt | None:
        """Let a stopped link run again; the books must agree, and two people."""

        def part() -> LinkPart:
            resumed = ResumeLink(by=link_person(who), approver=link_person(approver), books=self.desk.books(name))
            return self.desk.part(name, resumed)

        return self._write(name, who, command, f"resume link {name} with {approver.name}", part)

    def split_pool(self, name: str) -> Receipt | None:
        """Split what lies in the pool over the levels."""
        version = self.desk.standing(name, fresh=True).version
        command = f"{PREFIX}{name}@{version}/split"
        return self._write(name, LINK_DESK, command, "split the pool", lambda: self.desk.part(name, split_pool=True))

    def check(self, name: str) -> str | None:
        """The self-check: compare a link with the ledger, and stop it if they differ; the fault, if there is one."""

        def part() -> LinkPart:
            version = self.desk.standing(name, fresh=True).version
            checked = self.desk.part(name, CheckBooks(self.desk.books(name)))
            if checked.writes and checked.writes[0].expected != version:
                # The link moved on while the books were read, so a difference between the two says nothing.
                raise StaleVersion(PREFIX + name, version, checked.writes[0].expected or 0)
            return checked

        version = self.desk.standing(name, fresh=True).version
        self._write(name, LINK_DESK, f"{PREFIX}{name}@{version}/check", "self-check", part)
        return self.desk.link(name).fault

    def tick(self) -> None:
        """Split every pool and check every link: a server does this every few seconds."""
        for name in self.desk.names():
            if self.desk.link(name).fault is None:
                self.split_pool(name)
                self.check(name)

    def _largest_stake(self, terms: LinkTerms) -> Cents | None:
        """The most that the law allows for a stake; refused where these terms have more (R11, R55)."""
        law = self.room.law.now()
        if (why := unlawful_stake(terms, law)) is not None:
            raise BadLink(why)
        return largest_stake(law)

    def _is_ours(self, table: str) -> bool:
        return self.room.store.head(f"table/{table}").version > 0

    def do(
        self, name: str, link_command: Command, who: Person, command: str, words: str, *, split_pool: bool = False
    ) -> Receipt | None:
        """Give a link a command that concerns no table."""
        self.desk.link(name)
        return self._write(name, who, command, words, lambda: self.desk.part(name, link_command, split_pool=split_pool))

    def _at(
        self,
        name: str,
        table: str,
        order: LinkTo | Unlink,
        who: Person,
        command: str,
        link_command: Callable[[], Command],
    ) -> Receipt | None:
        def attempt() -> Receipt:
            part = self.desk.part(name, link_command())
            return self.room.do(table, order, who, command=command, link_part=part).receipt

        return self._retried(name, who, command, _at_both(name, table, type(order)), attempt)

    def _write(self, name: str, who: Person, command: str, words: str, part: Callable[[], LinkPart]) -> Receipt | None:
        same = same_request(PREFIX + name, words)
        return self._retried(name, who, command, same, lambda: commit(self.room, part(), who, command, words))

    def _retried(self, name: str, who: Person, command: str, same: Same, attempt: Callable[[], T]) -> T | Receipt:
        return retried(self.room.store, who, command, f"link {name!r}", same, attempt)


def _adjustment_of(events: Iterable[Event], command: str) -> int:
    """The number of the adjustment that a command asked for."""
    for event in events:
        if isinstance(event, AdjustmentAsked):
            return event.adjustment
    raise CommandIdTaken(command)


def _checked(name: str, terms: LinkTerms) -> LinkTerms:
    """The terms of a link with all that they leave to the system; refused where play chips and money would meet."""
    if is_practice(name) != terms.play_chips:
        raise Refused(f"{name} and its terms are not both of practice; play chips and money never meet")
    return preconfigured(terms)


def _with_terms(name: str, terms: LinkTerms) -> Same:
    """Whether a receipt is that of a request which gave a link these terms. The tables' own entries do not repeat all
    of them."""

    def same(receipt: Receipt) -> bool:
        events = (from_plain(plain) for plain in events_in(receipt, PREFIX + name))
        return any(isinstance(event, LinkOpened | LinkConfigured) and event.terms == terms for event in events)

    return same


def _at_both(name: str, table: str, order: type[LinkTo | Unlink]) -> Same:
    """Whether a receipt is that of a request which put this table on the link, or took it off, under whatever terms."""
    kind = TableJoined if order is LinkTo else TableLeft

    def same(receipt: Receipt) -> bool:
        events = (from_plain(plain) for plain in events_in(receipt, PREFIX + name))
        return bool(events_in(receipt, f"table/{table}")) and any(isinstance(event, kind) for event in events)

    return same
