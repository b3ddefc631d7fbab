"""Every position of a game that is played in some way: what it is worth, and how often it comes about."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.cardsets import CHOOSE
from croupier.lab.known_cards.decks import classes, renamed_sets
from croupier.lab.solver.counting import set_masks
from croupier.lab.solver.general import Decisions, General
from croupier.lab.solver.kernels import line_totals, pull_up
from croupier.lab.solver.tree import END


def worth_of(solution: General, decisions: Decisions) -> dict[tuple[int, int], NDArray[np.int64]]:
    """By node and level, what positions are worth in units over all that can follow, if nodes are decided so; those of
    which nothing is said are decided best."""
    tree, worths = solution.tree, dict[tuple[int, int], NDArray[np.int64]]()
    met = solution.counting.met(0, solution.counting.rows)
    here = {
        at: line_totals(met.kind, met.counts, solution.payoffs.net[node.line])
        for at, node in enumerate(tree.nodes)
        if node.street == END
    }
    for level in range(len(tree.levels) - 1, -1, -1):
        for at in tree.at(tree.levels[level]):
            options = [here[child] for child in tree.nodes[at].children]
            if at in decisions:
                here[at] = np.choose(decisions[at], options)
            else:
                here[at] = solution.larger(at, options, np.zeros(solution.shape(level), np.uint8), 0)
        worths.update({(at, level): values for at, values in here.items()})
        if level:
            passing = tree.passing(level - 1)
            here = dict(zip(passing, solution.before(level, [here[at] for at in passing]), strict=True))
    return worths


def arrivals(solution: General, decisions: Decisions) -> dict[int, NDArray[np.int64]]:
    """By node that decides, how often each of its positions comes about over all deals of the cards that lie there, if
    the nodes before it are decided so; nodes behind one of which nothing is said are left out."""
    tree, counts = solution.tree, dict[int, NDArray[np.int64]]()
    here = {tree.root: np.ones(solution.shape(0), np.int64)}
    for level, board in enumerate(tree.levels):
        if level:
            here = {at: _later(solution, level, often) for at, often in here.items() if tree.nodes[at].street != END}
        weight = solution.counting.weight if solution.by_row else classes(solution.deck, board).weight
        for at in reversed(tree.at(board)):
            if at not in here:
                continue
            often = here.pop(at)
            counts[at] = often * weight[:, None]
            for place, child in enumerate(tree.nodes[at].children if at in decisions else ()):
                gone = np.where(decisions[at] == place, often, 0)
                here[child] = here[child] + gone if child in here else gone
    return counts


def _later(solution: General, level: int, often: NDArray[np.int64]) -> NDArray[np.int64]:
    """How often positions come about at a level, from how often those one level before do."""
    levels, own = solution.tree.levels, solution.game.layout.own
    later, earlier = classes(solution.deck, levels[level]), classes(solution.deck, levels[level - 1])
    total = np.zeros(solution.shape(level), np.int64)
    pull_up(
        later.cards, often, set_masks(solution.deck, own), solution.parts(level), earlier.row, earlier.naming,
        renamed_sets(solution.deck, own), CHOOSE, total,
    )  # fmt: skip
    return total
