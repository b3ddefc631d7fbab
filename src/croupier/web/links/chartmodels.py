"""What a small chart is made of."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel

WIDTH: Final = 360
HEIGHT: Final = 120


class ChartMark(BaseModel):
    """Something that happened to a meter, where the chart shows it."""

    x: float
    y: float
    kind: str
    words: str


class LevelChart(BaseModel):
    """The chart of a level: a line, and marks on it."""

    level: str
    width: int = WIDTH
    height: int = HEIGHT
    line: str
    marks: list[ChartMark]
    low: str
    high: str
    since: str
    until: str
    about: str
