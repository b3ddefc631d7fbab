"""`croupier cage sheet`, `count` and `close`: the end of a shift."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from croupier.cli.app import group
from croupier.cli.options import TableName
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.cage import Second, SecondPin, beside
from croupier.cli.room.desk import ReadingDesk, SignedDesk, at_desk
from croupier.floor.cage.count import TableCount
from croupier.floor.cage.shift import ShiftCount, closed_shift
from croupier.ledger.winsheet import WinSheet, total
from croupier.money import dollars, parse_stacks

cage = group("cage")


@cage.command("sheet")
@at_desk
def sheet(
    desk: ReadingDesk, table: Annotated[str | None, Argument(help="The table's name; all tables if left out.")] = None
) -> None:
    """The win sheet of the shift that is running, of one table or of all with their sum."""
    if table is not None:
        one_sheet = desk.cage.sheet(table)
        desk.show(_plain(one_sheet), *_lines(one_sheet))
        return
    sheets = desk.cage.sheets()
    plain = {"tables": [_plain(one) for one in sheets], "total": _plain(total(sheets))}
    desk.show(plain, *_columns([*sheets, total(sheets)]))


@cage.command("count")
@at_desk
def count(
    desk: SignedDesk,
    table: TableName,
    tray: Annotated[str, Option(help="What lies in the tray: values and how many, such as '100x45 25x80 12.50'.")],
    box: Annotated[str, Option(help="What lies in the drop box, drop and fees, in the same way; 0 if it is empty.")],
) -> None:
    """Seal a blind count of a table's tray and box; what the record has is told afterwards."""
    counted = TableCount(parse_stacks(tray), parse_stacks(box))
    sealed = desk.cage.count(table, counted, desk.who, desk.command)
    win_sheet, (in_tray, in_box) = desk.cage.counted_sheet(sealed), counted.totals
    off = ShiftCount(in_tray, in_box).variances(win_sheet)
    amounts = {
        "counted_tray": in_tray,
        "record_tray": win_sheet.closing,
        "counted_box": in_box,
        "record_box": win_sheet.box,
        "variance": sum(off),
    }
    desk.show(
        {"table": table, "count": sealed.number, **amounts},
        f"count {sealed.number} of {table} is sealed",
        *_counts(amounts),
        f"to close the shift: croupier cage close {table}" + (' --reason "…"' if any(off) else ""),
    )


@cage.command("close")
@at_desk
def close(
    desk: SignedDesk,
    table: TableName,
    reason: Annotated[str, Option(help="Why the count differs from the record: the record follows the count.")] = "",
    second: Second = None,
    second_pin: SecondPin = None,
) -> None:
    """Close a table's shift by its last count: its win sheet, and the heads of all streams. Keep the heads somewhere
    else."""
    win_sheet = desk.cage.close_shift(table, desk.who, desk.command, reason, beside(desk, second, second_pin))
    heads = [f"{stream}:{head.version}:{head.hash}" for stream, head in desk.store.heads().items()]
    receipt = desk.store.receipt(desk.command)
    assert receipt is not None, "what was closed is in the record"
    closed = closed_shift(receipt.entries[0])
    counts = {
        "counted_tray": closed.counted.tray,
        "counted_box": closed.counted.box,
        "variance": sum(closed.variances),
    }
    desk.show(
        {**_plain(win_sheet), **counts, "reason": closed.reason, "heads": heads},
        *_lines(win_sheet),
        *_counts(counts),
        "",
        "heads",
        *heads,
    )


def _counts(counts: Mapping[str, int | None]) -> list[str]:
    return [f"{word:12} {dollars(cents):>12}" for word, cents in counts.items() if cents is not None]


def _plain(sheet: WinSheet) -> dict[str, Any]:
    return {
        "table": sheet.table,
        "opening": sheet.opening,
        "fills": sheet.fills,
        "credits": sheet.credits,
        "drop": sheet.drop,
        "closing": sheet.closing,
        "win": sheet.win,
        "fees": sheet.fees,
        "income": sheet.income,
    }


def _lines(sheet: WinSheet) -> list[str]:
    return [f"{word:8} {amount if word == 'table' else dollars(amount):>16}" for word, amount in _plain(sheet).items()]


def _columns(sheets: list[WinSheet]) -> list[str]:
    rows = [[str(cell) if word == "table" else dollars(cell) for word, cell in _plain(one).items()] for one in sheets]
    words = list(_plain(sheets[-1]))
    wide = max(8, *(len(row[0]) for row in rows))
    return [f"{row[0]:{wide}}" + "".join(f"{cell:>14}" for cell in row[1:]) for row in (words, *rows)]
