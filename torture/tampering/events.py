"""Every field of every kind of event, changed to something plausible, with everything made right but the story.

What a record has of events is read off the record itself, so a new kind of event is tampered with from its first day.
All are found by the audit, but for those listed here with the reason why not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, TypeAlias

from torture.tampering.columns import flipped
from torture.tampering.kind import Found, Kind, Tamper, pick
from torture.tampering.rows import Rows

Field: TypeAlias = tuple[str, str]
"""A kind of event, and a field of it."""

EXCEPTIONS: Final[Mapping[Field, tuple[Found, str]]] = {}
"""The fields whose change the audit does not find, or not always, and why."""


def fields(rows: Rows) -> list[Field]:
    """Every field of every kind of event that a record has."""
    return sorted({(e["event"], name) for row in rows.entries for e in row.events for name in e if name != "event"})


def kinds_of(rows: Rows) -> list[Kind]:
    """A kind of tampering for each of them."""
    found = []
    for event, name in fields(rows):
        who, because = EXCEPTIONS.get((event, name), (Found.AUDIT, ""))
        how = f"`{name}` of a `{event}` is changed to something plausible"
        found.append(Kind(f"{event}.{name}", how, who, _changed(event, name), because))
    return found


def _changed(event: str, name: str) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        among = [(row, e) for row in rows.saying(event) for e in row.events if e["event"] == event and name in e]
        _, told = pick(chance, among)
        path = pick(chance, list(_leaves(told[name])))
        seen = {repr(other): other for _, e in among if (other := _at(e[name], path)) is not None}
        now = _at(told[name], path)
        others = [value for text, value in sorted(seen.items()) if value != now and type(value) is type(now)]
        new = pick(chance, others) if others and chance.random() < 0.5 else _otherwise(now, chance)
        told[name] = _with(told[name], path, new)

    return tamper


def _otherwise(value: Any, chance: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if value is None:
        return 1
    return flipped(value, chance) if isinstance(value, int) or value else "something"


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the single values of a value are."""
    if isinstance(value, dict | list) and value:
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(item, (*path, key))
    else:
        yield path


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        try:
            value = value[step]
        except (LookupError, TypeError):
            return None
    return None if isinstance(value, dict | list) else value


def _with(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return [new] if isinstance(value, list) else {"x": new} if isinstance(value, dict) else new
    value[path[0]] = _with(value[path[0]], path[1:], new)
    return value
