"""`croupier sbom`: what an installation is made of, in the form that scanners read."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from croupier.cli import sbom as inventory
from depth import thorough
from supply import LOCK


@pytest.fixture(scope="module")
def made() -> dict[str, object]:
    code = (
        f"import sys; sys.argv = ['croupier', 'sbom', '--lock', {str(LOCK)!r}]; from croupier.cli import main; main()"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    told: dict[str, object] = json.loads(ran.stdout)
    return told


def components(made: dict[str, object]) -> dict[str, dict[str, object]]:
    rows = made["components"]
    assert isinstance(rows, list)
    return {row["name"]: row for row in rows}


def test_it_is_cyclonedx_with_name_version_licence_and_package_url(made: dict[str, object]) -> None:
    assert (made["bomFormat"], made["specVersion"], made["version"]) == ("CycloneDX", "1.6", 1)
    rich = components(made)["rich"]
    assert rich["purl"] == f"pkg:pypi/rich@{version('rich')}" == rich["bom-ref"]
    assert rich["licenses"] == [{"license": {"id": "MIT"}}]
    for row in components(made).values():
        assert row["version"], row["name"]
        assert row["purl"] == row["bom-ref"]


def test_it_holds_what_the_parts_stand_on_and_no_tool_of_development(made: dict[str, object]) -> None:
    rows = components(made)
    assert {"click", "rich", "Pygments", "numpy", "llvmlite", "SQLAlchemy", "starlette"} <= set(rows)
    assert not {"pytest", "ruff", "mypy", "hypothesis"} & set(rows)


def test_every_reference_leads_to_a_component(made: dict[str, object]) -> None:
    known = {row["purl"] for row in components(made).values()}
    rows = made["dependencies"]
    assert isinstance(rows, list)
    assert {ref for row in rows for ref in row["dependsOn"]} <= known
    assert len(rows) == len(known) + 1


def test_hashes_are_the_locks_where_the_version_is_the_locked_one(made: dict[str, object]) -> None:
    sums = inventory.lock_hashes(LOCK.read_text(encoding="utf-8"))
    for name, row in components(made).items():
        locked = sums.get((inventory.plain_name(name), str(row["version"])))
        if locked is not None and "hashes" in row:
            assert row["hashes"] == [{"alg": "SHA-256", "content": content} for content in locked]


@thorough
def test_the_same_installation_gives_the_same_text() -> None:
    assert inventory.bill() == inventory.bill()


def test_its_examples_are_true() -> None:
    assert doctest.testmod(inventory).failed == 0


def test_a_lock_that_is_not_there_is_refused_in_words(tmp_path: Path) -> None:
    code = "import sys; sys.argv = ['croupier', 'sbom', '--lock', 'nowhere']; from croupier.cli import main; main()"
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("croupier: cannot read 'nowhere'")
