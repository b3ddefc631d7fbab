"""Pictures as PNG, one below the other, for where no SVG can be shown. Needs Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier.lab.charts import new_figure, save_figure
from croupier.studies.pictures.drawing import COLOURS
from croupier.studies.pictures.picture import AnyPicture, Band, Bars, Dot, Level, Line, Mark, Picture, Ranking

_WIDE, _HIGH = 7.6, 4.4
"""A picture's size in inches."""


def paint(pictures: Sequence[AnyPicture], path: Path) -> None:
    """Draw the pictures into a file."""
    figure, axes = new_figure(len(pictures), _WIDE, _HIGH * len(pictures), below=True)
    for axis, picture in zip(axes, pictures, strict=True):
        axis.set_title(picture.title, fontsize=11, loc="left")
        _ranking(axis, picture) if isinstance(picture, Ranking) else _chart(axis, picture)
    save_figure(figure, path)


def _chart(axis: Any, picture: Picture) -> None:
    for mark in picture.marks:
        _mark(axis, mark)
    for way, one in ((axis.xaxis, picture.x), (axis.yaxis, picture.y)):
        way.set_major_formatter(lambda value, _, shown=one.shown: shown(value))
        if one.steps:
            way.set_ticks(one.steps)
        else:
            way.get_major_locator().set_params(nbins=6)
    axis.set_xlabel(picture.x.words)
    axis.set_ylabel(picture.y.words)
    axis.set_xlim(picture.x.low, picture.x.high)
    axis.set_ylim(picture.y.low, picture.y.high)
    if any(isinstance(mark, Line | Band) and mark.name for mark in picture.marks):
        axis.legend(frameon=False, loc="best", fontsize=8)


def _mark(axis: Any, mark: Mark) -> None:
    match mark:
        case Line(name=name, points=points, tone=tone, dashed=dashed, dots=dots):
            look = {"ls": "--" if dashed else "-", "marker": "o" if dots else None, "label": name or None}
            axis.plot(*zip(*points, strict=True), color=COLOURS[tone], lw=1.4, ms=4, **look)
        case Band(name=name, points=points, tone=tone):
            axis.fill_between(*zip(*points, strict=True), color=COLOURS[tone], alpha=0.25, lw=0, label=name or None)
        case Bars(bars=bars, width=width):
            places, heights, tones = zip(*bars, strict=True)
            axis.bar(places, heights, width, color=[COLOURS[tone] for tone in tones])
        case Level(y=y, words=words):
            axis.axhline(y, color=COLOURS["ink"], lw=0.8)
            if words:
                axis.annotate(words, (1, y), xycoords=("axes fraction", "data"), va="bottom", ha="right", fontsize=8)
        case Dot(x=x, y=y, words=words, tone=tone):
            axis.plot([x], [y], "o", color=COLOURS[tone])
            axis.annotate(words, (x, y), xytext=(6, 6), textcoords="offset points", fontsize=8, color=COLOURS[tone])


def _ranking(axis: Any, picture: Ranking) -> None:
    names, values, words = zip(*picture.rows, strict=True)
    tones = [COLOURS["green" if (value > 0) == picture.player_gains else "red"] for value in values]
    drawn = axis.barh(names, values, color=tones)
    axis.bar_label(drawn, [f" {word} " for word in words], fontsize=8)
    axis.axvline(0, color=COLOURS["ink"], lw=0.8)
    axis.margins(x=0.15)
    axis.invert_yaxis()
    axis.xaxis.set_visible(False)
