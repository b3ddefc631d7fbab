"""Finished work on disk: one line of JSON for the configuration, then one for each finished record of it.

Lines are only ever appended, each flushed to the disk before the next batch is asked for. A run that was killed
leaves at worst half a line at the end, which the next run cuts off. Files of several machines are merged by adding
their lines, once each.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from croupier.errors import Refused
from croupier.inputs import KEPT, read_bytes


class NoCheckpoint(Refused):
    """A checkpoint that cannot be read or written, or that is in the way."""


class DamagedCheckpoint(Refused):
    """A checkpoint that does not hold what it should."""


class OtherConfiguration(Refused):
    """A checkpoint of a run with other settings."""

    def __init__(self, path: Path, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
        differ = [
            f"{key} {theirs.get(key)!r} there, {ours[key]!r} here" for key in ours if theirs.get(key) != ours[key]
        ]
        super().__init__(
            f"{path} belongs to another configuration: {'; '.join(differ)}; want the same settings, or another file"
        )


class CheckpointRecord(Protocol):
    """A finished batch: the units of work that it covers, and its line in the file."""

    @property
    def units(self) -> Collection[int]: ...

    def line(self) -> str: ...


def whole(number: object) -> int:
    """A whole number as it stands in a line; what only looks like one is no number of ours."""
    if type(number) is not int:
        raise TypeError(f"{number!r} is not a whole number")
    return number


def finite(number: object) -> float:
    """A number as it stands in a line, with or without decimals; JSON's own readers know some that are none."""
    if type(number) not in (int, float):
        raise TypeError(f"{number!r} is not a number")
    value = float(number)  # type: ignore[arg-type]
    if not isfinite(value):
        raise ValueError(f"{number!r} is not finite")
    return value


AnyRecord = TypeVar("AnyRecord", bound=CheckpointRecord)


class CheckpointFile(Generic[AnyRecord]):
    """A file of finished work. `resume` says whether one that is there already is continued.

    Nothing is written before there is something to keep, so a run that cannot begin leaves the file as it was. Of one
    that is there no more than `most` bytes are read.
    """

    def __init__(
        self, path: Path, resume: bool, format: str, parse: Callable[[str], AnyRecord], most: int = KEPT
    ) -> None:
        self.path, self.resume = path, resume
        self._format, self._parse, self._most = format, parse, most
        self._header: dict[str, Any] | None = None
        self._whole: int | None = None

    def open(self, header: dict[str, Any]) -> Iterator[AnyRecord]:
        """What is there already, one after the other, which must be of the same configuration."""
        self._header, self._whole = header, None
        if not self.path.exists():
            if not self.path.parent.is_dir():
                raise NoCheckpoint(f"cannot write {self.path}: there is no folder {str(self.path.parent)!r}")
            return iter(())
        if not self.resume:
            raise NoCheckpoint(f"{self.path} is there already; want --resume to continue it, or another file")
        theirs, records, whole = self.read()
        if theirs != header:
            raise OtherConfiguration(self.path, theirs, header)
        self._whole = whole
        return records

    def append(self, record: AnyRecord) -> None:
        """Keep one more finished batch, on the disk when this returns."""
        assert self._header is not None, "a checkpoint is opened before it is written"
        try:
            if self._whole is not None:
                # A last line that was cut off when the run was: that batch has been computed again.
                os.truncate(self.path, self._whole)
                self._whole = None
            with self.path.open("a", encoding="utf-8") as file:
                if file.tell() == 0:
                    file.write(json.dumps({"format": self._format, **self._header}) + "\n")
                file.write(record.line() + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise NoCheckpoint(f"cannot write {self.path}: {error.strerror or error}") from None

    def read(self) -> tuple[dict[str, Any], Iterator[AnyRecord], int]:
        """The configuration, the records, and how many bytes are whole lines; the file is left as it is."""
        try:
            data = read_bytes(self.path, self._most)
        except OSError as error:
            raise NoCheckpoint(
                f"cannot read {self.path}: {error.strerror or error}; want a checkpoint of such a run"
            ) from None
        whole = data.rfind(b"\n") + 1
        lines = (line.decode("utf-8", errors="replace") for line in data[:whole].splitlines())
        try:
            header = json.loads(next(lines, ""))
            if header.pop("format") != self._format:
                raise ValueError
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
            raise DamagedCheckpoint(
                f"{self.path} is no checkpoint of such a run; its first line should say {self._format!r}"
            ) from None
        return header, map(self._parse, lines), whole


def merge_lines(
    paths: Sequence[Path], into: Path, format: str, parse: Callable[[str], AnyRecord]
) -> tuple[dict[str, Any], list[AnyRecord]]:
    """Add up the checkpoints of several machines into a new one; records in two of them count once."""
    if not paths:
        raise NoCheckpoint("nothing to merge; want the checkpoints of one run")
    if into.exists():
        raise NoCheckpoint(f"{into} is there already; want the name of a new file")
    first, first_records, _ = CheckpointFile(paths[0], True, format, parse).read()
    records = [*first_records]
    for path in paths[1:]:
        header, more, _ = CheckpointFile(path, True, format, parse).read()
        if header != first:
            raise OtherConfiguration(path, header, first)
        records += more
    once = _once(records)
    part = into.with_name(f".{into.name}.part")
    try:
        lines = [json.dumps({"format": format, **first}), *(record.line() for record in once)]
        part.write_text("\n".join(lines) + "\n", "utf-8")
        part.replace(into)
    except OSError as error:
        raise NoCheckpoint(f"cannot write {into}: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)
    return first, once


def _once(records: Sequence[AnyRecord]) -> list[AnyRecord]:
    """The records without those whose units are all in earlier ones."""
    done: set[int] = set()
    once = []
    for record in records:
        units = set(record.units)
        if units <= done:
            continue
        if units & done:
            raise DamagedCheckpoint(
                "records overlap in part, so what they share cannot be told apart; want the parts of one division"
            )
        done |= units
        once.append(record)
    return once
