"""Seen cards the plain way: every board and every hand of the dealer's, one at a time.

This is what the tables of `croupier.lab.known_cards.engine` are checked against, and what answers a single question
about a flop or a river at once: a flop takes a million seven-card hands, a river a thousand.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.evaluator import grade_hands, tables


class Priced(Protocol):
    """What a Blind pays, as `croupier.lab.uth.blind.blind_bonus` says it."""

    @property
    def unit(self) -> int: ...

    @property
    def bonus(self) -> NDArray[np.int64]: ...


@dataclass(frozen=True, slots=True)
class River:
    """One hole on one board, summed over the dealer's hands, in units."""

    bet1: int
    fold: int
    margin: int
    dealers: int


def _graded(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    grade = np.empty(len(hands), np.uint16)
    grade_hands(np.ascontiguousarray(hands), tables().by_ranks, tables().by_flush, grade)
    return grade


def direct_rivers(
    strategy: Priced,
    hole: tuple[int, ...],
    boards: NDArray[np.uint8],
    seen: tuple[int, ...] = (),
    dealer: tuple[int, ...] = (),
) -> list[River]:
    """The river on each row of five board cards; `dealer` are cards known to be the dealer's, and not in `seen`."""
    table, unit = tables(), strategy.unit
    gone = {*hole, *seen, *dealer}
    rivers = []
    for board in boards:
        taken = gone | set(board.tolist())
        left = [card for card in range(52) if card not in taken]
        others = list(combinations(left, 2 - len(dealer)))
        held = np.array(others, np.uint8).reshape(len(others), 2 - len(dealer))
        hands = np.empty((len(held), 7), np.uint8)
        hands[:, :5] = board
        hands[:, 5 : 5 + len(dealer)] = dealer
        hands[:, 5 + len(dealer) :] = held
        theirs = _graded(hands)
        mine = int(_graded(np.array([[*board, *hole]], np.uint8))[0])
        qualified = theirs >= table.first_pair
        won, lost = theirs < mine, theirs > mine
        bonus = int(strategy.bonus[table.category[mine]])
        margin = int(won.sum()) - int(lost.sum())
        ante = int((won & qualified).sum()) - int((lost & qualified).sum())
        total = unit * (ante - int(lost.sum()) + margin) + bonus * int(won.sum())
        rivers.append(River(bet1=total, fold=-2 * unit * len(held), margin=margin, dealers=len(held)))
    return rivers


@dataclass(frozen=True, slots=True)
class Flop:
    """One hole on one flop, summed over turn, river and the dealer's hands, in units."""

    bet2: int
    check: int
    deals: int


def direct_flop(
    strategy: Priced,
    hole: tuple[int, ...],
    flop: tuple[int, ...],
    seen: tuple[int, ...] = (),
    dealer: tuple[int, ...] = (),
    later: tuple[int, ...] = (),
) -> Flop:
    """A flop decision; `later` is a card known to come on the turn or river, none where there is no such."""
    gone = {*hole, *flop, *seen, *dealer, *later}
    left = [card for card in range(52) if card not in gone]
    boards = np.array([(*flop, *later, *rest) for rest in combinations(left, 2 - len(later))], np.uint8)
    rivers = direct_rivers(strategy, hole, boards, seen, dealer)
    return Flop(
        bet2=sum(river.bet1 + strategy.unit * river.margin for river in rivers),
        check=sum(max(river.bet1, river.fold) for river in rivers),
        deals=sum(river.dealers for river in rivers),
    )
