"""Rounds, results and charts as rows: for data frames of pandas or polars, and for files.

    from croupier import data

    data.rounds(text).to_pandas()                     # rounds in notation, a row a seat
    data.dealt("uth", 500, "decisions", seed=7).frame()
    data.record("room.db", "bets", since="2026-11-01").write("bets.parquet")
    data.chart("uth").to_polars()                     # the 169 starting hands

Every function gives `Rows`; `SHEETS` says which columns there are, of which type, and what they mean
(`docs/data.md`). Frames and Parquet need the extra `data`, or pandas or pyarrow if those are there already; a record
needs the extra `web`, figures `lab`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.lazy import lazy

if TYPE_CHECKING:
    from croupier.data.figures import chart, edges, lines, results, simulated, variants
    from croupier.data.played import dealt, rounds
    from croupier.data.recorded import record
    from croupier.data.rows import Rows
    from croupier.data.sheets import SHEETS, Column, ColumnType, Sheet

__all__ = [
    "SHEETS",
    "Column",
    "ColumnType",
    "Rows",
    "Sheet",
    "chart",
    "dealt",
    "edges",
    "lines",
    "record",
    "results",
    "rounds",
    "simulated",
    "variants",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            "figures": ["chart", "edges", "lines", "results", "simulated", "variants"],
            "played": ["dealt", "rounds"],
            "recorded": ["record"],
            "rows": ["Rows"],
            "sheets": ["SHEETS", "Column", "ColumnType", "Sheet"],
        },
    )
