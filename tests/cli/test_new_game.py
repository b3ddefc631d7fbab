"""`croupier new-game` writes a game that works, and `docs/own-game.md` is done as it stands there: its commands say
what it says, its changes fit the files."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

import pytest
from commands import croupier

from croupier.games import GAMES, HOUSE_GAMES, unregister
from croupier.games.installed import admit
from croupier.rules import record
from croupier.rules.paytables import folder
from croupier.strategy.language.published import published
from depth import thorough
from own_game import croupier as elsewhere

PAGE = Path(__file__).parents[2] / "docs" / "own-game.md"
BLOCKS = re.findall(r"^```(console|diff)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # what is changed within a second is read again
    monkeypatch.syspath_prepend(tmp_path / "lucky_three" / "src")
    yield tmp_path
    sys.modules.pop("lucky_three", None)


@contextmanager
def among_the_games(package: str) -> Iterator[None]:
    """A package as it lies there now, among the house's games for a while."""
    sys.modules.pop(package, None)
    invalidate_caches()
    rule_sets = admit(package)
    try:
        yield
    finally:
        unregister(rule_sets, folder(package))
        record._known_terms.cache_clear()
        published.cache_clear()


def change(diff: str) -> None:
    """Make a change of the page: what is taken out is there, once."""
    for name, hunks in re.findall(r"^--- (.*)\n((?:(?!--- ).*\n)*)", diff, re.M):
        file = Path(name)
        text = file.read_text(encoding="utf-8")
        for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", hunks, re.M):
            before, after = (re.sub(r"^.", "", lines, flags=re.M) for lines in (old, new))
            assert text.count(before) == 1, before
            text = text.replace(before, after)
        file.write_text(text, encoding="utf-8")


def said(text: str) -> str:
    return " ".join(text.split())


def test_the_page_is_done_as_it_stands_there(here: Path) -> None:
    for kind, text in BLOCKS:
        if kind == "diff":
            change(text)
            continue
        for words, told in re.findall(r"^\$ croupier (.*)\n((?:[^$\n].*\n)*)", text, re.M):
            if words.startswith("new-game"):
                done = croupier(*shlex.split(words))
            else:
                with among_the_games("lucky_three"):
                    done = croupier(*shlex.split(words))
            assert done.status == 0, done.err
            for line in told.splitlines():
                assert said(line) in said(done.out), words
    assert tuple(GAMES.values()) == HOUSE_GAMES


def test_every_kind_of_block_is_found() -> None:
    assert {kind for kind, _ in BLOCKS} == {"console", "diff"}
    assert len(BLOCKS) >= 8


@thorough
def test_what_was_written_passes_its_own_test_and_is_found_on_the_path(here: Path) -> None:
    assert croupier("new-game", "lucky_three").status == 0
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "lucky_three"]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stdout
    listed = json.loads(elsewhere(here / "lucky_three" / "src", "rules", "lucky-three", "--json").stdout)
    assert (listed["game"], listed["approved_game"]) == ("lucky-three", False)


def test_what_was_written_is_told_to_machines(here: Path) -> None:
    told = json.loads(croupier("new-game", "lucky_three", "--json").out)
    assert (told["package"], told["game"]) == ("lucky_three", "lucky-three")
    assert Path(told["folder"]) == here / "lucky_three"
    assert all((here / "lucky_three" / file).is_file() for file in told["files"])
    assert "My Game" not in "".join((here / "lucky_three" / file).read_text() for file in told["files"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Lucky Three", "no game can be called 'Lucky Three': its name is that of a package; want small letters"),
        ("Lucky-Three", "a letter first, at most 30, such as lucky_three"),
        ("3cards", "no game can be called '3cards'"),
        ("class", "no game can be called 'class'"),
        ("three_card", "there is a game 'three-card' already; want another name"),
        ("json", "Python has a package 'json' already, which the game's would hide; want another name"),
        ("there", "there is there already, and nothing is written over it; want another name or folder"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(name: str, words: str, here: Path) -> None:
    (here / "there").write_text("something")
    refused = croupier("new-game", name)
    assert refused.status == 2
    assert words in refused.err
    assert [one.name for one in here.iterdir()] == ["there"]
