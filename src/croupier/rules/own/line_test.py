"""What one line of a side bet of one's own asks of the cards, in words: `pair of aces red`, `ace king suited`.

A line is a hand, or the ranks of all cards that are counted, and then perhaps a word about suits:

    royal flush                     four of a kind
    pair of aces                    pair of sixes to tens        three aces
    ace high straight               pair of jacks or better
    ace king suited                 ace jack/queen/king          any
    flush hearts                    pair of aces red

A hand is an interval of strengths, so whoever prices a line compares numbers and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Final

from croupier.cards import Cards
from croupier.errors import Refused
from croupier.hands import FIVE, MANY, ONE, Category, Ranking, Strength
from croupier.hands.four import FOUR, FourCards
from croupier.hands.three import THREE, ThreeCards
from croupier.hands.two import TWO, TwoCards

RANKINGS: Final[dict[int, tuple[Ranking, type[IntEnum], int]]] = {
    2: (TWO, TwoCards, 8),
    3: (THREE, ThreeCards, 12),
    4: (FOUR, FourCards, 16),
    5: (FIVE, Category, 20),
}
"""By the number of cards of a hand: its ranking, the categories, and where they begin in a strength."""
_LETTERS: Final = dict(zip("23456789tjqka", ONE, strict=True)) | {"10": "ten", "two": "deuce"}
_EVERY: Final = frozenset(range(13))
ANY: Final = "any"
_FLUSHES: Final = ("flush", "straight flush", "royal flush")


class NotALineOfCards(Refused):
    """Words that ask nothing of cards."""


class Suits(Enum):
    """What a line can ask about suits."""

    SUITED = "suited"
    OFFSUIT = "offsuit"
    RAINBOW = "rainbow"
    ONE_COLOUR = "one colour"
    RED = "red"
    BLACK = "black"
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


ALLOWED: Final[dict[Suits, frozenset[int]]] = {
    Suits.RED: frozenset({1, 2}),
    Suits.BLACK: frozenset({0, 3}),
    Suits.CLUBS: frozenset({0}),
    Suits.DIAMONDS: frozenset({1}),
    Suits.HEARTS: frozenset({2}),
    Suits.SPADES: frozenset({3}),
}
"""The suits that every card may have, for words that name some."""


@dataclass(frozen=True, slots=True)
class LineTest:
    """What a line asks: a strength from `least` up to and without `above`; each card of a rank of its own place; suits.

    `words` is the line as it is printed; `flush` says that its hands are of one suit.
    """

    words: str
    least: Strength = 0
    above: Strength = 1 << 30
    ranks: tuple[frozenset[int], ...] = ()
    suits: Suits | None = None
    flush: bool = False


@lru_cache(maxsize=4096)
def parse_line_test(text: str, cards: int, best: int) -> LineTest:
    """What a line asks of so many cards, of which the best so many make the hand; refused with what would be right."""
    words = text.replace("_", " ").replace(",", " ").lower().split()
    suits = _suits(words)
    hand = words[: len(words) - (0 if suits is None else len(suits.value.split()))]
    if not hand and suits is not None:
        test: LineTest | None = LineTest("")
    else:
        test = _ranks(hand, cards) if cards < 2 or _are_ranks(hand) else _hand(hand, text, best)
    if test is None:
        raise NotALineOfCards(f"{text!r} asks nothing of {_count(cards)}; want {_examples(cards, best)}")
    if test.ranks and cards > best:
        raise NotALineOfCards(
            f"{text!r} names the ranks of all cards, and this bet counts the best {best} of {cards}; name a hand"
        )
    if suits is not None and cards > best and not (test.flush and suits in ALLOWED):
        raise NotALineOfCards(
            f"{text!r} asks for suits, and this bet counts the best {best} of {cards}, whose suits are clear only in a "
            "flush; want such as 'royal flush spades'"
        )
    return LineTest(
        f"{test.words} {suits.value}".strip() if suits else test.words,
        test.least, test.above, test.ranks, suits, test.flush,
    )  # fmt: skip


def meets(line: LineTest, cards: Cards, hand: Strength) -> bool:
    """Whether cards are what a line asks for; `hand` is what the best of them are worth."""
    if not line.least <= hand < line.above:
        return False
    if line.ranks and not fits(line.ranks, tuple(sorted(card.rank for card in cards))):
        return False
    if line.suits is None:
        return True
    suits = [card.suit for card in cards]
    if line.flush and line.suits in ALLOWED:
        # A flush among more cards is in the suit that most of them have: there is no room for a second.
        return max(suits, key=suits.count) in ALLOWED[line.suits]
    return _suits_fit(line.suits, suits)


def _suits_fit(asks: Suits, suits: list[int]) -> bool:
    match asks:
        case Suits.SUITED:
            return len(set(suits)) == 1
        case Suits.OFFSUIT:
            return len(set(suits)) > 1
        case Suits.RAINBOW:
            return len(set(suits)) == len(suits)
        case Suits.ONE_COLOUR:
            return len({suit in (1, 2) for suit in suits}) == 1
        case _:
            return ALLOWED[asks].issuperset(suits)


def fits(places: tuple[frozenset[int], ...], ranks: tuple[int, ...]) -> bool:
    """Whether ranks can be put into places so that each is of one that its place allows."""
    if not places:
        return True
    first, *others = places
    return any(
        rank in first and fits(tuple(others), ranks[:at] + ranks[at + 1 :])
        for at, rank in enumerate(ranks)
        if at == 0 or rank != ranks[at - 1]
    )


def _suits(words: list[str]) -> Suits | None:
    for suits in Suits:
        name = suits.value.split()
        if words[-len(name) :] == name:
            return suits
    return None


def _rank(word: str) -> str | None:
    word = _LETTERS.get(word, word)
    return word if word in ONE else None


def _are_ranks(words: list[str]) -> bool:
    return bool(words) and all(word == ANY or all(_rank(one) for one in word.split("/")) for word in words)


def _ranks(words: list[str], cards: int) -> LineTest | None:
    """Ranks of every card: as many places as there are cards, or `any` alone for whatever they are."""
    if words == [ANY]:
        return LineTest(ANY)
    if not _are_ranks(words):
        return None
    if len(words) != cards:
        raise NotALineOfCards(f"{' '.join(words)!r} names {_count(len(words))}, and this bet counts {cards}; name each")
    places, printed = [], []
    for word in words:
        names = [_rank(one) for one in word.split("/")] if word != ANY else []
        places.append(frozenset(ONE.index(name) for name in names if name) or _EVERY)
        printed.append("/".join(name for name in names if name) or ANY)
    return LineTest(" ".join(printed), ranks=tuple(places))


def _hand(words: list[str], text: str, best: int) -> LineTest | None:
    _, kinds, place = RANKINGS[best]
    names = {kind.name.lower().replace("_", " "): int(kind) for kind in kinds}
    better = words[-2:] == ["or", "better"]
    hand = " ".join(words[:-2] if better else words)
    interval = _interval(hand, names, place)
    if interval is None and hand in (each.name.lower().replace("_", " ") for each in Category):
        there = ", ".join(sorted(names, key=lambda name: -names[name]))
        raise NotALineOfCards(f"{text!r} is no hand of {_count(best)}; there are {there}")
    if interval is None:
        return None
    least, above, category = interval
    if better:
        return LineTest(f"{hand} or better", least)
    return LineTest(hand, least, above, flush=category in _FLUSHES)


def _interval(hand: str, names: dict[str, int], place: int) -> tuple[Strength, Strength, str] | None:
    """The strengths of the hands that words name, and their category."""
    if hand in names:
        return names[hand] << place, (names[hand] + 1) << place, hand
    match hand.split():
        case ["pair", "of", low, "to", high] if low in MANY and high in MANY and MANY.index(low) <= MANY.index(high):
            return _of_ranks(names, "pair", MANY.index(low), MANY.index(high), place)
        case ["pair", "of", many] if many in MANY:
            return _of_ranks(names, "pair", MANY.index(many), MANY.index(many), place)
        case [("three" | "four") as number, many] if many in MANY:
            return _of_ranks(names, f"{number} of a kind", MANY.index(many), MANY.index(many), place)
        case [one, "high", *kind] if one in ONE:
            return _of_ranks(names, " ".join(kind) or "high card", ONE.index(one), ONE.index(one), place)
    return None


def _of_ranks(
    names: dict[str, int], kind: str, low: int, high: int, place: int
) -> tuple[Strength, Strength, str] | None:
    # Only these are told apart first by one rank that words can name; a royal flush has none.
    if kind not in names or kind in ("royal flush", "two pair", "full house"):
        return None
    start = names[kind] << place
    return start | low << (place - 4), start + ((high + 1) << (place - 4)), kind


def _count(cards: int) -> str:
    return "one card" if cards == 1 else f"{cards} cards"


def _examples(cards: int, best: int) -> str:
    if cards == 1:
        return "a rank, such as 'ace' or 'jack/queen/king', and perhaps 'red' or 'spades'"
    hand = {2: "'pair of aces'", 3: "'straight flush'", 4: "'three of a kind'", 5: "'full house'"}[best]
    ranks = " or ranks, such as 'ace king suited'" if cards == best == 2 else ""
    return f"a hand, such as {hand} or 'pair of jacks or better'{ranks}"
