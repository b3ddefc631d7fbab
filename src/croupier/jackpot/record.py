"""Events of a link as plain data, for journals and files: `from_plain(to_plain(event)) == event`.

Money is whole cents; choices are their words. One walk over the fields of the dataclasses writes and reads them
all, so an event cannot be added without its record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from croupier.errors import Refused
from croupier.jackpot.events import Event
from croupier.jackpot.link import Link
from croupier.jackpot.meter import Fixed, Percentage

Plain: TypeAlias = dict[str, Any]

_EVENTS: dict[str, type[Any]] = {event.__name__: event for event in get_args(Event)}
_PAYS: dict[str, type[Any]] = {"percent": Percentage, "amount": Fixed}


class BadRecord(Refused):
    """Plain data that is no event of a link."""


def to_plain(event: Event) -> Plain:
    """An event as data that JSON can hold; `event` names its kind."""
    return {"event": type(event).__name__, **_written(event)}


def from_plain(plain: Mapping[str, Any]) -> Event:
    """The event that `to_plain` wrote."""
    kind = plain.get("event")
    if not isinstance(kind, str) or kind not in _EVENTS:
        raise BadRecord(f"no event of a link is called {kind!r}")
    try:
        made: Event = _read(_EVENTS[kind], {name: value for name, value in plain.items() if name != "event"})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(f"not a {kind}: {str(plain)[:120]}; {error!r}") from None
    return made


def link_to_plain(link: Link) -> Plain:
    """A quiet link, with no claim open and no button on, as data: a shortcut for opening a long stream."""
    assert is_quiet(link), "keypads in use are not kept in shortcuts"
    return _written(link)


def link_from_plain(plain: Mapping[str, Any]) -> Link:
    """The link that `link_to_plain` wrote."""
    made: Link = _read(Link, plain)
    return made


def is_quiet(link: Link) -> bool:
    """Whether nothing is claimed and no keypad is in use."""
    return not link.claims and not link.pads


def written(value: object) -> Any:
    """A value of the jackpot room as plain data."""
    match value:
        case Enum():
            return value.value
        case Mapping():
            return {name: written(item) for name, item in value.items()}
        case tuple():
            return [written(item) for item in value]
        case _ if is_dataclass(value):
            return _written(value)
        case _:
            return value


def _written(value: Any) -> Plain:
    return {each.name: written(getattr(value, each.name)) for each in fields(value)}


def read(kind: Any, plain: Any) -> Any:
    """The value of type `kind` that `written` wrote."""
    origin = get_origin(kind)
    if origin is UnionType:
        return _read_union(get_args(kind), plain)
    if origin is tuple:
        return tuple(read(get_args(kind)[0], item) for item in plain)
    if origin is not None:
        key, value = get_args(kind)
        return {key(name): read(value, item) for name, item in plain.items()}
    if is_dataclass(kind):
        return _read(kind, plain)
    if issubclass(kind, Enum):
        return kind(plain)
    if type(plain) is not kind:
        raise TypeError(f"{plain!r} is not {kind.__name__}")
    return plain


def _read_union(kinds: tuple[Any, ...], plain: Any) -> Any:
    if plain is None and type(None) in kinds:
        return None
    if isinstance(plain, Mapping):
        (word,) = plain
        return _read(_PAYS[word], plain)
    (kind,) = (kind for kind in kinds if kind is not type(None))
    return read(kind, plain)


def _read(kind: Any, plain: Mapping[str, Any]) -> Any:
    hints = _hints(kind)
    if plain.keys() != hints.keys():
        raise KeyError(*(plain.keys() ^ hints.keys()))
    return kind(**{name: read(hint, plain[name]) for name, hint in hints.items()})


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}
