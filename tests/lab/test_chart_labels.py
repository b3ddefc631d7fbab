"""Words on charts do not lie over each other, whether their numbers are small or large."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from croupier.lab import plotting as charts
from depth import first_of


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures that were drawn, instead of files."""
    found: list[Any] = []
    monkeypatch.setattr(charts, "save_figure", lambda figure, path: found.append(figure))
    return found


def words_over_words(figure: Any) -> list[tuple[str, str]]:
    """Every two texts of one panel that touch."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    drawer = canvas.get_renderer()
    found = []
    for axis in figure.axes:
        ticks = [
            tick.label1
            for way in (axis.xaxis, axis.yaxis)
            for tick in way.get_major_ticks()
            if min(way.get_view_interval()) <= tick.get_loc() <= max(way.get_view_interval())
        ]
        texts = [*axis.texts, *ticks]
        boxes = [(one.get_text(), one.get_window_extent(drawer)) for one in texts if one.get_text().strip()]
        found += [(a, b) for (a, first), (b, second) in combinations(boxes, 2) if first.overlaps(second)]
    return found


@pytest.mark.parametrize(
    "bars",
    first_of(
        [
            {"bet 2x": 0.00001, "check": -0.00002},
            {"royal flush, all of it and more": 123_456.7891, "straight flush": -98_765.4321, "x": 0.0001},
            {"fold": -1.0, "bet 1x": -1.25},
            {"nothing": 0.0},
            {f"line {number}": (-1) ** number * number * 1.5 for number in range(18)},
        ]
    ),
    ids=["small", "large", "losses", "nothing", "many"],
)
def test_the_figures_beside_bars_stand_free(drawn: list[Any], bars: dict[str, float]) -> None:
    charts.draw_bars("A title", bars, "in Antes", Path("bars.svg"))
    assert words_over_words(drawn[0]) == []


def test_numbers_on_axes_are_short() -> None:
    assert [charts.short(value) for value in (25_000, 2.5e9, -1e6, 0.25, 0)] == [
        "25,000", "2.5 billion", "-1 million", "0.25", "0",
    ]  # fmt: skip
