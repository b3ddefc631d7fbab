"""From a seed to a deck order: an unbiased Fisher-Yates shuffle fed by a cryptographic stream.

The stream is HMAC-SHA256 under the seed, block after block, read as 32-bit numbers. A number that would favour
some cards is thrown away (rejection sampling), so each of the 52! orders (53! where a joker is shuffled in) is as
likely as the stream is random. Everything is spelled out here so that a browser, or a regulator, can do it again.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, count
from typing import TYPE_CHECKING

from croupier.cards import DECK, JOKER_DECK, Cards
from croupier.errors import Refused

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

SEED_BYTES = 32
"""A seed has at least this many bytes: 256 bits, more than the 226 that name one of 52! orders, or the 232 of 53!."""

_LABEL = b"croupier shuffle 1"
_WORDS = struct.Struct(">8I")
_WORD_RANGE = 1 << 32
_HMAC_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
# For the place with index i, which has i + 1 choices: how many numbers are fair to it, a multiple of i + 1.
_FAIR = [_WORD_RANGE - _WORD_RANGE % choices for choices in range(1, len(JOKER_DECK) + 1)]


class BadSeed(Refused):
    """A seed that is too short to shuffle with."""

    def __init__(self, length: int) -> None:
        super().__init__(f"a seed of {length} bytes is too short; want at least {SEED_BYTES}")


def begun(seed: bytes) -> tuple[Hash, Hash]:
    """HMAC-SHA256 under a seed by its own definition (RFC 2104): the inner and the outer hash, both begun.

    They are begun once and copied for every message. `hmac.digest` begins anew each time, and lets go of the
    interpreter meanwhile, so that whoever deals waits for others' work.
    """
    key = (seed if len(seed) <= _HMAC_BLOCK else sha256(seed).digest()).ljust(_HMAC_BLOCK, b"\0")
    return sha256(key.translate(_INNER)), sha256(key.translate(_OUTER))


def stream(seed: bytes) -> Iterator[int]:
    """The endless sequence of 32-bit numbers that a seed gives."""
    return chain.from_iterable(_blocks(seed))


def _blocks(seed: bytes) -> Iterator[tuple[int, ...]]:
    """The same numbers, eight by eight: a block of the hash each."""
    inner, outer = begun(seed)
    for block in count():
        message, keyed = inner.copy(), outer.copy()
        message.update(_LABEL + block.to_bytes(8, "big"))
        keyed.update(message.digest())
        yield _WORDS.unpack(keyed.digest())


def shuffle(seed: bytes, cards: Cards = DECK) -> Cards:
    """The deck order that a seed gives, starting from 2c 2d 2h 2s 3c … As, and a joker last where there is one.

    From the last place to the second, each card changes places with one at or before it, all equally likely.
    """
    if len(seed) < SEED_BYTES:
        raise BadSeed(len(seed))
    deck = list(cards)
    last = len(deck) - 1
    for number in stream(seed):
        if number < _FAIR[last]:
            other = number % (last + 1)
            deck[last], deck[other] = deck[other], deck[last]
            last -= 1
            if not last:
                break
    return tuple(deck)


def order_number(deck: Cards) -> int:
    """Which of the 52! orders a deck is, from 0: each number is one order, and each order one number.

    >>> order_number(DECK)
    80658175170943878571660636856403766975289505440883277823999999999999
    """
    left, number = list(deck), 0
    where = {card: place for place, card in enumerate(left)}
    for last in range(len(DECK) - 1, 0, -1):
        # Sorted from the end: where the card lies that belongs here is one of so many places, all equally likely.
        card, moved = DECK[last], left[last]
        other = where[card]
        left[other], where[moved] = moved, other
        number = number * (last + 1) + other
    return number
