"""What an audit finds, and an entry as an audit reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import orjson

from croupier.errors import Refused
from croupier.store.entry import (
    COMMANDS,
    Command,
    Entry,
    Event,
    Row,
    Unreadable,
    canonical,
    check_keys,
    entry_hash,
)
from croupier.store.formats import lifted
from croupier.store.scans import Glance, Numbered

IMPOSSIBLE: Final = (
    *(Refused, AssertionError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError),
    *(StopIteration, RuntimeError),  # a generator in which somebody who should be there is not
)
"""What a forged record may raise where it is worked out again: a finding, and never the end of the audit."""

CHANGED: Final = "was changed: its hash is not that of what it says"


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something that disagrees: at which entry, where, and what. Position 0 is the record as a whole."""

    position: int
    where: str
    what: str

    def __str__(self) -> str:
        return f"entry {self.position}, {self.where}: {self.what}" if self.position else f"{self.where}: {self.what}"


class DecodedEntry(NamedTuple):
    """An entry and what its body says, as plain as it was written."""

    entry: Entry
    request: str
    events: list[Event]
    transfers: list[Row]
    commands: list[Command]
    """What made the events, where that is recorded: in links' entries, but for those of an earlier Croupier."""


def decode_entry(entry: Entry) -> DecodedEntry:
    """An entry, read; `Unreadable` if its body is not what Croupier writes."""
    return _line(entry, _read(entry))


def decode_as_written(entry: Entry) -> DecodedEntry:
    """The same, where it has not been asked yet whether the body is written as Croupier writes it: to the byte."""
    body = _read(entry)
    if not _is_written_so(body, entry.body):
        body = _read_carefully(entry)
        if not _is_canonical(body, entry.body):
            raise Unreadable(entry.position, "its bytes are not those that Croupier writes for what it says")
    return _line(entry, body)


def wrong_hash(entry: Entry | Glance, previous: str) -> str | None:
    """What is wrong with an entry that follows a hash, and is not what its own vouches for."""
    assert entry.body is not None, "it takes the whole entry"
    computed = entry_hash(
        entry.position, entry.stream, entry.version, entry.time_ms, entry.actor, entry.command, entry.body, previous
    )
    return None if computed == entry.hash else CHANGED


def wrong_in_book(rows: Sequence[Row], booked: Sequence[Numbered]) -> Iterator[str]:
    """Where the book has not the movements that an entry says, line by line."""
    for number, row in enumerate(rows):
        if number >= len(booked) or booked[number] != (number, row):
            have = "nothing"
            if number < len(booked):
                _, (id, debit, credit, cents) = booked[number]
                have = f"{id}, {cents} cents from {debit} to {credit}"
            yield f"transfer {row[0]}: the book has {have} instead"
    for _, row in booked[len(rows) :]:
        yield f"transfer {row[0]} is in the book, but not in the journal"


def _is_written_so(body: Any, text: str) -> bool:
    """Whether a body is written like that. The quick writer writes the same, but for what is no printable ASCII."""
    try:
        return "\x7f" not in text and orjson.dumps(body, option=orjson.OPT_SORT_KEYS) == text.encode("ascii")
    except (TypeError, ValueError):
        return False


def _is_canonical(body: Any, text: str) -> bool:
    try:
        return canonical(body) == text
    except (ValueError, RecursionError):  # no number at all, or too deep
        return False


def _read(entry: Entry) -> Any:
    """The body of an entry as plain data. What the quick reader refuses, such as half a character, the careful one may
    still read."""
    try:
        return orjson.loads(entry.body)
    except ValueError:
        return _read_carefully(entry)


def _read_carefully(entry: Entry) -> Any:
    try:
        return json.loads(entry.body)
    except (ValueError, RecursionError) as why:
        raise Unreadable(entry.position, why) from why


def _line(entry: Entry, body: Any) -> DecodedEntry:
    try:
        body = lifted(body)
        check_keys(body)
        if COMMANDS in body and not (body[COMMANDS] and entry.stream.startswith("link/")):
            raise ValueError("a link's entry alone says commands, at least one")
        rows = [(id, debit, credit, cents) for id, debit, credit, cents in body["transfers"]]
        for row in rows:
            if type(row[3]) is not int:
                raise ValueError("a transfer moves whole cents")
        return DecodedEntry(entry, body["asked"], body["events"], rows, body.get(COMMANDS, []))
    except (ValueError, KeyError, TypeError) as why:
        raise Unreadable(entry.position, why) from why
