"""What is shipped: everything that is needed, nothing that is not, and it runs from an empty folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from croupier.extras import EXTRA_OF
from supply import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SOURCE = ROOT / "src" / "croupier"
EXTRAS = PROJECT["project"]["optional-dependencies"]
NOT_SHIPPED = {"store/migrations/script.py.mako"}
"""By which a new migration is begun; nobody does that in an installed Croupier."""


def test_every_file_that_the_code_reads_is_shipped() -> None:
    globs = PROJECT["tool"]["setuptools"]["package-data"]["croupier"]
    files = {str(file.relative_to(SOURCE)) for file in SOURCE.rglob("*") if file.is_file()}
    data = {file for file in files if not file.endswith((".py", ".pyc", ".nbi", ".nbc"))} - NOT_SHIPPED
    # The site has a key of its own, below; how its build stands beside a room is nobody else's.
    data = {file for file in data if not file.startswith(("web/docs/site/", "web/docs/site."))}
    # A glob's star does not cross folders, `fnmatch`'s does: hence the number of folders.
    left_out = [
        file
        for file in sorted(data)
        if not any(fnmatch(file, one) and file.count("/") == one.count("/") for one in globs)
    ]
    assert left_out == []
    assert PROJECT["tool"]["setuptools"]["package-data"]["croupier.web.docs"] == ["site/**"]


def test_the_core_brings_nothing_but_the_terminals_libraries() -> None:
    assert [Requirement(line).name for line in PROJECT["project"]["dependencies"]] == ["click", "rich"]
    assert set(EXTRAS) == {"client", "lab", "web", "postgres", "data", "gym", "gpu", "cluster", "docs", "dev"}


def test_every_library_of_an_extra_is_known_by_the_name_that_is_imported() -> None:
    imported = {"argon2-cffi": "argon2", "cupy-cuda12x": "cupy", "prometheus-client": "prometheus_client"}
    imported |= {"python-multipart": "python_multipart", "tzdata": ""}
    for extra in set(EXTRAS) - {"dev", "docs"}:  # what builds the documentation is imported by nothing here
        for line in EXTRAS[extra]:
            name = Requirement(line).name
            if name not in ("croupier", "tzdata"):
                assert EXTRA_OF[imported.get(name, name)] == extra, name


def test_the_licence_is_named_as_spdx_does_and_the_source_is_whole() -> None:
    assert PROJECT["project"]["license"] == "MIT"
    kept = (ROOT / "MANIFEST.in").read_text(encoding="utf-8")
    for word in ("CHANGELOG.md", "SECURITY.md", "requirements.lock", "docs", "examples", "prune tests"):
        assert word in kept


def python_of(version: str) -> str | None:
    """A Python of that version that is here and runs."""
    homes = sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/*/bin/python{version}"))
    for candidate in [*map(str, homes), shutil.which(f"python{version}"), sys.executable]:
        asked = [str(candidate), "-c", "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"]
        if candidate and subprocess.run(asked, capture_output=True, encoding="utf-8").stdout.strip() == version:
            return candidate
    return None


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Wheel and source distribution, the wheel made from the source distribution."""
    into = tmp_path_factory.mktemp("dist")
    copied = tmp_path_factory.mktemp("source") / "croupier"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    for name in filter(None, tracked.decode().split("\0")):
        if (ROOT / name).is_file() and not name.startswith("tests/records"):
            (copied / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copied / name)
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(into), str(copied)], check=True, capture_output=True)
    return into


@pytest.mark.slow
def test_the_source_distribution_has_docs_examples_and_changelog_and_no_tests(built: Path) -> None:
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {"CHANGELOG.md", "SECURITY.md", "LICENSE", "requirements.lock", "docs/library.md", "docs/table.png"} <= names
    assert {"examples/first_round.py", "examples/odds.py", "src/croupier/py.typed"} <= names
    assert not [name for name in names if name.startswith(("tests", "torture", "proofs", "benchmarks"))]


@pytest.mark.slow
def test_the_wheel_has_the_package_and_nothing_beside_it(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
        (about,) = [opened.read(name).decode() for name in names if name.endswith("/METADATA")]
    assert {name.partition("/")[0] for name in names} == {"croupier", about_folder(names)}
    assert {"croupier/py.typed", "croupier/lab/prices.json", "croupier/web/static/croupier.css"} <= names
    assert "License-Expression: MIT" in about
    assert "Typing :: Typed" in about


def about_folder(names: set[str]) -> str:
    return next(name.partition("/")[0] for name in names if name.endswith("/METADATA"))


@pytest.mark.slow
@pytest.mark.parametrize("version", [f"3.{minor}" for minor in range(11, 16)])
def test_the_core_runs_from_an_empty_folder(version: str, built: Path, tmp_path: Path) -> None:
    python = python_of(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    (wheel,) = built.glob("*.whl")
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    there = tmp_path / "venv" / "bin"

    def run(*words: str | Path, status: int = 0) -> subprocess.CompletedProcess[str]:
        ran = subprocess.run(list(map(str, words)), cwd=tmp_path, env=clean, capture_output=True, encoding="utf-8")
        assert ran.returncode == status, ran.stdout + ran.stderr
        return ran

    run(python, "-m", "venv", tmp_path / "venv")
    run(there / "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    text = (ROOT / "docs" / "tasks.md").read_text(encoding="utf-8")
    (example, _) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    run(there / "python", "-c", example)
    assert "Usage: croupier" in run(there / "croupier", "--help").stdout
    assert run(there / "croupier", "--version").stdout.strip() == run(there / "croupier", "version").stdout.strip()
    assert "wa-2018" in run(there / "croupier", "rules").stdout
    assert '"bomFormat": "CycloneDX"' in run(there / "croupier", "sbom").stdout
    told = run(there / "croupier", "edge", status=2).stderr
    assert told.startswith("croupier: edge needs the lab extra: pip install 'croupier[lab]'")
    installed = run(there / "pip", "list", "--format", "freeze").stdout.lower()
    assert not re.search(r"^(numpy|numba|sqlalchemy|fastapi)==", installed, re.M)
