"""The audit of a link: every command of its stream is decided again, and every movement of money computed again.

The worth of claims, the split of wagers and the meters are computed again. Everybody must have been allowed to do what
they did. A meter that was adjusted must have its win in the table's own stream, in the same transaction.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice, takewhile
from typing import Final, TypeAlias

from croupier.codec import BadData, Codec
from croupier.floor.audit.approvals import ApprovalHistory
from croupier.floor.audit.claims import HandsOutside, wrong_claim, wrong_presser
from croupier.floor.audit.counterparts import missing_beside
from croupier.floor.audit.finding import IMPOSSIBLE, Finding, decode_entry
from croupier.floor.audit.older_links import command_of
from croupier.floor.audit.rebuilt import RebuildStop, RebuiltStream, Task
from croupier.floor.audit.roster import Nobody, Roster
from croupier.floor.audit.unit import read_units, unit_of
from croupier.floor.links.claiming import link_person
from croupier.floor.links.desk import PREFIX, transfers_of
from croupier.floor.links.economics import economics, table_economics
from croupier.floor.practice.names import is_practice
from croupier.floor.roles import AUTOMATIC_DEALER, LINK_DESK, PRACTICE_HOST, Duty, may
from croupier.floor.roles import Person as Staff
from croupier.jackpot.books import Books, faults
from croupier.jackpot.claim import LinkPerson, Rank
from croupier.jackpot.commands import Command, decide
from croupier.jackpot.events import (
    AdjustmentAsked,
    AdjustmentMade,
    ClaimLogged,
    ClaimPressed,
    Event,
    LinkOpened,
    LinkStopped,
    SeatSelected,
    TableJoined,
    WagersReturned,
    WagersSplit,
)
from croupier.jackpot.link import Link, evolve
from croupier.jackpot.office.deeds import LoggedWin, TransferReceived, TransferSent, WinnerNoted
from croupier.jackpot.office.setup import Configure, JoinTable, OpenLink, percent_words
from croupier.jackpot.record import command_from_plain, from_plain, link_from_plain, link_to_plain
from croupier.ledger.accounts import meter, owed, reserve
from croupier.store.entry import Entry, Unreadable, canonical
from croupier.store.reader import Reader
from croupier.store.trimming import trim_event

Won: TypeAlias = tuple[str, LoggedWin]
"""On which level something was won, and what."""
_codec = Codec()
_PAGE: Final = 500
"""How many entries of a link are read with what stands beside them."""


@dataclass(slots=True)
class LinkReplay:
    """The walk through one link's stream."""

    reader: Reader
    name: str
    until: int
    roster: Roster
    approvals: ApprovalHistory
    since: RebuildStop | None = None
    """Where an earlier audit has stopped."""
    stop: RebuildStop | None = None
    findings: list[Finding] = field(default_factory=list)
    _outside: HandsOutside = field(init=False)
    _link: Link | None = None
    _snapshot: tuple[int, str] | None = None
    _won: dict[int, Won] = field(default_factory=dict)
    _recorded: bool = False
    """Whether an entry has said its commands: an earlier Croupier wrote none, and one after it may not be without."""

    _table_begins: int = 0
    """Where the entries begin that are kept of a private table, beside which its own progressive writes."""

    def __post_init__(self) -> None:
        self._outside = HandsOutside(self.reader)
        stream = f"table/{self.name}"
        if is_practice(self.name) and trim_event(self.reader, stream) is not None:
            self._table_begins = next((entry.position for entry in self.reader.read(stream)), 0)

    def run(self) -> None:
        """Walk to the end, and compare what is left with the book."""
        self._snapshot = self.reader.snapshot(PREFIX + self.name)
        version = 0
        if self.since is not None:
            version = self.since.version
            self._link, self._won, self._recorded = self.since.read(_from_state)
        for entry in self._entries(version):
            version = entry.version
            try:
                self._entry(entry)
            except (Unreadable, BadData) as refused:
                self._find(entry, f"{refused}; this link is not followed further")
                return
            except IMPOSSIBLE as why:
                self._find(entry, f"cannot have happened: {why}; this link is not followed further")
                return
        if self._link is not None:
            for what in faults(self._link, self._books(self._link)):
                self.findings.append(Finding(0, PREFIX + self.name, what))
            self.stop = RebuildStop(version, 0, _state(self._link, self._won, self._recorded))

    def _entries(self, after: int) -> Iterator[Entry]:
        """The entries of the link past a version; what stands beside them is read page by page."""
        entries = takewhile(lambda one: one.position <= self.until, self.reader.read(PREFIX + self.name, after=after))
        while page := list(islice(entries, _PAGE)):
            read_units(self.reader, page)
            yield from page

    def _entry(self, entry: Entry) -> None:
        before, line = self._link, decode_entry(entry)
        events = tuple(from_plain(plain) for plain in line.events)
        commands = [command_from_plain(plain) for plain in line.commands]
        self._check_commands(entry, commands)
        left = events
        while left:
            if line.commands:
                decided = decide(self._link, commands.pop(0)) if commands else ()
            else:
                command = command_of(self._link, left[0], lambda name: self._people(entry, name)[-1])
                decided = left[:1] if command is None else decide(self._link, command)
            if not decided or decided != left[: len(decided)]:
                wanted = decided[0] if decided else "nothing"
                self._find(entry, f"the link makes {wanted} of it, but {left[0]} is recorded")
                decided = left[:1]
            for event in decided:
                self._note(entry, event)
                self._link = evolve(self._link, event)
            left = left[len(decided) :]
        for command in commands:
            self._find(entry, f"{command} is recorded, and nothing that it made")
        self._doers(entry, events)
        if entry.position >= self._table_begins:
            self._money(entry, before, events)
            for what in missing_beside(self.reader, self.name, before, entry, events):
                self._find(entry, what)
        self._other_side(entry, events)
        snapshot = self._snapshot
        if snapshot is None or snapshot[0] != entry.version or self._link is None:
            return
        if snapshot[1] != canonical(link_to_plain(self._link)):
            self._find(entry, "the snapshot of the link shows another state")

    def _check_commands(self, entry: Entry, commands: Sequence[Command]) -> None:
        """Whether an entry says its commands, and whoever gave them had the rank that they say."""
        if self._recorded and not commands:
            self._find(entry, "says no command, as those before it do")
        self._recorded = self._recorded or bool(commands)
        for command in commands:
            if (wrong := self._wrong_economics(command)) is not None:
                self._find(entry, wrong)
            for person in (getattr(command, one.name) for one in fields(command)):
                if isinstance(person, LinkPerson) and person not in self._people(entry, person.name):
                    self._find(entry, f"{person.name} was no {person.rank.value} then")

    def _wrong_economics(self, command: Command) -> str | None:
        """What is wrong with the house's part of a wager that a command says (R59), if it says one."""
        match command:
            case OpenLink(terms=terms, keeps_ppm=int() as said) | Configure(terms=terms, keeps_ppm=int() as said):
                now = economics(terms).keeps_ppm
            case JoinTable(game=game, keeps_ppm=int() as said) if self._link is not None:
                now = table_economics(self._link.terms, game).keeps_ppm
            case _:
                return None
        if said == now:
            return None
        return f"says that the house keeps {percent_words(said)} of a wager in the long run; it is {percent_words(now)}"

    def _note(self, entry: Entry, event: Event) -> None:
        """What has been won, and whether a back-out and a winner's papers speak of a win as it was logged, a button of
        what its table showed, and an opening of this link."""
        match event:
            case LinkOpened(name) if name != self.name:
                self._find(entry, f"opens link {name!r}, which has a stream of its own")
            case TableJoined() if self._link is not None and (wrong := self.approvals.wrong_join(self._link, entry)):
                self._find(entry, wrong)
            case ClaimPressed() | SeatSelected() if entry.position >= self._table_begins and (
                wrong := self._wrong_button(entry, event)
            ):
                self._find(entry, wrong)
            case ClaimLogged(claim, award, before, after) if self._link is not None:
                self._won[claim] = (self._link.claims[claim].level, LoggedWin(claim, award, before, after))
            case AdjustmentAsked(_, level, win=LoggedWin() as win) | AdjustmentMade(_, level, win=LoggedWin() as win):
                if self._won.get(win.claim) != (level, win):
                    self._find(entry, f"claim {win.claim} was not logged like that on {level}: {win}")
            case WinnerNoted(claim=claim, withheld=withheld):
                if claim not in self._won:
                    self._find(entry, f"papers of claim {claim}, which was never logged")
                elif withheld > self._won[claim][1].award.amount:
                    self._find(entry, f"more is withheld of claim {claim} than it paid")
            case _:
                pass

    def _wrong_button(self, entry: Entry, event: ClaimPressed | SeatSelected) -> str | None:
        wrong = wrong_presser(self.reader, entry, event.table)
        if wrong is None and isinstance(event, ClaimPressed):
            return wrong_claim(self.reader, entry, event, self._outside)
        return wrong

    def _other_side(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """A transfer between two links stands in both, in the same transaction."""
        for event in events:
            if isinstance(event, TransferSent) and event.to.link != self.name:
                there, wanted = event.to, {"event": "TransferReceived", "level": event.to.level}
                source = {"link": self.name, "level": event.level}
            elif isinstance(event, TransferReceived) and event.source.link != self.name:
                there, wanted = event.source, {"event": "TransferSent", "level": event.source.level}
                source = {"link": self.name, "level": event.level}
            else:
                continue
            cents, signed = abs(event.new - event.old), (event.adjustment, event.document, event.author, event.approver)
            lines = unit_of(self.reader, entry)
            if not any(
                line.entry.stream == PREFIX + there.link
                and wanted.items() <= plain.items()
                and source in (plain.get("source"), plain.get("to"))
                and abs(plain["new"] - plain["old"]) == cents
                and signed == (plain["adjustment"], plain["document"], plain["author"], plain["approver"])
                for line in lines
                for plain in line.events
            ):
                self._find(entry, f"transfer {event.adjustment} is not in link {there.link} in the same transaction")

    def _money(self, entry: Entry, before: Link | None, events: tuple[Event, ...]) -> None:
        transfers = transfers_of(self.name, before, entry.version, events)
        want = [(transfer.id, transfer.debit, transfer.credit, transfer.amount) for transfer in transfers]
        own = decode_entry(entry).transfers
        if own == want:  # the link wrote alone, as it mostly does
            return
        mark = f"{PREFIX}{self.name}/{entry.version}/"
        have = [row for line in unit_of(self.reader, entry) for row in line.transfers if row[0].startswith(mark)]
        # Whose the others are that bear a link's mark, the walk asks; what bears none moves nothing here.
        stray = [row for row in own if not row[0].startswith(PREFIX)]
        if want != have or stray:
            self._find(entry, f"the money moved is not what happened: want {want}, have {stray or have}"[:400])

    def _people(self, entry: Entry, name: str) -> list[LinkPerson]:
        """As whom somebody may have done what an entry says, as a link knows them. The highest rank stands last."""
        # Of the automata only the automatic dealer presses buttons, and the host of a private table confirms what it
        # wins; nobody does it in their names.
        for automaton in (AUTOMATIC_DEALER, *((PRACTICE_HOST,) if is_practice(self.name) else ())):
            if automaton.actor == entry.actor == f"staff/{name}":
                return [link_person(automaton)]
        roles = list(self.roster.roles(name, entry))
        if not roles:
            raise Nobody(f"staff/{name}")
        # One of two roles may just have ended. Who had to do with links in neither is refused as what they are now.
        on_links = [role for role in roles if may(role, Duty.PRESS_KEYPAD)] or roles[:1]
        people = [link_person(Staff(name, role)) for role in on_links]
        return sorted(people, key=lambda one: _RANKS.index(one.rank))

    def _doers(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """Whoever an event says has done it, has written it."""
        for event in events:
            doer = doer_of(event)
            if doer is not None and entry.actor != f"staff/{doer}":
                self._find(entry, f"says that {doer} did it, but {entry.actor} wrote it")
        if all(doer_of(event) is None for event in events) and entry.actor != LINK_DESK.actor:
            self._find(entry, f"{entry.actor} did what only {LINK_DESK.name} does")
        duty = Duty.RUN_LINK if any(isinstance(event, WinnerNoted) for event in events) else Duty.PRESS_KEYPAD
        if (lacking := self.roster.lacks(entry, duty)) is not None:
            self._find(entry, lacking)

    def _books(self, link: Link) -> Books:
        balances = self.reader.balances()
        return Books(
            {level: balances.get(meter(self.name, level), 0) for level in link.levels},
            {level: balances.get(reserve(self.name, level), 0) for level in link.levels},
            balances.get(owed(self.name), 0),
        )

    def _find(self, entry: Entry, what: str) -> None:
        self.findings.append(Finding(entry.position, entry.stream, what))


_RANKS = (Rank.DEALER, Rank.SUPERVISOR, Rank.EXECUTIVE)


def doer_of(event: Event) -> str | None:
    """Who has done what an event says, and so has written it; `None` of a pool that was split, beside what somebody did
    or by the desk alone."""
    match event:
        case WagersSplit():
            return None
        case LinkStopped(_, "self-check"):
            return LINK_DESK.name
        case AdjustmentMade() | TransferSent() | TransferReceived() | WagersReturned():
            return event.approver
        case _:
            return event.by


def audit_link(reader: Reader, stream: str, task: Task) -> RebuiltStream:
    """Make a link again up to a position of the journal, from where an earlier audit has stopped."""
    replay = LinkReplay(
        reader, stream.removeprefix(PREFIX), task.until, task.roster, task.approvals, task.stops.get(stream)
    )
    replay.run()
    return RebuiltStream.of(replay.findings, replay.stop)


def _state(link: Link, won: Mapping[int, Won], recorded: bool) -> str:
    plain = {"link": link_to_plain(link), "won": _codec.plain(Mapping[int, Won], won), "recorded": recorded}
    return canonical(plain)


def _from_state(text: str) -> tuple[Link, dict[int, Won], bool]:
    plain = json.loads(text)
    won = dict(_codec.value(Mapping[int, Won], plain["won"]))
    # A mark that was left before commands were recorded does not say whether they are.
    return link_from_plain(plain["link"]), won, plain.get("recorded", False)
