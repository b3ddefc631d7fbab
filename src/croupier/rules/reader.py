"""A reader in the shoe or the shuffler (R58): it knows the cards of a real deck in the order in which they come out.
The procedure says where each of them lies."""

from __future__ import annotations

from croupier.cards import Card
from croupier.rules.deal import order_out
from croupier.rules.events import CardsEntered
from croupier.rules.real_cards import (
    BadEntry,
    KnownAlready,
    Mismatch,
    check_elsewhere,
    check_entry,
    check_out,
    place_words,
    size_of,
)
from croupier.rules.round import DEALER, DEALER_DOWN, FINISHED, Round, lying_at, up_cards


def read_out(round: Round, number: int, card: Card) -> CardsEntered:
    """The card of that number out of the deck, entered where the procedure puts it.

    One that is known there already is `KnownAlready`; so is one that is left over when all are dealt, and lies nowhere.
    """
    check_out(round)
    order = _order_out(round)
    if number < 1:
        raise BadEntry(f"no card {number} comes out of a deck; the first is card 1")
    if number > len(order):
        check_elsewhere(round, (card,))
        raise KnownAlready(f"card {number} is left over: this round deals {len(order)} cards")
    place, nth = order[number - 1]
    known = _known_at(round, place, nth)
    # Of a whole hand it does not matter in which order somebody has typed it.
    whole = len(lying_at(round, place)) == size_of(round, place)
    if known == card or (whole and card in lying_at(round, place)):
        raise KnownAlready(f"card {number} is {card}, and is known to lie at {place_words(place)}")
    if known is not None:
        raise Mismatch(f"card {number} was read as {card}, but {known} lies at {place_words(place)} in its place")
    up = place == DEALER and nth >= (down := size_of(round, DEALER_DOWN)) > 0
    if place == DEALER and not up and down:
        place = DEALER_DOWN
    if not up and (lying := len(lying_at(round, place))) < nth:
        raise BadEntry(
            f"card {number} is number {nth + 1} of {place_words(place)}, and {lying} are known; report the others first"
        )
    check_entry(round, place, (card,))
    return CardsEntered(place, (card,))


def next_out(round: Round) -> int | None:
    """The number of the first card out of the deck that is not known yet; nothing, where no cards are out or all are
    known."""
    if not round.terms.real_cards or round.deal is None or round.stage in FINISHED:
        return None
    unknown = (
        number for number, (place, nth) in enumerate(_order_out(round), 1) if _known_at(round, place, nth) is None
    )
    return next(unknown, None)


def _order_out(round: Round) -> tuple[tuple[str, int], ...]:
    return order_out(round.terms.procedure, round.game.layout, tuple(seat.number for seat in round.seats))


def _known_at(round: Round, place: str, nth: int) -> Card | None:
    """The card that is known to have come to a place as its `nth`, counted from 0."""
    lying = lying_at(round, place)
    down = size_of(round, DEALER_DOWN)
    if place == DEALER and down and len(lying) < round.game.layout.dealer:
        lying, nth = (round.cards.down, nth) if nth < down else (up_cards(round), nth - down)
    return lying[nth] if nth < len(lying) else None
