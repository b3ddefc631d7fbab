"""A variant solved by the lab's worker: its file in, plain values out."""

from __future__ import annotations

from typing import Any

from croupier.rules.variants.file import parse_variant
from croupier.web.lab.rows import exact, figure


def variant(game: str, text: str) -> dict[str, Any]:
    """The figures of a variant beside those of the house game, and how it is decided street by street."""
    from croupier.lab.variants.solved import best_play, solve_variant
    from croupier.rules.variants.variant import house

    mine = parse_variant(text)
    report = solve_variant(mine)
    now, usual = report.solution, best_play(house(mine.base))
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
