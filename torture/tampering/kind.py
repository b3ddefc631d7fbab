"""A kind of tampering: how it is done, and who finds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import TypeAlias, TypeVar

from torture.tampering.rows import Row, Rows

T = TypeVar("T")
Tamper: TypeAlias = Callable[[Rows, Random], None]
"""Does it to a record, at a random place."""


class Found(Enum):
    """Who finds it. Signed heads are those that somebody kept elsewhere, with the public key."""

    AUDIT = "the audit"
    HEADS = "signed heads"
    EITHER = "signed heads, and the audit where anything hangs on it"
    NOBODY = "nobody"


class Right(Enum):
    """What the forger makes right afterwards."""

    NOTHING = "nothing"
    HASHES = "everything but the signatures"
    ALL = "everything, and signs with a key of their own"


class NoPlace(Exception):
    """The record has no place where that could be done: the table or the record is wrong."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind. `because` says why it is not found by the audit, where it is not."""

    name: str
    how: str
    found: Found
    do: Tamper | None
    because: str = ""
    right: Right = Right.ALL
    kept_early: bool = False
    """Whether the heads that somebody kept are older than what is tampered with."""


def pick(chance: Random, among: Sequence[T]) -> T:
    """One of them at random; `NoPlace` where there is none."""
    if not among:
        raise NoPlace
    return chance.choice(among)


def at_entry(among: Callable[[Rows], Sequence[Row]], change: Callable[[Row, Random], None]) -> Tamper:
    """Change one of these entries."""
    return lambda rows, chance: change(pick(chance, among(rows)), chance)
