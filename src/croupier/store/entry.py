"""An entry of the journal: what one command wrote into one stream, chained to the entry before it.

The canonical bytes of an entry are JSON in ASCII, keys sorted, no spaces, whole numbers only; its hash is the
SHA-256 of those bytes, in hex. `docs/record.md` spells out an example, so that anybody can check the chain with
nothing but a JSON library.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from json.encoder import encode_basestring_ascii as quoted
from typing import Any, Final, TypeAlias

from croupier.errors import Refused
from croupier.ledger.accounts import Account
from croupier.ledger.transfers import Transfer, TransferId
from croupier.store.formats import FORMAT, lifted

Event: TypeAlias = Mapping[str, Any]
Command: TypeAlias = Mapping[str, Any]
Row: TypeAlias = tuple[str, str, str, int]
"""A transfer as the body has it: id, debit, credit, cents."""

GENESIS: Final = "0" * 64
BODY: Final = frozenset({"asked", "events", "format", "transfers"})
"""What the body of every entry has."""
COMMANDS: Final = "commands"
"""What it has besides, where a stream records the commands that made its events: a link's does."""
_plain = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False, check_circular=False
)
# The library makes its encoder anew for every text, a quarter of the cost of a usual body; this is the one that it
# makes. Without it, as on other Pythons, texts are the same and take longer.
_made = getattr(json.encoder, "c_make_encoder", None)
_chunks = _made and _made(None, _plain.default, quoted, None, ":", ",", True, False, False)


class Unreadable(Refused):
    """An entry whose body is not what Croupier writes."""

    def __init__(self, position: int, why: object) -> None:
        super().__init__(f"entry {position} cannot be read: {why}; want the body as it was written")
        self.position = position


@dataclass(frozen=True, slots=True)
class Contents:
    """What the body of an entry says: what was asked, what happened, what moved."""

    request: str
    events: tuple[Event, ...]
    transfers: tuple[Transfer, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record. `position` counts through the whole journal, `version` through the stream."""

    position: int
    stream: str
    version: int
    time_ms: int
    actor: str
    command: str
    body: str
    previous: str
    hash: str
    contents: Contents | None = field(default=None, compare=False, repr=False)
    """What the body says, where this process has just written it and need not read it again."""


COLUMNS: Final = ("position", "stream", "version", "time_ms", "actor", "command", "body", "previous", "hash")
"""The fields of an entry that are kept."""


@dataclass(frozen=True, slots=True)
class Head:
    """How far a stream has come, and the hash that vouches for all of it."""

    version: int
    hash: str


EMPTY: Final = Head(0, GENESIS)


def canonical(value: object) -> str:
    """The one text form of a JSON value."""
    return "".join(_chunks(value, 0)) if _chunks else _plain.encode(value)


def body_text(
    request: str, events: tuple[Event, ...], transfers: tuple[Transfer, ...], commands: tuple[Command, ...] = ()
) -> str:
    """The body of an entry. Transfers are lists of id, debit, credit and cents."""
    moved = [(t.id, t.debit, t.credit, t.amount) for t in transfers]
    body = {"asked": request, "events": events, "format": FORMAT, "transfers": moved}
    return canonical({**body, COMMANDS: commands} if commands else body)


def contents(entry: Entry) -> Contents:
    """What an entry says; `Unreadable` if somebody has been at its body."""
    if entry.contents is not None:
        return entry.contents
    request, events, rows = read_body(entry)
    moved = tuple(
        [Transfer(TransferId(id), Account(debit), Account(credit), cents) for id, debit, credit, cents in rows]
    )
    return Contents(request, tuple(events), moved)


def check_keys(body: Mapping[str, Any]) -> None:
    """`ValueError` if a body has other keys than those that Croupier writes."""
    if body.keys() != BODY and (other := (body.keys() ^ BODY) - {COMMANDS}):
        raise ValueError(f"it has {', '.join(map(str, other))} too much or too little")


def read_body(entry: Entry) -> tuple[str, list[Event], list[Row]]:
    """The body of an entry as plain data: what was asked, the events, the transfers as rows; or `Unreadable`."""
    try:
        body = lifted(json.loads(entry.body))
        check_keys(body)
        rows = [(id, debit, credit, cents) for id, debit, credit, cents in body["transfers"]]
        if not all(type(row[3]) is int for row in rows):
            raise ValueError("a transfer moves whole cents")
        return body["asked"], body["events"], rows
    except (ValueError, KeyError, TypeError, RecursionError) as why:
        raise Unreadable(entry.position, why) from why


def entry_hash(
    position: int, stream: str, version: int, time_ms: int, actor: str, command: str, body: str, previous: str
) -> str:
    """The hash of an entry with these fields: of its canonical bytes, the body as the JSON value it is."""
    # Put together by hand because the body is already canonical: encoding it twice would double the cost.
    text = (
        f'{{"actor":{quoted(actor)},"body":{body},"command":{quoted(command)},"position":{position},'
        f'"previous":"{previous}","stream":{quoted(stream)},"time_ms":{time_ms},"version":{version}}}'
    )
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def is_sound(entry: Entry) -> bool:
    """Whether an entry's hash is that of its own fields."""
    return entry.hash == entry_hash(
        entry.position,
        entry.stream,
        entry.version,
        entry.time_ms,
        entry.actor,
        entry.command,
        entry.body,
        entry.previous,
    )
