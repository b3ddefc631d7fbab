"""The hand side of the progressive bet: which line a hand makes (R34, R35). Meters live elsewhere."""

from __future__ import annotations

from croupier.cards import Cards, Hole
from croupier.hands import Category, Strength, category, strength
from croupier.rules.paytables import ALL_SEVEN, For, Paytable, Share


def line(table: Paytable, hole: Hole, board: Cards, player: Strength) -> tuple[str, Share | For] | None:
    """The highest line of the table that the cards make; `player` is the strength of all seven."""
    name = _seven_card_line(hole, board, player) if table.cards == ALL_SEVEN else first_five(hole, board).key
    pay = table.pays.get(name)
    if pay is None:
        return None
    assert isinstance(pay, Share | For), "a progressive table has no other pays"
    return name, pay


def first_five(hole: Hole, board: Cards) -> Category:
    """The category of the two hole cards with the flop."""
    return category(strength((*hole, *board[:3])))


def _seven_card_line(hole: Hole, board: Cards, player: Strength) -> str:
    """A royal is told by where its cards lie; any other hand by its category."""
    best = category(player)
    if best is not Category.ROYAL_FLUSH:
        return best.key
    if first_five(hole, board) is Category.ROYAL_FLUSH:
        return "royal_flush_first_five"
    # A royal on the board needs no hole card, and is then everybody's.
    if category(strength(board)) is Category.ROYAL_FLUSH:
        return "community_royal_flush"
    return "royal_flush"
