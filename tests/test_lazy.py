"""Names that are loaded lazy are said in three places: to the reader, to the checkers, and to the loader. All agree."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

SOURCE = Path(__file__).parents[1] / "src"
LATE = [path for path in sorted(SOURCE.rglob("__init__.py")) if "= lazy(" in path.read_text("utf-8")]


def package(path: Path) -> ModuleType:
    return importlib.import_module(".".join(path.parent.relative_to(SOURCE).parts))


def told_to_checkers(path: Path) -> dict[str, str]:
    """Where each name comes from, by the imports that only a checker reads."""
    guarded = (
        node
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name)
    )
    imports = (node for guard in guarded for node in guard.body if isinstance(node, ast.ImportFrom))
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def test_four_packages_load_their_names_lazy() -> None:
    assert [package(path).__name__ for path in LATE] == [
        "croupier", "croupier.data", "croupier.lab", "croupier.strategy",
    ]  # fmt: skip


@pytest.mark.parametrize("path", LATE, ids=lambda path: path.parent.name)
def test_readers_checkers_and_the_loader_are_told_the_same_names(path: Path) -> None:
    found, checked = package(path), told_to_checkers(path)
    names = [name for name in found.__all__ if not name.startswith("__")]
    assert sorted(names) == sorted(checked) == [name for name in dir(found) if not name.startswith("__")]
    for name in names:
        assert getattr(found, name) is getattr(sys.modules[checked[name]], name)
    with pytest.raises(AttributeError, match=f"module '{found.__name__}' has no attribute 'shuffle_up'"):
        getattr(found, "shuffle_up")  # noqa: B009
