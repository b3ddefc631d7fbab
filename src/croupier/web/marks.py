"""How pages are marked where nobody plays for money: on the screen, on displays, and in print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.floor import marks


@dataclass(frozen=True, slots=True)
class PageMark:
    """A mark on every page: its kind, as style sheets name it, and the template of its keys."""

    kind: str
    keys: str

    @property
    def title(self) -> str:
        return self.kind.capitalize()

    @property
    def words(self) -> str:
        """What it means."""
        return marks.MEANINGS[self.kind]

    @property
    def display(self) -> str:
        """What a jackpot display says."""
        return f"{self.title}: nobody wins this"


DEMONSTRATION: Final = PageMark(marks.DEMONSTRATION, "demo/keys.html")
REHEARSAL: Final = PageMark(marks.REHEARSAL, "rehearsal/keys.html")
