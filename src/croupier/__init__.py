"""Croupier: Ultimate Texas Hold'em and six other casino table games, dealt, settled, recorded and solved.

    import croupier

    round = croupier.deal("uth", {3: {"ante": 1000, "trips": 500}}, seed="demo")
    while round.due:
        round = round.act(3, round.legal_actions(3)[0])
    print(round, round.net(3))

What is named here is the front door, and stays; `docs/library.md` says what is promised. Each name is loaded when it is
first used, so importing `croupier` costs nothing and needs nothing but the standard library. `solve`, `best_decision`
and `simulate` need the extra `lab`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.lazy import lazy

if TYPE_CHECKING:
    from croupier.cards import Card, cards_text, parse_cards
    from croupier.errors import Refused
    from croupier.front.odds import best_decision, simulate, solve
    from croupier.front.rounds import PlayedRound, deal, read_notation, read_rounds, settle, write_notation
    from croupier.games import GAMES, RULE_SETS

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "RULE_SETS",
    "Card",
    "PlayedRound",
    "Refused",
    "__version__",
    "best_decision",
    "cards_text",
    "deal",
    "parse_cards",
    "read_notation",
    "read_rounds",
    "settle",
    "simulate",
    "solve",
    "write_notation",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            "cards": ["Card", "cards_text", "parse_cards"],
            "errors": ["Refused"],
            "front.odds": ["best_decision", "simulate", "solve"],
            "front.rounds": ["PlayedRound", "deal", "read_notation", "read_rounds", "settle", "write_notation"],
            "games": ["GAMES", "RULE_SETS"],
        },
    )
