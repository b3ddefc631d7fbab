"""A picture as a value: lines, bands, bars and marked points on two axes, named values as bars, or hands as squares.

Green is the player's, red the house's, brass the mark to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Tone: TypeAlias = Literal["green", "red", "brass", "ink", "muted", "blue"]
Point: TypeAlias = tuple[float, float]
ValueText: TypeAlias = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class LineMark:
    """Points joined by a line, named above the picture."""

    name: str
    points: Sequence[Point]
    tone: Tone = "green"
    dashed: bool = False
    dots: bool = False


@dataclass(frozen=True, slots=True)
class BandMark:
    """What lies between two lines: x, from, to."""

    name: str
    points: Sequence[tuple[float, float, float]]
    tone: Tone = "brass"


@dataclass(frozen=True, slots=True)
class BarMarks:
    """Upright bars of one width: x of the middle, height, tone."""

    bars: Sequence[tuple[float, float, Tone]]
    width: float


@dataclass(frozen=True, slots=True)
class DotMark:
    """A point to look at, with words beside it."""

    x: float
    y: float
    words: str
    tone: Tone = "brass"


@dataclass(frozen=True, slots=True)
class LevelMark:
    """A thin line across the picture."""

    y: float
    words: str = ""


Mark: TypeAlias = LineMark | BandMark | BarMarks | DotMark | LevelMark


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis measures, how its figures are written, and what it must show at least."""

    words: str
    text: ValueText
    low: float | None = None
    high: float | None = None
    steps: tuple[float, ...] = ()
    """Where its figures stand; by default round numbers."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart with two axes."""

    title: str
    x: Axis
    y: Axis
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class BarChart:
    """Named values as horizontal bars, the first on top. Green is a gain of the player's, red one of the house's."""

    title: str
    rows: Sequence[tuple[str, float, str]]
    """Name, value, and the value in words."""
    lit: str = ""
    player_gains: bool = True
    """Whether a positive value is the player's gain; else it is the house's."""


@dataclass(frozen=True, slots=True)
class HandSquare:
    """What to do with some hands: the share of each choice, in the order of the street's offers; and two short texts,
    of which the second is left out where there is little room."""

    shares: Mapping[str, float]
    words: str = ""
    more: str = ""


@dataclass(frozen=True, slots=True)
class HandChart:
    """A chart of a street: rows of squares, with a name each or none, under columns that may have names.

    choices  every choice and its words, the largest bet first
    """

    title: str
    choices: Mapping[str, str]
    rows: Sequence[tuple[str, Sequence[HandSquare]]]
    columns: Sequence[str] = ()


AnyPicture: TypeAlias = Plot | BarChart | HandChart


def number(value: float) -> str:
    """A figure of an axis, as short as it can be."""
    return f"{value:,.10g}".replace("-", "−")


def share(value: float) -> str:
    """A share as a percentage, as short as it can be."""
    return f"{round(value * 100, 8):,.6g} %".replace("-", "−")


def money(cents: float) -> str:
    """Cents as dollars, without cents where there are none."""
    text = f"${abs(cents) / 100:,.0f}" if abs(cents) >= 1000 or cents % 100 == 0 else f"${abs(cents) / 100:,.2f}"
    return f"−{text}" if cents < 0 and text.strip("$0.,") else text
