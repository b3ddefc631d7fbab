"""Notebooks: shown on the site as pages, and run from end to end whenever they are tested.

They are plain `.ipynb` files that any notebook program opens. `python -m handbook.notebooks` runs each and keeps what
it printed and drew.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from handbook import DOCS

NOTEBOOKS = DOCS / "notebooks"


@dataclass(frozen=True, slots=True)
class Told:
    """A notebook as a page: its Markdown, and its pictures by their names."""

    text: str
    pictures: dict[str, bytes]


def as_markdown(notebook: Path) -> Told:
    """The page of a notebook, with what is kept of its outputs."""
    parts: list[str] = []
    pictures: dict[str, bytes] = {}
    for cell in cells_of(notebook):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            if "text" in output:
                parts.append(f"```text\n{''.join(output['text']).rstrip()}\n```")
            drawn = output.get("data", {}).get("image/png")
            if drawn:
                name = f"{notebook.stem}-{len(pictures) + 1}.png"
                pictures[name] = base64.b64decode(drawn)
                words = "".join(output["data"].get("text/plain", "A picture"))
                parts.append(f"![{words}]({name})")
    parts.append(f'<p><a href="../{notebook.name}" download>Take this notebook with you</a></p>')
    return Told("\n\n".join(parts), pictures)


def cells_of(notebook: Path) -> list[dict[str, Any]]:
    """The cells of a notebook, in order."""
    cells: list[dict[str, Any]] = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return cells


def run(notebook: Path) -> list[list[dict[str, Any]]]:
    """Run every cell of code in one namespace; the outputs of each."""
    import matplotlib

    matplotlib.use("Agg")
    there: dict[str, Any] = {"__name__": "__main__"}
    return [
        _ran("".join(cell["source"]), there, f"{notebook.name}, cell {number}")
        for number, cell in enumerate(cells_of(notebook), start=1)
        if cell["cell_type"] == "code"
    ]


def _ran(source: str, there: dict[str, Any], where: str) -> list[dict[str, Any]]:
    """What a cell prints, the value of its last line, and what it draws."""
    tree = ast.parse(source, where)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, where, "exec"), there)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), where, "eval"), there)
            if value is not None and not hasattr(value, "savefig"):
                print(value)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    return outputs + _drawn()


def _drawn() -> list[dict[str, Any]]:
    """Every figure that is open, as a picture; closed afterwards."""
    from matplotlib import pyplot

    outputs = []
    for number in pyplot.get_fignums():
        figure = pyplot.figure(number)
        held = io.BytesIO()
        figure.savefig(held, format="png", dpi=110, bbox_inches="tight", metadata={"Software": None})
        titles = [axes.get_title() for axes in figure.axes if axes.get_title()]
        data = {"image/png": base64.b64encode(held.getvalue()).decode(), "text/plain": [", ".join(titles) or "A chart"]}
        outputs.append({"output_type": "display_data", "data": data, "metadata": {}})
        pyplot.close(figure)
    return outputs


def keep_outputs(notebook: Path) -> None:
    """Run a notebook and write what came out into it."""
    whole = json.loads(notebook.read_text(encoding="utf-8"))
    code = [cell for cell in whole["cells"] if cell["cell_type"] == "code"]
    for number, (cell, outputs) in enumerate(zip(code, run(notebook), strict=True), start=1):
        cell["outputs"], cell["execution_count"] = outputs, number
    notebook.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for notebook in sorted(NOTEBOOKS.glob("*.ipynb")):
        keep_outputs(notebook)
        print(f"ran {notebook.name}")
