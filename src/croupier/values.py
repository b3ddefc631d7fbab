"""A frozen value with some fields changed: what `dataclasses.replace` does, for classes that change at every click.

`replace` looks at the fields each time, which costs more than the change. A `changer` looks once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

Value = TypeVar("Value")


def changer(kind: type[Value]) -> Callable[..., Value]:
    """What makes a changed copy of values of one slotted dataclass: `changer(Round)(round, shown=1)`."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    # Written out as a function of its own, as dataclasses write their `__init__`. A slot's own setter fills a value
    # that nobody has seen yet; afterwards it is as frozen as any other.
    lines = [
        f"def changed(value, *, {', '.join(f'{name}=KEEP' for name in names)}):",
        "    made = new(kind)",
        *(f"    put_{name}(made, value.{name} if {name} is KEEP else {name})" for name in names),
        "    return made",
    ]
    scope: dict[str, Any] = {f"put_{name}": getattr(kind, name).__set__ for name in names}
    scope |= {"KEEP": object(), "new": object.__new__, "kind": kind}
    exec("\n".join(lines), scope)
    made: Callable[..., Value] = scope["changed"]
    return made
