"""Copies of frozen values with some fields changed. The game makes them at every click, and an audit by the million."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:
    import dataclasses

    def replace(value: Any, /, **changes: Any) -> Any:
        """What `dataclasses.replace` answers, by a function compiled once for a class and its changed fields."""
        kind = type(value)
        try:
            copy = _copies[kind, *changes]
        except KeyError:
            copy = _copies[kind, *changes] = _compiled(kind, tuple(changes))
        return copy(value, **changes)

    _copies: dict[tuple[type | str, ...], Callable[..., Any]] = {}

    def _compiled(kind: type, changed: tuple[str, ...]) -> Callable[..., Any]:
        every = dataclasses.fields(kind)
        names = [field.name for field in every]
        is_plain = kind.__bases__ == (object,) and tuple(kind.__dict__.get("__slots__", ())) == tuple(names)
        is_made_so = all(field.init for field in every) and not hasattr(kind, "__post_init__")
        if not (is_plain and is_made_so and {*names}.issuperset(changed)):
            return dataclasses.replace
        # A frozen class writes each field by a call. A class of the same slots that is not frozen does without, and an
        # object of it becomes one of the frozen class when it is complete.
        draft = type(kind.__name__, (), {"__slots__": kind.__slots__})
        # Names that no field has: the value, the copy, and their two classes.
        fields = [f"    _1.{name} = {name if name in changed else f'_0.{name}'}" for name in names]
        head = f"def copy(_0, *, {', '.join(changed)}):" if changed else "def copy(_0):"
        scope: dict[str, Any] = {"_2": draft, "_3": kind}
        exec("\n".join([head, "    _1 = _2()", *fields, "    _1.__class__ = _3", "    return _1"]), scope)
        copy: Callable[..., Any] = scope["copy"]
        return copy
