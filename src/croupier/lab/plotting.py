"""Charts as files: PNG or SVG, chosen by the file's ending.

Drawn without a display, on a plain ground; colours keep their meaning from chart to chart: green is the
player's, red the house's, brass the mark to look at.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

GREEN, RED, BRASS, INK = "#1f7a4d", "#b3261e", "#b08d3c", "#222222"


def new_figure(panels: int, width: float, height: float, wide: Sequence[float] | None = None) -> tuple[Any, list[Any]]:
    """A figure of so many inches, and its panels from left to right, which are equal or so `wide`."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots(1, panels, squeeze=False, width_ratios=wide)[0]
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
    return figure, list(axes)


def save_figure(figure: Any, path: Path) -> None:
    """Write the figure to a file: the same bytes for the same figures."""
    # Dates and random ids would make two drawings of the same figures differ.
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "croupier", "svg.fonttype": "path"}):
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else {})


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
