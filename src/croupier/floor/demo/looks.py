"""What the player who looks at the others' cards decides at the face-up table of the demonstration, where plain sense
would decide otherwise: by round and street.

The rounds of the two shifts are always shuffled alike, so this was worked out once, with the exact values for whoever
knows the others' cards; `tests/floor/test_demo.py` works it out again. With the doors open the decks are drawn by
chance, and nobody looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LOOKED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "T4-5/0": "bet4",
        "T4-6/1": "bet2",
        "T4-12/0": "bet4",
        "T4-15/2": "bet1",
        "T4-18/2": "fold",
        "T4-20/1": "check",
        "T4-20/2": "bet1",
        "T4-22/1": "check",
        "T4-22/2": "bet1",
        "T4-29/1": "check",
        "T4-29/2": "bet1",
        "T4-37/2": "bet1",
        "T4-38/2": "bet1",
        "T4-43/0": "bet4",
        "T4-45/1": "bet2",
        "T4-48/1": "check",
    }
)
