"""How pages are marked where nobody plays for money: on the screen, on displays, and in print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class PageMark:
    """A mark on every page: a title, what it means, what a display says, and the template of its keys."""

    title: str
    words: str
    display: str
    keys: str

    @property
    def kind(self) -> str:
        """The mark as style sheets name it."""
        return self.title.lower()


DEMONSTRATION: Final = PageMark(
    "Demonstration", "invented people, invented money", "Demonstration: nobody wins this", "demo/keys.html"
)
REHEARSAL: Final = PageMark(
    "Rehearsal", "play chips, in books of its own", "Rehearsal: nobody wins this", "rehearsal/keys.html"
)
