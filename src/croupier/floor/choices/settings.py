"""What a table is opened with: its terms, and what no rule set speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from croupier.rules.terms import Terms


class DealtBy(Enum):
    """Who presses the dealer's steps."""

    MACHINE = "machine"
    PERSON = "person"


class CoachMode(Enum):
    """What the coach does at a table: what each player wants, or what whoever made the table has chosen for all."""

    EACH = "each"
    VALUES = "values"
    QUIZ = "quiz"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a table is opened with. Two decks of different colour take turns (R4).

    `approval` is the reference under which its internal controls were approved, if there is one (R50).
    """

    terms: Terms
    dealt_by: DealtBy = DealtBy.MACHINE
    colours: tuple[str, ...] = ("blue", "red")
    approval: str | None = None
    coach: CoachMode = CoachMode.EACH
    called: str = ""
    """What whoever made a private table calls it; the house's own go by their names."""
