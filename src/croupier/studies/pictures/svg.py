"""A sheet that pictures are drawn on, as SVG: shapes, words, the title, and which names of a legend share a line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from croupier.studies.pictures.labels import SIZE, wide_of
from croupier.studies.pictures.picture import Tone

COLOURS: dict[Tone, str] = {
    "green": "#1f7a4d", "red": "#b3261e", "brass": "#8f6f1f", "ink": "#222222", "muted": "#5c5c5c", "blue": "#2f6f9f",
}  # fmt: skip
TITLE = 18
"""The height of a line of the title."""


class SvgPaper:
    """What has been drawn so far."""

    def __init__(self, title: str, wide: int, high: int) -> None:
        self.wide, self.high, self.parts = wide, high, list[str]()
        self.title = title

    def put(self, shape: str, tone: Tone, look: str = "", /, **places: float | str) -> None:
        """A shape, filled or as a line."""
        colour = COLOURS[tone]
        paint = f'fill="{colour}"' if look == "filled" else f'fill="none" stroke="{colour}"'
        at = " ".join(
            f'{name.replace("_", "-")}="{value if isinstance(value, str) else f"{value:.1f}"}"'
            for name, value in places.items()
        )
        self.parts.append(f'<{shape} class="{"fill" if look == "filled" else "line"}-{tone}" {paint} {at}/>')

    def write(self, x: float, y: float, text: str, tone: Tone = "muted", end: str = "start", size: int = SIZE) -> None:
        """Words."""
        self.parts.append(
            f'<text class="text-{tone}" x="{x:.1f}" y="{y:.1f}" fill="{COLOURS[tone]}" font-size="{size}" '
            f'text-anchor="{end}">{escape(text)}</text>'
        )

    def head(self, titles: Sequence[str]) -> None:
        """The title, line by line."""
        for at, line in enumerate(titles):
            self.write(0, 14 + TITLE * at, line, "ink", size=14)

    def done(self) -> str:
        """The whole as SVG."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" width="{self.wide}" height="{self.high}" '
            f'viewBox="0 0 {self.wide} {self.high}" role="img" font-family="system-ui, sans-serif">'
        )
        return f"{head}<title>{escape(self.title)}</title>{''.join(self.parts)}</svg>"


def title_lines(title: str, wide: int) -> list[str]:
    """A title, line by line."""
    lines = [""]
    for word in title.split():
        longer = f"{lines[-1]} {word}".strip()
        if wide_of(longer, 14) > wide and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def legend_rows(names: Sequence[str], wide: int) -> list[list[str]]:
    """The names of a legend, row by row."""
    rows: list[list[str]] = []
    across = math.inf
    for name in names:
        need = 21 + wide_of(name) + 18
        if across + need > wide + 18:
            rows.append([])
            across = 0
        rows[-1].append(name)
        across += need
    return rows
