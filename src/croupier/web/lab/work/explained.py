"""The rule that applies to the cards in front of a player, beside the exact values: what the coach explains."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.games.uth import UTH


def explained(
    game: str, values: Mapping[str, Fraction], own: str, board: str, up: str, down: int | None, **_: Any
) -> dict[str, Any]:
    """The rule in words, whether it chooses as well as can be, and at the river of Hold'em the dealer's outs.

    A rule that can be learnt looks at the own cards, the board and the dealer's card, and never at others' cards.
    """
    from croupier.strategy.outs import dealer_outs
    from croupier.strategy.said import said, taught_strategy

    try:
        strategy = taught_strategy(GAMES[game])
    except Refused:
        return {}  # nobody has written one
    cards, shown = parse_cards(own), parse_cards(board)
    rule = said(strategy, cards, shown, parse_cards(up), down)
    told: dict[str, Any] = {
        "rule": {
            "words": rule.sentence,
            "action": rule.choice,
            "agrees": values[rule.choice] == max(values.values()),
            "strategy": strategy.title,
            "counts_outs": rule.counts_outs,
        }
    }
    if game == UTH.key and len(shown) == UTH.layout.board:
        told["outs"] = dealer_outs(cards, shown)
    return told
