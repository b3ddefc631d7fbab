"""A paper as a value: sections of paragraphs, facts and tables; and the placards that hang at a felt."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256

from croupier.rules.posted_tables import PostedTable


@dataclass(frozen=True, slots=True)
class Imprint:
    """What a paper says of its making: for which house, on which day, by which version of the program."""

    house: str
    date: str
    program: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of a paper: a caption, its columns, its rows, and a note below them."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of a paper, in the order in which it is read. What is `of_the_day` is told and not submitted."""

    title: str
    paragraphs: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    steps: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
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
        sections = [asdict(section) for section in self.sections if not section.of_the_day]
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
