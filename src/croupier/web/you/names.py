"""Under which names one plays: for money as oneself, with play chips as the guests that are one's own."""

from __future__ import annotations

from croupier.floor.practice import is_guest, shown_name
from croupier.web.context import House
from croupier.web.sessions import Visitor
from croupier.web.you.models import Option


def own_names(house: House, visitor: Visitor, asked: str) -> tuple[str, list[Option]]:
    """The name that is asked for, and all that are the visitor's, money first. Of others' names nobody is told."""
    seats = (one.guest for one in house.entrances.every(visitor.name) if one.seat)
    names = list(dict.fromkeys([visitor.name, *seats]))
    chosen = asked if asked in names else visitor.name
    guests = sum(map(is_guest, names))
    return chosen, [Option(value=name, words=_words(name, guests), chosen=name == chosen) for name in names]


def _words(name: str, guests: int) -> str:
    if not is_guest(name):
        return "For money"
    return "Practice" if guests == 1 else f"Practice, as {shown_name(name)}"
