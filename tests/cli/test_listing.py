"""The commands as a whole: the list, help, version, what each imports, and what it says where an extra is missing."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import croupier as run

from croupier import __version__
from croupier.cli.app import LazyGroup, app
from croupier.cli.listing import COMMANDS, GroupRow, Listing
from croupier.cli.paytable_options import SIDE_BETS
from croupier.games import GAMES
from depth import thorough

CLI = Path(__file__).parents[2] / "src" / "croupier" / "cli"
REGISTERS = re.compile(r"^ *@(app|approval|cage|device|house|law|link|staff|table|train)\.command\(", re.M)

LAB, ROOM = frozenset({"numpy", "numba", "matplotlib"}), frozenset({"sqlalchemy", "alembic", "argon2", "cryptography"})
WEB = frozenset({"fastapi", "starlette", "uvicorn", "jinja2", "segno", "structlog", "prometheus_client"})
CHECKS = frozenset({"pydantic", "pydantic_core", "typer"})
CORE = LAB | ROOM | WEB | CHECKS
OURS = {f"croupier.{room}" for room in ("rules", "hands", "floor", "store", "lab", "strategy", "school", "web")}

NOT_USED = {
    ("--help",): CORE | OURS | {"rich"},
    ("--version",): CORE | OURS | {"rich"},
    ("version",): CORE | OURS | {"rich"},
    ("rules",): CORE | OURS - {"croupier.rules", "croupier.hands"} | {"asyncio", "json"},
    ("settle", "/dev/null"): CORE | {"rich", "asyncio"} | OURS - {"croupier.rules", "croupier.hands", "croupier.floor"},
    ("replay", "/dev/null"): CORE | {"rich", "asyncio"} | OURS - {"croupier.rules", "croupier.hands"},
    ("verify", "/dev/null"): CORE | OURS | {"rich", "asyncio"},
    ("shuffles", "--number", "1"): CORE | OURS | {"rich", "asyncio"},
    ("train", "manual"): CORE | {"croupier.store"},
    ("progressive",): ROOM | WEB | CHECKS | {"matplotlib", "croupier.floor", "croupier.store", "croupier.web"},
    ("table", "list", "--db", "sqlite:///nowhere.db"): LAB | WEB | CHECKS | {"rich", "croupier.web", "croupier.lab"},
    ("export", "--db", "sqlite:///nowhere.db"): LAB | WEB | CHECKS | {"rich", "croupier.web", "croupier.rules"},
    ("audit", "--db", "sqlite:///nowhere.db"): LAB | WEB | CHECKS | {"rich", "croupier.web", "croupier.lab"},
    ("sbom",): CORE | OURS | {"rich"},
}
"""Command lines, and what none of them has any use for."""


def loaded_by(words: tuple[str, ...]) -> set[str]:
    code = f"""
import contextlib, io, sys
sys.argv = ["croupier", *{words!r}]
from croupier.cli import main
quiet = io.StringIO()
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
    main()
print(" ".join(sys.modules))
"""
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    return set(ran.stdout.split())


@thorough
@pytest.mark.parametrize("words", NOT_USED, ids=" ".join)
def test_no_command_imports_what_it_does_not_use(words: tuple[str, ...]) -> None:
    assert sorted(loaded_by(words) & NOT_USED[words]) == []


HELP = """
import contextlib, io, sys
from croupier.cli import main
from croupier.cli.app import app
from croupier.cli.listing import COMMANDS

def help_of(*words):
    sys.argv = ["croupier", *words, "--help"]
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()) as page:
        main()
    assert page.getvalue().startswith("Usage: " + " ".join(sys.argv[:-1])), sys.argv
"""


def loaded_after(code: str) -> set[str]:
    ran = subprocess.run([sys.executable, "-c", f"{code}\nprint(*sys.modules)"], capture_output=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.split())


def test_the_help_of_a_group_is_its_list_and_imports_no_command() -> None:
    code = HELP + "for name, command in app.commands.items():\n    help_of(name)"
    modules = loaded_after(code)
    assert sorted(modules & (CORE | OURS | {"rich", "croupier.studies", "asyncio"})) == []


def test_the_help_of_a_command_imports_no_server_and_nothing_that_compiles() -> None:
    code = HELP + "for words in [words.split() for words, _ in app.load_all()]:\n    help_of(*words)"
    assert sorted(loaded_after(code) & (WEB | CHECKS | LAB - {"numpy"})) == []


@pytest.mark.parametrize("name", [name for name, row in COMMANDS.items() if isinstance(row, GroupRow)])
def test_the_line_of_a_command_in_a_group_is_the_first_sentence_of_its_help(name: str) -> None:
    group = app.commands[name]
    assert isinstance(group, LazyGroup)
    lines = {words: command.get_short_help_str(limit=200) for words, command in group.load_all()}
    assert dict(summaries(group.listing)) == lines


def summaries(listing: Listing, words: str = "") -> Iterator[tuple[str, str]]:
    """Every command of a list by the words that call it, with its line; a group before its own."""
    for name, row in listing.items():
        yield f"{words}{name}", row.summary
        if isinstance(row, GroupRow):
            yield from summaries(row.commands, f"{words}{name} ")


def modules(listing: Listing) -> Iterator[str]:
    for row in listing.values():
        if isinstance(row, GroupRow):
            yield from modules(row.commands)
        else:
            yield row.module


def test_options_that_are_said_without_the_rules_are_those_of_the_rules() -> None:
    assert dict(SIDE_BETS) == {spot.key: spot.felt for game in GAMES.values() for spot in game.optional}


def test_every_module_that_registers_a_command_is_listed() -> None:
    own = [str(file.relative_to(CLI).with_suffix("")).replace("/", ".") for file in sorted(CLI.rglob("*.py"))]
    registers = {
        module for module in own if REGISTERS.search((CLI / (module.replace(".", "/") + ".py")).read_text("utf-8"))
    }
    assert registers == set(modules(COMMANDS))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_listed_command_is_there_and_its_help_is_plain(name: str) -> None:
    answer = run(name, "--help")
    assert answer.status == 0
    assert answer.out.startswith(f"Usage: croupier {name}")
    assert not re.search(r"<(?!=)\w[^>|]*>", answer.out), "values have names, and no types of Python"
    assert not re.search(r"\w\.\.\.$", answer.out, re.M), "no line of a list is cut off"
    assert answer.out == run(name, "-h").out


def test_the_list_fits_eighty_columns() -> None:
    told = run("--help").out
    widest = max(map(len, COMMANDS))
    for name, command in COMMANDS.items():
        assert f"  {name:<{widest}}  {command.summary}\n" in told
        assert 2 + widest + 2 + len(command.summary) <= 79, name
    assert told == run("-h").out


def test_the_version_is_an_option_and_a_command() -> None:
    assert run("--version").out == run("version").out == f"{__version__}\n"


def test_an_unknown_command_is_refused_by_its_name() -> None:
    answer = run("shuffel")
    assert answer.status == 2
    assert "No such command 'shuffel'" in answer.err


MISSING = [
    (("edge",), "numba numpy", "edge needs the lab extra: pip install 'croupier[lab]' (numpy is not installed)"),
    (
        ("strategy", "AsKd"),
        "numba",
        "strategy needs the lab extra: pip install 'croupier[lab]' (numba is not installed)",
    ),
    (("play",), "sqlalchemy", "play needs the web extra: pip install 'croupier[web]' (sqlalchemy is not installed)"),
    (("serve",), "fastapi uvicorn starlette", "serve needs the web extra: pip install 'croupier[web]'"),
    (("table", "list"), "sqlalchemy", "table needs the web extra: pip install 'croupier[web]'"),
]


@pytest.mark.parametrize(("words", "without", "says"), MISSING, ids=[words[0] for words, _, _ in MISSING])
def test_a_missing_extra_is_said_in_one_line(words: tuple[str, ...], without: str, says: str) -> None:
    code = f"""
import sys
class Without:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {without.split()!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Without())
sys.argv = ["croupier", *{words!r}]
from croupier.cli import main
main()
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"croupier: {says}")
    assert ran.stderr.count("\n") == 1


def endless() -> subprocess.Popen[bytes]:
    code = "import sys; sys.argv = ['croupier', 'shuffles', '--raw']; from croupier.cli import main; main()"
    at_work = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Whatever a shell starts in the background ignores interrupts, and so would all that it starts in turn.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert at_work.stdout is not None
    assert at_work.stdout.read(1)
    return at_work


def test_an_interrupt_ends_a_command_with_status_130_and_no_traceback() -> None:
    at_work = endless()
    at_work.send_signal(signal.SIGINT)
    _, err = at_work.communicate(timeout=60)
    assert (at_work.returncode, err.strip()) == (130, b"")


def test_a_reader_who_leaves_ends_a_command_without_words() -> None:
    at_work = endless()
    assert at_work.stdout is not None
    assert at_work.stderr is not None
    at_work.stdout.close()
    assert at_work.stderr.read() == b""
    assert at_work.wait(timeout=60) == 1


def test_what_is_misspelt_is_said_with_how_the_command_is_used() -> None:
    answer = run("settle", "--fiel", "x")
    assert answer.status == 2
    assert answer.err.startswith("Usage: croupier settle [OPTIONS] [FILE]\n")
    assert "No such option '--fiel'" in answer.err or "No such option: --fiel" in answer.err
    assert run("simulate", "many").err.endswith("'many' is not a valid integer.\n")
    assert run("serve", "--port", "70000").err.endswith("70000 is not in the range 0<=x<=65535.\n")
