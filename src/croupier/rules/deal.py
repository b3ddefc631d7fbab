"""Dealing: from one deck order to cards, by the procedures of R13 to R15a.

The same deck order gives different cards under different procedures (R16), so a record always names
the procedure. `stack` is the way back: the deck order that deals given cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from croupier.cards import DECK, Card, Cards, Hole, WrongNumberOfCards, check_distinct
from croupier.errors import Refused


class Procedure(Enum):
    """The approved ways to deal. The dealer, or player-dealer, always comes after the last seat."""

    HAND_HELD = "hand-held"
    """Deck Mate: two cards together to each; flop, then turn and river, placed from the deck (R13)."""
    PACKET = "packet"
    """ACE, i-Deal: five board cards first, face down; then packets of two (R14)."""
    SHOE = "shoe"
    """One card at a time in two passes, then five board cards face down (R15)."""
    SHUFFLER = "shuffler"
    """California: two cards at a time, then five board cards face down (R15)."""


class NoSuchProcedure(Refused):
    """A dealing procedure that does not exist, or that the rule set does not allow."""

    def __init__(self, name: object, allowed: Sequence[Procedure] = tuple(Procedure)) -> None:
        offer = ", ".join(procedure.value for procedure in allowed)
        super().__init__(f"no dealing procedure {name!r} here; there are {offer}")
        self.name = name


def parse_procedure(text: str) -> Procedure:
    """The procedure that `text` names."""
    try:
        return Procedure(text)
    except ValueError:
        raise NoSuchProcedure(text) from None


@dataclass(frozen=True, slots=True)
class Deal:
    """Where the cards of one deck order end up."""

    holes: Mapping[int, Hole]
    dealer: Hole
    board: Cards
    rest: Cards

    @property
    def flop(self) -> Cards:
        return self.board[:3]


def check_deck(deck: Sequence[Card]) -> None:
    """Refuse anything but the fifty-two cards, each once."""
    if len(deck) != len(DECK):
        raise WrongNumberOfCards("a deck", len(DECK), len(deck))
    check_distinct(deck)


def deal(procedure: Procedure, seats: Sequence[int], deck: Cards) -> Deal:
    """The cards that a deck order gives to these seats (rising), the dealer and the board."""
    hands = len(seats) + 1
    places, board_at = _places(procedure, hands)
    pairs: list[Hole] = [(deck[first], deck[second]) for first, second in places]
    used = 2 * hands + 5
    return Deal(
        holes=dict(zip(seats, pairs, strict=False)),
        dealer=pairs[-1],
        board=deck[board_at : board_at + 5],
        rest=deck[used:],
    )


def stack(procedure: Procedure, holes: Mapping[int, Hole], dealer: Hole, board: Cards) -> Cards:
    """A deck order that deals exactly these cards; the rest of the deck follows in order."""
    hands = [*(holes[seat] for seat in sorted(holes)), dealer]
    places, board_at = _places(procedure, len(hands))
    order: list[Card] = [DECK[0]] * (2 * len(hands) + 5)
    for hole, (first, second) in zip(hands, places, strict=True):
        order[first], order[second] = hole
    order[board_at : board_at + 5] = board
    used = set(order)
    if len(used) != len(order):
        check_distinct(order)
    return (*order, *(card for card in DECK if card not in used))


def _places(procedure: Procedure, hands: int) -> tuple[list[tuple[int, int]], int]:
    """Which two cards of the deck each hand gets, and where the board begins."""
    match procedure:
        case Procedure.HAND_HELD | Procedure.SHUFFLER:
            return [(2 * i, 2 * i + 1) for i in range(hands)], 2 * hands
        case Procedure.PACKET:
            return [(5 + 2 * i, 6 + 2 * i) for i in range(hands)], 0
        case Procedure.SHOE:
            return [(i, hands + i) for i in range(hands)], 2 * hands
