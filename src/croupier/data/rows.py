"""Rows with named columns, as a list, as a data frame, or in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from croupier.data.sheets import Column, ColumnType, Sheet
from croupier.errors import Refused
from croupier.extras import needing

if TYPE_CHECKING:
    import pandas
    import polars

Row: TypeAlias = dict[str, str | int | float | bool | None]
"""A row by the names of its columns."""
FrameKind: TypeAlias = Literal["pandas", "polars"]

_PANDAS: Final = {
    ColumnType.TEXT: "string",
    ColumnType.WHOLE: "Int64",
    ColumnType.REAL: "float64",
    ColumnType.YES_NO: "boolean",
}


class NoFrames(Refused, ImportError):
    """A data frame was asked for whose library is not installed."""


class Rows:
    """Rows of one sheet. They are made while they are read, so a long record is never in memory whole.

    Reading them again makes them again; `list(rows)` keeps them.
    """

    def __init__(self, sheet: Sheet, rows: Iterable[Row]) -> None:
        self.sheet = sheet
        self._rows = rows

    @property
    def columns(self) -> tuple[Column, ...]:
        """What each row holds, in order."""
        return self.sheet.columns

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __repr__(self) -> str:
        return f"<rows of {self.sheet.name}: {', '.join(column.name for column in self.columns)}>"

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas, with nullable types."""
        try:
            import pandas
        except ModuleNotFoundError:
            raise NoFrames(
                "a data frame of pandas needs pandas: pip install pandas; polars is in croupier[data]"
            ) from None

        return pandas.DataFrame(
            {
                column.name: pandas.Series(values, dtype=_PANDAS[column.kind])
                for column, values in zip(self.columns, self._by_column(), strict=True)
            }
        )

    def to_polars(self) -> polars.DataFrame:
        """A data frame of polars."""
        with needing("a data frame of polars"):
            import polars

        values = {column.name: cells for column, cells in zip(self.columns, self._by_column(), strict=True)}
        return polars.DataFrame(values, schema=polars_schema(self.sheet), strict=True)

    def frame(self, kind: FrameKind | None = None) -> Any:
        """A data frame of the named library; by default polars if it is installed, else pandas."""
        if kind is None:
            kind = next((one for one in ("polars", "pandas") if find_spec(one) is not None), None)
        match kind:
            case "polars":
                return self.to_polars()
            case "pandas":
                return self.to_pandas()
            case None:
                raise NoFrames(
                    "a data frame needs polars or pandas: pip install 'croupier[data]' (neither is installed)"
                )
        raise Refused(f"no data frames of {kind!r}; want 'polars' or 'pandas'")

    def write(self, path: str | Path) -> int:
        """Write a file: JSON Lines, CSV or Parquet, by its ending; how many rows there were."""
        from croupier.data.files import format_of, write

        return write(self, Path(path), format_of(path))

    def _by_column(self) -> list[list[Any]]:
        names = [column.name for column in self.columns]
        by_column: list[list[Any]] = [[] for _ in names]
        for row in self:
            for values, name in zip(by_column, names, strict=True):
                values.append(row[name])
        return by_column


def polars_schema(sheet: Sheet) -> dict[str, Any]:
    """The types of a sheet's columns in polars."""
    import polars

    types = {
        ColumnType.TEXT: polars.String,
        ColumnType.WHOLE: polars.Int64,
        ColumnType.REAL: polars.Float64,
        ColumnType.YES_NO: polars.Boolean,
    }
    return {column.name: types[column.kind] for column in sheet.columns}
