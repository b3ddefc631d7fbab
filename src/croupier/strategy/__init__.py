"""The answers: the best decision, what a mistake costs, and strategies that a person writes, prices and searches.

    from croupier import strategy

    mine = strategy.parse(text)                     # rules as people say them, one a line
    found = strategy.price(mine)                    # exact: found.edge, found.cost, found.used, found.mistakes
    shipped = strategy.published("uth")             # the strategies that come with the house, by name
    best = strategy.search("uth", rules=8)          # the best of at most eight rules: best.price, best.steps
    print(strategy.card_text(best.price))           # and card_svg, for printing

`docs/strategy.md` has the language. Each name is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.strategy.language.parser import parse
    from croupier.strategy.language.published import published
    from croupier.strategy.language.single import Decided, decision
    from croupier.strategy.language.strategy import Rule, Strategy
    from croupier.strategy.language.tokens import BadLine
    from croupier.strategy.pricing.price import Mistake, Price, Used, price
    from croupier.strategy.seeking.card import card_svg, card_text
    from croupier.strategy.seeking.search import Sought, search

__all__ = [
    "BadLine",
    "Decided",
    "Mistake",
    "Price",
    "Rule",
    "Sought",
    "Strategy",
    "Used",
    "card_svg",
    "card_text",
    "decision",
    "parse",
    "price",
    "published",
    "search",
]

_ROOMS = {
    "BadLine": "language.tokens",
    "Decided": "language.single",
    "Mistake": "pricing.price",
    "Price": "pricing.price",
    "Rule": "language.strategy",
    "Sought": "seeking.search",
    "Strategy": "language.strategy",
    "Used": "pricing.price",
    "card_svg": "seeking.card",
    "card_text": "seeking.card",
    "decision": "language.single",
    "parse": "language.parser",
    "price": "pricing.price",
    "published": "language.published",
    "search": "seeking.search",
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
