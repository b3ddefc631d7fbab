"""A PIN: a few digits, of which only a slow hash is kept."""

from __future__ import annotations

import re
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from croupier.errors import Refused

_PIN: Final = re.compile(r"\d{4,12}", re.ASCII)
_hasher = PasswordHasher()
NOBODYS: Final = "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHRzYWx0c2FsdA$R3nYUQf0V0yzXQWTz7C5Q1O0d2iVn6RkQm6mQhQd3mE"
"""The hash of a PIN that nobody knows, for names that nobody has."""


class BadPin(Refused):
    """A PIN that cannot be one."""

    def __init__(self) -> None:
        super().__init__("not a PIN; want 4 to 12 digits")


def hashed(pin: str) -> str:
    """What is kept of a PIN."""
    if not _PIN.fullmatch(pin):
        raise BadPin
    return _hasher.hash(pin)


def matches(stored: str, pin: str) -> bool:
    """Whether a PIN is the one that was kept."""
    try:
        return _hasher.verify(stored, pin.encode(errors="replace"))  # half a character, as a terminal may send, is none
    except VerifyMismatchError:
        return False
