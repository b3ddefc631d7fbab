"""The words for choices in sentences. This module imports no solver."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

CHOICE_WORDS: Mapping[str, str] = MappingProxyType(
    {
        **{f"bet{times}": f"bet {times}x" for times in (4, 3, 2, 1)},
        **{"check": "check", "fold": "fold", "ride": "let it ride", "pull": "pull back"},
    }
)
