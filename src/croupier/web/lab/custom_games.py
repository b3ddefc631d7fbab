"""Jobs of the lab's worker about games of one's own: a declared side bet priced, a variant of the rules solved."""

from __future__ import annotations

from typing import Any

from croupier.lab.work import Progress, no_progress
from croupier.rules.own.bet import OwnBet
from croupier.rules.paytables import line_words
from croupier.rules.posted_tables import posted_pay
from croupier.rules.variants.file import parse_variant
from croupier.web.lab.rows import exact, figure


def own_bet(game: str, text: str) -> dict[str, Any]:
    """The figures of the bet that a text declares, line by line, in a game."""
    from croupier.lab.custom_bets import price_side_bet

    report = price_side_bet(text, game)
    priced = report.priced
    notes = [report.note] if report.note else []
    if priced.edge < 0:
        notes.append("The player has the better of it: these pays return more than the bets.")
    notes += [f"{line_words(line.line)} is met by no deal." for line in priced.lines if not line.ways]
    return {
        "counted": counted_words(report.bet, report.cards),
        "deals": priced.deals,
        "edge": float(priced.edge),
        "hit_frequency": float(priced.hit_frequency),
        "standard_deviation": priced.standard_deviation,
        "exact": exact(priced.edge),
        "lines": [
            {
                "line": line.line,
                "words": line_words(line.line),
                "pay": posted_pay(line.pay),
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


def variant(game: str, text: str, progress: Progress = no_progress) -> dict[str, Any]:
    """The figures of a variant beside those of the house game, and how it is decided street by street."""
    from croupier.lab.variants.solve import best_play
    from croupier.rules.variants.variant import house

    mine = parse_variant(text)
    progress(f"solving {mine.base.name} by the house's rules", 0.0)
    usual = best_play(house(mine.base), progress)
    progress(f"solving {mine.name}", 0.0)
    now = best_play(mine, progress)
    return {
        "figures": [
            figure("edge", "house edge", now.edge, usual.edge, "percent"),
            figure("risk", "of all money bet", now.edge_of_action, usual.edge_of_action, "percent"),
            figure("bet", "average bet", now.average_bet, usual.average_bet, "antes"),
            figure("deviation", "standard deviation", now.standard_deviation, usual.standard_deviation, "antes"),
            figure("ahead", "rounds that end ahead", now.win_chance, usual.win_chance, "percent"),
        ],
        "exact": exact(now.edge),
        "streets": [
            {
                "words": street.words,
                "choices": [
                    {
                        "choice": choice,
                        "share": float(now.frequencies[street.key].get(choice, 0)),
                        "house": float(usual.frequencies[street.key].get(choice, 0)),
                    }
                    for choice in dict.fromkeys((*now.frequencies[street.key], *usual.frequencies[street.key]))
                ],
            }
            for street in mine.base.streets
        ],
    }
