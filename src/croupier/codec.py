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
from itertools import combinations
from operator import attrgetter
from types import UnionType
from typing import Any, Final, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from croupier.errors import Refused

Plain: TypeAlias = dict[str, Any]
TextForm: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], Any]]
"""How a kind is written as one plain datum, and read from it."""

_NO_DEFAULT: Final = object()
_KIND: Final = "kind"
"""Under this a value of a union names its class, where the fields of two classes cannot tell them apart."""


class BadData(Refused):
    """Plain data that is not the value it should be."""


class Codec:
    """Writes and reads the values of one room.

    `tagged` are the kinds that stand alone in a record, such as events: their plain form names them under `tag`.
    `texts` are kinds with a form of their own. `in_full` writes the fields at their default too, for data that people
    read; both forms are read back.
    """

    def __init__(
        self,
        tagged: Iterable[type[Any]] = (),
        texts: Mapping[Any, TextForm] | None = None,
        tag: str = "event",
        *,
        in_full: bool = False,
    ) -> None:
        self._tag = tag
        self._tagged = {kind.__name__: kind for kind in tagged}
        self._texts: dict[Any, TextForm] = dict(texts or {})
        self._in_full = in_full
        self._writers: dict[Any, Callable[[Any], Any]] = {}
        self._tagged_writers: dict[type[Any], Callable[[Any], Plain]] = {}
        self._readers: dict[Any, Callable[[Any], Any]] = {}

    def to_plain(self, value: Any) -> Plain:
        """A tagged value as data that JSON can hold."""
        write = self._tagged_writers.get(type(value))
        if write is None:
            name, kind = type(value).__name__, type(value)
            assert self._tagged.get(name) is kind, f"{name} is not one of this codec's kinds"
            write = self._tagged_writers[kind] = self._record_writer(kind, {self._tag: name})
        return write(value)

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
        read = self.reader(kind)
        try:
            return read(plain)
        except Refused:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            name = getattr(kind, "__name__", str(kind))
            raise BadData(f"not a {name}: {str(plain)[:120]}; {error!r}") from None

    def writer(self, kind: Any) -> Callable[[Any], Any]:
        """What writes values of a kind."""
        write = self._writers.get(kind)
        if write is None:
            write = self._writers[kind] = self._make_writer(kind)
        return write

    def reader(self, kind: Any) -> Callable[[Any], Any]:
        """What reads values of a kind."""
        read = self._readers.get(kind)
        if read is None:
            read = self._readers[kind] = self._make_reader(kind)
        return read

    def _make_writer(self, kind: Any) -> Callable[[Any], Any]:
        if kind in self._texts:
            return self._texts[kind][0]
        if _class_of(kind) is not kind:
            return self.writer(_class_of(kind))
        origin, inner = get_origin(kind), get_args(kind)
        if origin in (UnionType, Union):
            return self._union_writer([each for each in inner if each is not type(None)])
        if origin is tuple:
            return self._tuple_writer(inner)
        if origin is not None:
            assert issubclass(origin, Mapping), f"{kind} has no plain form"
            write_key, write = self.writer(inner[0]), self.writer(inner[1])
            return lambda value: {str(write_key(key)): write(item) for key, item in value.items()}
        if _is_record(kind):
            return self._record_writer(kind)
        return attrgetter("_value_") if issubclass(kind, Enum) else _as_it_is

    def _tuple_writer(self, inner: tuple[Any, ...]) -> Callable[[Any], list[Any]]:
        if inner[-1] is Ellipsis:
            write = self.writer(inner[0])
            return lambda value: [write(item) for item in value]
        writers = [self.writer(each) for each in inner]
        return lambda value: [write(item) for write, item in zip(writers, value, strict=True)]

    def _union_writer(self, kinds: list[Any]) -> Callable[[Any], Any]:
        if len(kinds) == 1:
            write = self.writer(kinds[0])
            return lambda value: None if value is None else write(value)
        writers = {_class_of(kind): self.writer(kind) for kind in kinds}
        if self._told_apart(kinds):
            return lambda value: None if value is None else writers[type(value)](value)

        def write_named(value: Any) -> Any:
            return None if value is None else {_KIND: type(value).__name__, **writers[type(value)](value)}

        return write_named

    def _record_writer(self, kind: Any, begins: Plain | None = None) -> Callable[[Any], Plain]:
        # Written out as a function of its own, as dataclasses write their `__init__`: every event is written by one.
        scope: dict[str, Any] = {}
        lines = ["def write(value):", f"    plain = {begins or {}!r}"]
        for name, hint, default in _parts(kind):
            item = f"value.{name}"
            scope |= {f"write_{name}": self.writer(hint), f"default_{name}": default}
            written = item if scope[f"write_{name}"] is _as_it_is else f"write_{name}({item})"
            unless = "" if default is _NO_DEFAULT or self._in_full else f"if {item} != default_{name}: "
            lines.append(f"    {unless}plain[{name!r}] = {written}")
        exec("\n".join([*lines, "    return plain"]), scope)
        return scope["write"]  # type: ignore[no-any-return]

    def _make_reader(self, kind: Any) -> Callable[[Any], Any]:
        if kind in self._texts:
            return self._texts[kind][1]
        if _class_of(kind) is not kind:
            return self.reader(_class_of(kind))
        origin, inner = get_origin(kind), get_args(kind)
        if origin in (UnionType, Union):
            return self._union_reader([each for each in inner if each is not type(None)], type(None) in inner)
        if origin is tuple:
            return self._tuple_reader(inner)
        if origin is not None:
            assert issubclass(origin, Mapping), f"{kind} has no plain form"
            read_key, read = self._key_reader(inner[0]), self.reader(inner[1])
            return lambda plain: {read_key(name): read(item) for name, item in _exactly(dict, plain).items()}
        if _is_record(kind):
            return self._record_reader(kind)
        if issubclass(kind, Enum):
            return lambda plain: _member(kind, plain)
        return lambda plain: _exactly(kind, plain)

    def _tuple_reader(self, inner: tuple[Any, ...]) -> Callable[[Any], tuple[Any, ...]]:
        if inner[-1] is Ellipsis:
            read = self.reader(inner[0])
            return lambda plain: tuple([read(item) for item in _exactly(list, plain)])
        readers = [self.reader(each) for each in inner]
        return lambda plain: tuple([read(item) for read, item in zip(readers, _exactly(list, plain), strict=True)])

    def _key_reader(self, kind: Any) -> Callable[[str], Any]:
        """JSON has only texts for keys, so a number is read from its text: from the one that is written for it."""
        if kind in self._texts:
            return self._texts[kind][1]
        if isinstance(kind, type) and issubclass(kind, Enum):
            members = {str(member.value): member for member in kind}
            return lambda name: members[name]
        if _class_of(kind) is not int:
            return self.reader(kind)

        def read_number(name: str) -> int:
            number = int(name)
            if str(number) != name:
                raise ValueError(f"{name!r} is not how {number} is written")
            return number

        return read_number

    def _union_reader(self, kinds: list[Any], optional: bool) -> Callable[[Any], Any]:
        if len(kinds) == 1:
            read = self.reader(kinds[0])
        elif self._told_apart(kinds):
            read = self._reader_by_look(kinds)
        else:
            read = self._reader_by_name(kinds)
        return (lambda plain: None if plain is None else read(plain)) if optional else read

    def _reader_by_look(self, kinds: list[Any]) -> Callable[[Any], Any]:
        """One of several kinds is known by its fields, or by being no record at all."""
        shapes = [(*_fields_of(kind), self.reader(kind)) for kind in kinds if self._is_spelled_out(kind)]
        others = {_class_of(kind): self.reader(kind) for kind in kinds if not self._is_spelled_out(kind)}

        def read(plain: Any) -> Any:
            if not isinstance(plain, Mapping):
                return others[type(plain)](plain)
            for needed, known, read_record in shapes:
                if needed <= plain.keys() <= known:
                    return read_record(plain)
            raise KeyError(*plain)

        return read

    def _reader_by_name(self, kinds: list[Any]) -> Callable[[Any], Any]:
        readers = {kind.__name__: self.reader(kind) for kind in kinds}

        def read(plain: Any) -> Any:
            return readers[plain[_KIND]]({name: item for name, item in plain.items() if name != _KIND})

        return read

    def _is_spelled_out(self, kind: Any) -> bool:
        """Whether values of a kind are written field by field."""
        return _is_record(kind) and kind not in self._texts

    def _told_apart(self, kinds: list[Any]) -> bool:
        """Whether no plain form of one kind could be one of another: every field may be there that has a default."""
        shapes = [_fields_of(kind) for kind in kinds if self._is_spelled_out(kind)]
        return not any(
            needed <= other_known and other_needed <= known
            for (needed, known), (other_needed, other_known) in combinations(shapes, 2)
        )

    def _record_reader(self, kind: Any) -> Callable[[Any], Any]:
        readers = {name: self.reader(hint) for name, hint, _ in _parts(kind)}

        def read_record(plain: Any) -> Any:
            if not isinstance(plain, Mapping):
                raise TypeError(f"want fields, not {plain!r}")
            return kind(**{name: readers[name](item) for name, item in plain.items()})

        return read_record


def _as_it_is(value: Any) -> Any:
    return value


def _is_record(kind: Any) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_field_defaults")


def _class_of(kind: Any) -> Any:
    """The class of a kind's values: a new type's are those of the type below it."""
    return _class_of(kind.__supertype__) if isinstance(kind, NewType) else kind


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


def _fields_of(kind: Any) -> tuple[frozenset[str], frozenset[str]]:
    """The fields that a record's plain form always has, and those that it may have."""
    parts = _parts(kind)
    needed = frozenset(name for name, _, default in parts if default is _NO_DEFAULT)
    return needed, frozenset(name for name, _, _ in parts)


def _member(kind: Any, plain: Any) -> Any:
    """The member of an enum with exactly this value."""
    member = kind(plain)
    _exactly(type(member.value), plain)
    return member


def _exactly(kind: type[Any], plain: Any) -> Any:
    """The datum itself, if it is exactly of that type: no record says `true` for 1."""
    if type(plain) is not kind:
        raise TypeError(f"{plain!r} is not {kind.__name__}")
    return plain
