"""What each choice is worth with some cards in sight, by the general solver: looked up in the solved game, or dealt out
from here on where little can follow."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Cards
from croupier.lab.hands.cardsets import numbers, set_number
from croupier.lab.known_cards.decks import classes, renamed, renamed_sets
from croupier.lab.solver.counting import HandToHand
from croupier.lab.solver.general import Decisions, General
from croupier.lab.solver.tree import END
from croupier.rules.actions import Action


def worth(
    solution: General, own: Cards, board: Cards = (), up: Cards = (), line: tuple[Action, ...] = ()
) -> dict[str, Fraction]:
    """What each action is worth in base bets with these cards in sight, after the actions of `line`."""
    assert solution.best
    at = solution.tree.follow(line)
    node = solution.tree.nodes[at]
    level = solution.tree.levels.index(node.board)
    row, column = _position(solution, own, board, up)
    after = deals_after(solution, board)
    return {
        str(action): Fraction(int(solution.values[child, level][row, column]), after * solution.payoffs.unit)
        for action, child in zip(node.actions, node.children, strict=True)
        if action in solution.game.open_to(node.street, own)
    }


def _position(solution: General, own: Cards, board: Cards, up: Cards) -> tuple[int, int]:
    """Where a position stands among those of its level."""
    listed = classes(solution.deck, len(own) if solution.by_row else len(board))
    number = set_number(solution.deck.places(own if solution.by_row else board).tolist())
    naming = int(listed.naming[number])
    if isinstance(solution.counting, HandToHand):
        row = int(_rows(solution)[listed.row[number]])
        if not up:
            return row, 0
        (up_place,) = solution.deck.places(up).tolist()
        there = renamed(solution.deck)[naming, up_place]
        return row, int(np.flatnonzero(solution.counting.up[row] == there)[0])
    own_number = set_number(solution.deck.places(own).tolist())
    return int(listed.row[number]), int(renamed_sets(solution.deck, len(own))[naming, own_number])


def _rows(solution: General) -> NDArray[np.int64]:
    """By class of own cards, its row: rows are in the order of what hands are worth."""
    assert isinstance(solution.counting, HandToHand)
    listed = classes(solution.deck, solution.game.layout.own)
    rows = np.zeros(len(listed), np.int64)
    rows[listed.row[numbers(solution.counting.own)]] = np.arange(len(rows))
    return rows


def boards_from(solution: General, board: Cards, seen: Cards) -> int:
    """In how many ways the board can go on, street by street, with those cards on it and those of others seen."""
    layout, ways = solution.game.layout, 1
    left = solution.deck.size - layout.own - layout.up - len(board) - len(seen)
    for earlier, later in zip(solution.tree.levels, solution.tree.levels[1:], strict=False):
        if later > len(board):
            ways *= comb(left, later - earlier)
            left -= later - earlier
    return ways


def deals_after(solution: General, board: Cards, seen: Cards = ()) -> int:
    """How many deals can follow, with those cards on the board and those of others seen."""
    return boards_from(solution, board, seen) * dealers_from(solution, seen)


def dealers_from(solution: General, seen: Cards) -> int:
    """How many hands the dealer can have on one board, with those cards of others seen."""
    layout = solution.game.layout
    left = solution.deck.size - layout.own - layout.up - layout.board - len(seen)
    return comb(left, layout.dealer - layout.up)


def dealt_out(solution: General, at: int, own: Cards, board: Cards, up: Cards, seen: Cards) -> dict[str, Fraction]:
    """What each action of a node is worth in base bets, by dealing out all that can follow."""
    node, total = solution.tree.nodes[at], _total(solution, own, up, seen)
    over = deals_after(solution, board, seen) * solution.payoffs.unit
    return {
        str(action): Fraction(total(child, tuple(sorted(board))), over)
        for action, child in zip(node.actions, node.children, strict=True)
        if action in solution.game.open_to(node.street, own)
    }


def without_looking(solution: General, own: Cards, board: Cards, up: Cards, seen: Cards) -> tuple[str, int]:
    """What the best play of one who does not look does first in a round, and what it comes to in units over all deals
    that can follow when those cards of others are out of the deck."""
    root = solution.tree.nodes[solution.tree.root]
    first = root.actions[int(solution.best[solution.tree.root][_position(solution, own, board, up)])]
    return str(first), _total(solution, own, up, seen, solution.best)(solution.tree.root, tuple(sorted(board)))


def _total(
    solution: General, own: Cards, up: Cards, seen: Cards, decisions: Decisions | None = None
) -> Callable[[int, Cards], int]:
    """What a node comes to in units over all that can follow, with some cards on the board: played so, or best."""
    last = [number for number, one in enumerate(solution.tree.nodes) if one.street == END]
    ends = dict[Cards, dict[int, int]]()

    def total(at: int, board: Cards) -> int:
        node = solution.tree.nodes[at]
        if node.board > len(board):
            more = next(level for level in solution.tree.levels if level > len(board)) - len(board)
            known = {*own, *board, *up, *seen}
            rest = [card for card in solution.deck.every if card not in known]
            return sum(total(at, tuple(sorted((*board, *cards)))) for cards in combinations(rest, more))
        if node.street == END:
            if board not in ends:
                kind, counts = solution.counting.met_by(own, board, up, seen)
                ends[board] = {
                    end: int((solution.payoffs.net[solution.tree.nodes[end].line, kind] * counts).sum()) for end in last
                }
            return ends[board][at]
        if decisions is not None:
            return total(node.children[int(decisions[at][_position(solution, own, board, up)])], board)
        may = solution.game.open_to(node.street, own)
        return max(
            total(child, board) for action, child in zip(node.actions, node.children, strict=True) if action in may
        )

    return total
