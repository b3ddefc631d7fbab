"""Small checks of taste, where a longer style page would not help."""

from __future__ import annotations

import ast
import doctest
import importlib
import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from croupier.games import GAMES

SOURCE = Path(__file__).parents[1] / "src" / "croupier"
MODULES = sorted(SOURCE.rglob("*.py"))
PURE_ROOMS = ("hands", "rules", "games", "fair", "ledger", "jackpot", "school")
PURE = sorted(
    [SOURCE / f"{name}.py" for name in ("errors", "cards", "codec", "money")]
    + [module for room in PURE_ROOMS for module in (SOURCE / room).rglob("*.py")]
)
MONEY = [
    module
    for module in PURE
    if module.relative_to(SOURCE).parts[0] in ("rules", "games", "ledger", "jackpot", "school")
    or module.stem == "money"
]


# A law here goes through all modules in one test and names those that break it: a test for each module and law was a
# third of all tests, and what surrounds a test took longer than to look.


def name_of(module: Path) -> str:
    return str(module.relative_to(SOURCE))


@cache
def lines(module: Path) -> list[str]:
    return module.read_text(encoding="utf-8").splitlines()


@cache
def tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"))


@cache
def nodes(module: Path) -> list[ast.AST]:
    return list(ast.walk(tree(module)))


@pytest.fixture(scope="module", autouse=True)
def read_once() -> Iterator[None]:
    """What was read of all modules goes with the last test here: the garbage collector would look through it."""
    yield
    for read in (lines, tree, nodes):
        read.cache_clear()


def test_there_is_something_to_check() -> None:
    assert len(MODULES) > 30
    assert len(PURE) > 20


def test_a_module_is_named_after_a_thing_of_the_domain() -> None:
    vague = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc", "base", "core"}
    words = {name_of(module): set(module.relative_to(SOURCE).with_suffix("").parts) for module in MODULES}
    assert [name for name, said in words.items() if vague & said] == []


def test_public_things_have_a_docstring() -> None:
    """A route is named by its path and a page's model by its template, so the pages' rooms may leave them bare."""
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    bare = [
        f"{name_of(module)}: {node.name}"
        for module in MODULES
        if not module.is_relative_to(SOURCE / "web")
        for node in tree(module).body
        if isinstance(node, definitions) and not node.name.startswith("_") and ast.get_docstring(node) is None
    ]
    assert bare == []


def test_a_module_says_what_it_is() -> None:
    written = [module for module in MODULES if "migrations" not in module.parts and tree(module).body]
    assert [name_of(module) for module in written if not ast.get_docstring(tree(module))] == []


def imported(module: Path) -> Iterator[str]:
    for node in nodes(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"imports are absolute: {name_of(module)}, line {node.lineno}"
            yield node.module or ""


FORBIDDEN = {"random", "time", "os", "sqlite3", "asyncio", "datetime", "secrets", "socket", "threading", "pathlib"}


def test_the_pure_rooms_import_only_the_standard_library_and_no_chance_clock_or_file() -> None:
    allowed = {*sys.stdlib_module_names, "croupier"} - FORBIDDEN
    tops = {name_of(module): {name.split(".")[0] for name in imported(module)} for module in PURE}
    assert {name: found - allowed for name, found in tops.items() if not found <= allowed} == {}


OWN_FILES = {"cli/sbom.py", "store/compression.py", "web/docs/pages.py", "web/lab/rows.py"}
"""Modules that read a file which was installed with them, or which they have just written."""


READS = {"read_text", "read_bytes", "read"}


def unlimited(module: Path) -> Iterator[str]:
    """Where a module reads something whole, however large it is; what `resources` finds was installed."""
    if name_of(module) in OWN_FILES or "importlib" in {name.split(".")[0] for name in imported(module)}:
        return
    for node in nodes(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in READS:
            source = ast.unparse(node.func.value)
            if source != "inputs" and (node.func.attr != "read" or "stdin" in source):
                yield f"{name_of(module)}, line {node.lineno}: {ast.unparse(node)}"


TELL_GAMES_APART = {
    "games": "each speaks of itself",
    "lab": "fast solvers are registered by game",
    "studies": "their subjects are not all for every game",
    "data": "likewise",
    "web/lab": "likewise",
    "cli/figures": "likewise",
    "jackpot/terms.py": "the approval of 2018 names the games of a Multi-Game Link, some that we do not have",
}
"""Where games may be told apart, and why."""
ASK_THE_GAME = [
    module for module in MODULES if not any(module.is_relative_to(SOURCE / room) for room in TELL_GAMES_APART)
]
NAMES_OF_GAMES = {*GAMES, *(game.key.replace("-", "_").upper() for game in GAMES.values())}


def told_apart_by(node: ast.AST) -> Iterator[str]:
    """What something is compared with here, or looked up by: texts, and names of constants."""
    match node:
        case ast.Compare():
            for side in (node.left, *node.comparators):
                yield from said_there(side)
        case ast.Dict():
            for key in node.keys:
                yield from said_there(key)
        case ast.MatchValue():
            yield from said_there(node.value)


def said_there(part: ast.expr | None) -> Iterator[str]:
    match part:
        case ast.Name(name) | ast.Attribute(ast.Name(name), "key") | ast.Attribute(_, name):
            yield name
        case ast.Constant(str(text)):
            yield text
        case ast.Tuple(each) | ast.Set(each) | ast.List(each):
            for one in each:
                yield from said_there(one)


def test_no_room_asks_which_game_it_has_but_asks_the_game() -> None:
    """No game is told from another by its key or as a value, and no table is kept by game."""
    asking = [
        f"{name_of(module)}:{node.lineno}"
        for module in ASK_THE_GAME
        for node in nodes(module)
        if isinstance(node, ast.Compare | ast.Dict | ast.MatchValue)
        and not NAMES_OF_GAMES.isdisjoint(told_apart_by(node))
    ]
    assert asking == []


def test_nothing_from_outside_is_read_without_a_limit() -> None:
    """A device such as `/dev/zero` never ends; `croupier.inputs` knows how much is enough."""
    assert [told for module in MODULES for told in unlimited(module)] == []


def inexact(module: Path) -> Iterator[str]:
    """Where a module leaves whole numbers. Paths, fractions and percentages are no cents."""
    for node in nodes(module):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            line = lines(module)[node.lineno - 1]
            if not any(word in line for word in ("Fraction", "%", "files(")):
                yield f"{name_of(module)}, line {node.lineno} divides"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("float", "round"):
            yield f"{name_of(module)}, line {node.lineno} rounds"
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield f"{name_of(module)}, line {node.lineno} has a float"


def test_no_float_comes_near_money() -> None:
    """Division keeps its remainder (`//`, `divmod`)."""
    assert [told for module in MONEY for told in inexact(module)] == []


def test_modules_fit_in_a_head() -> None:
    assert [name_of(module) for module in MODULES if len(lines(module)) > 420] == []


def test_examples_in_docstrings_are_true() -> None:
    for module in PURE:
        name = ".".join(["croupier", *module.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__")
        assert doctest.testmod(importlib.import_module(name)).failed == 0, name


def test_help_answers_at_once() -> None:
    """It costs little more than the library that reads the words, under 0.15 s where this was written: the best of
    several runs of each in processor time, because a busy or slow machine is no fault of ours."""
    ours = "import sys; sys.argv = ['croupier', '--help']; from croupier.cli import main; main()"
    bare = "import click"

    def used() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime

    def cost(code: str) -> float:
        before = used()
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        return used() - before

    runs: list[tuple[float, float]] = []
    while len(runs) < 10 and min((mine for mine, _ in runs), default=1.0) >= 2 * min((b for _, b in runs), default=0.0):
        runs.append((cost(ours), cost(bare)))
    assert min(mine for mine, _ in runs) < 2 * min(theirs for _, theirs in runs)


# Each of these is one thing, and reads better whole.
LONG = {
    "cli/tabletop.py",
    "floor/soak/run.py",
    "web/permissions.py",  # one table
}


def test_a_module_fits_in_a_head() -> None:
    assert {name_of(module) for module in MODULES if len(lines(module)) > 330} <= LONG


def test_no_two_files_of_tests_have_one_name() -> None:
    """They are imported by their bare names, so that two of one name stop the whole suite."""
    names = [test.name for test in sorted(Path(__file__).parent.rglob("*.py")) if test.name != "conftest.py"]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_scripts_keep_things_and_find_elements_by_one_module_each() -> None:
    """Where storage is blocked whatever touches it throws, so one module does; and `byId` is written once."""
    static = SOURCE / "web" / "static"
    scripts = {str(script.relative_to(static)): script.read_text("utf-8") for script in static.rglob("*.js")}
    storing = {name for name, text in scripts.items() if "localStorage" in text or "sessionStorage" in text}
    finding = {name for name, text in scripts.items() if "byId = " in text or "function byId" in text}
    assert (storing, finding) == ({"storage.js"}, {"make.js"})
