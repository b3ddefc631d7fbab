"""A frozen value with some fields changed: what `dataclasses.replace` does, for classes that change at every click.

`replace` looks at the fields each time, which costs more than the change. A `changer` looks once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

Value = TypeVar("Value")


def changer(kind: type[Value]) -> Callable[..., Value]:
    """What makes a changed copy of values of one dataclass: `changer(Round)(round, shown=1)`."""
    names = tuple([field.name for field in fields(kind)])  # type: ignore[arg-type]
    read = attrgetter(*names)

    def changed(value: Value, **changes: Any) -> Value:
        return kind(**(dict(zip(names, read(value), strict=True)) | changes))

    return changed
