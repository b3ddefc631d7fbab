"""Packages whose names are loaded when they are first used, so that importing them costs nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from importlib import import_module


def lazy(package: str, names: Mapping[str, Collection[str]]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and the `__dir__` of a package, by the names that each of its modules gives.

    A checker must not see them, or it would take any name for one of the package's: they go under
    `if not TYPE_CHECKING`, beside the same imports under `if TYPE_CHECKING`, which checkers and the documentation read.

        if not TYPE_CHECKING:
            __getattr__, __dir__ = lazy(__name__, {"cards": ["Card", "parse_cards"]})
    """
    module_of = {name: module for module, its in names.items() for name in its}

    def load(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from croupier.extras import needing

        with needing(f"{package}.{name}"):
            value = getattr(import_module(f"{package}.{module_of[name]}"), name)
        # The next time it is simply there.
        setattr(sys.modules[package], name, value)
        return value

    def listed() -> list[str]:
        dunders = (name for name in vars(sys.modules[package]) if name.startswith("__"))
        return sorted({*module_of, *dunders})

    return load, listed
