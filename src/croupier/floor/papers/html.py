"""Papers and placards as HTML: the body of a page, or one file that needs nothing from anywhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from croupier.floor.papers.paper import Grid, Paper, Placard, Section, pay_grid

A5, A4 = "a5", "a4"
SIZES = (A5, A4)
_LONG = 14
"""A table with more rows than that may go on over the end of a page."""


def paper_html(paper: Paper, *, small: bool = False, mark: str = "") -> str:
    """A paper: a title page, then every section; in small print where it has many figures. `mark` stands on every
    sheet."""
    facts = _facts((name, text or "\u2003") for name, text in paper.front)
    contents = "".join(f"<li>{escape(section.title)}</li>" for section in paper.sections)
    front = (
        f'<header class="front"><h1>{escape(paper.title)}</h1><p class="subtitle">{escape(paper.subtitle)}</p>{facts}'
        f'<h2>Contents</h2><ol class="contents">{contents}</ol></header>'
    )
    numbered = (_section(at, section) for at, section in enumerate(paper.sections, 1))
    look = "submission small" if small else "submission"
    return f'<article class="{look}">{_mark(mark)}{front}{"".join(numbered)}</article>'


def placards_html(placards: Sequence[Placard], size: str = A5, *, mark: str = "") -> str:
    """Cards for the felt, each on a sheet of its own. `mark` stands on every one of them."""
    cards = "".join(_placard(placard, mark) for placard in placards)
    return f'<div class="placards {escape(size)}">{cards}</div>'


def file_html(title: str, body: str, style: str) -> str:
    """A whole file around such a body, with its style in it."""
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>{escape(title)}</title>\n<style>\n{style}</style></head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _section(number: int, section: Section) -> str:
    return "".join(_parts(number, section))


def _parts(number: int, section: Section) -> Iterator[str]:
    yield f"<section><h2>{number}. {escape(section.title)}</h2>"
    yield from (f"<p>{escape(words)}</p>" for words in section.paragraphs)
    if section.facts:
        yield _facts(section.facts)
    if section.steps:
        yield f"<ol>{''.join(f'<li>{escape(step)}</li>' for step in section.steps)}</ol>"
    if section.pictures:
        drawn = (f'<figure aria-label="{escape(one.title)}">{one.svg}</figure>' for one in section.pictures)
        yield f'<div class="drawings">{"".join(drawn)}</div>'
    if section.grids:
        yield f'<div class="grids">{"".join(map(_grid, section.grids))}</div>'
    if section.commands:
        lines = "".join(f"<li><code>{escape(command)}</code></li>" for command in section.commands)
        yield f'<div class="commands"><p>By command:</p><ul>{lines}</ul></div>'
    yield "</section>"


def _facts(facts: Iterable[tuple[str, str]]) -> str:
    rows = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(words)}</dd></div>" for name, words in facts)
    return f'<dl class="facts">{rows}</dl>'


def _grid(grid: Grid) -> str:
    looks = [' class="figure"' if at in grid.numbers else "" for at in range(len(grid.head))]
    head = "".join(
        f'<th scope="col"{look}>{escape(name)}</th>' if name else "<td></td>"
        for name, look in zip(grid.head, looks, strict=True)
    )
    rows = "".join(
        f'<tr{" class=strong" * (at in grid.strong)}><th scope="row"{looks[0]}>{escape(row[0])}</th>'
        f"{''.join(f'<td{look}>{escape(cell)}</td>' for cell, look in zip(row[1:], looks[1:], strict=True))}</tr>"
        for at, row in enumerate(grid.rows)
    )
    note = f'<p class="note">{escape(grid.note)}</p>' if grid.note else ""
    table = f"<caption>{escape(grid.caption)}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    # On a phone a wide table is moved sideways, with keys as well.
    look = "grid long" if len(grid.rows) > _LONG else "grid"
    region = f'class="{look}" tabindex="0" role="region" aria-label="{escape(grid.caption)}"'
    return f"<div {region}><table>{table}</table>{note}</div>"


def _mark(words: str) -> str:
    return f'<p class="mark">{escape(words)}</p>' if words else ""


def _placard(placard: Placard, mark: str) -> str:
    notices = "".join(f"<p>{escape(notice)}</p>" for notice in placard.notices)
    return (
        f'<section class="placard">{_mark(mark)}<p class="where">{escape(placard.where)}</p>'
        f'{_grid(pay_grid(placard.posted))}<footer class="placard-words">{notices}</footer></section>'
    )
