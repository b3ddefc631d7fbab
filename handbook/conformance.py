"""What the five source documents say and where it is to be found, as a page: from `docs/conformance.toml`.

The page is plain Markdown that reads well anywhere, so `python -m handbook.conformance` writes the tables into it.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from handbook import DOCS

DATA: Final = DOCS / "conformance.toml"
PAGE: Final = DOCS / "conformance.md"
STATUSES: Final = ("done", "people", "out of reach", "open")
MARK: Final = "<!-- from here on: python -m handbook.conformance -->"
"""What stands above it in the page is written by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing that a document says, in our words, and where it is to be found."""

    says: str
    ruling: str
    status: str
    why: str = ""
    test: tuple[str, ...] = ()
    page: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A passage that one document has, or several."""

    key: str
    title: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A source document: its passages in order."""

    tag: str
    title: str
    rules: str
    parts: tuple[Part, ...]

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All that it says, in order."""
        return tuple(one for part in self.parts for one in part.statements)


def read_documents() -> tuple[Document, ...]:
    """The documents of the data file, in order."""
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    parts: dict[str, Part] = {}
    for one in data["part"]:
        if one["key"] in parts:
            raise ValueError(f"two passages are called {one['key']!r}; give each a key of its own")
        parts[one["key"]] = Part(one["key"], one["title"], tuple(map(_statement, one["statement"])))
    return tuple(
        Document(one["tag"], one["title"], one["rules"], tuple(parts[key] for key in one["parts"]))
        for one in data["document"]
    )


def _statement(data: Mapping[str, Any]) -> Statement:
    return Statement(**{**data, "test": tuple(data.get("test", ()))})


def written(documents: Iterable[Document]) -> str:
    """What the page has below its mark: the summary, each document's passages, and every statement once."""
    documents = tuple(documents)
    homes: dict[Part, list[str]] = {}
    for document in documents:
        for part in document.parts:
            homes.setdefault(part, []).append(document.tag)
    return "\n\n".join(
        [
            _summary(documents),
            "## The documents",
            *(_document(one) for one in documents),
            "## The statements",
            *(_part(part, tags) for part, tags in homes.items()),
        ]
    )


def _summary(documents: tuple[Document, ...]) -> str:
    rows = ["| document | rule set | statements | done | by people | out of reach | open |", f"|{'---|' * 7}"]
    for one in documents:
        total = len(one.statements)
        counted = Counter(said.status for said in one.statements)
        cells = " | ".join(f"{counted[status]} ({_percent(counted[status], total)})" for status in STATUSES)
        rows.append(f"| [{one.tag}](#{anchor(_headed(one))}), {one.title} | `{one.rules}` | {total} | {cells} |")
    return "\n".join(rows)


def _percent(part: int, whole: int) -> str:
    tenths = (2000 * part + whole) // (2 * whole)  # to the nearest tenth of a percent
    return f"{tenths // 10}.{tenths % 10}&nbsp;%"


def _document(document: Document) -> str:
    rows = ["| in its order | statements | done | by people | out of reach | open |", f"|{'---|' * 6}"]
    for part in document.parts:
        counted = Counter(said.status for said in part.statements)
        cells = " | ".join(str(counted[status] or "") for status in STATUSES)
        rows.append(f"| [{part.title}](#{anchor(part.title)}) | {len(part.statements)} | {cells} |")
    return f"### {_headed(document)}\n\n" + "\n".join(rows)


def _headed(document: Document) -> str:
    return f"{document.tag}: {document.title}"


def _part(part: Part, tags: list[str]) -> str:
    rows = ["| | says | ruling | status | where, or why not |", f"|{'---|' * 5}"]
    for number, one in enumerate(part.statements, start=1):
        rows.append(f"| {number} | {_cell(one.says)} | {one.ruling} | {one.status} | {_cell(_where(one))} |")
    return f"### {part.title}\n\nIn {_listed(tags)}.\n\n" + "\n".join(rows)


def _listed(tags: list[str]) -> str:
    return tags[0] if len(tags) == 1 else f"{', '.join(tags[:-1])} and {tags[-1]}"


def _where(one: Statement) -> str:
    found = [f"[*{_words(test)}*](../{test.partition('::')[0]})" for test in one.test]
    if one.page:
        found.append(f"[{_title(one.page.partition('#')[0])}]({one.page})")
    if one.command:
        found.append(f"`{one.command}`")
    return ": ".join(filter(None, [one.why, "; ".join(found)]))


def _words(test: str) -> str:
    """The sentence that the name of a test is, with the number of its ruling as it is written elsewhere."""
    name = test.partition("::test_")[2].replace("_", " ")
    return re.sub(r"\b[a-z]\d+a?\b", lambda number: number[0][0].upper() + number[0][1:], name)


@cache
def _title(page: str) -> str:
    """What a page of `docs/` is called."""
    return (DOCS / page).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def _cell(words: str) -> str:
    return words.replace("|", "\\|")


def anchor(title: str) -> str:
    """The anchor that both the site and a forge give to a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def write_page() -> None:
    """Write the page below its mark."""
    head, _, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    PAGE.write_text(f"{head}{MARK}\n\n{written(read_documents())}\n", encoding="utf-8")


if __name__ == "__main__":
    write_page()
