"""What a game is taught by: strategies by name, classes of hands to drill, hands at which a rule may draw its line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from croupier.cards import RANKS, Cards
from croupier.hands import Ranking

Fits: TypeAlias = Callable[[Cards, Cards], bool]
"""Whether own cards and the board so far belong to a class."""


class InSight(Protocol):
    """A decision: the number of its street, and the cards in sight."""

    @property
    def street(self) -> int: ...
    @property
    def own(self) -> Cards: ...
    @property
    def board(self) -> Cards: ...


@dataclass(frozen=True, slots=True)
class HandClass:
    """A class of hands to drill, where the border runs: its key, its words, its streets, and what belongs to it;
    `counts` says that the outs are to be counted before anything is decided."""

    key: str
    words: str
    streets: tuple[int, ...]
    fits: Fits
    counts: bool = False

    def belongs(self, decision: InSight) -> bool:
        """Whether a decision is of this class."""
        return decision.street in self.streets and self.fits(decision.own, decision.board)


@dataclass(frozen=True, slots=True, kw_only=True)
class Teaching:
    """How a game is taught. Strategies are named as `croupier.strategy` has them; a game may have none.

    drills    strategies that an answer in a drill is held against; by the first of them the coach explains the game
    play      strategies that somebody's own play is held against
    page      strategies that the page of how it is played prints
    classes   classes of hands that can be drilled alone
    borders   hands without a pair at which a searched rule may draw its line, such as `Q-6-4`
    kind      what kind of hand it is, as one sorts one's mistakes, where its rank does not say enough
    """

    drills: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    page: tuple[str, ...] = ()
    classes: tuple[HandClass, ...] = ()
    borders: tuple[str, ...] = ()
    kind: Callable[[Cards, Cards], str] | None = None


# What classes of several games are told by


def ranks(cards: Cards) -> list[int]:
    """The ranks, highest first."""
    return sorted((card.rank for card in cards), reverse=True)


def unpaired(cards: Cards) -> bool:
    """Whether all ranks are different."""
    return len(set(ranks(cards))) == len(cards)


def one_pair(ranking: Ranking, least: str, most: str) -> Fits:
    """One pair and no more, of a rank in that range."""

    def fits(own: Cards, board: Cards) -> bool:
        cards = (*own, *board)
        match [each for each in Counter(card.rank for card in cards).items() if each[1] > 1]:
            case [(rank, 2)] if RANKS.index(least) <= rank <= RANKS.index(most):
                return len(cards) < ranking.least or ranking.category(ranking.strength(cards)).key == "pair"
        return False

    return fits


def high_cards(ranking: Ranking, *highest: str) -> Fits:
    """Nothing made, and these the highest cards."""

    def fits(own: Cards, board: Cards) -> bool:
        first = [RANKS.index(rank) for rank in highest]
        return ranks(own)[: len(first)] == first and ranking.category(ranking.strength(own)).key == "high_card"

    return fits


def all_suited(own: Cards, board: Cards) -> bool:
    """All cards in sight are of one suit."""
    return len({card.suit for card in (*own, *board)}) == 1


def close_ranks(own: Cards, board: Cards) -> bool:
    """Different ranks that one straight can hold."""
    cards = (*own, *board)
    high = ranks(cards)
    low = [-1 if rank == RANKS.index("A") else rank for rank in high]
    return unpaired(cards) and any(max(each) - min(each) < 5 for each in (high, low))
