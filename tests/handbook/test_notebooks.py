"""The notebooks run: every cell, in order, and what they print is what they keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from depth import first_of
from handbook.notebooks import NOTEBOOKS, as_markdown, cells_of, run

EVERY = sorted(NOTEBOOKS.glob("*.ipynb"))


def test_there_are_some_and_the_gallery_has_them_all() -> None:
    gallery = (NOTEBOOKS / "README.md").read_text(encoding="utf-8")
    assert len(EVERY) >= 3
    assert [notebook.name for notebook in EVERY if f"({notebook.name})" not in gallery] == []


@pytest.mark.parametrize("notebook", first_of(EVERY), ids=lambda notebook: notebook.stem)
def test_every_cell_runs_and_prints_what_is_kept(notebook: Path) -> None:
    kept = [cell["outputs"] for cell in cells_of(notebook) if cell["cell_type"] == "code"]
    for number, (now, then) in enumerate(zip(run(notebook), kept, strict=True), start=1):
        assert [one.get("text") for one in now] == [one.get("text") for one in then], f"cell {number}"


@pytest.mark.parametrize("notebook", first_of(EVERY), ids=lambda notebook: notebook.stem)
def test_a_notebook_becomes_a_page_with_its_code_its_answers_and_its_pictures(notebook: Path) -> None:
    page = as_markdown(notebook)
    assert page.text.startswith("# ")
    assert page.text.count("```python") == sum(cell["cell_type"] == "code" for cell in cells_of(notebook))
    for name, picture in page.pictures.items():
        assert f"]({name})" in page.text
        assert picture.startswith(b"\x89PNG")
    assert notebook.stat().st_size < 200_000, "small enough to be kept"
