"""Dealing: from one deck order to cards, by the procedures of R13 to R15a.

The same deck order gives different cards under different procedures (R16), so a record always names
the procedure. `stack` is the way back: the deck order that deals given cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import accumulate, count
from typing import TYPE_CHECKING

from croupier.cards import DECK, JOKER_DECK, Card, Cards, WrongNumberOfCards, check_distinct
from croupier.errors import Refused
from croupier.rules.game import Layout

if TYPE_CHECKING:
    from croupier.rules.terms import Terms


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

    @property
    def lays_board(self) -> bool:
        """Whether the board lies face down from the deal on. From a deck in the hand it is placed street by street."""
        return self is not Procedure.HAND_HELD


class CardsFrom(Enum):
    """Where the cards of a table come from (R58)."""

    SHUFFLE = "shuffle"
    """Our own shuffle, promised before the bets and revealed after the round."""
    FELT = "felt"
    """A real deck on a real felt: cards are entered as they are exposed, and no shuffle is promised."""


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


class BadDealing(Refused):
    """A text that does not say how cards are dealt."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text!r} does not say how cards are dealt; want a game, its procedure and how many cards go to each "
            "seat, the dealer and the board, such as 'uth hand-held 2 2 5'"
        )


def dealing_of(terms: Terms) -> str:
    """How the cards of a round on these terms go out, in a line: the game, the procedure, and how many cards each seat,
    the dealer and the board get; at the end, how many the deck has, where those are not fifty-two.

    The promise before the bets fixes it: the same deck order gives other cards under another one (R16).
    """
    game = terms.rules.game
    dealing = f"{game.key} {terms.procedure.value} {game.layout.own} {game.layout.dealer} {game.layout.board}"
    return dealing if game.deck == DECK else f"{dealing} {len(game.deck)}"


def parse_dealing(text: str) -> tuple[Procedure, Layout]:
    """How cards are dealt by such a line: the procedure, and how many cards lie where."""
    try:
        _, procedure, own, dealer, board, *deck = text.split(" ")
        layout = Layout(own=int(own), dealer=int(dealer), board=int(board), felt=())
    except ValueError:
        raise BadDealing(text) from None
    if layout.own < 1 or layout.dealer < 0 or layout.board < 0 or deck not in ([], [str(len(JOKER_DECK))]):
        raise BadDealing(text)
    return parse_procedure(procedure), layout


@dataclass(frozen=True, slots=True)
class Deal:
    """Where the cards of one deck order end up."""

    own: Mapping[int, Cards]
    dealer: Cards
    board: Cards
    rest: Cards
    down: Cards = ()
    """Face-down cards of the dealer that a reader knows before those that lie face up; joined with them once the whole
    hand is known (R58)."""


def check_deck(deck: Sequence[Card], cards: Cards) -> None:
    """Refuse anything but those cards, each once."""
    if len(deck) != len(cards):
        raise WrongNumberOfCards("a deck", len(cards), len(deck))
    if set(deck) != set(cards):
        check_distinct(deck, cards)


def deal(procedure: Procedure, layout: Layout, seats: Sequence[int], deck: Cards) -> Deal:
    """The cards that a deck order gives to these seats (rising), the dealer and the board."""
    places, board_at, used = _places(procedure, layout, len(seats))
    card_at = deck.__getitem__
    hands = [tuple(map(card_at, hand)) for hand in places]
    return Deal(
        own=dict(zip(seats, hands, strict=False)),
        dealer=hands[-1],
        board=deck[board_at : board_at + layout.board],
        rest=deck[used:],
    )


def undealt(seats: Sequence[int]) -> Deal:
    """The cards of a real deck before any of them is known."""
    return Deal(own=dict.fromkeys(seats, ()), dealer=(), board=(), rest=())


def stack(
    procedure: Procedure,
    layout: Layout,
    own: Mapping[int, Cards],
    dealer: Cards,
    board: Cards,
    deck: Cards = DECK,
) -> Cards:
    """An order of the deck that deals exactly these cards; the rest of it follows in order."""
    places, board_at, dealt = _places(procedure, layout, len(own))
    order: list[Card] = [deck[0]] * dealt
    for hand, where in zip([*(own[seat] for seat in sorted(own)), dealer], places, strict=True):
        for card, place in zip(hand, where, strict=True):
            order[place] = card
    order[board_at : board_at + layout.board] = board
    used = set(order)
    if len(used) != len(order) or not used.issubset(deck):
        check_distinct(order, deck)
    return (*order, *(card for card in deck if card not in used))


@cache
def _places(procedure: Procedure, layout: Layout, seats: int) -> tuple[list[list[int]], int, int]:
    """Which cards of the deck each hand gets, the dealer's last; where the board begins; how many are dealt."""
    sizes = [*[layout.own] * seats, layout.dealer]
    used = sum(sizes) + layout.board
    if procedure is Procedure.SHOE:
        hands: list[list[int]] = [[] for _ in sizes]
        turn = count()
        for each_pass in range(max(sizes)):
            for hand, size in zip(hands, sizes, strict=True):
                if each_pass < size:
                    hand.append(next(turn))
        return hands, sum(sizes), used
    first = layout.board if procedure is Procedure.PACKET else 0
    starts = accumulate(sizes, initial=first)
    together = [list(range(start, start + size)) for start, size in zip(starts, sizes, strict=False)]
    return together, 0 if procedure is Procedure.PACKET else sum(sizes), used


BOARD, DEALER = "board", "dealer"
"""Where cards lie that are no seat's."""
DEALER_DOWN = "dealer down"
"""The part of the dealer's hand that lies face down, in a game whose dealer has cards face up: a reader knows it before
them (R58)."""


def place_of(seat: int) -> str:
    """Where a seat's own cards lie, as a place is written."""
    return f"seat {seat}"


def seat_at(place: str) -> int | None:
    """The seat whose cards lie at a place; `None` for the board and the dealer's hand."""
    return None if place in (BOARD, DEALER, DEALER_DOWN) else int(place.removeprefix("seat "))


@cache
def order_out(procedure: Procedure, layout: Layout, seats: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """Where each card lies that is dealt, in the order in which they come out of the deck: the place, and how many
    came there before it.

    >>> uth = Layout(own=2, dealer=2, board=5, felt=())
    >>> order_out(Procedure.SHOE, uth, (3, 5))[:4]
    (('seat 3', 0), ('seat 5', 0), ('dealer', 0), ('seat 3', 1))
    """
    hands, board_at, used = _places(procedure, layout, len(seats))
    places = [*map(place_of, seats), DEALER]
    lie = {at: (place, nth) for place, hand in zip(places, hands, strict=True) for nth, at in enumerate(hand)}
    lie |= {board_at + nth: (BOARD, nth) for nth in range(layout.board)}
    return tuple(lie[at] for at in range(used))


def with_laid(
    procedure: Procedure, layout: Layout, seats: Sequence[int], deck: Cards, laid: Mapping[str, Cards]
) -> Cards:
    """The deck order that deals these cards at their places, and everything else as `deck` does, but for the cards that
    change places with them. What is laid at a seat that is dealt no cards stays where it is."""
    order, where = list(deck), {card: at for at, card in enumerate(deck)}
    for at, (place, nth) in enumerate(order_out(procedure, layout, tuple(seats))):
        cards = laid.get(place, ())
        if nth < len(cards):
            wanted, other = where[cards[nth]], order[at]
            order[at], order[wanted] = order[wanted], other
            where[order[at]], where[other] = at, wanted
    return tuple(order)


NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
"""How many cards, as a dealer says it."""


def dealing_words(procedure: Procedure, layout: Layout, *, face_up: bool = False) -> str:
    """How the cards go out, as a dealer is told; at a face-up table the players' lie open from the deal on (R17)."""
    own, board = NUMBERS[layout.own], NUMBERS[layout.board]
    yourself = " and to yourself" if layout.dealer == layout.own else f", {NUMBERS[layout.dealer]} to yourself"
    if face_up:
        yourself = f", face up,{yourself.removeprefix(',')}, face down"
    if not layout.dealer:
        yourself = ", face up" if face_up else ""
    elif layout.up:
        yourself += " but for your last card" if face_up else ", your last card face up"
    then_board = f"; then {board} board cards face down" if layout.board else ""
    match procedure:
        case Procedure.HAND_HELD:
            last = f", then {'face down ' if face_up else ''}to yourself" if layout.dealer else ""
            facing = "face up" if face_up else "face down"
            return f"{own.title()} cards together, {facing}, to each seat from your left{last}. No burn card."
        case Procedure.PACKET:
            packets = f"packets of {own} by seat{yourself}; eject the rest."
            if not layout.board:
                return packets.capitalize()
            return f"{board.title()} board cards face down first; then {packets}"
        case Procedure.SHOE:
            times = ("", "", ", twice", ", three times", ", four times", ", five times")[layout.own]
            facing = ", face up," if face_up else ""
            place = "the dealer's place, face down" if face_up else "the dealer's place"
            return f"One card to each seat{facing} and {place}{times}{then_board}."
        case Procedure.SHUFFLER:
            facing = ", face up" if face_up else ""
            return f"{own.title()} cards to each seat{facing}, the player-dealer last{then_board}."
