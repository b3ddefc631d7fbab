"""Checkpoints of an audit: a file with all that an audit knew when it ended without findings. The next audit goes on
from there. The pages and commands call it a mark.

The auditor keeps the file. It is never in the database, because the database is what is audited. Nothing in it is
secret, but the auditor signs it: otherwise whoever can forge the record could forge a mark that fits.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from croupier.codec import BadData, Codec
from croupier.floor.audit.context import RoomThen
from croupier.floor.audit.projections import BlocksSeen
from croupier.floor.audit.rebuilt import ANEW, BadCheckpoint, RebuildStop
from croupier.floor.audit.roster import Stint
from croupier.floor.audit.streams import kind_of
from croupier.inputs import KEPT, read_text
from croupier.money import Cents
from croupier.store.entry import EMPTY, Head, canonical
from croupier.store.reader import Reader

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


SAYS: Final = "croupier audit 7"
"""What a mark says that it is; the number is that of its form."""
_codec = Codec()


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A snapshot as it was audited: of which version, and the hash of what it says."""

    version: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditCheckpoint:
    """How a record stood at one position of its journal, as an audit that found nothing wrong has worked it out."""

    position: int
    first: str
    """The hash of the record's first entry, by which one record is told from another."""
    heads: Mapping[str, Head]
    balances: Mapping[str, Cents]
    roll: Mapping[str, tuple[Stint, ...]]
    room: RoomThen
    streams: Mapping[str, RebuildStop]
    """Where the making of each stream stopped that is made again."""
    snapshots: Mapping[str, Shortcut]
    blocks: Mapping[str, BlocksSeen]
    """The blocks of each projection."""

    def to_text(self, key: Ed25519PrivateKey) -> str:
        """The file to keep, signed."""
        plain = {**_codec.plain(AuditCheckpoint, self), "says": SAYS}
        return canonical({**plain, "signature": key.sign(canonical(plain).encode()).hex()}) + "\n"

    @staticmethod
    def read(path: Path, key: Ed25519PublicKey) -> AuditCheckpoint:
        """The mark in a file that this key has signed, or a refusal."""
        try:
            text = read_text(path, KEPT, "ascii")
        except (OSError, UnicodeError) as why:
            raise BadCheckpoint(
                f"cannot read {path}: {why}; want the file that `croupier audit --leave` wrote"
            ) from why
        try:
            return AuditCheckpoint.from_text(text, key)
        except BadCheckpoint as why:
            raise BadCheckpoint(f"{path}: {why}") from why

    @staticmethod
    def from_text(text: str, key: Ed25519PublicKey) -> AuditCheckpoint:
        """What `to_text` wrote, if this key has signed it."""
        from cryptography.exceptions import InvalidSignature

        try:
            fields: dict[str, Any] = json.loads(text)
            signature, says = bytes.fromhex(fields.pop("signature")), fields["says"]
            key.verify(signature, canonical(fields).encode())
        except InvalidSignature:
            raise BadCheckpoint("it was changed, or another key than this one has signed it") from None
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as why:
            raise BadCheckpoint("no mark of an audit; want the file that `croupier audit --leave` wrote") from why
        if says != SAYS:
            raise BadCheckpoint(f"it says {says!r}, and this program goes on from {SAYS!r} alone; {ANEW}")
        del fields["says"]
        try:
            checkpoint: AuditCheckpoint = _codec.value(AuditCheckpoint, fields)
        except BadData as why:
            raise BadCheckpoint(f"another version of Croupier has left it: {why}; {ANEW}") from why
        return checkpoint


def wrong_heads(reader: Reader, heads: Mapping[str, Head]) -> list[tuple[str, Head]]:
    """The streams whose entry at the version of a head is not there any more, or bears another hash."""
    now = reader.heads()
    wrong = []
    for stream, head in heads.items():
        there = now.get(stream)
        if there is not None and there.version > head.version:
            entry = next(reader.read(stream, after=head.version - 1), None)
            there = None if entry is None else Head(entry.version, entry.hash)
        if there != head:
            wrong.append((stream, head))
    return wrong


def heads_at(reader: Reader, position: int, mark: AuditCheckpoint) -> dict[str, Head]:
    """The heads as they stood at a position before a mark: those of the mark, with what came between taken back."""
    then, between = dict(mark.heads), set[str]()
    for entry in reader.read_all(after=position, until=mark.position):
        if entry.stream not in between:
            between.add(entry.stream)
            if entry.version == 1:
                then.pop(entry.stream, None)
            else:
                then[entry.stream] = Head(entry.version - 1, entry.previous)
    return then


def check_same_record(reader: Reader, mark: AuditCheckpoint) -> None:
    """Refuse the mark of another record: one that begins otherwise, and has none of the heads."""
    if not mark.heads:  # left before anything had happened: every record goes on from there
        return
    first = reader.entry(1)
    if (first is None or first.hash != mark.first) and len(wrong_heads(reader, mark.heads)) == len(mark.heads):
        raise BadCheckpoint("this is the mark of another record; want the one that an audit of this record has left")


def snapshots_seen(reader: Reader) -> dict[str, Shortcut]:
    """The snapshots of a record, for the next audit."""
    shortcuts = ((stream, _shortcut_of(reader, stream)) for stream, _ in reader.snapshot_versions())
    return {stream: one for stream, one in shortcuts if one is not None}


def wrong_snapshots(reader: Reader, heads: Mapping[str, Head], since: AuditCheckpoint | None) -> Iterator[str]:
    """What is wrong with the snapshots of a record whose streams have come as far as these heads."""
    for stream, version in reader.snapshot_versions():
        reached = heads.get(stream, EMPTY).version
        stop = None if since is None else since.streams.get(stream)
        if not 1 <= version <= reached:
            yield f"there is one of {stream} at version {version}, but the stream ends at {reached}"
        elif (kind := kind_of(stream)) is None or not kind.is_rebuilt:
            yield f"there is one of {stream}, which has none"
        elif since is None or stop is None or version > stop.version:
            continue  # the table or link is made again as far as that, and compared with it
        elif (shortcut := _shortcut_of(reader, stream)) is not None and since.snapshots.get(stream) != shortcut:
            yield f"the one of {stream} at version {version} is not the one that was audited"


def _shortcut_of(reader: Reader, stream: str) -> Shortcut | None:
    snapshot = reader.snapshot(stream)
    return None if snapshot is None else Shortcut(snapshot[0], sha256(snapshot[1].encode()).hexdigest())


@dataclass(frozen=True, slots=True)
class SignedPosition:
    """The head of every stream at a position of the journal, by a signature that has been checked."""

    position: int
    heads: Mapping[str, Head]
