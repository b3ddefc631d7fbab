"""Pairs: which line of its table the two hole cards make, in every game that has such a bet (R25, B4)."""

from __future__ import annotations

from collections.abc import Callable

from croupier.cards import Card, Cards
from croupier.rules.game import Hands, Judged
from croupier.rules.paytables import Paytable
from croupier.rules.reasons import PAYS, Why

PAIRS = "pairs"
"""The kind of pay table."""

NO_PAIR = Why("no_paying_pair", "no paying pair")

_JACK, _QUEEN, _KING, _ACE = 9, 10, 11, 12
_RED_ACES = frozenset({Card.parse("Ah"), Card.parse("Ad")})


def _is_pair(hole: Cards) -> bool:
    return hole[0].rank == hole[1].rank


def _is_aces(hole: Cards) -> bool:
    return hole[0].rank == hole[1].rank == _ACE


def _has_ace_with(hole: Cards, *others: int) -> bool:
    low, high = sorted((hole[0].rank, hole[1].rank))
    return high == _ACE and low in others


def _is_suited(hole: Cards) -> bool:
    return hole[0].suit == hole[1].suit


_MAKES: dict[str, Callable[[Cards, Cards], bool]] = {
    "aces_against_aces": lambda hole, dealer: _is_aces(hole) and _is_aces(dealer),
    "red_aces": lambda hole, _: frozenset(hole) == _RED_ACES,
    "aces": lambda hole, _: _is_aces(hole),
    "ace_king_suited": lambda hole, _: _has_ace_with(hole, _KING) and _is_suited(hole),
    "ace_queen_or_jack_suited": lambda hole, _: _has_ace_with(hole, _QUEEN, _JACK) and _is_suited(hole),
    "ace_king": lambda hole, _: _has_ace_with(hole, _KING) and not _is_suited(hole),
    "high_pair": lambda hole, _: _is_pair(hole) and _JACK <= hole[0].rank <= _KING,
    "ace_queen_or_jack": lambda hole, _: _has_ace_with(hole, _QUEEN, _JACK) and not _is_suited(hole),
    "low_pair": lambda hole, _: _is_pair(hole) and hole[0].rank < _JACK,
    "ace_face_suited": lambda hole, _: _has_ace_with(hole, _JACK, _QUEEN, _KING) and _is_suited(hole),
    "ace_face": lambda hole, _: _has_ace_with(hole, _JACK, _QUEEN, _KING) and not _is_suited(hole),
    "other_pair": lambda hole, _: _is_pair(hole) and not _is_aces(hole),
}


LINES = tuple(_MAKES)
"""Every line that a Pairs table may have."""


def line(table: Paytable, hole: Cards, dealer: Cards) -> str | None:
    """The highest line of the table that the hole cards make. Only `aces_against_aces` looks at the dealer's."""
    if not _is_pair(hole) and hole[0].rank != _ACE and hole[1].rank != _ACE:
        return None
    return next((name for name in table.pays if _MAKES[name](hole, dealer)), None)


def pairs(table: Paytable, hands: Hands) -> Judged:
    """Pairs looks at the two hole cards, also after a fold."""
    made = line(table, hands.own, hands.dealer_cards)
    return Judged(made, NO_PAIR if made is None else PAYS)
