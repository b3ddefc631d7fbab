"""Heads that somebody has signed, as what an audit goes on from: up to there a record is taken at its word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.store.entry import Head


@dataclass(frozen=True, slots=True)
class Word:
    """How far every stream had come at a position of the journal, as a signature says that has been checked."""

    position: int
    heads: Mapping[str, Head]
