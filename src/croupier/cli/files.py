"""What commands read and write: files, whole or not at all; lines that somebody types; JSON."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier import inputs
from croupier.errors import Refused


class CannotWrite(Refused):
    """A file that cannot be written, or whose ending names no format."""


class CannotRead(Refused):
    """A file that is not there, or is not text."""


def is_file(name: str) -> bool:
    """Whether a name means a file rather than something approved."""
    return name.endswith((".toml", ".txt")) or "/" in name


def read_text(path: Path, what: str, form: str = "TOML file") -> str:
    """The text of a file that is `what`, in that form."""
    try:
        return inputs.read_text(path, inputs.WRITTEN)
    except OSError as error:
        raise CannotRead(f"cannot read {what} {path}: {error.strerror or error}; want a {form}") from None
    except UnicodeDecodeError:
        raise CannotRead(f"{path} is not text, so no {what}; want a {form}") from None


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Have `write` fill a file that takes `path`'s place only once it is complete."""
    if path.is_dir():
        raise CannotWrite(f"{path} is a folder; want the name of a file in it")
    if path.exists() and not path.is_file():
        # A device or a pipe would be gone for everybody, and a file in its place.
        raise CannotWrite(f"{path} is no file that another could take the place of; want the name of a file")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)
    except OSError as error:
        raise CannotWrite(
            f"cannot write {path}: {error.strerror or error}; want a folder that can be written"
        ) from None
    os.close(handle)
    part = Path(name)
    try:
        write(part)
        part.chmod(0o644)
        part.replace(path)
    except OSError as error:
        raise CannotWrite(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def print_json(value: dict[str, Any] | list[Any]) -> None:
    """Print JSON and nothing else."""
    import json  # most answers are for people, and do without

    print(json.dumps(value, indent=2, ensure_ascii=False))


def read_typed(prompt: str) -> str | None:
    """A line that somebody types; none if they want to stop, with `q` or the end of the input."""
    try:
        text = input(prompt).strip()
    except EOFError:
        return None
    return None if text.lower() in ("q", "quit") else text
