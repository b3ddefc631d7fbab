"""What makes a server a demonstration's. It stands below the pages, for every page of it is marked by this."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from croupier.floor.demo.cast import VISITORS
from croupier.floor.roles import Person
from croupier.web.demo.tours import tours


@dataclass(slots=True)
class Demonstration:
    """A demonstration that is open. `slowness` 1 is the pace of people, 0 as fast as it goes."""

    slowness: float = 1.0
    cue: Callable[[], None] = lambda: None
    """Let things happen soon: somebody has come in."""
    close: Callable[[], None] = lambda: None
    """Close the doors."""
    run: str = field(default_factory=lambda: secrets.token_hex(8))
    """Tells this one from the next, to who waits for that."""
    again: bool = False
    """Whether it is to begin anew once its doors are closed."""

    def tour(self, person: Person | None) -> str:
        """The tour of whoever looks, as JSON for a page's script; none for those who came in otherwise."""
        steps = () if person is None or person not in VISITORS else tours()[person.role].steps
        return json.dumps([step.plain for step in steps]).replace("<", "\\u003c")
