"""How many cards would beat a hand: counted on the cards alone, for whoever asks it of one hand."""

from __future__ import annotations

from croupier.cards import DECK, Cards
from croupier.hands import strength


def dealer_outs(hole: Cards, board: Cards) -> int:
    """How many of the 45 unseen cards would beat the hand, each alone with the board (the Wizard's count)."""
    mine, known = strength((*hole, *board)), {*hole, *board}
    return sum(strength((*board, card)) > mine for card in DECK if card not in known)
