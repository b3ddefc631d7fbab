"""What must hold after every kill and every fault: nothing acknowledged is lost, nothing happens twice.

The book is kept by whoever asks, outside the room, and so are the sums: what each deed moves is written down by hand,
and every balance and meter is worked out again from what happened, by a model that shares nothing with the ledger.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from croupier.floor.audit.auditor import audit
from croupier.floor.soak.expected import Expected
from croupier.store.entry import Entry, contents
from croupier.store.journal import open_record

Move: TypeAlias = tuple[str, str, int]
"""From an account, to another, so many cents."""


@dataclass(slots=True)
class Book:
    """Everything that was asked of a room, and every answer."""

    moves: dict[str, list[Move]] = field(default_factory=dict)
    """What each command moves that was ever sent, by its id."""
    done: dict[str, list[int]] = field(default_factory=dict)
    """Where each acknowledged command stands, as its answer said; nothing where the answer does not say."""
    refused: set[str] = field(default_factory=set)
    sent: int = 0
    again: int = 0
    so_already: Callable[[str, Sequence[Entry]], bool] = lambda _command, _entries: False
    """Whether a command was answered as done because what it asks for was so already, as the record must show."""
    about: Callable[[str], str] = lambda command: command
    """Everything that is known of a command, for a finding."""
    wrong: list[str] = field(default_factory=list)
    """What went wrong before anybody looked into the record: two answers to one command that differ."""

    def note(self, told: Sequence[Sequence[Any]]) -> None:
        """Enter what a victim told, in its order."""
        for word, *rest in told:
            match word:
                case "sent":
                    self.asks(rest[0], rest[1])
                case "done":
                    self.acknowledges(rest[0], rest[1])
                case "refused":
                    self.refuses(rest[0])
                case "wrong":
                    self.wrong.append(rest[0])

    def asks(self, command: str, moves: Sequence[Sequence[Any]]) -> None:
        """A command goes out, perhaps once more."""
        self.sent += 1
        self.again += command in self.moves
        self.moves[command] = [(source, target, cents) for source, target, cents in moves]

    def acknowledges(self, command: str, positions: list[int]) -> None:
        """A command is answered as done."""
        before = self.done.setdefault(command, positions)
        if before and positions and before != positions:
            self.wrong.append(f"{command} was answered as entries {before}, and then as {positions}")
        self.done[command] = before or positions
        if command in self.refused:
            self.wrong.append(f"{command} was refused, and then done")

    def refuses(self, command: str) -> None:
        """A command is refused for good."""
        self.refused.add(command)
        if command in self.done:
            self.wrong.append(f"{command} was done, and then refused")

    def unanswered(self) -> list[str]:
        """Commands of which nobody knows what became of them, in the order in which they were sent."""
        return [command for command in self.moves if command not in self.done and command not in self.refused]


@dataclass(frozen=True, slots=True)
class Room:
    """A room under attack: where it is, how it stood before, and who alone writes there."""

    address: str
    furniture: int
    """How many entries it was furnished with."""
    balances: Mapping[str, int] | None
    """What every account held then, where nothing moves but what the book says; none where others play, too."""
    ours: Callable[[str], bool]
    """Whether a command must be in our book if it stands."""
    practice: bool = False
    """Whether it is the record of private tables."""

    @classmethod
    def at(
        cls, address: str, *, alone: bool, ours: Callable[[str], bool] = lambda _: True, practice: bool = False
    ) -> Room:
        """A room as it stands before the attack; `alone`: nobody moves money there but by our book."""
        with open_record(address) as record:
            held = {str(account): cents for account, cents in record.balances().items()}
            return cls(address, record.position(), held if alone else None, ours, practice)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was found in a room, and how much was looked at."""

    found: tuple[str, ...]
    rounds: int
    standing: int


def judge(room: Room, book: Book) -> Judgement:
    """Look at a room's record as it stands, with the book in hand."""
    with open_record(room.address) as record:
        entries = tuple(record.read_all())
        held = {str(account): cents for account, cents in record.balances().items() if cents}
        verdict = audit(record, practice=room.practice)
    told, book.wrong[:] = tuple(book.wrong), []
    found = (
        *told,
        *_commands(room, book, entries),
        *_sums("the independent model", _expected(entries), held),
        *(() if room.balances is None else _sums("the book", _by_book(room, book, entries), held)),
        *(f"audit: {finding}" for finding in verdict.findings),
    )
    return Judgement(found, verdict.rounds, len(entries) - room.furniture)


def _commands(room: Room, book: Book, entries: Sequence[Entry]) -> Iterator[str]:
    """Every acknowledged command stands once, where it was said to; a refused one nowhere; any other once at most."""
    standing: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries[room.furniture :]:
        standing[entry.command].append(entry)
    for command, there in standing.items():
        streams = Counter(entry.stream for entry in there)
        positions = [entry.position for entry in there]
        if max(streams.values()) > 1 or positions != list(range(positions[0], positions[0] + len(positions))):
            yield f"{command} stands more than once, at {positions}"
        if command not in book.moves and room.ours(command):
            yield f"{command} stands at {positions}, and nobody asked for it"
        if command in book.refused:
            yield f"{command} was refused, and stands at {positions}"
    for command, said in book.done.items():
        positions = [entry.position for entry in standing.get(command, ())]
        if not positions and not (said and said[-1] <= room.furniture):
            if not book.so_already(command, entries):
                yield f"{book.about(command)} was acknowledged, and is lost"
        elif positions and said and not set(said) <= set(positions):
            yield f"{command} was acknowledged as {said}, and stands at {positions}"


def _expected(entries: Sequence[Entry]) -> dict[str, int]:
    model = Expected()
    for entry in entries:
        for event in contents(entry).events:
            model.take(entry.stream, event)
    return model.balances()


def _by_book(room: Room, book: Book, entries: Sequence[Entry]) -> dict[str, int]:
    """What every account should hold by the book alone: what it held, and what each command that stands moves, once."""
    assert room.balances is not None, "only where nobody else moves anything"
    held = Counter(dict(room.balances))
    for command in {entry.command for entry in entries[room.furniture :]}:
        for source, target, cents in book.moves.get(command, ()):
            held[source] -= cents
            held[target] += cents
    return {account: cents for account, cents in held.items() if cents}


def _sums(who: str, want: Mapping[str, int], have: Mapping[str, int]) -> Iterator[str]:
    for account in sorted(want.keys() | have.keys()):
        if want.get(account, 0) != have.get(account, 0):
            yield f"{account} holds {have.get(account, 0)} cents; by {who} it should hold {want.get(account, 0)}"
