"""The general solver: any declared game solved exactly, from its value alone.

    made = general(GAMES["three-card"])
    made.solve().edge                           # Fraction, of the base bet
    made.best                                   # what to do everywhere, by node of the tree of decisions

A round is walked backward. At its end every hand of the player has met every hand of the dealer (`counting`), and the
settlement says what each line nets (`payoffs`). Where a street decides, the best action is taken; between two streets,
what a position is worth is the sum over the cards that can come. Sums run over sets of board cards up to the names of
the suits. Forward, the best play or any other is followed through all deals, and its results are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from threading import Lock
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games.nets import Tables, tables_of
from croupier.lab.games.solution import Solution
from croupier.lab.hands.cardsets import CHOOSE
from croupier.lab.kernel import spread
from croupier.lab.seen.decks import WHOLE, Deck, classes, renamed_sets
from croupier.lab.solved import check_countable
from croupier.lab.solver import Progress
from croupier.lab.solver.counting import Counting, HandToHand, hand_to_hand, on_boards, set_masks
from croupier.lab.solver.kernels import follow, line_totals, push_down, ways_to_come
from croupier.lab.solver.payoffs import Payoffs, payoffs
from croupier.lab.solver.ranks import suits_are_plain
from croupier.lab.solver.tree import END, Tree, tree_of
from croupier.lab.uth.distribution import histogram
from croupier.rules.actions import Action
from croupier.rules.game import Game

Decisions: TypeAlias = Mapping[int, NDArray[np.uint8]]
"""By node that decides: the place of the action in the node's, by row and column of the positions there."""

_CHUNK: Final = 512
"""Rows of the last positions that are counted at once."""

NEVER: Final = np.iinfo(np.int64).min
"""The worth of what is not allowed."""


@dataclass
class General:
    """A game on a deck with some pay tables, ready to be played in any way.

    values  by node and level, what positions are worth in units over all that can follow, once the game is solved
    """

    game: Game
    deck: Deck
    tables: Tables
    counting: Counting
    payoffs: Payoffs
    tree: Tree
    progress: Progress = field(default=lambda _what, _share: None)
    _best: dict[int, NDArray[np.uint8]] = field(default_factory=dict)
    _solution: Solution | None = None
    values: dict[tuple[int, int], NDArray[np.int64]] = field(default_factory=dict)

    @property
    def best(self) -> Decisions:
        """The best decision everywhere; of equal ones the first that the street offers."""
        if not self._best:
            self._solve()
        return self._best

    def _solve(self) -> None:
        """Walk a round backward."""
        levels, tree = self.tree.levels, self.tree
        worth = self._at_the_end()
        for level in range(len(levels) - 2, -1, -1):
            for at in tree.at(levels[level]):
                self._decide(at, level, worth)
            self.values.update({(at, level): worth[at] for at in worth})
            if level:
                passing = tree.passing(level - 1)
                worth = dict(zip(passing, self.before(level, [worth[at] for at in passing]), strict=True))

    def _at_the_end(self) -> dict[int, NDArray[np.int64]]:
        """What the passing nodes are worth one level before the end; where there is only one level, all nodes at it."""
        tree, top = self.tree, len(self.tree.levels) - 1
        deciding = tree.at(tree.levels[top])
        passing = tree.passing(top - 1) if top else []
        best = {at: np.zeros(self.shape(top), np.uint8) for at in deciding}
        whole = {at: np.zeros(self.shape(top), np.int64) for at in range(len(tree.nodes))} if not top else {}
        before = [np.zeros(self.shape(top - 1), np.int64) for _ in passing]
        lock, done = Lock(), 0

        def work(first: int, stop: int) -> None:
            nonlocal done
            worth: dict[int, NDArray[np.int64]] = {}
            met = self.counting.met(first, stop)
            for at, node in enumerate(tree.nodes):
                if node.street == END:
                    worth[at] = line_totals(met.kind, met.counts, self.payoffs.net[node.line])
                elif at in best:
                    worth[at] = self.larger(at, [worth[child] for child in node.children], best[at], first)
            sums = [np.zeros(self.shape(top - 1), np.int64) for _ in passing] if passing else []
            for at, total in zip(passing, sums, strict=True):
                self._push(top, first, stop, worth[at], total)
            with lock:
                for at in whole:
                    whole[at][first:stop] = worth[at]
                for total, part in zip(before, sums, strict=True):
                    total += part
                done += stop - first
                self.progress("counting positions at the end of a round", 0.9 * done / self.counting.rows)

        chunk = _CHUNK if not passing else max(_CHUNK, self.counting.rows // 32)
        spread(work, self.counting.rows, chunk)
        self._best.update(best)
        if not top:
            self.values.update({(at, 0): whole[at] for at in whole})
        return dict(zip(passing, (self._evened(top - 1, total) for total in before), strict=True))

    def _decide(self, at: int, level: int, worth: dict[int, NDArray[np.int64]]) -> None:
        best = np.zeros(self.shape(level), np.uint8)
        worth[at] = self.larger(at, [worth[child] for child in self.tree.nodes[at].children], best, 0)
        self._best[at] = best

    def larger(
        self,
        at: int,
        options: list[NDArray[np.int64]],
        best: NDArray[np.uint8],
        first: int,
    ) -> NDArray[np.int64]:
        """What the better of the options is worth, which are worth so much from a row on; of equal ones the first."""
        node = self.tree.nodes[at]
        most = np.full(options[0].shape, NEVER)
        which = best[first : first + len(most)]
        for place, (action, worth) in enumerate(zip(node.actions, options, strict=True)):
            may = self.allowed(node.street, action)
            if may is not None:
                may = may[first : first + len(most)] if self.by_row else may
                worth = np.where(may, worth, NEVER)
            better = worth > most
            which[better] = place
            np.maximum(most, worth, out=most)
        return most

    @cached_property
    def by_row(self) -> bool:
        """Whether own cards are rows of a table of positions, and not columns."""
        return isinstance(self.counting, HandToHand)

    @cached_property
    def _allowed(self) -> dict[tuple[int, Action], NDArray[np.bool_]]:
        """Which own cards may do what, where a street asks that; the same for every row, or for every column."""
        made = {}
        own = self.counting.own if isinstance(self.counting, HandToHand) else self.deck.sets(self.game.layout.own)
        for number, street in enumerate(self.game.streets):
            if street.allows is None:
                continue
            hands = [self.deck.cards(row) for row in own]
            for action in street.offers:
                may = np.array([street.allows(hand, action) for hand in hands], np.bool_)
                made[number, action] = may[:, None] if self.by_row else may[None]
        return made

    def allowed(self, street: int, action: Action) -> NDArray[np.bool_] | None:
        """Which positions may do that on a street, where not all may; broadcasts to their table."""
        return self._allowed.get((street, action))

    def shape(self, level: int) -> tuple[int, int]:
        """Rows and columns of the positions at a level."""
        if self.by_row:
            return self.counting.rows, self.counting.columns
        return len(classes(self.deck, self.tree.levels[level])), self.counting.columns

    def before(self, level: int, worth: list[NDArray[np.int64]]) -> Iterator[NDArray[np.int64]]:
        """What nodes are worth one level before, from what they are worth at a level."""
        for values in worth:
            total = np.zeros(self.shape(level - 1), np.int64)
            self._push(level, 0, len(values), values, total)
            yield self._evened(level - 1, total)

    def _push(self, level: int, first: int, stop: int, worth: NDArray[np.int64], total: NDArray[np.int64]) -> None:
        """Add what positions on some boards are worth to those on each part of the board that lay there before."""
        levels, own = self.tree.levels, self.game.layout.own
        later, earlier = classes(self.deck, levels[level]), classes(self.deck, levels[level - 1])
        push_down(
            later.cards[first:stop], later.weight[first:stop], worth, set_masks(self.deck, own), self.parts(level),
            earlier.row, earlier.naming, renamed_sets(self.deck, own), CHOOSE, total,
        )  # fmt: skip

    def _evened(self, level: int, total: NDArray[np.int64]) -> NDArray[np.int64]:
        """What each position is worth, from sums over all positions that are the same up to the names of the suits."""
        listed, moved = classes(self.deck, self.tree.levels[level]), renamed_sets(self.deck, self.game.layout.own)
        made = np.zeros_like(total)
        for way, names in enumerate(moved):
            rows = listed.same[:, way]
            made[rows] += total[rows][:, names]
        return np.asarray(made // (listed.same.sum(axis=1) * listed.weight)[:, None])

    def parts(self, level: int) -> NDArray[np.int64]:
        """The places on a board of the cards that may have lain there one level before."""
        later, earlier = self.tree.levels[level], self.tree.levels[level - 1]
        return np.array(list(combinations(range(later), earlier)), np.int64).reshape(comb(later, earlier), earlier)

    def play(self, decisions: Decisions) -> Solution:
        """The game played so, over every deal."""
        tree, layout = self.tree, self.game.layout
        shape = self.payoffs.net.shape
        ends = np.zeros((len(tree.nodes), *shape[1:]), np.int64)
        went = np.zeros((len(tree.nodes), max(len(node.actions) for node in tree.nodes) or 1), np.int64)
        lock = Lock()
        chains = ways_to_come(tree.levels)
        children = np.full((len(tree.nodes), went.shape[1]), -1, np.int64)
        for at, node in enumerate(tree.nodes):
            children[at, : len(node.children)] = node.children
        level_of = np.array([tree.levels.index(node.board) for node in tree.nodes], np.int64)
        choice, place = _stacked(decisions, len(tree.nodes))
        maps = [classes(self.deck, 0 if self.by_row else board) for board in tree.levels]
        offset = np.cumsum([0, *(len(one.row) for one in maps)]).astype(np.int64)
        row = np.concatenate([one.row for one in maps])
        naming = np.concatenate([one.naming for one in maps])
        boards = np.zeros((self.counting.rows, 0), np.uint8)
        moved = np.zeros((1, self.counting.columns), np.int32)
        if not self.by_row:
            boards, moved = classes(self.deck, layout.board).cards, renamed_sets(self.deck, layout.own)

        def work(first: int, stop: int) -> None:
            met = self.counting.met(first, stop)
            ended, gone = np.zeros_like(ends), np.zeros_like(went)
            follow(
                first, met.kind, met.counts, self.counting.weight[first:stop], boards[first:stop], chains,
                np.array(tree.levels, np.int64), tree.root, children, level_of, choice, place, offset, row, naming,
                moved, self.by_row, CHOOSE, ended, gone,
            )  # fmt: skip
            with lock:
                ends[:] += ended
                went[:] += gone

        spread(work, self.counting.rows, _CHUNK)
        return self._counted(ends, went)

    def _counted(self, ends: NDArray[np.int64], went: NDArray[np.int64]) -> Solution:
        nodes, deals = self.tree.nodes, int(ends.sum())
        last = [at for at, node in enumerate(nodes) if node.street == END]
        lines = [nodes[at].line for at in last]
        net, ways = histogram(self.payoffs.net[lines], ends[last])
        often: dict[str, dict[str, Fraction]] = {street.key: {} for street in self.game.streets}
        for at, node in enumerate(nodes):
            for place, action in enumerate(node.actions):
                made = often[self.game.streets[node.street].key]
                share = Fraction(int(went[at, place]) * self.counting.dealers, deals)
                made[str(action)] = made.get(str(action), Fraction(0)) + share
        return Solution(
            game=self.game,
            tables=self.tables,
            unit=self.payoffs.unit,
            net=net,
            ways=ways,
            bet=sum(int(ends[at].sum()) * self.payoffs.bet[nodes[at].line] for at in last),
            frequencies=often,
        )

    def solve(self) -> Solution:
        """The game played best: worked out now, or remembered."""
        if self._solution is None:
            self._solution = self.play(self.best)
        return self._solution


def general(game: Game, designs: Tables | None = None, deck: Deck = WHOLE, progress: Progress | None = None) -> General:
    """A game with its approved pay tables or with designs in their place, ready to be solved."""
    check_countable(game)
    deck = deck if suits_are_plain(game) else Deck(deck.ranks, plain_suits=False)
    counting: Counting = (
        on_boards(game, deck) if game.layout.board or not game.layout.dealer else hand_to_hand(game, deck)
    )
    made = payoffs(counting.kinds, designs)
    told = progress or (lambda _what, _share: None)
    return General(game, deck, tables_of(game, designs), counting, made, tree_of(made), told)


def _stacked(decisions: Decisions, nodes: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """All decisions in one flat array, and of each node where its own begin and how many columns they have."""
    place = np.zeros((nodes, 2), np.int64)
    flat, begin = [], 0
    for at, chosen in decisions.items():
        place[at] = begin, chosen.shape[1]
        flat.append(chosen.ravel())
        begin += chosen.size
    return np.concatenate(flat), place
