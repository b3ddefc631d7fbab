"""Decks that deal chosen cards."""

from __future__ import annotations

from croupier.cards import parse_cards
from croupier.games import chosen_rules
from croupier.rules.deal import stack


def deck(game: str, own: str, dealer: str = "", board: str = "") -> tuple[int, ...]:
    """A deck that deals these cards by the game's customary rules."""
    rules = chosen_rules(game, None)
    cards = [parse_cards(text) for text in (own, dealer, board)]
    return stack(rules.procedures[0], rules.game.layout, {1: cards[0]}, cards[1], cards[2])
