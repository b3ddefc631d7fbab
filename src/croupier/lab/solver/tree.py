"""The decisions of a round as a tree whose equal branches are shared: of the past only the money bet matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games.direct import NoDecision
from croupier.lab.solver.payoffs import Payoffs, seat_after
from croupier.rules.actions import Action

END = -1
"""The street of a node at which nothing is left to decide."""


@dataclass(frozen=True, slots=True)
class Node:
    """A point of a round at which a seat decides, or at which its line has ended.

    street    the street that decides here, or `END`
    board     how many cards of the board lie open; at the end, all of them
    actions   what can be done here, in the order of the street's offers
    children  the nodes to which the actions lead
    line      at the end, one of the lines that end here: all of them net the same
    """

    street: int
    board: int
    actions: tuple[Action, ...] = ()
    children: tuple[int, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Tree:
    """All nodes, each after those that it leads to; the last is where a round begins.

    levels  how many cards of the board lie open at the decisions and at the end, rising
    ways    by the first actions of a line that leave something to decide: the street, and all money bet until then
    """

    nodes: tuple[Node, ...]
    levels: tuple[int, ...]
    ways: Mapping[tuple[Action, ...], tuple[int, int]]

    @property
    def root(self) -> int:
        return len(self.nodes) - 1

    @property
    def children(self) -> NDArray[np.int64]:
        """By node and place of an action, the node to which it leads; -1 where there is none."""
        children = np.full((len(self.nodes), max(len(node.actions) for node in self.nodes) or 1), -1, np.int64)
        for at, node in enumerate(self.nodes):
            children[at, : len(node.children)] = node.children
        return children

    def at(self, board: int) -> list[int]:
        """The nodes that decide when so many cards of the board lie open, children first."""
        return [at for at, node in enumerate(self.nodes) if node.street != END and node.board == board]

    def passing(self, level: int) -> list[int]:
        """The nodes whose worth is asked for at a level, but which come later: the board goes on first."""
        board = self.levels[level]
        passing = {self.root} if level == 0 else set(self.passing(level - 1))
        for at in reversed(self.at(board)):
            if at in passing:
                passing.update(self.nodes[at].children)
        return sorted(at for at in passing if self.nodes[at].board > board)

    def line_to(self, street: int, unit: int, down: int | None) -> tuple[Action, ...]:
        """The actions that lead to a street with so many base bets down, by default the least there can be."""
        there = {way: bet // unit for way, (at, bet) in self.ways.items() if at == street}
        if down is None:
            return min(there, key=lambda way: there[way])
        if down not in there.values():
            offer = " or ".join(str(many) for many in sorted(set(there.values())))
            raise NoDecision(f"no {down} base bets can be down there; want {offer}")
        return next(way for way, bets in there.items() if bets == down)

    def follow(self, line: tuple[Action, ...]) -> int:
        """The node to which the first actions of a line lead."""
        at = self.root
        for action in line:
            node = self.nodes[at]
            at = node.children[node.actions.index(action)]
        return at


def tree_of(payoffs: Payoffs) -> Tree:
    """The tree of a game under some pay tables."""
    game = payoffs.kinds.game
    full = game.layout.board
    nodes: list[Node] = []
    known: dict[object, int] = {}
    ways: dict[tuple[Action, ...], tuple[int, int]] = {}

    def node_after(prefix: tuple[Action, ...], lines: list[int]) -> int:
        depth = len(prefix)
        if len(lines) == 1 and len(payoffs.lines[lines[0]]) == depth:
            (line,) = lines
            key: object = (END, payoffs.net[line].tobytes(), payoffs.bet[line])
            fresh = Node(END, full, line=line)
        else:
            # The street is the one whose offers these are: a street whose spot has been bet on is passed over.
            actions = tuple(dict.fromkeys(payoffs.lines[line][depth] for line in lines))
            street = next(at for at in range(depth, len(game.streets)) if game.streets[at].offers == actions)
            ways[prefix] = street, seat_after(game, prefix, payoffs.unit).total
            children = tuple(
                node_after((*prefix, action), [line for line in lines if payoffs.lines[line][depth] == action])
                for action in actions
            )
            key = (street, actions, children)
            fresh = Node(street, game.board_at(street), actions, children)
        if key not in known:
            known[key] = len(nodes)
            nodes.append(fresh)
        return known[key]

    node_after((), list(range(len(payoffs.lines))))
    boards = {node.board for node in nodes} | {full}
    return Tree(tuple(nodes), tuple(sorted(boards)), ways)
