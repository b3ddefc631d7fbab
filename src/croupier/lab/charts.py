"""Charts as files: PNG or SVG, chosen by the file's ending.

Drawn without a display, on a plain ground; colours keep their meaning from chart to chart: green is the
player's, red the house's, brass the mark to look at.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.cards import RANKS

GREEN, RED, BRASS, INK = "#1f7a4d", "#b3261e", "#b08d3c", "#222222"
START_COLOURS = {"bet4": "#1f7a4d", "bet3": "#b08d3c", "check": "#d9d4c5"}


def new_figure(panels: int, width: float, height: float) -> tuple[Any, list[Any]]:
    """A figure of so many inches, and its panels from left to right."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots(1, panels, squeeze=False)[0]
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
    return figure, list(axes)


def save_figure(figure: Any, path: Path) -> None:
    """Write the figure to a file: the same bytes for the same figures."""
    # Dates and random ids would make two drawings of the same figures differ.
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "croupier", "svg.fonttype": "path"}):
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else {})


def draw_starts(best: dict[str, str], values: dict[str, float], path: Path) -> None:
    """The 13 × 13 chart of starting hands: what to do, and what the hand is worth in Antes."""
    figure, (axis,) = new_figure(1, 9.5, 9.8)
    names = RANKS[::-1]
    for row in range(13):
        for column in range(13):
            high, low = (row, column) if row <= column else (column, row)
            hand = names[high] + names[low] + ("" if row == column else "s" if row < column else "o")
            choice = best[hand]
            axis.add_patch(_square(column, row, START_COLOURS[choice]))
            ink = "white" if choice == "bet4" else INK
            axis.text(column + 0.5, row + 0.42, hand, ha="center", va="center", color=ink, fontsize=11, weight="bold")
            axis.text(
                column + 0.5, row + 0.75, f"{values[hand]:+.2f}", ha="center", va="center", color=ink, fontsize=7.5
            )
    axis.set_xlim(0, 13)
    axis.set_ylim(13, 0)
    axis.set_aspect("equal")
    axis.axis("off")
    axis.set_title(
        "Before the flop: green bets 4x, brass 3x, the rest checks\n"
        "value in Antes; suited above the diagonal, offsuit below",
        fontsize=11,
    )
    save_figure(figure, path)


def draw_bars(title: str, bars: dict[str, float], unit: str, path: Path) -> None:
    """Named values as bars, the first on top: green above zero, red below."""
    figure, (axis,) = new_figure(1, 8.0, 1.2 + 0.42 * len(bars))
    names, values = list(bars), list(bars.values())
    drawn = axis.barh(names, values, color=[RED if value < 0 else GREEN for value in values])
    words = [_figure(value) for value in values]
    axis.bar_label(drawn, [f" {word} " for word in words], color=INK, fontsize=9)
    axis.axvline(0, color=INK, lw=0.8)
    axis.invert_yaxis()
    # A figure stands beyond the end of its bar, and needs as much room as it has letters.
    low, high = min(0.0, *values), max(0.0, *values)
    room = (high - low or 1.0) * (0.03 + 0.025 * max(map(len, words), default=0))
    axis.set_xlim(low - (room if low < 0 else 0), high + (room if high > 0 or low == 0 else 0))
    _few_ticks(axis)
    axis.set_xlabel(unit)
    axis.set_title(title, fontsize=11)
    save_figure(figure, path)


def _figure(value: float) -> str:
    """A value with four places, or with as many as it takes to be more than nothing."""
    return f"{value:,.4f}" if not value or abs(value) >= 0.001 else f"{value:.3g}"


def _few_ticks(axis: Any) -> None:
    """Ticks on the horizontal axis that stand apart, however large their numbers are."""
    axis.locator_params(axis="x", nbins=5)
    axis.xaxis.set_major_formatter(lambda value, _: short(value))


def short(value: float) -> str:
    """A number on an axis, in few letters.

    >>> short(25_000), short(2.5e9), short(-1e6), short(0.25)
    ('25,000', '2.5 billion', '-1 million', '0.25')
    """
    for size, word in ((1e9, "billion"), (1e6, "million")):
        if abs(value) >= size:
            return f"{value / size:,.6g} {word}"
    return f"{value:,.6g}" if abs(value) < 1000 else f"{value:,.0f}"


def _square(x: int, y: int, colour: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((x, y), 1, 1, facecolor=colour, edgecolor="white", linewidth=1.5)
