"""Side bets of one's own, priced exactly: every set of the cards that a bet counts, and the line that it meets.

Which cards they are does not matter, only how many: any n of 52 are as likely as any others. Where the hand is made of
all of them, every set is looked at, with its ranks and suits; where it is the best of more, the sets are counted by
what they are worth, and a flush by its suit, for no suit is likelier than another. The best five of six cards are
counted by 18,395 multisets of ranks instead of twenty million hands: the suits of a multiset either make a flush, and
flushes are counted by the ranks in their suit, or they leave the hand to the ranks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.games import GAMES, game
from croupier.hands import Category, Strength, strength
from croupier.hands.four import FourCards
from croupier.lab.bets.designs import BadDesign
from croupier.lab.bets.seek import MOST_OF_A_LINE, PaysAround, search
from croupier.lab.bets.sidebets import SideBetPrice, SideLine
from croupier.lab.games.grades import best_four_of_five, best_four_of_six, five_cards, four_cards, three_cards
from croupier.lab.hands.cardsets import all_sets
from croupier.lab.hands.evaluator import tables, tally
from croupier.rules.game import Game
from croupier.rules.own.bet import OwnBet, asked_of, house_hand_words, how_many
from croupier.rules.own.file import parse_side_bet, side_bet_text
from croupier.rules.own.line_test import ALLOWED, RANKINGS, LineTest, Suits, fits
from croupier.rules.paytables import To

_SUITS = 4


@dataclass(frozen=True, slots=True)
class OwnPrice:
    """A side bet of one's own in one game: its declaration, and what it comes to."""

    bet: OwnBet
    game: Game
    cards: int
    priced: SideBetPrice

    @property
    def note(self) -> str:
        """What the figures leave out, and why no table offers the bet, where it is so."""
        notes = []
        if not self.bet.plays_after_fold:
            notes.append(
                "A folded bet loses, whatever its cards are: the figures are for hands that are played to the end."
            )
        if why := house_hand_words(self.bet):
            notes.append(f"{why}.")
        return " ".join(notes)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "name": self.bet.name,
            "game": self.game.key,
            "cards": self.bet.cards.value,
            "counted": self.cards,
            "best": self.bet.best,
            **self.priced.to_dict(),
            "deals": self.priced.deals,
            "note": self.note,
            "declaration": side_bet_text(self.bet),
        }


def price_side_bet(declaration: str | OwnBet, key: str | None = None) -> OwnPrice:
    """A side bet of one's own, priced in a game that it is declared for: that of the key, or the first it names.

    >>> rush = '''
    ... [rush]
    ... games = ["uth"]
    ... cards = "hand"
    ... pays = { "flush or better" = "10 to 1" }
    ... '''
    >>> price_side_bet(rush).priced.lines[0].ways
    11787260
    """
    wanted = None if key is None else game(key)
    bet = parse_side_bet(declaration, game=wanted) if isinstance(declaration, str) else declaration
    played = GAMES[bet.games[0]] if wanted is None else wanted
    cards = how_many(bet.cards, played.layout)
    return OwnPrice(bet, played, cards, side_bet_of(bet, cards))


@lru_cache(maxsize=256)
def side_bet_of(bet: OwnBet, cards: int) -> SideBetPrice:
    """The bet where so many cards are counted, priced like a bet of the house."""
    deals = comb(52, cards)
    counts = ways(asked_of(bet, cards), cards, bet.best)
    lines = tuple(SideLine(line.key, line.pay, number, deals) for line, number in zip(bet.lines, counts, strict=True))
    return SideBetPrice(bet.paytable, lines, deals, on_fold=bet.plays_after_fold)


def seek_own_line(bet: OwnBet, cards: int, line: str, target: Fraction) -> PaysAround:
    """The pays of a line between which a bet's edge is what is wanted, where so many cards are counted; the line by its
    key or in its words."""
    there = {one.key: place for place, one in enumerate(bet.lines)}
    key = line.replace(" ", "_")
    if key not in there:
        raise BadDesign(f"{bet.name} has no line {line!r}; there are {', '.join(there)}", line)

    def edge_of(pay: Fraction) -> Fraction:
        lines = list(bet.lines)
        lines[there[key]] = replace(lines[there[key]], pay=To(pay.numerator, pay.denominator))
        return side_bet_of(replace(bet, lines=tuple(lines)), cards).edge

    return search(f"{bet.key}.{key}", target, MOST_OF_A_LINE, edge_of)


def ways(lines: Sequence[LineTest], cards: int, best: int) -> list[int]:
    """How many sets of so many cards meet each line, and none before it. Oracle: `croupier.rules.own.bet.judge`."""
    if cards != best:
        return list(_of_best(lines, cards, best))
    counts = np.bincount(lines_of_sets(tuple(lines), cards), minlength=len(lines) + 1)
    return [int(number) for number in counts[: len(lines)]]


@lru_cache(maxsize=16)
def lines_of_sets(lines: tuple[LineTest, ...], cards: int) -> NDArray[np.int8]:
    """By the number of a set of so many cards, the first line that all of them meet; the number of lines where none."""
    sets, worth = all_sets(cards), _worth(cards)
    left = np.ones(len(sets), bool)
    first = np.full(len(sets), len(lines), np.int8)
    for place, line in enumerate(lines):
        fits = left & (worth >= line.least) & (worth < line.above)
        if line.ranks:
            fits &= _fit(line.ranks, cards)
        if line.suits is not None:
            fits &= _suited(line.suits, sets & 3)
        left &= ~fits
        first[fits] = place
    return first


def _worth(cards: int) -> NDArray[np.int64]:
    """What every set of so many cards is worth as a hand of them all."""
    if cards == 1:
        return np.zeros(52, np.int64)
    if cards == 2:
        low, high = (all_sets(2) >> 2).astype(np.int64).T
        return np.asarray(np.where(low == high, 1 << 8 | high << 4, high << 4 | low))
    grades = {3: three_cards, 4: four_cards, 5: five_cards}[cards]()
    return grades.strength[grades.of_set]


def _fit(places: tuple[frozenset[int], ...], cards: int) -> NDArray[np.bool_]:
    """Whether the ranks of every set fit: asked once for each multiset of ranks, of which there are few."""
    fitting = np.zeros(13**cards, bool)
    for ranks in combinations_with_replacement(range(13), cards):
        fitting[_number(ranks)] = fits(places, ranks)
    return fitting[_rank_numbers(cards)]


def _number(ranks: Sequence[int]) -> int:
    return sum(rank * 13**place for place, rank in enumerate(ranks))


@lru_cache(maxsize=8)
def _rank_numbers(cards: int) -> NDArray[np.int64]:
    """The number of the ranks of every set, whose cards come lowest first."""
    return np.asarray((all_sets(cards) >> 2).astype(np.int64) @ np.array([13**place for place in range(cards)]))


def _suited(asks: Suits, suits: NDArray[np.integer]) -> NDArray[np.bool_]:
    match asks:
        case Suits.SUITED:
            fits = (suits == suits[:, :1]).all(axis=1)
        case Suits.OFFSUIT:
            fits = (suits != suits[:, :1]).any(axis=1)
        case Suits.RAINBOW:
            ordered = np.sort(suits, axis=1)
            fits = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
        case Suits.ONE_COLOUR:
            red = (suits == 1) | (suits == 2)
            fits = red.all(axis=1) | ~red.any(axis=1)
        case _:
            fits = np.isin(suits, sorted(ALLOWED[asks])).all(axis=1)
    return np.asarray(fits)


def _of_best(lines: Sequence[LineTest], cards: int, best: int) -> Iterator[int]:
    strengths, counts = _by_worth(cards, best)
    flush = np.isin(strengths >> RANKINGS[best][2], _FLUSHES[best])
    # A flush is in one of four suits as often as in another; what is no flush stands in the first column.
    left = np.where(flush[:, None], (counts // _SUITS)[:, None], counts[:, None] * (np.arange(_SUITS) == 0))
    for line in lines:
        rows = (strengths >= line.least) & (strengths < line.above)
        columns = np.arange(_SUITS) if line.suits is None else np.array(sorted(ALLOWED[line.suits]))
        taken = np.ix_(np.flatnonzero(rows), columns)
        deals = int(left[taken].sum())
        left[taken] = 0
        yield deals


_FLUSHES = {
    4: [int(FourCards.FLUSH), int(FourCards.STRAIGHT_FLUSH)],
    5: [int(Category.FLUSH), int(Category.STRAIGHT_FLUSH), int(Category.ROYAL_FLUSH)],
}


@lru_cache(maxsize=8)
def _by_worth(cards: int, best: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Strengths that the best of so many cards can have, and how many sets have each."""
    if cards == 7:
        known = tables()
        counts = np.zeros(len(known.strength), np.uint32)
        tally(0, 46, known.by_ranks, known.by_flush, counts)
        return known.strength.astype(np.int64), counts.astype(np.int64)
    if (cards, best) == (6, 5):
        six_counts = sorted(worth_of_six().items())
        return np.array([worth for worth, _ in six_counts]), np.array([number for _, number in six_counts])
    grades = best_four_of_five() if cards == 5 else best_four_of_six()
    return grades.strength, np.bincount(grades.of_set, minlength=len(grades.strength)).astype(np.int64)


_ONE_OF_EACH = 4 * (6 * 3 + 1)
"""Of six different ranks: five or all six in one of four suits."""
_WITH_A_PAIR = 4 * 3
"""Of five different ranks and a pair among them: one of each in a suit, and the sixth in another."""


@cache
def worth_of_six(highest: int = 13) -> Counter[Strength]:
    """How many sets of six cards of the highest ranks are worth what.

    Oracle: `croupier.lab.games.grades.best_five_of_six`; on a short deck `croupier.hands.strength`, set by set.
    """
    counts: Counter[Strength] = Counter()
    there = range(13 - highest, 13)
    for size in (5, 6):
        for ranks in combinations(there, size):
            counts[strength(DECK[4 * rank] for rank in ranks)] += 4 * comb(3 * highest, 6 - size)
    for ranks in combinations_with_replacement(there, 6):
        often = Counter(ranks)
        if max(often.values()) > 4:
            continue
        flushes = {6: _ONE_OF_EACH, 5: _WITH_A_PAIR}.get(len(often), 0)
        # Suits in turn: no two cards are the same, and no suit is there more than twice.
        cards = (DECK[4 * rank + place % 4] for place, rank in enumerate(ranks))
        counts[strength(cards)] += prod(comb(4, number) for number in often.values()) - flushes
    return counts
