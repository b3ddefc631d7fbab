"""The promise before the bets and the proof after the round.

Before bets open the house publishes a hash of its secret seed, bound to the round and to the way its cards are
dealt. Before the lock, players may mix in texts of their own. After the round, void rounds too, the seed is revealed,
and anybody can check that it is the promised one and that it gives the deck that was dealt.

The promises of older rounds bind the seed alone, and are checked as they were made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from croupier.cards import DECK, JOKER_DECK, Cards, cards_text
from croupier.errors import Refused
from croupier.fair.shuffle import SEED_BYTES, BadSeed, begun, shuffle


class BrokenPromise(Refused):
    """A reveal that does not fit what was published or dealt."""


def commitment(round: str, house_seed: bytes, dealing: str) -> str:
    """What is published before bets open: it fixes the seed, and how its deck is dealt, without giving the seed away.

    `dealing` is any text that says how the cards go out.
    """
    if len(house_seed) < SEED_BYTES:
        raise BadSeed(len(house_seed))
    message = b"croupier commitment 2\n" + _framed(round) + _framed(dealing) + house_seed
    return hashlib.sha256(message).hexdigest()


def unbound_commitment(round: str, house_seed: bytes) -> str:
    """What was published for older rounds: it fixes the seed alone, and not how its deck is dealt."""
    if len(house_seed) < SEED_BYTES:
        raise BadSeed(len(house_seed))
    return hashlib.sha256(b"croupier commitment 1\n" + _framed(round) + house_seed).hexdigest()


def mixed_seed(round: str, house_seed: bytes, player_seeds: Mapping[int, str]) -> bytes:
    """The seed that shuffles: the house's, with the players' mixed in by rising seat."""
    if len(house_seed) < SEED_BYTES:
        raise BadSeed(len(house_seed))
    message = b"croupier mix 1\n" + _framed(round)
    for seat in sorted(player_seeds):
        message += _framed(str(seat)) + _framed(player_seeds[seat])
    inner, outer = begun(house_seed)
    inner.update(message)
    outer.update(inner.digest())
    return outer.digest()


def _framed(text: str) -> bytes:
    """A text with its length in front, so that two texts cannot be cut differently and mean the same."""
    # A file may hold half a surrogate pair, which is no proper text but must not stop a check.
    data = text.encode("utf-8", "surrogatepass")
    return len(data).to_bytes(4, "big") + data


def deck_of(round: str, house_seed: bytes, player_seeds: Mapping[int, str], cards: Cards = DECK) -> Cards:
    """The deck order of a round that is dealt with those cards, from everybody's seeds."""
    return _deck_of(round, house_seed, tuple(player_seeds.items()), cards)


def cards_shuffled(dealing: str) -> Cards:
    """The cards that are shuffled where they are dealt so: with a joker, if such a line ends with that many cards."""
    return JOKER_DECK if dealing.endswith(f" {len(JOKER_DECK)}") else DECK


# A round's deck is asked for twice within a moment: when the deal is decided, and when it has happened.
@lru_cache(maxsize=4)
def _deck_of(round: str, house_seed: bytes, player_seeds: tuple[tuple[int, str], ...], cards: Cards) -> Cards:
    return shuffle(mixed_seed(round, house_seed, dict(player_seeds)), cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleReveal:
    """Everything needed to check one shuffle."""

    round: str
    commitment: str
    house_seed: bytes
    dealing: str = ""
    player_seeds: Mapping[int, str] = field(default_factory=dict)
    deck: Cards = ()


def revealed_deck(reveal: ShuffleReveal) -> Cards:
    """The deck order that the revealed seeds give."""
    return deck_of(reveal.round, reveal.house_seed, reveal.player_seeds, cards_shuffled(reveal.dealing))


def binds_dealing(reveal: ShuffleReveal) -> bool:
    """Whether the promise fixed how the deck is dealt, and not the seed alone, as in older rounds."""
    return commitment(reveal.round, reveal.house_seed, reveal.dealing) == reveal.commitment


def check_reveal(reveal: ShuffleReveal) -> None:
    """Refuse a reveal whose seed or dealing is not the promised one, or whose seed gives another deck.

    A round that was voided before the deal has no deck; then the promise alone is checked.
    """
    unbound = unbound_commitment(reveal.round, reveal.house_seed)
    if not binds_dealing(reveal) and unbound != reveal.commitment:
        promised = commitment(reveal.round, reveal.house_seed, reveal.dealing)
        raise BrokenPromise(
            f"round {reveal.round!r}: the revealed seed, dealt as {reveal.dealing!r}, gives commitment {promised}, but "
            f"{reveal.commitment!r} was published before the bets; the seed was changed, or how its deck is dealt"
        )
    shuffled = revealed_deck(reveal)
    if reveal.deck and len(reveal.deck) != len(shuffled):
        raise BrokenPromise(f"round {reveal.round!r}: the deck has {len(reveal.deck)} cards; want {len(shuffled)}")
    if reveal.deck and reveal.deck != shuffled:
        at = next(i for i, (dealt, want) in enumerate(zip(reveal.deck, shuffled, strict=True)) if dealt != want)
        raise BrokenPromise(
            f"round {reveal.round!r}: the seeds give {cards_text(shuffled[at : at + 1])} as card {at + 1} of the deck, "
            f"but {cards_text(reveal.deck[at : at + 1])} was dealt; the deck was changed"
        )
