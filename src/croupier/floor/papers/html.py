"""Papers and placards as HTML: the body of a page, or one file that needs nothing from anywhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from croupier.floor.papers.paper import Grid, Paper, Placard, Section, pay_grid

A5, A4 = "a5", "a4"
SIZES = (A5, A4)


def paper_html(paper: Paper) -> str:
    """A paper: a title page, then every section."""
    facts = _facts((name, text or "\u2003") for name, text in paper.front)
    contents = "".join(f"<li>{escape(section.title)}</li>" for section in paper.sections)
    front = (
        f'<header class="front"><h1>{escape(paper.title)}</h1><p class="subtitle">{escape(paper.subtitle)}</p>{facts}'
        f'<h2>Contents</h2><ol class="contents">{contents}</ol></header>'
    )
    numbered = (_section(at, section) for at, section in enumerate(paper.sections, 1))
    return f'<article class="submission">{front}{"".join(numbered)}</article>'


def placards_html(placards: Sequence[Placard], size: str = A5) -> str:
    """Cards for the felt, each on a sheet of its own."""
    return f'<div class="placards {escape(size)}">{"".join(map(_placard, placards))}</div>'


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
    yield from map(_grid, section.grids)
    yield "</section>"


def _facts(facts: Iterable[tuple[str, str]]) -> str:
    rows = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(words)}</dd></div>" for name, words in facts)
    return f'<dl class="facts">{rows}</dl>'


def _grid(grid: Grid) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' if name else "<td></td>" for name in grid.head)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in grid.rows
    )
    note = f'<p class="note">{escape(grid.note)}</p>' if grid.note else ""
    table = f"<caption>{escape(grid.caption)}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    # On a phone a wide table is moved sideways, with keys as well.
    region = f'class="grid" tabindex="0" role="region" aria-label="{escape(grid.caption)}"'
    return f"<div {region}><table>{table}</table>{note}</div>"


def _placard(placard: Placard) -> str:
    notices = "".join(f"<p>{escape(notice)}</p>" for notice in placard.notices)
    return (
        f'<section class="placard"><p class="where">{escape(placard.where)}</p>{_grid(pay_grid(placard.posted))}'
        f'<footer class="placard-words">{notices}</footer></section>'
    )
