"""A game from another package, found by the entry point `croupier.games`: it is a game of the house in every process,
and a package that cannot be played is left out, in words. Shown with the example in `examples/own_game`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.games import GAMES, HOUSE_GAMES, RULE_SETS, left_out
from croupier.games.check import NotPlayable
from croupier.games.installed import admit
from croupier.rules.paytables import paytable
from croupier.school.course import COURSE, paper
from depth import thorough
from own_game import admitted, croupier, declare, install, python


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the example is installed."""
    return install(tmp_path_factory.mktemp("site"))


# A package that can be played


def test_an_installed_game_is_listed_played_and_settled(site: Path, tmp_path: Path) -> None:
    assert "Common Third" in croupier(site, "rules").stdout
    seat = {"seat": 1, "cards": "Ah Kh", "ante": 1000, "colours": 500, "line": "bet2"}
    case = {"id": "1", "game": "common-third", "dealer": "Qs 2c", "board": "4h", "seats": [seat]}
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case))
    (told,) = json.loads(croupier(site, "settle", str(file)).stdout)["seats"]
    assert told["net"] == {"ante": 1000, "play": 2000, "colours": 3500}


ROOM = """
import sys
sys.path[:0] = [sys.argv[2]]
from argon2 import PasswordHasher
from card_room_commands import Desk
from croupier.floor.house import pins
pins._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
desk = Desk(sys.argv[1])
desk.furnish("--game", "common-third")
for seat, who in ((1, "ann"), (2, "bob")):
    desk.ok("table", "do", "T1", f"sit {seat}", by=who)
for words in ("bet 10 colours 5", "check", "bet1"):
    for who in ("ann", "bob"):
        desk.ok("table", "do", "T1", words, by=who)
print(desk.ok("rounds", "--game", "common-third"), desk.ok("audit"), desk.ok("figures", "--by", "game"))
"""


def test_a_table_of_it_is_opened_and_its_round_served_found_counted_and_audited(site: Path, tmp_path: Path) -> None:
    ran = python(site, ROOM, f"sqlite:///{tmp_path}/room.db", str(Path(__file__).parent / "cli"))
    assert ran.returncode == 0, ran.stderr
    assert "T1-1" in ran.stdout
    assert "clean: " in ran.stdout
    assert "Common Third" in ran.stdout


LOBBY = """
import sys
from fastapi.testclient import TestClient
from croupier.store.journal import open_store
from croupier.web.app import create_app
with open_store(sys.argv[1]) as store, TestClient(create_app(store)) as client:
    print("Common Third" in client.get("/").text, client.get("/learn/how/common-third").status_code)
"""


@thorough
def test_the_lobby_of_a_server_offers_it_and_the_school_teaches_it(site: Path, tmp_path: Path) -> None:
    ran = python(site, LOBBY, f"sqlite:///{tmp_path}/room.db")
    assert ran.stdout.endswith("True 200\n"), ran.stderr


def test_it_is_there_in_a_process_that_is_spawned(site: Path) -> None:
    spawned = (
        "import multiprocessing\n"
        "with multiprocessing.get_context('spawn').Pool(1) as pool:\n"
        '    print(pool.apply(eval, (\'"common-third" in __import__("croupier").GAMES\',)))\n'
    )
    assert python(site, spawned).stdout == "True\n"


def test_a_package_that_takes_parts_of_the_houses_games_can_be_imported_first(tmp_path: Path) -> None:
    """It is not asked for its rule sets while it is still being imported itself."""
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "__init__.py").write_text(
        "from croupier.games.three_card import WASHINGTON\n"
        "from dataclasses import replace\n"
        "RULE_SETS = (replace(WASHINGTON, name='mine', game=replace(WASHINGTON.game, key='mine', name='Mine')),)\n"
    )
    declare(tmp_path, "mine", "mine")
    ran = python(
        tmp_path, "import mine; from croupier.games import GAMES, left_out; print(left_out(), 'mine' in GAMES)"
    )
    assert ran.stdout == "() True\n", ran.stderr


def test_nothing_reads_what_is_installed_before_somebody_asks_for_the_games(site: Path) -> None:
    asked = "import sys, croupier, croupier.games.three_card; print('importlib.metadata' in sys.modules)"
    assert python(site, asked).stdout == "False\n"
    helped = (
        "import sys\nsys.argv = ['croupier', '--help']\nfrom croupier.cli import main\n"
        "try:\n    main()\nfinally:\n    print('importlib.metadata' in sys.modules, file=sys.stderr)"
    )
    assert python(site, helped).stderr == "False\n"


def test_the_bill_of_materials_names_its_package(site: Path) -> None:
    found = json.loads(croupier(site, "sbom").stdout)["components"]
    assert [one["version"] for one in found if one["name"] == "common_third"] == ["1.0"]


# A package that cannot be played

BROKEN = {
    "it cannot be imported": ("import nothing_such", "ModuleNotFoundError: No module named 'nothing_such'"),
    "it ends the process": ("import sys; sys.exit('bye')", "SystemExit: bye"),
    "it divides by zero": ("1 / 0", "ZeroDivisionError: division by zero"),
    "it has no rule sets": ("", "has no RULE_SETS; want a tuple of its rule sets"),
    "its rule sets are none": ("RULE_SETS = ('wa-2018',)", "RULE_SETS of broken has 'wa-2018' in it"),
    "its key is taken": (
        "from croupier.games.three_card import RULE_SETS",
        "the key 'three-card' is taken by Three Card Poker; want another",
    ),
}  # fmt: skip


def test_what_cannot_be_played_is_left_out_in_a_line_and_the_house_goes_on(tmp_path: Path) -> None:
    for number, code in enumerate(code for code, _ in BROKEN.values()):
        (tmp_path / f"broken{number}.py").write_text(code)
        declare(tmp_path, f"broken{number}", f"broken{number}")
    install(tmp_path)
    ran = croupier(tmp_path, "rules", "common-third")
    lines = ran.stderr.splitlines()
    assert (ran.returncode, len(lines)) == (0, len(BROKEN))
    for number, (line, (_, words)) in enumerate(zip(lines, BROKEN.values(), strict=True)):
        assert line.startswith(f"croupier: the game 'broken{number}' of the package broken{number} 1.0 is left out: ")
        assert words.replace("broken has", f"broken{number} has") in line


def test_a_bad_pay_table_leaves_its_game_out_and_no_other(tmp_path: Path) -> None:
    site = install(tmp_path)
    (site / "common_third" / "paytables" / "COL-01.toml").write_text(
        'name = "COL-01"\nbet = "colours"\n[pays]\nx = "1 to 1"'
    )
    ran = croupier(site, "rules", "--json")
    assert "COL-01.toml has a line 'x' that colours does not know" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert [rules["name"] for rules in json.loads(ran.stdout)] == list(RULE_SETS)


@thorough
def test_the_server_writes_what_is_left_out_into_its_log(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("")
    declare(tmp_path, "broken", "broken")
    code = (
        "import uvicorn; uvicorn.Server.run = lambda self, sockets: None\n"
        "from croupier.web.server import run\n"
        f"run(host='127.0.0.1', port=0, db='sqlite:///{tmp_path}/room.db', https=False, log='warning')"
    )
    (line,) = (json.loads(line) for line in python(tmp_path, code).stderr.splitlines() if "left out" in line)
    assert line["level"] == "warning"
    assert "broken has no RULE_SETS" in line["why"]


def test_a_refused_package_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = install(tmp_path, name="half")
    text = (site / "half" / "__init__.py").read_text()
    (site / "half" / "__init__.py").write_text(text.replace('("COL-01",)', '("COL-02",)'))
    monkeypatch.syspath_prepend(site)
    before = list(GAMES), list(RULE_SETS)
    with pytest.raises(NotPlayable, match="no colours pay table 'COL-02'; there are COL-01"):
        admit("half")
    assert (list(GAMES), list(RULE_SETS)) == before
    with pytest.raises(Refused):
        paytable("COL-01", "colours")


# The house without it


def test_the_house_alone_has_its_own_games_and_leaves_nothing_out() -> None:
    assert tuple(GAMES.values()) == HOUSE_GAMES
    assert left_out() == ()


def test_papers_are_the_same_whatever_is_installed() -> None:
    """A paper that was set is read again by its seed."""
    before = [paper(chapter, "uth", "law") for chapter in COURSE.values() if "uth" in chapter.games]
    with admitted():
        assert [paper(chapter, "uth", "law") for chapter in COURSE.values() if "uth" in chapter.games] == before
