"""Growth curves as a picture: what each page costs against how long the history is, both by powers of ten."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import log10
from typing import Final, TypeAlias

Costs: TypeAlias = Mapping[str, Mapping[int, tuple[float, float]]]
"""Of each page, by the number of rounds: processor seconds the first time, and again."""

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 960, 640, 85, 250, 40, 50
_LEAST_MS, _MOST_MS = 1, 10_000
_COLOURS: Final = ("#1b6ca8", "#b3541e", "#2e7d32", "#7b3fa0", "#a8324a", "#4e6b1f", "#555555", "#0f7f86")


def drawn(costs: Costs) -> str:
    """An SVG with a line a page, the first time after a start; the steepest are named beside their ends."""
    counts = sorted({count for by_count in costs.values() for count in by_count})
    steep = sorted(costs, key=lambda page: -costs[page][counts[-1]][0] / costs[page][counts[0]][0])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="24" font-size="16">Processor time of a page after a start, by rounds played</text>',
    ]
    for power in range(int(log10(_LEAST_MS)), int(log10(_MOST_MS)) + 1):
        y = _y(10**power)
        parts.append(f'<line x1="{_LEFT}" y1="{y:.0f}" x2="{_WIDTH - _RIGHT}" y2="{y:.0f}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.0f}" font-size="12" text-anchor="end">{10**power:,} ms</text>')
    for count in counts:
        x, y = _x(count, counts), _HEIGHT - _BOTTOM + 20
        parts.append(f'<text x="{x:.0f}" y="{y}" font-size="12" text-anchor="middle">{count:,} rounds</text>')
    taken: list[float] = []
    for number, page in enumerate(steep):
        colour = _COLOURS[number % len(_COLOURS)]
        points = [(_x(count, counts), _y(1000 * costs[page][count][0])) for count in counts]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = _free(points[-1][1], taken)
        ratio = costs[page][counts[-1]][0] / costs[page][counts[0]][0]
        words = f"{escape(page)}, {ratio:.1f} ×"
        x = _WIDTH - _RIGHT + 8
        parts.append(f'<text x="{x}" y="{y + 4:.0f}" font-size="11" fill="{colour}">{words}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _x(count: int, counts: list[int]) -> float:
    span = log10(counts[-1] / counts[0]) or 1
    return _LEFT + 30 + (_WIDTH - _LEFT - _RIGHT - 60) * log10(count / counts[0]) / span


def _y(ms: float) -> float:
    share = log10(max(ms, _LEAST_MS) / _LEAST_MS) / log10(_MOST_MS / _LEAST_MS)
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * share


def _free(y: float, taken: list[float]) -> float:
    """The nearest height at which no other name stands."""
    for step in range(_HEIGHT):
        for near in (y + step, y - step):
            if _TOP <= near <= _HEIGHT - _BOTTOM and all(abs(near - other) >= 13 for other in taken):
                taken.append(near)
                return near
    return y
