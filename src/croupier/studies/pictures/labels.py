"""Where words stand in a picture, so that none lies on another or outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

SIZE = 12
_HIGH = SIZE + 5
_NARROW = frozenset("ijl.,:;'|!() tfrI1−-")


def wide_of(words: str, size: int = SIZE) -> float:
    """About how wide words are, rather too wide than too narrow: no font is loaded."""
    return sum(0.42 if letter in _NARROW else 0.86 if letter in "mwMW%" else 0.6 for letter in words) * size


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the paper."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether two rectangles overlap."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@dataclass(slots=True)
class Labels:
    """The words in a picture so far, inside a box."""

    box: Box
    taken: list[Box] = field(default_factory=list)
    crossed: list[Box] = field(default_factory=list)
    """Where lines run: words avoid these places if they can."""

    def cross(self, points: Sequence[tuple[float, float]]) -> None:
        """Note a line through these points, which words should avoid."""
        for (x, y), (right, low) in pairwise(points):
            parts = max(1, min(24, round(abs(right - x) / 8)))
            for part in range(parts + 1):
                at, level = x + (right - x) * part / parts, y + (low - y) * part / parts
                self.crossed.append(Box(at - 2, level - 2, at + 2, level + 2))

    def place(self, x: float, y: float, words: str, gap: int) -> Box:
        """A free place for words near a point: above it or below, to the right or left, else a line further off."""
        places = [
            self._inside(left, top, wide_of(words))
            for off in range(12)
            for left in (x + gap, x - gap - wide_of(words))
            for top in (y - gap / 2 - _HIGH * (off + 1), y + gap / 2 + _HIGH * off)
        ]
        free = [place for place in places if not any(map(place.meets, self.taken))] or places
        box = next((place for place in free if not any(map(place.meets, self.crossed))), free[0])
        self.taken.append(box)
        return box

    def _inside(self, left: float, top: float, wide: float) -> Box:
        left = min(max(left, self.box.left + 2), self.box.right - wide)
        top = min(max(top, self.box.top - 4), self.box.bottom - _HIGH)
        return Box(left, top, left + wide, top + _HIGH)
