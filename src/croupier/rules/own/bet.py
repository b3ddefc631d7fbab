"""A side bet of one's own: which cards it counts, its lines, what they pay; and the line that cards make.

It is a value of whole numbers and words, so that a table's record can hold it and settle by it for ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from croupier.cards import Cards
from croupier.errors import Refused
from croupier.hands import Strength
from croupier.money import DOLLAR
from croupier.rules.game import Hands, Judged, Layout
from croupier.rules.own.line_test import RANKINGS, LineTest, meets, parse_line_test
from croupier.rules.paytables import Paytable, To
from croupier.rules.reasons import PAYS, Why
from croupier.rules.wagers import OWN, Range

NO_LINE: Final = Why("no_paying_line", "no paying line")
USUAL_LIMITS: Final = Range(1 * DOLLAR, 50 * DOLLAR)
MOST_LINES: Final = 24
TABLE: Final = "own bet"
"""What the pay table of every such bet is called, where the house's have the names of approved ones."""
BESTS: Final = frozenset({(1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (6, 4), (5, 5), (6, 5), (7, 5)})
"""How many cards can be counted, and how many of them can make the hand."""


class BadSideBet(Refused):
    """A declaration that makes no side bet. `field` says what of it is wrong."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}" if field else why)
        self.field = field


class CountedCards(Enum):
    """The cards that a bet counts."""

    HOLE = "hole"
    BOARD = "board"
    HOLE_AND_FLOP = "hole and flop"
    HAND = "hand"
    DEALERS_HOLE = "dealer's hole"
    DEALERS_HAND = "dealer's hand"
    BOTH_HOLES = "both holes"
    UP_CARD = "dealer's up card"

    @property
    def words(self) -> str:
        """The same in a sentence."""
        return _WORDS[self]

    @property
    def house_hand(self) -> bool:
        """Whether they are the dealer's, with the board or without it, and none is the player's (R9)."""
        return self in _HOUSE_HAND


_WORDS: Final = {
    CountedCards.HOLE: "the player's own cards",
    CountedCards.BOARD: "the community cards",
    CountedCards.HOLE_AND_FLOP: "the player's own cards and the flop",
    CountedCards.HAND: "the player's own cards and the community cards",
    CountedCards.DEALERS_HOLE: "the dealer's own cards",
    CountedCards.DEALERS_HAND: "the dealer's own cards and the community cards",
    CountedCards.BOTH_HOLES: "the player's own cards and the dealer's",
    CountedCards.UP_CARD: "the dealer's up card",
}
_HOUSE_HAND: Final = frozenset({CountedCards.DEALERS_HOLE, CountedCards.DEALERS_HAND, CountedCards.UP_CARD})
_FLOP: Final = 3


def how_many(counted: CountedCards, layout: Layout) -> int:
    """How many cards of a game's layout are counted; 0 where it has no such cards."""
    own, dealer, board = layout.own, layout.dealer, layout.board
    match counted:
        case CountedCards.HOLE:
            return own
        case CountedCards.BOARD:
            return board
        case CountedCards.HOLE_AND_FLOP:
            return own + _FLOP if board > _FLOP else 0
        case CountedCards.HAND:
            return own + board
        case CountedCards.DEALERS_HOLE:
            return dealer
        case CountedCards.DEALERS_HAND:
            return dealer + board if dealer else 0
        case CountedCards.BOTH_HOLES:
            return own + dealer if dealer else 0
        case CountedCards.UP_CARD:
            return layout.up


def cards_of(counted: CountedCards, hands: Hands, layout: Layout) -> Cards:
    """The cards that are counted, once all lie there."""
    match counted:
        case CountedCards.HOLE:
            return hands.own
        case CountedCards.BOARD:
            return hands.board
        case CountedCards.HOLE_AND_FLOP:
            return (*hands.own, *hands.board[:_FLOP])
        case CountedCards.HAND:
            return (*hands.own, *hands.board)
        case CountedCards.DEALERS_HOLE:
            return hands.dealer_cards
        case CountedCards.DEALERS_HAND:
            return (*hands.dealer_cards, *hands.board)
        case CountedCards.BOTH_HOLES:
            return (*hands.own, *hands.dealer_cards)
        case CountedCards.UP_CARD:
            return hands.dealer_cards[-layout.up :]


@dataclass(frozen=True, slots=True)
class OwnLine:
    """One line: what it asks of the cards, in words (`croupier.rules.own.line_test`), and what it pays."""

    words: str
    pay: To

    @property
    def key(self) -> str:
        """The line's name in results and pay tables."""
        return self.words.replace(" ", "_")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnBet:
    """A side bet of one's own. `games` are those whose tables may offer it, `best` the cards that make its hand."""

    key: str
    name: str
    games: tuple[str, ...]
    cards: CountedCards
    best: int
    lines: tuple[OwnLine, ...]
    plays_after_fold: bool = True
    limits: Range = USUAL_LIMITS

    @property
    def spot(self) -> str:
        """The key of its place on the felt."""
        return f"{OWN}{self.key}"

    @property
    def paytable(self) -> Paytable:
        """What it pays, as every other bet's table."""
        return _paytable(self)


def own_words(bets: tuple[OwnBet, ...]) -> str:
    """What stands beside bets of the house's own: that they are not approved ones (R50)."""
    *others, last = (bet.name for bet in bets)
    return f"{', '.join(others)} and {last} are not approved bets" if others else f"{last} is not an approved bet"


def house_hand_words(bet: OwnBet) -> str:
    """Why no table offers a bet on the house's hand (R9); nothing for any other bet."""
    if not bet.cards.house_hand:
        return ""
    return (
        f"{bet.name} counts {bet.cards.words} and no card of the player's: it is a bet on the house's hand, which no "
        "table offers (R9)"
    )


def check_house_hand(bets: tuple[OwnBet, ...]) -> None:
    """Refuse bets on the house's hand (R9). Whoever reads records does not ask: older ones have such bets."""
    for bet in bets:
        if why := house_hand_words(bet):
            want = "want a bet that counts a card of the player's, or the community cards alone"
            raise BadSideBet(f"{bet.key}.cards", f"{why}; {want}")


@lru_cache(maxsize=256)
def _paytable(bet: OwnBet) -> Paytable:
    return Paytable(name=TABLE, bet=bet.spot, pays={line.key: line.pay for line in bet.lines})


@lru_cache(maxsize=256)
def asked_of(bet: OwnBet, cards: int) -> tuple[LineTest, ...]:
    """What each line asks where so many cards are counted."""
    return tuple(parse_line_test(line.words, cards, bet.best) for line in bet.lines)


def worth(cards: Cards, best: int) -> Strength:
    """What the best so many of the cards are worth; one card alone makes no hand."""
    return RANKINGS[best][0].strength(cards) if best in RANKINGS else 0


def judge(bet: OwnBet, cards: Cards) -> Judged:
    """The first line that the counted cards meet: lines stand highest first, and one pays."""
    hand = worth(cards, bet.best)
    for line, asks in zip(bet.lines, asked_of(bet, len(cards)), strict=True):
        if meets(asks, cards, hand):
            return Judged(line.key, PAYS)
    return Judged(None, NO_LINE)
