"""Cards of a real deck: which are due, which a round needs, and what may be entered or corrected (R58).

A card becomes known when it is exposed and entered. What depends on a card that nobody knows waits for it; a folded
hand on which no bet depends stays unknown.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.cards import Card, Cards, cards_text, check_distinct
from croupier.errors import Refused
from croupier.rules.actions import Pull
from croupier.rules.events import (
    BetReturned,
    CardsCorrected,
    CardsEntered,
    DecisionUndone,
    FoldCollected,
    SeatSettled,
)
from croupier.rules.plan import folds_due, plan
from croupier.rules.round import (
    BOARD,
    DEALER,
    DEALER_DOWN,
    FINISHED,
    Round,
    Stage,
    due_seats,
    is_waiting,
    lying_at,
    place_of,
    seat_at,
    up_cards,
    visible_board,
)
from croupier.rules.seat import Seat, bet_cents, check_seat
from croupier.rules.settlement import depends_on_cards, depends_on_own_cards


class CardsDue(NamedTuple):
    """The cards that are to be entered next: where they lie, and how many of them."""

    place: str
    number: int

    @property
    def words(self) -> str:
        """The same as a dealer is told."""
        whose = {BOARD: "of the board", DEALER: "of the dealer"}.get(self.place, f"of {self.place}")
        return f"{self.number} {'card' if self.number == 1 else 'cards'} {whose}"


class CardsUnknown(Refused):
    """A step that depends on cards which nobody has entered yet."""

    def __init__(self, doing: str, due: CardsDue) -> None:
        super().__init__(f"cannot {doing} yet: {due.words} {'is' if due.number == 1 else 'are'} not known; enter them")
        self.due = due


class BadEntry(Refused):
    """Cards that cannot lie where they were entered."""


class Mismatch(BadEntry):
    """Cards that disagree with what is known of the round. Who typed them looks again; what a machine has read so, a
    supervisor looks at."""


class KnownAlready(BadEntry):
    """Cards that are known to lie there: nothing is entered twice."""


def cards_due(round: Round | None) -> CardsDue | None:
    """The cards that are exposed next, in the order of the procedure; nothing while others are to act.

    The board and the dealer's hand come first, then the seats in the order in which they are settled.
    """
    if round is None or not round.terms.real_cards or round.deal is None or round.stage in FINISHED:
        return None
    layout = round.game.layout
    if round.stage is Stage.SHOWDOWN:
        return _due_to_settle(round)
    if (short := layout.up - len(round.cards.dealer)) > 0:
        return CardsDue(DEALER, short)
    if round.terms.face_up:
        for seat in round.seats:
            if due := _short(round, place_of(seat.number)):
                return due
    if is_waiting(round):
        return None
    return _due_to_settle(round) if folds_due(round) else due_to_show(round)


def due_to_show(round: Round) -> CardsDue | None:
    """What the next reveal still wants, if the round needs it: where nobody is left in, nothing more is turned."""
    if not round.terms.real_cards or not _needs_more(round):
        return None
    reveal, layout = round.game.reveals[round.shown], round.game.layout
    if short := max(0, reveal.board - len(round.cards.board)):
        return CardsDue(BOARD, short)
    return _short(round, DEALER) if reveal.dealer and layout.dealer else None


def due_to_settle(round: Round, seats: tuple[int, ...]) -> CardsDue | None:
    """What settling these seats still wants: the cards of who is in, and of who folded with a bet in action."""
    for number in seats:
        seat = round.seat(number)
        if seat is not None and depends_on_own_cards(seat, round.terms) and (due := _short(round, place_of(number))):
            return due
    return None


def seats_to_settle(round: Round) -> tuple[int, ...]:
    """The seats that are not settled yet, in their order; all of them where a cap cuts all winnings together (R12)."""
    if round.terms.aggregate_cap is not None:
        return tuple(seat.number for seat in round.seats)
    step = FoldCollected if folds_due(round) else SeatSettled
    return tuple(event.seat for event in plan(round)[len(round.settled) :] if isinstance(event, step))


def _due_to_settle(round: Round) -> CardsDue | None:
    return due_to_settle(round, seats_to_settle(round))


def next_to_settle(round: Round) -> tuple[int, ...]:
    """The seats whose cards the next step of the settlement looks at; a first pass looks at none (R21)."""
    first = plan(round)[len(round.settled)]
    if round.terms.aggregate_cap is not None:
        return seats_to_settle(round)
    return () if isinstance(first, BetReturned) else (first.seat,)


def _needs_more(round: Round) -> bool:
    return any(depends_on_cards(seat, round.terms) for seat in round.seats)


def _short(round: Round, place: str) -> CardsDue | None:
    short = size_of(round, place) - len(lying_at(round, place))
    return CardsDue(place, short) if short > 0 else None


def size_of(round: Round, place: str) -> int:
    """How many cards lie at a place once all are dealt."""
    layout = round.game.layout
    down = layout.dealer - layout.up if layout.up else 0
    return {BOARD: layout.board, DEALER: layout.dealer, DEALER_DOWN: down}.get(place, layout.own)


def exposed_at(round: Round, place: str) -> Cards:
    """The cards at a place that lie open, or are being turned now. A reader may know more: that nobody sees yet."""
    lying, showdown = lying_at(round, place), round.stage is Stage.SHOWDOWN
    turning = None if is_waiting(round) or round.street is None else round.game.reveals[round.shown]
    match seat_at(place):
        case None if showdown:
            return lying
        case None if place == BOARD:
            return visible_board(round) if turning is None else lying[: turning.board]
        case None:
            return lying if turning is not None and turning.dealer and not folds_due(round) else up_cards(round)
        case number:
            # A hand is turned when it is settled, or collected; a folded one only where a bet depends on it (R23).
            seat = round.seat(number)
            turned = showdown or (folds_due(round) and seat is not None and seat.folded)
            asked_for = seat is not None and depends_on_own_cards(seat, round.terms)
            return lying if round.terms.face_up or (turned and asked_for) else ()


def need_cards(doing: str, due: CardsDue | None) -> None:
    """Refuse a step that depends on cards which are due."""
    if due is not None:
        raise CardsUnknown(doing, due)


def entered(round: Round, place: str, cards: Cards) -> CardsEntered:
    """Further cards at a place, or, where none is named, where cards are due."""
    if not place:
        due = cards_due(round)
        if due is None:
            raise BadEntry(f"no cards are due now, {round.stage_words}; {_waits_for(round)}")
        place = due.place
        if len(cards) > due.number:
            raise BadEntry(f"{len(cards)} cards are too many; next come {due.words}")
    check_entry(round, place, cards)
    return CardsEntered(place, cards)


def _waits_for(round: Round) -> str:
    seats = due_seats(round)
    return f"seat {seats[0]} decides first" if seats else "name the place where they lie, such as seat 3"


def corrected(round: Round, place: str, cards: Cards, reason: str) -> CardsCorrected:
    """What lies at a place instead of what was entered, for a stated reason."""
    if not reason.strip():
        raise BadEntry("cards are corrected for a stated reason; say why")
    check_correction(round, place, cards)
    return CardsCorrected(place, cards, reason.strip())


def decision_undone(round: Round, number: int) -> DecisionUndone:
    """A decision of this street, taken back with what it had put down or pulled."""
    seat, street = round.seat(number), round.street
    if not round.terms.real_cards:
        raise BadEntry("a decision stands at this table; only where a dealer enters it can it be entered wrongly")
    if seat is None or street is None or len(seat.line) <= round.shown:
        raise BadEntry(f"seat {number} has decided nothing on this street; there is nothing to take back")
    if round.settled:
        raise BadEntry("folded hands are collected already; a decision is taken back before that")
    action = seat.line[-1]
    cents = bet_cents(seat, round.game, street, action)
    if isinstance(action, Pull):
        # The bet that was pulled is as large as the one that it follows on the felt.
        cents = -seat.stakes.on(round.game.by_key[street.spot].follows or round.game.base)
    return DecisionUndone(number, street.spot, cents) if cents else DecisionUndone(number)


def check_entry(round: Round, place: str, cards: Cards) -> None:
    """Refuse further cards that cannot lie at a place."""
    _check_place(round, place)
    lying = lying_at(round, place)
    if not cards:
        raise BadEntry("no cards were named; want rank then suit, such as AhKd")
    if len(lying) + len(cards) > size_of(round, place):
        read = "" if not lying else f", {cards_text(lying)}; {cards_text(cards)} cannot lie there, too"
        known = f"{place_words(place)} has {len(lying)} of its {size_of(round, place)} cards"
        raise Mismatch(known + read) if lying else BadEntry(f"{known}; {len(cards)} are too many")
    for card in cards:
        if card in lying:
            raise CardElsewhere(card, place)
    if place == DEALER_DOWN:
        return check_entry(round, DEALER, cards)  # it is a part of that hand
    _check_lie(round, place, (*lying, *cards))


def check_correction(round: Round, place: str, cards: Cards) -> None:
    """Refuse a correction that leaves cards out which lie open, or that cannot be."""
    _check_place(round, place)
    size = size_of(round, place)
    if cards == lying_at(round, place):
        raise BadEntry(f"{place_words(place)} has these cards already; there is nothing to correct")
    if len(cards) > size:
        raise BadEntry(f"{place_words(place)} has {size} cards; {len(cards)} are too many")
    open_there = len(visible_board(round)) if place == BOARD else 0
    if place == DEALER:
        open_there = size if round.stage is Stage.SHOWDOWN else min(round.game.layout.up, len(round.cards.dealer))
    if len(cards) < min(open_there, len(lying_at(round, place))):
        raise BadEntry(f"{open_there} of its cards lie open at {place_words(place)}; name them all")
    _check_lie(round, place, cards)


def check_out(round: Round) -> None:
    """Refuse cards where none of a real deck are out."""
    if not round.terms.real_cards:
        raise BadEntry("the cards of this table come from its own shuffle; nobody enters them")
    if round.deal is None or round.stage in FINISHED:
        raise BadEntry("no cards are out; they are entered between the deal and the end of the round")


def _check_place(round: Round, place: str) -> None:
    check_out(round)
    number = seat_at(place)
    if number is not None:
        check_seat(number)
        if round.seat(number) is None:
            raise BadEntry(f"seat {number} is not in this round; it has no cards")
    if not size_of(round, place):
        raise BadEntry(f"{round.game.name} has no {place}; enter cards where they lie")


def _check_lie(round: Round, place: str, cards: Cards) -> None:
    check_distinct(cards, round.game.deck)
    check_elsewhere(round, cards, place)
    number = seat_at(place)
    seat = None if number is None else round.seat(number)
    if seat is not None and len(cards) == round.game.layout.own:
        _check_decisions(round, seat, cards)


def check_elsewhere(round: Round, cards: Cards, but: str = "") -> None:
    """Refuse cards that lie at another place."""
    for other in (BOARD, DEALER, *(place_of(seat.number) for seat in round.seats)):
        for card in () if other == but else set(cards).intersection(lying_at(round, other)):
            raise CardElsewhere(card, other)


class CardElsewhere(Mismatch):
    """A card that lies somewhere else in this round."""

    def __init__(self, card: Card, place: str) -> None:
        super().__init__(f"{card} lies at {place_words(place)} already; one deck has each card once")
        self.card, self.place = card, place


def _check_decisions(round: Round, seat: Seat, own: Cards) -> None:
    """Refuse cards with which a seat could not have decided as it did (a triple bet needs a pair of aces)."""
    for street, action in enumerate(seat.line):
        if action not in round.game.open_to(street, own):
            raise Mismatch(
                f"seat {seat.number} could not {action} {round.game.streets[street].words} with these cards; "
                "look again, or call a supervisor"
            )


def place_words(place: str) -> str:
    """A place as a dealer is told."""
    return place if seat_at(place) is not None else f"the {place.removesuffix(' down')}"
