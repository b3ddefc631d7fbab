"""Signed heads in the record, checked: each signature against the heads as they stood where it was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import DecodedEntry, Finding, decode_entry
from croupier.floor.house.heads import OF, SIGNED, STREAM
from croupier.floor.roles import HEAD_SIGNER
from croupier.store.entry import Entry, Event, Head, Unreadable
from croupier.store.reader import Reader

_FIELDS: Final = {"event", "position", "time_ms", "key", "signature"}


def check_heads(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with an entry of signed heads, apart from the signature, if anything."""
    (event,) = line.events
    if event["event"] != SIGNED or event.keys() != _FIELDS:
        return f"says {event}, which nobody writes there"
    if line.transfers:
        return f"moved {line.transfers}, but a signature moves no money"
    if line.entry.actor != HEAD_SIGNER.actor:
        return f"{line.entry.actor} did what only {HEAD_SIGNER.name} does"
    if type(event["position"]) is not int or not 0 < event["position"] < line.entry.position:
        return f"signs the heads at entry {event['position']}, which did not come before it"
    if not context.sign(line.entry.command.removeprefix(OF), event["position"]):
        return f"signs the heads at entry {event['position']}, before the shift close that it is for"
    return None


@dataclass(slots=True)
class Signatures:
    """The signatures of a record, each to be checked when the walk has come as far as it goes."""

    key: str | None
    """The public key that must have made them all, if one is known."""
    waiting: dict[int, list[tuple[Entry, Event]]] = field(default_factory=dict)

    @staticmethod
    def read(reader: Reader, until: int, key: str | None) -> Signatures:
        """The signatures of a record, up to a position of its journal."""
        signatures = Signatures(key)
        for entry in reader.read(STREAM):
            if entry.position > until:
                break
            try:
                for event in decode_entry(entry).events:
                    if event.get("event") == SIGNED and type(event.get("position")) is int:
                        signatures.waiting.setdefault(event["position"], []).append((entry, event))
            except (Unreadable, AttributeError):
                continue  # the walk finds it
        return signatures

    def wrong_at(self, position: int, heads: Mapping[str, Head]) -> Iterator[Finding]:
        """What is wrong with the signatures over the heads as they stand now, at this position."""
        for entry, event in self.waiting.get(position, ()):
            if self.key is not None and event.get("key") != self.key:
                yield Finding(entry.position, STREAM, "was signed with another key than the one given")
            elif not _is_signed(event, heads):
                yield Finding(entry.position, STREAM, f"its signature is not of the heads at entry {position}")

    def remark(self, entries: int) -> str:
        """How far the record is signed, said once; nothing is wrong with it."""
        signed = [event for some in self.waiting.values() for _, event in some]
        if not signed:
            return "nothing is signed in this record: with a key (`croupier sign`) shift closes sign it"
        latest = max(signed, key=lambda event: int(event["position"]))
        said = f"signed up to entry {latest['position']:,} of {entries:,}, by key {str(latest.get('key'))[:16]}…"
        keys = len({str(event.get("key")) for event in signed})
        return said if keys == 1 else f"{said}; {keys} keys have signed it, and `croupier signatures` says which when"

    def missing(self) -> Iterator[Finding]:
        """That nothing was signed, where a key says that it should be."""
        if self.key is not None and not self.waiting:
            yield Finding(0, STREAM, "no heads were ever signed in this record, though a key was given")


def _is_signed(event: Event, heads: Mapping[str, Head]) -> bool:
    from croupier.floor.house.signing import NotSigned, SignedHeads, check_signed, public_of_hex

    try:
        signed = SignedHeads(event["position"], event["time_ms"], dict(heads), event["signature"])
        check_signed(signed, public_of_hex(event["key"]))
    except (NotSigned, LookupError, TypeError, ValueError):
        return False
    return True
