"""Fifty-two cards and a joker, and the two letters that name each of them.

A card is a whole number from 0 (2c) to 51 (As), rank by rank, so it is its own index into any table of
fifty-two; the joker is 52 (JK). It also knows its name: `Card.parse("Td")`, `str(card) == "Td"`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from croupier.errors import Refused

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")


class NotACard(Refused):
    """Text that names no card."""

    def __init__(self, text: object) -> None:
        super().__init__(f"not a card: {text!r}; want rank then suit, such as 'Td'")
        self.text = text


class CardTwice(Refused):
    """A card that would have to be in two places."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"card twice: {card} is already in play; one deck has each card once")
        self.card = card


class NotInDeck(Refused):
    """A card that is dealt in other games."""

    def __init__(self, card: Card, deck: Cards) -> None:
        super().__init__(f"{card} is none of the {len(deck)} cards here; the joker is dealt in games that have one")
        self.card = card


class WrongNumberOfCards(Refused):
    """Too many or too few cards for the place they go."""

    def __init__(self, place: str, want: int, got: int) -> None:
        super().__init__(f"{place} has {got} cards; want {want}")
        self.want, self.got = want, got


class Card(int):
    """One card. `rank` runs from 0 (deuce) to 12 (ace), `suit` from 0 (clubs) to 3 (spades). The joker has neither:
    whoever meets it asks for it first, and its `rank` of 13 is in no table of ranks."""

    __slots__ = ()

    @property
    def rank(self) -> int:
        return self >> 2

    @property
    def suit(self) -> int:
        return self & 3

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that `text` names.

        >>> Card.parse("Td")
        Card('Td')
        """
        try:
            return _BY_NAME[text]
        except (KeyError, TypeError):
            raise NotACard(text) from None

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"Card({_NAMES[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(_NAMES[self], spec)


Cards: TypeAlias = tuple[Card, ...]

_NAMES = [*(rank + suit for rank in RANKS for suit in SUITS), "JK"]
DECK: Cards = tuple(Card(i) for i in range(52))
JOKER = Card(52)
JOKER_DECK: Cards = (*DECK, JOKER)
"""The fifty-two cards and a joker, for the games that are dealt with one."""
_BY_NAME = dict(zip(_NAMES, JOKER_DECK, strict=True))


def parse_cards(text: object) -> Cards:
    """The cards that `text` names, in order; spaces may be left out.

    >>> parse_cards("Qh Td")
    (Card('Qh'), Card('Td'))
    """
    if not isinstance(text, str):
        raise NotACard(text)
    try:
        return tuple([_BY_NAME[name] for name in text.split()])
    except KeyError:
        pass
    letters = "".join(text.split())
    return tuple(Card.parse(letters[i : i + 2]) for i in range(0, len(letters), 2))


def cards_text(cards: Iterable[Card]) -> str:
    """The cards' names with spaces between: what `parse_cards` reads."""
    return " ".join(_NAMES[card] for card in cards)


def check_distinct(cards: Iterable[Card], deck: Cards = DECK) -> None:
    """Refuse cards of which one appears twice, or is not in the deck."""
    seen: set[Card] = set()
    for card in cards:
        if card not in deck:
            raise NotInDeck(card, deck)
        if card in seen:
            raise CardTwice(card)
        seen.add(card)
