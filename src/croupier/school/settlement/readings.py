"""What the hands of a table are called, and what somebody might call them who reads a card wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from croupier.cards import Card, Cards
from croupier.hands import Strength
from croupier.rules.game import Game
from croupier.rules.round import Round
from croupier.school.acts import DEALER
from croupier.school.draw import Draw
from croupier.values import replace


def places(round: Round) -> tuple[str, ...]:
    """Where cards lie: the dealer, if there is one, and every seat."""
    dealer = (DEALER,) if round.game.layout.dealer else ()
    return (*dealer, *(str(seat.number) for seat in round.seats))


def cards_of(round: Round, place: str) -> Cards:
    """The cards of a place."""
    return round.cards.dealer if place == DEALER else round.cards.own[int(place)]


def call_of(round: Round, place: str) -> str:
    """What is said of the hand of a place: what it is, and of a dealer's that can fail to, whether it qualifies."""
    return _words(round.game, place, _strength(round, place))


def _strength(round: Round, place: str) -> Strength:
    return round.game.rank(cards_of(round, place), round.cards.board)


def _words(game: Game, place: str, strength: Strength) -> str:
    hand = game.ranking.describe(strength)
    if place != DEALER or game.qualifies is None:
        return hand
    return f"{hand}, {_QUALIFIES[game.qualifies(strength)]}"


_QUALIFIES = {True: "qualifies", False: "does not qualify"}
_CALLS: Final = 4


def call_options(round: Round, place: str, draw: Draw) -> tuple[str, ...]:
    """The right call of a place among others that one card read wrongly would make; in no telling order.

    Of a dealer's hand that can fail to qualify every hand is offered both ways: none stands out as the right one.
    """
    game = round.game
    ways = () if place != DEALER or game.qualifies is None else tuple(_QUALIFIES.values())
    hands = {game.ranking.describe(_strength(round, place))}
    for altered in misread(round, place, draw):
        if len(hands) == (_CALLS // len(ways) if ways else _CALLS):
            break
        hands.add(game.ranking.describe(_strength(altered, place)))
    return tuple(sorted({f"{hand}, {way}" for hand in hands for way in ways} if ways else hands))


_MISREADINGS: Final = 24


def misread(round: Round, place: str, draw: Draw) -> Iterator[Round]:
    """The same round with a card of the place, or of the board, taken for another that lies nowhere."""
    deal, own = round.cards, cards_of(round, place)
    out = {*deal.dealer, *deal.board, *(card for cards in deal.own.values() for card in cards)}
    free = [card for card in draw.shuffled(round.game.deck) if card not in out][:_MISREADINGS]
    for nth, card in enumerate(free):
        if deal.board and nth % 3 == 0:
            altered = replace(deal, board=_with(deal.board, draw.below(len(deal.board)), card))
        else:
            cards = _with(own, draw.below(len(own)), card)
            if place == DEALER:
                altered = replace(deal, dealer=cards)
            else:
                altered = replace(deal, own={**deal.own, int(place): cards})
        yield replace(round, deal=altered)


def _with(cards: Cards, at: int, card: Card) -> Cards:
    return (*cards[:at], card, *cards[at + 1 :])
