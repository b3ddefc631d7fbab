"""The rule that applies to the cards in front of a player, beside the exact values: what the coach explains."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.games import GAMES


def explained(
    game: str, values: Mapping[str, Fraction], own: str, board: str, up: str, down: int | None, **_: Any
) -> dict[str, Any]:
    """The rule in words, whether it chooses as well as can be, and the dealer's outs where they count.

    A rule that can be learnt looks at the own cards, the board and the dealer's card, and never at others' cards.
    """
    from croupier.strategy.explanation import explain, taught_strategy

    of = GAMES[game]
    try:
        strategy = taught_strategy(of)
    except Refused:
        return {}  # nobody has written one
    cards, shown = parse_cards(own), parse_cards(board)
    rule = explain(strategy, cards, shown, parse_cards(up), down)
    told: dict[str, Any] = {
        "rule": {
            "words": rule.sentence,
            "action": rule.choice,
            "agrees": values[rule.choice] == max(values.values()),
            "strategy": strategy.title,
            "counts_outs": rule.counts_outs,
        }
    }
    if of.teaching.outs is not None and len(shown) == of.layout.board:
        told["outs"] = of.teaching.outs(cards, shown)
    return told
