"""The key that signs cookies and links, apart from the record: whoever has a copy of the one has not the other.

It comes from the environment, where several servers share it, or from a file of its own beside the record's. Only on
PostgreSQL, where there is no file and nothing was said, it is sealed in the database.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
import time
from pathlib import Path
from typing import Any, Final

from itsdangerous import BadSignature, URLSafeTimedSerializer

from croupier.errors import Refused
from croupier.floor.house.names import STAFF
from croupier.floor.live_tables import wall_clock_ms
from croupier.floor.marks import is_rehearsal
from croupier.floor.roles import WEB
from croupier.floor.unit import unit_of
from croupier.inputs import WRITTEN, read_text
from croupier.store.journal import Store
from croupier.store.location import file_of
from croupier.store.unit import Write

COOKIE_KEY: Final = "CROUPIER_COOKIE_KEY"
"""The setting of the environment that holds the key."""
CLOCKS_APART_S: Final = 300
"""By so much the clocks of two servers may differ, or one clock be set back: what the one signed holds at the other."""
_SHORTEST: Final = 32
_SEALED: Final = "web/signing-key"


class BadKey(Refused):
    """A key for cookies that cannot be used."""


def signing_key(store: Store) -> str:
    """The key that signs cookies, made once for a record: a restart signs nobody out.

    A rehearsal never takes the one of the environment, which is its room's: in its books the names of the room's
    players are free, and whoever took one would be signed in under it in the room.
    """
    given = "" if is_rehearsal(store) else os.environ.get(COOKIE_KEY, "")
    if given:
        if len(given) < _SHORTEST:
            raise BadKey(f"{COOKIE_KEY} has {len(given)} letters, which can be guessed; want {_SHORTEST} or more")
        return given
    record = file_of(store.url)
    if record is None:
        return store.secret(_SEALED) or _seal(store)
    path = Path(f"{record}.key")
    if not path.exists():
        _make(path, store.secret(_SEALED) or secrets.token_hex(32))
    key = _read(path)
    if store.secret(_SEALED) is not None:
        # From when it was kept with the record. The same key goes on, so nobody is signed out.
        _note(store, "take the key for cookies out of the record", "SigningKeyMoved", unseal=(_SEALED,))
    return key


class TimedSigner:
    """Signs plain values for one purpose, with the time, and reads what it has signed until it is too old."""

    def __init__(self, key: str, purpose: str, lasts_s: int) -> None:
        self._serializer = URLSafeTimedSerializer(key, salt=purpose)
        self._lasts_s = lasts_s

    def sign(self, plain: object) -> str:
        """The value as text that only we can make."""
        return str(self._serializer.dumps(plain))

    def read(self, text: str) -> tuple[Any, float]:
        """The value, and when it was signed, in seconds; `BadSignature` where it was not, or too long ago."""
        plain, stamp = self._serializer.loads(text, return_timestamp=True)
        signed_s = stamp.timestamp()
        if not self.is_fresh(signed_s):
            raise BadSignature("signed too long ago, or by a clock that is far ahead")
        return plain, signed_s

    def is_fresh(self, signed_s: float) -> bool:
        """Whether what was signed then still holds. A signature has whole seconds, so it holds one more."""
        return -CLOCKS_APART_S <= time.time() - signed_s < self._lasts_s + 1


def first_code_of(key: str) -> str:
    """The code with which the first admin is entered: the same on every server of the room."""
    return hmac.new(key.encode(), b"first-admin", hashlib.sha256).hexdigest()[:8]


def _make(path: Path, key: str) -> None:
    """Write the key down for its owner alone, whole or not at all."""
    made = Path(f"{path}.{secrets.token_hex(4)}")
    try:
        handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "w") as file:
            file.write(f"{key}\n")
            file.flush()
            os.fsync(handle)
        with contextlib.suppress(FileExistsError):  # somebody else was quicker, and theirs is the key
            os.link(made, path)
    except OSError as why:
        raise BadKey(f"the key for cookies cannot be kept in {path}: {why.strerror}; or set {COOKIE_KEY}") from why
    finally:
        made.unlink(missing_ok=True)


def _read(path: Path) -> str:
    try:
        if path.stat().st_mode & 0o077:
            raise BadKey(f"{path} can be read by others than its owner; want mode 600, or none: then a new key is made")
        key = read_text(path, WRITTEN).strip()
    except (OSError, UnicodeDecodeError) as why:
        words = why.strerror if isinstance(why, OSError) else "it is no text"
        raise BadKey(f"the key for cookies cannot be read from {path}: {words}; or set {COOKIE_KEY}") from why
    if len(key) < _SHORTEST:
        raise BadKey(f"{path} holds no key; without that file a new one is made, and everybody signs in anew")
    return key


def _seal(store: Store) -> str:
    _note(store, "make a key for cookies", "SigningKeyMade", seal=((_SEALED, secrets.token_hex(32)),))
    kept = store.secret(_SEALED)
    assert kept is not None, "what was sealed is there"
    return kept


def _note(
    store: Store, asked: str, event: str, seal: tuple[tuple[str, str], ...] = (), unseal: tuple[str, ...] = ()
) -> None:
    store.commit(
        unit_of(
            WEB,
            # One name for each: two servers that begin at once do it once.
            _SEALED if seal else f"{_SEALED}/moved",
            store.clock(wall_clock_ms)(),
            asked,
            Write(STAFF, None, ({"event": event},)),
            seal=seal,
            unseal=unseal,
        )
    )
