"""The charts of the six games as files: PNG or SVG, chosen by the file's ending."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from croupier.lab.charts import BRASS, GREEN, INK, new_figure, save_figure

_QUIET = "#d9d4c5"
_COLOURS = {"fold": _QUIET, "bet1": BRASS, "bet2": GREEN, "bet3": GREEN}


def draw_starts(starts: Sequence[Mapping[str, Any]], path: Path) -> None:
    """The 13 × 13 chart of Mississippi Stud: what to do on 3rd Street, and what the hand is worth in Antes."""
    figure, (axis,) = new_figure(1, 9.5, 9.8)
    for place, start in enumerate(starts):
        row, column = divmod(place, 13)
        best = start["best"]
        ink = "white" if best == "bet3" else INK
        _square(axis, column, row, {best: 1.0})
        middle = column + 0.5
        axis.text(middle, row + 0.42, start["hand"], ha="center", va="center", color=ink, fontsize=11, weight="bold")
        axis.text(
            middle, row + 0.75, f"{start['values'][best]:+.2f}", ha="center", va="center", color=ink, fontsize=7.5
        )
    _frame(axis, 13, 13)
    axis.set_title(
        "On 3rd Street: green bets 3x, brass 1x, the rest folds\n"
        "value in Antes; suited above the diagonal, offsuit below",
        fontsize=11,
    )
    save_figure(figure, path)


def draw_ladder(name: str, columns: Sequence[str], rungs: Sequence[Mapping[str, Any]], path: Path) -> None:
    """A ladder, the best hands on top: a column for each card that the dealer may show, each cell cut by shares."""
    figure, (axis,) = new_figure(1, 3.6 + 0.55 * len(columns), 1.4 + 0.36 * len(rungs))
    for row, rung in enumerate(reversed(rungs)):
        for column, shares in enumerate(rung["shares"]):
            _square(axis, column, row, shares)
        axis.text(-0.15, row + 0.5, rung_words(rung), ha="right", va="center", color=INK, fontsize=8)
    _frame(axis, len(columns), len(rungs))
    for column, rank in enumerate(columns):
        axis.text(column + 0.5, len(rungs) + 0.1, rank, ha="center", va="top", color=INK, fontsize=9)
    shown = "; below, the card that the dealer shows" if columns[0] else ""
    axis.set_title(f"{name}: green raises most, brass once, the rest folds{shown}", fontsize=10, wrap=True)
    save_figure(figure, path)


def rung_words(rung: Mapping[str, Any]) -> str:
    """A rung by its ends: `Q-6-4 to straight flush, queen to ace`."""
    return str(rung["low"]) if rung["low"] == rung["high"] else f"{rung['low']} to {rung['high']}"


def _square(axis: Any, column: int, row: int, shares: Mapping[str, float]) -> None:
    from matplotlib.patches import Rectangle

    left = float(column)
    for choice, share in shares.items():
        axis.add_patch(Rectangle((left, row), share, 1, facecolor=_COLOURS[choice], linewidth=0))
        left += share
    axis.add_patch(Rectangle((column, row), 1, 1, fill=False, edgecolor="white", linewidth=1.5))


def _frame(axis: Any, wide: int, high: int) -> None:
    axis.set_xlim(0, wide)
    axis.set_ylim(high, 0)
    axis.axis("off")
