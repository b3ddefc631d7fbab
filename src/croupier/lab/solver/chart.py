"""The chart of any game that the general solver has solved, street by street.

Where no board lies there and hands are complete, a street is a ladder by what they are worth, card by card; two own
cards before a board are the 169 starting hands; any other cards go by what they make in words. Every hand that can be
there is counted, also one that the best play would have bet before.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, RANKS
from croupier.lab.games.chart import GameChart, StreetChart, starts
from croupier.lab.games.chart_ladder import RankedHands, ladder, row
from croupier.lab.hands.cardsets import numbers
from croupier.lab.known_cards.decks import classes
from croupier.lab.solver.advice import boards_from, dealers_from, worth
from croupier.lab.solver.counting import HandToHand, set_masks
from croupier.lab.solver.general import General
from croupier.lab.solver.kernels import line_totals
from croupier.lab.solver.ranks import NO_HAND, ranks
from croupier.lab.solver.tree import END
from croupier.rules.game import Street

_CHUNK = 512
"""Rows of positions that are looked at together."""
_NOBODY = -1
"""The name of cards that nobody holds, for one of them lies on the board."""


def general_chart(solution: General) -> GameChart:
    """The chart of a game played best."""
    return GameChart(solution.game, tuple(_street(solution, number) for number in range(len(solution.game.streets))))


def _street(solution: General, number: int) -> StreetChart:
    game, street, counting = solution.game, solution.game.streets[number], solution.counting
    line, lies = solution.tree.line_to(number, solution.payoffs.unit, None), game.board_at(number)
    at, own = solution.tree.follow(line), game.layout.own
    if isinstance(counting, HandToHand):
        strength, hand = np.unique(
            np.array(counting.kinds.strength)[counting.contest.own.of_set[numbers(counting.own)]], return_inverse=True
        )
        played = _played(solution, at, strength, lambda first, stop: hand[first:stop, None])
        return ladder(game, street, played)
    if own == 2 and not lies:
        return starts(street, lambda hole: worth(solution, hole, line=line))
    if own + lies < game.ranking.least:
        return _by_words(solution, street, at, lies)
    graded = (
        counting.own if lies == game.layout.board else ranks(game, solution.deck, own, classes(solution.deck, lies))
    )

    def names(first: int, stop: int) -> NDArray[np.int64]:
        grade = graded.on(first, stop)
        return np.where(grade == NO_HAND, _NOBODY, grade.astype(np.int64))

    return ladder(game, street, _played(solution, at, graded.strength, names), by_card=not lies)


def _by_words(solution: General, street: Street, at: int, lies: int) -> StreetChart:
    """Cards that are too few for a hand, by what they are called; what is worth least comes first."""
    boards, known = classes(solution.deck, lies).cards, dict[str, int]()
    hands = [solution.deck.cards(cards) for cards in solution.deck.sets(solution.game.layout.own)]
    held = set_masks(solution.deck, solution.game.layout.own)

    def named(board: NDArray[np.uint8]) -> list[int]:
        shared = solution.deck.cards(board)
        gone = np.bitwise_or.reduce(np.uint64(1) << board.astype(np.uint64), initial=np.uint64(0))
        return [
            known.setdefault(solution.game.hand_words(own, shared) or "any hand", len(known)) if free else _NOBODY
            for own, free in zip(hands, (held & gone) == 0, strict=True)
        ]

    every = np.array([named(board) for board in boards], np.int64)
    played = _played(solution, at, np.arange(len(known)), lambda first, stop: every[first:stop])
    rows = [row(street, played, place, place + 1, words, words) for place, words in enumerate(known)]
    return StreetChart(street, tuple(sorted(rows, key=lambda one: max(one.values.values(), default=Fraction(0)))))


def _played(
    solution: General, at: int, strength: NDArray[np.int64], names: Callable[[int, int], NDArray[np.int64]]
) -> RankedHands:
    """How a node is decided, by the names of its positions: `names` says them for some rows, as places in `strength`.
    A strength that no cards have is left out."""
    node, best, lies = solution.tree.nodes[at], solution.best[at], solution.tree.nodes[at].board
    weight = solution.counting.weight if solution.by_row else classes(solution.deck, lies).weight
    column, columns = np.zeros((1, 1), np.int64), 1
    if isinstance(solution.counting, HandToHand) and solution.game.layout.up:
        column, columns = solution.counting.up.astype(np.int64) + solution.deck.lowest >> 2, len(RANKS)
    counts = np.zeros((len(strength), columns, len(node.actions)), np.int64)
    sums = np.zeros((len(strength), len(node.actions)), np.int64)
    has_values = solution.game.streets[node.street].allows is None and _has_values(solution, at)
    for first in range(0, len(weight), _CHUNK):
        rows = slice(first, first + _CHUNK)
        chosen = best[rows]
        name = np.broadcast_to(names(first, first + _CHUNK), chosen.shape)
        there = name != _NOBODY
        often = np.broadcast_to(weight[rows, None], chosen.shape)[there]
        up_rank = np.broadcast_to(column[rows] if columns > 1 else column, chosen.shape)[there]
        np.add.at(counts, (name[there], up_rank, chosen[there]), often)
        for place, values in enumerate(_worth(solution, at, first, first + _CHUNK) if has_values else ()):
            np.add.at(sums[:, place], name[there], values[there] * often)
    each = solution.counting.columns if solution.by_row else 1
    over = each * boards_from(solution, DECK[:lies], ()) * dealers_from(solution, ()) * solution.payoffs.unit
    held = np.flatnonzero(counts.any(axis=(1, 2)))
    return RankedHands(
        strength=strength[held],
        hands=counts[held].sum(axis=(1, 2)) // each,
        counts=counts[held],
        worth=[[Fraction(int(total), over) for total in row] for row in sums[held]] if has_values else (),
    )


def _has_values(solution: General, at: int) -> bool:
    """Whether the solver has kept what each choice at a node is worth, or the choice ends the round."""
    level = solution.tree.levels.index(solution.tree.nodes[at].board)
    children = solution.tree.nodes[at].children
    return all((child, level) in solution.values or solution.tree.nodes[child].street == END for child in children)


def _worth(solution: General, at: int, first: int, stop: int) -> list[NDArray[np.int64]]:
    """What each choice at a node is worth in some rows of positions, in units over all that can follow."""
    level, children = solution.tree.levels.index(solution.tree.nodes[at].board), solution.tree.nodes[at].children
    if all((child, level) in solution.values for child in children):
        return [solution.values[child, level][first:stop] for child in children]
    met = solution.counting.met(first, stop)
    lines = (solution.tree.nodes[child].line for child in children)
    return [line_totals(met.kind, met.counts, solution.payoffs.net[line]) for line in lines]
