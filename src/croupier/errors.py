"""The one ancestor of everything Croupier refuses.

A boundary (command line, page, importer) catches `Refused` and shows its text as it stands. Anything
else that escapes is a bug in Croupier, never bad input.
"""

from __future__ import annotations

from typing import Any


class Refused(ValueError):
    """Something was asked for that cannot be; the text says what, why not, and what would be right."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Most are made of other things than their text; one from another process says what it said there.
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[Refused], args: tuple[Any, ...], facts: dict[str, Any]) -> Refused:
    refused = kind.__new__(kind, *args)
    refused.args = args
    refused.__dict__.update(facts)
    return refused
