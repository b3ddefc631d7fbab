"""The format of the record: which one is written, and how older ones are lifted to it when they are read.

Every entry names its format. A record is never rewritten: its entries stay as they were hashed, and whoever reads one
gets the present form of what it says. A change of what the journal says raises `FORMAT` by one and adds one lift here;
a small record of each format is kept in the tests, and must audit clean for ever.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

Body: TypeAlias = dict[str, Any]

FORMAT: Final = 1
LIFTS: Final[Mapping[int, Callable[[Body], Body]]] = {}
"""From each older format to the next one."""

STATE: Final = 2
"""The format of snapshots, counted apart: what they hold may change where no entry does."""


def lifted(body: Body) -> Body:
    """The body of an entry in the present format; `ValueError` if it is of none that was ever written."""
    number = body["format"]
    if type(number) is not int or not 1 <= number <= FORMAT:
        raise ValueError(f"it is of format {number!r}, and this program reads formats 1 to {FORMAT}")
    for step in range(number, FORMAT):
        body = LIFTS[step](body)
    return body


def is_unnamed(text: str) -> bool:
    """Whether a body is of the time before bodies named their format: it has all that one had then, and no more."""
    try:
        body = json.loads(text)
    except ValueError:
        return False
    return isinstance(body, dict) and body.keys() == {"asked", "events", "transfers"}


def stamped(state: str) -> str:
    """The text of a snapshot with the number of its own format."""
    return f"{STATE} {state}"


def unstamped(text: str) -> str | None:
    """The state in a snapshot's text; `None` if it is of another format. A snapshot is a shortcut, so it is not lifted
    but passed over: the stream itself is read instead."""
    number, _, state = text.partition(" ")
    return state if number == str(STATE) else None
