"""The documents keep up: every ruling is stated once, and every link leads to something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.rules.games import GAMES

ROOT = Path(__file__).parents[1]
CHAPTERS = sorted(page for page in (ROOT / "docs" / "rules").glob("*.md") if page.stem != "README")
"""One page a game."""
TEXTS = {page.stem: page.read_text(encoding="utf-8") for page in CHAPTERS}
ENTRIES = [
    (number, text)
    for page in TEXTS.values()
    for number, text in re.findall(r"^- \*\*([A-Z]\d+a?)\*\* (.*?)(?=^- \*\*[A-Z]|^## |\Z)", page, re.M | re.S)
]
LINKS = [link for page in TEXTS.values() for link in re.findall(r"\[(tests/\S+?\.py)::(\w+)\]\((\S+?)\)", page)]


def rulings(page: str) -> list[str]:
    """The numbers that a page states, in its order."""
    return re.findall(r"^- \*\*([A-Z]\d+a?)\*\* ", TEXTS[page], re.M)


def test_every_game_has_its_page_and_every_page_its_game() -> None:
    assert set(TEXTS) == set(GAMES)
    index = (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")
    assert all(f"({page}.md)" in index for page in TEXTS)


def test_every_ruling_is_stated_exactly_once_and_in_order() -> None:
    numbered = [f"R{number}{part}" for number in range(1, 49) for part in ("", "a") if not part or number in (15, 27)]
    assert rulings("uth") == numbered


@pytest.mark.parametrize("page", sorted(set(TEXTS) - {"uth"}))
def test_the_rulings_of_the_other_games_are_numbered_through(page: str) -> None:
    stated = rulings(page)
    assert stated == [f"{stated[0][0]}{number}" for number in range(1, len(stated) + 1)]


@pytest.mark.parametrize(("number", "text"), ENTRIES, ids=[number for number, _ in ENTRIES])
def test_every_ruling_has_its_proof_or_is_marked_open(number: str, text: str) -> None:
    assert "::test_" in text or "*open*" in text
    assert len(text.split("[tests/")[0].split()) >= 8, "a ruling is said in words"


@pytest.mark.parametrize(("file", "test", "target"), LINKS, ids=[f"{test}" for _, test, _ in LINKS])
def test_every_link_leads_to_a_test_that_exists(file: str, test: str, target: str) -> None:
    assert target == f"../../{file}"
    assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")


def test_there_are_links() -> None:
    assert len(LINKS) > 80


PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_links_to_a_file_that_is_missing(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if "://" not in target and not target.startswith("mailto:"):
            assert (page.parent / target).exists(), target
