"""What follows from the figures of each bet: the hold to be expected over many rounds, and what one more or one less of
a pay does to the edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import NormalDist
from typing import Any, Final

from croupier.rules.paytables import For, To, parse_pay
from croupier.rules.wagers import PROGRESSIVE

ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000)
CONFIDENCE: Final = 0.95


def holds(figures: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Of the base game and of every side bet: the interval of hold over so many rounds."""
    base = figures["base"]
    sides = [bet for bet in (*figures["bets"], *figures["own_bets"]) if bet["lines"] and bet["bet"] != PROGRESSIVE]
    return [
        _hold(figures["game"], " ".join(base["paytables"].values()), base),
        *(_hold(bet["bet"], bet["paytable"], bet) for bet in sides),
    ]


def _hold(bet: str, table: str, priced: Mapping[str, Any]) -> dict[str, Any]:
    """The interval in which the house's part of what is staked lies, by the normal distribution."""
    reach = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * priced["standard_deviation"]
    edge = priced["edge"]
    spans = [{"rounds": n, "low": edge - reach / n**0.5, "high": edge + reach / n**0.5} for n in ROUNDS]
    return {"bet": bet, "paytable": table, "edge": edge, "confidence": CONFIDENCE, "intervals": spans}


def sensitivities(figures: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What each edge becomes if a line pays one more, or one less; in the base game nobody plays otherwise for it."""
    for table, lines in figures["base_lines"].items():
        for line in lines:
            yield from _sensitivity(table, figures["base"]["edge"], line, line["bets_a_round"])
    for bet in (*figures["bets"], *figures["own_bets"]):
        for line in bet["lines"]:
            yield from _sensitivity(bet["paytable"], bet["edge"], line, line["probability"])


def _sensitivity(table: str, edge: float, line: Mapping[str, Any], step: float) -> Iterator[dict[str, Any]]:
    match parse_pay(line["pay"]):
        case To(win, per):
            less = win >= per
        case For(multiple):
            less = multiple >= 1
        case _:
            return  # what a meter pays is no multiple of the bet
    yield {
        "paytable": table,
        "line": line["line"],
        "pay": line["pay"],
        "step": step,
        "edge_with_one_more": edge - step,
        "edge_with_one_less": edge + step if less else None,
        "best_edge_with_one_more": line.get("best_edge_with_one_more"),
    }
