"""The meters of a progressive bet: what each shows, when it makes the bet fair, when it is won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from croupier.studies.answer import FigureColumn, FigureSheet, FormattedFigure, Kind, Value
from croupier.studies.pictures.picture import AnyPicture, Axis, DotMark, LevelMark, LineMark, Plot, money, share

if TYPE_CHECKING:
    from croupier.lab.bets.progressive import ProgressivePrice

_OF_A_METER: tuple[tuple[str, str, Kind, int], ...] = (
    ("meter", "shows", "money", 0),
    ("seed", "restarts from", "money", 0),
    ("break_even", "fair at, the others as they stand", "money", 0),
    ("break_even_after_tax", "fair at, after tax", "money", 0),
    ("growth_per_wager", "grows a wager, cents", "number", 2),
    ("net_growth_per_wager", "net of the other pays off it, cents", "number", 2),
    ("expected_wagers", "wagers to its 100 % award, on average", "whole", 0),
    ("median_wagers", "at the median", "whole", 0),
    ("expected_hours", "hours to it, on average", "number", 1),
    ("median_hours", "hours, at the median", "number", 1),
)


def meters_sheet(figures: Mapping[str, Any]) -> FigureSheet:
    """The meters of a progressive, figure by figure."""
    levels = figures["levels"]
    columns = (FigureColumn("figure", "meter"), *(FigureColumn(name, name, "number") for name in levels))
    rows: list[tuple[Value, ...]] = [
        (words, *(_whole(level.get(key), kind, digits) for level in levels.values()))
        for key, words, kind, digits in _OF_A_METER
        if figures["tax"] or key != "break_even_after_tax"
    ]
    for key, words in (("reserve_bp", "kept for the next seed"), ("contribution_bp", "of a wager goes in")):
        rows.insert(2, (words, *(FormattedFigure(level[key] / 10_000, "percent", 2) for level in levels.values())))
    rows.append(("at the hit, on average", *(_at_hit(level, "mean") for level in levels.values())))
    for quantile in ("0.05", "0.25", "0.5", "0.75", "0.95"):
        words = f"{float(quantile) * 100:g} % of hits below"
        rows.append((words, *(_at_hit(level, quantile) for level in levels.values())))
    dry = [level["running_dry"] or {} for level in levels.values()]
    for key, words in (("chance", "runs dry before its award"), ("lower", "at least"), ("upper", "at most")):
        rows.append((words, *(FormattedFigure(one[key], "percent", 4) if one else None for one in dry)))
    return FigureSheet("The meters", columns, [row for row in rows if any(value is not None for value in row[1:])])


def _whole(value: float | None, kind: Kind, digits: int) -> FormattedFigure | None:
    # Meters are shown in whole dollars.
    return (
        None if value is None else FormattedFigure(round(value / 100) * 100 if kind == "money" else value, kind, digits)
    )


def _at_hit(level: Mapping[str, Any], key: str) -> FormattedFigure | None:
    at_hit = level["meter_at_hit"]
    return at_hit and _whole(at_hit["mean"] if key == "mean" else at_hit["quantiles"][key], "money", 0)


def return_pictures(levels: Mapping[str, Mapping[str, Any]], tax: float) -> tuple[AnyPicture, ...]:
    """What the bet returns by what each of its meters shows."""
    pictures = []
    for name, level in levels.items():
        curve = level["curve"]
        fair = [(level["break_even"], "fair at"), (level["break_even_after_tax"] if tax else None, "after tax")]
        now = _return_at(curve, level["meter"])
        taxed = LineMark(
            "after tax", list(zip(curve["meter"], curve["return_after_tax"], strict=True)), "red", dashed=True
        )
        pictures.append(
            Plot(
                f"What the bet returns by its {name} meter",
                Axis(f"{name} meter", money, 0),
                Axis("return of the bet", share),
                (
                    LevelMark(1.0),
                    LineMark(
                        "before tax" if tax else "return", list(zip(curve["meter"], curve["return"], strict=True))
                    ),
                    *((taxed,) if tax else ()),
                    *(DotMark(at, 1.0, f"{words} {money(at)}", "ink") for at, words in fair if at is not None),
                    DotMark(level["meter"], now, f"now {money(level['meter'])}"),
                ),
            )
        )
    return tuple(pictures)


def _return_at(curve: Mapping[str, list[float]], meter: float) -> float:
    """The return at a meter, which it rises with in a straight line."""
    low, high, first, last = curve["meter"][0], curve["meter"][-1], curve["return"][0], curve["return"][-1]
    return first + (last - first) * (meter - low) / (high - low)


def return_curve(bet: ProgressivePrice, name: str, level: Mapping[str, Any]) -> dict[str, list[float]]:
    """What the bet returns as one of its meters rises, the others as they stand."""
    import numpy as np

    fair = level["break_even_after_tax"] or level["break_even"] or 0.0
    meters = np.linspace(0, 1.3 * max(fair, bet.levels[name].meter, 100), 14)
    return {
        "meter": meters.tolist(),
        "return": bet.return_curve(name, meters).tolist(),
        "return_after_tax": bet.return_curve(name, meters, taxed=True).tolist(),
    }
