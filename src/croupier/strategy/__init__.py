"""The answers: the best decision, what a mistake costs, and strategies that a person writes, prices and searches.

    from croupier import strategy

    mine = strategy.parse(text)                     # rules as people say them, one a line
    price = strategy.price(mine)                    # exact: price.edge, price.cost, price.used, price.mistakes
    shipped = strategy.published("uth")             # the strategies that come with the house, by name
    best = strategy.search("uth", rules=8)          # the best of at most eight rules: best.price, best.steps
    print(strategy.card_text(best.price))           # and card_svg, for printing

`docs/strategy.md` has the language. Each name is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.lazy import lazy

if TYPE_CHECKING:
    from croupier.strategy.card import card_svg, card_text
    from croupier.strategy.language.parser import parse
    from croupier.strategy.language.published import published
    from croupier.strategy.language.single import Decided, decision
    from croupier.strategy.language.strategy import Rule, Strategy
    from croupier.strategy.language.tokens import BadLine
    from croupier.strategy.pricing.price import Mistake, Price, Used, price
    from croupier.strategy.rule_search import SearchResult, search

__all__ = [
    "BadLine",
    "Decided",
    "Mistake",
    "Price",
    "Rule",
    "SearchResult",
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

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            "card": ["card_svg", "card_text"],
            "language.parser": ["parse"],
            "language.published": ["published"],
            "language.single": ["Decided", "decision"],
            "language.strategy": ["Rule", "Strategy"],
            "language.tokens": ["BadLine"],
            "pricing.price": ["Mistake", "Price", "Used", "price"],
            "rule_search": ["SearchResult", "search"],
        },
    )
