"""A game from another package, found by the entry point `croupier.games`: it is a game of the house in every process,
and a package that cannot be played is left out, in words. Shown with the example in `examples/own_game`."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from croupier.cards import DECK, parse_cards
from croupier.errors import Refused
from croupier.games import GAMES, HOUSE_GAMES, RULE_SETS, left_out
from croupier.games.check import NotPlayable
from croupier.games.installed import admit
from croupier.rules.actions import BET1, BET2
from croupier.rules.paytables import To, paytable
from croupier.school.course import COURSE, paper
from depth import thorough
from own_game import COMMON_THIRD, EXAMPLE, admitted, croupier, declare, install, python

README = " ".join((EXAMPLE / "README.md").read_text().split())
QUEEN_HIGH = COMMON_THIRD.ranking.strength(parse_cards("Qs 3h 2d"))


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


TESTS = Path(__file__).parents[1]
ROOM = """
import sys
sys.path[:0] = sys.argv[2:]
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
    ran = python(site, ROOM, f"sqlite:///{tmp_path}/room.db", str(TESTS / "cli"), str(TESTS))
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


def test_threads_that_ask_at_once_all_find_it(site: Path) -> None:
    asked = (
        "import threading\nfrom concurrent.futures import ThreadPoolExecutor\nfrom croupier.games import GAMES\n"
        "at_once = threading.Barrier(8)\n"
        "def ask(_):\n    at_once.wait()\n    return 'common-third' in GAMES\n"
        "print(set(ThreadPoolExecutor(8).map(ask, range(8))))\n"
    )
    assert python(site, asked).stdout == "{True}\n"


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


# What its README says of it


def test_the_example_says_what_its_side_bet_costs() -> None:
    with admitted():
        table = {line: pay.win for line, pay in paytable("COL-01", "colours").pays.items() if isinstance(pay, To)}
    suits = [(card.suit, card.suit in (1, 2)) for card in DECK]
    paid = 0
    for three in combinations(suits, 3):
        one_suit, one_colour = (len({card[at] for card in three}) == 1 for at in (0, 1))
        line = "one_suit" if one_suit else "one_colour" if one_colour else None
        paid += table[line] if line else -1
    assert f"Colours keeps {-100 * paid / comb(52, 3):.4f} %" in README


@thorough
def test_the_example_says_what_its_base_game_costs_played_best_and_by_its_own_sense() -> None:
    """Every deal of two cards, by kind of two cards, with every common card and every hand of the dealer's."""
    worth = np.zeros((52, 52, 52), dtype=np.int64)
    for three in combinations(range(52), 3):
        for order in permutations(three):
            worth[order] = COMMON_THIRD.ranking.strength([DECK[card] for card in three])
    first, second = np.triu_indices(52, 1)
    best = by_sense = deals = 0
    kinds = Counter((DECK[b].rank, DECK[a].rank, DECK[a].suit == DECK[b].suit) for a, b in combinations(range(52), 2))
    for (high, low, suited), ways in kinds.items():
        own = (4 * low, 4 * high + (0 if suited else 1))
        early = late = sensible = 0
        for common in set(range(52)) - set(own):
            unseen = ~np.isin(first, (*own, common)) & ~np.isin(second, (*own, common))
            dealer, mine = worth[first[unseen], second[unseen], common], worth[own[0], own[1], common]
            plays = dealer >= QUEEN_HIGH
            twice, once = (
                int(np.where(plays, np.where(mine > dealer, 1, -1) * (1 + times), 1).sum()) for times in (2, 1)
            )
            early, late = early + twice, late + max(once, -dealer.size)
            cards, board = (DECK[own[0]], DECK[own[1]]), (DECK[common],)
            if COMMON_THIRD.sense(0, cards, ()) == BET2:
                sensible += twice
            else:
                sensible += once if COMMON_THIRD.sense(1, cards, board) == BET1 else -dealer.size
            deals += ways * dealer.size
        best, by_sense = best + ways * max(early, late), by_sense + ways * sensible
    assert f"all {deals:,} deals" in README
    assert f"the house keeps {-100 * best / deals:.4f} % of the Ante" in README
    assert f"folds little, {-100 * by_sense / deals:.4f} %" in README
