"""Rows in files: JSON Lines, CSV, Parquet. However many there are, only a batch of them is in memory."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Iterable, Iterator
from enum import Enum
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Final

from croupier.data.rows import NoFrames, Row, Rows, polars_schema
from croupier.data.sheets import ColumnType
from croupier.errors import Refused
from croupier.spreadsheets import cell

_BATCH: Final = 10_000


class FileFormat(Enum):
    """How rows can be written: the ending of the file."""

    JSON_LINES = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"

    @property
    def media_type(self) -> str:
        """What a server calls it."""
        return _MEDIA[self]


_MEDIA: Final = {
    FileFormat.JSON_LINES: "application/jsonl",
    FileFormat.CSV: "text/csv",
    FileFormat.PARQUET: "application/vnd.apache.parquet",
}
_NAMES: Final = "jsonl, csv or parquet"


def parse_format(text: str) -> FileFormat:
    """The format that `text` names."""
    try:
        return FileFormat(text.lower())
    except ValueError:
        raise Refused(f"no format {text!r}; want {_NAMES}") from None


def format_of(path: str | Path) -> FileFormat:
    """The format that the ending of a file's name says."""
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in {one.value for one in FileFormat}:
        raise Refused(f"the ending of {str(path)!r} names no format; want one of {_NAMES}, such as rounds.parquet")
    return FileFormat(ending)


def check_format(format: FileFormat) -> None:
    """Refuse what no installed library can write, before any work is done."""
    if format is FileFormat.PARQUET and find_spec("pyarrow") is None and find_spec("polars") is None:
        raise NoFrames("Parquet needs polars or pyarrow: pip install 'croupier[data]' (neither is installed)")


def write(rows: Rows, path: Path, format: FileFormat) -> int:
    """Write all rows to a file; how many there were."""
    check_format(format)
    counted = _Counted(rows)
    if format is not FileFormat.PARQUET:
        with path.open("w", encoding="utf-8", newline="") as file:
            file.writelines(text_of(Rows(rows.sheet, counted), format))
    elif find_spec("pyarrow") is not None:
        _by_pyarrow(Rows(rows.sheet, counted), path)
    else:
        _by_polars(Rows(rows.sheet, counted), path)
    return counted.many


class _Counted:
    """Rows, and how many of them have gone by."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = rows
        self.many = 0

    def __iter__(self) -> Iterator[Row]:
        for row in self._rows:
            self.many += 1
            yield row


def text_of(rows: Rows, format: FileFormat) -> Iterator[str]:
    """The file piece by piece, in a format that is text: to be written, or sent."""
    assert format is not FileFormat.PARQUET, "that is no text"
    names = [column.name for column in rows.columns]
    if format is FileFormat.CSV:
        yield _csv([names])
    for batch in _batches(rows):
        if format is FileFormat.JSON_LINES:
            yield "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in batch)
        else:
            yield _csv([_cell(row[name]) for name in names] for row in batch)


def _batches(rows: Rows) -> Iterator[list[Row]]:
    source = iter(rows)
    while batch := list(islice(source, _BATCH)):
        yield batch


def _csv(lines: Iterable[list[Any]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(lines)
    return out.getvalue()


def _cell(value: str | int | float | bool | None) -> Any:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return cell(value)
        case _:
            return value


def _by_pyarrow(rows: Rows, path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    types = {
        ColumnType.TEXT: pyarrow.string(),
        ColumnType.WHOLE: pyarrow.int64(),
        ColumnType.REAL: pyarrow.float64(),
        ColumnType.YES_NO: pyarrow.bool_(),
    }
    schema = pyarrow.schema([(column.name, types[column.kind]) for column in rows.columns])
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for batch in _batches(rows):
            writer.write_table(pyarrow.Table.from_pylist(batch, schema=schema))


def _by_polars(rows: Rows, path: Path) -> None:
    """Through a file of JSON Lines: polars reads and writes that piece by piece, but takes no rows one by one."""
    import polars

    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, suffix=".jsonl") as lines:
        lines.writelines(text_of(rows, FileFormat.JSON_LINES))
        lines.flush()
        schema = polars_schema(rows.sheet)
        if Path(lines.name).stat().st_size:
            polars.scan_ndjson(lines.name, schema=schema).sink_parquet(path, compression="zstd")
        else:
            polars.DataFrame(schema=schema).write_parquet(path)
