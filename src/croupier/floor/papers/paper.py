"""A paper as a value: sections of paragraphs, facts, tables and pictures; and the placards that hang at a felt."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Final

from croupier.rules.posted_tables import PostedTable


@dataclass(frozen=True, slots=True)
class Imprint:
    """What a paper says of its making: for which house, on which day, by which version of the program."""

    house: str
    date: str
    program: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of a paper: a caption, its columns, its rows, and a note below them.

    numbers  the columns that hold figures
    strong   the rows to look at first
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    numbers: tuple[int, ...] = ()
    strong: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture of a paper, as SVG, and what it shows."""

    title: str
    svg: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of a paper, in the order in which it is read. What is `of_the_day` is told and not submitted.

    `commands` give the figures of the section again.
    """

    title: str
    paragraphs: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    steps: tuple[str, ...] = ()
    pictures: tuple[Illustration, ...] = ()
    grids: tuple[Grid, ...] = ()
    commands: tuple[str, ...] = ()
    of_the_day: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What is submitted. `content_hash` is the same for as long as nothing of what is submitted changes: house, date
    and program, how far the record has come, and what is of the day are not part of it."""

    title: str
    subtitle: str
    imprint: Imprint
    reference: str
    record: str
    sections: tuple[Section, ...]

    @property
    def content_hash(self) -> str:
        sections = [asdict(one, dict_factory=_submitted) for one in self.sections if not one.of_the_day]
        content = [self.title, self.subtitle, self.reference, *sections]
        return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    @property
    def front(self) -> tuple[tuple[str, str], ...]:
        """The facts of the title page."""
        return (
            ("House", self.imprint.house),
            ("Date", self.imprint.date),
            ("Reference", self.reference),
            ("Record", self.record),
            ("Program", self.imprint.program),
            ("Content", self.content_hash),
        )


_LATER: Final = frozenset({"numbers", "strong", "pictures", "commands"})
"""Parts that papers did not have at first: where one is empty, the hash is the one of before."""


def _submitted(parts: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value for name, value in parts if value or name not in _LATER}


@dataclass(frozen=True, slots=True, kw_only=True)
class Placard:
    """A card for the felt: one bet, what it pays, and what the layout says besides."""

    bet: str
    where: str
    posted: PostedTable
    notices: tuple[str, ...] = ()


def pay_grid(posted: PostedTable) -> Grid:
    """A posted pay table; on a Multi-Game Link with the column of its envy (R36)."""
    if posted.has_envy:
        rows = tuple((line.words, line.pay, line.envy) for line in posted.lines)
        return Grid(posted.title, ("", "Pays", "Envy for $1"), rows, posted.note)
    return Grid(posted.title, ("", "Pays"), tuple((line.words, line.pay) for line in posted.lines), posted.note)


def sections_of(*sections: Section | None) -> tuple[Section, ...]:
    """The sections that have something to say."""
    there: Iterable[Section] = (section for section in sections if section is not None)
    return tuple(one for one in there if one.paragraphs or one.facts or one.steps or one.grids)
