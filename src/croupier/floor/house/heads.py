"""Heads that are signed at every shift close, and kept in the record.

An entry keeps the signature and how far it goes, not the heads themselves: whoever audits makes those again from the
journal. The private key is never in the database. It is where the operator says (`CROUPIER_SIGNING_KEY`); where nothing
is said, a room that begins on SQLite gets one in a file of its own beside the record's.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from croupier.floor.roles import HEAD_SIGNER
from croupier.floor.unit import unit_of
from croupier.store.journal import Store
from croupier.store.location import file_of
from croupier.store.unit import Write

STREAM: Final = "heads"
SIGNED: Final = "HeadsSigned"
OF: Final = "heads/"
"""How the command of a signature begins; the rest is the command after which the heads were signed."""
SIGNING_KEY: Final = "CROUPIER_SIGNING_KEY"
"""The variable of the environment that says where the signing key is."""

Sign: TypeAlias = Callable[[str, int], None]
"""Sign the heads as they stand after a command, at a time, unless that was done."""


def key_of(url: str) -> Path | None:
    """Where the signing key of a record is, or would be; `None` where only the operator can say, and has not."""
    named, record = os.environ.get(SIGNING_KEY), file_of(url)
    if named:
        return Path(named)
    return None if record is None else Path(f"{record}.signing-key")


def house_signer(store: Store) -> Sign | None:
    """What signs the heads of a room: with the key that the operator names, or the one beside the record. That one is
    made with the room; a room from before goes on unsigned until somebody makes one (`croupier sign`)."""
    key = key_of(store.url)
    if key is None or not (os.environ.get(SIGNING_KEY) or key.exists() or not store.position()):
        return None
    return signer(store, str(key))


def signer(store: Store, key: str | None) -> Sign | None:
    """What signs the heads of a record with the key in a file, made on first use; `None` where no key is configured."""
    if not key:
        return None
    from croupier.floor.house.signing import public_hex, signed_heads, signing_key

    mine = signing_key(Path(key))

    def sign(command: str, time_ms: int) -> None:
        if store.receipt(f"{OF}{command}") is not None:
            return
        signed = signed_heads(store, mine, time_ms)
        event = {
            "event": SIGNED,
            "position": signed.position,
            "time_ms": time_ms,
            "key": public_hex(mine.public_key()),
            "signature": signed.signature,
        }
        store.commit(unit_of(HEAD_SIGNER, f"{OF}{command}", time_ms, "sign the heads", Write(STREAM, None, (event,))))

    return sign
