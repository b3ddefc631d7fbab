"""The documents keep up: every ruling is stated once, and every link leads to something."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games import GAMES
from croupier.store.journal import Store

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


REQUIRED = {*(f"R{number}" for number in range(1, 62)), "R15a", "R27a"}
"""The rulings that the page of Ultimate Texas Hold'em states."""


def rulings(page: str) -> list[str]:
    """The numbers that a page states, in its order."""
    return re.findall(r"^- \*\*([A-Z]\d+a?)\*\* ", TEXTS[page], re.M)


def test_every_game_has_its_page_and_every_page_its_game() -> None:
    assert set(TEXTS) == set(GAMES)
    index = (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")
    assert all(f"({page}.md)" in index for page in TEXTS)


def test_every_ruling_is_stated_exactly_once_and_in_order() -> None:
    assert rulings("uth") == sorted(REQUIRED, key=lambda name: (int(name.strip("Ra")), name))


@pytest.mark.parametrize("page", sorted(set(TEXTS) - {"uth"}))
def test_the_rulings_of_the_other_games_are_numbered_through(page: str) -> None:
    stated = rulings(page)
    assert stated == [f"{stated[0][0]}{number}" for number in range(1, len(stated) + 1)]


def test_every_ruling_has_its_proof_or_is_marked_open() -> None:
    assert [number for number, text in ENTRIES if "::test_" not in text and "*open*" not in text] == []
    assert [number for number, text in ENTRIES if len(text.split("[tests/")[0].split()) < 8] == [], "said in words"


def test_every_link_leads_to_a_test_that_exists() -> None:
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in {file for file, _, _ in LINKS}}
    assert [link for link in LINKS if link[2] != f"../../{link[0]}" or f"def {link[1]}(" not in texts[link[0]]] == []


def test_there_are_links() -> None:
    assert len(LINKS) > 80


PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *(ROOT / "docs").rglob("*.md")])


def prose(page: Path) -> str:
    """A page without its examples."""
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_no_page_links_to_a_file_that_is_missing() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", prose(page)):
            if "://" not in target and not target.startswith("mailto:"):
                assert (page.parent / target).exists(), (page, target)


SOURCE = ROOT / "src" / "croupier"
ROOMS = sorted(room.stem for room in SOURCE.iterdir() if room.suffix in ("", ".py") and not room.stem.startswith("_"))
_DOTTED = re.compile(rf"(?<![\w./-])(?:croupier\.)?(?:{'|'.join(ROOMS)})(?:\.[A-Za-z_]\w*)+(?!\w)")
_FILE = re.compile(rf"(?<![\w./-])(?:src/croupier/|(?=(?:{'|'.join(ROOMS)})/))[\w./-]*[\w/]")


def said_in_code() -> Iterator[tuple[Path, str]]:
    """What every page says in backticks, its examples aside."""
    return ((page, said) for page in PAGES for said in re.findall(r"`([^`\n]+)`", prose(page)))


def is_there(dotted: str) -> bool:
    """Whether a module, or something in one, has that name. A page may leave `croupier.` out."""
    parts = ["croupier", *dotted.removeprefix("croupier.").split(".")]
    for length in range(len(parts), 1, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False


def test_everything_that_a_page_calls_by_its_dotted_name_is_there() -> None:
    for page, said in said_in_code():
        for dotted in _DOTTED.findall(said):
            file = dotted.endswith((".py", ".db", ".toml"))
            # The page on the record calls an open one `store`, like the room.
            of_a_store = dotted.startswith("store.") and hasattr(Store, dotted.split(".")[1])
            assert file or of_a_store or is_there(dotted), (page, dotted)


def test_every_file_of_the_house_that_a_page_names_is_there() -> None:
    for page, said in said_in_code():
        for named in _FILE.findall(said):
            # A recipe says NAME where the reader has a name of their own.
            assert "NAME" in named or (SOURCE / named.removeprefix("src/croupier/")).exists(), (page, named)


def test_the_round_that_is_shown_is_the_round_that_is_played() -> None:
    text = (ROOT / "docs" / "tasks.md").read_text("utf-8")
    (shown,) = re.findall(r"```\n\$ croupier (play .*?)\n(.*?)```", text, re.DOTALL)
    command, told = shown[0].split(), shown[1].splitlines()
    typed = [line.partition("> ")[2] for line in told if "> " in line]
    code = f"import sys; sys.argv = {['croupier', *command]}; from croupier.cli import main; main()"
    asked = "\n".join([*typed, "q", ""])
    ran = subprocess.run([sys.executable, "-c", code], input=asked, check=True, capture_output=True, encoding="utf-8")
    played = [line.rstrip() for line in ran.stdout.splitlines()]
    title, _, *round = told
    assert played[0] == title
    began = played.index(round[0])
    assert played[began : began + len(round)] == round


NAMED_TESTS = re.findall(r"`(tests/\S+?\.py)::(\w+)`", (ROOT / "docs" / "assurance.md").read_text(encoding="utf-8"))


def test_every_promise_of_the_assurance_names_a_test_that_exists() -> None:
    assert len(NAMED_TESTS) >= 9
    for file, test in NAMED_TESTS:
        assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), test
