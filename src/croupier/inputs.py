"""What comes from outside is read up to a limit: files, standard input, and what another server answers.

A device such as `/dev/zero` has no end, and a pipe need not have one; read whole, it would take all the memory there
is. What passes its limit is an `OSError`, like what cannot be read at all, so a reader says both in the same words.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, Protocol, TextIO

WRITTEN: Final = 1 << 20
"""Bytes of what a person writes: a pay table, a variant, a strategy, a reveal, a key."""
ROUNDS: Final = 1 << 26
"""Bytes of rounds in notation that are played again at once: more than a hundred thousand rounds."""
KEPT: Final = 1 << 28
"""Bytes of what the program writes down for itself: signed heads, marks of an audit, checkpoints."""
ANSWER: Final = 1 << 26
"""Bytes of what a server answers."""
LONGEST_LINE: Final = 1 << 20
"""Bytes of a line; a settlement case has about a thousand."""
ENDLESS: Final = 1 << 26
"""Bytes without a newline after which nobody waits for one."""
STDIN: Final = "standard input"
_PIECE: Final = 1 << 16


_MOST_DIGITS: Final = 18


def whole_number(text: str) -> int | None:
    """The number that a text writes in digits, from zero on; none where it writes anything else, or more digits than
    any number here has. Python itself reads some thousands, and fails beyond."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else None


class TooLarge(OSError):
    """Something that holds more bytes than its reader takes."""

    def __init__(self, name: str, most: int) -> None:
        super().__init__(errno.EFBIG, f"it holds more than {most:,} bytes", name)


class EndlessLine(OSError):
    """Something that should be lines, and goes on without the end of one."""

    def __init__(self, name: str, most: int) -> None:
        super().__init__(errno.EFBIG, f"it goes on for more than {most:,} bytes without the end of a line", name)


class Readable(Protocol):
    """Bytes that come in pieces: an open file, or a server's answer."""

    def read(self, size: int, /) -> bytes: ...


def read_all(source: Readable, most: int, name: str) -> bytes:
    """All bytes of a source of that name, which may be `most`."""
    # In pieces: asked for all at once, a file of ten bytes would take the memory of the largest.
    data = bytearray()
    while piece := source.read(_PIECE):
        data += piece
        if len(data) > most:
            raise TooLarge(name, most)
    return bytes(data)


def read_bytes(path: Path, most: int) -> bytes:
    """All bytes of a file, which may be `most`."""
    with path.open("rb") as file:
        return read_all(file, most, str(path))


def read_text(path: Path, most: int, encoding: str = "utf-8") -> str:
    """The text of a file, which may have `most` bytes."""
    return _text(read_bytes(path, most), encoding)


def read_stdin(most: int) -> str:
    """The text of standard input, which may have `most` bytes."""
    return _text(read_all(sys.stdin.buffer, most, STDIN), "utf-8")


def _text(data: bytes, encoding: str) -> str:
    # Not `decode`, which leaves the line ends of other systems as they are.
    return io.TextIOWrapper(io.BytesIO(data), encoding).read()


def read_lines(file: BinaryIO, name: str) -> Iterator[bytes | None]:
    """The lines of a file, one at a time; none in the place of one that is longer than `LONGEST_LINE`."""
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        length = len(line)
        while line and not line.endswith(b"\n"):
            line = file.readline(_PIECE)
            length += len(line)
            if length > ENDLESS:
                raise EndlessLine(name, ENDLESS)
        yield None


class _TypedLines(io.TextIOWrapper):
    """Standard input for whoever asks for a line: a longer one than `LONGEST_LINE` was typed by nobody."""

    def __init__(self, stdin: io.TextIOWrapper) -> None:
        super().__init__(stdin.buffer, stdin.encoding, stdin.errors)
        self._stdin = stdin  # which would close the bytes below when it goes

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        if size is not None and size >= 0:
            return super().readline(size)
        line = super().readline(LONGEST_LINE + 1)
        if len(line) > LONGEST_LINE and not line.endswith("\n"):
            raise EndlessLine(STDIN, LONGEST_LINE)
        return line


def with_limited_lines(stdin: TextIO | None) -> TextIO:
    """Standard input whose lines have an end, for all who ask for one: `input`, a prompt for a PIN, a table at the
    terminal. A terminal's lines have one anyway; where standard input is closed, there is nothing on it."""
    if stdin is None:
        return open(os.devnull)
    if type(stdin) is io.TextIOWrapper and not stdin.isatty():
        return _TypedLines(stdin)
    return stdin
