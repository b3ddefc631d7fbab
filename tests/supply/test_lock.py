"""The lock file holds what a server installs: all of it, nothing else, every file by its hash."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from supply import LOCK, ROOT, SERVER

TEXT = LOCK.read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINS = re.findall(r"^([A-Za-z0-9._-]+)==(\S+)( ; [^\\]+)?(.*?)(?=^\S|\Z)", TEXT, re.M | re.S)
"""Name, version, marker, and the lines below: hashes, and who asked for it."""


def asked_for() -> Iterator[Requirement]:
    """What pyproject.toml asks for on a server; its own extras name one another."""
    extras, waiting = PROJECT["project"]["optional-dependencies"], list(PROJECT["project"]["dependencies"])
    waiting += [line for extra in SERVER for line in extras[extra]]
    while waiting:
        asked = Requirement(waiting.pop())
        if asked.name == "croupier":
            waiting += [line for extra in asked.extras for line in extras[extra]]
        else:
            yield asked


def test_the_lock_names_exactly_what_the_project_asks_for() -> None:
    direct = {canonicalize_name(name) for name, _, _, below in PINS if "croupier (pyproject.toml)" in below}
    assert direct == {canonicalize_name(asked.name) for asked in asked_for()}, "run `make lock`"


def test_every_locked_version_is_one_that_the_project_accepts() -> None:
    locked = {(canonicalize_name(name), version) for name, version, _, _ in PINS}
    builders = [Requirement(line) for line in PROJECT["build-system"]["requires"]]
    for asked in (*asked_for(), *builders):
        versions = [version for name, version in locked if name == canonicalize_name(asked.name)]
        assert versions, f"{asked.name} is not locked; run `make lock`"
        assert all(version in asked.specifier for version in versions), f"{asked}: {versions}; run `make lock`"


def test_every_entry_has_its_hashes_and_somebody_who_asks_for_it() -> None:
    names = {name for name, *_ in PINS}
    builders = {Requirement(line).name for line in PROJECT["build-system"]["requires"]}
    for name, _, _, below in PINS:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", below), name
        by = set(re.findall(r"# +(?:via )?([A-Za-z0-9._-]+)", below)) - {"via"}
        assert name in builders or (by and by <= names | {"croupier"}), name


def test_the_lock_names_no_place_to_fetch_from() -> None:
    """Whoever installs says where from; the hashes say that it is the same."""
    assert "://" not in TEXT
    assert not re.search(r"^--(?!hash)", TEXT, re.M)


def test_the_lock_holds_for_every_python_that_the_project_does() -> None:
    """Markers tell Pythons and systems apart; none of them leaves out a Python from 3.11 on."""
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    for name in {name for name, *_ in PINS}:
        markers = [marker for named, _, marker, _ in PINS if named == name]
        assert "" in markers or not all("python_full_version <" in marker for marker in markers), name
