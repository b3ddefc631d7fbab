"""A section of the mathematics report: words, figures and pictures of the studies, and the commands that give them
again."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.studies.answer import FigureSheet
from croupier.studies.pictures.picture import AnyPicture


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSection:
    """A section.

    facts  names and what is said of each
    notes  what stands below each sheet, in their order; where there are fewer, the last sheets have none
    """

    title: str
    words: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    sheets: tuple[FigureSheet, ...] = ()
    notes: tuple[str, ...] = ()
    pictures: tuple[AnyPicture, ...] = ()
    commands: tuple[str, ...] = ()
