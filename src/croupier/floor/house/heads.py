"""Heads that are signed at every shift close, and kept in the record.

An entry keeps the signature and how far it goes, not the heads themselves: whoever audits makes those again from the
journal. The private key never comes near the database.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from croupier.floor.roles import HEAD_SIGNER
from croupier.floor.unit import unit_of
from croupier.store.journal import Store
from croupier.store.unit import Write

STREAM: Final = "heads"
SIGNED: Final = "HeadsSigned"
SIGNING_KEY: Final = "CROUPIER_SIGNING_KEY"
"""The variable of the environment that says where the signing key is."""

Sign: TypeAlias = Callable[[str, int], None]
"""Sign the heads as they stand after a command, at a time."""


def signer(store: Store, key: str | None) -> Sign | None:
    """What signs the heads of a record with the key in a file, made on first use; `None` where no key is configured."""
    if not key:
        return None
    from croupier.floor.house.signing import public_hex, signed_heads, signing_key

    mine = signing_key(Path(key))

    def sign(command: str, time_ms: int) -> None:
        signed = signed_heads(store, mine, time_ms)
        event = {
            "event": SIGNED,
            "position": signed.position,
            "time_ms": time_ms,
            "key": public_hex(mine.public_key()),
            "signature": signed.signature,
        }
        store.commit(unit_of(HEAD_SIGNER, f"heads/{command}", time_ms, "sign the heads", Write(STREAM, None, (event,))))

    return sign
