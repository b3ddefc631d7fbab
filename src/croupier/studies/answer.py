"""An answer for people: a headline, sentences, sheets of figures, pictures; and the sheets as one CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Literal, TypeAlias

from croupier.money import dollars
from croupier.studies.pictures.drawing import draw
from croupier.studies.pictures.picture import AnyPicture

Kind: TypeAlias = Literal["words", "percent", "money", "signed money", "number", "signed", "whole"]
"""How a figure is read. Money is cents; a percentage is a share."""


@dataclass(frozen=True, slots=True)
class FormattedFigure:
    """A figure with a format of its own instead of its column's."""

    value: float
    kind: Kind
    digits: int = 4


Value: TypeAlias = str | float | int | FormattedFigure | None

WIDE, NARROW = 720, 350
"""How wide pictures are drawn, for a desk and for a phone, so that their letters stay readable on both."""


def as_text(value: Value, kind: Kind, digits: int = 4) -> str:
    """A figure as people read it, with a true minus; an empty text for none."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, FormattedFigure):
        return as_text(value.value, value.kind, value.digits)
    match kind:
        case "percent":
            text = f"{value * 100:,.{digits}f} %"
        case "money":
            text = dollars(round(value))
        case "signed money":
            text = f"{'+' if round(value) > 0 else ''}{dollars(round(value))}"
        case "signed":
            text = f"{value:+,.{digits}f}" if round(value, digits) else f"{0:.{digits}f}"
        case "whole":
            text = f"{value:,.0f}"
        case _:
            text = f"{value:,.{digits}f}"
    return text.replace("-", "−")


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """A column of a sheet: its name in a file, its words on a page, and how its figures are read."""

    key: str
    words: str
    kind: Kind = "words"
    digits: int = 4


@dataclass(frozen=True, slots=True)
class FigureSheet:
    """A table of figures. `lit` are the rows to look at first."""

    title: str
    columns: tuple[FigureColumn, ...]
    rows: Sequence[Sequence[Value]]
    lit: frozenset[int] = frozenset()

    def to_dict(self) -> dict[str, Any]:
        """The sheet as a page shows it."""
        return {
            "title": self.title,
            "columns": [{"words": one.words, "number": one.kind != "words"} for one in self.columns],
            "rows": [
                [as_text(value, one.kind, one.digits) for value, one in zip(row, self.columns, strict=True)]
                for row in self.rows
            ],
            "lit": sorted(self.lit),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureAnswer:
    """The answer to a question.

    headline  what is asked for, and its figure
    words     the answer in sentences
    warnings  what the reader should be warned of
    """

    headline: tuple[str, str]
    words: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    sheets: tuple[FigureSheet, ...] = ()
    pictures: tuple[AnyPicture, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The answer as a page shows it, its pictures drawn."""
        return {
            "headline": {"words": self.headline[0], "value": self.headline[1]},
            "words": list(self.words),
            "warnings": list(self.warnings),
            "sheets": [sheet.to_dict() for sheet in self.sheets],
            "pictures": [
                {"title": one.title, "wide": draw(one, WIDE), "narrow": draw(one, NARROW)} for one in self.pictures
            ],
        }

    def csv(self) -> str:
        """All sheets in one file: the first column says which, every other has one meaning."""
        columns = dict.fromkeys(column.key for sheet in self.sheets for column in sheet.columns)
        text = io.StringIO()
        writer = csv.DictWriter(text, ["sheet", *columns], restval="", lineterminator="\n")
        writer.writeheader()
        for sheet in self.sheets:
            for row in sheet.rows:
                keys = (column.key for column in sheet.columns)
                plain = (value.value if isinstance(value, FormattedFigure) else value for value in row)
                writer.writerow({"sheet": sheet.title, **dict(zip(keys, plain, strict=True))})
        return text.getvalue()

    def svg(self, wide: int = WIDE) -> str:
        """All pictures in one file, one below the other."""
        return stack([draw(picture, wide) for picture in self.pictures], wide)

    def _repr_html_(self) -> str:
        """The answer as a notebook shows it."""
        words, value = map(escape, self.headline)
        parts = [f"<p>{words}: <strong>{value}</strong></p>"]
        parts += [f"<p>{escape(text)}</p>" for text in self.words]
        parts += [f"<p><em>{escape(text)}</em></p>" for text in self.warnings]
        parts += [draw(picture, WIDE) for picture in self.pictures]
        for sheet in self.sheets:
            plain = sheet.to_dict()
            head = "".join(f"<th>{escape(column['words'])}</th>" for column in plain["columns"])
            body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in plain["rows"])
            parts.append(f"<table><caption>{escape(sheet.title)}</caption><tr>{head}</tr>{body}</table>")
        return "".join(parts)

    def draw(self, path: Path) -> None:
        """Draw all pictures into a file: PNG or SVG, by its ending."""
        draw_into(self.pictures, path)


def draw_into(pictures: Sequence[AnyPicture], path: Path) -> None:
    """Draw pictures into a file, one below the other: PNG or SVG, by its ending."""
    svg = stack([draw(picture, WIDE) for picture in pictures], WIDE)
    if path.suffix.lower() == ".svg":
        path.write_text(svg, "utf-8")
        return
    from croupier.studies.pictures.png import paint

    paint(svg, path)


def stack(drawn: Sequence[str], wide: int) -> str:
    """Pictures of one width as one picture."""
    parts, top = [], 0
    for text in drawn:
        high = int(text.split('height="', 1)[1].split('"', 1)[0])
        parts.append(text.replace("<svg ", f'<svg x="0" y="{top}" ', 1))
        top += high
    ground = f'<rect width="{wide}" height="{top}" fill="#ffffff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{top}" viewBox="0 0 {wide} {top}">'
    return f"{head}{ground}{''.join(parts)}</svg>\n"
