"""Pictures as SVG, drawn by hand and any width, with words that never overlap.

Colours stand as attributes, for a file on white paper, and as classes, by which a page gives them its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from croupier.studies.pictures.hand_chart import draw_hand_chart
from croupier.studies.pictures.labels import Box, Labels, wide_of
from croupier.studies.pictures.picture import (
    AnyPicture,
    Axis,
    BandMark,
    BarChart,
    BarMarks,
    DotMark,
    HandChart,
    LevelMark,
    LineMark,
    Mark,
    Plot,
    Tone,
)
from croupier.studies.pictures.svg import TITLE, SvgPaper, legend_rows, title_lines

_TOP, _RIGHT, _LINE = 30, 16, 18


def ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers from low to high, about so many."""
    rough = (high - low) / max(about, 1) or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(n * power for n in (1, 2, 2.5, 5, 10) if n * power >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    places = [round(n * step, 12) for n in range(first, math.floor(high / step + 1e-9) + 1)]
    return places or [low]


def draw(picture: AnyPicture, wide: int) -> str:
    """The picture so many pixels wide."""
    match picture:
        case BarChart():
            return _ranking(picture, wide)
        case HandChart():
            return draw_hand_chart(picture, wide)
        case Plot():
            return _chart(picture, wide)


def _reach(picture: Plot) -> tuple[float, float, float, float]:
    xs, ys = [], []
    for mark in picture.marks:
        match mark:
            case LineMark(points=points):
                xs += [x for x, _ in points]
                ys += [y for _, y in points]
            case BandMark(points=spans):
                xs += [x for x, _, _ in spans]
                ys += [y for _, *both in spans for y in both]
            case BarMarks(bars=bars, width=width):
                xs += [x + side * width / 2 for x, _, _ in bars for side in (-1, 1)]
                ys += [0.0, *(height for _, height, _ in bars)]
            case DotMark(x=x, y=y):
                xs.append(x)
                ys.append(y)
            case LevelMark(y=y):
                ys.append(y)
    ends = []
    for axis, values in ((picture.x, xs), (picture.y, ys)):
        low = min(values) if axis.low is None else axis.low
        high = max(values) if axis.high is None else axis.high
        ends += [low, high if high > low else low + (abs(low) or 1.0)]
    low, high = ends[2], ends[3]
    room = (high - low) * 0.06
    bottom = low if picture.y.low is not None or low == 0 else low - room
    return ends[0], ends[1], bottom, high if picture.y.high is not None else high + room


def _chart(picture: Plot, wide: int) -> str:
    left_x, right_x, low_y, high_y = _reach(picture)
    named = [mark for mark in picture.marks if isinstance(mark, LineMark | BandMark) and mark.name]
    rows = legend_rows([mark.name for mark in named], wide)
    titles = title_lines(picture.title, wide)
    begin = _TOP + TITLE * (len(titles) - 1)
    top = begin + _LINE * len(rows) + 8
    high = top + round(min(300, wide * 0.55)) + 44
    floor = high - 44
    steps = ticks(low_y, high_y, 6 if wide > 500 else 5)
    left = max(wide_of(picture.y.text(step)) for step in steps) + 12
    right = wide - _RIGHT

    def x(value: float) -> float:
        return left + (right - left) * (value - left_x) / (right_x - left_x)

    def y(value: float) -> float:
        return floor - (floor - top) * (value - low_y) / (high_y - low_y)

    paper = SvgPaper(f"{picture.title}; {picture.y.words} by {picture.x.words}", wide, high)
    paper.head(titles)
    for at, row in enumerate(rows):
        across = 0.0
        for name in row:
            key = next(one for one in named if one.name == name)
            level = begin + _LINE * at + 8
            if isinstance(key, BandMark):
                paper.put("rect", key.tone, "filled", x=across, y=level - 9, width=16, height=9, fill_opacity="0.3")
            else:
                dash = {"stroke_dasharray": "5 3"} if key.dashed else {}
                paper.put("path", key.tone, d=f"M{across:.1f} {level - 4}h16", stroke_width="2.4", **dash)
            paper.write(across + 21, level, name)
            across += 21 + wide_of(name) + 18
    for step in steps:
        paper.put("path", "muted", d=f"M{left:.1f} {y(step):.1f}H{right}", stroke_opacity="0.25", stroke_width="1")
        paper.write(left - 6, y(step) + 4, picture.y.text(step), end="end")
    labels = Labels(Box(left, top, right, floor))
    for mark in picture.marks:
        _mark(paper, labels, mark, x, y, floor if low_y >= 0 else y(0))
    # Words come last, when it is known where every line runs.
    for mark in picture.marks:
        if isinstance(mark, DotMark):
            _label(paper, labels, x(mark.x), y(mark.y), mark.words, mark.tone, 8)
        elif isinstance(mark, LevelMark) and mark.words:
            _label(paper, labels, right - wide_of(mark.words) - 4, y(mark.y), mark.words, "ink", 2)
    _x_axis(paper, picture.x, x, floor, (left_x, right_x), right)
    return paper.done()


def _x_axis(
    paper: SvgPaper, axis: Axis, x: Callable[[float], float], floor: float, ends: tuple[float, float], right: float
) -> None:
    paper.put("path", "muted", d=f"M{x(ends[0]):.1f} {floor:.1f}H{right}", stroke_width="1")
    steps: Sequence[float] = [step for step in axis.steps if ends[0] <= step <= ends[1]]
    about = 8
    while not axis.steps:
        steps = ticks(*ends, about)
        widest = max(wide_of(axis.text(step)) for step in steps) + 14
        if about == 1 or len(steps) < 2 or x(steps[1]) - x(steps[0]) >= widest:
            break
        about -= 1
    last = -math.inf
    for step in steps:
        text = axis.text(step)
        half = wide_of(text) / 2
        place = min(max(x(step), half), paper.wide - half)
        if place - half > last + 6:
            paper.write(place, floor + 17, text, end="middle")
            last = place + half
    paper.write(right, floor + 36, axis.words, end="end")


def _mark(
    paper: SvgPaper, labels: Labels, mark: Mark, x: Callable[[float], float], y: Callable[[float], float], zero: float
) -> None:
    match mark:
        case LineMark(points=points, tone=tone, dashed=dashed, dots=dots):
            path = "".join(f"{'L' if at else 'M'}{x(a):.1f} {y(b):.1f}" for at, (a, b) in enumerate(points))
            labels.cross([(x(a), y(b)) for a, b in points])
            dash = {"stroke_dasharray": "5 3"} if dashed else {}
            paper.put("path", tone, d=path, stroke_width="2.2", stroke_linejoin="round", **dash)
            for a, b in points if dots else ():
                paper.put("circle", tone, "filled", cx=x(a), cy=y(b), r=3.4)
        case BandMark(points=points, tone=tone):
            over = [f"{x(a):.1f} {y(high):.1f}" for a, _, high in points]
            under = [f"{x(a):.1f} {y(low):.1f}" for a, low, _ in reversed(points)]
            paper.put("path", tone, "filled", d=f"M{'L'.join(over + under)}Z", fill_opacity="0.25")
        case BarMarks(bars=bars, width=width):
            for a, height, tone in bars:
                ends = sorted((y(height), zero))
                broad = max(0.8, x(a + width / 2) - x(a - width / 2) - 0.6)
                paper.put(
                    "rect", tone, "filled", x=x(a - width / 2), y=ends[0], width=broad, height=max(ends[1] - ends[0], 0)
                )
        case LevelMark(y=height):
            box = labels.box
            paper.put("path", "ink", d=f"M{box.left:.1f} {y(height):.1f}H{box.right:.1f}", stroke_width="1.2")
            labels.cross([(box.left, y(height)), (box.right, y(height))])
        case DotMark(x=a, y=b, tone=tone):
            paper.put("circle", tone, "filled", cx=x(a), cy=y(b), r=5)


def _label(paper: SvgPaper, labels: Labels, x: float, y: float, words: str, tone: Tone, gap: int) -> None:
    place = labels.place(x, y, words, gap)
    paper.write(place.left, place.bottom - 4, words, tone)


def _ranking(picture: BarChart, wide: int) -> str:
    named = max((wide_of(name) for name, _, _ in picture.rows), default=0)
    beside = named + 12 < wide * 0.42
    row_high = 26 if beside else 40
    titles = title_lines(picture.title, wide)
    begin = _TOP + TITLE * (len(titles) - 1)
    high = begin + row_high * len(picture.rows) + 6
    paper = SvgPaper(picture.title, wide, high)
    paper.head(titles)
    values = [value for _, value, _ in picture.rows]
    low, most = min(0.0, *values), max(0.0, *values)
    words = max(wide_of(text) for _, _, text in picture.rows) + 8
    left = (named + 12 if beside else 0) + (words if low < 0 else 0)
    right = wide - (words if most > 0 else 0) - 4
    scale = (right - left) / ((most - low) or 1.0)
    zero = left - low * scale
    for at, (name, value, text) in enumerate(picture.rows):
        top = begin + row_high * at
        lit = name == picture.lit
        if beside:
            paper.write(named, top + 15, name, "ink" if lit else "muted", "end")
        else:
            paper.write(5, top + 12, name, "ink" if lit else "muted")
            top += 14
        gains = (value > 0) == picture.player_gains
        long = max(abs(value) * scale, 1.0)
        paper.put(
            "rect", "green" if gains else "red", "filled", x=zero - (long if value < 0 else 0), y=top + 2, width=long,
            height=18, fill_opacity="1" if lit or not picture.lit else "0.6",
        )  # fmt: skip
        paper.write(
            zero + (long + 6 if value >= 0 else -long - 6), top + 15, text, "ink", "start" if value >= 0 else "end"
        )
    paper.put("path", "ink", d=f"M{zero:.1f} {begin}V{high - 6}", stroke_width="1")
    return paper.done()
