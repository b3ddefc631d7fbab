"""What players, dealers and supervisors ask of a round, as data with one text form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.cards import Card, Cards, cards_text
from croupier.money import Cents, plain_dollars
from croupier.rules import events
from croupier.rules.actions import Action
from croupier.rules.steps import Step
from croupier.rules.terms import Terms
from croupier.rules.wagers import BASE, Stakes


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound:
    """Open bets for a new round."""

    round: str
    terms: Terms
    commitment: str = ""
    deck_colour: str = "blue"


@dataclass(frozen=True, slots=True)
class DealCards:
    """Deal from this deck order."""

    deck: Cards


@dataclass(frozen=True, slots=True)
class EnterCards:
    """These cards of a real deck lie exposed: at a place, or, where none is named, where cards are due (R58)."""

    cards: Cards
    place: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, ("cards", self.place, _together(self.cards))))


@dataclass(frozen=True, slots=True)
class CardOut:
    """This card came out of the deck as the one of that number in the round, from 1 on: a reader in the shoe or the
    shuffler knows no more, and the procedure says where it lies (R58)."""

    number: int
    card: Card

    def __str__(self) -> str:
        return f"out {self.number} {self.card}"


@dataclass(frozen=True, slots=True)
class CorrectCards:
    """What was entered at a place was wrong: these lie there, for a stated reason (R58)."""

    place: str
    cards: Cards
    reason: str

    def __str__(self) -> str:
        return f"correct {self.place} {_together(self.cards) or NO_CARDS} {self.reason}"


NO_CARDS = "none"
"""How a correction says that nothing lies at a place."""


def _together(cards: Cards) -> str:
    return cards_text(cards).replace(" ", "")


@dataclass(frozen=True, slots=True)
class VoidRound:
    """Undo an unfinished round for a stated reason."""

    reason: str

    def __str__(self) -> str:
        return f"void {self.reason}"


@dataclass(frozen=True, slots=True)
class PlaceBets:
    """Put these bets down, instead of any that lie there. The first amount needs no name: it is the base bet's."""

    stakes: Stakes

    def __str__(self) -> str:
        base = [plain_dollars(self.stakes[BASE])] if BASE in self.stakes else []
        named = [f"{spot} {plain_dollars(amount)}" for spot, amount in self.stakes.items() if spot != BASE]
        return " ".join(["bet", *base, *named])


@dataclass(frozen=True, slots=True)
class WithdrawBets:
    """Take the bets back before the lock."""

    def __str__(self) -> str:
        return "withdraw"


@dataclass(frozen=True, slots=True)
class OfferSeed:
    """Mix words of one's own into the shuffle."""

    seed: str

    def __str__(self) -> str:
        return f"seed {self.seed}"


@dataclass(frozen=True, slots=True)
class TakeBank:
    """Bank the round with this wager (California)."""

    wager: Cents

    def __str__(self) -> str:
        return f"bank {plain_dollars(self.wager)}"


@dataclass(frozen=True, slots=True)
class UndoDecision:
    """Take back a decision that was entered wrongly, until the next cards are shown (R58)."""

    def __str__(self) -> str:
        return "undo"


SeatOrder: TypeAlias = PlaceBets | Action | WithdrawBets | OfferSeed | TakeBank | UndoDecision
"""What a player asks of a round. Its text names no seat: a player asks for the seat in which they sit."""


@dataclass(frozen=True, slots=True)
class Act:
    """A seat's order: its player gives it, or the clock gives it for the player (R19)."""

    seat: int
    order: SeatOrder
    cause: events.Cause = events.Cause.PLAYER


Command: TypeAlias = OpenRound | Act | Step | DealCards | EnterCards | CardOut | CorrectCards | VoidRound
"""A dealer's step is a command as it stands; opening a round and dealing also need what comes from outside."""
