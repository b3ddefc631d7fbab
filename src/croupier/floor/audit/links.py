"""Every link made again from its stream: each event decided a second time, each cent moved a second time.

What a claim is worth, how wagers split and what a meter shows is worked out again, and whoever is in the book of names
must have been allowed to do what they did. A meter that was adjusted must have its win in the table's own stream, in
the same transaction.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from croupier.codec import BadData, Codec
from croupier.floor.audit.beside import missing_beside
from croupier.floor.audit.claims import wrong_claim, wrong_presser
from croupier.floor.audit.finding import IMPOSSIBLE, Finding, read_line
from croupier.floor.audit.link_commands import command_of, doer_of
from croupier.floor.audit.remade import Remade, Stop
from croupier.floor.audit.roll import Nobody, Roll
from croupier.floor.audit.unit import unit_of
from croupier.floor.links.claiming import link_person
from croupier.floor.links.desk import PREFIX, transfers_of
from croupier.floor.roles import AUTOMATIC_DEALER, LINK_DESK, Duty
from croupier.floor.roles import Person as Staff
from croupier.jackpot.books import Books, faults
from croupier.jackpot.claim import Person, Rank
from croupier.jackpot.commands import decide
from croupier.jackpot.events import AdjustmentAsked, AdjustmentMade, ClaimLogged, ClaimPressed, Event, SeatSelected
from croupier.jackpot.link import Link, evolve
from croupier.jackpot.office.deeds import LoggedWin, TransferReceived, TransferSent, WinnerNoted
from croupier.jackpot.record import from_plain, link_from_plain, link_to_plain
from croupier.ledger.accounts import meter, owed, reserve
from croupier.store.entry import Entry, Unreadable, canonical
from croupier.store.reader import Reader

Won: TypeAlias = tuple[str, LoggedWin]
"""On which level something was won, and what."""
_codec = Codec()


@dataclass(slots=True)
class LinkReplay:
    """The walk through one link's stream."""

    reader: Reader
    name: str
    until: int
    roll: Roll
    since: Stop | None = None
    """Where an earlier audit has stopped."""
    stop: Stop | None = None
    findings: list[Finding] = field(default_factory=list)
    _link: Link | None = None
    _snapshot: tuple[int, str] | None = None
    _won: dict[int, Won] = field(default_factory=dict)

    def run(self) -> None:
        """Walk to the end, and compare what is left with the book."""
        self._snapshot = self.reader.snapshot(PREFIX + self.name)
        version = 0
        if self.since is not None:
            version, (self._link, self._won) = self.since.version, self.since.read(_from_state)
        for entry in self.reader.read(PREFIX + self.name, after=version):
            if entry.position > self.until:
                break
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
            self.stop = Stop(version, 0, _state(self._link, self._won))

    def _entry(self, entry: Entry) -> None:
        before = self._link
        events = tuple(from_plain(plain) for plain in read_line(entry).events)
        left = events
        while left:
            made = decided_again(self._link, left[0], self._people(entry))
            if made is None:  # nothing to work out a second time
                made = left[:1]
            if made != left[: len(made)]:
                self._find(entry, f"the link makes {made[0]} of it, but {left[0]} is recorded")
                made = left[:1]
            for event in made:
                self._note(entry, event)
                self._link = evolve(self._link, event)
            left = left[len(made) :]
        self._money(entry, before, events)
        self._doers(entry, events)
        for what in missing_beside(self.reader, self.name, before, entry, events):
            self._find(entry, what)
        self._other_side(entry, events)
        kept = self._snapshot
        if kept is None or kept[0] != entry.version or self._link is None:
            return
        if kept[1] != canonical(link_to_plain(self._link)):
            self._find(entry, "the snapshot of the link shows another state")

    def _note(self, entry: Entry, event: Event) -> None:
        """What has been won, and whether a back-out and a winner's papers speak of a win as it was logged."""
        match event:
            case ClaimPressed() | SeatSelected() if (wrong := self._wrong_button(entry, event)) is not None:
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
            return wrong_claim(self.reader, entry, event)
        return wrong

    def _other_side(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """A transfer between two links stands in both, in the same transaction."""
        for event in events:
            if isinstance(event, TransferSent) and event.to.link != self.name:
                there, said = event.to, {"event": "TransferReceived", "level": event.to.level}
                source = {"link": self.name, "level": event.level}
            elif isinstance(event, TransferReceived) and event.source.link != self.name:
                there, said = event.source, {"event": "TransferSent", "level": event.source.level}
                source = {"link": self.name, "level": event.level}
            else:
                continue
            cents, signed = abs(event.new - event.old), (event.adjustment, event.document, event.author, event.approver)
            lines = unit_of(self.reader, entry)
            if not any(
                line.entry.stream == PREFIX + there.link
                and said.items() <= plain.items()
                and source in (plain.get("source"), plain.get("to"))
                and abs(plain["new"] - plain["old"]) == cents
                and signed == (plain["adjustment"], plain["document"], plain["author"], plain["approver"])
                for line in lines
                for plain in line.events
            ):
                self._find(entry, f"transfer {event.adjustment} is not in link {there.link} in the same transaction")

    def _money(self, entry: Entry, before: Link | None, events: tuple[Event, ...]) -> None:
        made = transfers_of(self.name, before, entry.version, events)
        want = [(transfer.id, transfer.debit, transfer.credit, transfer.amount) for transfer in made]
        own = read_line(entry).transfers
        if own == want:  # the link wrote alone, as it mostly does
            return
        mark = f"{PREFIX}{self.name}/{entry.version}/"
        have = [row for line in unit_of(self.reader, entry) for row in line.transfers if row[0].startswith(mark)]
        # Whose the others are that bear a link's mark, the walk asks; what bears none moves nothing here.
        stray = [row for row in own if not row[0].startswith(PREFIX)]
        if want != have or stray:
            self._find(entry, f"the money moved is not what happened: want {want}, have {stray or have}"[:400])

    def _people(self, entry: Entry) -> Callable[[str], Person]:
        """Who somebody was at the time of an entry, as a link knows them: with the highest rank that they had."""

        def person(name: str) -> Person:
            # Of the automata only the automatic dealer presses buttons, and nobody does it in its name.
            if AUTOMATIC_DEALER.actor == entry.actor == f"staff/{name}":
                return link_person(AUTOMATIC_DEALER)
            people = [Staff(name, role) for role in self.roll.roles(name, entry)]
            if not people:
                raise Nobody(f"staff/{name}")
            return max((link_person(one) for one in people), key=lambda one: _RANKS.index(one.rank))

        return person

    def _doers(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """Whoever an event says has done it, has written it."""
        for event in events:
            doer = doer_of(event)
            if doer is not None and entry.actor != f"staff/{doer}":
                self._find(entry, f"says that {doer} did it, but {entry.actor} wrote it")
        if all(doer_of(event) is None for event in events) and entry.actor != LINK_DESK.actor:
            self._find(entry, f"{entry.actor} did what only {LINK_DESK.name} does")
        duty = Duty.RUN_LINK if any(isinstance(event, WinnerNoted) for event in events) else Duty.PRESS_KEYPAD
        if (lacking := self.roll.lacks(entry, duty)) is not None:
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


def decided_again(link: Link | None, event: Event, person: Callable[[str], Person]) -> tuple[Event, ...] | None:
    """What the command behind an event makes happen on this link; `None` where nothing is worked out."""
    command = command_of(link, event, person)
    return None if command is None else decide(link, command)


def audit_link(reader: Reader, stream: str, until: int, roll: Roll, since: Stop | None) -> Remade:
    """Make a link again up to a position of the journal, from where an earlier audit has stopped."""
    replay = LinkReplay(reader, stream.removeprefix(PREFIX), until, roll, since)
    replay.run()
    return Remade.of(replay.findings, replay.stop)


def _state(link: Link, won: Mapping[int, Won]) -> str:
    return canonical({"link": link_to_plain(link), "won": _codec.plain(Mapping[int, Won], won)})


def _from_state(text: str) -> tuple[Link, dict[int, Won]]:
    plain = json.loads(text)
    return link_from_plain(plain["link"]), dict(_codec.value(Mapping[int, Won], plain["won"]))
