"""Signed heads: how far every stream has come, signed with a key that is kept apart from the database.

Whoever can write the database can rewrite the record whole, with right hashes. Without the key they cannot sign what
they made, so a head that was signed before, and kept elsewhere, finds them out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from croupier.errors import Refused
from croupier.inputs import KEPT, WRITTEN, read_bytes, read_text
from croupier.store.entry import Head, canonical
from croupier.store.journal import Record


class BadKey(Refused):
    """A file that holds no key of ours, or cannot be used as one."""

    def __init__(self, path: Path, why: object) -> None:
        super().__init__(f"no Ed25519 key in {path}: {why}; want a PEM file, as `croupier sign` makes it")


class NotSigned(Refused):
    """Heads whose signature is not that of the key."""


@dataclass(frozen=True, slots=True)
class SignedHeads:
    """The heads of all streams at one position of the journal, and a signature over all of it."""

    position: int
    time_ms: int
    heads: Mapping[str, Head]
    signature: str

    def to_text(self) -> str:
        """The file to keep elsewhere."""
        return canonical({**_plain(self.position, self.time_ms, self.heads), "signature": self.signature}) + "\n"

    @staticmethod
    def read(path: Path) -> SignedHeads:
        """The signed heads in a file, or a refusal."""
        try:
            return SignedHeads.from_text(read_text(path, KEPT, "ascii"))
        except (OSError, UnicodeError) as why:
            raise NotSigned(f"cannot read {path}: {why}; want the file that `croupier sign --out` wrote") from why

    @staticmethod
    def from_text(text: str) -> SignedHeads:
        """What `to_text` wrote, or a refusal."""
        try:
            fields = json.loads(text)
            heads = {str(stream): Head(int(version), str(hash)) for stream, (version, hash) in fields["heads"].items()}
            return SignedHeads(int(fields["position"]), int(fields["time_ms"]), heads, str(fields["signature"]))
        except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as why:
            raise NotSigned(f"not signed heads: {why}; want the file that `croupier sign --out` wrote") from why


def signed_heads(record: Record, key: Ed25519PrivateKey, time_ms: int) -> SignedHeads:
    """The heads of a record as it stands now, signed."""
    with record.frozen() as reader:
        position, heads = reader.position(), reader.heads()
    return signed(position, time_ms, heads, key)


def signed(position: int, time_ms: int, heads: Mapping[str, Head], key: Ed25519PrivateKey) -> SignedHeads:
    """Heads as they stood at a position, signed."""
    return SignedHeads(position, time_ms, heads, key.sign(_message(position, time_ms, heads)).hex())


def check_signed(signed: SignedHeads, key: Ed25519PublicKey) -> None:
    """Refuse heads that this key has not signed."""
    try:
        key.verify(bytes.fromhex(signed.signature), _message(signed.position, signed.time_ms, signed.heads))
    except (InvalidSignature, ValueError):
        raise NotSigned("the signed heads do not bear the signature of this key: one of the two is not ours") from None


def signing_key(path: Path) -> Ed25519PrivateKey:
    """The key in a file that its owner alone can read; made there if there is none yet."""
    try:
        if not path.exists():
            pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(pem)
        key = load_pem_private_key(read_bytes(path, WRITTEN), None)
    except (OSError, ValueError, TypeError) as why:
        raise BadKey(path, why) from why
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(path, "it is of another kind")
    return key


def public_pem(key: Ed25519PrivateKey) -> str:
    """The public half, to give away."""
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def public_hex(key: Ed25519PublicKey) -> str:
    """A public key as an entry keeps it."""
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def public_of_hex(text: str) -> Ed25519PublicKey:
    """The public key that an entry keeps."""
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text))


def pem_of_hex(text: str) -> str:
    """The public key that an entry keeps, as a file has it."""
    return public_of_hex(text).public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def public_key(path: Path) -> Ed25519PublicKey:
    """The public key in a file."""
    try:
        key = load_pem_public_key(read_bytes(path, WRITTEN))
    except (OSError, ValueError) as why:
        raise BadKey(path, why) from why
    if not isinstance(key, Ed25519PublicKey):
        raise BadKey(path, "it is of another kind")
    return key


def _plain(position: int, time_ms: int, heads: Mapping[str, Head]) -> dict[str, object]:
    listed = {stream: [head.version, head.hash] for stream, head in heads.items()}
    return {"signs": "croupier heads 1", "position": position, "time_ms": time_ms, "heads": listed}


def _message(position: int, time_ms: int, heads: Mapping[str, Head]) -> bytes:
    return canonical(_plain(position, time_ms, heads)).encode()
