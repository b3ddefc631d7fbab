"""A round as text, for everybody who looks: each seat is written once for its own player and once for all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import orjson

from croupier.rules.view import AtSeat, Onlooker, RoundView, SeatView, Views
from croupier.web.models import SeatCard
from croupier.web.table.seat_page import card_of

NOTHING: Final = b"[]"
_NO_SEATS: Final = b'"seats":[]}'


class SeatText(NamedTuple):
    """A seat of the round and its card as text. It holds the view, so that no other view gets the same identity."""

    seat: SeatView
    text: bytes


SeatTexts: TypeAlias = dict[int, SeatText]
"""Seats as text by the identity of their view: while a seat looks the same it is the same view."""


class RoundText:
    """One round. `card` makes the card of a seat, for its own player or for others; `seat_texts` are used again."""

    def __init__(self, views: Views, card: Callable[[SeatView, bool], SeatCard], seat_texts: SeatTexts) -> None:
        self._views = views
        self._card = card
        self.seat_texts = seat_texts
        seen = views.of(Onlooker())
        self.id = seen.id
        self._public = {seat.number: seat for seat in seen.seats}
        self.seats = {seat.number: self._seen(seat, False).text for seat in seen.seats}
        """What everybody sees of the seats that have bet."""
        self.head = _head(seen)
        """What everybody sees beside them; a player-dealer sees more."""
        self.banker = None if seen.bank is None else seen.bank.seat

    def own(self, number: int) -> SeatText | None:
        """What the player of a seat sees of it."""
        seat = self._views.own(number)
        return None if seat is None else self._seen(seat, True)

    def acted_since(self, before: RoundText) -> set[int]:
        """The seats that may look different than before, to anybody. A seat whose view is the same object does not."""
        return {number for number, seat in self._public.items() if before._public.get(number) is not seat}

    def row(self, own: SeatText | None) -> bytes:
        """All seats in a row, for the player of this one, or for an onlooker."""
        if own is None:
            return b",".join(self.seats.values())
        number = own.seat.number
        return b",".join([own.text if at == number else text for at, text in self.seats.items()])

    def whole(self, number: int | None, row: bytes) -> bytes:
        """The round as the player of a seat sees it, or an onlooker, with its seats in a row."""
        return b'%b"seats":[%b]}' % (self._head_for(number), row)

    def without_seats(self, number: int | None) -> bytes:
        """The round but for its seats."""
        return self._head_for(number)[:-1] + b"}"

    def _head_for(self, number: int | None) -> bytes:
        if number is not None and number == self.banker:
            return _head(self._views.of(AtSeat(number)))  # a player-dealer sees the dealer's cards
        return self.head

    def _seen(self, seat: SeatView, you: bool) -> SeatText:
        cached = self.seat_texts.get(id(seat))
        if cached is None or cached.seat is not seat:
            cached = self.seat_texts[id(seat)] = SeatText(seat, encoded(self._card(seat, you)))
        return cached


def _head(seen: RoundView) -> bytes:
    """A round without its seats, which are its last field."""
    whole = encoded(card_of(seen, []))
    assert whole.endswith(_NO_SEATS), "the seats are the last field of a round"
    return whole[: -len(_NO_SEATS)]


def encoded(value: object) -> bytes:
    """A value as JSON."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)
