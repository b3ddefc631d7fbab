"""What commands share when they answer: whole files or none, pure JSON, plain tables, percentages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from croupier.cli.files import CannotWrite, print_json, write_whole
from croupier.errors import Refused
from croupier.studies.answer import FigureAnswer, FigureSheet
from croupier.studies.question import StudyQuestion

CHARTS = (".png", ".svg")
_SECONDS_A_LINE = 10
MOST_ROWS = 200
"""Rows of a table that a terminal shows."""


class Interrupted(Refused):
    """A run stopped by the person who started it."""


def check_chart(path: Path | None) -> None:
    """Refuse a chart's name before any work is done."""
    if path is None:
        return
    if path.suffix.lower() not in CHARTS:
        raise CannotWrite(f"cannot draw {path}: its ending says no format; want .png or .svg")
    if not path.parent.is_dir():
        raise CannotWrite(f"cannot draw {path}: there is no folder {str(path.parent)!r}")


@contextmanager
def interruptible(what: str, checkpoint: Path | None = None) -> Iterator[None]:
    """Turn Ctrl-C into a refusal with words; what was done of long work is in its checkpoint, where it has one."""
    try:
        yield
    except KeyboardInterrupt:
        if checkpoint is not None and checkpoint.exists():
            raise Interrupted(f"interrupted; what was done is in {checkpoint}, --resume goes on") from None
        raise Interrupted(f"{what} was interrupted; nothing was written") from None


def worked_out(question: StudyQuestion, what: str = "the computation", *, checkpoint: Path | None = None) -> Any:
    """A question worked out as plain values, with a bar where somebody watches, and else a line now and then."""
    with interruptible(what, checkpoint), progress_bar() as progress:
        return question.figures(progress)


def show_answer(
    question: StudyQuestion,
    *,
    json: bool,
    what: str = "the computation",
    chart: Path | None = None,
    card: Path | None = None,
    checkpoint: Path | None = None,
) -> None:
    """Work a question out and show its answer: to people, or as JSON; and draw its pictures where a file is named.

    `card` is a file for the card of a strategy, which such an answer has.
    """
    values = worked_out(question, what, checkpoint=checkpoint)
    with interruptible(what):
        if chart is not None:
            write_whole(chart, question.answer(values).draw)
        if card is not None:
            write_whole(card, lambda path: _write(path, values["card"]))
    if json:
        print_json(values)
        return
    print_answer(question.answer(values))
    for words, file in (("Chart", chart), ("Card", card)):
        if file is not None:
            print(f"\n{words} in {file}")


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")


def print_answer(answer: FigureAnswer) -> None:
    """An answer at the terminal: what was asked for, then sentences, then tables, then what should give pause."""
    console = Console(highlight=False)
    words, value = answer.headline
    console.print(f"{escape(words)}: [bold]{escape(value)}[/bold]" if value else f"[bold]{escape(words)}[/bold]")
    for paragraph in answer.words:
        console.print(paragraph, markup=False)
    for sheet in answer.sheets:
        console.print()
        console.print(sheet.title, style="bold", markup=False)
        console.print(_table(sheet))
        if len(sheet.rows) > MOST_ROWS:
            console.print(f"and {len(sheet.rows) - MOST_ROWS:,} rows more, which --json has", style="dim")
    if answer.warnings:
        console.print()
    for warning in answer.warnings:
        console.print(warning, style="yellow", markup=False)


def _table(sheet: FigureSheet) -> Table:
    """A sheet without rules: words to the left, figures to the right, rows to look at first in bold."""
    plain = sheet.to_dict()
    named = any(column["words"] for column in plain["columns"])
    table = Table(box=None, pad_edge=False, header_style="dim", show_header=named)
    for column in plain["columns"]:
        table.add_column(escape(column["words"]), justify="right" if column["number"] else "left")
    for at, row in enumerate(plain["rows"][:MOST_ROWS]):
        table.add_row(*map(escape, row), style="bold" if at in sheet.lit else "")
    return table


@contextmanager
def progress_bar() -> Iterator[Callable[[str, float], None]]:
    """What is being done, how far it is, and how long it still takes: a bar where somebody watches standard error, and
    else, of long work, a line there now and then."""
    begun = monotonic()

    def left(share: float) -> str:
        return f"{_duration((monotonic() - begun) / share * (1 - share))} left" if share > 0 else ""

    if not sys.stderr.isatty():
        last = [begun]

        def line(what: str, share: float) -> None:
            if monotonic() - last[0] >= _SECONDS_A_LINE:
                last[0] = monotonic()
                print(f"{what}, {share:.0%} done, {left(share) or 'just begun'}", file=sys.stderr)

        yield line
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*columns, TextColumn("{task.fields[left]}"), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=1.0, left="")
        yield lambda what, share: bar.update(task, description=what, completed=share, left=left(share))


def _duration(seconds: float) -> str:
    """A time as people say it: 40 s, 12 min, 3.5 h."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
