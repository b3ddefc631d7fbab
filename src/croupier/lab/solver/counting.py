"""How often each hand of the player meets what hands of the dealer, by band and by which is better.

Where there is a board, hands meet on every board up to the names of the suits. The dealer's hands are added up grade by
grade, the worst first, by the cards that they hold; at any moment the alternating sum over the subsets of a player's
cards says how many of those added so far hold none of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, pairwise
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Cards
from croupier.lab.capabilities import NotCounted
from croupier.lab.games.duels import Contest, DuelSums, count_sums
from croupier.lab.games.grades import SetGrades
from croupier.lab.hands.cardsets import all_sets, numbers, set_number
from croupier.lab.kernel import kernel
from croupier.lab.known_cards.decks import GameDeck, SetClasses, classes, renamed
from croupier.lab.solver.kernels import meet
from croupier.lab.solver.payoffs import ABOVE, BELOW, EQUAL, Kinds, kinds_of
from croupier.lab.solver.ranks import NO_HAND, BoardRanks, ranks
from croupier.rules.game import Game

_MOST_CELLS = 500_000_000
"""Positions that are counted at the end of a round, up to the names of the suits."""


@dataclass(frozen=True, slots=True)
class Met:
    """Some positions at the end of a round: rows and columns of a table.

    kind    the kind of the player's hand; -1 where there is no such position
    counts  by position, the dealer's hands by band and by whether they are below, equal or above
    """

    kind: NDArray[np.int16]
    counts: NDArray[np.int32]


@dataclass(slots=True)
class OnBoards:
    """Own cards, which are columns, and the dealer's on every board up to the names of the suits, which are rows.

    weight   how many boards of the whole deck a row stands for
    dealers  all of the dealer's hands for a position
    """

    game: Game
    deck: GameDeck
    boards: SetClasses
    own: BoardRanks
    dealer: BoardRanks | None
    kinds: Kinds
    own_grade: NDArray[np.uint16]
    dealer_grade: NDArray[np.uint16]

    @property
    def rows(self) -> int:
        return len(self.boards)

    @property
    def columns(self) -> int:
        return comb(self.deck.size, self.game.layout.own)

    @property
    def weight(self) -> NDArray[np.int64]:
        return self.boards.weight

    @property
    def dealers(self) -> int:
        layout = self.game.layout
        return comb(self.deck.size - layout.own - layout.board, layout.dealer)

    @property
    def band_bounds(self) -> NDArray[np.int64]:
        """The grades at which the dealer's bands begin, and one beyond the last grade."""
        return np.array((*self.kinds.bands, len(self.kinds.strength)), np.int64)

    def graded(self, first: int, stop: int) -> tuple[NDArray[np.int16], NDArray[np.uint16], NDArray[np.uint16]]:
        """On the boards of some rows: the kinds of the own sets, and what own and dealer's sets are worth."""
        ranked = self.own.on(first, stop)
        kind = _rescaled(ranked, self.kinds.kind[self.own_grade].astype(np.int16), -1)
        own = _rescaled(ranked, self.own_grade, int(NO_HAND))
        if self.dealer is None or self.dealer is self.own:
            return kind, own, own
        return kind, own, _rescaled(self.dealer.on(first, stop), self.dealer_grade, int(NO_HAND))

    def met(self, first: int, stop: int) -> Met:
        """The positions of some rows."""
        kind, grade, theirs = self.graded(first, stop)
        bands = self.band_bounds
        counts = np.zeros((*grade.shape, len(bands) - 1, 3), np.int32)
        if self.dealer is None:
            counts[kind >= 0, 0, EQUAL] = 1
            return Met(kind, counts)
        mine, dealers = self.subsets
        meet(
            grade, theirs, mine.numbers, dealers.numbers, mine.evens, mine.has_lowest,
            set_runs(self.deck, self.own.size), bands, self.dealers, counts,
        )  # fmt: skip
        return Met(kind, counts)

    @property
    def subsets(self) -> tuple[Subsets, Subsets]:
        """The subsets of own and of dealer's sets that both can have in common."""
        sizes = self.game.layout.own, self.game.layout.dealer
        mine, dealers = (set_subsets(self.deck, size, min(sizes)) for size in sizes)
        return mine, dealers

    def met_by(self, own: Cards, board: Cards, up: Cards, seen: Cards) -> tuple[int, NDArray[np.int64]]:
        """One position at the end of a round, with some cards out of the deck: the kind of the player's hand, and the
        dealer's hands by band and by whether they are below, equal or above."""
        deck, number = self.deck, set_number(self.deck.places(board).tolist())
        row, names = int(self.boards.row[number]), renamed(deck)[self.boards.naming[number]]
        mine = set_number(names[deck.places(own)].tolist())
        grade = int(self.own_grade[self.own.on(row, row + 1)[0, mine]])
        if self.dealer is None:
            return int(self.kinds.kind[grade]), _banded(self.kinds, grade, None)
        gone = np.bitwise_or.reduce(np.uint64(1) << names[deck.places((*own, *seen))].astype(np.uint64))
        free = self.dealer.on(row, row + 1)[0][(set_masks(deck, self.dealer.size) & gone) == 0]
        return int(self.kinds.kind[grade]), _banded(self.kinds, grade, self.dealer_grade[free[free != NO_HAND]])


@kernel
def _rescaled(grades: NDArray[np.uint16], scale: NDArray[Any], nothing: int) -> NDArray[Any]:
    """Grades of a table as they are on a scale; cards that lie on the board have none."""
    rescaled = np.empty(grades.shape, scale.dtype)
    for row in range(grades.shape[0]):
        for column in range(grades.shape[1]):
            grade = grades[row, column]
            rescaled[row, column] = nothing if grade == NO_HAND else scale[grade]
    return rescaled


def _banded(kinds: Kinds, grade: int, dealers: NDArray[np.uint16] | None) -> NDArray[np.int64]:
    """The dealer's hands of those grades by band, and by whether they are below, equal or above."""
    bands = np.zeros((len(kinds.bands), 3), np.int64)
    if dealers is None:
        bands[0, EQUAL] = 1
        return bands
    how = np.where(dealers < grade, BELOW, np.where(dealers == grade, EQUAL, ABOVE))
    np.add.at(bands, (np.searchsorted(kinds.bands, dealers, side="right") - 1, how), 1)
    return bands


@dataclass(frozen=True, slots=True, eq=False)
class Subsets:
    """The subsets of every set of so many cards. Those of no, one, two … cards are numbered one after the other.

    numbers     by set, the numbers of its subsets, those of an even number of cards first
    evens       how many those are
    has_lowest  which of the subsets have the set's lowest card
    """

    numbers: NDArray[np.int32]
    evens: int
    has_lowest: NDArray[np.bool_]


@cache
def set_subsets(deck: GameDeck, size: int, most: int) -> Subsets:
    """The subsets of up to so many cards."""
    sets = deck.sets(size)
    offset = np.cumsum([0, *(comb(deck.size, picked) for picked in range(most))])
    even = [part for picked in range(0, most + 1, 2) for part in combinations(range(size), picked)]
    odd = [part for picked in range(1, most + 1, 2) for part in combinations(range(size), picked)]
    subsets = np.empty((len(sets), len(even) + len(odd)), np.int32)
    for at, part in enumerate((*even, *odd)):
        subsets[:, at] = offset[len(part)] + numbers(sets[:, list(part)])
    return Subsets(subsets, len(even), np.array([0 in part for part in (*even, *odd)], np.bool_))


@cache
def set_runs(deck: GameDeck, size: int) -> NDArray[np.int32]:
    """Where sets begin that differ in their lowest card alone, and how many sets there are."""
    return np.append(np.flatnonzero(deck.sets(size)[:, 0] == 0), comb(deck.size, size)).astype(np.int32)


@cache
def set_masks(deck: GameDeck, size: int) -> NDArray[np.uint64]:
    """The cards of each set of so many cards, as bits."""
    return np.asarray(np.bitwise_or.reduce(np.uint64(1) << deck.sets(size).astype(np.uint64), axis=1, dtype=np.uint64))


def on_boards(game: Game, deck: GameDeck) -> OnBoards:
    """The positions of a game with a board."""
    layout = game.layout
    boards = classes(deck, layout.board)
    if len(boards) * comb(deck.size, layout.own) > _MOST_CELLS:
        raise NotCounted(
            f"{game.name} has {layout.own} own cards on {len(boards):,} boards, up to the names of the suits: "
            f"too many positions to count"
        )
    own = ranks(game, deck, layout.own, boards)
    dealer = (
        None if not layout.dealer else own if layout.dealer == layout.own else ranks(game, deck, layout.dealer, boards)
    )
    scale = np.union1d(own.strength, own.strength if dealer is None else dealer.strength)
    return OnBoards(
        game=game,
        deck=deck,
        boards=boards,
        own=own,
        dealer=dealer,
        kinds=kinds_of(game, tuple(scale.tolist())),
        own_grade=np.searchsorted(scale, own.strength).astype(np.uint16),
        dealer_grade=np.searchsorted(scale, (dealer or own).strength).astype(np.uint16),
    )


@dataclass
class HandToHand:
    """Own cards up to the names of the suits, which are rows, and the dealer's shown card, which is the column; there
    is no board. The hands meet when they are first asked for: a single position needs none of it."""

    game: Game
    deck: GameDeck
    kinds: Kinds
    contest: Contest

    @cached_property
    def sums(self) -> DuelSums:
        return count_sums(self.contest, self.kinds.bands, self.deck)

    @property
    def own(self) -> NDArray[np.uint8]:
        return self.sums.own

    @property
    def up(self) -> NDArray[np.uint8]:
        return self.sums.up

    @property
    def strength(self) -> NDArray[np.int64]:
        """What each row's hand is worth."""
        return self.contest.own.strength[self.sums.grade]

    @property
    def weight(self) -> NDArray[np.int64]:
        return self.sums.weight

    @property
    def dealers(self) -> int:
        return self.sums.dealers

    @property
    def rows(self) -> int:
        return len(self.own)

    @property
    def columns(self) -> int:
        return int(self.up.shape[1])

    def met(self, first: int, stop: int) -> Met:
        """The positions of some rows."""
        kinds, sums, rows = self.kinds, self.sums, slice(first, stop)
        grade = sums.grade[rows].astype(np.int64)[:, None]
        worse, no_better = sums.worse[rows], sums.no_better[rows]
        # How many of the dealer's hands are below the first, the second, … band, and below all hands.
        below = [*(one[rows] for one in sums.below), np.full_like(worse, sums.dealers)]
        counts = np.zeros((*worse.shape, len(kinds.bands), 3), np.int32)
        for band, (begin, end) in enumerate(pairwise((*kinds.bands, len(kinds.strength)))):
            inside, all_of = (grade >= begin) & (grade < end), below[band + 1] - below[band]
            counts[..., band, BELOW] = np.where(inside, worse - below[band], np.where(grade >= end, all_of, 0))
            counts[..., band, EQUAL] = np.where(inside, no_better - worse, 0)
            counts[..., band, ABOVE] = np.where(inside, below[band + 1] - no_better, np.where(grade < begin, all_of, 0))
        return Met(np.broadcast_to(kinds.kind[grade], worse.shape).astype(np.int16), counts)

    def met_by(self, own: Cards, board: Cards, up: Cards, seen: Cards) -> tuple[int, NDArray[np.int64]]:
        """One position, as for `OnBoards`."""
        deck, layout = self.deck, self.game.layout
        grade = int(self.contest.own.of_set[set_number(deck.places(own).tolist())])
        gone = {*deck.places((*own, *up, *seen)).tolist()}
        rest = np.array([card for card in range(deck.size) if card not in gone], np.uint8)
        hidden = layout.dealer - layout.up
        drawn = rest[all_sets(hidden)[: comb(len(rest), hidden)]]
        up_places = np.broadcast_to(deck.places(up).astype(np.uint8), (len(drawn), layout.up))
        dealers = self.contest.dealer.of_set[numbers(np.hstack((drawn, up_places)))]
        return int(self.kinds.kind[grade]), _banded(self.kinds, grade, dealers)


def hand_to_hand(game: Game, deck: GameDeck) -> HandToHand:
    """The positions of a game without a board."""
    layout, empty = game.layout, classes(deck, 0)
    own = ranks(game, deck, layout.own, empty)
    dealer = own if layout.dealer == layout.own else ranks(game, deck, layout.dealer, empty)
    scale = np.union1d(own.strength, dealer.strength)
    meet = Contest(
        own=_on_scale(own, scale),
        own_size=layout.own,
        dealer=_on_scale(dealer, scale),
        dealer_size=layout.dealer,
        up=layout.up,
        qualifies=0,
    )
    return HandToHand(game, deck, kinds_of(game, tuple(scale.tolist())), meet)


Counting: TypeAlias = OnBoards | HandToHand
"""The positions at the end of a round of a game, and what the dealer has in them."""


def _on_scale(ranks: BoardRanks, scale: NDArray[np.int64]) -> SetGrades:
    grades = ranks.on(0, 1)[0]
    return SetGrades(np.searchsorted(scale, ranks.strength).astype(np.uint16)[grades], scale)
