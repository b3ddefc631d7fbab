"""Frozen values that are made and changed at every click, as cheaply as open ones.

A frozen dataclass fills its fields one by one past its own guard, which costs ten times what an open class pays, and
`dataclasses.replace` looks at the fields each time. Here a value is filled while it is still of an open class with the
same slots, nobody having seen it yet, and is then given its own class: from there on it is as frozen as any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any, Final, TypeVar

Value = TypeVar("Value")
_FEW: Final = 3


def changer(kind: type[Value], *always: str) -> Callable[..., Value]:
    """What makes a changed copy of values of one slotted dataclass: `changer(Round)(round, shown=1)`.

    `changer(Round, "seats", "stage")(round, seats, stage)` changes these fields and no others, all of them each time
    and in this order: it asks of none whether it is to stay, and takes half as long.
    """
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    assert set(always) <= set(names), f"{kind.__name__} has no such field: {always}"
    kept = {name: f"value.{name}" for name in names}
    if always:
        parameters, values = ", ".join(always), kept | {name: name for name in always}
    else:
        parameters = f"*, {', '.join(f'{name}=KEEP' for name in names)}"
        values = {name: f"{old} if {name} is KEEP else {name}" for name, old in kept.items()}
    lines = [
        f"def changed(value, {parameters}):",
        "    made = new(open_kind)",
        *(f"    made.{name} = {new}" for name, new in values.items()),
        "    made.__class__ = kind",
        "    return made",
    ]
    scope = {"KEEP": object(), "new": object.__new__, "open_kind": _open(kind), "kind": kind}
    made: Callable[..., Value] = _written("changed", lines, scope)
    return made


def swift(kind: type[Value]) -> type[Value]:
    """A frozen, slotted dataclass with an `__init__` that fills its slots as an open class does.

    For what is made at every order: the more fields, the more it saves. Nothing else about the class is different.
    """
    each: tuple[Field[Any], ...] = fields(kind)  # type: ignore[arg-type]
    scope: dict[str, Any] = {"MAKE": object(), "open_up": object.__setattr__, "open_kind": _open(kind), "kind": kind}
    positional, named = ["self"], ["*"]
    # To open a value and to close it again costs as much as to fill three slots past the guard.
    opens = len(each) > _FEW
    lines = ["    open_up(self, '__class__', open_kind)"] if opens else []
    for field in each:
        name, default = field.name, ""
        value = name
        if field.default is not MISSING:
            scope[f"default_{name}"], default = field.default, f"=default_{name}"
        elif field.default_factory is not MISSING:
            scope[f"make_{name}"], default = field.default_factory, "=MAKE"
            value = f"make_{name}() if {name} is MAKE else {name}"
        (named if field.kw_only else positional).append(name + default)
        scope[f"fill_{name}"] = getattr(kind, name).__set__
        lines.append(f"    self.{name} = {value}" if opens else f"    fill_{name}(self, {value})")
    if opens:
        lines.append("    self.__class__ = kind")
    if hasattr(kind, "__post_init__"):
        lines.append("    self.__post_init__()")
    parameters = [*positional, *(named if len(named) > 1 else [])]
    made = _written("__init__", [f"def __init__({', '.join(parameters)}):", *lines], scope)
    made.__annotations__ = kind.__init__.__annotations__
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    kind.__init__ = made  # type: ignore[method-assign]
    return kind


def _open(kind: type[Any]) -> type[Any]:
    """A class that anybody may fill, with the slots of `kind` and nothing else."""
    assert kind.__bases__ == (object,), f"{kind.__name__} has fields of another class, which are not among its slots"
    return type(f"Open{kind.__name__}", (), {"__slots__": kind.__slots__})


def _written(name: str, lines: list[str], scope: dict[str, Any]) -> Any:
    """A function from its text, as dataclasses write theirs."""
    exec("\n".join(lines), scope)
    return scope[name]
