"""The price of any bet at a table: looked up in the price list, or worked out if the bet is the house's own."""

from __future__ import annotations

from functools import cache

from croupier.lab.prices import OWN, BetPrice, price


def any_price(name: str) -> BetPrice:
    """The price of that name."""
    return _own_price(name) if name.startswith(OWN) else price(name)


@cache
def _own_price(name: str) -> BetPrice:
    from croupier.lab.custom_bets import price_side_bet  # the kernels take a moment, and most tables have no such bet

    _, _, played, declaration = name.split("/", 3)
    priced = price_side_bet(declaration, played).priced
    return BetPrice(priced.edge, priced.variance)
