"""A chart of the best play as SVG: squares in the colours of the choices, hand by hand."""

from __future__ import annotations

from croupier.studies.pictures.labels import SIZE, wide_of
from croupier.studies.pictures.picture import HandChart, HandSquare, Tone
from croupier.studies.pictures.svg import TITLE, SvgPaper, legend_rows, title_lines

_TONES: tuple[Tone, ...] = ("green", "brass", "blue", "red")
_LINE, _GAP = 18, 2
_SMALL = 9
"""The size of letters in a square."""


def draw_hand_chart(chart: HandChart, wide: int) -> str:
    """The chart so many pixels wide; names of rows stand beside their squares, or above them where they are long."""
    tones = _tones(chart)
    titles, legend = title_lines(chart.title, wide), legend_rows(list(chart.choices.values()), wide)
    named = max(wide_of(name) for name, _ in chart.rows)
    beside = named + 10 < wide * 0.45
    left = named + 10 if beside and named else 0.0
    across = (wide - left) / max(len(squares) for _, squares in chart.rows)
    # There is room for a second text in a wide square; without any text a row is as high as a line.
    roomy = across > 44 and any(square.more for _, squares in chart.rows for square in squares)
    square_high = 34.0 if roomy else 22.0
    row_high = square_high + (0 if beside or not named else _LINE)
    top = 12 + TITLE * len(titles) + _LINE * len(legend) + (_LINE if any(chart.columns) else 0)
    paper = SvgPaper(chart.title, wide, round(top + row_high * len(chart.rows) + 4))
    paper.head(titles)
    _legend(paper, chart, legend, tones, 12 + TITLE * len(titles))
    for at, name in enumerate(chart.columns):
        paper.write(left + across * (at + 0.5), top - 5, name, "ink", "middle")
    for at, (name, squares) in enumerate(chart.rows):
        above = top + row_high * at
        if name:
            paper.write(0, above + 15, name, "ink")
        low = above + (0 if beside or not name else _LINE)
        for column, square in enumerate(squares):
            _square(paper, square, tones, left + across * column, low, across, square_high, roomy)
    return paper.done()


def _tones(chart: HandChart) -> dict[str, Tone]:
    """A colour for each choice: none is as quiet as that of the last, which bets nothing more."""
    *bets, last = chart.choices
    return {**{choice: _TONES[at % len(_TONES)] for at, choice in enumerate(bets)}, last: "muted"}


def _legend(paper: SvgPaper, chart: HandChart, rows: list[list[str]], tones: dict[str, Tone], top: float) -> None:
    by_words = {words: tones[choice] for choice, words in chart.choices.items()}
    for at, row in enumerate(rows):
        across = 0.0
        for name in row:
            level = top + _LINE * at
            _fill(paper, by_words[name], across, level - 10, 16, 11)
            paper.write(across + 21, level, name)
            across += 21 + wide_of(name) + 18


def _square(
    paper: SvgPaper,
    square: HandSquare,
    tones: dict[str, Tone],
    x: float,
    y: float,
    wide: float,
    high: float,
    roomy: bool,
) -> None:
    left = x
    for choice, share in square.shares.items():
        _fill(paper, tones[choice], left, y, (wide - _GAP) * share, high - _GAP)
        left += (wide - _GAP) * share
    middle = x + (wide - _GAP) / 2
    size = SIZE if wide_of(square.words) < wide - _GAP else _SMALL
    if square.words and wide_of(square.words, size) < wide + 4:
        paper.write(middle, y + (14 if roomy else high / 2 + 3), square.words, "ink", "middle", size)
    if roomy and square.more:
        paper.write(middle, y + 27, square.more, "ink", "middle", _SMALL)


def _fill(paper: SvgPaper, tone: Tone, x: float, y: float, wide: float, high: float) -> None:
    opacity = "0.18" if tone == "muted" else "0.45"
    paper.put("rect", tone, "filled", x=x, y=y, width=wide, height=high, fill_opacity=opacity)
