"""The plain search beside the comparison: seeds and decks in any words, and cards in a table's state."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from croupier.cards import DECK, Card, Cards
from croupier.fair.commitment import mixed_seed
from croupier.floor.table import Table
from croupier.web.table.commentary import spoken

_CARD: Final = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|JK)(?![A-Za-z0-9])")
_SPOKEN: Final = {spoken((card,)).lower(): card for card in DECK}
_PAST: Final = ("last", "rounds", "log")
"""Parts of a table's state that speak of rounds before, whose cards everybody has seen."""
_TOGETHER: Final = 6
"""So many cards in the order of the deck are no accident."""


def seed_forms(seed: bytes) -> Iterator[str]:
    """Every way in which somebody might write a seed down."""
    yield seed.hex()
    yield seed.hex().upper()
    yield base64.b64encode(seed).decode().rstrip("=")
    yield base64.urlsafe_b64encode(seed).decode().rstrip("=")
    yield base64.b32encode(seed).decode().rstrip("=").lower()
    yield str(int.from_bytes(seed, "big"))
    yield repr(seed)[2:-1]
    yield str(list(seed))


def deck_forms(deck: Cards) -> Iterator[str]:
    """Every way in which the house, or a careless programmer, writes cards that lie together."""
    for between in (" ", "", ",", '", "', '","'):
        yield between.join(map(str, deck))
    yield str(deck)
    for between in (", ", ","):
        yield between.join(str(int(card)) for card in deck)
    yield bytes(deck).hex()


def secrets_of(table: Table) -> tuple[str, ...]:
    """What nobody may be told of the round in play, as texts."""
    round, seed = table.in_play, table.seed
    assert round is not None, "only a round in play has secrets"
    assert seed is not None, "a round in play has a seed"
    mixed = mixed_seed(round.id, seed, {one.seat: one.seed for one in round.seeds})
    return _texts(seed, mixed, round.deck)


@lru_cache(maxsize=8)
def _texts(seed: bytes, mixed: bytes, deck: Cards) -> tuple[str, ...]:
    pieces = (deck[at : at + _TOGETHER] for at in range(0, len(deck) - _TOGETHER, _TOGETHER))
    return (*seed_forms(seed), *seed_forms(mixed), *(form for piece in pieces for form in deck_forms(piece)))


def cards_told(text: str) -> frozenset[Card]:
    """The cards of the round in play that a table's state names, in notation or in words; none where it is no state."""
    try:
        state = json.loads(text)
    except ValueError:
        return frozenset()
    if not isinstance(state, dict) or "free_seats" not in state:
        return frozenset()
    plain = json.dumps({key: value for key, value in state.items() if key not in _PAST})
    named = {Card.parse(found) for found in _CARD.findall(plain)}
    if " of " not in plain:
        return frozenset(named)
    lower = plain.lower()
    return frozenset(named | {card for words, card in _SPOKEN.items() if words in lower})
