"""A mark: everything that an audit knew when it ended clean, so that the next one can go on from there.

It is the auditor's own and never in the database, since the database is what is to be proved. Nothing in it is secret,
but it is signed with a key that the auditor keeps, or whoever can write the record could write a mark to go with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from croupier.codec import BadData, Codec
from croupier.floor.audit.moment import RoomThen
from croupier.floor.audit.projections import BlocksSeen
from croupier.floor.audit.remade import ANEW, BadMark, Stop
from croupier.floor.audit.roll import Stint
from croupier.inputs import KEPT, read_text
from croupier.money import Cents
from croupier.store.entry import Head, canonical

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SAYS: Final = "croupier audit 3"
"""What a mark says that it is; the number is that of its form."""
_codec = Codec()


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A snapshot as it was audited: of which version, and the hash of what it says."""

    version: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """How a record stood at one position of its journal, as an audit that found nothing wrong has worked it out."""

    position: int
    first: str
    """The hash of the record's first entry, by which one record is told from another."""
    heads: Mapping[str, Head]
    balances: Mapping[str, Cents]
    roll: Mapping[str, tuple[Stint, ...]]
    room: RoomThen
    streams: Mapping[str, Stop]
    """Where the making of each stream stopped that is made again."""
    snapshots: Mapping[str, Shortcut]
    blocks: Mapping[str, BlocksSeen]
    """The blocks of each projection."""

    def to_text(self, key: Ed25519PrivateKey) -> str:
        """The file to keep, signed."""
        plain = {**_codec.plain(Mark, self), "says": SAYS}
        return canonical({**plain, "signature": key.sign(canonical(plain).encode()).hex()}) + "\n"

    @staticmethod
    def read(path: Path, key: Ed25519PublicKey) -> Mark:
        """The mark in a file that this key has signed, or a refusal."""
        try:
            text = read_text(path, KEPT, "ascii")
        except (OSError, UnicodeError) as why:
            raise BadMark(f"cannot read {path}: {why}; want the file that `croupier audit --leave` wrote") from why
        try:
            return Mark.from_text(text, key)
        except BadMark as why:
            raise BadMark(f"{path}: {why}") from why

    @staticmethod
    def from_text(text: str, key: Ed25519PublicKey) -> Mark:
        """What `to_text` wrote, if this key has signed it."""
        from cryptography.exceptions import InvalidSignature

        try:
            told: dict[str, Any] = json.loads(text)
            signature, says = bytes.fromhex(told.pop("signature")), told["says"]
            key.verify(signature, canonical(told).encode())
        except InvalidSignature:
            raise BadMark("it was changed, or another key than this one has signed it") from None
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as why:
            raise BadMark("no mark of an audit; want the file that `croupier audit --leave` wrote") from why
        if says != SAYS:
            raise BadMark(f"it says {says!r}, and this program goes on from {SAYS!r} alone; {ANEW}")
        del told["says"]
        try:
            made: Mark = _codec.value(Mark, told)
        except BadData as why:
            raise BadMark(f"another version of Croupier has left it: {why}; {ANEW}") from why
        return made
