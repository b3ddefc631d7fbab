"""Text from outside in a file that a spreadsheet opens."""

from __future__ import annotations


def cell(text: str) -> str:
    """The text, so that no spreadsheet takes it for a formula and runs it.

    >>> cell("=2+2"), cell("ann")
    ("'=2+2", 'ann')
    """
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
