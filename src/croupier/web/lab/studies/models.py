"""What these pages and their answers are made of, typed."""

from __future__ import annotations

from pydantic import BaseModel, Field

from croupier.web.lab.models import LabPage


class StudyChoice(BaseModel):
    """One of the values of a field."""

    value: str
    words: str
    group: str
    fills: str


class StudyField(BaseModel):
    """A field of the form. One that only matters `again` is asked for where work is to be done once more."""

    key: str
    words: str
    value: str
    kind: str
    choices: list[StudyChoice]
    hint: str
    again: bool
    rows: int


class StudyPage(LabPage):
    """A page of a subject: its form, and whether it is answered while somebody types."""

    title: str
    about: str
    button: str
    typing: bool
    form: list[StudyField]


class Headline(BaseModel):
    """What was asked for, and its figure."""

    words: str
    value: str


class SheetColumn(BaseModel):
    """A column of a sheet."""

    words: str
    number: bool


class StudySheet(BaseModel):
    """A table of figures as people read them; `lit` are the rows to look at first."""

    title: str
    columns: list[SheetColumn]
    rows: list[list[str]]
    lit: list[int]


class StudyPicture(BaseModel):
    """A picture as SVG, for a desk and for a phone."""

    title: str
    wide: str
    narrow: str


class StudyAnswer(BaseModel):
    """An answer: words, figures, pictures, the command line that gives the same, and the files that it reads."""

    subject: str
    game: str
    headline: Headline
    words: list[str]
    warnings: list[str]
    sheets: list[StudySheet]
    pictures: list[StudyPicture]
    command: str
    files: dict[str, str]


class Asked(BaseModel):
    """Which subject somebody no longer waits for."""

    subject: str = Field(max_length=40)
