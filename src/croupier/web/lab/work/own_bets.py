"""A side bet of one's own priced by the lab's worker: its declaration in, plain values out."""

from __future__ import annotations

from typing import Any

from croupier.rules.own.bet import OwnBet
from croupier.rules.paytables import line_words, pay_words
from croupier.web.lab.rows import exact


def own_bet(game: str, text: str) -> dict[str, Any]:
    """The figures of the bet that a text declares, line by line, in a game."""
    from croupier.lab.custom_bets import price_side_bet

    found = price_side_bet(text, game)
    priced = found.priced
    notes = [found.note] if found.note else []
    if priced.edge < 0:
        notes.append("The player has the better of it: these pays return more than the bets.")
    notes += [f"{line_words(line.line)} is met by no deal." for line in priced.lines if not line.ways]
    return {
        "counted": counted_words(found.bet, found.cards),
        "deals": priced.deals,
        "edge": float(priced.edge),
        "hit_frequency": float(priced.hit_frequency),
        "standard_deviation": priced.standard_deviation,
        "exact": exact(priced.edge),
        "lines": [
            {
                "line": line.line,
                "words": line_words(line.line),
                "pay": pay_words(line.pay),
                "ways": line.ways,
                "probability": float(line.probability),
                "returns": float(line.contribution),
            }
            for line in priced.lines
        ],
        "notes": notes,
    }


def own_edges(game: str, texts: list[str]) -> list[float]:
    """The house edge of each of these bets, for a table that would offer them."""
    from croupier.lab.custom_bets import price_side_bet

    return [float(price_side_bet(text, game).priced.edge) for text in texts]


def counted_words(bet: OwnBet, cards: int) -> str:
    """Which cards are counted, and how: `the best 5 of the player's own cards and the community cards, 7 cards`."""
    best = f"the best {bet.best} of " if cards > bet.best else ""
    return f"{best}{bet.cards.words}, {'one card' if cards == 1 else f'{cards} cards'}"
