"""The staff's navigation: where else somebody may go, and which of those places a page belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from croupier.floor.roles import Person
from croupier.web.permissions import home_doors, opens

_WITHIN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "/staff/receipts/": "/staff/cage",
        "/staff/equipment/": "/staff/tables",
        "/staff/signs/": "/staff/tables",
        "/staff/accounts/": "/staff/journal",
        "/staff/banks/": "/staff/journal",
        "/staff/rounds/": "/staff/disputes",
        "/rounds/": "/staff/rounds",
    }
)
"""Pages that belong to a place of the navigation under whose address they do not lie."""


@dataclass(frozen=True, slots=True)
class NavigationLink:
    """A place of the staff's navigation. `current` is `page` where it is the page itself, `true` where the page belongs
    to it, and else nothing."""

    path: str
    title: str
    current: str = ""


def navigation(person: Person | None, path: str) -> list[NavigationLink]:
    """Where else somebody may go from a page of the staff, or from a round that they read; elsewhere nothing."""
    if not opens(person, "GET /staff") or not path.startswith(("/staff", "/rounds/")):
        return []
    own = sorted(home_doors(person), key=lambda door: not door[0].startswith("/staff"))  # the school comes last
    doors = [("/staff", "Home"), *((place, title) for place, title, _ in own)]
    within = next((place for page, place in _WITHIN.items() if path.startswith(page)), path)
    around = [place for place, _ in doors if within == place or (place != "/staff" and within.startswith(f"{place}/"))]
    here = max(around, key=len, default="")
    now = "page" if here == path else "true"
    return [NavigationLink(place, title, now if place == here else "") for place, title in doors]
