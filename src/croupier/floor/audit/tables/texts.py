"""Bodies of a table's entries as text: what can be told of them without reading them, and what would be written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import orjson

from croupier.floor.record import written
from croupier.floor.table import Happening
from croupier.store.entry import Row
from croupier.store.formats import FORMAT

_BEGINS: Final = '{"asked":"'
_AT: Final = len(_BEGINS)


def is_plain(body: str) -> bool:
    """Whether every character of a text stands for itself, so that what it says can be looked for as it is."""
    return "\\" not in body and body.isascii() and "\x7f" not in body


def turns(body: str) -> bool:
    """Whether an entry with a plain body may open a round or end one."""
    return '"RoundOpened"' in body or '"SeedRevealed"' in body


def asked_in(body: str) -> str:
    """The order that a plain body says was asked for, if it is one that Croupier has written."""
    return body[_AT : body.find('"', _AT)] if body.startswith(_BEGINS) else ""


def body_of(asked: str, events: Iterable[Happening], rows: list[Row]) -> str | None:
    """The body that the room writes for this, if it is a plain one: whoever finds a plain body equal to it has found it
    written as it should be, with these events and this money."""
    plain = [record for event in events if (record := written(event)) is not None]
    try:
        # The quick writer. What it writes otherwise than the record's own is not plain.
        return orjson.dumps(
            {"asked": asked, "events": plain, "format": FORMAT, "transfers": rows}, option=orjson.OPT_SORT_KEYS
        ).decode()
    except (TypeError, ValueError):
        return None


def differ(made: Sequence[Any], recorded: Sequence[Any]) -> str:
    """The first place where two lists differ, short enough to read."""
    for want, have in zip(made, recorded, strict=False):
        if want != have:
            if isinstance(want, dict) and isinstance(have, dict):
                keys = [key for key in sorted(want.keys() | have.keys()) if want.get(key) != have.get(key)]
                want, have = {k: want.get(k) for k in keys}, {k: have.get(k) for k in keys}
            return f"want {str(want)[:200]}, have {str(have)[:200]}"
    return f"want {len(made)} of them, have {len(recorded)}"
