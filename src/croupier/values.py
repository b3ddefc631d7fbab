"""Frozen values that are made and changed at every click, as cheaply as open ones.

A frozen dataclass fills its fields one by one past its own guard, which costs ten times what an open class pays, and
`dataclasses.replace` looks at the fields each time. Here a value is filled while it is still of an open class with the
same slots, nobody having seen it yet, and is then given its own class: from there on it is as frozen as any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar

Value = TypeVar("Value")


def changer(kind: type[Value]) -> Callable[..., Value]:
    """What makes a changed copy of values of one slotted dataclass: `changer(Round)(round, shown=1)`."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    lines = [
        f"def changed(value, *, {', '.join(f'{name}=KEEP' for name in names)}):",
        "    made = new(open_kind)",
        *(f"    made.{name} = value.{name} if {name} is KEEP else {name}" for name in names),
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
    lines = ["    open_up(self, '__class__', open_kind)"]
    for field in each:
        name, default = field.name, ""
        value = name
        if field.default is not MISSING:
            scope[f"default_{name}"], default = field.default, f"=default_{name}"
        elif field.default_factory is not MISSING:
            scope[f"make_{name}"], default = field.default_factory, "=MAKE"
            value = f"make_{name}() if {name} is MAKE else {name}"
        (named if field.kw_only else positional).append(name + default)
        lines.append(f"    self.{name} = {value}")
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
