"""What is proved of a record, and by whose key: the signatures that are in it, each checked over the heads of then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.floor.house.heads import SIGNED, STREAM
from croupier.store.entry import Head, contents
from croupier.store.reader import Reader


@dataclass(frozen=True, slots=True)
class RecordedSignature:
    """One signature: which entry keeps it, up to which entry it goes, when it was made, and by which public key."""

    entry: int
    until: int
    time_ms: int
    key: str
    holds: bool
    """Whether it is this key's signature over the heads as the record has them there."""


@dataclass(frozen=True, slots=True)
class Proof:
    """How far a record is signed; the newest signature first."""

    entries: int
    signatures: tuple[RecordedSignature, ...]

    @property
    def latest(self) -> RecordedSignature | None:
        """The newest signature, if there is any."""
        return self.signatures[0] if self.signatures else None

    @property
    def keys(self) -> tuple[str, ...]:
        """The public keys that have signed, the latest first."""
        return tuple(dict.fromkeys(one.key for one in self.signatures))

    @property
    def holds(self) -> bool:
        """Whether all of them hold."""
        return all(one.holds for one in self.signatures)


def proof_of(reader: Reader, most: int | None = None) -> Proof:
    """What is signed in a record; the newest `most` signatures alone, where not all are asked for.

    The record is read backwards once, as far as the oldest of them goes.
    """
    entries, last = reader.position(), reader.head(STREAM).version
    first = 0 if most is None else max(last - most, 0)
    return Proof(entries, tuple(_checked(reader, entries, first)))


def _checked(reader: Reader, entries: int, first: int) -> Iterator[RecordedSignature]:
    waiting = [
        (entry.position, event)
        for entry in reader.read(STREAM, after=first)
        for event in contents(entry).events
        if event.get("event") == SIGNED
    ]
    heads, before = reader.heads(), reader.newest(before=entries + 1)
    ahead = next(before, None)
    for at, event in reversed(waiting):
        while ahead is not None and ahead.position > event["position"]:
            if ahead.version == 1:
                heads.pop(ahead.stream, None)
            else:
                heads[ahead.stream] = Head(ahead.version - 1, ahead.previous)
            ahead = next(before, None)
        holds = is_signed(event["position"], event["time_ms"], heads, event["key"], event["signature"])
        yield RecordedSignature(at, event["position"], event["time_ms"], event["key"], holds)


def is_signed(position: int, time_ms: int, heads: dict[str, Head], key: str, signature: str) -> bool:
    """Whether these heads bear the signature of a public key, in hexadecimal."""
    # Whoever has nothing to check does not load the library.
    from croupier.floor.house.signing import NotSigned, SignedHeads, check_signed, public_of_hex

    try:
        check_signed(SignedHeads(position, time_ms, heads, signature), public_of_hex(key))
    except (NotSigned, LookupError, TypeError, ValueError):
        return False
    return True
