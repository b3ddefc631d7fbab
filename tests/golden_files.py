"""What must stay as it is told, in files that people can read: `tests/golden/`.

    CROUPIER_GOLDEN=write python -m pytest tests/test_golden.py …

writes them anew, where something is to be told otherwise on purpose; the difference is then looked at like any other.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

GOLDEN: Final = Path(__file__).parent / "golden"


def check_golden(name: str, parts: Mapping[str, str]) -> None:
    """Compare texts, each under its title, with the file of that name."""
    text = "".join(f"== {title}\n{part.rstrip()}\n\n" for title, part in parts.items())
    file = GOLDEN / name
    if os.environ.get("CROUPIER_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    have, want = _parts(text), _parts(kept)
    assert list(have) == list(want)
    for title, part in want.items():
        assert have[title] == part, f"{title}: told otherwise than {file} has it"


def shape(*values: Any) -> str:
    """The key paths of JSON values of one kind with the types that they have, sorted; a key that is a number is `#`.

    >>> print(shape({"seats": {"1": {"net": None}, "4": {"net": 5}}, "lines": ["a"]}, {"lines": [], "seats": {}}))
    lines: list  (1 of 2)
    lines[]: str  (1 of 2)
    seats: dict  (1 of 2)
    seats.#.net: int | null  (1 of 2)
    """
    kinds: dict[str, set[str]] = {}
    often: Counter[str] = Counter()
    for value in values:
        found: dict[str, set[str]] = {}
        _walk("", value, found)
        often.update(found.keys())
        for path, types in found.items():
            kinds.setdefault(path, set()).update(types)
    return "\n".join(
        f"{path or '.'}: {' | '.join(sorted(types))}"
        + (f"  ({often[path]} of {len(values)})" if often[path] < len(values) else "")
        for path, types in sorted(kinds.items())
    )


def _walk(path: str, value: Any, found: dict[str, set[str]]) -> None:
    match value:
        case dict() if value:
            for key, each in value.items():
                word = "#" if key.lstrip("-").isdigit() else key
                _walk(f"{path}.{word}" if path else word, each, found)
        case list() if value:
            for each in value:
                _walk(f"{path}[]", each, found)
        case None:
            found.setdefault(path, set()).add("null")
        case _:
            found.setdefault(path, set()).add(type(value).__name__)


def _parts(text: str) -> dict[str, str]:
    told: dict[str, str] = {}
    for part in text.split("== ")[1:]:
        title, _, lines = part.partition("\n")
        told[title] = lines
    return told
