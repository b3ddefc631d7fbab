"""The price of any bet at a table: the approved ones are kept, one of the house's own is worked out."""

from __future__ import annotations

from functools import cache

from croupier.lab.prices import OWN, Price, price


def any_price(name: str) -> Price:
    """The price of that name."""
    return _own_price(name) if name.startswith(OWN) else price(name)


@cache
def _own_price(name: str) -> Price:
    from croupier.lab.custom_bets import price_side_bet  # the kernels take a moment, and most tables have no such bet

    _, _, played, declaration = name.split("/", 3)
    found = price_side_bet(declaration, played).priced
    return Price(found.edge, found.variance)
