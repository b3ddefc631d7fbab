"""Figures as plain data: for machines, and as a sheet for a spreadsheet. Money is in cents, shares are parts of one."""

from __future__ import annotations

import csv
import io
from typing import Any, Final

from croupier.floor.figures.report import BetRow, Figures, TallyRow
from croupier.floor.figures.theory import Theory

_DIGITS: Final = 6


def as_plain(figures: Figures) -> dict[str, Any]:
    """Everything that was asked for."""
    query = figures.query
    return {
        "by": query.by.value,
        "table": query.table,
        "game": query.game,
        "since_ms": query.period.since_ms,
        "until_ms": query.period.until_ms,
        "running_shifts": query.period.running,
        "rows": [plain_row(row) for row in figures.rows],
        "total": plain_row(figures.total),
        "bets": [plain_bet(bet) for bet in figures.bets],
        "left_out": [{"table": name, "why": str(why)} for name, why in figures.left_out.items()],
    }


def plain_row(row: TallyRow) -> dict[str, Any]:
    """One row of the figures."""
    tally, paid = row.tally, row.tally.progressive
    return {
        "name": row.name,
        "rounds": tally.rounds,
        "rounds_an_hour": _rounded(row.rounds_an_hour),
        "seats_taken": _rounded(row.seats_taken),
        "handle": tally.handle,
        "drop": tally.drop,
        "win": tally.win,
        "corrected": tally.corrected,
        "hold": _rounded(row.hold),
        "of_handle": _rounded(row.of_handle),
        **_plain_theory(row.theory),
        "fees": tally.fees,
        "progressive_handle": paid.handle,
        "hits": paid.hits,
        "awards": paid.awards,
        "progressive_from_tray": paid.tray,
        "envy": paid.envy,
        "sheet_win": tally.tray,
    }


def plain_bet(bet: BetRow) -> dict[str, Any]:
    """One bet of the figures."""
    return {
        "game": bet.game,
        "bet": bet.key,
        "name": bet.name,
        "paytables": list(bet.tables),
        "handle": bet.amounts.handle,
        "win": bet.amounts.win,
        "of_handle": _rounded(bet.of_handle),
        **_plain_theory(bet.theory),
    }


def as_csv(figures: Figures) -> str:
    """A line for each row, for the whole and for each bet. What a line has no figure for is left empty."""
    part = figures.query.by.value
    lines = [{"part": part, **plain_row(row)} for row in figures.rows]
    lines.append({"part": "total", **plain_row(figures.total)})
    bets = [
        {"part": "bet", **plain_bet(bet), "name": f"{bet.game} {bet.name} {' '.join(bet.tables)}".strip()}
        for bet in figures.bets
    ]
    out = io.StringIO(newline="")
    table = csv.DictWriter(out, list(lines[-1]), extrasaction="ignore", lineterminator="\r\n")
    table.writeheader()
    table.writerows([*lines, *bets])
    return out.getvalue()


def _plain_theory(theory: Theory) -> dict[str, Any]:
    return {
        "theoretical_win": theory.expected,
        "standard_deviation": theory.deviation,
        "deviations": _rounded(theory.off),
        "flagged": theory.flagged,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
