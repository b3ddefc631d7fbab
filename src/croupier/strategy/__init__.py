"""The answers: the best decision, what a mistake costs, and strategies that a person writes, prices and searches.

    from croupier import strategy

    mine = strategy.parse(text)                     # rules as people say them, one a line
    found = strategy.price(mine)                    # exact: found.edge, found.cost, found.used, found.mistakes
    shipped = strategy.published("uth")             # the strategies that come with the house, by name

`docs/strategy.md` has the language. Each name is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.strategy.language.parser import parse
    from croupier.strategy.language.published import published
    from croupier.strategy.language.strategy import Rule, Strategy
    from croupier.strategy.language.tokens import BadLine
    from croupier.strategy.pricing.price import Mistake, Price, Used, price

__all__ = ["BadLine", "Mistake", "Price", "Rule", "Strategy", "Used", "parse", "price", "published"]

_ROOMS = {
    "BadLine": "language.tokens",
    "Mistake": "pricing.price",
    "Price": "pricing.price",
    "Rule": "language.strategy",
    "Strategy": "language.strategy",
    "Used": "pricing.price",
    "parse": "language.parser",
    "price": "pricing.price",
    "published": "language.published",
}


if not TYPE_CHECKING:  # a checker that saw this would take any name for one of ours

    def __getattr__(name: str) -> object:
        if name not in _ROOMS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from croupier.extras import needing

        with needing(f"croupier.strategy.{name}"):
            found = getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
