"""How the attack goes on: a fresh room now and then, a strike, and the laws after each."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from croupier.store.journal import open_record
from torture.report import Report
from torture.scene.laws import Book, Judgement, Room, judge
from torture.scene.places import Place

_FINDINGS_AT_MOST = 5


@dataclass(slots=True)
class Strike:
    """One strike of many: where, which, and what chance has in store for it."""

    place: Place
    room: Room
    book: Book
    report: Report
    seed: int
    number: int
    chance: Random

    @property
    def life(self) -> str:
        """A name for this strike that no other in the room has."""
        return f"k{self.number}"


class Kind(Protocol):
    """A kind of strike."""

    name: str
    rooms_last: int
    """How many strikes a room is good for: a small record is soon looked through."""

    def begin(self, place: Place) -> Room:
        """A fresh room for it."""

    def strike(self, at: Strike) -> None:
        """Do it, and enter in the book what was asked and answered. Nothing of it runs afterwards."""


def attack(kind: Kind, place: Place, strikes: int, report: Report, seed: int) -> None:
    """Strike so often, and look at the record after each."""
    done = found = 0
    while done < strikes and found < _FINDINGS_AT_MOST:
        room, book, last = kind.begin(place), Book(), None
        for number in range(done, min(strikes, done + kind.rooms_last)):
            done += 1
            chance = Random(f"{seed} {place.name} {kind.name} {number}")
            kind.strike(Strike(place, room, book, report, seed, number, chance))
            last = judge(room, book)
            report.count("audits")
            if last.found:
                where = f"{place.name}, {kind.name}, number {number}, seed {seed}"
                for what in last.found[:_FINDINGS_AT_MOST]:
                    report.found(f"{where}: {what}")
                # Kept to be looked at; what is wrong there would only be found again.
                report.found(f"{where}: the record is kept in {kept(room)}")
                found += 1
                break
        assert last is not None, "there was a strike"
        _count(report, place, book, last)
        place.drop(room.address)


def _count(report: Report, place: Place, book: Book, last: Judgement) -> None:
    """Add a room that is done with to the sums."""
    report.count(f"commands acknowledged on {place.name}", len(book.done))
    report.count("commands sent", book.sent)
    report.count("commands sent again", book.again)
    report.count("commands refused", len(book.refused))
    report.count("entries", last.standing)
    report.count("rounds", last.rounds)


def kept(room: Room) -> Path:
    """A room's journal in a file of its own, entry by entry: a database may be gone when somebody looks."""
    handle, name = tempfile.mkstemp(prefix="croupier-found-", suffix=".txt")
    with open_record(room.address) as record, os.fdopen(handle, "w") as out:
        for entry in record.read_all():
            out.write(f"{entry.position} {entry.stream} {entry.version} {entry.actor} {entry.command} {entry.body}\n")
    return Path(name)
