"""Values as plain data and back: one way for every room.

A value here is a frozen dataclass or a named tuple made of whole numbers, texts, enums, other values, tuples and
mappings. Its plain form is what JSON can hold: a mapping by field, fields at their default left out. The walk over
the fields is compiled once for each class, so an event cannot be added without its record, and costs no more than a
form written by hand. A kind with a text of its own (cards, actions, pays) says so when the codec is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from croupier.errors import Refused

Plain: TypeAlias = dict[str, Any]
TextForm: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], Any]]
"""How a kind is written as one plain datum, and read from it."""

_NO_DEFAULT = object()


class BadData(Refused):
    """Plain data that is not the value it should be."""


class Codec:
    """Writes and reads the values of one room.

    `tagged` are the kinds that stand alone in a record, such as events: their plain form names them under `tag`.
    `texts` are kinds with a form of their own.
    """

    def __init__(
        self, tagged: Iterable[type[Any]] = (), texts: Mapping[Any, TextForm] | None = None, tag: str = "event"
    ) -> None:
        self._tag = tag
        self._tagged = {kind.__name__: kind for kind in tagged}
        self._texts = dict(texts or {})
        self._writers: dict[Any, Callable[[Any], Any]] = {}
        self._readers: dict[Any, Callable[[Any], Any]] = {}

    def knows(self, name: object) -> bool:
        """Whether a tag names one of this codec's kinds."""
        return name in self._tagged

    def to_plain(self, value: Any) -> Plain:
        """A tagged value as data that JSON can hold."""
        kind = type(value)
        assert self._tagged.get(kind.__name__) is kind, f"{kind.__name__} is not one of this codec's kinds"
        return {self._tag: kind.__name__, **self.writer(kind)(value)}

    def from_plain(self, plain: Mapping[str, Any]) -> Any:
        """The value that `to_plain` wrote."""
        name = plain.get(self._tag) if isinstance(plain, Mapping) else None
        kind = self._tagged.get(name) if isinstance(name, str) else None
        if kind is None:
            raise BadData(f"no {self._tag} is called {name!r}")
        return self.value(kind, {key: item for key, item in plain.items() if key != self._tag})

    def plain(self, kind: Any, value: Any) -> Any:
        """A value of a kind as plain data."""
        return self.writer(kind)(value)

    def value(self, kind: Any, plain: Any) -> Any:
        """The value of a kind that `plain` wrote, or `BadData`."""
        try:
            return self.reader(kind)(plain)
        except Refused:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            name = getattr(kind, "__name__", str(kind))
            raise BadData(f"not a {name}: {str(plain)[:120]}; {error!r}") from None

    def writer(self, kind: Any) -> Callable[[Any], Any]:
        """What writes values of a kind."""
        made = self._writers.get(kind)
        if made is None:
            made = self._writers[kind] = self._make_writer(kind)
        return made

    def reader(self, kind: Any) -> Callable[[Any], Any]:
        """What reads values of a kind."""
        made = self._readers.get(kind)
        if made is None:
            made = self._readers[kind] = self._make_reader(kind)
        return made

    def _make_writer(self, kind: Any) -> Callable[[Any], Any]:
        if kind in self._texts:
            return self._texts[kind][0]
        origin, inner = get_origin(kind), get_args(kind)
        if origin in (UnionType, Union):
            return self._union_writer([each for each in inner if each is not type(None)])
        if origin is tuple:
            write = self.writer(inner[0])
            return lambda value: [write(item) for item in value]
        if origin is not None:
            write = self.writer(inner[1])
            return lambda value: {str(key): write(item) for key, item in value.items()}
        if _is_record(kind):
            return self._record_writer(kind)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return lambda value: value.value
        return lambda value: value

    def _union_writer(self, kinds: list[Any]) -> Callable[[Any], Any]:
        if len(kinds) == 1:
            write = self.writer(kinds[0])
            return lambda value: None if value is None else write(value)
        writers = {kind: self.writer(kind) for kind in kinds}
        return lambda value: None if value is None else writers[type(value)](value)

    def _record_writer(self, kind: Any) -> Callable[[Any], Plain]:
        parts = [(name, self.writer(hint), default) for name, hint, default in _parts(kind)]

        def write_record(value: Any) -> Plain:
            plain = {}
            for name, write, default in parts:
                item = getattr(value, name)
                if default is _NO_DEFAULT or item != default:
                    plain[name] = write(item)
            return plain

        return write_record

    def _make_reader(self, kind: Any) -> Callable[[Any], Any]:
        if kind in self._texts:
            return self._texts[kind][1]
        origin, inner = get_origin(kind), get_args(kind)
        if origin in (UnionType, Union):
            return self._union_reader([each for each in inner if each is not type(None)], type(None) in inner)
        if origin is tuple:
            read = self.reader(inner[0])
            return lambda plain: tuple([read(item) for item in _a(list, plain)])
        if origin is not None:
            key, read = inner[0], self.reader(inner[1])
            return lambda plain: {key(name): read(item) for name, item in _a(dict, plain).items()}
        if _is_record(kind):
            return self._record_reader(kind)
        if issubclass(kind, Enum):
            return kind
        return lambda plain: _a(kind, plain)

    def _union_reader(self, kinds: list[Any], optional: bool) -> Callable[[Any], Any]:
        """One of several kinds is known by its fields: no two of them may have the same."""
        if len(kinds) == 1:
            read = self.reader(kinds[0])
        else:
            readers = {frozenset(name for name, _, _ in _parts(kind)): self.reader(kind) for kind in kinds}

            def read(plain: Any) -> Any:
                return readers[frozenset(plain)](plain)

        return (lambda plain: None if plain is None else read(plain)) if optional else read

    def _record_reader(self, kind: Any) -> Callable[[Any], Any]:
        readers = {name: self.reader(hint) for name, hint, _ in _parts(kind)}

        def read_record(plain: Any) -> Any:
            if not isinstance(plain, Mapping):
                raise TypeError(f"want fields, not {plain!r}")
            return kind(**{name: readers[name](item) for name, item in plain.items()})

        return read_record


def _is_record(kind: Any) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_field_defaults")


def _parts(kind: Any) -> list[tuple[str, Any, Any]]:
    """The fields of a record: name, kind, and default."""
    hints = get_type_hints(kind)
    if not is_dataclass(kind):
        return [(name, hints[name], kind._field_defaults.get(name, _NO_DEFAULT)) for name in kind._fields]
    parts = []
    for each in fields(kind):
        default = each.default
        if default is MISSING:
            default = _NO_DEFAULT if each.default_factory is MISSING else each.default_factory()
        parts.append((each.name, hints[each.name], default))
    return parts


def _a(kind: type[Any], plain: Any) -> Any:
    """The datum itself, if it is exactly of that type: no record says `true` for 1."""
    if type(plain) is not kind:
        raise TypeError(f"{plain!r} is not {kind.__name__}")
    return plain
