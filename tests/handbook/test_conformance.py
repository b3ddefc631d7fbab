"""What the documents say and where it is: nothing is named that is not there, and the page is what the data give."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

from croupier.games import GAMES
from handbook import DOCS, ROOT
from handbook.commands import every_command
from handbook.conformance import MARK, PAGE, STATUSES, anchor, read_documents, written

DOCUMENTS = read_documents()
PARTS = {part.key: part for document in DOCUMENTS for part in document.parts}
SAID = {f"{part.key} {at}": one for part in PARTS.values() for at, one in enumerate(part.statements, start=1)}
"""Every statement once, by its passage and its number there."""

STATED = {
    number
    for page in (DOCS / "rules").glob("*.md")
    for number in re.findall(r"^- \*\*([A-Z]\d+a?)\*\* ", page.read_text(encoding="utf-8"), re.M)
}


def test_the_five_documents_are_those_of_the_rule_sets() -> None:
    assert {one.tag: one.rules for one in DOCUMENTS} == {one.source: one.name for one in GAMES["uth"].rule_sets}


def test_no_document_is_told_in_a_few_words_and_no_passage_twice() -> None:
    for one in DOCUMENTS:
        assert len(one.statements) > 80, one.tag
        assert len(one.parts) == len(set(one.parts)), one.tag


def test_a_statement_is_one_short_sentence_with_one_of_four_statuses() -> None:
    for key, one in SAID.items():
        assert one.status in STATUSES, key
        assert one.says[0].isupper() or one.says[0].isdigit(), key
        assert not one.says.endswith("."), key
        assert 3 <= len(one.says.split()) <= 30, key


def test_every_ruling_is_stated() -> None:
    for key, one in SAID.items():
        assert one.ruling, key
        for number in one.ruling.split():
            assert number in STATED, (key, number)


def test_what_is_done_is_shown_and_what_is_not_has_a_reason() -> None:
    for key, one in SAID.items():
        shown = bool(one.test or one.page or one.command)
        assert bool(one.why) == (one.status != "done"), key
        assert shown or one.status in ("open", "out of reach"), key
        assert not shown or one.status != "open", f"{key} is shown: is it still open?"


@cache
def names_in(file: Path) -> frozenset[str]:
    """The tests of a file."""
    return frozenset(re.findall(r"^def (test_\w+)\(", file.read_text(encoding="utf-8"), re.M))


def test_every_test_that_is_named_exists() -> None:
    for key, one in SAID.items():
        assert len(one.test) == len(set(one.test)), key
        for file, _, test in (named.partition("::") for named in one.test):
            assert test in names_in(ROOT / file), (key, test)


@cache
def anchors_in(page: Path) -> frozenset[str]:
    """Where a page can be entered."""
    return frozenset(map(anchor, re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)))


def test_every_page_and_every_command_that_is_named_exists() -> None:
    commands = {words for words, _ in every_command()}
    for key, one in SAID.items():
        page, _, place = one.page.partition("#")
        assert not page or (DOCS / page).is_file(), key
        assert not place or place in anchors_in(DOCS / page), (key, place)
        assert not one.command or one.command in commands, key


def test_the_page_is_what_the_data_give() -> None:
    _, mark, below = PAGE.read_text(encoding="utf-8").partition(MARK)
    assert mark
    assert below.strip() == written(DOCUMENTS), "run `python -m handbook.conformance`"


def test_the_summary_counts_every_statement_once() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for one in DOCUMENTS:
        (row,) = re.findall(rf"^\| \[{one.tag}\].*$", text, re.M)
        total, *parts = [int(cell.split()[0]) for cell in row.strip("| ").split(" | ")[2:]]
        counted = Counter(said.status for said in one.statements)
        assert parts == [counted[status] for status in STATUSES]
        assert sum(parts) == total == len(one.statements)


def test_every_heading_is_one_place_and_every_link_within_the_page_leads_to_one() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE.read_text(encoding="utf-8"), re.M)
    assert len(headings) == len(set(headings))
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE.read_text(encoding="utf-8"))) <= anchors_in(PAGE)


def test_the_page_is_found_from_the_rulings() -> None:
    assert "(../conformance.md)" in (DOCS / "rules" / "README.md").read_text(encoding="utf-8")
