"""A section of the mathematics report: words, figures and pictures of the studies, and the section of a paper that
shows them."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.floor.papers.paper import Grid, Illustration, Section
from croupier.studies.answer import FigureSheet
from croupier.studies.pictures.drawing import draw
from croupier.studies.pictures.picture import AnyPicture, HandChart

_WIDE, _ALONE, _HALF = 640, 500, 320
"""How wide pictures are drawn, so that their letters are as large as those of the paper: a chart of hands, a plot, and
plots that stand beside each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSection:
    """A section. `rules` is one that papers have already, which comes first; `commands` give the figures again."""

    title: str
    words: tuple[str, ...] = ()
    rules: Section | None = None
    facts: tuple[tuple[str, str], ...] = ()
    sheets: tuple[FigureSheet, ...] = ()
    notes: tuple[str, ...] = ()
    """What stands below each sheet, in their order; fewer notes than sheets leave the last ones without."""
    pictures: tuple[AnyPicture, ...] = ()
    commands: tuple[str, ...] = ()

    @property
    def printed(self) -> Section:
        """The section as a paper has it."""
        before = Section(title=self.title) if self.rules is None else self.rules
        notes = (*self.notes, *("",) * len(self.sheets))
        return Section(
            title=self.title,
            paragraphs=(*before.paragraphs, *self.words),
            facts=(*before.facts, *self.facts),
            pictures=tuple(Illustration(one.title, draw(one, self._wide(one))) for one in self.pictures),
            grids=(*before.grids, *(grid_of(sheet, note) for sheet, note in zip(self.sheets, notes, strict=False))),
            commands=self.commands,
        )

    def _wide(self, picture: AnyPicture) -> int:
        if isinstance(picture, HandChart):
            return _WIDE
        return _ALONE if len(self.pictures) == 1 else _HALF


def grid_of(sheet: FigureSheet, note: str = "") -> Grid:
    """A sheet of figures as a table of a paper."""
    plain = sheet.to_dict()
    return Grid(
        caption=sheet.title,
        head=tuple(column["words"] for column in plain["columns"]),
        rows=tuple(tuple(row) for row in plain["rows"]),
        note=note,
        numbers=tuple(at for at, column in enumerate(plain["columns"]) if column["number"]),
        strong=tuple(plain["lit"]),
    )
