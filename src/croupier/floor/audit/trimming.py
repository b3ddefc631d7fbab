"""The audit of a record of practice, whose older entries were trimmed.

Entries that were trimmed cannot be counted again. The audit starts from the opening balances that the trimming wrote.
It checks that no play chips came from nowhere, that exactly as many entries are missing as were trimmed, and that every
stream goes on from the hash at which it was cut.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.practice.names import is_guest, is_practice
from croupier.floor.roles import PRACTICE_HOST
from croupier.ledger.accounts import Account
from croupier.money import Cents
from croupier.store.entry import Event, Head, contents
from croupier.store.reader import Reader
from croupier.store.rows import CUT, GONE


@dataclass(slots=True)
class Trimmed:
    """Where the streams of a record begin, with which balances, and how many entries went before."""

    heads: dict[str, Head] = field(default_factory=dict)
    opening: dict[Account, Cents] = field(default_factory=dict)
    entries: int = 0

    @staticmethod
    def read(reader: Reader) -> Trimmed:
        """What a record of practice says of how it was trimmed."""
        trimmed, moved = Trimmed(), Counter[Account]()
        for stream in reader.streams(GONE):
            for event in (event for entry in reader.read(stream) for event in contents(entry).events):
                trimmed.entries += event["entries"]
                moved.update({Account(name): cents for name, cents in event["moved"].items()})
                if stream != GONE:
                    trimmed.heads[stream.removeprefix(CUT)] = Head(event["version"], event["hash"])
        trimmed.opening = {name: cents for name, cents in moved.items() if cents}
        return trimmed


def check_trimmed(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with an entry about what was let go, if anything."""
    entry = line.entry
    if line.transfers:
        return f"moved {line.transfers}, but what is trimmed moves nothing"
    if entry.actor != PRACTICE_HOST.actor:
        return f"{entry.actor} trimmed it, and only {PRACTICE_HOST.actor} does"
    (event,) = line.events
    want = "StreamsGone" if entry.stream == GONE else "StreamTrimmed"
    if event["event"] != want:
        return f"says {event['event']!r}, want {want!r}"
    return _wrong_money(event)


def _wrong_money(event: Event) -> str | None:
    if event["entries"] < 0 or sum(event["moved"].values()):
        return f"lets {event['entries']} entries go whose movements come to {sum(event['moved'].values())} cents, not 0"
    strange = [name for name in event["moved"] if name != "play" and not _is_of_practice(name)]
    return f"speaks of money in {strange[0]}" if strange else None


def _is_of_practice(account: str) -> bool:
    kind, _, name = account.partition("/")
    return is_guest(name) if kind == "player" else is_practice(name.partition("/")[0])


def is_of_practice(stream: str) -> bool:
    """Whether a stream belongs in a record of practice: guests, tables for play chips, their doors, and what went."""
    kind, _, name = stream.partition("/")
    match kind:
        case "table" | "link":
            return is_practice(name)
        case "player":
            return is_guest(name)
        case "practice":
            return True
        case "shared":
            return is_practice(name.rpartition("-")[0])
        case "trimmed":
            return not name or is_of_practice(name)
        case _:
            return False
