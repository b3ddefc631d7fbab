"""What can happen in a round, in the past tense. A round is the sum of its events."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from croupier.cards import Cards
from croupier.hands import Strength
from croupier.money import Cents
from croupier.rules.actions import Action
from croupier.rules.bank import Bank
from croupier.rules.collection import Fee
from croupier.rules.paytables import For, Share
from croupier.rules.settlement import Outcome, Result
from croupier.rules.terms import Terms
from croupier.rules.wagers import Stakes


class Cause(Enum):
    """Why a seat acted: by its player, or by the policy of R19."""

    PLAYER = "player"
    CLOCK = "clock"
    LEFT = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened:
    """Bets are open. The commitment to the house's seed is published with this, before any bet."""

    round: str
    terms: Terms
    commitment: str = ""
    deck_colour: str = "blue"


@dataclass(frozen=True, slots=True)
class BankTaken:
    """A seat took the bank (California)."""

    bank: Bank


@dataclass(frozen=True, slots=True)
class BetsPlaced:
    """All that lies on a seat's spots before the deal; a second placing replaces the first."""

    seat: int
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class BetsWithdrawn:
    """A seat took its bets back before the lock."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeedOffered:
    """A player's own share in the shuffle."""

    seat: int
    seed: str


@dataclass(frozen=True, slots=True)
class BetsLocked:
    """No more bets: the fees are collected and the progressive wagers accepted (R10, R32, R33)."""

    fees: tuple[Fee, ...] = ()


@dataclass(frozen=True, slots=True)
class Dealt:
    """The whole deck order of the round. Nobody sees this before the round is over.

    Of a real deck nobody knows it: then it is empty, and the cards are entered as they are exposed.
    """

    deck: Cards


@dataclass(frozen=True, slots=True)
class CardsEntered:
    """Cards of a real deck are known: further ones of the board, the dealer's hand or a seat's (R58)."""

    place: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class CardsCorrected:
    """What was entered at a place was wrong: these lie there. What had been settled by it is taken back (R58)."""

    place: str
    cards: Cards
    reason: str


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat's decision on a street, and what it put on which spot; what it took back is less than nothing."""

    seat: int
    action: Action
    cause: Cause = Cause.PLAYER
    spot: str = ""
    cents: Cents = 0


@dataclass(frozen=True, slots=True)
class DecisionUndone:
    """A decision of this street that was entered wrongly is taken back, with what it had put on a spot (R58)."""

    seat: int
    spot: str = ""
    cents: Cents = 0


@dataclass(frozen=True, slots=True)
class CardsShown:
    """Cards lie face up: community cards, or the dealer's, whose hand then has a strength. `step` says which."""

    step: str
    board: Cards = ()
    dealer: Cards = ()
    strength: Strength | None = None
    qualifies: bool | None = None


@dataclass(frozen=True, slots=True)
class BetReturned:
    """R21, first pass: a live bet goes back before any player's hand is looked at."""

    seat: int
    result: Result


@dataclass(frozen=True, slots=True)
class FoldCollected:
    """R29: what the bank collected from a folded seat, before its own cards were turned."""

    seat: int
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class SeatSettled:
    """A seat's wagers, resolved; wagers of an earlier pass are not among them."""

    seat: int
    strength: Strength
    outcome: Outcome
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class EnvyPaid:
    """Envy of others' hits, paid from the tray at the end of the round (R36)."""

    seat: int
    result: Result


@dataclass(frozen=True, slots=True)
class MeterWon:
    """A seat won a pay that a meter owes; these come in the order of R38.

    `stake` is the accepted progressive wager, which a fixed pay multiplies.
    """

    seat: int
    line: str
    pay: Share | For
    stake: Cents


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Everything is resolved and every card collected and counted (R27)."""

    cards_counted: int


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round never was: every wager and fee goes back (R26)."""

    reason: str


Settled: TypeAlias = BetReturned | FoldCollected | SeatSettled | EnvyPaid | MeterWon
"""What settlement is made of, in the order in which it happens."""

Event: TypeAlias = (
    RoundOpened
    | BankTaken
    | BetsPlaced
    | BetsWithdrawn
    | SeedOffered
    | BetsLocked
    | Dealt
    | CardsEntered
    | CardsCorrected
    | Acted
    | DecisionUndone
    | CardsShown
    | Settled
    | RoundEnded
    | RoundVoided
)
