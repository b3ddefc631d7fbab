"""The buttons of a table's progressive keypad, each with the words that a form, a log and a test say for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.errors import Refused


@dataclass(frozen=True, slots=True)
class Hand:
    """The button of one paying hand; pressed again, it is off."""

    line: str

    def __str__(self) -> str:
        return f"hand {self.line}"


@dataclass(frozen=True, slots=True)
class Seat:
    """Card flow: select a seat; pressed again, none is."""

    number: int

    def __str__(self) -> str:
        return f"seat {self.number}"


@dataclass(frozen=True, slots=True)
class KeyToJph:
    """Keyed flow: the supervisor's key is turned to JPH."""

    def __str__(self) -> str:
        return "key jph"


@dataclass(frozen=True, slots=True)
class JPot:
    """Keyed flow: J-pot, which logs the win for good."""

    def __str__(self) -> str:
        return "j-pot"


@dataclass(frozen=True, slots=True)
class KeyToRun:
    """Keyed flow: the key is turned back, which adjusts the meter of a logged win."""

    def __str__(self) -> str:
        return "key run"


@dataclass(frozen=True, slots=True)
class Confirm:
    """Card flow: the supervisor has verified the win."""

    def __str__(self) -> str:
        return "confirm"


@dataclass(frozen=True, slots=True)
class Swipe:
    """Card flow: the card of the person who swipes it, Supervisor or Executive."""

    def __str__(self) -> str:
        return "swipe"


@dataclass(frozen=True, slots=True)
class Refuse:
    """The verifier sends the claim back to the table, and says why."""

    reason: str

    def __str__(self) -> str:
        return f"refuse {self.reason}"


@dataclass(frozen=True, slots=True)
class GameOver:
    """GAME OVER or END GAME: the table is ready for the next round."""

    def __str__(self) -> str:
        return "game over"


Button: TypeAlias = Hand | Seat | KeyToJph | JPot | KeyToRun | Confirm | Swipe | Refuse | GameOver


def parse_button(text: str) -> Button:
    """The button that `str` wrote: `hand royal_flush`, `seat 3`, `key jph`, `refuse misread cards`."""
    word, _, rest = text.strip().partition(" ")
    plain = {str(button): button for button in (KeyToJph(), JPot(), KeyToRun(), Confirm(), Swipe(), GameOver())}
    if text.strip() in plain:
        return plain[text.strip()]
    match word:
        case "hand" if rest:
            return Hand(rest.strip())
        case "seat" if rest.strip().isascii() and rest.strip().isdigit() and len(rest.strip()) <= 9:
            return Seat(int(rest))
        case "refuse":
            return Refuse(rest.strip())
    raise Refused(f"no button {text!r}; there are {', '.join(plain)}, hand LINE, seat NUMBER, refuse REASON")
