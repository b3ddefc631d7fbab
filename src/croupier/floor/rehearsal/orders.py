"""What is asked of a table about a rehearsal, and what it makes happen: orders with their text form, and events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from croupier.cards import Cards, cards_text, parse_cards
from croupier.errors import Refused
from croupier.rules.deal import BOARD, DEALER, place_of
from croupier.rules.seat import could_be_seat

NOTHING: Final = "nothing"
REHEARSES: Final = "in rehearsal"
"""Why a table deals no round meanwhile."""


@dataclass(frozen=True, slots=True)
class Rehearse:
    """Take a table out of play for a rehearsal, between rounds."""

    def __str__(self) -> str:
        return "rehearse"


@dataclass(frozen=True, slots=True)
class EndRehearsal:
    """Give a table back to play, as it was."""

    def __str__(self) -> str:
        return "end rehearsal"


@dataclass(frozen=True, slots=True)
class StackDeck:
    """Lay cards of the next deal, by place: `seat 3`, `dealer` or `board`. What is not laid comes from the shuffle."""

    laid: Mapping[str, Cards]

    def __str__(self) -> str:
        cards = " ".join(f"{place} {cards_text(laid).replace(' ', '')}" for place, laid in self.laid.items())
        return f"stack {cards or NOTHING}"


RehearsalOrder: TypeAlias = Rehearse | EndRehearsal | StackDeck


@dataclass(frozen=True, slots=True)
class RehearsalBegan:
    """The table is in rehearsal: no wager is taken and no round dealt here until it is over."""


@dataclass(frozen=True, slots=True)
class RehearsalEnded:
    """The table is in play again, as it was."""


@dataclass(frozen=True, slots=True)
class DeckStacked:
    """Cards of the next deal were laid, in the books of a rehearsal."""

    laid: Mapping[str, Cards]


RehearsalEvent: TypeAlias = RehearsalBegan | RehearsalEnded | DeckStacked


def parse_rehearsal(word: str, rest: str) -> RehearsalOrder | None:
    """The order that `str` wrote, or `None`."""
    match word, rest:
        case "rehearse", "":
            return Rehearse()
        case "end", "rehearsal":
            return EndRehearsal()
        case "stack", _ if rest:
            return StackDeck({} if rest == NOTHING else _laid(rest))
        case _:
            return None


def _laid(text: str) -> dict[str, Cards]:
    """`seat 3 AsKs board QsJsTs`, by place."""
    words, laid = text.split(), dict[str, Cards]()
    while words:
        place = words.pop(0)
        if place == "seat" and words and could_be_seat(words[0]):
            place = place_of(int(words.pop(0)))
        elif place not in (BOARD, DEALER):
            raise Refused(f"cards are laid at 'seat 3', 'dealer' or 'board', not at {place!r}; want 'seat 3 AsKs'")
        if place in laid:
            raise Refused(f"{place} is named twice; want all of its cards at once, such as 'board QsJsTs'")
        cards: list[str] = []
        while words and words[0] not in ("seat", BOARD, DEALER):
            cards.append(words.pop(0))
        laid[place] = parse_cards("".join(cards))
        if not laid[place]:
            raise Refused(f"no cards are laid at {place}; want some, such as '{place} AsKs'")
    return laid
