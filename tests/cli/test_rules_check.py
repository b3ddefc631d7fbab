"""`croupier rules --check`: what it says to the author of a game, and how it ends. Each kind of mistake has its line in
`games/test_game_check.py`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from commands import croupier

from croupier.games import let_it_ride
from depth import thorough
from own_game import EXAMPLE, PACKAGE, install
from own_game import croupier as elsewhere

ONE_FILE = """
from dataclasses import replace
from croupier.games.three_card import THREE_CARD, WASHINGTON

GAME = replace(THREE_CARD, key="my-game", name="My Game", package=__name__, rulings=None)
RULE_SETS = (replace(WASHINGTON, game=GAME, name="my-game", {changed}),)
"""


@pytest.mark.parametrize(
    "asked", ["croupier.games.let_it_ride", str(Path(let_it_ride.__file__).parent)], ids=["package", "folder"]
)
def test_a_game_of_the_house_has_nothing_wrong_and_nothing_missing(asked: str) -> None:
    answer = croupier("rules", "--check", asked)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == "checked: Let It Ride, let-it-ride version 1\nNothing is wrong.\n"


def test_the_example_is_checked_in_its_folder_without_being_installed() -> None:
    ran = elsewhere(None, "rules", "--check", str(PACKAGE), "--json")
    told = json.loads(ran.stdout)
    assert (ran.returncode, told["wrong"]) == (0, [])
    assert told["rule_sets"] == ["Common Third, common-third version 1"]
    assert told["remarks"] == []


def test_a_folder_is_checked_itself_and_not_the_copy_that_is_installed(tmp_path: Path) -> None:
    site, mine = install(tmp_path / "site"), tmp_path / "mine" / "common_third"
    shutil.copytree(PACKAGE, mine)
    text = (mine / "__init__.py").read_text()
    (mine / "__init__.py").write_text(text.replace("late=CHECK", "late=FOLD"))
    ran = elsewhere(site, "rules", "--check", str(mine))
    assert ran.returncode == 1
    assert "who is late at 'first' does fold, which is not among its offers" in ran.stdout
    assert elsewhere(site, "rules", "--check", "common_third").returncode == 0


def test_a_single_file_is_checked_with_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(ONE_FILE.format(changed="tables={'ante_bonus': ('MINE-1',)}, assumed=()"))
    ran = elsewhere(None, "rules", "--check", str(tmp_path / "game.py"))
    assert ran.returncode == 1
    assert "wrong: rule set 'my-game': no ante_bonus pay table 'MINE-1'; there are AB-01\n1 to mend.\n" in ran.stdout
    (tmp_path / "paytables").mkdir()
    table = 'name = "MINE-1"\nbet = "ante_bonus"\n[pays]\nstraight_flush = "9 to 1"\n'
    (tmp_path / "paytables" / "MINE-1.toml").write_text(table)
    ran = elsewhere(None, "rules", "--check", str(tmp_path / "game.py"))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "remark: rulings are not there: the school will say that it does not teach My Game yet\n" in ran.stdout
    assert "remark: primer.toml is not there: My Game has no page of how it is played" in ran.stdout


WRONG = {
    "a package that is not there": ("nothing.of_that_name", "cannot be imported: ModuleNotFoundError"),
    "a package without rule sets": ("croupier.money", "croupier.money has no RULE_SETS"),
    "a folder that is no package": (str(EXAMPLE), "cannot be imported"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_game_is_wrong_in_a_line(what: str) -> None:
    asked, words = WRONG[what]
    answer = croupier("rules", "--check", asked, "--json")
    (wrong,) = json.loads(answer.out)["wrong"]
    assert (answer.status, answer.err) == (1, "")
    assert words in wrong


def test_a_file_that_fails_is_wrong_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text("\n\nx = unknown\n")
    answer = croupier("rules", "--check", str(file))
    assert answer.status == 1
    assert f"NameError: name 'unknown' is not defined ({file}, line 3)" in answer.out


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    answer = croupier("rules", "--check", str(tmp_path / "game.py"))
    assert (answer.status, answer.out) == (2, "")
    assert "No such file" in answer.err


@thorough
def test_words_that_do_not_fit_the_game_are_wrong(tmp_path: Path) -> None:
    primer = (PACKAGE / "primer.toml").read_text()
    for name, changed, words in (
        ("a street", primer.replace("\nlast =", "\nlatest ="), "primer.toml of Common Third has no 'last'; want aim"),
        ("a line", primer.replace('"bet2"', '"bet9"'), "illegal line 'bet9'"),
        ("a deal", primer.replace("0/45", "0/1"), "deal 1 of its primer.toml does not show 'A win'"),
        ("no TOML", "aim = ", "primer.toml of Common Third cannot be read"),
    ):
        mine = tmp_path / name.replace(" ", "_") / "common_third"
        mine.mkdir(parents=True)
        (mine / "paytables").symlink_to(PACKAGE / "paytables")
        (mine / "__init__.py").write_text((PACKAGE / "__init__.py").read_text())
        (mine / "primer.toml").write_text(changed)
        ran = elsewhere(None, "rules", "--check", str(mine))
        assert ran.returncode == 1, name
        assert f"wrong: {words}" in ran.stdout, name
