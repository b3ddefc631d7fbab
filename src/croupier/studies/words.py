"""What bets are called in an answer."""

from __future__ import annotations

from croupier.rules.game import Game


def base_unit(game: Game) -> str:
    """What the base bet is called in an amount: an Ante, or a bet where all are equal."""
    return "bet" if game.base_label else game.by_key[game.base].felt


def plain_dollars(cents: int) -> str:
    """An amount as an option takes it: 25, or 2.50."""
    return f"{cents / 100:.2f}".removesuffix(".00")
