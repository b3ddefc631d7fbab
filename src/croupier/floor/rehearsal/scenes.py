"""Cards to lay for what is rehearsed most: wins of the progressive, and a dealer whom hardly anybody beats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from croupier.cards import Cards, parse_cards
from croupier.errors import Refused
from croupier.rules.deal import BOARD, DEALER, place_of
from croupier.rules.game import Game

_ROYAL: Final = parse_cards("As Ks Qs Js Ts")
_STRAIGHT_FLUSH: Final = parse_cards("9s 8s 7s 6s 5s")
_QUADS: Final = parse_cards("8s 8h 8d 8c Kd")
_ACES: Final = parse_cards("As Ah Ad Ac 7h 4d 2c")
"""Four aces over the dealer's hand and the board, which nobody beats with two cards of their own."""


def _own_first(cards: Cards) -> Callable[[Game, int], Mapping[str, Cards]]:
    """A hand that lies in a seat's own cards, and goes on in the first of the board."""

    def laid(game: Game, seat: int) -> Mapping[str, Cards]:
        own, board = game.layout.own, game.layout.board
        if own + board < len(cards):
            raise Refused(f"a seat of {game.name} never has {len(cards)} cards; lay what you want, place by place")
        lying = {place_of(seat): cards[:own], BOARD: cards[own:]}
        return {place: some for place, some in lying.items() if some}

    return laid


def _dealer_wins(game: Game, seat: int) -> Mapping[str, Cards]:
    dealer, board = game.layout.dealer, game.layout.board
    if not dealer:
        raise Refused(f"{game.name} has no dealer's hand; lay what you want, place by place")
    if dealer + board == len(_ACES):
        return {DEALER: _ACES[:dealer], BOARD: _ACES[dealer:]}
    if board or dealer > len(_ROYAL):
        raise Refused(f"no such cards are known for {game.name}; lay what you want, place by place")
    return {DEALER: _ROYAL[:dealer]}


SCENES: Final[Mapping[str, tuple[str, Callable[[Game, int], Mapping[str, Cards]]]]] = MappingProxyType(
    {
        "royal": ("a royal flush at the seat", _own_first(_ROYAL)),
        "straight-flush": ("a straight flush at the seat", _own_first(_STRAIGHT_FLUSH)),
        "quads": ("four of a kind at the seat", _own_first(_QUADS)),
        "dealer": ("the best hand for the dealer", _dealer_wins),
    }
)
"""What can be laid with one touch: in words, and as cards of a game for a seat."""


def scene(key: str, game: Game, seat: int) -> Mapping[str, Cards]:
    """The cards of a scene."""
    if key not in SCENES:
        raise Refused(f"no cards are known for {key!r}; there are {', '.join(SCENES)}")
    return SCENES[key][1](game, seat)
