"""`croupier figures`: what play brought the house, beside what it should have brought."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated
from zoneinfo import ZoneInfo

from croupier.cli.app import app
from croupier.cli.parameters import Option
from croupier.cli.room.desk import ReadingDesk, at_desk, left_out_lines
from croupier.floor.figures.digest import Digest
from croupier.floor.figures.period import between, preset
from croupier.floor.figures.report import FigureQuery, Figures, parse_by
from croupier.floor.figures.report import figures as figures_of
from croupier.floor.figures.sheet import as_csv, as_plain
from croupier.floor.figures.words import percent, row_words
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.room import wall_clock_ms
from croupier.money import dollars, signed_dollars


@app.command()
@at_desk
def figures(
    desk: ReadingDesk,
    table: Annotated[str, Option(help="Of this table only.")] = "",
    game: Annotated[str, Option(help="Of this game only, such as uth.")] = "",
    by: Annotated[str, Option(metavar="WHAT", help="A row for each table, game, shift or day.")] = "table",
    period: Annotated[str, Option(help="shift, today, yesterday, week, month or all.")] = "all",
    since: Annotated[
        str, Option("--from", "--since", help="From this day or moment of the house's clock on, such as 2026-11-15.")
    ] = "",
    until: Annotated[str, Option("--until", "--to", help="Up to this moment, or with all of this day.")] = "",
    csv: Annotated[bool, Option("--csv", help="For spreadsheets; money in cents.")] = False,
) -> None:
    """Handle, drop, win, hold, rounds, seats and fees, with theory and its deviations beside the win."""
    grouped = parse_by(by)
    zone = ZoneInfo(ChoiceBook(desk.store).now().zone)
    chosen = between(since, until, zone) if since or until else preset(period, wall_clock_ms(), zone)
    digest = Digest(desk.store)
    digest.catch_up()
    report = figures_of(digest, FigureQuery(period=chosen, by=grouped, table=table, game=game), zone)
    if csv:
        print(as_csv(report), end="")
        for line in left_out_lines(report.left_out):
            print(line, file=sys.stderr)
    else:
        desk.show(as_plain(report), *_lines(report), *left_out_lines(report.left_out))


def _lines(report: Figures) -> list[str]:
    words = ("", "rounds", "an hour", "seats", "handle", "drop", "win", "hold", "theory", "deviation", "off", "fees")
    rows = [words, *(row_words(row) for row in (*report.rows, report.total))]
    lines = _columns(rows)
    if report.bets:
        bets = [("", "handle", "win", "of handle", "by theory", "theory", "off")]
        bets += [
            (
                f"{bet.game} {bet.name}",
                dollars(bet.amounts.handle),
                signed_dollars(bet.amounts.win),
                percent(bet.of_handle),
                percent(bet.expected_of_handle),
                signed_dollars(bet.theory.expected),
                bet.theory.words or "-",
            )
            for bet in report.bets
        ]
        lines += ["", *_columns(bets)]
    total, paid = report.total.tally, report.total.tally.progressive
    if paid.handle:
        lines += ["", f"progressive wagers {dollars(paid.handle)}, {paid.hits} hits for {dollars(paid.awards)}"]
    if total.from_tray:
        sheets = f"the win sheets have {signed_dollars(total.tray)}"
        lines += [f"fixed progressive pays and envy from the trays {dollars(total.from_tray)}: {sheets}"]
    flagged = [row.name for row in report.rows if row.theory.flagged]
    return [*lines, *(["", f"more than three deviations off: {'; '.join(flagged)}"] if flagged else [])]


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        (f"{row[0]:{wide[0]}}" + "".join(f"  {cell:>{size}}" for cell, size in zip(row[1:], wide[1:], strict=True)))
        for row in rows
    ]
