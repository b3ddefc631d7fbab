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
        names = [field.name for field in dataclasses.fields(kind)]
        is_plain = kind.__bases__ == (object,) and tuple(kind.__dict__.get("__slots__", ())) == tuple(names)
        if not is_plain or hasattr(kind, "__post_init__") or not {*names}.issuperset(changed):
            return dataclasses.replace
        # A frozen class writes each field by a call. A class of the same slots that is not frozen does without, and an
        # object of it becomes one of the frozen class when it is complete.
        draft = type(kind.__name__, (), {"__slots__": kind.__slots__})
        fields = [f"    new.{name} = {name if name in changed else f'value.{name}'}" for name in names]
        lines = [f"def copy(value, *, {', '.join(changed)}):" if changed else "def copy(value):", "    new = draft()"]
        scope: dict[str, Any] = {"draft": draft, "kind": kind}
        exec("\n".join([*lines, *fields, "    new.__class__ = kind", "    return new"]), scope)
        copy: Callable[..., Any] = scope["copy"]
        return copy
