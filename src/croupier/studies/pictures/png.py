"""A picture that was drawn as SVG, as PNG: shape by shape, so that both show the same. Needs Matplotlib."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from croupier.lab.plotting import save_figure

_DOTS = 100
"""Pixels of the SVG to an inch."""
_POINT = 72 / _DOTS
_LETTERS = 0.9
"""Matplotlib's letters are wider than those for which words are placed."""


def paint(svg: str, path: Path) -> None:
    """Paint what `drawing` has drawn into a file."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    root = ElementTree.fromstring(svg)
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    figure = Figure(figsize=(wide / _DOTS, high / _DOTS))
    axis = figure.add_axes((0, 0, 1, 1))
    axis.set_xlim(0, wide)
    axis.set_ylim(high, 0)
    axis.axis("off")
    _put(axis, root, 0.0)
    save_figure(figure, path)


def _put(axis: Any, parent: ElementTree.Element, top: float) -> None:
    for one in parent:
        at = {key: one.get(key, "") for key in one.keys()}  # noqa: SIM118, an element is no mapping
        match one.tag.rpartition("}")[2]:
            case "svg":
                _put(axis, one, top + float(at["y"]))
            case "rect":
                _rectangle(axis, at, top)
            case "circle":
                _circle(axis, at, top)
            case "path":
                _path(axis, at, top)
            case "text":
                side = {"start": "left", "middle": "center", "end": "right"}[at["text-anchor"]]
                size = float(at["font-size"]) * _POINT * _LETTERS
                axis.text(float(at["x"]), top + float(at["y"]), one.text, color=at["fill"], size=size, ha=side)


def _look(at: dict[str, str]) -> dict[str, Any]:
    """How a shape is filled or drawn."""
    filled = at["fill"] != "none"
    dashed = {"linestyle": (0, (4, 2.4))} if "stroke-dasharray" in at else {}
    return {
        "facecolor": at["fill"],
        "edgecolor": "none" if filled else at["stroke"],
        "alpha": float(at.get("fill-opacity" if filled else "stroke-opacity", 1)),
        "linewidth": float(at.get("stroke-width", 0)) * _POINT,
        **dashed,
    }


def _rectangle(axis: Any, at: dict[str, str], top: float) -> None:
    from matplotlib.patches import Rectangle

    if "x" in at:
        corner = float(at["x"]), top + float(at["y"])
        axis.add_patch(Rectangle(corner, float(at["width"]), float(at["height"]), **_look(at)))


def _circle(axis: Any, at: dict[str, str], top: float) -> None:
    from matplotlib.patches import Circle

    axis.add_patch(Circle((float(at["cx"]), top + float(at["cy"])), float(at["r"]), **_look(at)))


def _path(axis: Any, at: dict[str, str], top: float) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outline

    corners, codes = list[tuple[float, float]](), list[Any]()
    for letter, numbers in re.findall(r"([MLHVhZ])([^MLHVhZ]*)", at["d"]):
        values = [float(number) for number in numbers.split()]
        x, y = corners[-1] if corners else (0.0, 0.0)
        match letter:
            case "M" | "L":
                x, y = values[0], top + values[1]
            case "H":
                x = values[0]
            case "h":
                x += values[0]
            case "V":
                y = top + values[0]
        corners.append((x, y))
        codes.append({"M": Outline.MOVETO, "Z": Outline.CLOSEPOLY}.get(letter, Outline.LINETO))
    axis.add_patch(PathPatch(Outline(corners, codes), **_look(at)))
